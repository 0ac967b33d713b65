"""Numbers that expressions always are, and lengths that are known while a program is written."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Constant


class NotScalarConstantError(Exception):
    """An expression that is not always the same number."""


class EmptyConstantError(NotScalarConstantError):
    """A constant without elements."""


def numpy_scalar(data: Any) -> Any:
    """Return the only number of an array without axes, or of one element."""
    array = np.asarray(data)
    if not array.size:
        raise EmptyConstantError(array)
    if array.ndim or array.dtype == object:
        raise NotScalarConstantError(f"{data!r} is not a single number")
    return array


def get_scalar_constant_value(v: Any, elemwise: bool = True, only_process_constants: bool = False) -> Any:
    """Return the number that an expression always is; a NotScalarConstantError if it may differ."""
    from gnomon.theano.lowering import performed
    from gnomon.theano.tensor.axes import DimShuffle
    from gnomon.theano.tensor.broadcasting import Rebroadcast
    from gnomon.theano.tensor.conversion import ScalarFromTensor, TensorFromScalar
    from gnomon.theano.tensor.creation import Alloc
    from gnomon.theano.tensor.elemwise import Elemwise
    from gnomon.theano.tensor.opt import Assert

    if v is None:
        raise NotScalarConstantError("None is no number")
    if isinstance(v, (int, float, np.integer, np.floating)):
        return np.asarray(v)
    if isinstance(v, np.ndarray):
        return numpy_scalar(v).copy()
    if isinstance(v, Constant):
        unique = getattr(v.tag, "unique_value", None)
        return numpy_scalar(v.data if unique is None else np.asarray(unique)).copy()
    owner = getattr(v, "owner", None)
    if only_process_constants or owner is None:
        raise NotScalarConstantError(f"{v} is not a constant")
    if isinstance(owner.op, (DimShuffle, Rebroadcast, ScalarFromTensor, TensorFromScalar, Alloc)):
        return get_scalar_constant_value(owner.inputs[0], elemwise)
    if elemwise and isinstance(owner.op, Elemwise):
        name = str(owner.op.scalar_op)
        if name == "second":
            return get_scalar_constant_value(owner.inputs[1], elemwise)
        numbers = [get_scalar_constant_value(entry, elemwise) for entry in owner.inputs]
        scalars = [np.asarray(n, entry.dtype) for n, entry in zip(numbers, owner.inputs)]
        node = owner.op.make_node(*scalars)
        return np.asarray(performed(node, [np.asarray(n) for n in scalars])[0])
    if isinstance(owner.op, Assert):
        held = [get_scalar_constant_value(entry, elemwise) for entry in owner.inputs[1:]]
        if all(bool(entry) for entry in held):
            return get_scalar_constant_value(owner.inputs[0], elemwise)
    found = _entry_of_shape(v)
    if found is not None:
        return np.asarray(found)
    raise NotScalarConstantError(f"{v} is not a constant")


def _entry_of_shape(v: Any) -> int | None:
    """Return 1 where an entry of a shape belongs to a broadcastable axis, and an entry of a known vector."""
    from gnomon.theano.tensor.joining import MakeVector
    from gnomon.theano.tensor.shapes import Shape, Shape_i
    from gnomon.theano.tensor.subtensor import Subtensor

    owner = v.owner
    if isinstance(owner.op, Shape_i):
        inner = owner.inputs[0]
        if isinstance(inner, Constant):
            return int(inner.data.shape[owner.op.i])
        return 1 if inner.broadcastable[owner.op.i] else None
    if not isinstance(owner.op, Subtensor) or v.ndim:
        return None
    if all(isinstance(entry, Constant) for entry in owner.inputs):
        from gnomon.theano.lowering import performed

        return performed(owner, [entry.data for entry in owner.inputs])[0]  # type: ignore[no-any-return]
    if len(owner.op.idx_list) != 1:
        return None
    place, source = owner.op.idx_list[0], owner.inputs[0]
    if isinstance(place, slice) or not isinstance(owner.inputs[1], Constant):
        return None
    place = int(owner.inputs[1].data)
    if isinstance(source, Constant):
        return source.data[place]  # type: ignore[no-any-return]
    if source.owner is None:
        return None
    if isinstance(source.owner.op, Shape):
        pattern = source.owner.inputs[0].broadcastable
        return 1 if -len(pattern) <= place < len(pattern) and pattern[place] else None
    if isinstance(source.owner.op, MakeVector):
        return int(get_scalar_constant_value(source.owner.inputs[place]))
    return None


def get_constant_value(v: Any) -> Any:
    """Return the number that an expression always is (an old name)."""
    return get_scalar_constant_value(v)


def get_vector_length(v: Any) -> int:
    """Return the length of a vector that is known while the program is written; a ValueError if it is not."""
    from gnomon.theano.tensor.joining import Join, MakeVector
    from gnomon.theano.tensor.shapes import Shape
    from gnomon.theano.tensor.variables import as_tensor_variable

    v = as_tensor_variable(v)
    if v.ndim != 1:
        raise TypeError(f"argument must be symbolic vector, got {v} with {v.ndim} dimensions")
    if v.type.broadcastable[0]:
        return 1
    if isinstance(v, Constant):
        return len(v.data)
    owner = v.owner
    if owner is not None:
        if isinstance(owner.op, MakeVector):
            return len(owner.inputs)
        if isinstance(owner.op, Shape):
            return int(owner.inputs[0].type.ndim)
        if isinstance(owner.op, Join):
            return sum([get_vector_length(entry) for entry in owner.inputs[1:]])
        length = _length_of_slice(owner)
        if length is not None:
            return length
    raise ValueError(f"length not known: {v}")


def _length_of_slice(owner: Any) -> int | None:
    from gnomon.theano.tensor.subtensor import Subtensor

    if not isinstance(owner.op, Subtensor) or len(owner.op.idx_list) != 1:
        return None
    entry = owner.op.idx_list[0]
    if not isinstance(entry, slice):
        return None
    numbers = iter(owner.inputs[1:])

    def known(bound: Any) -> Any:
        if bound is None:
            return None
        return int(get_scalar_constant_value(next(numbers)))

    try:
        bounds = slice(known(entry.start), known(entry.stop), known(entry.step))
        return len(range(*bounds.indices(get_vector_length(owner.inputs[0]))))
    except (NotScalarConstantError, ValueError):
        return None
