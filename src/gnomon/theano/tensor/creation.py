"""Arrays made of numbers and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.graph.namespace.arguments import integer
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable, constant


def sizes_of(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return expressions of single integers as sizes of Gnomon."""
    return tuple([integer("theano", "a size", value) for value in values])


def is_one(size: Any) -> bool:
    """Whether a size is known to be 1."""
    from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value

    try:
        return bool(get_scalar_constant_value(size) == 1)
    except NotScalarConstantError:
        return False


def size_variables(shape: Any) -> list[Any]:
    """Return sizes as integer variables."""
    if _many(shape):
        listed = [as_tensor_variable(entry) for entry in shape]
    else:
        listed = [as_tensor_variable(shape)]
    for entry in listed:
        if entry.dtype.startswith(("float", "complex")):
            raise TypeError(f"Shape parameters must be integers, got {entry} of dtype {entry.dtype}")
        if entry.ndim:
            raise TypeError(f"sizes must be single numbers, got {entry} with {entry.ndim} axes")
    return [entry if entry.dtype == "int64" else entry.astype("int64") for entry in listed]


class Alloc(GnomonOp):
    """A value repeated to a shape: alloc(value, n, m ...)."""

    __props__ = ()

    def make_node(self, value: Any, *shape: Any) -> Apply:
        value = as_tensor_variable(value)
        sizes = size_variables(shape)
        if value.ndim > len(sizes):
            raise TypeError(
                f"The Alloc value to use has more dimensions than the specified dimensions: {value.ndim}, {len(sizes)}"
            )
        pattern = [is_one(size) for size in sizes]
        return Apply(self, [value, *sizes], [TensorType(value.dtype, pattern)()])

    def lower(self, node: Apply, value: Any, *sizes: Any) -> Any:
        return gn.broadcast_to(value, sizes_of(sizes))

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.pullbacks import generic_pullback
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [
            generic_pullback(self, inputs, outputs, output_grads)[0],
            *[disconnected_type() for _ in inputs[1:]],
        ]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], *[[False] for _ in node.inputs[1:]]]


alloc = Alloc()


class AllocEmpty(GnomonOp):
    """An array whose numbers are not set yet."""

    __props__ = ("dtype",)

    def __init__(self, dtype: str) -> None:
        self.dtype = config.floatX if dtype == "floatX" else str(dtype)

    def make_node(self, *shape: Any) -> Apply:
        sizes = size_variables(shape)
        return Apply(self, sizes, [TensorType(self.dtype, [is_one(size) for size in sizes])()])

    def lower(self, node: Apply, *sizes: Any) -> Any:
        return gn.zeros(sizes_of(sizes), dtype=self.dtype)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[False] for _ in node.inputs]


def zeros(shape: Any, dtype: Any = None) -> Any:
    """Return zeros."""
    return alloc(np.array(0, dtype=_dtype(dtype)), *_listed(shape))


def ones(shape: Any, dtype: Any = None) -> Any:
    """Return ones."""
    return alloc(np.array(1, dtype=_dtype(dtype)), *_listed(shape))


def _dtype(dtype: Any) -> str:
    return config.floatX if dtype is None or dtype == "floatX" else str(np.dtype(dtype))


def _listed(shape: Any) -> list[Any]:
    return list(shape) if _many(shape) else [shape]


def _many(shape: Any) -> bool:
    return isinstance(shape, (list, tuple, np.ndarray)) or (
        isinstance(shape, Variable) and shape.type.ndim == 1
    )


def fill(a: Any, b: Any) -> Any:
    """Return the number ``b`` in the shape of ``a``."""
    from gnomon.theano.tensor.elementwise import second

    return second(a, b)


def ones_like(model: Any, dtype: Any = None, opt: bool = False) -> Any:
    """Return ones in the shape of an array."""
    return _like(model, 1, dtype, opt)


def zeros_like(model: Any, dtype: Any = None, opt: bool = False) -> Any:
    """Return zeros in the shape of an array."""
    return _like(model, 0, dtype, opt)


def _like(model: Any, number: int, dtype: Any, opt: bool) -> Any:
    if hasattr(model, "type") and hasattr(model.type, "format"):
        model = model.toarray()
    model = as_tensor_variable(model)
    found = constant(number, dtype=model.type.dtype if dtype is None else _dtype(dtype))
    if opt and found.type == model.type:
        return found
    return fill(model, found)


class Eye(GnomonOp):
    """Ones on a diagonal of a matrix."""

    __props__ = ("dtype",)

    def __init__(self, dtype: Any = None) -> None:
        self.dtype = _dtype(dtype)

    def make_node(self, n: Any, m: Any, k: Any) -> Apply:
        entries = [as_tensor_variable(entry) for entry in (n, m, k)]
        return Apply(self, entries, [TensorType(self.dtype, (False, False))()])

    def lower(self, node: Apply, n: Any, m: Any, k: Any) -> Any:
        rows, columns = sizes_of((n, m))
        places = gn.arange(columns)[None, :] - gn.arange(rows)[:, None]
        return gn.astype(places == k, getattr(gn, self.dtype))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[False]] * 3


def eye(n: Any, m: Any = None, k: Any = 0, dtype: Any = None) -> Any:
    """Return ones on the k-th diagonal of an n x m matrix."""
    return Eye(dtype)(n, n if m is None else m, k)


def identity_like(x: Any) -> Any:
    """Return a matrix of ones on the diagonal, in the shape of x."""
    return eye(x.shape[0], x.shape[1], k=0, dtype=x.dtype)


class ARange(GnomonOp):
    """Numbers at equal distances."""

    __props__ = ("dtype",)

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype

    def make_node(self, start: Any, stop: Any, step: Any) -> Apply:
        entries = [as_tensor_variable(entry) for entry in (start, stop, step)]
        for entry in entries:
            if entry.ndim:
                raise TypeError(f"arange takes single numbers, got {entry} with {entry.ndim} axes")
        return Apply(self, entries, [TensorType(self.dtype, (False,))()])

    def lower(self, node: Apply, start: Any, stop: Any, step: Any) -> Any:
        kind = getattr(gn, self.dtype)
        length = gn.ceil((gn.astype(stop, gn.float64) - start) / gn.astype(step, gn.float64))
        if all(variable.dtype.startswith(("int", "uint")) for variable in node.inputs):
            length = -((gn.astype(start, gn.int64) - stop) // gn.astype(step, gn.int64))
        (count,) = sizes_of((gn.astype(gn.maximum(length, 0), gn.int64),))
        start, step = gn.astype(start, kind), gn.astype(step, kind)
        return start + gn.astype(gn.arange(count), kind) * ((start + step) - start)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that start and step are differentiated by."""
        return [[True], [False], [True]]


_RANGES: dict[str, ARange] = {}


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Return numbers from ``start`` (0) to before ``stop``."""
    if stop is None:
        start, stop = 0, start
    entries = [as_tensor_variable(entry) for entry in (start, stop, step)]
    if dtype is None:
        from gnomon.theano.scalar.types import upcast

        dtype = upcast(*[entry.dtype for entry in entries])
        if dtype.startswith("int") or dtype == "bool":
            dtype = "int64"
        elif config.cast_policy in ("numpy", "numpy+floatX"):
            dtype = str((np.arange(1) * np.ones(1, dtype)).dtype)
        if config.cast_policy == "numpy+floatX" and config.floatX == "float32" and dtype == "float64":
            dtype = "float32" if all(e.dtype != "float64" for e in entries) else dtype
    return _RANGES.setdefault(str(np.dtype(dtype)), ARange(str(np.dtype(dtype))))(*entries)


def tri(n: Any, m: Any = None, k: Any = 0, dtype: Any = None) -> Any:
    """Return ones at and below the k-th diagonal."""
    from gnomon.theano.tensor.elementwise import cast, ge

    columns = n if m is None else m
    return cast(ge(arange(n).dimshuffle(0, "x") + k, arange(columns).dimshuffle("x", 0)), _dtype(dtype))


def tril(m: Any, k: Any = 0) -> Any:
    """Return a matrix with zeros above the k-th diagonal."""
    return m * tri(m.shape[0], m.shape[1], k=k, dtype=m.dtype)


def triu(m: Any, k: Any = 0) -> Any:
    """Return a matrix with zeros below the k-th diagonal."""
    return m * (constant(1, dtype=m.dtype) - tri(m.shape[0], m.shape[1], k=k - 1, dtype=m.dtype))
