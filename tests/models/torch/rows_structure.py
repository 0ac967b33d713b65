"""Rows for shapes, joining, splitting, repeating and conversions."""

import torch
from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import NUMBERS, REALS, along, calls, dims, filled, flags, positive, shapes, tensors


@st.composite
def reshapes(draw, spread=False):
    x = draw(tensors())
    target = list(draw(shapes(0, 4)))
    if draw(st.booleans()):
        target = list(draw(st.permutations(x.shape)))
    if target and draw(st.booleans()):
        target[draw(st.integers(0, len(target) - 1))] = -1
    if draw(st.integers(0, 5)) == 0:
        target = [-1]
    return ((x, *target) if spread and target else (x, tuple(target))), {}


@st.composite
def permuted(draw, spread=False):
    x = draw(tensors())
    order = draw(st.permutations(range(x.ndim)))
    if draw(st.integers(0, 3)) == 0:
        order = draw(st.lists(st.integers(-2, 3), min_size=1, max_size=3))
    return ((x, *order) if spread and order else (x, tuple(order))), {}


@st.composite
def swapped(draw):
    x = draw(tensors())
    return (x, draw(dims(x.ndim)), draw(dims(x.ndim))), {}


@st.composite
def similar(draw, low=0, high=4, change=True):
    """Tensors of one shape, but for some axis or rank at times, and an axis."""
    shape = list(draw(shapes(low, high)))
    place = draw(st.integers(0, max(len(shape) - 1, 0)))
    parts = []
    dtype = draw(st.sampled_from(REALS))
    for _ in range(draw(st.integers(1, 3))):
        own = list(shape)
        if own and change:
            own[place] = draw(positive)
        if draw(st.integers(0, 11)) == 0:
            own = list(draw(shapes(low, high)))
        parts.append(filled(own, dtype if draw(st.booleans()) else draw(st.sampled_from(REALS))))
    axis = place if draw(st.booleans()) else draw(st.integers(-len(shape) - 1, len(shape)))
    return (parts,), ({"dim": axis} if draw(st.booleans()) else {"dim": place})


@st.composite
def expanded(draw, spread=True):
    x = draw(tensors())
    target = [draw(st.sampled_from([n, n, -1, n + 1 if n == 1 else n])) for n in x.shape]
    for _ in range(draw(st.integers(0, 1))):
        target.insert(0, draw(positive))
    if draw(st.integers(0, 6)) == 0:
        target = list(draw(shapes(0, 4)))
    return ((x, *target) if spread and target else (x, tuple(target))), {}


@st.composite
def repeated(draw, spread=True):
    x = draw(tensors())
    target = draw(st.lists(st.integers(1, 3), min_size=max(x.ndim - 1, 0), max_size=x.ndim + 1))
    return ((x, *target) if spread and target else (x, tuple(target))), {}


@st.composite
def flattened(draw):
    x = draw(tensors())
    a, b = draw(dims(x.ndim)), draw(dims(x.ndim))
    return draw(st.sampled_from([((x,), {}), ((x, a), {}), ((x, a, b), {}), ((x,), {"start_dim": a})]))


@st.composite
def unflattened(draw):
    x = draw(tensors(low=1))
    axis = draw(dims(x.ndim))
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 4
    parts = draw(st.sampled_from([(size, 1), (1, -1), (2, -1), (-1, 2), (size, 2)]))
    return (x, axis, parts), {}


@st.composite
def split(draw):
    x = draw(tensors(low=1))
    axis = draw(dims(x.ndim))
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 3
    how = draw(st.sampled_from([1, 2, 3, [1, size - 1], [size], [size, 1]]))
    return (x, how), {"dim": axis}


@st.composite
def places(draw):
    x = draw(tensors(low=1))
    axis = draw(dims(x.ndim))
    return (x, axis, draw(st.integers(-2, 3))), {}


@st.composite
def stretches(draw):
    x = draw(tensors(low=1))
    axis = draw(dims(x.ndim))
    return (x, axis, draw(st.integers(0, 2)), draw(st.integers(0, 3))), {}


@st.composite
def moved(draw):
    x = draw(tensors(low=1))
    if draw(st.booleans()):
        return (x, draw(dims(x.ndim)), draw(dims(x.ndim))), {}
    count = draw(st.integers(1, x.ndim))
    sources = draw(st.permutations(range(x.ndim)))[:count]
    targets = draw(st.permutations(range(x.ndim)))[:count]
    return (x, tuple(sources), tuple(targets)), {}


@st.composite
def interleaved(draw):
    x = draw(tensors(low=1))
    if draw(st.booleans()):
        return (x, draw(positive)), ({"dim": draw(dims(x.ndim))} if draw(st.booleans()) else {})
    axis = draw(dims(x.ndim))
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 3
    counts = torch.tensor([1] * draw(st.sampled_from([size, size, size + 1])))
    return (x, counts), {"dim": axis}


@st.composite
def several(draw, high=4):
    """A few tensors, one by one."""
    return tuple(draw(tensors(high=high)) for _ in range(draw(st.integers(1, 3)))), {}


@st.composite
def grids(draw):
    parts = tuple(draw(tensors(low=0, high=1, dtypes=("float32",))) for _ in range(draw(st.integers(1, 3))))
    return parts, draw(st.sampled_from([{}, {"indexing": "ij"}, {"indexing": "xy"}]))


ROWS = [
    Row("torch.reshape", reshapes()),
    Row("reshape", reshapes(spread=True), method=True),
    Row("view", reshapes(spread=True), method=True),
    Row("view_as", st.tuples(st.tuples(tensors(), tensors()), st.just({})), method=True),
    Row("reshape_as", st.tuples(st.tuples(tensors(), tensors()), st.just({})), method=True),
    Row("torch.flatten", flattened()),
    Row("flatten", flattened(), method=True),
    Row("unflatten", unflattened(), method=True),
    Row("torch.ravel", calls(tensors())),
    Row("torch.permute", permuted()),
    Row("permute", permuted(spread=True), method=True),
    *[Row(f"torch.{n}", swapped()) for n in ("transpose", "swapaxes", "swapdims")],
    Row("transpose", swapped(), method=True),
    Row("transpose_", swapped(), method=True),
    Row("torch.t", calls(tensors(high=3))),
    Row("t", calls(tensors(high=3)), method=True),
    Row("torch.movedim", moved()),
    Row("torch.adjoint", calls(tensors(low=2, dtypes=("float32",)))),
    Row("torch.squeeze", along()),
    Row("squeeze", along(many=True), method=True),
    Row("squeeze_", along(), method=True),
    Row("torch.unsqueeze", along(optional=False)),
    Row("unsqueeze", along(optional=False), method=True),
    *[Row(f"torch.atleast_{n}d", calls(tensors())) for n in (1, 2, 3)],
    Row("expand", expanded(), method=True),
    Row("torch.broadcast_to", expanded(spread=False)),
    Row("expand_as", st.tuples(st.tuples(tensors(), tensors()), st.just({})), method=True),
    Row("torch.broadcast_tensors", several()),
    Row(
        "torch.broadcast_shapes",
        st.tuples(st.lists(shapes(), min_size=1, max_size=3).map(tuple), st.just({})),
    ),
    Row("repeat", repeated(), method=True),
    Row("torch.tile", repeated(spread=False)),
    Row("tile", repeated(), method=True),
    Row("torch.repeat_interleave", interleaved(), open=True),
    Row("repeat_interleave", interleaved(), method=True, open=True),
    Row(
        "torch.flip",
        along(optional=False, named=False, many=True).map(
            lambda c: ((c[0][0], (c[0][1],) if isinstance(c[0][1], int) else c[0][1]), {})
        ),
        lenient=True,
    ),
    *[Row(f"torch.{n}", calls(tensors(low=2))) for n in ("fliplr", "flipud")],
    Row("torch.roll", calls(tensors(low=1), st.just(1), dims=st.integers(-2, 2))),
    Row("torch.rot90", calls(tensors(low=2), k=st.integers(-1, 2))),
    Row("torch.cat", similar()),
    Row("torch.stack", similar(change=False)),
    Row("torch.vstack", similar().map(lambda c: (c[0], {}))),
    Row("torch.hstack", similar().map(lambda c: (c[0], {}))),
    Row("torch.dstack", similar().map(lambda c: (c[0], {}))),
    Row("torch.column_stack", similar().map(lambda c: (c[0], {}))),
    Row("torch.meshgrid", grids(), lenient=True),
    Row("torch.chunk", along(st.integers(1, 5), low=1, optional=False)),
    Row("chunk", along(st.integers(1, 5), low=1, optional=False), method=True),
    Row("torch.split", split()),
    Row("split", split(), method=True),
    Row("torch.tensor_split", along(st.integers(1, 3), low=1, optional=False)),
    Row("torch.tensor_split", along(st.just((1, 2)), low=1, optional=False)),
    Row("torch.unbind", along(low=1)),
    Row("unbind", along(low=1), method=True),
    Row("torch.narrow", stretches()),
    Row("narrow", stretches(), method=True),
    Row("torch.select", places()),
    Row("unfold", stretches().map(lambda c: ((c[0][0], c[0][1], c[0][2] + 1, c[0][3] + 1), {})), method=True),
    *[
        Row(f"torch.{n}", calls(tensors(low=1, dtypes=NUMBERS), diagonal=st.integers(-1, 1)))
        for n in ("tril", "triu")
    ],
    Row("torch.diag", calls(tensors(high=3, dtypes=NUMBERS), diagonal=st.integers(-1, 1)), lenient=True),
    Row("torch.diagflat", calls(tensors(high=2, dtypes=NUMBERS))),
    Row(
        "torch.diagonal",
        swapped().map(lambda c: ((c[0][0],), {"dim1": c[0][1], "dim2": c[0][2]})),
        lenient=True,
    ),
    Row("torch.diag_embed", calls(tensors(low=1, dtypes=NUMBERS), offset=st.integers(-1, 1))),
    Row("torch.trace", calls(tensors(high=3, dtypes=("float32",))), lenient=True),
    Row("torch.block_diag", several(high=2).map(lambda c: (tuple(t.float() for t in c[0]), {}))),
    Row("torch.cartesian_prod", grids().map(lambda c: (c[0], {})), lenient=True),
    *[
        Row(n, calls(tensors()), method=True)
        for n in ("clone", "contiguous", "detach", "cpu", "T_", "numel", "dim")[:4]
    ],
    *[
        Row(n, calls(tensors()), method=True)
        for n in ("numel", "dim", "nelement", "size", "is_floating_point")
    ],
    Row("size", along(optional=False, named=False).map(lambda c: (c[0][:2], {})), method=True),
    *[
        Row(n, calls(tensors()), method=True)
        for n in ("float", "double", "half", "long", "int", "bool", "byte")
    ],
    Row("to", calls(tensors(), st.sampled_from([torch.float64, torch.int32, "cpu"])), method=True),
    Row("type", calls(tensors(), st.sampled_from(["torch.FloatTensor", torch.int64])), method=True),
    Row("type_as", st.tuples(st.tuples(tensors(), tensors()), st.just({})), method=True),
    Row("item", calls(shapes(0, 0).map(filled)), method=True),
    Row("torch.clone", calls(tensors())),
    Row("torch.numel", calls(tensors())),
    Row("torch.is_tensor", calls(tensors())),
    Row(
        "torch.hsplit",
        along(st.integers(1, 3), low=1, optional=True).map(
            lambda c: (c[0][:2], {}) if len(c[0]) > 1 else (c[0], {})
        ),
        lenient=True,
    ),
]

_ = flags
