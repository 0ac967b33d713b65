"""Operations of lists whose entries are all of one type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.type_other import SliceType
from gnomon.theano.tensor.variables import as_tensor_variable
from gnomon.theano.typed_list.type import TypedListType

NUMBER = TensorType("int64", ())


class _Methods:
    """What variables that are lists can do."""

    type: Any

    def __getitem__(self, index: Any) -> Any:
        return getitem(self, index)

    def __len__(self) -> Any:
        """Return the length as a variable; Python's ``len`` takes numbers alone."""
        return length(self)

    def append(self, entry: Any) -> Any:
        """Return the list with one more entry."""
        return append(self, entry)

    def extend(self, other: Any) -> Any:
        """Return the list with the entries of another one."""
        return extend(self, other)

    def insert(self, index: Any, entry: Any) -> Any:
        """Return the list with an entry before a place."""
        return insert(self, index, entry)

    def remove(self, entry: Any) -> Any:
        """Return the list without the first entry that equals one."""
        return remove(self, entry)

    def reverse(self) -> Any:
        """Return the list in reverse order."""
        return reverse(self)

    def count(self, entry: Any) -> Any:
        """Return how many entries equal one."""
        return count(self, entry)

    def ind(self, entry: Any) -> Any:
        """Return the place of the first entry that equals one."""
        return index_(self, entry)

    @property
    def ttype(self) -> Any:
        """The type of the entries."""
        return self.type.ttype


class TypedListVariable(_Methods, Variable):
    """A list of a program."""


class TypedListConstant(_Methods, Constant):
    """A list that is known."""


TypedListType.Variable = TypedListVariable
TypedListType.Constant = TypedListConstant


def _list(x: Any) -> Any:
    if not isinstance(x.type, TypedListType):
        raise AssertionError(f"a list is needed, got {x} of type {x.type}")
    return x


def _place(index: Any) -> Any:
    index = index if isinstance(index, Variable) else as_tensor_variable(np.asarray(index, "int64"))
    if index.type.dtype != "int64" or index.type.ndim:
        raise AssertionError(f"a place in a list is an int64 without axes, got {index.type}")
    return index


def _same(x: Any, entry: Any) -> Any:
    if _list(x).ttype != entry.type:
        raise AssertionError(f"the entries of {x} are {x.ttype}, got {entry} of type {entry.type}")
    return entry


class ListOp(Op):
    """An operation of lists; ``inplace`` is kept: lists are never overwritten."""

    __props__: tuple[str, ...] = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        self.inplace = inplace

    def compute(self, node: Apply, *values: Any) -> Any:
        """Return the result."""
        raise NotImplementedError

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = self.compute(node, *inputs)

    def __str__(self) -> str:
        return type(self).__name__


class GetItem(ListOp):
    """An entry of a list, or a part of it by a slice."""

    __props__ = ()

    def __init__(self) -> None:
        super().__init__()

    def make_node(self, x: Any, index: Any) -> Apply:
        _list(x)
        if isinstance(index, slice):
            from gnomon.theano.tensor.subtensor import slicetype

            index = Constant(slicetype, index)
        if not isinstance(index, Variable):
            index = _place(index)
        if isinstance(index.type, SliceType):
            return Apply(self, [x, index], [x.type()])
        if not isinstance(index.type, TensorType) or index.type.ndim:
            raise TypeError("Expected scalar or slice as index.")
        return Apply(self, [x, _place(index)], [x.ttype()])

    def compute(self, node: Apply, x: Any, index: Any) -> Any:
        return x[index] if isinstance(index, slice) else x[int(index)]


class Append(ListOp):
    """A list with one more entry."""

    def make_node(self, x: Any, toAppend: Any) -> Apply:
        return Apply(self, [x, _same(x, toAppend)], [x.type()])

    def compute(self, node: Apply, x: Any, entry: Any) -> Any:
        return [*x, entry]


class Extend(ListOp):
    """A list with the entries of another one."""

    def make_node(self, x: Any, toAppend: Any) -> Apply:
        if _list(x).type != toAppend.type:
            raise AssertionError(f"{x} and {toAppend} are lists of different types")
        return Apply(self, [x, toAppend], [x.type()])

    def compute(self, node: Apply, x: Any, more: Any) -> Any:
        return [*x, *more]


class Insert(ListOp):
    """A list with an entry before a place."""

    def make_node(self, x: Any, index: Any, toInsert: Any) -> Apply:
        return Apply(self, [x, _place(index), _same(x, toInsert)], [x.type()])

    def compute(self, node: Apply, x: Any, index: Any, entry: Any) -> Any:
        found = list(x)
        found.insert(int(index), entry)
        return found


class Remove(ListOp):
    """A list without the first entry that equals one."""

    def make_node(self, x: Any, toRemove: Any) -> Apply:
        return Apply(self, [x, _same(x, toRemove)], [x.type()])

    def compute(self, node: Apply, x: Any, entry: Any) -> Any:
        place = _first(node, x, entry)
        return [*x[:place], *x[place + 1 :]]


class Reverse(ListOp):
    """A list in reverse order."""

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [_list(x)], [x.type()])

    def compute(self, node: Apply, x: Any) -> Any:
        return list(reversed(x))


class _Found(ListOp):
    """A number about entries of a list."""

    __props__ = ()

    def __init__(self) -> None:
        super().__init__()

    def make_node(self, x: Any, elem: Any) -> Apply:
        return Apply(self, [x, _same(x, elem)], [NUMBER()])


class Index(_Found):
    """The place of the first entry that equals one."""

    def compute(self, node: Apply, x: Any, entry: Any) -> Any:
        return np.asarray(_first(node, x, entry), "int64")


class Count(_Found):
    """How many entries equal one."""

    def compute(self, node: Apply, x: Any, entry: Any) -> Any:
        equal = node.inputs[0].type.ttype.values_eq
        return np.asarray(sum([bool(equal(other, entry)) for other in x]), "int64")


class Length(ListOp):
    """How many entries a list has."""

    __props__ = ()

    def __init__(self) -> None:
        super().__init__()

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [_list(x)], [NUMBER()])

    def compute(self, node: Apply, x: Any) -> Any:
        return np.asarray(len(x), "int64")


class MakeList(ListOp):
    """A list of variables of one type."""

    __props__ = ()

    def __init__(self) -> None:
        super().__init__()

    def make_node(self, a: Any) -> Apply:
        if not isinstance(a, (tuple, list)):
            raise AssertionError(f"make_list takes a list of variables, got {a!r}")
        entries = [entry if isinstance(entry, Variable) else as_tensor_variable(entry) for entry in a]
        if not all(entry.type == entries[0].type for entry in entries):
            raise TypeError("MakeList need all input variable to be of the same type.")
        return Apply(self, entries, [TypedListType(entries[0].type)()])

    def compute(self, node: Apply, *entries: Any) -> Any:
        return [np.array(entry) if isinstance(entry, np.ndarray) else entry for entry in entries]


def _first(node: Apply, x: Sequence[Any], entry: Any) -> int:
    equal: Callable[..., bool] = node.inputs[0].type.ttype.values_eq
    for place, other in enumerate(x):
        if equal(other, entry):
            return place
    raise ValueError(f"{entry!r} is not in the list")


getitem, append, extend, insert, remove = GetItem(), Append(), Extend(), Insert(), Remove()
reverse, index_, count, length, make_list = Reverse(), Index(), Count(), Length(), MakeList()
