"""Products over any axes as products of matrices, by native code: as NumPy."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.library.alone import switches

from compile.pairs import numbers, same

DTYPES = ["float64", "float32", "complex128"]
CASES = {
    "dot of vectors": (ops.dot, (5,), (5,)),
    "dot of stacks": (ops.dot, (2, 3, 4), (5, 4, 6)),
    "dot with a number": (ops.dot, (), (3, 4)),
    "inner": (ops.inner, (2, 3, 4), (5, 4)),
    "outer": (ops.outer, (2, 3), (4,)),
    "vdot": (ops.vdot, (3, 4), (4, 3)),
    "vector_dot": (ops.vector_dot, (7,), (7,)),
    "mv": (ops.mv, (3, 4), (4,)),
    "mm": (ops.mm, (3, 4), (4, 5)),
    "bmm": (ops.bmm, (2, 3, 4), (2, 4, 5)),
    "kron": (ops.kron, (2, 3), (4, 5)),
    "kron of another rank": (ops.kron, (3,), (2, 5)),
    "tensordot": (lambda a, b: ops.tensordot(a, b, axes=2), (2, 3, 4), (3, 4, 5)),
    "tensordot of named axes": (
        lambda a, b: ops.tensordot(a, b, axes=((0, 2), (1, 0))),
        (2, 3, 4),
        (4, 2, 5),
    ),
    "tensordot of none": (lambda a, b: ops.tensordot(a, b, axes=0), (2, 3), (4,)),
    "batch_dot": (lambda a, b: ops.batch_dot(a, b, axes=(2, 1)), (2, 3, 4), (2, 4, 5)),
    "transposed": (lambda a, b: ops.matmul(a, b, transpose_a=True, transpose_b=True), (2, 4, 3), (2, 5, 4)),
    "stretched": (ops.matmul, (5, 1, 2, 3), (4, 3, 2)),
    "empty": (ops.matmul, (2, 0), (0, 3)),
    "contracted": (
        lambda a, b: ops.contracted(a, b, contracting=((3, 1), (0, 2)), batch=((0,), (1,))),
        (2, 3, 4, 5),
        (5, 2, 3, 6),
    ),
}
EQUATIONS = [
    ("ij,jk->ik", (3, 4), (4, 5)),
    ("ij,jk", (3, 4), (4, 5)),
    ("ij,kj->ki", (3, 4), (5, 4)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("bhqd,bhkd->bhqk", (2, 3, 4, 5), (2, 3, 6, 5)),
    ("i,j->ij", (3,), (4,)),
    ("i,i->", (3,), (3,)),
    ("i,i->i", (3,), (3,)),
    ("ij,ij->i", (3, 4), (3, 4)),
    ("ijk->kji", (2, 3, 4)),
    ("ijk->j", (2, 3, 4)),
    ("ij->", (3, 4)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
    ("ij,jk,k->i", (2, 3), (3, 4), (4,)),
    ("...ij,...jk->...ik", (2, 3, 4), (2, 4, 5)),
    ("ijl,jk->ki", (2, 3, 5), (3, 4)),
    ("ab,cd->abcd", (2, 3), (4, 5)),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", CASES)
def test_products(name, dtype):
    call, *shapes = CASES[name]
    arrays = [numbers(shape, dtype, seed) for seed, shape in enumerate(shapes)]
    same(call, *arrays, named=False)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", EQUATIONS, ids=lambda case: case[0])
def test_equations(case, dtype):
    equation, *shapes = case
    arrays = [numbers(shape, dtype, seed) for seed, shape in enumerate(shapes)]
    same(lambda *symbols: ops.einsum(symbols, equation=equation), *arrays, named=False)


def test_sums_with_a_third():
    arrays = [numbers(shape, "float64", seed) for seed, shape in enumerate([(3, 5), (3, 4), (4, 5)])]
    same(ops.addmm, *arrays)
    arrays = [numbers(shape, "float32", seed) for seed, shape in enumerate([(2, 3, 5), (2, 3, 4), (2, 4, 5)])]
    same(ops.baddbmm, *arrays, named=False)


def test_dtypes_meet():
    same(ops.matmul, numbers((3, 4), "float32"), numbers((4, 2), "float64"), close=1e-6)
    same(ops.matmul, np.arange(6).reshape(2, 3), numbers((3, 2), "float64"))
    same(
        lambda a, b: ops.einsum((a, b), equation="ij,jk->ik"),
        np.arange(6).reshape(2, 3),
        numbers((3, 2), "float64"),
    )


def test_names_of_sizes():
    x, y = gn.symbol("x", ("b", "n", "d")), gn.symbol("y", ("d", "k"))
    f = gn.function([x, y], gn.einsum("bnd,dk->bkn", x, y))
    a, b = numbers((2, 3, 4), "float64"), numbers((4, 5), "float64")
    np.testing.assert_allclose(f(a, b), np.einsum("bnd,dk->bkn", a, b))
    assert f.is_native


@pytest.mark.skipif(switches() is None, reason="NumPy has another BLAS than the one of its wheels")
@pytest.mark.parametrize("count", [3, 1])
@pytest.mark.parametrize("side", [64, 300])
def test_how_many_threads_the_library_has_is_left_as_it_was(count, side):
    """Small products keep it to one thread, but only while they run."""
    import ctypes

    addresses = switches()
    tell = ctypes.CFUNCTYPE(ctypes.c_int)(addresses["blas_threads"])
    use = ctypes.CFUNCTYPE(None, ctypes.c_int)(addresses["blas_use"])
    before = tell()
    use(count)
    try:
        x = gn.symbol("x", shape=("n", "n"))
        matrix = np.eye(side) * 4 + np.arange(side) / side
        found = gn.function([x], [x @ x, gn.linalg.cholesky(x @ x.T)])(matrix)
        assert tell() == count
        np.testing.assert_allclose(found[0], matrix @ matrix, rtol=1e-12)
        np.testing.assert_allclose(found[1], np.linalg.cholesky(matrix @ matrix.T), rtol=1e-9, atol=1e-12)
    finally:
        use(before)


SHARED = {
    "rows": (lambda a, b: a @ b, (301, 64), (64, 70)),
    "rows of a transpose": (lambda a, b: a.T @ b, (64, 301), (64, 70)),
    "rows by a transpose": (lambda a, b: a @ b.T, (301, 64), (70, 64)),
    "few rows": (lambda a, b: a @ b, (3, 1100), (1100, 400)),
    "rows of several chunks": (lambda a, b: a @ b, (1100, 300), (300, 130)),
    "turns": (lambda a, b: a @ b, (41, 35, 30), (41, 30, 33)),
    "turns of one left side": (lambda a, b: a @ b, (35, 30), (41, 30, 33)),
    "stacks as rows": (lambda a, b: a @ b, (41, 35, 30), (30, 33)),
    "few terms and many columns": (lambda a, b: a @ b, (301, 16), (16, 2100)),
    "vector": (lambda a, b: a @ b, (1500, 900), (900,)),
    "vector by a matrix": (lambda a, b: a @ b, (900,), (900, 1501)),
    "one row by a transpose": (lambda a, b: a @ b.T, (1, 900), (1501, 900)),
    "one row by few columns": (lambda a, b: a @ b, (1, 30000), (30000, 9)),
    "vectors": (lambda a, b: a @ b, (300_000,), (300_000,)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("case", SHARED)
def test_threads_share_large_products(case, dtype, monkeypatch):
    product, left, right = SHARED[case]
    rng = np.random.default_rng(0)
    given = [rng.normal(size=shape).astype(dtype) for shape in (left, right)]
    x, y = (
        gn.symbol(name, shape=tuple(f"{name}{k}" for k in range(len(shape))), dtype=dtype)
        for name, shape in (("x", left), ("y", right))
    )
    function = gn.function([x, y], product(x, y))
    assert re.search("native (tiles|call of BLAS|tiles or call of BLAS): matmul", str(gn.explain(function)))
    monkeypatch.setattr(gn.config, "threads", 1)
    alone = function(*given)
    for threads in (2, 3):
        monkeypatch.setattr(gn.config, "threads", threads)
        np.testing.assert_array_equal(function(*given), alone)
    rough = dtype == "float32"
    np.testing.assert_allclose(
        function(*given), product(*given), rtol=1e-3 if rough else 1e-10, atol=1e-4 if rough else 1e-12
    )
