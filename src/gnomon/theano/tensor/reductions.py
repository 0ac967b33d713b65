"""Reductions of axes by an operation on two numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar import basic as scalar
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.type import TensorType

_UP = {
    **dict.fromkeys(("bool", "int8", "int16", "int32"), "int64"),
    **dict.fromkeys(("uint8", "uint16", "uint32"), "uint64"),
}
_ACCUMULATED = {**_UP, "float16": "float32", "float32": "float64", "complex64": "complex128"}


def axes_of(axis: Any, ndim: int) -> tuple[int, ...] | None:
    """Return axes as sorted numbers from 0, None for all; one that is not there is a ValueError."""
    from gnomon.theano.gof.graph import Constant, Variable

    if axis is None:
        return None
    listed = axis if isinstance(axis, Sequence) else [axis]
    found = []
    for entry in listed:
        if isinstance(entry, Constant):
            entry = entry.data
            if entry is None:
                return None
        elif isinstance(entry, Variable):
            raise TypeError(f"the axes of a reduction must be known, got {entry}")
        place = int(entry)
        if not -ndim <= place < ndim:
            raise ValueError(f"Not enough dimensions: axis {place} of an array with {ndim}")
        found.append(place % ndim)
    return tuple(sorted(set(found)))


class CAReduce(GnomonOp):
    """A reduction of some axes by a commutative and associative operation."""

    acc_dtype: str | None = None

    def __init__(self, scalar_op: Any, axis: Any = None) -> None:
        if scalar_op.nout != 1 or (scalar_op.nin not in (-1, 2)):
            raise NotImplementedError(f"CAReduce needs an operation on two numbers, not {scalar_op}")
        self.scalar_op = scalar_op
        self.axis = None if axis is None else tuple(axis) if isinstance(axis, Sequence) else (int(axis),)

    def _output_dtype(self, dtype: str) -> str:
        return "int64" if dtype == "bool" and self.scalar_op in (scalar.add, scalar.mul) else dtype

    def make_node(self, x: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable

        x = as_tensor_variable(x)
        axes = axes_of(self.axis, x.type.ndim)
        op = self if axes == self.axis else self._at(axes)
        kept = [] if axes is None else [b for axis, b in enumerate(x.type.broadcastable) if axis not in axes]
        return Apply(op, [x], [TensorType(self._output_dtype(x.type.dtype), kept)()])

    def _at(self, axes: tuple[int, ...] | None) -> CAReduce:
        from copy import copy

        other = copy(self)
        other.axis = axes
        return other

    def lower(self, node: Apply, x: Any) -> Any:
        compute = _REDUCTIONS.get(self.scalar_op)
        axes = axes_of(self.axis, x.ndim)
        if compute is None:
            return _by_steps(self.scalar_op, x, axes)
        return compute(self._accumulated(node, x), axes)

    def _accumulated(self, node: Apply, x: Any) -> Any:
        return x

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.scalar_op == other.scalar_op and self.axis == other.axis

    def __hash__(self) -> int:
        return hash((type(self), self.scalar_op, self.axis))

    def __str__(self) -> str:
        name = (
            type(self).__name__
            if type(self) not in (CAReduce, CAReduceDtype)
            else f"Reduce{{{self.scalar_op}}}"
        )
        return f"{name}{'' if self.axis is None else '{' + ', '.join(map(str, self.axis)) + '}'}"


class CAReduceDtype(CAReduce):
    """A reduction whose result has a dtype of its own, computed in a dtype of its own."""

    def __init__(
        self, scalar_op: Any, axis: Any = None, dtype: str | None = None, acc_dtype: str | None = None
    ) -> None:
        super().__init__(scalar_op, axis)
        self.dtype = dtype
        self.acc_dtype = acc_dtype

    def _output_dtype(self, dtype: str) -> str:
        return self.dtype or _UP.get(dtype, dtype)

    def make_node(self, x: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable

        x = as_tensor_variable(x)
        found = self._output_dtype(x.type.dtype)
        if x.type.dtype.startswith("complex") and not found.startswith("complex"):
            raise TypeError(f"the {self.scalar_op} of complex numbers cannot be {found}")
        if x.type.dtype.startswith("float") and "int" in found:
            raise TypeError(f"the {self.scalar_op} of {x.type.dtype} cannot be {found}: cast first")
        self._check_accumulator(x.type.dtype)
        return super().make_node(x)

    def _check_accumulator(self, dtype: str) -> None:
        """Refuse an accumulator that cannot hold what is accumulated."""
        wanted = self.acc_dtype
        rounded = dtype.startswith(("int", "uint", "bool")) and str(wanted).startswith(("float", "complex"))
        if wanted is not None and not rounded and upcast(dtype, wanted) != wanted:
            raise TypeError(f"the {self.scalar_op} of {dtype} cannot be accumulated in {wanted}: cast first")

    def _accumulated(self, node: Apply, x: Any) -> Any:
        wanted = self.acc_dtype or node.outputs[0].type.dtype
        return scalar.cast_to(wanted, x)[0]

    def __eq__(self, other: object) -> bool:
        mine = (self.dtype, self.acc_dtype)
        return super().__eq__(other) and mine == (getattr(other, "dtype", 0), getattr(other, "acc_dtype", 0))

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.dtype, self.acc_dtype))


class Sum(CAReduceDtype):
    """The sum of some axes."""

    def __init__(self, axis: Any = None, dtype: str | None = None, acc_dtype: str | None = None) -> None:
        super().__init__(scalar.add, axis, dtype, acc_dtype)


class Prod(CAReduceDtype):
    """The product of some axes."""

    def __init__(
        self,
        axis: Any = None,
        dtype: str | None = None,
        acc_dtype: str | None = None,
        no_zeros_in_input: bool = False,
    ) -> None:
        super().__init__(scalar.mul, axis, dtype, acc_dtype)
        self.no_zeros_in_input = no_zeros_in_input


def of_extreme(x: Any, found: Any, axes: tuple[int, ...] | None, g: Any) -> Any:
    """Return the gradient by an array whose extreme was found: every element that ties for it takes the whole of it."""
    from gnomon.theano.tensor.elementwise import eq

    gone = tuple(range(x.ndim)) if axes is None else axes
    rest = iter(range(found.ndim))
    order = ["x" if axis in gone else next(rest) for axis in range(x.ndim)]
    return eq(x, found.dimshuffle(*order)) * g.dimshuffle(*order)


class _Extreme(CAReduce):
    """The greatest or least of some axes."""

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        (x,), (found,), (g,) = inputs, outputs, output_grads
        if not (x.dtype.startswith("float") and hasattr(g.type, "broadcastable")):
            return super().L_op(inputs, outputs, output_grads)
        return [of_extreme(x, found, axes_of(self.axis, x.ndim), g)]


class Max(_Extreme):
    """The greatest of some axes."""

    nfunc_spec = ("max", 1, 1)

    def __init__(self, axis: Any = None) -> None:
        super().__init__(scalar.maximum, axis)


class Min(_Extreme):
    """The least of some axes."""

    nfunc_spec = ("min", 1, 1)

    def __init__(self, axis: Any = None) -> None:
        super().__init__(scalar.minimum, axis)


class All(CAReduce):
    """Whether all of some axes are true."""

    nfunc_spec = ("all", 1, 1)

    def __init__(self, axis: Any = None) -> None:
        super().__init__(scalar.and_, axis)

    def _output_dtype(self, dtype: str) -> str:
        return "bool"

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.all(x, axis=axes_of(self.axis, x.ndim))


class Any_(CAReduce):
    """Whether any of some axes is true."""

    nfunc_spec = ("any", 1, 1)

    def __init__(self, axis: Any = None) -> None:
        super().__init__(scalar.or_, axis)

    def _output_dtype(self, dtype: str) -> str:
        return "bool"

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.any(x, axis=axes_of(self.axis, x.ndim))


Any_.__name__ = "Any"


def _same(reduce: Callable[..., Any]) -> Callable[..., Any]:
    def reduced(x: Any, axes: Any) -> Any:
        return reduce(x, axis=axes)

    return reduced


def _kept_dtype(reduce: Callable[..., Any]) -> Callable[..., Any]:
    def reduced(x: Any, axes: Any) -> Any:
        return reduce(x, axis=axes, dtype=x.dtype)

    return reduced


_REDUCTIONS: dict[Any, Callable[..., Any]] = {
    scalar.add: _kept_dtype(gn.sum),
    scalar.mul: _kept_dtype(gn.prod),
    scalar.maximum: _same(gn.max),
    scalar.minimum: _same(gn.min),
}


def _by_steps(scalar_op: Any, x: Any, axes: tuple[int, ...] | None) -> Any:
    """Reduce by any operation: one axis after the other, one step after the other."""
    from gnomon.theano.scalar.types import get_scalar_type

    number = get_scalar_type(str(x.dtype))
    node = scalar_op.make_node(number(), number())
    for axis in sorted(range(x.ndim) if axes is None else axes, reverse=True):
        rows = gn.moveaxis(x, axis, 0)

        def step(total: Any, row: Any) -> Any:
            found = scalar_op.lower(node, total, row)
            return gn.astype(found, total.dtype), None

        start = getattr(scalar_op, "identity", None)
        if start is None:
            x, _ = gn.scan(step, rows[0], rows[1:])
        else:
            x, _ = gn.scan(step, gn.full_like(rows[0], start), rows)
    return x


def kept(x: Any, reduced: Any, axis: Any) -> Any:
    """Return a reduced array with the axes that were reduced, of size 1."""
    axes = axes_of(axis, x.ndim)
    places = iter(range(reduced.ndim))
    pattern: list[Any] = [
        "x" if axes is None or place in axes else next(places) for place in range(x.type.ndim)
    ]
    return reduced.dimshuffle(pattern)
