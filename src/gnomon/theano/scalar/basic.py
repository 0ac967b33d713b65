"""Theano's operations on single numbers, each with what it is in Gnomon."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.errors import ComplexError
from gnomon.theano.scalar.named_types import discrete_types
from gnomon.theano.scalar.operations import (
    BinaryScalarOp,
    FixedLogicalComparison,
    LogicalComparison,
    ScalarOp,
    UnaryScalarOp,
)
from gnomon.theano.scalar.types import as_scalar, get_scalar_type, upcast

_BASES: dict[int, type[ScalarOp]] = {1: UnaryScalarOp, 2: BinaryScalarOp}


def cast_to(dtype: str, *values: Any) -> list[Any]:
    """Return expressions in a dtype."""
    kind = getattr(gn, dtype)
    return [value if value.dtype == kind else gn.astype(value, kind) for value in values]


def operation(
    name: str,
    nin: int,
    compute: Callable[..., Any],
    out: Callable[..., Any],
    *,
    kind: str | None = None,
    base: type[ScalarOp] | None = None,
    **members: Any,
) -> Any:
    """Return an operation: ``compute`` takes expressions of the result's dtype."""

    def lower(self: Any, node: Apply, *values: Any) -> Any:
        return compute(*cast_to(node.outputs[0].type.dtype, *values))

    made = type(
        kind or name.title().replace("_", ""),
        (base or _BASES.get(nin, ScalarOp),),
        {
            "lower": lower,
            "nin": nin,
            "__doc__": f"``{name}`` of single numbers.",
            "__module__": __name__,
            **members,
        },
    )
    globals()[made.__name__] = made
    return made(out, name=name)


def comparison(name: str, kind: str, compute: Callable[..., Any], **members: Any) -> Any:
    """Return a comparison, of the numbers in their common dtype."""

    def lower(self: Any, node: Apply, *values: Any) -> Any:
        return compute(*cast_to(upcast(*[v.type.dtype for v in node.inputs]), *values))

    made = type(kind, (LogicalComparison,), {"lower": lower, "__module__": __name__, **members})
    globals()[kind] = made
    return made(name=name)


def test(name: str, kind: str, compute: Callable[..., Any]) -> Any:
    """Return a test of one number."""

    def lower(self: Any, node: Apply, x: Any) -> Any:
        return compute(x) if x.dtype.kind in ("float", "complex") else gn.zeros_like(x, dtype=gn.bool)

    made = type(kind, (FixedLogicalComparison,), {"lower": lower, "__module__": __name__})
    globals()[kind] = made
    return made(name=name)


lt = comparison("lt", "LT", gn.less)
gt = comparison("gt", "GT", gn.greater)
le = comparison("le", "LE", gn.less_equal)
ge = comparison("ge", "GE", gn.greater_equal)
eq = comparison("eq", "EQ", gn.equal, commutative=True)
neq = comparison("neq", "NEQ", gn.not_equal, commutative=True)
isnan = test("isnan", "IsNan", gn.isnan)
isinf = test("isinf", "IsInf", gn.isinf)


class InRange(LogicalComparison):
    """Whether a number lies between two others; open ends are left out."""

    nin = 3

    def __init__(self, openlow: bool, openhi: bool) -> None:
        super().__init__()
        self.openlow, self.openhi = openlow, openhi

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InRange) and (self.openlow, self.openhi) == (other.openlow, other.openhi)

    def __hash__(self) -> int:
        return hash((InRange, self.openlow, self.openhi))

    def lower(self, node: Apply, x: Any, low: Any, high: Any) -> Any:
        x, low, high = cast_to(upcast(*[v.type.dtype for v in node.inputs]), x, low, high)
        above = x > low if self.openlow else x >= low
        return gn.logical_and(above, x < high if self.openhi else x <= high)


inopenrange = InRange(True, True)
inclosedrange = InRange(False, False)


class Switch(ScalarOp):
    """One number if a condition holds, else another."""

    nin = 3

    def output_types(self, types: list[Any]) -> list[Any]:
        return list(rules.upcast_out(*types[1:]))

    def lower(self, node: Apply, condition: Any, yes: Any, no: Any) -> Any:
        yes, no = cast_to(node.outputs[0].type.dtype, yes, no)
        return gn.where(cast_to("bool", condition)[0], yes, no)


switch = Switch(name="switch")


class BitOp(ScalarOp):
    """An operation on the bits of integers, or on bools."""

    def output_types(self, types: list[Any]) -> list[Any]:
        for kind in types:
            if kind not in discrete_types:
                raise TypeError(f"{self} takes integers or bools, not {kind}")
        return list(rules.upcast_out(*types))


class UnaryBitOp(BitOp, UnaryScalarOp):
    """An operation on the bits of one integer."""


class BinaryBitOp(BitOp, BinaryScalarOp):
    """An operation on the bits of two integers."""


def _or(x: Any, y: Any) -> Any:
    return gn.bitwise_or(x, y)


or_ = operation("or_", 2, gn.bitwise_or, rules.upcast_out, kind="OR", base=BinaryBitOp)
xor = operation("xor", 2, gn.bitwise_xor, rules.upcast_out, kind="XOR", base=BinaryBitOp)
and_ = operation("and_", 2, gn.bitwise_and, rules.upcast_out, kind="AND", base=BinaryBitOp)
invert = operation("invert", 1, gn.bitwise_invert, rules.upcast_out, base=UnaryBitOp)


def _many(step: Callable[..., Any], empty: int) -> Callable[..., Any]:
    def joined(*values: Any) -> Any:
        if not values:
            return gn.asarray(empty)
        total = values[0]
        for value in values[1:]:
            total = step(total, value)
        return total

    return joined


def _sum(x: Any, y: Any) -> Any:
    return gn.logical_or(x, y) if x.dtype == gn.bool else x + y


def _product(x: Any, y: Any) -> Any:
    return gn.logical_and(x, y) if x.dtype == gn.bool else x * y


def _remainder(x: Any, y: Any) -> Any:
    return gn.remainder(x, y)


def _quotient(x: Any, y: Any) -> Any:
    return gn.floor_divide(x, y)


maximum = operation("maximum", 2, gn.maximum, rules.upcast_out, commutative=True, associative=True)
minimum = operation("minimum", 2, gn.minimum, rules.upcast_out, commutative=True, associative=True)
add = operation("add", -1, _many(_sum, 0), rules.upcast_out, identity=0, commutative=True, associative=True)
mul = operation(
    "mul", -1, _many(_product, 1), rules.upcast_out, identity=1, commutative=True, associative=True
)
sub = operation("sub", 2, gn.subtract, rules.upcast_out_nobool)
int_div = operation("int_div", 2, _quotient, rules.upcast_out, kind="IntDiv")


def _no_complex(*types: Any) -> Any:
    if any(kind.dtype.startswith("complex") for kind in types):
        raise ComplexError("the remainder (%) of complex numbers has no meaning")
    return rules.upcast_out(*types)


mod = operation("mod", 2, _remainder, _no_complex)
floor_div = int_div


class TrueDiv(BinaryScalarOp):
    """A quotient; integers give floats."""

    def output_types(self, types: list[Any]) -> list[Any]:
        from gnomon.theano.configuration import config

        if all(kind in discrete_types for kind in types):
            return [get_scalar_type(config.floatX)]
        return list(rules.upcast_out(*types))

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return gn.divide(*cast_to(node.outputs[0].type.dtype, x, y))


true_div = TrueDiv(rules.upcast_out, name="true_div")


def _power(x: Any, y: Any) -> Any:
    return gn.pow(x, y)


pow = operation("pow", 2, _power, rules.upcast_out_min8, kind="Pow")
clip = operation(
    "clip",
    3,
    lambda x, low, high: gn.where(x < low, low, gn.where(x > high, high, x)),
    rules.upcast_out_no_complex,
)


class Second(BinaryScalarOp):
    """The second of two numbers, in the shape of both."""

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return gn.broadcast_arrays(x, y)[1]


second = Second(rules.transfer_type(1), name="second")
identity = operation("identity", 1, gn.positive, rules.same_out)


class Cast(UnaryScalarOp):
    """A number in another dtype."""

    def __init__(self, o_type: Any, name: str | None = None) -> None:
        super().__init__(rules.specific_out(o_type), name=name)
        self.o_type = o_type

    def lower(self, node: Apply, x: Any) -> Any:
        if x.dtype.kind == "complex" and not self.o_type.dtype.startswith("complex"):
            raise TypeError(
                "complex numbers cannot be cast to real ones; take real(), imag(), angle() or abs()"
            )
        return cast_to(self.o_type.dtype, x)[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cast) and self.o_type == other.o_type

    def __hash__(self) -> int:
        return hash((Cast, self.o_type))

    def __str__(self) -> str:
        return f"{type(self).__name__}{{{self.o_type.dtype}}}"


def _casts() -> dict[str, Cast]:
    from gnomon.theano.scalar.named_types import all_types

    return {kind.dtype: Cast(kind, name=f"convert_to_{kind.dtype}") for kind in all_types}


CASTS = _casts()
globals().update({f"convert_to_{dtype}": made for dtype, made in CASTS.items()})
_cast_mapping = CASTS


def cast(x: Any, dtype: str) -> Any:
    """Return a number in another dtype."""
    from gnomon.theano.configuration import config

    dtype = config.floatX if dtype == "floatX" else dtype
    number = as_scalar(x)
    if number.type.dtype == dtype:
        return number
    if str(number.type.dtype).startswith("complex") and not dtype.startswith("complex"):
        raise TypeError(
            "Casting from complex to real is ambiguous: consider real(), imag(), angle() or abs()"
        )
    return CASTS[dtype](number)


def _as_it_is(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Return a lowering that takes inputs in their own dtype."""

    def lower(self: Any, node: Apply, *values: Any) -> Any:
        return compute(*values)

    return lower


def plain(
    name: str, nin: int, compute: Callable[..., Any], out: Callable[..., Any], kind: str | None = None
) -> Any:
    """Return an operation that computes in the dtypes that it is given."""
    return operation(name, nin, compute, out, kind=kind, lower=_as_it_is(compute))


def _real_out_abs(kind: Any) -> tuple[Any, ...]:
    return rules.real_out(kind)


class Abs(UnaryScalarOp):
    """The absolute value."""

    def output_types(self, types: list[Any]) -> list[Any]:
        return list(rules.real_out(types[0]))

    def lower(self, node: Apply, x: Any) -> Any:
        return x if x.dtype == gn.bool or x.dtype.name.startswith("uint") else gn.abs(x)


abs_ = Abs(rules.same_out, name="abs_")


def _away_from_zero(x: Any) -> Any:
    return gn.sign(x) * gn.floor(gn.abs(x) + 0.5)


sgn = operation("sgn", 1, gn.sign, rules.same_out_nocomplex)
ceil = operation("ceil", 1, gn.ceil, rules.upgrade_to_float_no_complex)
floor = operation("floor", 1, gn.floor, rules.upgrade_to_float_no_complex)
trunc = operation("trunc", 1, gn.trunc, rules.upgrade_to_float_no_complex)
round_half_to_even = operation("round_half_to_even", 1, gn.round, rules.same_out_float_only)
round_half_away_from_zero = operation(
    "round_half_away_from_zero", 1, _away_from_zero, rules.same_out_float_only
)
neg = operation("neg", 1, gn.negative, rules.same_out_nobool)
inv = operation("inv", 1, gn.reciprocal, rules.upgrade_to_float)
log = operation("log", 1, gn.log, rules.upgrade_to_float)
log2 = operation("log2", 1, gn.log2, rules.upgrade_to_float)
log10 = operation("log10", 1, gn.log10, rules.upgrade_to_float)
log1p = operation("log1p", 1, gn.log1p, rules.upgrade_to_float, kind="Log1p")
exp = operation("exp", 1, gn.exp, rules.upgrade_to_float)
exp2 = operation("exp2", 1, gn.exp2, rules.upgrade_to_float)
expm1 = operation("expm1", 1, gn.expm1, rules.upgrade_to_float)
sqr = operation("sqr", 1, gn.square, rules.same_out)
sqrt = operation("sqrt", 1, gn.sqrt, rules.upgrade_to_float)
deg2rad = operation("deg2rad", 1, gn.radians, rules.upgrade_to_float, kind="Deg2Rad")
rad2deg = operation("rad2deg", 1, gn.degrees, rules.upgrade_to_float, kind="Rad2Deg")
cos = operation("cos", 1, gn.cos, rules.upgrade_to_float)
arccos = operation("arccos", 1, gn.acos, rules.upgrade_to_float, kind="ArcCos")
sin = operation("sin", 1, gn.sin, rules.upgrade_to_float)
arcsin = operation("arcsin", 1, gn.asin, rules.upgrade_to_float, kind="ArcSin")
tan = operation("tan", 1, gn.tan, rules.upgrade_to_float)
arctan = operation("arctan", 1, gn.atan, rules.upgrade_to_float, kind="ArcTan")
arctan2 = operation("arctan2", 2, gn.atan2, rules.upgrade_to_float, kind="ArcTan2")
cosh = operation("cosh", 1, gn.cosh, rules.upgrade_to_float)
arccosh = operation("arccosh", 1, gn.acosh, rules.upgrade_to_float, kind="ArcCosh")
sinh = operation("sinh", 1, gn.sinh, rules.upgrade_to_float)
arcsinh = operation("arcsinh", 1, gn.asinh, rules.upgrade_to_float, kind="ArcSinh")
tanh = operation("tanh", 1, gn.tanh, rules.upgrade_to_float)
arctanh = operation("arctanh", 1, gn.atanh, rules.upgrade_to_float, kind="ArcTanh")
real = plain("real", 1, gn.real, rules.real_out)
imag = plain(
    "imag", 1, lambda x: gn.imag(x) if x.dtype.kind == "complex" else gn.zeros_like(x), rules.real_out
)
angle = plain("angle", 1, lambda x: gn.angle(x), rules.specific_out(get_scalar_type("float64")))
conj = plain("conj", 1, gn.conj, rules.same_out_min8)


def _complex_out(*types: Any) -> tuple[Any, ...]:
    both_small = all(kind.dtype == "float32" for kind in types)
    return (get_scalar_type("complex64" if both_small else "complex128"),)


def _from_parts(x: Any, y: Any) -> Any:
    return x + 1j * y


complex = operation("complex", 2, _from_parts, _complex_out)
complex_from_polar = operation(
    "complex_from_polar",
    2,
    lambda r, t: r * (gn.cos(t) + 1j * gn.sin(t)),
    _complex_out,
    kind="ComplexFromPolar",
)

if TYPE_CHECKING:  # the classes of operations, and the casts, by name

    def __getattr__(name: str) -> Any: ...
