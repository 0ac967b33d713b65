"""What functions tell about themselves: explanations, profiles, pages, and the NaN guard."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops


@pytest.fixture(name="f")
def model():
    x = gn.symbol("x", ("n", 8))
    w = gn.shared(np.ones((8, 3)), name="w")
    y = gn.tanh(x @ w)
    return gn.function([x], [gn.sum(y), ops.mode(y[0])], updates={w: w * 0.5}, name="model")


def test_explain(f):
    text = str(gn.explain(f))
    assert "native call of BLAS: matmul" in text
    assert "y = gn.tanh(x @ w)" in text
    assert "not native: there is no kernel for" in text
    assert "shared: w 192" in text


def test_explain_jit():
    f = gn.jit(lambda x: gn.exp(x) + 1)
    f(np.ones(3))
    assert "native kernel over" in str(gn.explain(f))


def test_profile(f):
    profile = f.profile(np.ones((5, 8)), repeat=2)
    assert len(profile.steps) == len(f.plan.steps)
    assert profile.steps[0].operations == 2 * 5 * 8 * 3
    assert profile.steps[0].bytes == 8 * (5 * 8 + 8 * 3 + 5 * 3)
    assert "matmul" in str(profile)
    (w,) = f.updates
    np.testing.assert_array_equal(w.get_value(), np.ones((8, 3)))


def test_show(f, tmp_path):
    place = gn.show(f, tmp_path / "page.html", browser=False)
    text = place.read_text("utf-8")
    assert "<svg" in text
    assert "http" not in text
    assert "src=" not in text


@pytest.fixture(name="guard")
def nan_guard():
    gn.config.nan_guard = True
    yield
    gn.config.nan_guard = False


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.usefixtures("guard")
def test_nan_guard(native):
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.sum(gn.exp(gn.sqrt(x - 1)) * 2), native=native)
    assert f(np.ones(3)) == 6
    with pytest.raises(gn.NanError, match=r"sqrt\(x - 1\) is NaN at \(1,\) \(1 of 2 values\)") as caught:
        f(np.array([1.0, 0.0]))
    assert "gn.sqrt(x - 1)" in str(caught.value)
    assert "x - 1 = -1.0" in str(caught.value)


@pytest.mark.usefixtures("guard")
def test_nan_that_was_given():
    x = gn.symbol("x", ("n",))
    assert np.isnan(gn.function([x], gn.exp(x))(np.array([np.nan]))).all()


def test_no_guard():
    x = gn.symbol("x", ("n",))
    with np.errstate(all="ignore"):
        assert np.isnan(gn.function([x], gn.sqrt(x))(np.array([-1.0]))).all()


def test_loops_tell_of_their_steps(tmp_path):
    x, w = gn.symbol("x", ("steps", 4)), gn.symbol("w", (4, 4))

    def body(h, x):
        h = gn.tanh(x + h @ w)
        return h, h

    _, hs = gn.scan(body, gn.zeros(4), x)
    f = gn.function([x, w], gn.sum(hs))
    text = str(gn.explain(f))
    assert "native loop of steps steps: scan" in text
    assert "each step:" in text
    assert "- native call of BLAS: matmul" in text
    assert "h = gn.tanh(x + h @ w)" in text
    profile = f.profile(np.ones((5, 4)), np.eye(4), repeat=2)
    assert profile.steps[0].operations == 5 * (2 * 4 * 4 + 4 + 4)
    assert "loop of steps steps" in gn.show(f, tmp_path / "page.html", browser=False).read_text("utf-8")


def test_a_function_that_profiles_its_calls():
    x, w = gn.symbol("x", ("n",)), gn.shared(np.zeros(3))
    f = gn.function([x], gn.sum(gn.sort(x)), updates={w: w + 1}, profile=True)
    assert f.profile().seconds == 0
    for count in (10, 1000):
        f(np.ones(count))
    told = f.profile()
    assert f.recorder.calls == 2
    assert w.get_value().tolist() == [2, 2, 2]
    assert len(told.steps) == len(f.program.steps)
    assert told.seconds == pytest.approx(sum(step.seconds for step in told.steps))
    assert all(step.seconds > 0 for step in told.steps)
    assert max(step.bytes for step in told.steps) == 2 * 8 * 1000
    assert "a call takes" in str(told)
    assert pickle.loads(pickle.dumps(f)).recorder.calls == 0
