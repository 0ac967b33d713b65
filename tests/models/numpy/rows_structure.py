"""Rows for shapes, joining and splitting."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import REALS, along, arrays, axes, call, filled, positive, shapes


@st.composite
def reshapes(draw, spread=False):
    x = draw(arrays())
    target = list(draw(shapes(0, 3, st.integers(1, 4))))
    if draw(st.booleans()):
        target = list(draw(st.permutations(x.shape)))
    if target and draw(st.booleans()):
        target[draw(st.integers(0, len(target) - 1))] = -1
    if draw(st.integers(0, 5)) == 0:
        target = [-1]
    return ((x, *target) if spread and target else (x, tuple(target))), {}


@st.composite
def permuted(draw, spread=False):
    x = draw(arrays())
    order = draw(st.permutations(range(x.ndim)))
    if draw(st.integers(0, 3)) == 0:
        order = draw(st.lists(st.integers(-2, 3), max_size=3))
    if draw(st.booleans()):
        return (x,), {}
    return ((x, *order) if spread else (x, tuple(order))), {}


@st.composite
def swapped(draw):
    x = draw(arrays(low=1))
    return (x, draw(axes(x.ndim, none=False, many=False)), draw(axes(x.ndim, none=False, many=False))), {}


@st.composite
def inserted_axes(draw):
    x = draw(arrays(high=2))
    axis = draw(st.integers(-4, 3) | st.lists(st.integers(-3, 3), max_size=2).map(tuple))
    return (x, axis), {}


@st.composite
def similar(draw, low=0, high=3, count=3, change=True):
    """Arrays of one shape, but for some axis or rank at times."""
    shape = list(draw(shapes(low, high, positive)))
    place = draw(st.integers(0, max(len(shape) - 1, 0)))
    parts = []
    for _ in range(draw(st.integers(1, count))):
        own = list(shape)
        if own and change:
            own[place] = draw(positive)
        if draw(st.integers(0, 11)) == 0:
            own = list(draw(shapes(low, high, positive)))
        parts.append(filled(tuple(own), draw(st.sampled_from(REALS))))
    return parts, len(shape), place


@st.composite
def joined(draw):
    parts, rank, place = draw(similar())
    axis = draw(st.just(place) | st.integers(-rank - 1, rank) | st.none())
    return (parts,), draw(st.sampled_from([{}, {"axis": axis}]))


@st.composite
def stacked(draw):
    parts, rank, _ = draw(similar(high=2, change=False))
    return (parts,), draw(st.sampled_from([{}, {"axis": draw(st.integers(-rank - 2, rank + 1))}]))


def sequence(**options):
    return similar(**options).map(lambda s: ((s[0],), {}))


@st.composite
def splits(draw):
    x = draw(arrays(low=1, size=st.integers(0, 6)))
    axis = draw(axes(x.ndim, none=False, many=False))
    parts = draw(st.integers(1, 4) | st.lists(st.integers(-2, 7), max_size=3))
    return (x, parts), draw(st.sampled_from([{}, {"axis": axis}]))


@st.composite
def paddings(draw):
    x = draw(arrays(size=positive))
    width = draw(
        st.sampled_from(
            [
                1,
                (1, 2),
                ((1, 2),),
                [(0, 1)] * (x.ndim + 1),
                (1,),
                *([[(1, 2)] * x.ndim, [(2,)] * x.ndim] if x.ndim else []),
            ]
        )
    )
    return (x, width), draw(st.sampled_from([{}, {"mode": "edge"}, {"constant_values": 3}]))


@st.composite
def repeats(draw):
    x = draw(arrays())
    axis = draw(axes(x.ndim, many=False))
    counts = draw(st.integers(0, 3) | st.lists(st.integers(0, 3), min_size=1, max_size=3))
    return (x, counts), draw(st.sampled_from([{}, {"axis": axis}]))


@st.composite
def deletions(draw):
    x = draw(arrays(low=1, size=st.integers(2, 4)))
    axis = draw(st.sampled_from([None, *range(-x.ndim, x.ndim)]))
    return (x, draw(st.sampled_from([0, 1, -1, [0, 1], [0]]))), {"axis": axis}


@st.composite
def insertions(draw):
    x = draw(arrays(low=1, size=st.integers(2, 4)))
    axis = draw(st.sampled_from([None, *range(-x.ndim, x.ndim)]))
    return (x, draw(st.sampled_from([0, 1])), 5), {"axis": axis}


@st.composite
def turns(draw):
    x = draw(arrays())
    return (x,), draw(st.sampled_from([{}, {"k": 2}, {"k": 3}, {"axes": (1, 0)}, {"axes": (0, 5)}]))


@st.composite
def moves(draw):
    x = draw(arrays(low=1))
    count = draw(st.integers(1, 2))
    one = st.integers(-x.ndim - 1, x.ndim)
    if count == 1:
        return (x, draw(one), draw(one)), {}
    return (x, draw(st.lists(one, min_size=1, max_size=2)), draw(st.lists(one, min_size=1, max_size=2))), {}


ROWS = [
    Row("numpy.reshape", reshapes()),
    Row("reshape", reshapes(), method="numpy"),
    Row("reshape", reshapes(spread=True), method="numpy"),
    Row("numpy.ravel", call(arrays())),
    Row("ravel", call(arrays()), method="numpy"),
    Row("flatten", call(arrays()), method="numpy"),
    Row("numpy.transpose", permuted()),
    Row("transpose", permuted(), method="numpy"),
    Row("transpose", permuted(spread=True), method="numpy"),
    Row("numpy.swapaxes", swapped()),
    Row("swapaxes", swapped(), method="numpy"),
    Row("numpy.moveaxis", moves()),
    Row("numpy.rollaxis", swapped(), lenient=True, unknown=False),
    Row("numpy.matrix_transpose", call(arrays())),
    Row("numpy.expand_dims", inserted_axes()),
    Row(
        "numpy.squeeze",
        along(size_=st.none()).map(lambda c: (c[0], {k: v for k, v in c[1].items() if k == "axis"})),
    ),
    Row("squeeze", along(positional=False), method="numpy"),
    Row("numpy.flip", along()),
    Row("numpy.flipud", call(arrays())),
    Row("numpy.fliplr", call(arrays())),
    Row("numpy.roll", call(arrays(), 2, axis=st.sampled_from([None, 0, 1]))),
    Row("numpy.rot90", turns()),
    Row("numpy.resize", call(arrays(size=positive), shapes())),
    Row("numpy.concatenate", joined()),
    Row("numpy.stack", stacked()),
    Row("numpy.vstack", sequence()),
    Row("numpy.hstack", sequence()),
    Row("numpy.dstack", sequence()),
    Row("numpy.column_stack", sequence(high=2)),
    Row("numpy.block", sequence(low=1, high=2)),
    Row("numpy.append", call(arrays(high=2), arrays(high=2), axis=st.none() | st.integers(-1, 1))),
    Row("numpy.split", splits()),
    Row("numpy.array_split", splits()),
    Row("numpy.vsplit", call(arrays(size=st.integers(1, 4)), st.integers(1, 3)), lenient=True),
    Row("numpy.hsplit", call(arrays(low=1, size=st.integers(1, 4)), st.integers(1, 3))),
    Row("numpy.repeat", repeats()),
    Row("repeat", repeats(), method="numpy"),
    Row("numpy.tile", call(arrays(), st.integers(0, 3) | shapes(1, 3))),
    Row("numpy.pad", paddings()),
    Row("numpy.delete", deletions()),
    Row("numpy.insert", insertions(), dtype=False),
    Row("numpy.trim_zeros", st.just(((np.array([0, 1, 2, 0]),), {})), open=True),
]
