"""Legal but error-prone patterns: when they are named, and when they are not."""

import pytest

from gnomon import ops
from gnomon.shapes import Facts, Shape, dtypes, symbol


class Array:
    def __init__(self, *sizes, dtype=dtypes.float32):
        self.shape = Shape(sizes)
        self.dtype = dtype
        self.contents = None

    def __str__(self):
        return "x"


class Listening(ops.Rule):
    def __init__(self):
        super().__init__(Facts())
        self.heard = []

    def warn(self, rule, message, *, blame=None, help=None, **fields):
        self.heard.append((rule, message.format(op="op", **fields)))


def warnings_of(name, *arrays, library="numpy", **attributes):
    rule = Listening()
    ops.infer(rule, ops.TABLE[name], arrays, attributes, library)
    return [name for name, _ in rule.heard]


n = symbol("n", lower=1)
h, w = symbol("h", lower=1), symbol("w", lower=1)


@pytest.mark.parametrize(
    "x, y",
    [((n,), (n, 1)), ((n, 1), (n,)), ((500,), (500, 1))],
)
def test_a_vector_against_a_column_is_named(x, y):
    assert warnings_of("subtract", Array(*x), Array(*y)) == ["silent-broadcast"]
    assert warnings_of("mse_loss", Array(*x), Array(*y), library="torch") == ["silent-broadcast"]


@pytest.mark.parametrize(
    "x, y",
    [
        ((n,), (n,)),
        ((n, 1), (n, 1)),
        ((n, 1), (1, n)),
        ((1,), (1, 1)),
        ((3,), (n, 1)),
        ((n, 3), (n, 1)),
        ((n, 3), (n, 1, 3)),
        ((), (n, 1)),
        ((5,), (3, 1)),
    ],
)
def test_other_broadcasting_is_not_named(x, y):
    assert warnings_of("subtract", Array(*x), Array(*y)) == []


@pytest.mark.parametrize(
    "source, target",
    [
        ((n, 16, 16, 32), (-1, 4 * 4 * 64)),
        ((n, 7, 7, 64), (-1, 5 * 5 * 64)),
        ((n, 16, 2, 2), (-1, 400)),
        ((n, 64, 14, 14), (-1, 64)),
    ],
)
def test_rows_that_cut_across_axes_are_named(source, target):
    assert warnings_of("reshape", Array(*source), shape=target) == ["batch-mixing"]


@pytest.mark.parametrize(
    "source, target",
    [
        ((n, 8, 8, 64), (-1, 4096)),
        ((28, n, 28), (-1, 28)),
        ((n, 2352), (-1, 784)),
        ((n, 784), (-1, 28, 28, 1)),
        ((n, 16, 16, 64), (-1, 16 * 64)),
        ((n, 28, 28), (-1, 28, 28, 1)),
        ((n, 12), (-1, 4)),
        ((n, 10, 512), (-1, 512)),
        ((n, 10, 512), (-1, 8, 64)),
        ((1000, 5), (-1, 10, 5)),
        ((1000, 1), (-1, 10)),
        ((n, 1), (-1, 10)),
        ((n, 3, h, w), (-1, 400)),
        ((n, 8, 8, 64), (n, -1)),
        ((n, 255, 13, 13), (-1, 13)),
        ((60000, 28, 28), (60000, 784)),
        ((20 * n, 14, 14, 16), (-1, 20, 14 * 14 * 16)),
        ((1000,), (-1, 10)),
    ],
)
def test_other_reshapes_are_not_named(source, target):
    assert warnings_of("reshape", Array(*source), shape=target) == []


def test_a_choice_among_one_class_is_named():
    assert warnings_of("softmax", Array(n, 1), axis=-1) == ["singleton-softmax"]
    assert warnings_of("argmax", Array(n, 1), axis=1) == ["singleton-softmax"]
    assert warnings_of("softmax", Array(n, 2), axis=-1) == []
    assert warnings_of("softmax", Array(1, n), axis=0) == []
    assert warnings_of("softmax", Array(n, 8, 1, 1), axis=-1) == []
