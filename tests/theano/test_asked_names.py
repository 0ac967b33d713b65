"""Names that programs import to write operations of their own; values are those that Theano 1.0.5 gave."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.scalar as S
import gnomon.theano.tensor as T
from gnomon.theano import gof, gradient
from gnomon.theano.gof import utils
from gnomon.theano.sandbox import multinomial
from gnomon.theano.sandbox.linalg import ops, psd, spectral_radius_bound
from gnomon.theano.tensor import extra_ops, nlinalg

CHANCES = np.array([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])
UNIFORM = np.array([0.05, 0.6, 0.95, 0.1, 0.35, 0.8])


@pytest.mark.parametrize(
    ("made", "n", "dtype", "wanted"),
    [
        (multinomial.MultinomialFromUniform("auto"), 3, "float64", [[1, 0, 2], [1, 1, 1]]),
        (multinomial.MultinomialFromUniform("int32"), 1, "int32", [[1, 0, 0], [0, 1, 0]]),
        (multinomial.ChoiceFromUniform("auto"), 2, "int64", [[0, 2], [1, 0]]),
        (multinomial.ChoiceFromUniform("float32", replace=True), 3, "float32", [[0, 2, 2], [1, 0, 2]]),
    ],
)
def test_classes_from_uniform_numbers(
    made: multinomial.MultinomialFromUniform, n: int, dtype: str, wanted: list[list[int]]
) -> None:
    chances, uniform = T.dmatrix(), T.dvector()
    found = theano.function([chances, uniform], made(chances, uniform, n))(CHANCES, UNIFORM[: 2 * n])
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, wanted)
    slopes = theano.grad(made(chances, uniform, n).astype("float64").sum(), chances)
    assert not slopes.eval({chances: CHANCES}).any()


def test_hints_about_matrices() -> None:
    x = T.dmatrix("x")
    assert ops.hints(psd(x)) == {"psd": True, "symmetric": True}
    assert ops.is_psd(psd(x))
    assert not ops.is_symmetric(x)
    assert ops.is_positive(x**2)
    assert not ops.is_positive(x**3)
    given = {x: [[2.0, 1.0], [1.0, 3.0]]}
    np.testing.assert_allclose(spectral_radius_bound(psd(x), 4).eval(given), 3.6180340351744906)
    cost = nlinalg.trace(psd(x).dot(x))
    np.testing.assert_allclose(theano.grad(cost, x).eval(given), [[4, 2], [2, 6]])


def test_factors_of_a_matrix() -> None:
    a = np.array([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]])
    r = [[-3.162278, -4.427189], [0.0, 1.183216]]
    np.testing.assert_allclose(nlinalg.QRIncomplete("r")(a).eval(), r, atol=1e-6)
    q, whole = [factor.eval() for factor in nlinalg.QRFull("complete")(a)]
    np.testing.assert_allclose(whole, [*r, [0, 0]], atol=1e-6)
    np.testing.assert_allclose(q[:, 2], [-0.801784, 0.267261, 0.534522], atol=1e-6)


def test_classes_of_operations_on_numbers() -> None:
    for name, op in {"J0": T.j0, "Iv": T.iv, "Chi2SF": T.chi2sf, "Erfcx": T.erfcx, "Log1p": T.log1p}.items():
        assert type(op.scalar_op) is getattr(S, name)
    assert isinstance(S.and_, S.BinaryBitOp)
    assert isinstance(S.invert, S.UnaryBitOp)
    assert [v.type.dtype for v in S.as_common_dtype(S.int32(), S.float32())] == ["float64", "float64"]


def test_divisions_of_integers_are_as_the_setting_says() -> None:
    assert S.int_or_true_div(True, False) is S.true_div
    assert S.int_or_true_div(True, True) is S.int_div
    with theano.change_flags(int_division="floatX"):
        assert S.int_or_true_div(True, True) is S.true_div
    with theano.change_flags(int_division="raise"), pytest.raises(S.IntegerDivisionError, match="x // y"):
        S.int_or_true_div(True, True)


def test_axes_and_indices() -> None:
    x = T.dmatrix("x")
    assert T.check_and_normalize_axes(x, -1) == [1]
    assert (
        T.check_and_normalize_axes(x, [1, 0]) == T.check_and_normalize_axes(x, T.constant([0, -1])) == [0, 1]
    )
    assert T.check_and_normalize_axes(x, None) == []
    with pytest.raises(TypeError, match="constant axis"):
        T.check_and_normalize_axes(x, T.lscalar())
    with pytest.raises(ValueError, match="axis 2"):
        T.check_and_normalize_axes(x, 2)
    assert T.basic.makeKeepDims(x, x.sum(1), 1).type == T.dcol
    node = x[1:, T.lscalar("k")].owner
    first, second = T.get_idx_list(node.inputs, node.op.idx_list)
    assert (first.start.data, first.stop, second) == (1, None, node.inputs[2])
    assert T.get_idx_list(node.inputs, node.op.idx_list, get_count=True) == 2
    assert T.int_types == (T.bscalar, T.wscalar, T.iscalar, T.lscalar)
    assert T.basic.float_vector_types == (T.fvector, T.dvector)


def test_transfers_ask_what_was_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnomon.theano.tensor import asked

    monkeypatch.setattr(asked, "_TRANSFERS", [])
    x = T.dvector("x")
    assert x.transfer("cpu") is x
    with pytest.raises(ValueError, match="register_transfer"):
        x.transfer("gpu")
    T.basic.register_transfer(lambda variable, target: 2 * variable if target == "twice" else None)
    assert x.transfer("twice").eval({x: [1.0, 2.0]}).tolist() == [2, 4]


def test_indices_as_variables() -> None:
    assert T.as_index_variable(None).data is None
    made = T.as_index_variable(slice(1, None, 2))
    assert made.owner.op == T.make_slice
    assert T.as_index_variable(made) is made
    assert T.as_index_variable([1, 2]).dtype == "int64"
    with pytest.raises(TypeError, match="mask"):
        T.as_index_variable(1.5)
    known = T.SliceType().make_constant(slice(np.asarray(1), 5))
    assert (known.data, str(known)) == (slice(1, 5), "SliceConstant{1, 5, None}")
    assert known.signature() == T.SliceType().make_constant(slice(1, 5)).signature()


def test_small_helpers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gradient.format_as(True, False, (1, 2)) == [1, 2]
    assert gradient.format_as(False, True, 1) == (1,)
    assert gradient.format_as(False, False, [1]) == 1
    with pytest.raises(AssertionError, match="got 2"):
        gradient.format_as(False, False, [1, 2])
    assert utils.toposort({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == ["c", "b", "a"]
    with pytest.raises(ValueError, match="cycle"):
        utils.toposort({"a": {"b"}, "b": {"a"}})
    with pytest.raises(ValueError, match="c must come before"):
        utils.toposort({"a": {"c"}})
    assert utils.hist("abca") == {"a": 2, "b": 1, "c": 1}
    (tmp_path / "code").write_text("int x;")
    assert utils.hash_from_file(tmp_path / "code") == utils.hash_from_code("int x;")

    @utils.deprecated("mine", "use the other")
    def old() -> int:
        return 3

    assert old() + old() == 6
    assert capsys.readouterr().out == "WARNING: mine.old deprecated. use the other\n"


def test_operations_under_the_names_of_numpy() -> None:
    a, b = T.lvectors("a", "b")
    given = {a: [12, 5], b: [10, 3]}
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        np.testing.assert_array_equal(getattr(T, name)(a, b).eval(given), getattr(np, name)([12, 5], [10, 3]))
        assert getattr(T.basic, name) is getattr(T, name)
    np.testing.assert_array_equal(T.bitwise_not(a).eval({a: [12, 5]}), [-13, -6])
    letters = theano.printing._TagGenerator()
    assert [letters.get_tag() for _ in range(28)][-3:] == ["Z", "AA", "AB"]


def test_old_names_of_running_sums_and_of_containers() -> None:
    x = T.dvector("x")
    assert extra_ops.CumsumOp(axis=0)(x).eval({x: [1.0, 2.0, 3.0]}).tolist() == [1, 3, 6]
    assert extra_ops.CumprodOp()(x).eval({x: [1.0, 2.0, 3.0]}).tolist() == [1, 2, 6]
    kept = gof.link.Container(T.dvector, name="kept")
    kept.value = [1.0, 2.0]
    assert kept.storage[0].tolist() == [1, 2]
    assert gof.Container is theano.Container is gof.link.Container
    with pytest.raises(AttributeError, match="no attribute"):
        gof.link.nothing
