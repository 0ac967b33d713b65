"""`gn.vectorize` and `gn.eval_shape`: NumPy's generalised functions, and shapes without values."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.errors import ArgumentError, BatchingError

RNG = np.random.default_rng(5)


@pytest.mark.parametrize(
    ("signature", "shapes"),
    [
        ("(n),(n)->()", [(3,), (3,)]),
        ("(n),(n)->()", [(4, 3), (3,)]),
        ("(n),(n)->()", [(4, 1, 3), (5, 3)]),
        ("(n),(n)->()", [(1, 3), (2, 1, 1, 3)]),
        ("(n),(n)->()", [(0, 3), (1, 3)]),
        ("(m,n),(n,k)->(m,k)", [(2, 3), (6, 3, 4)]),
        ("(m, n) , (n) -> (m)", [(5, 2, 3), (3,)]),
        ("(),(n)->(n)", [(2, 1), (4, 3)]),
        ("(n),()->(n)", [(3,), ()]),
    ],
)
def test_loop_axes_broadcast_as_in_numpy(signature, shapes):
    arrays = [RNG.normal(size=shape) for shape in shapes]
    inner = {"(n),(n)->()": ("sum", "dot"), "(m,n),(n,k)->(m,k)": ("matmul", "matmul")}
    if signature.replace(" ", "") in inner or "m" in signature:
        ours = (lambda a, b: gn.sum(a * b)) if "()" in signature else lambda a, b: a @ b
        theirs = np.dot
    else:
        ours = theirs = lambda a, b: a * b
    found = gn.vectorize(ours, signature=signature)(*arrays)
    lead = np.broadcast_shapes(*(a.shape[: a.ndim - n] for a, n in zip(arrays, _ranks(signature))))
    if 0 in lead:
        assert found.shape == lead
        return
    want = np.vectorize(theirs, signature=signature.replace(" ", ""))(*arrays)
    np.testing.assert_allclose(np.asarray(found), want, rtol=1e-12)


def _ranks(signature):
    left = signature.partition("->")[0].replace(" ", "")
    return [0 if not group else group.count(",") + 1 for group in left.strip("()").split("),(")]


def test_without_a_signature_cores_are_scalars():
    a, b = RNG.normal(size=(4, 1)), RNG.normal(size=3)
    found = gn.vectorize(lambda x, y: gn.where(x > y, x - y, 0.0))(a, b)
    np.testing.assert_allclose(np.asarray(found), np.where(a > b, a - b, 0))
    assert float(gn.vectorize(lambda x: x + 1)(2.0)) == 3.0


def test_several_results_and_names():
    x = RNG.normal(size=(5, 4, 4)) + 4 * np.eye(4)
    q, r = gn.vectorize(lambda m: tuple(gn.linalg.qr(m)), signature="(n,n)->(n,n),(n,n)")(x)
    np.testing.assert_allclose(np.asarray(q) @ np.asarray(r), x, atol=1e-12)
    found = gn.vectorize(lambda a, b: a - b, signature="(),()->()")(np.arange(3.0), b=np.ones((2, 1)))
    np.testing.assert_allclose(np.asarray(found), np.broadcast_to(np.arange(3.0) - 1, (2, 3)))


def test_excluded_arguments_are_passed_as_they_are():
    @gn.vectorize(excluded={1, "how"})
    def powered(x, powers, how=None):
        assert isinstance(powers, list)
        assert how == "sum"
        return sum(x**p for p in powers)

    x = np.arange(4.0)
    np.testing.assert_allclose(np.asarray(powered(x, [1, 2], how="sum")), x + x**2)


def test_symbols():
    a, b = gn.symbol("a", ("batch", 1, 3)), gn.symbol("b", ("k", 3))
    dot = gn.vectorize(lambda x, y: gn.sum(x * y), signature="(n),(n)->()")(a, b)
    assert str(dot.shape) == "(batch, k)"
    x, y = RNG.normal(size=(2, 1, 3)), RNG.normal(size=(4, 3))
    np.testing.assert_allclose(gn.function([a, b], dot)(x, y), (x * y).sum(-1), rtol=1e-12)


@pytest.mark.parametrize(
    ("signature", "shapes", "message"),
    [
        ("n->n", [(3,)], "'n->n' is no signature"),
        ("(n),(n)->()", [(3,), (4,)], r"n is 3 for a, but 4 for b of shape \(4,\)"),
        ("(n),(n)->()", [(3,), ()], r"b has shape \(\), but .* wants at least one axis"),
        ("(n),(n)->()", [(2, 3), (4, 3)], "the loop axes differ: 2 in a, but 4 in b"),
        ("(n),(n)->()", [(3,)], "has 2 inputs, but 1 arguments are given"),
        ("(n),(n)->(n)", [(3,), (3,)], r"the function gives shape \(\) where"),
        ("(n),(n)->(),()", [(3,), (3,)], "has 2 outputs, but the function gives 1"),
        ("(3),(n)->()", [(4,), (4,)], "3 is 3 for a, but 4 for a"),
    ],
)
def test_what_does_not_fit(signature, shapes, message):
    with pytest.raises((ArgumentError, BatchingError), match=message):
        gn.vectorize(lambda a, b=1.0: gn.sum(a * b), signature=signature)(*(np.ones(s) for s in shapes))


def test_an_output_of_another_size_than_its_name():
    with pytest.raises(BatchingError, match=r"gives shape \(2,\) where \(n\)->\(n\) says \(n\), with n=3"):
        gn.vectorize(lambda a: a[:2], signature="(n)->(n)")(np.ones(3))


def test_what_is_no_array_is_to_be_excluded():
    with pytest.raises(ArgumentError, match="s is a str, which is no array"):
        gn.vectorize(lambda s, x: x)("a", 3.0)


def test_shapes_without_values():
    given = {"x": np.ones((3, 4), "float32"), "k": 2}
    found = gn.eval_shape(lambda d: (d["x"].sum(axis=0) * d["k"], {"i": gn.argmax(d["x"])}), given)
    assert found == (gn.ShapeDtype((4,), "float32"), {"i": gn.ShapeDtype((), "int64")})
    rows = gn.eval_shape(lambda x: gn.vmap(gn.sum)(x), gn.ShapeDtype(("batch", 3), "float32"))
    assert repr(rows) == "ShapeDtype((batch,), float32)"
    assert hash(rows) == hash(gn.ShapeDtype(("batch",), "float32"))
    with pytest.raises(gn.ShapeError):
        gn.eval_shape(lambda a, b: a @ b, gn.ShapeDtype((2, 3), "float32"), gn.ShapeDtype((2, 3), "float32"))
