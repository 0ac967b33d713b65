"""Shapes with known and unknown rank."""

import copy
import pickle

import pytest

from gnomon.shapes import Run, Shape, symbol

n, m = symbol("n"), symbol("m")
batch = Run("batch")
known = Shape.of(2, n, 3)
batched = Shape((2,), batch, (n, 3))


def test_text():
    assert [str(x) for x in (Shape.of(), Shape.of(3), known, batched, Shape.unknown())] == [
        "()",
        "(3,)",
        "(2, n, 3)",
        "(2, *batch, n, 3)",
        "(...)",
    ]
    assert repr(known) == "(2, n, 3)"
    assert str(Shape((), Run(), (3,))) == "(..., 3)"
    assert repr(batch) == str(batch) == "*batch"
    assert str(Shape.of(n + 1)) == "(n + 1,)"


def test_rank():
    assert (known.rank, known.min_rank) == (3, 3)
    assert (batched.rank, batched.min_rank) == (None, 3)
    assert (Shape.unknown().rank, Shape.unknown().min_rank) == (None, 0)


def test_equality():
    assert known == Shape.of(2, n, 3)
    assert hash(known) == hash(Shape.of(2, n, 3))
    assert known != Shape.of(2, m, 3)
    assert known == (2, n, 3)
    assert known != (2, n)
    assert batched != (2, n, 3)
    assert batched == Shape((2,), batch, (n, 3))
    assert hash(batched) == hash(Shape((2,), batch, (n, 3)))
    assert batched != Shape((2,), Run("batch"), (n, 3))
    assert batched != Shape((2, n), batch, (3,))
    assert Shape.unknown() != Shape.unknown()
    assert Shape((2,), None, (n, 3)) == known
    assert Shape([2, n], None, [3]) == known
    assert {known: 1}[Shape.of(2, n, 3)] == 1


def test_axes():
    assert [known.axis(i) for i in range(-4, 4)] == [None, 2, n, 3, 2, n, 3, None]
    assert [batched.axis(i) for i in (-3, -2, -1, 0, 1)] == [None, n, 3, 2, None]


def test_as_a_sequence():
    assert list(known) == [2, n, 3]
    assert known.dims == (2, n, 3)
    assert len(known) == 3
    assert known[1] == n
    assert known[-1] == 3
    assert known[1:] == (n, 3)
    with pytest.raises(IndexError):
        known[3]
    for operation in (len, list, lambda shape: shape[0], lambda shape: shape.dims):
        with pytest.raises(ValueError, match="is unknown"):
            operation(batched)
    assert known
    assert not Shape.of()
    with pytest.raises(TypeError):
        bool(batched)


def test_numel():
    assert known.numel() == 6 * n
    assert Shape.of().numel() == 1
    assert Shape.of(0, n).numel() == 0
    assert batched.numel() is None


def test_with_axis():
    assert known.with_axis(0, m) == Shape.of(m, n, 3)
    assert known.with_axis(-1, m) == known.with_axis(2, m) == Shape.of(2, n, m)
    assert batched.with_axis(0, 5) == Shape((5,), batch, (n, 3))
    assert batched.with_axis(-1, 5) == Shape((2,), batch, (n, 5))
    for shape, axis in ((known, 3), (known, -4), (batched, 1), (batched, -3)):
        with pytest.raises(IndexError):
            shape.with_axis(axis, 5)
    assert known == Shape.of(2, n, 3)


def test_last():
    assert known.last(0) == ()
    assert known.last(2) == (n, 3)
    assert known.last(3) == (2, n, 3)
    assert known.last(4) is None
    assert known.last(-1) is None
    assert batched.last(2) == (n, 3)
    assert batched.last(3) is None
    assert known.drop_last(2) == Shape.of(2)
    assert known.drop_last(0) == known
    assert known.drop_last(3) == Shape.of()
    assert known.drop_last(4) is None
    assert known.drop_last(-1) is None
    assert batched.drop_last(2) == Shape((2,), batch)
    assert batched.drop_last(3) is None


def test_symbols():
    assert Shape.of(2, n, m + 1).symbols() == {n.atom, m.atom}
    assert batched.symbols() == {n.atom}
    assert Shape.of().symbols() == frozenset()


def test_substitute():
    assert known.substitute({n.atom: 7}) == Shape.of(2, 7, 3)
    assert known.substitute({n: m}, {}) == Shape.of(2, m, 3)
    assert batched.substitute({n: 7}, {batch: (4, n)}) == Shape.of(2, 4, n, 7, 3)
    assert batched.substitute({}, {batch: ()}) == known
    assert batched.substitute({}, {Run("batch"): ()}) == batched
    inner = Run("inner")
    replaced = batched.substitute({}, {batch: Shape((5,), inner, (6,))})
    assert replaced == Shape((2, 5), inner, (6, n, 3))
    assert batched.substitute({}, {batch: Shape.of(5)}) == Shape.of(2, 5, n, 3)


def test_copies():
    assert copy.deepcopy(batch) is copy.copy(batch) is batch
    assert copy.deepcopy(batched) == batched
    again, run = pickle.loads(pickle.dumps((batched, batch)))
    assert again.run is run
    assert str(again) == str(batched)


def test_a_shape_of_known_rank_passes_for_a_tuple():
    shape = Shape.of(2, 3)
    assert shape == (2, 3)
    assert shape == (2, 3)
    assert hash(shape) == hash((2, 3))
    assert isinstance(shape, tuple)
    assert isinstance(shape, Shape)
    assert shape + (4,) == (2, 3, 4)  # noqa: RUF005
    assert (1,) + shape == (1, 2, 3)  # noqa: RUF005
    assert pickle.loads(pickle.dumps(shape)) == shape
    unknown = Shape.unknown()
    assert not isinstance(unknown, tuple)
