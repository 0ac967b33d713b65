"""What someone tries who sees compiled functions for the first time."""

import numpy as np
import pytest

import gnomon as gn


def test_switches_that_there_are_not_are_refused():
    with pytest.raises(gn.ArgumentError, match="no 'nanguard': it has nan_guard"):
        gn.config.nanguard = True


@pytest.mark.parametrize("tell", [gn.explain, gn.show])
def test_expressions_are_no_functions(tell):
    with pytest.raises(gn.ArgumentError, match="compile an expression first"):
        tell(gn.symbol("x") * 2)


def test_dtypes_equal_their_names():
    x = gn.symbol("x", (), "float32")
    for same in ("float32", np.float32, np.dtype("float32"), gn.float32):
        assert x.dtype == same
    for other in ("float64", np.float64, "no dtype", None, 3, gn.float64):
        assert x.dtype != other
    assert {gn.float32: 1}[x.dtype] == 1


def test_versions_of_jitted_functions(tmp_path):
    f = gn.jit(lambda x, scale: {"y": x * scale})
    made = f.compiled(np.ones(2), 3.0)
    np.testing.assert_array_equal(made(np.ones(3), 2.0)["y"], [2, 2, 2])
    assert made.is_native
    assert made.export(tmp_path / "scaled.o").exists()
    np.testing.assert_array_equal(f(np.ones(2), 4.0)["y"], [4, 4])
    assert len(f.versions) == 1
