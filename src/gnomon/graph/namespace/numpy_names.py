"""NumPy's names for what the standard lacks or calls otherwise."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace import elementwise as each
from gnomon.graph.namespace.elementwise import binary, unary
from gnomon.graph.namespace.manipulation import concat
from gnomon.graph.namespace.statistical import max, min

absolute, arccos, arccosh, arcsin, arcsinh = each.abs, each.acos, each.acosh, each.asin, each.asinh
arctan, arctan2, arctanh, conjugate = each.atan, each.atan2, each.atanh, each.conj
bitwise_not = invert = each.bitwise_invert
left_shift, right_shift, mod, power, rint = (
    each.bitwise_left_shift,
    each.bitwise_right_shift,
    each.remainder,
    each.pow,
    each.round,
)
true_divide, fix, amax, amin = each.divide, each.trunc, max, min
concatenate = concat

angle = unary("angle", module=__name__)
cbrt = unary("cbrt", module=__name__)
degrees = unary("degrees", module=__name__)
exp2 = unary("exp2", module=__name__)
radians = unary("radians", module=__name__)
rsqrt = unary("rsqrt", module=__name__)
float_power = binary("float_power", module=__name__)
fmax = binary("fmax", module=__name__)
fmin = binary("fmin", module=__name__)
fmod = binary("fmod", module=__name__)
gcd = binary("gcd", module=__name__)
heaviside = binary("heaviside", module=__name__)
lcm = binary("lcm", module=__name__)
ldexp = binary("ldexp", module=__name__)
logaddexp2 = binary("logaddexp2", module=__name__)
dot = binary("dot", module=__name__)
inner = binary("inner", module=__name__)
kron = binary("kron", module=__name__)
vdot = binary("vdot", module=__name__)


def isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Array:
    """Whether each pair of elements is nearly equal."""
    settings = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan}
    return ops.isclose(take.array("isclose", "a", a), take.array("isclose", "b", b), **settings)  # type: ignore[no-any-return]


def allclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Array:
    """Whether all pairs of elements are nearly equal."""
    return ops.TABLE["all"](isclose(a, b, rtol, atol, equal_nan))  # type: ignore[no-any-return]


def array_equal(a: Any, b: Any) -> Array:
    """Whether two arrays have one shape and equal elements."""
    return ops.array_equal(take.array("array_equal", "a", a), take.array("array_equal", "b", b))  # type: ignore[no-any-return]


def nan_to_num(x: Any, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Array:
    """The array with NaN and infinities replaced."""
    settings = {"nan": nan, "posinf": posinf, "neginf": neginf}
    given = {key: value for key, value in settings.items() if value is not None and value != 0.0}
    return ops.nan_to_num(take.array("nan_to_num", "x", x), **given)  # type: ignore[no-any-return]


def around(x: Any, decimals: int = 0) -> Array:
    """The elements rounded to a number of decimals."""
    return ops.round(take.array("around", "x", x), decimals=decimals)  # type: ignore[no-any-return]


def compress(condition: Any, x: Any, axis: int | None = None) -> Array:
    """The entries along an axis where a vector of booleans is true."""
    mask = take.array("compress", "condition", condition)
    return ops.compress(take.array("compress", "x", x), mask, axis=axis)  # type: ignore[no-any-return]


def interp(x: Any, xp: Any, fp: Any) -> Array:
    """Values of a piecewise linear function."""
    found = [take.array("interp", name, value) for name, value in (("x", x), ("xp", xp), ("fp", fp))]
    return ops.interpolate(*found)  # type: ignore[no-any-return]


def convolve(a: Any, v: Any, mode: str = "full") -> Array:
    """Convolution of two vectors."""
    take.option("convolve", "mode", mode, ("full", "same", "valid"))
    return ops.convolve(take.array("convolve", "a", a), take.array("convolve", "v", v), mode=mode)  # type: ignore[no-any-return]


def cross(a: Any, b: Any, axis: int = -1) -> Array:
    """Cross product of vectors along an axis."""
    return ops.cross(take.array("cross", "a", a), take.array("cross", "b", b), axis=axis)  # type: ignore[no-any-return]


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Array:
    """For each element the choice of the first condition that holds."""
    if len(condlist) != len(choicelist):
        raise take.wrong(
            "select", "choicelist", f"as many arrays as conditions ({len(condlist)})", choicelist
        )
    result = take.array("select", "default", default)
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        result = ops.where(
            take.array("select", "condlist", condition), take.array("select", "choice", choice), result
        )
    return result


def unravel_index(indices: Any, shape: Any) -> tuple[Array, ...]:
    """Positions along each axis from positions in the flattened array."""
    sizes = take.shape("unravel_index", shape)
    return ops.flat_index(take.array("unravel_index", "indices", indices), shape=sizes)  # type: ignore[no-any-return]


def shape(x: Any) -> Any:
    """The sizes of the axes."""
    return take.array("shape", "x", x).shape


def ndim(x: Any) -> int:
    """The number of axes."""
    return take.array("ndim", "x", x).ndim


def size(x: Any) -> Any:
    """The number of elements."""
    return take.array("size", "x", x).size


__all__ = [
    "absolute",
    "allclose",
    "amax",
    "amin",
    "angle",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "around",
    "array_equal",
    "bitwise_not",
    "cbrt",
    "compress",
    "concatenate",
    "conjugate",
    "convolve",
    "cross",
    "degrees",
    "dot",
    "exp2",
    "fix",
    "float_power",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "inner",
    "interp",
    "invert",
    "isclose",
    "kron",
    "lcm",
    "ldexp",
    "left_shift",
    "logaddexp2",
    "mod",
    "nan_to_num",
    "ndim",
    "power",
    "radians",
    "right_shift",
    "rint",
    "rsqrt",
    "select",
    "shape",
    "size",
    "true_divide",
    "unravel_index",
    "vdot",
]
