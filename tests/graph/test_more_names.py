"""Calls as NumPy users write them: positional axes, and functions made of others."""

import numpy as np
import pytest

import gnomon as gn

A = np.random.default_rng(0).normal(size=(4, 5))
V = np.array([3.0, np.nan, -1.0, 2.0])
WHOLE = np.array([1, 4, 1, 0, 6])
CALLS = {
    "sum": (lambda m, x: m.sum(x, 0), A),
    "mean": (lambda m, x: m.mean(x, 1), A),
    "std": (lambda m, x: m.std(x, 0, ddof=1), A),
    "var": (lambda m, x: m.var(x, ddof=1), A),
    "argmax": (lambda m, x: m.argmax(x, 1), A),
    "any": (lambda m, x: m.any(x > 1, 0), A),
    "sort": (lambda m, x: m.sort(x, 0), A),
    "concatenate": (lambda m, x: m.concatenate([x, x], 1), A),
    "stack": (lambda m, x: m.stack([x, x], 1), A),
    "flip": (lambda m, x: m.flip(x, 0), A),
    "roll": (lambda m, x: m.roll(x, 2, 1), A),
    "repeat": (lambda m, x: m.repeat(x, 2, 0), A),
    "take": (lambda m, x: m.take(x, [3, 7]), A),
    "take rows": (lambda m, x: m.take(x, [3, 0], 0), A),
    "round": (lambda m, x: m.round(x, 2), A),
    "tril": (lambda m, x: m.tril(x, -1), A),
    "tensordot": (lambda m, x: m.tensordot(x, x.T, 1), A),
    "diff": (lambda m, x: m.diff(x, 2, 0), A),
    "squeeze": (lambda m, x: m.squeeze(x[None]), A),
    "zeros": (lambda m, x: x + m.zeros((4, 5), "float32"), A),
    "eye": (lambda m, x: x + m.eye(4, 5, 1), A),
    "full": (lambda m, x: x + m.full((4, 5), 2, "int32"), A),
    "searchsorted": (lambda m, x: m.searchsorted(m.sort(x[0]), x[1], "right"), A),
    "fft": (lambda m, x: m.fft.fft(x, 8, 0, "ortho"), A),
    "fft2": (lambda m, x: m.fft.fft2(x), A),
    "rfft2": (lambda m, x: m.fft.irfft2(m.fft.rfft2(x), x.shape), A),
    "multi_dot": (lambda m, x: m.linalg.multi_dot([x, x.T, x]), A),
    "cond": (lambda m, x: m.linalg.cond(x), A),
    "cond of norms": (lambda m, x: m.linalg.cond(x[:, :4], 1), A),
    "sinc": (lambda m, x: m.sinc(m.round(x, 1)), A),
    "logspace": (lambda m, x: x[0] + m.logspace(0, 2, 5), A),
    "tri": (lambda m, x: x * m.tri(4, 5, 1), A),
    "vander": (lambda m, x: m.vander(x[0], 3), A),
    "vander upwards": (lambda m, x: m.vander(x[0], increasing=True), A),
    "polyval": (lambda m, x: m.polyval(np.array([1.0, -2.0, 3.0]), x), A),
    "isin": (lambda m, x: m.isin(x, [1, 6]), WHOLE),
    "isin inverted": (lambda m, x: m.isin(x, [1, 6], invert=True), WHOLE),
    "digitize": (lambda m, x: m.digitize(x, np.array([-1.0, 0.0, 1.0])), A),
    "histogram": (lambda m, x: m.histogram(x, 5)[0], A),
    "histogram edges": (lambda m, x: m.histogram(x, 5)[1], A),
    "histogram range": (lambda m, x: m.histogram(x, bins=4, range=(-1, 1))[0], A),
    "histogram bins": (lambda m, x: m.histogram(x, np.array([-1.0, 0.0, 2.0]))[0], A),
    "histogram weights": (lambda m, x: m.histogram(x, 3, weights=x.ravel() ** 2)[0], A.ravel()),
    "corrcoef": (lambda m, x: m.corrcoef(x), A),
    "correlate": (lambda m, x: m.correlate(x[0], x[1], "full"), A),
    "trapezoid": (lambda m, x: m.trapezoid(x, dx=0.5), A),
    "trapezoid places": (lambda m, x: m.trapezoid(x, x[:, 0], axis=0), A),
    "nanprod": (lambda m, x: m.nanprod(x), V),
    "nancumsum": (lambda m, x: m.nancumsum(x), V),
    "nanargmax": (lambda m, x: m.nanargmax(x), V),
    "nanargmin": (lambda m, x: m.nanargmin(x), V),
    "isposinf": (lambda m, x: m.isposinf(x / 0.0), V),
    "isneginf": (lambda m, x: m.isneginf(x / 0.0), V),
    "append": (lambda m, x: m.append(x, [1.0, 2.0]), A),
    "apply_along_axis": (lambda m, x: m.apply_along_axis(lambda row: row[::-1] * 2, 0, x), A),
    "apply_along_axis to numbers": (lambda m, x: m.apply_along_axis(m.sum, 1, x), A),
    "tril_indices": (lambda m, x: x[m.tril_indices(4, -1)], A),
    "triu_indices": (lambda m, x: x[m.triu_indices(4, 0, 5)], A),
    "bincount": (lambda m, x: m.bincount(x, x * 0.5), WHOLE),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_calls_agree_with_numpy(name):
    call, value = CALLS[name]
    expected = call(np, value)
    for found in (call(gn, gn.asarray(value)), gn.jit(lambda x: call(gn, x))(value)):
        found = np.asarray(found)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)
        assert found.dtype.kind == np.asarray(expected).dtype.kind


def test_unique_is_for_values():
    assert gn.unique([3, 1, 1]).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lax", "use gn.scan"),
        ("tree_map", "use gn.map_tree"),
        ("sine", "did you mean"),
        ("zzzz", "no 'zzzz'; dir"),
    ],
)
def test_names_of_other_libraries_lead_on(name, text):
    with pytest.raises(AttributeError, match=text):
        getattr(gn, name)


def test_advice_names_what_there_is():
    import re

    from gnomon.graph.namespace.elsewhere import NAMES

    for name, text in NAMES.items():
        assert name not in dir(gn)
        for path in re.findall(r"gn((?:\.\w+)+)", text):
            found = gn
            for part in path[1:].split("."):
                found = getattr(found, part)
