"""Parts of arrays: x[...], and arrays of which a part is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.gof.type import Type
from gnomon.theano.scalar.types import Scalar, ScalarConstant, get_scalar_type
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class AdvancedIndexingError(TypeError):
    """An index that is an array where single numbers are asked for."""


class AdvancedBooleanIndexingError(TypeError):
    """A mask where single numbers are asked for."""


class IndexDtypeError(TypeError, IndexError):
    """An index that is no integer."""


class Hole:
    """The place of an index that is an input of the application."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hole) and self.kind == other.kind

    def __hash__(self) -> int:
        return hash((Hole, self.kind))

    def __repr__(self) -> str:
        return str(self.kind)


def _entry(entry: Any, inputs: list[Any]) -> Any:
    """Return an index with holes where variables stand; those are added to the inputs."""
    if isinstance(entry, slice):
        return slice(*[_bound(bound, inputs) for bound in (entry.start, entry.stop, entry.step)])
    if entry is None or entry is Ellipsis:
        return entry
    if isinstance(entry, (int, np.integer)) and not isinstance(entry, (bool, np.bool_)):
        return _number(entry, inputs)
    if isinstance(entry, (bool, np.bool_)):
        raise TypeError(
            f"{entry} is no index: a bool selects neither a row nor a part; index by a whole number, or by an array of bools"
        )
    if isinstance(entry, Variable) and isinstance(entry.type, Scalar):
        inputs.append(entry)
        return entry.type
    if isinstance(entry, (list, tuple)) and not len(entry):
        entry = np.zeros(0, "int64")
    variable = as_tensor_variable(entry)
    if variable.dtype.startswith(("float", "complex")):
        raise IndexDtypeError(
            f"indices must be integers or booleans, got {variable} of dtype {variable.dtype}"
        )
    inputs.append(variable)
    single = not variable.ndim and variable.dtype != "bool"
    return get_scalar_type(variable.dtype) if single else Hole(variable.type)


def _number(entry: Any, inputs: list[Any]) -> Any:
    """Return the type of a number that is known, which becomes an input."""
    inputs.append(ScalarConstant(get_scalar_type("int64"), int(entry)))
    return get_scalar_type("int64")


def _bound(bound: Any, inputs: list[Any]) -> Any:
    if bound is None or (isinstance(bound, Constant) and type(bound.type).__name__ == "NoneTypeT"):
        return None
    if isinstance(bound, (int, np.integer)) and not isinstance(bound, (bool, np.bool_)):
        return _number(bound, inputs)
    if isinstance(bound, Variable) and isinstance(bound.type, Scalar):
        inputs.append(bound)
        return bound.type
    variable = as_tensor_variable(bound)
    if variable.ndim or not variable.dtype.startswith(("int", "uint")):
        raise TypeError(f"bounds of slices are single integers, got {variable} of {variable.type}")
    inputs.append(variable)
    return get_scalar_type(variable.dtype)


def _filled(entry: Any, values: Iterator[Any]) -> Any:
    """Return an index with values in its holes."""
    if isinstance(entry, slice):
        return slice(*[next(values) if _is_hole(b) else b for b in (entry.start, entry.stop, entry.step)])
    return next(values) if _is_hole(entry) else entry


def _is_hole(entry: Any) -> bool:
    return isinstance(entry, (Hole, Scalar))


def key_of(idx_list: Sequence[Any], values: Sequence[Any]) -> tuple[Any, ...]:
    """Return a whole index."""
    given = iter(values)
    return tuple([_filled(entry, given) for entry in idx_list])


def get_idx_list(inputs: Sequence[Any], idx_list: Sequence[Any], get_count: bool = False) -> Any:
    """Return the index of an application, ``get_idx_list(node.inputs, node.op.idx_list)``, or how many inputs it takes."""
    bounds = [(e.start, e.stop, e.step) if isinstance(e, slice) else (e,) for e in idx_list]
    if get_count:
        return sum([_is_hole(bound) for entry in bounds for bound in entry])
    return key_of(idx_list, inputs[1:]) if len(inputs) > 1 else tuple(idx_list)


def _hashable(entry: Any) -> Any:
    return (slice, entry.start, entry.stop, entry.step) if isinstance(entry, slice) else entry


class BaseSubtensor(GnomonOp):
    """What reading and changing parts have in common: the index, with holes for variables."""

    def __init__(self, idx_list: Sequence[Any]) -> None:
        self.idx_list = tuple(idx_list)

    def _key(self) -> Any:
        return (type(self), tuple([_hashable(entry) for entry in self.idx_list]))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that indices are not differentiated by."""
        count = self.arrays
        return [[True] if place < count else [False] for place in range(len(node.inputs))]

    arrays = 1

    def __str__(self) -> str:
        return f"{type(self).__name__}{{{', '.join([_text(entry) for entry in self.idx_list])}}}"


def _text(entry: Any) -> str:
    if isinstance(entry, slice):
        bounds = [entry.start, entry.stop] + ([entry.step] if entry.step is not None else [])
        return ":".join(["" if bound is None else _text(bound) for bound in bounds])
    if isinstance(entry, Hole):
        return str(getattr(entry.kind, "dtype", entry.kind))
    return str(entry)


class Subtensor(BaseSubtensor):
    """A part that numbers and slices choose."""

    view_map = {0: [0]}

    def make_node(self, x: Any, *inputs: Any) -> Apply:
        x = as_tensor_variable(x)
        if len(self.idx_list) > x.type.ndim:
            raise IndexError("too many indices for array")
        key = key_of(self.idx_list, [_known_number(entry) for entry in inputs])
        pattern: list[bool] = []
        for axis, one in enumerate(x.type.broadcastable):
            if axis >= len(key):
                pattern.append(one)
            elif isinstance(key[axis], slice):
                pattern.append(one and _keeps_one(key[axis]))
        return Apply(self, [x, *inputs], [x.type.clone(broadcastable=pattern)()])

    def lower(self, node: Apply, x: Any, *values: Any) -> Any:
        return x[key_of(self.idx_list, plain_numbers(node.inputs[1:], values))]


def plain_numbers(variables: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """Return expressions of indices, those that are known as integers."""
    return [
        int(v.data) if isinstance(v, Constant) and not v.type.ndim else value
        for v, value in zip(variables, values)
    ]


def _known_number(entry: Any) -> Any:
    return int(entry.data) if isinstance(entry, Constant) else entry


def _keeps_one(entry: slice) -> bool:
    """Whether a slice of an axis of size 1 surely keeps it."""
    bounds = (entry.start, entry.stop, entry.step)
    if any(bound is not None and not isinstance(bound, int) for bound in bounds):
        return False
    return len(range(*entry.indices(1))) == 1


class AdvancedSubtensor1(BaseSubtensor):
    """The rows that a vector of positions chooses."""

    def __init__(self, sparse_grad: bool = False) -> None:
        super().__init__(())
        self.sparse_grad = sparse_grad

    def make_node(self, x: Any, ilist: Any) -> Apply:
        x, ilist = as_tensor_variable(x), as_tensor_variable(ilist)
        if not ilist.type.dtype.startswith(("int", "uint")):
            raise TypeError("index must be integers")
        if ilist.type.ndim != 1:
            raise TypeError("index must be vector")
        if not x.type.ndim:
            raise IndexError("cannot index into a scalar")
        pattern = (ilist.type.broadcastable[0], *x.type.broadcastable[1:])
        return Apply(self, [x, ilist], [TensorType(x.dtype, pattern)()])

    def lower(self, node: Apply, x: Any, rows: Any) -> Any:
        return x[rows]

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        (x, rows), (g,) = inputs, output_grads
        if self.sparse_grad:
            from gnomon.theano.sparse.selecting import construct_sparse_from_list

            if x.type.ndim != 2:
                raise TypeError(
                    f"a sparse gradient is one of a matrix, not of an array with {x.type.ndim} axes"
                )
            return [construct_sparse_from_list(x, g, rows), disconnected_type()]
        return [advanced_inc_subtensor1(x.zeros_like(dtype=g.dtype), g, rows), disconnected_type()]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that positions are not differentiated by."""
        return [[True], [False]]

    def __str__(self) -> str:
        return type(self).__name__


advanced_subtensor1 = AdvancedSubtensor1()


def sparse_grad(var: Any) -> Any:
    """Return rows of a matrix, ``x[list]``, whose gradient by the matrix is a sparse one."""
    if var.owner is None or not isinstance(var.owner.op, AdvancedSubtensor1):
        raise TypeError("sparse_grad takes what a list of positions chooses: x[positions]")
    return AdvancedSubtensor1(sparse_grad=True)(*var.owner.inputs)


class AdvancedSubtensor(BaseSubtensor):
    """A part that arrays of positions, or masks, choose."""

    def make_node(self, x: Any, *inputs: Any) -> Apply:
        x = as_tensor_variable(x)
        return Apply(self, [x, *inputs], [TensorType(x.dtype, advanced_pattern(x, self.idx_list))()])

    def lower(self, node: Apply, x: Any, *values: Any) -> Any:
        return x[key_of(self.idx_list, plain_numbers(node.inputs[1:], values))]


def _consumed(entry: Any) -> int:
    """How many axes an entry of an index takes."""
    if entry is None or entry is Ellipsis:
        return 0
    if isinstance(entry, Hole) and getattr(entry.kind, "dtype", "") == "bool":
        return int(entry.kind.ndim)
    return 1


def advanced_pattern(x: Any, idx_list: Sequence[Any]) -> list[bool]:
    """Return which axes of a part broadcast, by NumPy's rules."""
    used = sum([_consumed(entry) for entry in idx_list])
    if used > x.type.ndim:
        raise IndexError("too many indices for array")
    entries = list(idx_list)
    rest = [slice(None)] * (x.type.ndim - used)
    if Ellipsis in entries:
        place = entries.index(Ellipsis)
        entries[place : place + 1] = rest
    else:
        entries += rest
    axis, pattern, chosen, at, gap, last = 0, [], [], None, False, -2
    for number, entry in enumerate(entries):
        if entry is None:
            pattern.append(True)
            continue
        if isinstance(entry, slice):
            pattern.append(x.type.broadcastable[axis] and _keeps_one(entry))
        else:
            chosen.append(_pattern_of(entry))
            gap = gap or (at is not None and last != number - 1)
            at = len(pattern) if at is None else at
            last = number
        axis += _consumed(entry)
    if not chosen:
        return pattern
    rank = max(len(one) for one in chosen)
    padded = [[True] * (rank - len(one)) + list(one) for one in chosen]
    joined = [all(one[k] for one in padded) for k in range(rank)]
    place = 0 if gap else (at or 0)
    return pattern[:place] + joined + pattern[place:]


def _pattern_of(entry: Any) -> tuple[bool, ...]:
    if isinstance(entry, Scalar):
        return ()
    if entry.kind.dtype == "bool":
        return (False,)
    return tuple(entry.kind.broadcastable)


advanced_subtensor = AdvancedSubtensor


class _Inc(BaseSubtensor):
    """An array of which a part is set, or added to."""

    arrays = 2

    def __init__(
        self,
        idx_list: Sequence[Any] = (),
        inplace: bool = False,
        set_instead_of_inc: bool = False,
        destroyhandler_tolerate_aliased: Any = None,
    ) -> None:
        super().__init__(idx_list)
        self.inplace = inplace
        self.set_instead_of_inc = set_instead_of_inc
        self.destroyhandler_tolerate_aliased = list(destroyhandler_tolerate_aliased or [])
        if inplace:
            self.destroy_map = {0: [0]}

    def _key(self) -> Any:
        return (*super()._key(), self.inplace, self.set_instead_of_inc)

    def make_node(self, x: Any, y: Any, *inputs: Any) -> Apply:
        x, y = as_tensor_variable(x), as_tensor_variable(y)
        if y.ndim > len(self._pattern(x, inputs)):
            raise ValueError(
                f"Trying to increment a {len(self._pattern(x, inputs))}-dimensional subtensor with a {y.ndim}-dimensional value."
            )
        return Apply(self, [x, y, *inputs], [x.type()])

    def _pattern(self, x: Any, inputs: Sequence[Any]) -> Sequence[bool]:
        return advanced_pattern(x, self.idx_list)

    def lower(self, node: Apply, x: Any, y: Any, *values: Any) -> Any:
        at = x.at[self._whole(plain_numbers(node.inputs[2:], values))]
        y = gn.astype(y, x.dtype)
        return at.set(y) if self.set_instead_of_inc else at.add(y)

    def _whole(self, values: Sequence[Any]) -> Any:
        return key_of(self.idx_list, values)

    def __str__(self) -> str:
        what = "Set" if self.set_instead_of_inc else "Inc"
        index = ", ".join([_text(entry) for entry in self.idx_list])
        return f"{type(self).__name__}{{{'Inplace' if self.inplace else ''}{what};{index}}}"


class IncSubtensor(_Inc):
    """An array of which a part that numbers and slices choose is set, or added to."""


class AdvancedIncSubtensor(_Inc):
    """An array of which a part that arrays choose is set, or added to."""


class AdvancedIncSubtensor1(_Inc):
    """An array of which rows are set, or added to."""

    def __init__(self, inplace: bool = False, set_instead_of_inc: bool = False) -> None:
        super().__init__((), inplace, set_instead_of_inc)

    def make_node(self, x: Any, y: Any, ilist: Any) -> Apply:
        x, y, ilist = as_tensor_variable(x), as_tensor_variable(y), as_tensor_variable(ilist)
        if not ilist.type.dtype.startswith(("int", "uint")):
            raise TypeError("index must be integers")
        if ilist.type.ndim != 1:
            raise TypeError("index must be vector")
        if not x.type.ndim:
            raise IndexError("cannot index into a scalar")
        if y.type.ndim > x.type.ndim:
            raise TypeError(
                f"cannot {'set' if self.set_instead_of_inc else 'increment'} rows of an array with {x.type.ndim} axes "
                f"by one with {y.type.ndim}"
            )
        return Apply(self, [x, y, ilist], [x.type()])

    def _whole(self, values: Sequence[Any]) -> Any:
        return values[0]


advanced_inc_subtensor1 = AdvancedIncSubtensor1()
advanced_set_subtensor1 = AdvancedIncSubtensor1(set_instead_of_inc=True)


def part(x: Any, key: Any) -> Any:
    """Return x[key]."""
    entries = list(key) if isinstance(key, tuple) or _holds_slices(key) else [key]
    entries = [_plain(entry) for entry in entries]
    inputs: list[Any] = []
    idx = [_entry(entry, inputs) for entry in entries]
    advanced = any(isinstance(entry, Hole) and _is_many(entry) for entry in idx)
    if not advanced:
        return _basic(x, idx, inputs)
    if len(idx) == 1 and inputs[0].ndim == 1 and inputs[0].dtype != "bool":
        return advanced_subtensor1(x, inputs[0])
    return AdvancedSubtensor(idx)(x, *inputs)


def _holds_slices(key: Any) -> bool:
    """Whether a list is meant as an index of several axes, as NumPy once took it."""
    return isinstance(key, list) and any(isinstance(entry, slice) for entry in key)


def _plain(entry: Any) -> Any:
    """Return lists as arrays, and constants without axes as numbers."""
    if isinstance(entry, (list, np.ndarray)):
        array = entry if isinstance(entry, np.ndarray) else None
        if array is None and not any(isinstance(e, Variable) for e in entry):
            array = np.asarray(entry)
            if not array.size:
                array = array.astype("int64")
        if array is not None:
            return array if array.ndim else (int(array) if array.dtype.kind in "iu" else array)
        return as_tensor_variable(entry)
    return entry


def _is_many(entry: Hole) -> bool:
    return isinstance(entry.kind, TensorType) and (entry.kind.ndim > 0 or entry.kind.dtype == "bool")


def _basic(x: Any, idx: list[Any], inputs: list[Any]) -> Any:
    """Return a part by numbers, slices, None and an ellipsis."""
    used = sum([entry is not None and entry is not Ellipsis for entry in idx])
    if used > x.ndim:
        raise IndexError("too many indices for array")
    if sum([entry is Ellipsis for entry in idx]) > 1:
        raise IndexError("an index can only have a single Ellipsis (`...`)")
    if Ellipsis in idx:
        place = idx.index(Ellipsis)
        fill = x.ndim - used
        idx = idx[:place] + [slice(None)] * fill + idx[place + 1 :]
    added = None in idx
    if added:
        pattern: list[Any] = []
        axis = 0
        for entry in idx:
            pattern.append("x" if entry is None else axis)
            axis += entry is not None
        if not all(x.broadcastable[axis:]):  # Theano drops axes of size 1 that an index with None leaves out
            pattern += range(axis, x.ndim)
        x = x.dimshuffle(pattern)
        idx = [slice(None) if entry is None else entry for entry in idx]
    whole = bool(idx) and not added
    while idx and idx[-1] == slice(None):
        idx.pop()
    if not idx and not whole:
        return x
    idx = idx or [slice(None)]  # (of which all may be set)
    return Subtensor(idx)(x, *inputs)


def set_subtensor(x: Any, y: Any, inplace: bool = False, tolerate_inplace_aliasing: bool = False) -> Any:
    """Return the array of which ``x`` is a part, with that part set to ``y``."""
    return inc_subtensor(x, y, inplace, set_instead_of_inc=True)


def inc_subtensor(
    x: Any,
    y: Any,
    inplace: bool = False,
    set_instead_of_inc: bool = False,
    tolerate_inplace_aliasing: bool = False,
) -> Any:
    """Return the array of which ``x`` is a part, with ``y`` added to that part."""
    from gnomon.theano.tensor.axes import DimShuffle
    from gnomon.theano.tensor.shapes import Reshape

    x, y = as_tensor_variable(x), as_tensor_variable(y)
    if y.ndim > x.ndim:
        raise TypeError(
            f"Trying to increment a {x.ndim}-dimensional subtensor with a {y.ndim}-dimensional value."
        )
    for axis in range(y.ndim):
        place = axis + x.ndim - y.ndim
        if x.broadcastable[place] and not y.broadcastable[axis]:
            from gnomon.theano.tensor.broadcasting import addbroadcast

            y = addbroadcast(y, axis)
    owner = x.owner
    if owner is None:
        raise TypeError("x must be the result of a subtensor operation")
    if isinstance(owner.op, Subtensor):
        return IncSubtensor(owner.op.idx_list, inplace, set_instead_of_inc)(
            owner.inputs[0], y, *owner.inputs[1:]
        )
    if isinstance(owner.op, AdvancedSubtensor1):
        return AdvancedIncSubtensor1(inplace, set_instead_of_inc)(owner.inputs[0], y, owner.inputs[1])
    if isinstance(owner.op, AdvancedSubtensor):
        return AdvancedIncSubtensor(owner.op.idx_list, inplace, set_instead_of_inc)(
            owner.inputs[0], y, *owner.inputs[1:]
        )
    if isinstance(owner.op, DimShuffle):
        inner = owner.inputs[0]
        if y.ndim < x.ndim:
            y = y.dimshuffle(["x"] * (x.ndim - y.ndim) + list(range(y.ndim)))
        order = [owner.op.new_order.index(axis) for axis in range(inner.ndim) if axis in owner.op.new_order]
        if len(order) < inner.ndim:
            raise NotImplementedError("a part whose axes were dropped cannot be changed")
        return inc_subtensor(inner, _shuffled(y, order), inplace, set_instead_of_inc)
    if isinstance(owner.op, Reshape):
        inner = owner.inputs[0]
        whole = y if y.ndim == x.ndim and not any(y.broadcastable) else x * 0 + y
        return inc_subtensor(inner, whole.reshape(inner.shape, ndim=inner.ndim), inplace, set_instead_of_inc)
    raise TypeError("x must be the result of a subtensor operation")


def _shuffled(y: Any, order: list[int]) -> Any:
    drop = [axis for axis in range(y.ndim) if axis not in order and not y.broadcastable[axis]]
    if drop:
        raise NotImplementedError("a part with new axes cannot be set to values that differ along them")
    return y.dimshuffle(order)


def take(a: Any, indices: Any, axis: Any = None, mode: str = "raise") -> Any:
    """Return the elements of an array at some places of an axis; of all elements if it is None."""
    a, indices = as_tensor_variable(a), as_tensor_variable(indices)
    if axis is None:
        return take(a.flatten(), indices, 0, mode)
    axis %= a.ndim
    if mode == "clip":
        from gnomon.theano.tensor.elementwise import clip

        indices = clip(indices, 0, a.shape[axis] - 1)
    elif mode == "wrap":
        indices = indices % a.shape[axis]
    if indices.ndim == 1 and axis == 0:
        return advanced_subtensor1(a, indices)
    if indices.ndim == 1:
        order = [axis, *[k for k in range(a.ndim) if k != axis]]
        rows = advanced_subtensor1(a.dimshuffle(order), indices)
        back = [order.index(k) for k in range(a.ndim)]
        return rows.dimshuffle(back)
    if not indices.ndim:
        return a[(slice(None),) * axis + (indices,)]
    flat = take(a, indices.flatten(), axis, "raise")
    sizes = [a.shape[k] for k in range(axis)]
    sizes += [indices.shape[k] for k in range(indices.ndim)]
    sizes += [a.shape[k] for k in range(axis + 1, a.ndim)]
    return flat.reshape(sizes, ndim=len(sizes))


class SliceType(Type):
    """The type of slices."""

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if isinstance(data, slice):
            return data
        raise TypeError(f"Expected a slice, got {data!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __str__(self) -> str:
        return "slice"


slicetype = SliceType()


def advanced_inc_subtensor(x: Any, y: Any, *indices: Any) -> Any:
    """Return an array with values added at some places."""
    return inc_subtensor(x[tuple(indices)], y)


def advanced_set_subtensor(x: Any, y: Any, *indices: Any) -> Any:
    """Return an array with values set at some places."""
    return set_subtensor(x[tuple(indices)], y)


def advanced_boolean_subtensor(x: Any, *indices: Any) -> Any:
    """Return what masks choose."""
    return as_tensor_variable(x)[tuple(indices)]


AdvancedBooleanSubtensor, AdvancedBooleanIncSubtensor = AdvancedSubtensor, AdvancedIncSubtensor
advanced_boolean_inc_subtensor, advanced_boolean_set_subtensor = (
    advanced_inc_subtensor,
    advanced_set_subtensor,
)


def get_canonical_form_slice(theslice: Any, length: Any) -> tuple[Any, int | Any]:
    """Return a slice with bounds inside an axis and a positive step, and 1 or -1: the order in which it is read."""
    from gnomon.theano.tensor.elementwise import ge, lt, maximum, minimum, sgn, switch

    if not isinstance(theslice, slice):
        place = as_tensor_variable(theslice)
        return switch(lt(place, 0), place + length, place), 1
    step = as_tensor_variable(1 if theslice.step is None else theslice.step)
    forward = ge(step, 0)
    size = as_tensor_variable(length)

    def bound(given: Any, missing_forward: Any, missing_back: Any) -> Any:
        if given is None:
            return switch(forward, missing_forward, missing_back)
        at = as_tensor_variable(given)
        at = switch(lt(at, 0), at + size, at)
        return switch(forward, minimum(maximum(at, 0), size), minimum(maximum(at, -1), size - 1))

    start, stop = bound(theslice.start, 0, size - 1), bound(theslice.stop, size, -1)
    width = abs(step)
    count = maximum((switch(forward, stop - start, start - stop) + width - 1) // width, 0)
    low = switch(forward, start, start - (count - 1) * width)
    low = switch(ge(count, 1), low, 0)
    high = switch(ge(count, 1), low + (count - 1) * width + 1, 0)
    return slice(low, high, width), switch(forward, 1, -1) if not isinstance(theslice.step, int) else int(
        np.sign(theslice.step) or sgn(step)
    )
