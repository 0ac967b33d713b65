"""Rows for shapes, joining, splitting, gathering, slicing."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row, v1
from models.tensorflow.drawing import (
    BOOLS,
    FLOATS,
    NUMBERS,
    REALS,
    WHOLE,
    along,
    axes,
    filled,
    positive,
    shapes,
    similar,
    tensors,
    unary,
)


@st.composite
def reshapes(draw):
    x = draw(tensors())
    target = list(draw(shapes(0, 4)))
    if draw(st.booleans()):
        target = list(draw(st.permutations(list(x.shape))))
    if target and draw(st.booleans()):
        target[draw(st.integers(0, len(target) - 1))] = -1
    if draw(st.integers(0, 5)) == 0:
        target = [-1]
    form = draw(st.sampled_from([list, tuple, lambda t: tf.constant(t, tf.int32)]))
    return (x, form(target)), {}


@st.composite
def transposes(draw):
    x = draw(tensors())
    order = list(draw(st.permutations(range(x.shape.rank))))
    if draw(st.integers(0, 3)) == 0:
        order = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    return ((x, order) if draw(st.booleans()) else (x,)), {}


@st.composite
def inserted(draw, name="axis"):
    x = draw(tensors())
    return (x,), {name: draw(st.integers(-x.shape.rank - 2, x.shape.rank + 1))}


@st.composite
def squeezes(draw, name="axis"):
    x = draw(tensors(size=st.sampled_from([1, 1, 2])))
    return (x,), draw(st.sampled_from([{}, {name: draw(axes(x.shape.rank, True, listed=True))}]))


@st.composite
def joined(draw):
    parts, place, rank = draw(similar(1, 3))
    return (parts, draw(st.sampled_from([place, place, place - rank, place + 1]))), {}


@st.composite
def stacked(draw):
    parts, _, rank = draw(similar(0, 3, change=False))
    return (parts,), {"axis": draw(st.integers(-rank - 1, rank))}


@st.composite
def unstacked(draw):
    x = draw(tensors(1, 3))
    keywords = {"axis": draw(axes(x.shape.rank))}
    if draw(st.booleans()):
        keywords["num"] = draw(positive)
    return (x,), keywords


@st.composite
def splits(draw):
    x = draw(tensors(1, 3, size=st.sampled_from([2, 4, 6])))
    place = draw(axes(x.shape.rank))
    size = int(x.shape[place]) if -x.shape.rank <= place < x.shape.rank else 2
    parts = draw(st.sampled_from([2, 3, size, [1, size - 1], [1, -1], [1, size]]))
    return (x, parts), {"axis": place}


@st.composite
def tiles(draw):
    x = draw(tensors(1, 3))
    count = x.shape.rank + draw(st.sampled_from([0, 0, 0, 1]))
    return (x, draw(st.lists(positive, min_size=count, max_size=count))), {}


@st.composite
def repeats(draw):
    x = draw(tensors(1, 3))
    place = draw(axes(x.shape.rank, none=True))
    size = x.shape[place] if place is not None and -x.shape.rank <= place < x.shape.rank else 1
    counts = draw(st.sampled_from([2, [2] * int(size), [3]]))
    return (x, counts), {"axis": place}


@st.composite
def broadcasts(draw):
    x = draw(tensors(0, 3, size=st.sampled_from([1, 2])))
    goal = [draw(positive) if size == 1 else int(size) for size in x.shape]
    if draw(st.booleans()):
        goal = [draw(positive), *goal]
    if goal and draw(st.integers(0, 4)) == 0:
        goal[-1] += 1
    return (x, goal), {}


@st.composite
def pads(draw):
    x = draw(tensors(1, 3, FLOATS))
    count = x.shape.rank + draw(st.sampled_from([0, 0, 0, 1]))
    widths = [[draw(st.integers(0, 2)), draw(st.integers(0, 2))] for _ in range(count)]
    form = draw(st.sampled_from([list, tf.constant]))
    return (x, form(widths)), draw(st.sampled_from([{}, {"mode": "REFLECT"}, {"mode": "CONSTANT"}]))


@st.composite
def gathers(draw):
    x = draw(tensors(1, 3))
    places = tf.zeros(draw(shapes(0, 2)), draw(st.sampled_from([tf.int32, tf.int64])))
    return (x, places), draw(st.sampled_from([{}, {"axis": draw(axes(x.shape.rank))}]))


@st.composite
def batched_gathers(draw):
    batch = draw(positive)
    x = filled((batch, *draw(shapes(1, 2))))
    places = tf.zeros((batch, *draw(shapes(0, 1))), tf.int32)
    return (x, places), {"batch_dims": 1, "axis": draw(st.sampled_from([1, x.shape.rank - 1]))}


@st.composite
def gathers_nd(draw):
    x = draw(tensors(1, 3))
    return (x, tf.zeros((*draw(shapes(0, 2)), draw(st.integers(1, 4))), tf.int32)), {}


@st.composite
def scattered(draw):
    shape = list(draw(shapes(1, 3)))
    outer = list(draw(shapes(1, 2)))
    depth = draw(st.integers(1, 4))
    rest = shape[depth:] if draw(st.integers(0, 3)) else [5]
    return (tf.zeros((*outer, depth), tf.int32), filled((*outer, *rest)), shape), {}


@st.composite
def updated(draw):
    (indices, updates, shape), _ = draw(scattered())
    return (filled(shape), indices, updates), {}


@st.composite
def patches(draw):
    x = filled((2, draw(st.integers(3, 8)), draw(st.integers(3, 8)), draw(st.integers(1, 3))))
    sizes = [1, draw(st.integers(1, 3)), draw(st.integers(1, 3)), 1]
    strides = [1, draw(st.integers(1, 3)), draw(st.integers(1, 3)), 1]
    return (x, sizes, strides, [1, 1, 1, 1], draw(st.sampled_from(["VALID", "SAME"]))), {}


@st.composite
def slices(draw):
    x = draw(tensors(1, 3))
    begin = [draw(st.integers(0, int(size))) for size in x.shape]
    size = [draw(st.sampled_from([-1, 0, 1, int(n) - b])) for b, n in zip(begin, x.shape)]
    return (x, begin, size), {}


@st.composite
def strided(draw):
    x = draw(tensors(1, 3))
    count = draw(st.integers(1, x.shape.rank))
    begin = [draw(st.integers(-2, 3)) for _ in range(count)]
    end = [draw(st.integers(-2, 5)) for _ in range(count)]
    return (x, begin, end), {}


@st.composite
def masked(draw):
    x = draw(tensors(1, 3))
    count = draw(st.integers(1, x.shape.rank))
    shape = [int(size) for size in x.shape[:count]]
    if draw(st.integers(0, 3)) == 0:
        shape[0] += 1
    return (x, tf.ones(shape, tf.bool)), {}


@st.composite
def reversed_(draw):
    x = draw(tensors(1, 3))
    return (x, draw(axes(x.shape.rank, True, listed=True).filter(lambda v: isinstance(v, list)))), {}


@st.composite
def rolled(draw):
    x = draw(tensors(1, 3))
    return (x, 1, draw(axes(x.shape.rank))), {}


@st.composite
def grids(draw):
    parts = tuple(draw(st.lists(tensors(1, 1, FLOATS), min_size=1, max_size=3)))
    return parts, draw(st.sampled_from([{}, {"indexing": "ij"}]))


@st.composite
def blocks(draw, deep):
    block = draw(st.sampled_from([2, 3]))
    n, h, w, c = (draw(positive) for _ in range(4))
    shape = (n, h, w, c * block * block) if deep else (n, h * block, w * block, c)
    if draw(st.integers(0, 4)) == 0:
        shape = (n, 5, 7, 5)
    return (filled(shape), block), {}


@st.composite
def segments(draw, total):
    rows = draw(positive)
    x = filled((rows, *draw(shapes(0, 2))))
    count = rows + draw(st.sampled_from([0, 0, 0, 1]))
    return (x, tf.zeros([count], tf.int32), *((3,) if total else ())), {}


@st.composite
def stated(draw):
    x = draw(tensors(0, 3, FLOATS))
    want = [draw(st.sampled_from([None, int(size), int(size), int(size) + 1])) for size in x.shape]
    if draw(st.integers(0, 4)) == 0:
        want = [*want, 1]
    return (x, want), {}


@st.composite
def shape_vectors(draw):
    x = draw(tensors(0, 4))
    return (x,), draw(st.sampled_from([{}, {"out_type": tf.int64}]))


ROWS = [
    Row("reshape", reshapes()),
    Row("transpose", transposes()),
    Row("expand_dims", inserted()),
    Row("expand_dims", inserted("dim"), real=v1.expand_dims),
    Row("squeeze", squeezes()),
    Row("squeeze", squeezes("squeeze_dims"), real=v1.squeeze),
    Row("concat", joined()),
    Row("stack", stacked()),
    Row("unstack", unstacked()),
    Row("split", splits()),
    Row("tile", tiles()),
    Row("repeat", repeats()),
    Row("broadcast_to", broadcasts()),
    Row("pad", pads()),
    Row("gather", gathers(), lenient=True),
    Row("gather", batched_gathers(), lenient=True),
    Row("gather_nd", gathers_nd(), lenient=True),
    Row("scatter_nd", scattered(), lenient=True),
    Row("tensor_scatter_nd_update", updated(), lenient=True),
    Row("tensor_scatter_nd_add", updated(), lenient=True),
    Row("image.extract_patches", patches()),
    Row("slice", slices()),
    Row("strided_slice", strided()),
    Row("boolean_mask", masked(), open=True),
    Row("reverse", reversed_()),
    Row("roll", rolled()),
    Row("meshgrid", grids()),
    Row("nn.space_to_depth", blocks(False)),
    Row("nn.depth_to_space", blocks(True)),
    Row("math.segment_sum", segments(False), open=True),
    Row("math.unsorted_segment_sum", segments(True)),
    Row("ensure_shape", stated()),
    Row("shape", shape_vectors()),
    Row("size", unary(dtypes=REALS)),
    Row("rank", unary(dtypes=REALS)),
    Row("linalg.band_part", tensors(2, 3, FLOATS).map(lambda x: ((x, -1, 0), {}))),
    Row("random.shuffle", unary(1)),
    Row(
        "reverse_sequence",
        tensors(2, 3).map(lambda x: ((x, [1] * int(x.shape[0])), {"seq_axis": 1})),
        graph=False,
    ),
    Row(
        "dynamic_partition",
        st.integers(1, 4).map(lambda n: ((filled((n, 2)), tf.zeros([n], tf.int32), 2), {})),
        open=True,
    ),
    Row("searchsorted", st.just(((filled((4,)), filled((3,))), {}))),
    Row("math.argmax", along(1, dtypes=NUMBERS)),
    Row("where", unary(1, 2, BOOLS), open=True),
    Row("one_hot", tensors(0, 2, WHOLE).map(lambda x: ((x, 5), {}))),
]
