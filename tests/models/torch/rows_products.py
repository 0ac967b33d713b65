"""Rows for products, linear algebra and Fourier transforms."""

from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import BOTH, along, calls, filled, flags, positive, shapes, tensors


@st.composite
def factors(draw, low=1, high=3, both=None):
    """Two tensors whose inner sizes agree in most cases."""
    k = draw(positive)
    ranks = both or (draw(st.integers(low, high)), draw(st.integers(low, high)))
    batch = draw(shapes(0, 2))
    left = [*batch, draw(positive), k][-ranks[0] :] if ranks[0] > 1 else [k]
    right = [*batch, k, draw(positive)][-ranks[1] :] if ranks[1] > 1 else [k]
    if draw(st.integers(0, 4)) == 0 and right:
        place = draw(st.integers(0, len(right) - 1))
        right[place] = draw(positive)
    dtypes = draw(
        st.sampled_from([("float32", "float32")] * 4 + [("float32", "float64"), ("float32", "int64")])
    )
    return (filled(left, dtypes[0]), filled(right, dtypes[1])), {}


@st.composite
def stacks(draw):
    b, m, k, n = (draw(positive) for _ in range(4))
    c = draw(st.sampled_from([b, b, b + 1]))
    j = draw(st.sampled_from([k, k, k + 1]))
    shapes_ = [(b, m, k), (c, j, n)]
    if draw(st.integers(0, 5)) == 0:
        shapes_[draw(st.integers(0, 1))] = (m, k)
    return tuple(filled(shape) for shape in shapes_), {}


@st.composite
def sums(draw):
    m, k, n = (draw(positive) for _ in range(3))
    first = draw(st.sampled_from([(m, n), (n,), (1, n), (), (m, n + 1)]))
    j = draw(st.sampled_from([k, k, k + 1]))
    return (filled(first), filled((m, k)), filled((j, n))), {}


@st.composite
def equations(draw):
    a, b, c, d = (draw(positive) for _ in range(4))
    e = draw(st.sampled_from([c, c, c + 1]))
    return draw(
        st.sampled_from(
            [
                (("bij,bjk->bik", filled((a, b, c)), filled((a, e, d))), {}),
                (("ij,jk", filled((a, c)), filled((e, d))), {}),
                (("ii", filled((c, e))), {}),
                (("bhid,bhjd->bhij", filled((a, b, c, d)), filled((a, b, e, d))), {}),
                (("...ij,...jk->...ik", filled((a, b, c)), filled((a, e, d))), {}),
                (("...ij->ij", filled((a, b, c))), {}),
                (("ij->ji", filled((a, b))), {}),
                (("ij->j", filled((a, b, c) if e != c else (a, b))), {}),
                (("i,j->ij", filled((a,)), filled((b,))), {}),
            ]
        )
    )


@st.composite
def dotted(draw):
    m, n = draw(positive), draw(positive)
    return (filled((m, n)), filled((draw(st.sampled_from([n, n, m])), draw(positive)))), draw(
        st.sampled_from([{"dims": 1}, {"dims": ([1], [0])}, {"dims": ([0], [0])}])
    )


@st.composite
def squares(draw, high=3):
    n = draw(positive)
    shape = [*draw(shapes(0, high - 2)), n, draw(st.sampled_from([n, n, n, n + 1]))]
    return (filled(shape, draw(st.sampled_from(BOTH))),), {}


@st.composite
def well_behaved(draw):
    """Symmetric positive matrices."""
    import torch

    n = draw(positive)
    shape = [*draw(shapes(0, 1)), n, n]
    return (torch.eye(n).expand(*shape).clone() * 3,), {}


@st.composite
def systems(draw):
    import torch

    n = draw(positive)
    right = draw(st.sampled_from([(n,), (n, 2), (n + 1,), (n + 1, 2)]))
    return (torch.eye(n) * 2, filled(right)), {}


@st.composite
def weighted(draw):
    k, n = draw(positive), draw(positive)
    x = filled((*draw(shapes(0, 3)), draw(st.sampled_from([k, k, k, k + 1]))))
    weight = filled((n, k))
    bias = draw(st.sampled_from([None, filled((n,)), filled((n,)), filled((n + 1,))]))
    return ((x, weight) if bias is None else (x, weight, bias)), {}


ROWS = [
    Row("torch.matmul", factors()),
    Row("matmul", factors(), method=True),
    Row("torch.mm", factors(both=(2, 2))),
    Row("mm", factors(), method=True),
    Row("torch.bmm", stacks()),
    Row("bmm", stacks(), method=True),
    Row("torch.mv", factors(both=(2, 1))),
    Row("torch.dot", factors(both=(1, 1))),
    Row("torch.dot", factors()),
    Row(
        "torch.inner",
        st.tuples(st.tuples(tensors(dtypes=("float32",)), tensors(dtypes=("float32",))), st.just({})),
    ),
    Row(
        "torch.outer",
        st.tuples(
            st.tuples(tensors(high=2, dtypes=("float32",)), tensors(high=2, dtypes=("float32",))), st.just({})
        ),
    ),
    Row("torch.addmm", sums(), lenient=True),
    Row("torch.baddbmm", stacks().map(lambda c: ((filled((1,)), *c[0]), {}))),
    Row("torch.einsum", equations(), lenient=True),
    Row("torch.tensordot", dotted()),
    Row("torch.kron", st.tuples(st.tuples(tensors(high=3), tensors(high=3)), st.just({})), dtype=False),
    Row(
        "torch.cdist",
        stacks().map(lambda c: ((c[0][0], filled((*c[0][1].shape[:-2], 3, c[0][1].shape[-2]))), {})),
        lenient=True,
    ),
    Row("torch.chain_matmul", factors(both=(2, 2))),
    Row("torch.nn.functional.linear", weighted()),
    *[
        Row(f"torch.linalg.{n}", squares(), lenient=True)
        for n in ("det", "matrix_exp", "eigvals", "matrix_rank", "pinv")
    ],
    *[Row(f"torch.linalg.{n}", well_behaved()) for n in ("inv", "cholesky", "eigh", "eigvalsh", "slogdet")],
    Row("torch.linalg.eig", well_behaved()),
    Row("torch.linalg.svd", squares().flatmap(lambda c: flags().map(lambda f: (c[0], {"full_matrices": f})))),
    Row("torch.svd", squares()),
    Row("torch.linalg.qr", squares()),
    Row("torch.linalg.solve", systems()),
    Row("torch.linalg.lstsq", systems(), open=True, lenient=True, dtype=False),
    Row("torch.linalg.norm", along(dtypes=BOTH).map(lambda c: ((c[0][0],), c[1])), lenient=True),
    Row("torch.linalg.vector_norm", along(dtypes=BOTH, keepdim=flags()).map(lambda c: ((c[0][0],), c[1]))),
    Row("torch.inverse", well_behaved()),
    Row("torch.det", squares(), lenient=True),
    *[
        Row(f"torch.fft.{n}", along(low=1, dtypes=BOTH).map(lambda c: ((c[0][0],), c[1])), lenient=True)
        for n in ("fft", "ifft", "rfft", "irfft")
    ],
    *[
        Row(f"torch.fft.{n}", calls(tensors(low=2, dtypes=BOTH)), lenient=True)
        for n in ("fft2", "ifft2", "rfft2", "fftn", "rfftn")
    ],
    Row("torch.fft.fftshift", calls(tensors(low=1, dtypes=BOTH))),
    Row(
        "torch.nn.functional.cosine_similarity",
        st.tuples(
            st.tuples(tensors(low=1, dtypes=("float32",)), tensors(low=1, dtypes=("float32",))), st.just({})
        ),
        lenient=True,
    ),
    Row(
        "torch.nn.functional.pairwise_distance",
        st.tuples(
            st.tuples(tensors(low=1, dtypes=("float32",)), tensors(low=1, dtypes=("float32",))), st.just({})
        ),
        lenient=True,
    ),
]
