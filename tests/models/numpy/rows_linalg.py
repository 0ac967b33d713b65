"""Rows for products, linear algebra and Fourier transforms."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import FLOATS, NUMBERS, arrays, axes, call, filled, matrices, positive, shapes

SQUARE = ["inv", "det", "eigvals", "eigvalsh", "cholesky", "slogdet", "eig", "eigh"]


@st.composite
def products(draw, high=3):
    """Two arrays whose summed axes agree in most cases."""
    inner = draw(positive)
    left = [*draw(shapes(0, high - 1, positive)), inner]
    right = [*draw(shapes(0, high - 2, st.just(left[0]) | positive)), inner, *draw(shapes(0, 1, positive))]
    if draw(st.integers(0, 5)) == 0:
        right = list(draw(shapes(0, high, positive)))
    return filled(tuple(left), draw(st.sampled_from(NUMBERS))), filled(
        tuple(right), draw(st.sampled_from(NUMBERS))
    )


def two(strategy):
    return strategy.map(lambda pair: (tuple(pair), {}))


@st.composite
def contracted(draw):
    a, b = draw(products())
    axes = draw(st.sampled_from([0, 1, 2, ([-1], [0]), (0, 0), ((0, 1), (1, 0))]))
    return (a, b), {"axes": axes}


@st.composite
def einsums(draw):
    text, ranks = draw(
        st.sampled_from(
            [
                ("ij,jk->ik", (2, 2)),
                ("ij,jk", (2, 2)),
                ("bij,bjk->bik", (3, 3)),
                ("ii->i", (2,)),
                ("ii", (2,)),
                ("...ij,...jk->...ik", (3, 2)),
                ("...ij->ij", (2,)),
                ("...ij,jk->ik", (3, 2)),
                ("i,j->ij", (1, 1)),
                ("ij->", (2,)),
                ("ij,kl->z", (2, 2)),
            ]
        )
    )
    size = st.sampled_from([2, 2, 2, 3])
    return (text, *(draw(arrays(rank, rank, dtypes=NUMBERS, size=size)) for rank in ranks)), {}


@st.composite
def systems(draw):
    n = draw(positive)
    lead = draw(shapes(0, 1, positive))
    a = filled((*lead, n, n), "float64") + 5 * np.eye(n)
    shape = draw(st.sampled_from([(n,), (n, 2), (*lead, n, 3), (n + 1,), (n + 1, 2), ()]))
    return (a, filled(shape, "float64")), {}


@st.composite
def least_squares(draw):
    m, n = draw(positive), draw(positive)
    shape = draw(st.sampled_from([(m,), (m, 2), (m + 1,)]))
    return (filled((m, n), "float64"), filled(shape, "float64")), {}


@st.composite
def norms(draw):
    x = draw(arrays(dtypes=NUMBERS, size=positive))
    axis = draw(axes(x.ndim, many=False) | st.just((0, 1)))
    return (x,), {"axis": axis, "keepdims": draw(st.booleans())}


@st.composite
def transforms(draw):
    x = draw(arrays(low=1, dtypes=FLOATS, size=positive))
    keywords = {}
    if draw(st.booleans()):
        keywords["n"] = draw(positive)
    if draw(st.booleans()):
        keywords["axis"] = draw(axes(x.ndim, none=False, many=False))
    return (x,), keywords


@st.composite
def large_transforms(draw):
    x = draw(arrays(low=2, dtypes=FLOATS, size=st.integers(2, 4)))
    keywords = {}
    if draw(st.booleans()):
        keywords["axes"] = draw(st.sampled_from([(0, 1), (-1, -2), (1,), (0,)]))
    if draw(st.booleans()):
        keywords["s"] = tuple(draw(st.lists(st.integers(2, 4), min_size=2, max_size=2)))[
            : len(keywords.get("axes", (0, 1)))
        ]
    return (x,), keywords


vector = arrays(low=1, high=1, dtypes=("float64",), size=positive)

ROWS = [
    Row("numpy.dot", two(products())),
    Row("dot", two(products()), method="numpy"),
    Row("numpy.matmul", two(products())),
    Row("numpy.inner", two(products())),
    Row("numpy.vdot", two(products(high=2))),
    Row("numpy.outer", call(arrays(dtypes=NUMBERS), arrays(dtypes=NUMBERS))),
    Row("numpy.kron", call(arrays(dtypes=NUMBERS, size=positive), arrays(dtypes=NUMBERS, size=positive))),
    Row(
        "numpy.cross",
        call(arrays(1, 2, NUMBERS, st.sampled_from([3, 3, 2, 1])), arrays(1, 2, NUMBERS, st.just(3))),
    ),
    Row("numpy.tensordot", contracted()),
    Row("numpy.einsum", einsums()),
    Row("numpy.trace", call(arrays(dtypes=NUMBERS))),
    Row("trace", call(arrays(dtypes=NUMBERS)), method="numpy"),
    Row(
        "numpy.convolve",
        call(
            arrays(high=2, dtypes=NUMBERS, size=positive),
            arrays(high=1, dtypes=NUMBERS, size=positive),
            mode=st.sampled_from(["full", "same", "valid"]),
        ),
    ),
    Row("numpy.correlate", call(vector, vector)),
    Row(
        "numpy.polyfit",
        call(filled((5,), "float64"), arrays(1, 2, ("float64",), st.sampled_from([5, 5, 4])), 2),
    ),
    Row("numpy.polyval", call(vector, arrays(dtypes=FLOATS)), dtype=False),
    *(
        Row(f"numpy.linalg.{name}", call(matrices(low=1, square=True)))
        for name in SQUARE
        if name != "cholesky"
    ),
    *(Row(f"numpy.linalg.{name}", call(matrices(square=False))) for name in ("det", "eig", "eigh")),
    Row("numpy.linalg.cholesky", call(positive.map(lambda n: np.eye(n)))),
    Row("numpy.linalg.pinv", call(matrices(low=1))),
    Row("numpy.linalg.matrix_power", call(matrices(square=True), 3)),
    Row("numpy.linalg.matrix_rank", call(matrices(low=1)), dtype=False),
    Row(
        "numpy.linalg.solve", systems(), lenient=True
    ),  # a stack of vectors is read differently by NumPy 1 and 2
    Row("numpy.linalg.lstsq", least_squares(), open=True, dtype=False),
    Row("numpy.linalg.norm", norms(), lenient=True),  # the norm of more than two axes at once
    Row("numpy.linalg.svd", call(matrices(low=1), full_matrices=st.booleans(), compute_uv=st.booleans())),
    Row("numpy.linalg.qr", call(matrices(low=1), mode=st.sampled_from(["reduced", "complete", "r"]))),
    Row("numpy.linalg.cond", call(matrices(square=True))),
    Row("numpy.linalg.multi_dot", st.just((([np.ones((2, 3)), np.ones((3, 4)), np.ones((4,))],), {}))),
    *(
        Row(f"numpy.fft.{name}", transforms(), lenient=True)
        for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
    ),
    *(
        Row(f"numpy.fft.{name}", large_transforms())
        for name in ("fft2", "ifft2", "rfft2", "fftn", "rfftn", "irfftn")
    ),
    Row("numpy.fft.fftshift", call(arrays(low=1))),
    Row("numpy.fft.fftfreq", call(positive)),
    Row("numpy.fft.rfftfreq", call(positive)),
]
