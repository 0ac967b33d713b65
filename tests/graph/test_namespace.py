"""The namespace against NumPy through the reference engine, on concrete arrays and on symbols."""

import numpy as np
import pytest

import gnomon as gn

A = np.array([[1.5, -2.0, 0.25], [3.0, 0.5, -1.0]])
B = np.array([[2.0, 1.0, -0.5], [0.5, 4.0, 3.0]])
WHOLE = np.array([[3, 1, 2], [0, 5, 4]])
S = np.array([[2.0, 0.5], [0.5, 3.0]])
V = np.array([1.0, -2.0, 0.5])

CASES = {
    "concat": (lambda m, x, y: (m.concat if m is gn else np.concatenate)([x, y], axis=1), (A, B)),
    "concat flat": (lambda m, x, y: m.concat([x, y], axis=None), (A, WHOLE)),
    "stack": (lambda m, x, y: m.stack([x, y], axis=-1), (A, B)),
    "where": (lambda m, x, y: m.where(x > 0, x, y), (A, B)),
    "clip": (lambda m, x: m.clip(x, -1, 1), (A,)),
    "expand": (lambda m, x: m.expand_dims(x, axis=1), (A,)),
    "moveaxis": (lambda m, x: m.moveaxis(x, 0, 1), (A,)),
    "flip": (lambda m, x: m.flip(x, axis=1), (A,)),
    "roll": (lambda m, x: m.roll(x, 1, axis=1), (A,)),
    "roll flat": (lambda m, x: m.roll(x, 2), (A,)),
    "tile": (lambda m, x: m.tile(x, (2, 1)), (A,)),
    "repeat": (lambda m, x: m.repeat(x, 3, axis=0), (A,)),
    "repeat each": (lambda m, x: m.repeat(x, np.array([1, 2]), axis=0), (A,)),
    "broadcast": (lambda m, x: m.broadcast_to(x, (4, 3)), (V,)),
    "tril": (lambda m, x: m.tril(x, k=1), (A,)),
    "triu": (lambda m, x: m.triu(x, k=-1), (A,)),
    "diff": (lambda m, x: m.diff(x, axis=1, n=2), (A,)),
    "sort": (lambda m, x: m.sort(x, axis=0), (A,)),
    "argsort": (lambda m, x: m.argsort(x, axis=1), (A,)),
    "searchsorted": (lambda m, x: m.searchsorted(x, np.array([0.0, 2.0]), side="right"), (np.sort(V),)),
    "cumulative": (lambda m, x: m.cumulative_sum(x, axis=1, include_initial=True), (A,)),
    "products": (lambda m, x: m.cumulative_prod(x, axis=0), (WHOLE,)),
    "count": (lambda m, x: m.count_nonzero(x, axis=1), (WHOLE,)),
    "nonzero": (lambda m, x: m.nonzero(x)[1], (WHOLE,)),
    "take": (lambda m, x: m.take(x, np.array([2, 0]), axis=1), (A,)),
    "along": (lambda m, x, i: m.take_along_axis(x, i, axis=1), (A, np.array([[0, 2], [1, 1]]))),
    "sum dtype": (lambda m, x: m.sum(x, axis=0, dtype="float32"), (WHOLE,)),
    "prod": (lambda m, x: m.prod(x, axis=1, keepdims=True), (WHOLE,)),
    "std": (lambda m, x: m.std(x, axis=0, correction=1), (A,)),
    "matmul": (lambda m, x, y: m.matmul(x, m.matrix_transpose(y)), (A, B)),
    "tensordot": (lambda m, x, y: m.tensordot(x, y, axes=([0], [0])), (A, B)),
    "vecdot": (lambda m, x, y: m.vecdot(x, y), (A, B)),
    "vecdot axis": (lambda m, x, y: m.vecdot(x, y, axis=0), (A, B)),
    "einsum": (lambda m, x, y: m.einsum("ij,kj->ik", x, y), (A, B)),
    "outer": (lambda m, x, y: m.outer(x, y), (V, V)),
    "dot": (lambda m, x, y: m.dot(x, y), (A, V)),
    "kron": (lambda m, x, y: m.kron(x, y), (S, S)),
    "cholesky": (lambda m, x: m.linalg.cholesky(x), (S,)),
    "inv": (lambda m, x: m.linalg.inv(x), (S,)),
    "det": (lambda m, x: m.linalg.det(x), (S,)),
    "solve": (lambda m, x: m.linalg.solve(x, x), (S,)),
    "eigvalsh": (lambda m, x: m.linalg.eigvalsh(x), (S,)),
    "slogdet": (lambda m, x: m.linalg.slogdet(x).logabsdet, (S,)),
    "svd": (lambda m, x: m.linalg.svdvals(x), (A,)),
    "pinv": (lambda m, x: m.linalg.pinv(x), (A,)),
    "rank": (lambda m, x: m.linalg.matrix_rank(x), (A,)),
    "norm fro": (lambda m, x: m.linalg.matrix_norm(x), (A,)),
    "norm nuc": (lambda m, x: m.linalg.matrix_norm(x, ord="nuc"), (A,)),
    "norm vector": (lambda m, x: m.linalg.vector_norm(x, axis=1, ord=3), (A,)),
    "norm all": (lambda m, x: m.linalg.vector_norm(x), (A,)),
    "norm inf": (lambda m, x: m.linalg.vector_norm(x, axis=0, ord=np.inf, keepdims=True), (A,)),
    "power": (lambda m, x: m.linalg.matrix_power(x, 3), (S,)),
    "trace": (lambda m, x: m.linalg.trace(x, offset=1), (A,)),
    "cross": (lambda m, x, y: m.linalg.cross(x, y), (A, B)),
    "fft": (lambda m, x: m.fft.fft(x, axis=0, norm="ortho"), (A,)),
    "rfft": (lambda m, x: m.fft.rfft(x, n=4), (A,)),
    "irfft": (lambda m, x: m.fft.irfft(m.fft.rfft(x), n=3), (A,)),
    "fftn": (lambda m, x: m.fft.fftn(x), (A,)),
    "fftshift": (lambda m, x: m.fft.fftshift(x), (A,)),
    "ifftshift": (lambda m, x: m.fft.ifftshift(x, axes=1), (A,)),
    "pad": (lambda m, x: m.pad(x, ((1, 0), (2, 1)), constant_values=7), (A,)),
    "pad edge": (lambda m, x: m.pad(x, 1, mode="edge"), (A,)),
    "median": (lambda m, x: m.median(x, axis=1), (A,)),
    "quantile": (lambda m, x: m.quantile(x, [0.25, 0.5], axis=0), (A,)),
    "average": (lambda m, x: m.average(x, axis=1, weights=[1, 2, 3]), (A,)),
    "split": (lambda m, x: m.split(x, 3, axis=1)[1], (A,)),
    "diag": (lambda m, x: m.diag(x, k=1), (V,)),
    "isclose": (lambda m, x: m.isclose(x, x + 1e-3, atol=1e-2), (A,)),
    "nan_to_num": (lambda m, x: m.nan_to_num(x, nan=5.0), (np.array([np.nan, 1.0, np.inf]),)),
    "cov": (lambda m, x: m.cov(x), (A,)),
    "hypot": (lambda m, x, y: m.hypot(x, y), (A, B)),
    "atan2": (lambda m, x, y: m.atan2(x, y), (A, B)),
    "logaddexp": (lambda m, x, y: m.logaddexp(x, y), (A, B)),
    "select": (lambda m, x: m.select([x > 1, x > 0], [x, -x], 9.0), (A,)),
    "like": (lambda m, x: m.ones_like(x) + m.zeros_like(x), (WHOLE,)),
    "broadcast many": (lambda m, x, y: m.broadcast_arrays(x, y)[1], (A, V)),
    "unstack": (lambda m, x: m.unstack(x, axis=0)[1], (A,)),
    "meshgrid": (lambda m, x: m.meshgrid(x, x, indexing="ij")[1], (V,)),
}


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_numpy(name):
    function, given = CASES[name]
    expected = np.asarray(function(np, *given))
    concrete = np.asarray(function(gn, *[gn.asarray(a) for a in given]))
    assert concrete.dtype == expected.dtype
    np.testing.assert_allclose(concrete, expected, rtol=1e-12, atol=1e-12)
    symbols = [gn.symbol(f"x{k}", a.shape, a.dtype) for k, a in enumerate(given)]
    result = function(gn, *symbols)
    assert str(result.dtype) == str(expected.dtype)
    np.testing.assert_allclose(result.eval(dict(zip(symbols, given))), expected, rtol=1e-12, atol=1e-12)


def test_sizes_of_symbols_may_stay_names():
    x = gn.symbol("x", ("n", "m"))
    made = {
        "zeros": gn.zeros((x.shape[0], 2)) + 1,
        "mean": x.sum(axis=0) / x.shape[0],
        "arange": gn.arange(x.shape[1]),
        "eye": gn.eye(x.shape[0]),
        "like": gn.full_like(x, 2.5),
        "shift": gn.fft.fftshift(x),
        "freq": gn.fft.fftfreq(x.shape[1]),
    }
    assert made["mean"].dtype is gn.float64
    assert gn.symbol("y", ("n",), "float32").sum().__truediv__(x.shape[0]).dtype is gn.float32
    both = gn.concat([gn.reshape(value, (-1,)) for value in made.values()])
    expected = [
        np.ones((2, 2)),
        A.mean(0),
        np.arange(3),
        np.eye(2),
        np.full_like(A, 2.5),
        np.fft.fftshift(A),
        np.fft.fftfreq(3),
    ]
    inputs = both.eval({x: A}) if "x" in repr(both) else None
    alone = [value.eval({x: A}) for value in (made["mean"], made["shift"])]
    np.testing.assert_allclose(alone[0], expected[1])
    np.testing.assert_allclose(alone[1], expected[5])
    if inputs is not None:
        np.testing.assert_allclose(inputs, np.concatenate([part.ravel() for part in expected]))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda x: gn.sum(x, axis="0"), "sum: axis must be an integer, a tuple of integers or None, got '0'"),
        (lambda x: gn.reshape(x, "a"), "reshape: shape must be an integer or a size, got 'a'"),
        (lambda x: gn.exp(None), "exp: x must be an array, got None"),
        (lambda x: gn.concat(3), "concat: arrays must be a tuple or list of one array or more, got 3"),
        (lambda x: gn.zeros(2.5), "zeros: shape must be an integer or a size, got 2.5"),
        (
            lambda x: gn.fft.fft(x, norm="big"),
            "fft: norm must be 'backward' or 'ortho' or 'forward', got 'big'",
        ),
        (lambda x: gn.zeros(3, device="gpu"), "device must be 'cpu' or None, got 'gpu'"),
        (lambda x: gn.asarray("word"), "asarray: str cannot become an array of numbers"),
        (lambda x: gn.arange(0, 3, 0), "arange: step must be a number other than 0, got 0"),
        (lambda x: gn.isdtype(gn.bool, "whole"), "isdtype: kind must be a dtype or one of"),
        (lambda x: gn.repeat(x, x), "repeat: repeats must be an integer, a size or a concrete array"),
    ],
)
def test_a_wrong_argument_is_named(call, words):
    with pytest.raises(gn.GnomonError) as caught:
        call(gn.symbol("x", (2, 3)))
    assert str(caught.value).startswith(words)
    assert "test_namespace.py" in str(caught.value)


def test_numpys_protocols_build_expressions():
    x = gn.symbol("x", ("n", 3))
    for result, expected in [
        (np.exp(x), np.exp(A)),
        (A[0] + x, A[0] + A),
        (np.float64(2) * x, 2 * A),
        (np.sum(x, axis=0), A.sum(0)),
        (np.add.reduce(x, axis=1), A.sum(1)),
        (np.multiply.outer(x[0], x[1]), np.multiply.outer(A[0], A[1])),
        (np.concatenate([x, B]), np.concatenate([A, B])),
        (np.where(x > 0, x, 0.0), np.where(A > 0, A, 0.0)),
        (np.mean(x), A.mean()),
        (np.linalg.norm(x, axis=1), np.linalg.norm(A, axis=1)),
        (np.transpose(x), A.T),
        (np.clip(x, -1, 1), np.clip(A, -1, 1)),
        (np.var(x, ddof=1), np.var(A, ddof=1)),
        (np.matmul(B.T, x), B.T @ A),
        (B.T @ x, B.T @ A),
        (np.zeros_like(x), np.zeros_like(A)),
        (np.fft.fft(x), np.fft.fft(A)),
    ]:
        assert isinstance(result, gn.Array)
        np.testing.assert_allclose(result.eval({x: A}), expected)
    a = np.ones(3)
    with pytest.raises(gn.SymbolicValueError, match="x = x \\+ y"):
        a += x[0]
    with pytest.raises(gn.ArgumentError, match="no symbolic form"):
        np.fill_diagonal(x, 1)


def test_values_on_demand():
    x = gn.shared(np.array([[1.0, 2.0]]), name="x")
    y = x.sum() * 2
    assert float(y) == 6.0
    assert int(y) == 6
    assert bool(y > 5)
    assert f"{y:.2f}" == "6.00"
    assert y.item() == 6.0
    assert (x * 2).tolist() == [[2, 4]]
    assert np.asarray(x + 1).tolist() == [[2, 3]]
    assert list(range(gn.asarray(3))) == [0, 1, 2]
    z = gn.symbol("z")
    with pytest.raises(gn.SymbolicValueError, match="depends on z"):
        float(z + y)
    assert (z + y).eval({z: 1}) == 7
    with pytest.raises(TypeError, match="without axes"):
        float(x)


def test_standard_inspection():
    info = gn.__array_namespace_info__()
    assert info.default_device() == "cpu"
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}
    assert gn.zeros(3).__array_namespace__(api_version="2024.12") is gn
    assert gn.finfo("float32").eps == np.finfo("float32").eps
    assert gn.iinfo(gn.uint8).max == 255
    assert gn.result_type(gn.float32, 1.0, gn.int8) is gn.float32
    assert np.from_dlpack(gn.arange(3)).tolist() == [0, 1, 2]
    assert gn.from_dlpack(np.arange(3)).tolist() == [0, 1, 2]
    assert gn.unique_counts(gn.asarray([3, 1, 3])).counts.tolist() == [1, 2]


def test_networks():
    rng = np.random.default_rng(0)
    x, w, b = rng.normal(size=(4, 3)), rng.normal(size=(3, 5)), rng.normal(size=5)
    y = np.array([0, 4, 2, 1])
    scores = x @ w + b
    logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    losses = gn.nn.cross_entropy(gn.nn.linear(gn.asarray(x), w, b), y)
    np.testing.assert_allclose(np.asarray(losses), -logs[np.arange(4), y])
    np.testing.assert_allclose(np.asarray(gn.nn.softmax(gn.asarray(scores))), np.exp(logs))
    rows = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(np.asarray(gn.nn.layer_norm(gn.asarray(x))), rows)
    np.testing.assert_array_equal(np.asarray(gn.nn.one_hot(y, 5)), np.eye(5, dtype="float32")[y])
    images = gn.ones((2, 3, 8, 8), dtype="float32")
    assert gn.nn.conv(images, np.ones((4, 3, 3, 3), "float32"), padding=1).shape == (2, 4, 8, 8)
    assert gn.nn.max_pool(images, 2).shape == (2, 3, 4, 4)
    assert gn.nn.avg_pool(images, (2, 4)).shape == (2, 3, 4, 2)


@pytest.mark.parametrize("place", ["weight", "bias"])
@pytest.mark.parametrize("shape", [(5,), ("k",), (2, 4, 10)])
def test_a_scale_of_another_size_than_the_rows_is_told_in_one_line(place, shape):
    x, part = gn.symbol("x", shape=(4, 10)), gn.symbol("part", shape=shape)
    wrong = (5,) if shape == ("k",) else shape
    words = rf"layer_norm: part is \({', '.join(map(str, wrong))},?\), but the normalised axes of \(4, 10\) are \(10,\)"
    with pytest.raises(gn.ShapeError, match=words):
        gn.function([x, part], gn.nn.layer_norm(x, **{place: part}))(np.ones((4, 10)), np.ones(wrong))
    for fits in ((10,), (1,), (), (4, 1)):
        y = gn.symbol("y", shape=fits)
        found = gn.function([x, y], gn.nn.layer_norm(x, **{place: y}))(np.eye(4, 10), np.ones(fits))
        assert found.shape == (4, 10)


def test_the_logarithm_of_a_complex_determinant_is_real():
    sign, logarithm = gn.linalg.slogdet(gn.asarray(S.astype("complex64")))
    assert (sign.dtype, logarithm.dtype) == (gn.complex64, gn.float32)
