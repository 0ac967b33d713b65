"""`keras.ops`: which calls of each function are tried."""

import numpy as np
from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import (
    FLOATS,
    NUMBERS,
    REALS,
    arrays,
    axes,
    call,
    filled,
    flags,
    of_rank,
    options,
    pairs,
    shapes,
    small,
)

KEEPING = [
    "abs",
    "ceil",
    "floor",
    "negative",
    "sign",
    "square",
    "trunc",
    "isfinite",
    "isinf",
    "isnan",
    "relu",
    "relu6",
    "logical_not",
    "round",
]
FLOATING = [
    "arccosh",
    "arcsinh",
    "arctan",
    "cos",
    "cosh",
    "elu",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "gelu",
    "hard_sigmoid",
    "hard_silu",
    "hard_tanh",
    "leaky_relu",
    "log",
    "log10",
    "log1p",
    "log2",
    "log_sigmoid",
    "rsqrt",
    "selu",
    "sigmoid",
    "silu",
    "sin",
    "sinh",
    "softplus",
    "softsign",
    "sqrt",
    "tan",
    "tanh",
    "celu",
]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "mod",
    "power",
    "maximum",
    "minimum",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "arctan2",
    "logaddexp",
]
REDUCTIONS = [
    "sum",
    "mean",
    "max",
    "min",
    "prod",
    "all",
    "any",
    "std",
    "var",
    "logsumexp",
    "amax",
    "amin",
    "count_nonzero",
    "median",
    "argmax",
    "argmin",
]


@st.composite
def reduced(draw, name, dtypes=None):
    x = draw(arrays(0, 3, dtypes or (FLOATS if name in ("logsumexp", "std", "var", "median") else REALS)))
    many = name not in ("argmax", "argmin")
    keywords = {}
    if draw(st.integers(0, 3)):
        keywords["axis"] = draw(axes(x.ndim, many=many))
    if draw(flags) and name != "count_nonzero":
        keywords["keepdims"] = draw(flags)
    return (x,), keywords


@st.composite
def reshaped(draw):
    shape = draw(shapes(1, 3))
    target = list(draw(st.permutations(shape)))
    if draw(flags):
        target[draw(st.integers(0, len(target) - 1))] = -1
    if draw(st.integers(0, 4)) == 0:
        target.append(2)
    return (filled(shape), tuple(target)), {}


@st.composite
def joined(draw, new=False):
    rank = draw(st.integers(1, 3))
    shape = draw(st.lists(small, min_size=rank, max_size=rank))
    axis = draw(st.integers(-rank, rank - 1))
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        other = list(shape)
        if not new:
            other[axis] = draw(small)
        if draw(st.integers(0, 6)) == 0:
            other[0] += 1
        parts.append(filled(other, draw(st.sampled_from(("float32", "float32", "int32")))))
    return (parts,), {"axis": axis}


@st.composite
def along(draw, many=False, none=True, dtypes=NUMBERS):
    x = draw(arrays(1, 3, dtypes))
    return (x, draw(axes(x.ndim, none=none, many=many))), {}


@st.composite
def repeated(draw):
    x = draw(arrays(1, 3))
    return (x, draw(small)), {"axis": draw(st.none() | st.integers(-x.ndim, x.ndim - 1))}


@st.composite
def cut(draw):
    x = draw(arrays(1, 3))
    axis = draw(st.integers(-x.ndim, x.ndim - 1))
    sections = draw(st.integers(1, 3) | st.lists(st.integers(0, 4), min_size=1, max_size=2).map(sorted))
    return (x, sections), {"axis": axis}


@st.composite
def multiplied(draw):
    inner = draw(small)
    other = inner if draw(st.integers(0, 5)) else inner + 1
    lead = draw(shapes(0, 2))
    first = draw(st.sampled_from(((*lead, draw(small), inner), (inner,))))
    second = draw(st.sampled_from(((*lead, other, draw(small)), (other, draw(small)), (other,))))
    return (filled(first), filled(second, draw(st.sampled_from(("float32", "float32", "int32"))))), {}


@st.composite
def summed(draw):
    n, m, k = draw(small), draw(small), draw(small)
    equation, one, two = draw(
        st.sampled_from(
            (
                ("ij,jk->ik", (n, m), (m, k)),
                ("bij,bjk->bik", (2, n, m), (2, m, k)),
                ("ij,ij->i", (n, m), (n, m)),
                ("...ij,jk->...ik", (2, n, m), (m, k)),
            )
        )
    )
    return (equation, filled(one), filled(two)), {}


@st.composite
def padded(draw):
    x = draw(arrays(1, 3))
    widths = [(draw(st.integers(0, 2)), draw(st.integers(0, 2))) for _ in range(x.ndim)]
    return (x, widths), {}


@st.composite
def taken(draw):
    x = draw(arrays(1, 3))
    indices = np.zeros(draw(shapes(0, 2)), "int32")
    return (x, indices), {"axis": draw(st.none() | st.integers(-x.ndim, x.ndim - 1))}


@st.composite
def stretched(draw):
    x = draw(arrays(0, 2))
    target = (*draw(shapes(0, 1)), *[n if draw(flags) else n * 2 for n in x.shape])
    return (x, target), {}


@st.composite
def transposed(draw):
    x = draw(arrays(0, 3))
    order = draw(st.none() | st.permutations(range(x.ndim)).map(tuple))
    return (x,), {} if order is None else {"axes": order}


@st.composite
def chosen(draw):
    first, second = draw(pairs())
    shape = first.shape if hasattr(first, "shape") else second.shape
    return (filled(shape, "bool"), first, second), {}


@st.composite
def counted(draw):
    start = draw(st.integers(0, 3))
    keywords = {"dtype": "float32"} if draw(flags) else {}
    return draw(
        st.sampled_from(((start + 2,), (start, start + 5), (start, start + 5, 2), (0.0, 3.0, 0.5)))
    ), keywords


@st.composite
def convolved(draw, depthwise=False):
    count = draw(st.integers(1, 2))
    channels = draw(small)
    x = filled((draw(small), *[draw(st.integers(3, 6)) for _ in range(count)], channels))
    into = channels if draw(st.integers(0, 5)) else channels + 1
    kernel = filled((*[draw(st.integers(1, 3)) for _ in range(count)], into, draw(small)))
    keywords = {"padding": draw(st.sampled_from(("valid", "same")))}
    if draw(flags):
        keywords["strides"] = draw(st.integers(1, 2))
    return (x, kernel), keywords


@st.composite
def pooled(draw):
    count = draw(st.integers(1, 2))
    x = filled((draw(small), *[draw(st.integers(3, 6)) for _ in range(count)], draw(small)))
    return (x, draw(st.integers(1, 3))), {"padding": draw(st.sampled_from(("valid", "same")))}


@st.composite
def attended(draw):
    batch, heads, width = draw(small), draw(small), draw(small)
    query = filled((batch, draw(small), heads, width))
    key = filled((batch, draw(small), heads, width))
    return (query, key, key), {}


shape_or_size = shapes(0, 3)
ROWS = [
    *[
        Row(f"keras.ops.{name}", call(arrays(0, 3, REALS if name in ("logical_not",) else FLOATS)))
        for name in KEEPING
    ],
    *[
        Row(
            f"keras.ops.{name}",
            call(
                arrays(0, 3, (*FLOATS, "int32") if name in ("exp", "sqrt", "log", "sin", "tanh") else FLOATS)
            ),
        )
        for name in FLOATING
    ],
    *[
        Row(
            f"keras.ops.{name}",
            pairs(FLOATS if name in ("power", "arctan2", "logaddexp") else NUMBERS).map(
                lambda both: (both, {})
            ),
        )
        for name in BINARY
    ],
    *[Row(f"keras.ops.{name}", reduced(name)) for name in REDUCTIONS],
    Row("keras.ops.cumsum", along(none=True, many=False), lenient=True),
    Row("keras.ops.softmax", along(none=False, many=False, dtypes=FLOATS)),
    Row("keras.ops.log_softmax", along(none=False, many=False, dtypes=FLOATS)),
    Row("keras.ops.sort", along(none=False, many=False), lenient=True),
    Row("keras.ops.argsort", along(none=False, many=False), lenient=True),
    Row("keras.ops.top_k", call(arrays(1, 3), st.integers(1, 1))),
    Row("keras.ops.reshape", reshaped()),
    Row("keras.ops.transpose", transposed()),
    Row("keras.ops.expand_dims", along(none=False, many=False)),
    Row("keras.ops.squeeze", call(arrays(1, 3, size=st.sampled_from((1, 1, 2))), axis=(st.integers(-2, 1),))),
    Row("keras.ops.swapaxes", call(of_rank(3), st.integers(-3, 2), st.integers(-3, 2))),
    Row("keras.ops.moveaxis", call(of_rank(3), st.integers(-3, 2), st.integers(-3, 2))),
    Row("keras.ops.ravel", call(arrays(0, 3))),
    Row("keras.ops.flip", along(none=True, many=False)),
    Row("keras.ops.roll", call(of_rank(2), small, axis=(st.integers(-2, 1),))),
    Row("keras.ops.concatenate", joined()),
    Row("keras.ops.stack", joined(new=True)),
    Row("keras.ops.hstack", joined(new=True).map(lambda drawn: (drawn[0], {}))),
    Row("keras.ops.vstack", joined(new=True).map(lambda drawn: (drawn[0], {})), unknown=True, lenient=True),
    Row("keras.ops.split", cut(), lenient=True),
    Row("keras.ops.unstack", call(of_rank(2, 1), axis=(st.integers(-1, 0),))),
    Row("keras.ops.repeat", repeated()),
    Row("keras.ops.tile", call(of_rank(2), st.tuples(small, small) | st.tuples(small))),
    Row("keras.ops.pad", padded()),
    Row("keras.ops.take", taken()),
    Row("keras.ops.broadcast_to", stretched()),
    Row("keras.ops.where", chosen()),
    Row("keras.ops.clip", call(arrays(0, 3, NUMBERS), st.just(1), st.just(2))),
    Row("keras.ops.cast", call(arrays(0, 2, REALS), st.sampled_from(("float32", "int64", "bool")))),
    Row(
        "keras.ops.convert_to_tensor",
        call(arrays(0, 2, REALS) | st.just([1, 2, 3]) | st.just([[1.0, 2.0]]) | st.just(3)),
    ),
    Row("keras.ops.convert_to_numpy", call(arrays(0, 2, REALS))),
    *[
        Row(f"keras.ops.{name}", call(shape_or_size, dtype=(st.sampled_from(("float32", "int32")),)))
        for name in ("zeros", "ones", "empty")
    ],
    Row("keras.ops.full", call(shape_or_size, st.just(2.0))),
    *[
        Row(f"keras.ops.{name}", call(arrays(0, 3, REALS)))
        for name in ("zeros_like", "ones_like", "stop_gradient", "copy")
    ],
    Row("keras.ops.arange", counted()),
    Row("keras.ops.linspace", call(st.just(0.0), st.just(1.0), num=(small,))),
    Row("keras.ops.eye", call(small, small)),
    Row("keras.ops.identity", call(small)),
    Row("keras.ops.tril", call(of_rank(2, 3))),
    Row("keras.ops.triu", call(of_rank(2, 3))),
    Row("keras.ops.diag", call(of_rank(1, 2))),
    Row("keras.ops.matmul", multiplied()),
    Row("keras.ops.dot", multiplied(), lenient=True),
    Row("keras.ops.einsum", summed()),
    Row(
        "keras.ops.tensordot",
        call(st.just(filled((2, 3))), st.just(filled((3, 4))), axes=(st.just(1),)),
        lenient=True,
    ),
    Row("keras.ops.outer", call(of_rank(1), of_rank(1))),
    Row("keras.ops.norm", call(of_rank(1, 2), axis=(st.integers(-1, 0),))),
    Row("keras.ops.one_hot", call(arrays(0, 2, ("int32",)), small)),
    Row("keras.ops.conv", convolved(), lenient=True),
    Row("keras.ops.max_pool", pooled()),
    Row("keras.ops.average_pool", pooled()),
    Row("keras.ops.dot_product_attention", attended()),
    Row("keras.ops.image.resize", call(of_rank(4, 3), st.tuples(small, small))),
    Row("keras.ops.shape", call(arrays(0, 3))),
    Row("keras.ops.ndim", call(arrays(0, 3))),
    Row("keras.ops.size", call(arrays(0, 3))),
    Row("keras.random.normal", call(shape_or_size)),
    Row("keras.random.uniform", call(shape_or_size)),
    Row("keras.random.randint", call(shape_or_size, st.just(0), st.just(5))),
    Row("keras.random.categorical", call(of_rank(2), small)),
    Row("keras.utils.to_categorical", call(arrays(1, 2, ("int32",)), st.just(9))),
    Row("keras.utils.to_categorical", call(arrays(1, 2, ("int32",))), open=True),
]

BACKEND = [
    *[
        Row(f"keras.backend.{name}", call(arrays(0, 3)))
        for name in ("abs", "exp", "square", "sqrt", "sigmoid", "relu", "tanh", "sign")
    ],
    *[Row(f"keras.backend.{name}", reduced(name, FLOATS)) for name in ("sum", "mean", "max", "min", "prod")],
    *[
        Row(f"keras.backend.{name}", pairs(("float32",)).map(lambda both: (both, {})))
        for name in ("maximum", "minimum", "equal", "greater")
    ],
    Row("keras.backend.argmax", call(of_rank(2, 3))),
    Row("keras.backend.expand_dims", call(of_rank(2))),
    Row("keras.backend.permute_dimensions", call(of_rank(3), st.permutations(range(3)).map(tuple))),
    Row("keras.backend.reshape", reshaped()),
    Row("keras.backend.flatten", call(arrays(1, 3))),
    Row("keras.backend.batch_flatten", call(of_rank(3, 2))),
    Row("keras.backend.dot", multiplied(), lenient=True, dtype=False),
    Row("keras.backend.repeat", call(of_rank(2), small)),
    Row("keras.backend.repeat_elements", call(of_rank(2), small, st.integers(0, 1))),
    Row("keras.backend.softmax", call(of_rank(2), axis=(st.integers(-1, 0),))),
    Row("keras.backend.one_hot", call(arrays(0, 2, ("int32",)), small)),
    Row("keras.backend.zeros", call(shape_or_size)),
    Row("keras.backend.random_normal", call(shape_or_size)),
    Row("keras.backend.int_shape", call(arrays(0, 3))),
    Row("keras.backend.ndim", call(arrays(0, 3))),
    Row("keras.backend.arange", counted().map(lambda drawn: (drawn[0], {})), dtype=False),
]

__all__ = ["BACKEND", "ROWS", "options"]
