import numpy as np
import pytest

import gnomon as gn


@pytest.mark.parametrize(
    "build, text",
    [
        (lambda x, y: x + y * 2, "x + y*2"),
        (lambda x, y: (x + y) * 2, "(x + y)*2"),
        (lambda x, y: x - (y - 1), "x - (y - 1)"),
        (lambda x, y: -(x**2), "-x**2"),
        (lambda x, y: (-x) ** 2, "(-x)**2"),
        (lambda x, y: (x > 0) & (y <= 1), "(x > 0) & (y <= 1)"),
        (lambda x, y: gn.exp(x).sum(axis=0), "sum(exp(x), axis=0)"),
        (lambda x, y: x[1:, 0] / x.shape[0], "x[1:, 0] / n"),
        (lambda x, y: x.T @ y, "x.T @ y"),
        (lambda x, y: x.astype("float32"), "x.astype(float32)"),
        (lambda x, y: gn.concat([x, y], axis=0), "concat([x, y])"),
        (lambda x, y: x[[0, 1]], "x[[0, 1]]"),
        (lambda x, y: gn.linalg.svd(x)[1], "svd(x)[1]"),
    ],
)
def test_expressions_read_as_they_were_written(build, text):
    x, y = gn.symbol("x", ("n", 3)), gn.symbol("y", ("n", 3))
    if "@" in text:
        y = gn.symbol("y", ("n", 4))
    assert repr(build(x, y)) == text


def test_concrete_arrays_show_their_numbers():
    assert repr(gn.asarray([1, 2])) == "array([1, 2], dtype=int64)"
    assert str(gn.asarray(2.5)) == "2.5"


def test_a_listing_has_a_line_for_each_step(capsys):
    x = gn.symbol("x", ("n", 3), "float32")
    w = gn.shared(np.ones((3, 2), "float32"), name="w")
    gn.debug_print({"out": (x @ w + 1).mean()})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["x", "w", "%1", "%2", "%3"]
    assert "x @ w" in lines[2]
    assert "test_printing.py" in lines[2]
    assert lines[-1].endswith("<- result")
