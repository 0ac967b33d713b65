"""Rows for reductions, cumulative functions, sorting and statistics."""

from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import BOTH, NUMBERS, REALS, along, calls, filled, flags, pairs, positive, tensors

keep = {"keepdim": flags()}

ROWS = [
    *[Row(f"torch.{n}", along(many=True, **keep)) for n in ("sum", "all", "any", "count_nonzero_")[:3]],
    *[Row(n, along(many=True, **keep), method=True) for n in ("sum", "all", "any")],
    Row("torch.count_nonzero", along(many=True)),
    *[Row(f"torch.{n}", along(many=True, dtypes=(*BOTH, "int64"), **keep)) for n in ("mean", "nanmean")],
    Row("mean", along(many=True, dtypes=(*BOTH, "int64"), **keep), method=True),
    *[Row(f"torch.{n}", along(many=True, dtypes=BOTH, optional=False, **keep)) for n in ("logsumexp",)],
    *[Row(f"torch.{n}", along(many=True, dtypes=NUMBERS, **keep)) for n in ("amax", "amin", "nansum")],
    Row("torch.prod", along(dtypes=REALS, **keep)),
    *[Row(f"torch.{n}", along(dtypes=NUMBERS, **keep)) for n in ("max", "min", "median", "nanmedian")],
    *[Row(n, along(dtypes=NUMBERS, **keep), method=True) for n in ("max", "min", "median")],
    *[Row(f"torch.{n}", pairs(scalars=False).map(lambda p: (p, {}))) for n in ("max", "min")],
    Row("torch.mode", along(dtypes=NUMBERS, **keep)),
    Row("torch.aminmax", along(dtypes=NUMBERS, **keep).map(lambda c: ((c[0][0],), dict(c[1])))),
    *[Row(f"torch.{n}", along(dtypes=NUMBERS, **keep)) for n in ("argmax", "argmin")],
    Row("argmax", along(dtypes=NUMBERS, **keep), method=True),
    *[Row(f"torch.{n}", along(many=True, dtypes=(*BOTH, "int64"), **keep)) for n in ("std", "var")],
    *[Row(n, along(many=True, dtypes=BOTH, **keep), method=True) for n in ("std", "var")],
    *[Row(f"torch.{n}", along(many=True, dtypes=BOTH, **keep)) for n in ("std_mean", "var_mean")],
    Row("torch.norm", calls(tensors(dtypes=BOTH), dim=st.integers(-2, 2), keepdim=flags()), lenient=True),
    Row("norm", calls(tensors(dtypes=BOTH), st.just(2)), method=True),
    *[Row(f"torch.{n}", along(optional=False)) for n in ("cumsum", "cumprod")],
    Row("torch.logcumsumexp", along(optional=False, dtypes=BOTH)),
    *[Row(f"torch.{n}", along(optional=False, dtypes=NUMBERS)) for n in ("cummax", "cummin")],
    *[Row(f"torch.{n}", along(optional=False, dtypes=BOTH)) for n in ("softmax", "log_softmax")],
    *[Row(n, along(optional=False, dtypes=BOTH), method=True) for n in ("softmax", "log_softmax")],
    *[
        Row(f"torch.nn.functional.{n}", along(optional=False, dtypes=BOTH))
        for n in ("softmax", "log_softmax", "softmin", "gumbel_softmax")
    ],
    Row(
        "torch.nn.functional.normalize",
        along(dtypes=BOTH, named=True, optional=False).map(
            lambda c: ((c[0][0],), {"dim": c[1].get("dim", c[0][1] if len(c[0]) > 1 else 1)})
        ),
        lenient=True,
    ),
    Row(
        "torch.quantile",
        calls(tensors(low=1, dtypes=("float32",)), st.just(0.5), dim=st.integers(-1, 1), keepdim=flags()),
    ),
    Row("torch.kthvalue", along(st.just(1), dtypes=NUMBERS, optional=False, **keep), lenient=True),
    Row("torch.topk", along(positive, low=1, dtypes=NUMBERS, optional=False)),
    Row("topk", along(positive, low=1, dtypes=NUMBERS, optional=False), method=True),
    *[Row(f"torch.{n}", along(dtypes=NUMBERS)) for n in ("sort", "argsort")],
    Row("sort", along(dtypes=NUMBERS), method=True),
    Row(
        "torch.unique",
        calls(tensors(dtypes=NUMBERS), return_inverse=flags(), return_counts=flags()),
        open=True,
    ),
    Row(
        "torch.unique",
        along(dtypes=NUMBERS, low=1, optional=False).map(
            lambda c: ((c[0][0],), {"dim": c[1].get("dim", c[0][1] if len(c[0]) > 1 else 0)})
        ),
        open=True,
    ),
    Row("torch.unique_consecutive", calls(tensors(dtypes=NUMBERS)), open=True),
    Row(
        "torch.bincount",
        calls(tensors(low=1, high=1, dtypes=("int64",)), minlength=st.integers(0, 9)),
        open=True,
    ),
    Row("torch.histc", calls(tensors(dtypes=("float32",)), bins=positive)),
    Row(
        "torch.diff",
        along(low=1, dtypes=NUMBERS).map(
            lambda c: ((c[0][0],), {"dim": c[1].get("dim", c[0][1] if len(c[0]) > 1 else -1)})
        ),
    ),
    Row("torch.trapezoid", calls(tensors(low=1, dtypes=("float32",)))),
    Row(
        "torch.multinomial",
        calls(tensors(low=0, high=3, dtypes=("float32",)), positive, replacement=st.just(True)),
        lenient=True,
    ),
    Row(
        "torch.searchsorted",
        st.tuples(st.tuples(st.just(filled((5,))), tensors(dtypes=("float32",))), st.just({})),
    ),
    Row(
        "torch.bucketize",
        st.tuples(st.tuples(tensors(dtypes=("float32",)), st.just(filled((5,)))), st.just({})),
    ),
]
