"""Rows for reductions."""

from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import FLOATS, NUMBERS, along, arrays, axes, call, filled, positive, shapes

SUMS = ["sum", "prod", "nansum", "mean", "std", "var", "nanmean", "nanstd", "nanvar"]
EXTREMES = ["max", "min", "amax", "amin", "nanmax", "nanmin", "ptp"]
POSITIONS = ["argmax", "argmin"]
TRUTHS = ["all", "any", "count_nonzero"]
RUNNING = ["cumsum", "cumprod"]
keep = st.booleans()


def extreme(**keywords):
    return along(dtypes=NUMBERS, **keywords).filter(lambda c: c[0][0].size)


@st.composite
def averages(draw):
    x = draw(arrays(low=1, high=3, dtypes=FLOATS, size=positive))
    axis = draw(axes(x.ndim, many=False))
    weights = draw(
        st.sampled_from(
            [None, filled(x.shape, "float64"), filled((x.shape[0],), "float64"), filled((2,), "float64")]
        )
    )
    return (x,), {"axis": axis, "weights": weights}


@st.composite
def quantiles(draw):
    x = draw(arrays(low=1, dtypes=FLOATS, size=positive))
    q = draw(st.sampled_from([0.5, [0.1, 0.9], filled((3,), "float64") / 10]))
    return (x, q), {"axis": draw(axes(x.ndim)), "keepdims": draw(keep)}


@st.composite
def covariances(draw):
    x = draw(arrays(low=1, high=2, dtypes=FLOATS, size=st.integers(2, 4)))
    keywords = {"rowvar": draw(st.booleans())}
    if draw(st.booleans()):
        keywords["y"] = draw(
            st.just(filled(x.shape, "float64")) | arrays(low=1, high=2, size=st.integers(2, 4))
        )
    return (x,), keywords


ROWS = [
    # Of scalars NumPy accepts an axis in some functions; in others not.
    *(Row(f"numpy.{name}", along(low=1, dtypes=NUMBERS, keepdims=keep)) for name in SUMS),
    *(Row(f"numpy.{name}", extreme(low=1, keepdims=keep)) for name in (*EXTREMES, "median", "nanmedian")),
    *(
        Row(f"numpy.{name}", along(dtypes=NUMBERS, many=False, keepdims=keep).filter(lambda c: c[0][0].size))
        for name in POSITIONS
    ),
    *(Row(f"numpy.{name}", along(keepdims=keep)) for name in TRUTHS),
    *(Row(f"numpy.{name}", along(low=1, dtypes=NUMBERS, many=False)) for name in RUNNING),
    *(
        Row(name, along(low=1, dtypes=NUMBERS, many=name not in RUNNING), method="numpy")
        for name in ("sum", "prod", "mean", "std", "var", "cumsum", "cumprod")
    ),
    *(Row(name, extreme(), method="numpy") for name in ("max", "min")),
    *(Row(name, extreme(many=False), method="numpy") for name in ("argmax", "argmin")),
    *(Row(name, along(), method="numpy") for name in ("all", "any")),
    Row("numpy.sum", call(arrays(dtypes=NUMBERS), dtype=st.sampled_from(["float32", "float64"]))),
    Row("numpy.average", averages()),
    Row("numpy.percentile", quantiles()),
    Row("numpy.quantile", quantiles()),
    Row("numpy.cov", covariances()),
    Row("numpy.corrcoef", covariances()),
    Row(
        "numpy.histogram",
        call(arrays(low=1, dtypes=FLOATS), bins=st.sampled_from([5, 10, [0, 1, 2, 3]])),
        dtype=False,
    ),
    Row(
        "numpy.histogram",
        call(arrays(low=1, dtypes=FLOATS), bins=st.sampled_from(["auto"])),
        open=True,
        dtype=False,
    ),
    Row(
        "numpy.bincount",
        call(arrays(low=1, high=1, dtypes=("int64",)), minlength=st.integers(0, 9)),
        open=True,
    ),
    Row(
        "numpy.diff",
        along(low=1, dtypes=NUMBERS, none=False, many=False, positional=False, n=st.integers(1, 3)),
    ),
    Row("numpy.ediff1d", call(arrays(dtypes=NUMBERS).filter(lambda x: x.size))),
    Row("numpy.gradient", call(arrays(low=1, dtypes=FLOATS, size=st.integers(2, 4)))),
    Row("numpy.trapezoid", call(arrays(low=1, dtypes=FLOATS))),
    Row("numpy.size", call(arrays())),
    Row("numpy.ndim", call(arrays())),
    Row("numpy.shape", call(arrays())),
    Row("numpy.zeros", call(shapes())),
]
