"""Families of operations with a NumPy counterpart: elementwise, reductions, structure, joining, splitting."""

import numpy as np
from hypothesis import strategies as st

from ops.applications import (
    DTYPES,
    Application,
    axes,
    broadcastable,
    perturbed,
    positive,
    shapes,
    sizes,
    zeros,
)

FLOAT_UNARY = "exp log sqrt sin cos tan tanh exp2 expm1 log1p log2 log10 cbrt sinh cosh".split()
SAME_UNARY = {
    "negative": np.negative,
    "square": np.square,
    "abs": np.abs,
    "floor": np.floor,
    "sign": np.sign,
    "conj": np.conj,
    "real": np.real,
    "isnan": np.isnan,
    "logical_not": np.logical_not,
}
BINARY = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": np.power,
    "maximum": np.maximum,
    "floor_divide": np.floor_divide,
    "equal": np.equal,
    "less": np.less,
    "logical_and": np.logical_and,
    "atan2": np.arctan2,
    "hypot": np.hypot,
    "logaddexp": np.logaddexp,
    "bitwise_and": np.bitwise_and,
    "isclose": np.isclose,
}


@st.composite
def unary(draw):
    name = draw(st.sampled_from([*FLOAT_UNARY, *SAME_UNARY]))
    dtype = draw(st.sampled_from(["int32", "int64", "float16", "float32", "float64", "complex64"]))
    if name in ("cbrt", "floor", "sign") and dtype == "complex64":
        dtype = "float32"
    if name == "floor" and dtype.startswith("int"):
        dtype = "float64"
    function = SAME_UNARY.get(name) or getattr(np, name)
    return Application(name, (zeros(draw(shapes()), dtype),), {}, function)


@st.composite
def binary(draw):
    name = draw(st.sampled_from(list(BINARY)))
    kinds = ["int32", "int64"] if name == "bitwise_and" else ["int32", "int64", "float32", "float64"]
    pair = [zeros(s, draw(st.sampled_from(kinds))) for s in draw(broadcastable(2))]
    if name == "isclose":
        return Application(name, tuple(pair), {}, np.isclose)
    return Application(name, tuple(pair), {}, BINARY[name])


@st.composite
def promotion(draw):
    name = draw(st.sampled_from(["add", "multiply", "maximum", "where", "concat", "stack"]))
    a, b = (zeros((2,), draw(st.sampled_from(DTYPES))) for _ in range(2))
    if name == "where":
        return Application(name, (zeros((2,), "bool"), a, b), {}, np.where)
    if name == "concat":
        return Application(name, ([a, b],), {"axis": 0}, np.concatenate)
    if name == "stack":
        return Application(name, ([a, b],), {"axis": 0}, np.stack)
    return Application(name, (a, b), {}, getattr(np, name))


@st.composite
def ternary(draw):
    name = draw(st.sampled_from(["where", "clip"]))
    a, b, c = draw(broadcastable(3))
    if name == "where":
        return Application(name, (zeros(a, "bool"), zeros(b), zeros(c)), {}, np.where)
    return Application(name, (zeros(a), zeros(b), zeros(c)), {}, np.clip)


@st.composite
def some_axes(draw, rank):
    kind = draw(st.sampled_from(["none", "one", "one", "several"]))
    if kind == "none":
        return None
    if kind == "one":
        return draw(axes(rank))
    return tuple(draw(st.lists(axes(rank), max_size=3)))


REDUCTIONS = {
    "sum": np.sum,
    "prod": np.prod,
    "mean": np.mean,
    "max": np.max,
    "min": np.min,
    "any": np.any,
    "all": np.all,
    "std": np.std,
    "var": np.var,
    "count_nonzero": np.count_nonzero,
    "median": np.median,
    "nansum": np.nansum,
    "ptp": np.ptp,
    "norm": None,
}


@st.composite
def reduction(draw):
    name = draw(st.sampled_from([n for n in REDUCTIONS if n != "norm"]))
    shape = draw(shapes(1, 4, positive))
    axis = draw(some_axes(len(shape)))
    if name == "median" and axis == ():
        axis = None
    dtype = draw(st.sampled_from(["int8", "int32", "uint8", "float16", "float32", "float64"]))
    attributes = {"axis": axis, "keepdims": draw(st.booleans())}
    array = zeros(shape, dtype)
    if name == "ptp":
        attributes["axis"] = axis if isinstance(axis, int) else None
    return Application(name, (array,), attributes, REDUCTIONS[name], exact_dtype=name != "median")


@st.composite
def position(draw):
    name = draw(st.sampled_from(["argmax", "argmin"]))
    shape = draw(shapes(1, 4, positive))
    axis = draw(st.one_of(st.none(), axes(len(shape))))
    attributes = {"axis": axis, "keepdims": draw(st.booleans())}
    return Application(name, (zeros(shape),), attributes, getattr(np, name))


@st.composite
def cumulative(draw):
    name = draw(st.sampled_from(["cumsum", "cumprod"]))
    shape = draw(shapes(1, 3))
    axis = draw(st.one_of(st.none(), axes(len(shape))))
    dtype = draw(st.sampled_from(["int8", "int32", "uint8", "float32"]))
    return Application(name, (zeros(shape, dtype),), {"axis": axis}, getattr(np, name))


@st.composite
def reshape(draw):
    shape = draw(shapes(0, 4, st.sampled_from([0, 1, 2, 3, 4, 4, 6])))
    target = list(draw(st.permutations(shape)))
    for _ in range(draw(st.integers(0, 2))):
        if len(target) >= 2 and draw(st.booleans()):
            target[:2] = [target[0] * target[1]]
        else:
            target.insert(0, 1)
    if target and draw(st.booleans()):
        target[draw(st.integers(0, len(target) - 1))] = -1
    target = draw(perturbed(target))
    return Application("reshape", (zeros(shape),), {"shape": target}, np.reshape)


@st.composite
def transpose(draw):
    shape = draw(shapes())
    rank = len(shape)
    order = draw(
        st.one_of(st.none(), st.permutations(range(rank)).map(tuple), st.tuples(axes(rank), axes(rank)))
    )
    return Application("transpose", (zeros(shape),), {"axes": order}, np.transpose)


@st.composite
def move(draw):
    shape = draw(shapes())
    rank = len(shape)
    kind = draw(st.sampled_from(["swap", "move", "several", "flip", "rot90", "matrix"]))
    array = zeros(shape)
    if kind == "swap":
        a, b = draw(axes(rank)), draw(axes(rank))
        reference = lambda x, first, second: np.swapaxes(x, first, second)
        return Application("swapaxes", (array,), {"first": a, "second": b}, reference)
    if kind == "flip":
        return Application("flip", (array,), {"axis": draw(some_axes(rank))}, np.flip)
    if kind == "rot90":
        a, b = draw(axes(rank)), draw(axes(rank))
        reference = lambda x, turns, axes: np.rot90(x, turns, axes)
        return Application("rot90", (array,), {"turns": draw(st.integers(0, 3)), "axes": (a, b)}, reference)
    if kind == "matrix":
        return Application("matrix_transpose", (array,), {}, np.matrix_transpose)
    if kind == "several":
        count = draw(st.integers(0, 2))
        source, target = (tuple(draw(axes(rank)) for _ in range(count)) for _ in range(2))
    else:
        source, target = draw(axes(rank)), draw(axes(rank))
    return Application("moveaxis", (array,), {"source": source, "destination": target}, np.moveaxis)


@st.composite
def insert_or_drop(draw):
    kind = draw(st.sampled_from(["expand_dims", "squeeze", "squeeze", "broadcast_to", "atleast", "ravel"]))
    if kind == "expand_dims":
        shape = draw(shapes())
        axis = draw(st.one_of(axes(len(shape) + 1), st.tuples(axes(len(shape) + 2), axes(len(shape) + 2))))
        return Application(kind, (zeros(shape),), {"axis": axis}, np.expand_dims)
    if kind == "squeeze":
        shape = draw(shapes(0, 4, st.sampled_from([1, 1, 2, 3])))
        return Application(kind, (zeros(shape),), {"axis": draw(some_axes(len(shape)))}, np.squeeze)
    if kind == "broadcast_to":
        source, target = draw(broadcastable(2))
        return Application(kind, (zeros(source),), {"shape": target}, np.broadcast_to)
    if kind == "ravel":
        return Application("flatten", (zeros(draw(shapes())),), {}, np.ravel)
    rank = draw(st.integers(1, 3))
    function = [np.atleast_1d, np.atleast_2d, np.atleast_3d][rank - 1]
    return Application("atleast", (zeros(draw(shapes())),), {"rank": rank}, lambda x, rank: function(x))


@st.composite
def join(draw):
    kind = draw(st.sampled_from(["concat", "concat", "stack", "vstack", "hstack", "dstack", "column_stack"]))
    shape = draw(shapes(0 if kind != "concat" else 1, 3))
    count = draw(st.integers(1, 3))
    rank = len(shape)
    parts = []
    axis = draw(axes(rank + (kind == "stack")))
    for _ in range(count):
        part = list(shape)
        if kind != "stack" and part:
            k = axis if kind == "concat" and -rank <= axis < rank else min(1, rank - 1)
            part[k] = draw(sizes)
        parts.append(zeros(draw(perturbed(part, 9)), draw(st.sampled_from(["int32", "float32", "float64"]))))
    if kind == "concat":
        attributes = {"axis": draw(st.sampled_from([axis, axis, axis, None]))}
        return Application(kind, (parts,), attributes, np.concatenate)
    if kind == "stack":
        return Application(kind, (parts,), {"axis": axis}, np.stack)
    return Application(kind, (parts,), {}, getattr(np, kind))


@st.composite
def split(draw):
    kind = draw(st.sampled_from(["split", "array_split", "split_at", "unstack"]))
    shape = draw(shapes(1, 3, st.sampled_from([0, 1, 2, 3, 4, 6])))
    array, axis = zeros(shape), draw(axes(len(shape)))
    if kind == "unstack":
        reference = lambda x, axis: tuple(np.moveaxis(x, axis, 0))
        return Application(kind, (array,), {"axis": axis}, reference)
    if kind == "split_at":
        places = tuple(draw(st.lists(st.integers(-5, 7), max_size=3)))
        reference = lambda x, indices, axis: np.split(x, indices, axis)
        return Application(kind, (array,), {"indices": places, "axis": axis}, reference)
    sections = draw(st.integers(1, 4))
    reference = lambda x, sections, axis: getattr(np, kind)(x, sections, axis)
    return Application(kind, (array,), {"sections": sections, "axis": axis}, reference)


@st.composite
def grow(draw):
    kind = draw(st.sampled_from(["pad", "repeat", "repeats", "tile", "diff"]))
    shape = draw(shapes(0, 3))
    rank = len(shape)
    array = zeros(shape)
    if kind == "pad":
        count = rank if draw(st.integers(0, 5)) else rank + 1
        widths = tuple((draw(st.integers(0, 2)), draw(st.integers(0, 2))) for _ in range(count))
        if len(set(widths)) <= 1 or count == 1 or rank == 1:  # NumPy spreads a single pair over all axes
            widths = tuple((0, 0) for _ in range(rank))
        return Application(kind, (array,), {"widths": widths}, lambda x, widths: np.pad(x, widths or 0))
    if kind == "tile":
        reps = tuple(draw(st.lists(st.integers(0, 3), max_size=4)))
        return Application(kind, (array,), {"reps": reps}, np.tile)
    if kind == "diff":
        attributes = {"n": draw(st.integers(1, 2)), "axis": draw(axes(rank))}
        return Application(kind, (array,), attributes, np.diff)
    axis = draw(st.one_of(st.none(), axes(rank)))
    repeats = draw(st.integers(0, 3))
    if kind == "repeats" and axis is not None and -rank <= axis < rank:
        count = shape[axis] if draw(st.integers(0, 4)) else 2
        repeats = tuple(draw(st.integers(0, 2)) for _ in range(count))
    return Application("repeat", (array,), {"repeats": repeats, "axis": axis}, np.repeat)


FAMILIES = {
    f.__name__: f()
    for f in (
        unary,
        binary,
        promotion,
        ternary,
        reduction,
        position,
        cumulative,
        reshape,
        transpose,
        move,
        insert_or_drop,
        join,
        split,
        grow,
    )
}
