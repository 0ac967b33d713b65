"""What operations on single numbers have in common; users derive their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.utils import MethodNotDefined, from_return_values, object2
from gnomon.theano.scalar.named_types import complex64 as c64
from gnomon.theano.scalar.named_types import complex128 as c128
from gnomon.theano.scalar.types import Scalar, as_scalar, get_scalar_type, upcast


class ScalarOp(Op):
    """An operation on single numbers, made elementwise by `Elemwise`.

    ``output_types_preference`` gives the types of results from those of the inputs. ``impl`` computes in Python.
    """

    nin = -1
    nout = 1
    name: str | None = None
    compute: Callable[..., Any] | None = None

    def __init__(
        self, output_types_preference: Callable[..., Any] | None = None, name: str | None = None
    ) -> None:
        self.name = name
        if output_types_preference is not None:
            if not callable(output_types_preference):
                raise TypeError(f"output_types_preference must be callable, got {output_types_preference!r}")
            self.output_types_preference = output_types_preference

    def make_node(self, *inputs: Any) -> Apply:
        if self.nin >= 0 and len(inputs) != self.nin:
            raise TypeError(
                f"Wrong number of inputs for {self}.make_node (got {len(inputs)}, expected {self.nin})"
            )
        entries = [as_scalar(entry) for entry in inputs]
        kinds = self.output_types([entry.type for entry in entries])
        return Apply(self, entries, [kind() for kind in kinds])

    def output_types(self, types: list[Any]) -> list[Any]:
        """Return the types of the results."""
        if not hasattr(self, "output_types_preference"):
            raise NotImplementedError(f"Cannot calculate the output types for {self}")
        found = list(self.output_types_preference(*types))
        if len(found) != self.nout:
            raise TypeError(
                f"{self} gives {self.nout} results, but output_types_preference gives {len(found)} types"
            )
        return found

    def impl(self, *inputs: Any) -> Any:
        """Compute with single numbers."""
        raise MethodNotDefined("impl", type(self), type(self).__name__)

    def perform(self, node: Any, inputs: Any, output_storage: Any, params: Any = None) -> None:
        for cell, value in zip(output_storage, from_return_values(self.impl(*inputs))):
            cell[0] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and getattr(self, "output_types_preference", None) == getattr(
            other, "output_types_preference", None
        )

    def __hash__(self) -> int:
        return hash((type(self), getattr(self, "output_types_preference", 0)))

    def __str__(self) -> str:
        return self.name or type(self).__name__


class UnaryScalarOp(ScalarOp):
    """An operation on one number."""

    nin = 1


class BinaryScalarOp(ScalarOp):
    """An operation on two numbers."""

    nin = 2
    identity: Any = None
    commutative = False
    associative = False


class LogicalComparison(BinaryScalarOp):
    """A comparison of two numbers."""

    def output_types(self, types: list[Any]) -> list[Any]:
        return [get_scalar_type("bool")]


class FixedLogicalComparison(UnaryScalarOp):
    """A test of one number."""

    def output_types(self, types: list[Any]) -> list[Any]:
        return [get_scalar_type("bool")]


def _joined(*types: Any) -> Scalar:
    return get_scalar_type(upcast(*[kind.dtype for kind in types]))


_AS_FLOAT = {
    "bool": "float32",
    "int8": "float32",
    "int16": "float32",
    "uint8": "float32",
    "uint16": "float32",
    "int32": "float64",
    "int64": "float64",
    "uint32": "float64",
    "uint64": "float64",
}


def upcast_out(*types: Any) -> tuple[Any, ...]:
    """The common type."""
    return (_joined(*types),)


def upcast_out_nobool(*types: Any) -> tuple[Any, ...]:
    """The common type, which may not be bool."""
    if _joined(*types).dtype == "bool":
        raise TypeError("bool output not supported")
    return (_joined(*types),)


def upcast_out_min8(*types: Any) -> tuple[Any, ...]:
    """The common type, int8 for bools."""
    found = _joined(*types)
    return (get_scalar_type("int8") if found.dtype == "bool" else found,)


def upcast_out_no_complex(*types: Any) -> tuple[Any, ...]:
    """The common type of real numbers."""
    _refuse_complex(types)
    return (_joined(*types),)


def upgrade_to_float(*types: Any) -> tuple[Any, ...]:
    """The common type as floats."""
    return (get_scalar_type(upcast(*[_AS_FLOAT.get(kind.dtype, kind.dtype) for kind in types])),)


def upgrade_to_float64(*types: Any) -> tuple[Any, ...]:
    """Always float64."""
    return (get_scalar_type("float64"),)


def upgrade_to_float_no_complex(*types: Any) -> tuple[Any, ...]:
    """The common type of real numbers as floats."""
    _refuse_complex(types)
    return upgrade_to_float(*types)


def same_out(kind: Any) -> tuple[Any, ...]:
    """The type of the input."""
    return (kind,)


def same_out_nobool(kind: Any) -> tuple[Any, ...]:
    """The type of the input, which may not be bool."""
    if kind.dtype == "bool":
        raise TypeError("bool input not supported")
    return (kind,)


def same_out_min8(kind: Any) -> tuple[Any, ...]:
    """The type of the input, int8 for bools."""
    return (get_scalar_type("int8") if kind.dtype == "bool" else kind,)


def same_out_float_only(kind: Any) -> tuple[Any, ...]:
    """The type of the input, which must be float."""
    if not str(kind.dtype).startswith("float"):
        raise TypeError("only float type are supported")
    return (kind,)


def same_out_nocomplex(kind: Any) -> tuple[Any, ...]:
    """The type of the input, which may not be complex."""
    _refuse_complex((kind,))
    return (kind,)


def int_out(*types: Any) -> tuple[Any, ...]:
    """Always int64."""
    return (get_scalar_type("int64"),)


def float_out(*types: Any) -> tuple[Any, ...]:
    """Always float64."""
    return (get_scalar_type("float64"),)


def int_out_nocomplex(*types: Any) -> tuple[Any, ...]:
    """Always int64, for real numbers."""
    _refuse_complex(types)
    return int_out()


def float_out_nocomplex(*types: Any) -> tuple[Any, ...]:
    """Always float64, for real numbers."""
    _refuse_complex(types)
    return float_out()


def real_out(kind: Any) -> tuple[Any, ...]:
    """The type of the parts of complex numbers."""
    return (get_scalar_type({"complex64": "float32", "complex128": "float64"}.get(kind.dtype, kind.dtype)),)


def _refuse_complex(types: Any) -> None:
    if any(kind in (c64, c128) for kind in types):
        raise TypeError("complex argument not supported")


class transfer_type(object2):
    """The types of some inputs, by their places; None is the common type."""

    __props__ = ("transfer",)

    def __init__(self, *transfer: Any) -> None:
        self.transfer = transfer

    def __call__(self, *types: Any) -> list[Any]:
        return [
            _joined(*types) if place is None else place if isinstance(place, str) else types[place]
            for place in self.transfer
        ]


class specific_out(object2):
    """Always some types."""

    __props__ = ("spec",)

    def __init__(self, *spec: Any) -> None:
        self.spec = spec

    def __call__(self, *types: Any) -> tuple[Any, ...]:
        return self.spec


class unary_out_lookup(object2):
    """The type that a dictionary gives for the input's."""

    def __init__(self, type_table: dict[Any, Any]) -> None:
        self.tbl = type_table

    def __call__(self, *types: Any) -> list[Any]:
        key = types[0] if len(types) == 1 else types
        if key not in self.tbl:
            raise TypeError(f"{key} is not supported")
        found = self.tbl[key]
        return list(found) if isinstance(key, (list, tuple)) else [found]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, unary_out_lookup) and self.tbl == other.tbl

    def __hash__(self) -> int:
        return hash(type(self))
