"""Rows for products of matrices and tensors."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row
from models.tensorflow.drawing import FLOATS, axes, filled, positive, shapes, tensors


@st.composite
def products(draw):
    m, k, n = draw(positive), draw(positive), draw(positive)
    inner = draw(st.sampled_from([k, k, k, k + 1]))
    turns = draw(st.booleans()), draw(st.booleans())
    first = [k, m] if turns[0] else [m, k]
    second = [n, inner] if turns[1] else [inner, n]
    lead = list(draw(shapes(0, 2)))
    if draw(st.booleans()):
        first = [*lead, *first]
    if draw(st.booleans()):
        second = [*[draw(st.sampled_from([size, size, 1, size + 1])) for size in lead], *second]
    if draw(st.integers(0, 7)) == 0:
        second = second[-1:]
    return (filled(first), filled(second)), {"transpose_a": turns[0], "transpose_b": turns[1]}


@st.composite
def contracted(draw):
    a, b = (
        draw(tensors(1, 3, FLOATS, st.sampled_from([2, 3]))),
        draw(tensors(1, 3, FLOATS, st.sampled_from([2, 3]))),
    )
    if draw(st.booleans()):
        return (a, b, draw(st.integers(0, 2))), {}
    return (a, b, [[draw(axes(a.shape.rank))], [draw(axes(b.shape.rank))]]), {}


@st.composite
def einsums(draw):
    equation = draw(
        st.sampled_from(
            ["ij,jk->ik", "bij,bjk->bik", "bhqd,bhkd->bhqk", "ij->ji", "i,i->", "...d,de->...e", "...d,de->e"]
        )
    )
    terms = equation.partition("->")[0].split(",")
    sizes = {letter: draw(positive) for letter in "abcdeghijkqb"}
    inputs = []
    for term in terms:
        letters = term.replace("...", "")
        shape = [sizes[letter] for letter in letters]
        if "..." in term:
            shape = [2, *shape]
        if draw(st.integers(0, 6)) == 0:
            shape[-1] += 1
        inputs.append(filled(shape))
    return (equation, *inputs), {}


@st.composite
def vectors(draw):
    m, k = draw(positive), draw(positive)
    return (filled((m, k)), filled((draw(st.sampled_from([k, k, k + 1])),))), {}


@st.composite
def square(draw, extra=0):
    n = draw(positive)
    return (tf.eye(n, n + extra, batch_shape=draw(shapes(0, 1))),), {}


@st.composite
def solved(draw):
    n = draw(positive)
    return (tf.eye(n), filled((n, draw(positive)))), {}


ROWS = [
    Row("matmul", products()),
    Row("linalg.matmul", products()),
    Row("tensordot", contracted()),
    Row("einsum", einsums()),
    Row("linalg.matvec", vectors()),
    Row("linalg.trace", square()),
    Row("linalg.det", square()),
    Row("linalg.inv", square(), graph=False),
    Row("linalg.cholesky", square(), graph=False),
    Row("linalg.solve", solved(), graph=False),
    Row("linalg.lstsq", solved()),
    Row("linalg.pinv", square(1)),
    Row("linalg.diag", tensors(1, 2, FLOATS).map(lambda x: ((x,), {}))),
    Row("linalg.diag_part", tensors(2, 3, FLOATS).map(lambda x: ((x,), {})), open=True, unknown=True),
    Row("linalg.matrix_transpose", tensors(1, 3, FLOATS).map(lambda x: ((x,), {}))),
    Row("linalg.cross", st.just(((filled((2, 3)), filled((2, 3))), {}))),
    Row("linalg.global_norm", tensors(1, 2, FLOATS).map(lambda x: (([x, x],), {}))),
    Row("clip_by_global_norm", tensors(1, 2, FLOATS).map(lambda x: (([x, x], 1.0), {}))),
]
