"""Linear algebra by LAPACK without Python objects: as NumPy, batches and empty matrices included."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

from compile.pairs import both, numbers, same

DTYPES = ["float64", "float32", "complex128", "complex64"]
SQUARE = [(3, 3), (2, 4, 4), (0, 0), (2, 0, 0), (0, 3, 3), (2, 3, 5, 5)]
OBLONG = [(3, 5), (5, 3), (2, 5, 3), (2, 3, 5), (0, 3), (3, 0), (40, 33)]


def regular(shape, dtype):
    return (numbers(shape, dtype) / (1 + shape[-1] / 8) + 5 * np.eye(shape[-1])).astype(dtype)


def positive(shape, dtype):
    z = numbers(shape, dtype)
    return (z @ np.conj(np.swapaxes(z, -1, -2)) + 3 * np.eye(shape[-1])).astype(dtype)


ON_POSITIVE = {
    "cholesky": ops.cholesky,
    "cholesky upper": lambda x: ops.cholesky(x, upper=True),
    "eigh": lambda x: ops.eigh(x)[0],
    "eigvalsh": ops.eigvalsh,
    "eigvalsh upper": lambda x: ops.eigvalsh(x, upper=True),
}
ON_REGULAR = {
    "inv": ops.inv,
    "det": ops.det,
    "slogdet": ops.slogdet,
    "matrix_power": lambda x: (ops.matrix_power(x, n=5), ops.matrix_power(x, n=-2)),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE, ids=str)
@pytest.mark.parametrize("name", [*ON_POSITIVE, *ON_REGULAR])
def test_square(name, shape, dtype):
    given = positive(shape, dtype) if name in ON_POSITIVE else regular(shape, dtype) / 3
    same({**ON_POSITIVE, **ON_REGULAR}[name], given.astype(dtype))


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128"])
@pytest.mark.parametrize("shape", SQUARE, ids=str)
def test_eigenvalues_of_any_matrix(shape, dtype):
    same(lambda x: (ops.eigvals(x), ops.eig(x)[0]), regular(shape, dtype))


@pytest.mark.parametrize("dtype", ["float64", "complex64"])
def test_eigenvectors(dtype):
    x = gn.symbol("x", ("b", "n", "n"), dtype)
    given = positive((3, 5, 5), dtype)
    f = gn.function([x], [*ops.eigh(x), *ops.eigh(x, upper=True)])
    for values, vectors in (f(given)[:2], f(given)[2:]):
        np.testing.assert_allclose(
            given @ vectors, vectors * values[:, None], atol=1e-3 if dtype == "complex64" else 1e-9
        )
    assert f.is_native


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", OBLONG, ids=str)
@pytest.mark.parametrize("name", ["singular values", "lu", "reduced", "complete", "r"])
def test_factors(name, shape, dtype):
    calls = {"singular values": lambda x: (ops.svd(x, vectors=False), ops.svd(x)[1]), "lu": ops.lu}
    same(calls.get(name, lambda x: ops.qr(x, mode=name)), numbers(shape, dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("shape", [(4, 6), (2, 6, 4)], ids=str)
def test_singular_vectors(shape, full, dtype):
    x = gn.symbol("x", shape, dtype)
    f = gn.function([x], ops.svd(x, full=full))
    given = numbers(shape, dtype)
    left, values, right = f(given)
    k = values.shape[-1]
    bound = 1e-4 if dtype in ("float32", "complex64") else 1e-10
    np.testing.assert_allclose((left[..., :k] * values[..., None, :]) @ right[..., :k, :], given, atol=bound)
    assert f.is_native
    assert left.shape[-1] == (shape[-2] if full else k)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "shapes",
    [((3, 3), (3, 2)), ((3, 3), (3,)), ((2, 3, 3), (2, 3, 2)), ((2, 3, 3), (3,)), ((3, 3), (2, 3, 4)),
     ((2, 3, 3), (3, 4)), ((0, 0), (0, 2)), ((3, 3), (3, 0)), ((2, 1, 3, 3), (4, 3, 2))],
    ids=str,
)  # fmt: skip
def test_equations(shapes, dtype):
    a, b = regular(shapes[0], dtype), numbers(shapes[1], dtype, 1)
    same(ops.solve, a, b, named=False)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "shapes",
    [((4, 4), (4, 3)), ((4, 4), (4,)), ((2, 4, 4), (2, 4, 1)), ((4, 4), (2, 4, 3)), ((0, 0), (0, 2)), ((70, 70), (70, 70))],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangular_equations(shapes, lower, transpose, unit, dtype):
    a, b = regular(shapes[0], dtype), numbers(shapes[1], dtype, 1)
    if unit:
        a = (a / 50).astype(dtype)
    unused = np.triu if lower else np.tril
    a = np.where(unused(np.ones(a.shape), 1 if lower else -1) == 1, np.nan, a).astype(dtype)
    options = {"lower": lower, "transpose": transpose, "unit_diagonal": unit}
    same(lambda a, b: ops.triangular_solve(a, b, **options), a, b, named=False)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (2, 5, 3), (0, 3), (3, 0)], ids=str)
def test_pseudo_inverse_and_rank(shape, dtype):
    given = numbers(shape, dtype)
    given[..., :1, :] = given[..., -1:, :] * 2
    same(
        lambda x: (ops.pinv(x), ops.matrix_rank(x), ops.pinv(x, rtol=0.5)),
        given,
        close=1e-3 if dtype == "float32" else None,
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("scale", [0.01, 1.0, 30.0])
@pytest.mark.parametrize("shape", [(4, 4), (2, 3, 3), (0, 0), (0, 2, 2)], ids=str)
def test_exponential(shape, scale, dtype):
    given = (numbers(shape, dtype) * scale).astype(dtype)
    f, got, wanted = both(ops.matrix_exp, given)
    largest = abs(wanted[0]).max(initial=0)
    np.testing.assert_allclose(
        got[0] / largest, wanted[0] / largest, atol=1e-4 if dtype in ("float32", "complex64") else 1e-10
    )
    assert f.is_native, gn.explain(f)


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128"])
@pytest.mark.parametrize(
    "shapes", [((7, 3), (7,)), ((7, 3), (7, 2)), ((3, 7), (3, 2)), ((2, 7, 3), (2, 7, 2))], ids=str
)
def test_least_squares(shapes, dtype):
    a, b = numbers(shapes[0], dtype), numbers(shapes[1], dtype, 1)
    a[..., 0] = a[..., 1] if shapes[0] == (7, 3) and len(shapes[1]) == 1 else a[..., 0]
    f = same(
        lambda a, b: [ops.lstsq(a, b)[k] for k in (0, 2, 3)], a, b, close=1e-3 if dtype == "float32" else 1e-9
    )
    assert f.is_native
    if a.ndim == 2:  # residuals are as many as the values say
        same(ops.lstsq, a, b, close=1e-2 if dtype == "float32" else 1e-9, native=False)


def test_whole_numbers_are_cast():
    same(lambda x: (ops.inv(x), ops.det(x), ops.cholesky(x)), np.array([[4, 2], [2, 5]]), close=1e-12)


FAILING = {
    "cholesky": (gn.linalg.cholesky, [[1.0, 2.0], [2.0, 1.0]], "positive definite"),
    "inv": (gn.linalg.inv, [[1.0, 2.0], [2.0, 4.0]], "Singular"),
    "solve": (lambda x: gn.linalg.solve(x, x), [[0.0, 0.0], [0.0, 0.0]], "Singular"),
    "svd": (gn.linalg.svdvals, [[np.nan, 0.0], [0.0, 0.0]], "converge"),
    "eigvals": (gn.linalg.eigvals, [[np.nan, 0.0], [0.0, 0.0]], "infs or NaNs"),
}


@pytest.mark.parametrize("name", FAILING)
def test_what_fails_names_the_line(name):
    call, bad, why = FAILING[name]
    x = gn.symbol("x", ("n", "n"))
    outputs = gn.exp(call(x + 0.0))
    f = gn.function([x], outputs)
    good = np.array([[2.0, 1.0], [1.0, 3.0]])
    with pytest.raises(gn.EvaluationError, match=why) as told:
        f(np.array(bad))
    assert "test_linear_algebra.py" in str(told.value)
    assert name in str(told.value)
    f(good)  # a failure leaves nothing behind
    with pytest.raises(gn.EvaluationError, match=why):
        gn.function([x], outputs, native=False)(np.array(bad))


def test_invalid_operations_before_are_no_failure():
    x = gn.symbol("x", ("n", "n"))
    f = gn.function([x], (x * np.inf - x * np.inf, gn.linalg.inv(x), gn.linalg.solve(x, x)))
    assert f.is_native
    np.testing.assert_allclose(f(np.eye(2) * 4)[1:], [np.eye(2) / 4, np.eye(2)])


def test_strided_arguments():
    x = gn.symbol("x", ("n", "n"))
    f = gn.function([x], gn.linalg.inv(x))
    given = regular((6, 6), "float64")
    np.testing.assert_allclose(f(given[::2, ::2]), np.linalg.inv(given[::2, ::2]))
    np.testing.assert_allclose(f(given.T), np.linalg.inv(given.T))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_gaussian_process_with_gradients_is_native(dtype):
    """Log-likelihood of 40 points: distances, Cholesky factor, triangular equations, logarithms; and its slopes."""
    x, y = gn.symbol("x", ("n", "d"), dtype), gn.symbol("y", ("n",), dtype)
    width, noise = gn.symbol("width", (), dtype), gn.symbol("noise", (), dtype)
    squares = gn.sum(x * x, axis=1)
    apart = gn.maximum(squares[:, None] + squares[None, :] - 2 * (x @ x.T), 0.0)
    covariance = gn.exp(-0.5 * apart / width**2) + noise * gn.eye(x.shape[0], dtype=dtype)
    low = gn.linalg.cholesky(covariance)
    white = gn.linalg.solve_triangular(low, y, lower=True)
    likelihood = -0.5 * gn.sum(white * white) - gn.sum(gn.log(gn.linalg.diagonal(low)))
    outputs = [likelihood, *gn.grad(likelihood, (x, y, width, noise))]
    f, g = [gn.function([x, y, width, noise], outputs, native=native) for native in (True, False)]
    given = numbers((40, 2), dtype), numbers((40,), dtype, 1), np.asarray(1.3, dtype), np.asarray(0.5, dtype)
    for one, other in zip(f(*given), g(*given)):
        np.testing.assert_allclose(one, other, rtol=2e-3 if dtype == "float32" else 1e-9, atol=1e-3)
    assert f.is_native, gn.explain(f)


GRADIENTS = {
    "inv": lambda x: gn.sum(gn.linalg.inv(x) ** 2),
    "det": gn.linalg.det,
    "slogdet": lambda x: gn.linalg.slogdet(x)[1],
    "solve": lambda x: gn.sum(gn.linalg.solve(x, x.T) ** 2),
    "eigvalsh": lambda x: gn.sum(gn.exp(gn.linalg.eigvalsh(x + x.T) / 9)),
    "eigh": lambda x: gn.sum(gn.linalg.eigh(x + x.T)[1][0] ** 3),
    "svd": lambda x: gn.sum(gn.linalg.svd(x, full_matrices=False)[0] ** 3),
    "singular values": lambda x: gn.sum(gn.linalg.svdvals(x) ** 3),
    "qr": lambda x: gn.sum(gn.linalg.qr(x)[1] ** 2 * gn.linalg.qr(x)[0]),
    "lu": lambda x: gn.sum(ops.lu(x)[1] * 2 + ops.lu(x)[2] ** 2),
    "matrix_power": lambda x: gn.sum(ops.matrix_power(x / 9, n=3)),
    "expm": lambda x: gn.sum(gn.linalg.expm(x) ** 2),
    "pinv": lambda x: gn.sum(gn.linalg.pinv(x) ** 2),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_native(name):
    x = gn.symbol("x", ("n", "n") if name != "lu" else (4, 4))
    slope = gn.grad(GRADIENTS[name](x), x)
    f, g = [gn.function([x], slope, native=native) for native in (True, False)]
    given = regular((4, 4), "float64")
    got, wanted = f(given), g(given)
    if name in ("eigh", "svd"):  # the signs of vectors are free
        got, wanted = abs(got), abs(wanted)
    np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-9)
    assert f.is_native, gn.explain(f)
