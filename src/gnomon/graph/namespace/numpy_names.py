"""NumPy's names for what the standard lacks or calls otherwise."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace import elementwise as each
from gnomon.graph.namespace.creation import eye
from gnomon.graph.namespace.elementwise import binary, unary
from gnomon.graph.namespace.manipulation import concat, permute_dims
from gnomon.graph.namespace.statistical import max, min
from gnomon.shapes import dtypes

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


def _reduce(name: str, x: Any, axis: Any, keepdims: bool, **values: Any) -> Array:
    more = {"keepdims": True} if keepdims else {}
    return ops.TABLE[name](take.array(name, "x", x), axis=take.axes(name, axis), **more, **values)  # type: ignore[no-any-return]


def median(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Middle element in sorted order."""
    return _reduce("median", x, axis, keepdims)


def ptp(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Largest minus smallest element."""
    return _reduce("ptp", x, axis, keepdims)


def nansum(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Sum of the elements that are not NaN."""
    return _reduce("nansum", x, axis, keepdims)


def nanmean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Average of the elements that are not NaN."""
    return _reduce("nanmean", x, axis, keepdims)


def nanmax(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Largest element that is not NaN."""
    return _reduce("nanmax", x, axis, keepdims)


def nanmin(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Smallest element that is not NaN."""
    return _reduce("nanmin", x, axis, keepdims)


def nanvar(x: Any, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Variance of the elements that are not NaN."""
    return _reduce("nanvar", x, axis, keepdims, **({"correction": correction} if correction else {}))


def nanstd(x: Any, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Standard deviation of the elements that are not NaN."""
    return _reduce("nanstd", x, axis, keepdims, **({"correction": correction} if correction else {}))


def nanmedian(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Middle element in sorted order, NaN left out."""
    return _reduce("nanmedian", x, axis, keepdims)


def average(x: Any, axis: Any = None, weights: Any = None, keepdims: bool = False) -> Array:
    """Weighted average."""
    x = take.array("average", "x", x)
    share = None if weights is None else take.array("average", "weights", weights)
    return ops.average(x, share, axis=take.axes("average", axis), keepdims=keepdims)  # type: ignore[no-any-return]


def quantile(x: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Value below which a share ``q`` of the elements lies."""
    places = take.array("quantile", "q", q)
    along = take.axes("quantile", axis)
    return ops.quantile(take.array("quantile", "x", x), places, axis=along, keepdims=keepdims)  # type: ignore[no-any-return]


def percentile(x: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Value below which ``q`` per cent of the elements lie."""
    return quantile(x, take.array("percentile", "q", q) / 100, axis, keepdims)


def cov(x: Any, y: Any = None, rowvar: bool = True) -> Array:
    """Covariances of the rows (or columns)."""
    other = None if y is None else take.array("cov", "y", y)
    return ops.covariance(take.array("cov", "x", x), other, rows=rowvar)  # type: ignore[no-any-return]


def transpose(x: Any, axes: Any = None) -> Array:
    """The axes in another order, reversed by default."""
    return ops.transpose(take.array("transpose", "x", x)) if axes is None else permute_dims(x, axes)


def swapaxes(x: Any, axis1: int, axis2: int) -> Array:
    """Two axes exchanged."""
    return ops.swapaxes(take.array("swapaxes", "x", x), first=axis1, second=axis2)  # type: ignore[no-any-return]


def ravel(x: Any) -> Array:
    """All elements as a vector."""
    return ops.reshape(take.array("ravel", "x", x), shape=(-1,))  # type: ignore[no-any-return]


def atleast_1d(x: Any) -> Array:
    """The array with one axis at least."""
    return ops.atleast(take.array("atleast_1d", "x", x), rank=1)  # type: ignore[no-any-return]


def atleast_2d(x: Any) -> Array:
    """The array with two axes at least."""
    return ops.atleast(take.array("atleast_2d", "x", x), rank=2)  # type: ignore[no-any-return]


def vstack(arrays: Any) -> Array:
    """The arrays one under the other."""
    return ops.vstack(take.arrays("vstack", "arrays", arrays))  # type: ignore[no-any-return]


def hstack(arrays: Any) -> Array:
    """The arrays side by side."""
    return ops.hstack(take.arrays("hstack", "arrays", arrays))  # type: ignore[no-any-return]


def dstack(arrays: Any) -> Array:
    """The arrays along a third axis."""
    return ops.dstack(take.arrays("dstack", "arrays", arrays))  # type: ignore[no-any-return]


def column_stack(arrays: Any) -> Array:
    """Vectors as the columns of a matrix."""
    return ops.column_stack(take.arrays("column_stack", "arrays", arrays))  # type: ignore[no-any-return]


def split(x: Any, sections: Any, axis: int = 0) -> tuple[Array, ...]:
    """Equal parts along an axis, or parts that begin at given positions."""
    x = take.array("split", "x", x)
    if isinstance(sections, (tuple, list)):
        found = ops.split_at(x, indices=take.shape("split", sections, "sections"), axis=axis)
    else:
        found = ops.split(x, sections=sections, axis=axis)
    return found if isinstance(found, tuple) else (found,)


def array_split(x: Any, sections: int, axis: int = 0) -> tuple[Array, ...]:
    """Nearly equal parts along an axis."""
    found = ops.array_split(take.array("array_split", "x", x), sections=sections, axis=axis)
    return found if isinstance(found, tuple) else (found,)


def pad(x: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Array:
    """The array with more entries before and after each axis."""
    x = take.array("pad", "x", x)
    take.option("pad", "mode", mode, ("constant", "reflect", "edge", "symmetric", "wrap"))
    widths: Any = pad_width
    if not isinstance(widths, (tuple, list)):
        widths = ((widths, widths),) * x.ndim
    elif len(widths) and not isinstance(widths[0], (tuple, list)):
        widths = (tuple(widths) if len(widths) == 2 else (widths[0], widths[0]),) * x.ndim
    elif len(widths) == 1:
        widths = tuple(widths) * x.ndim
    more = {} if mode == "constant" else {"mode": mode, "reflect": mode in ("reflect", "symmetric")}
    if not isinstance(constant_values, (int, float, complex)):
        raise take.wrong("pad", "constant_values", "a number", constant_values)
    if constant_values:
        more["value"] = constant_values
    return ops.pad(x, widths=tuple([tuple(pair) for pair in widths]), **more)  # type: ignore[no-any-return]


def diagonal(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal over two axes."""
    return ops.diagonal(take.array("diagonal", "x", x), offset=offset, first=axis1, second=axis2)  # type: ignore[no-any-return]


def trace(x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The sum of the diagonal over two axes."""
    return ops.sum(diagonal(x, offset, axis1, axis2), axis=-1)  # type: ignore[no-any-return]


def diag(x: Any, k: int = 0) -> Array:
    """The diagonal of a matrix, or the matrix with a diagonal."""
    return ops.diag(take.array("diag", "x", x), offset=k)  # type: ignore[no-any-return]


def identity(n: Any, dtype: Any = None) -> Array:
    """A square matrix with ones on the diagonal."""
    return eye(n, dtype=dtype)


def fliplr(x: Any) -> Array:
    """Columns in reverse order."""
    return ops.flip(take.array("fliplr", "x", x), axis=1)  # type: ignore[no-any-return]


def flipud(x: Any) -> Array:
    """Rows in reverse order."""
    return ops.flip(take.array("flipud", "x", x), axis=0)  # type: ignore[no-any-return]


def rot90(x: Any, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Array:
    """The array turned by quarters."""
    return ops.rot90(take.array("rot90", "x", x), turns=k, axes=tuple(axes))  # type: ignore[no-any-return]


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


def bincount(x: Any, weights: Any = None, *, length: Any = None) -> Array:
    """How often each small integer occurs, or the sum of its weights; with ``length`` for those below it."""
    x = take.array("bincount", "x", x)
    if weights is None:
        return ops.bincount(x, count=length)  # type: ignore[no-any-return]
    share = take.array("bincount", "weights", weights)
    share = ops.cast(share, dtype=dtypes.float64)
    empty = ops.cast(ops.bincount(x, count=length), dtype=dtypes.float64) * 0
    return empty.at[x].add(share)  # type: ignore[no-any-return]


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


def rearrange(x: Any, pattern: str, **sizes: Any) -> Array:
    """The array rearranged by an einops pattern: ``"b (h w) -> b h w"``."""
    return ops.rearrange(take.array("rearrange", "x", x), pattern=pattern, sizes=sizes or None)  # type: ignore[no-any-return]


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
    "array_split",
    "atleast_1d",
    "atleast_2d",
    "average",
    "bincount",
    "bitwise_not",
    "cbrt",
    "column_stack",
    "compress",
    "concatenate",
    "conjugate",
    "convolve",
    "cov",
    "cross",
    "degrees",
    "diag",
    "diagonal",
    "dot",
    "dstack",
    "exp2",
    "fix",
    "fliplr",
    "flipud",
    "float_power",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "hstack",
    "identity",
    "inner",
    "interp",
    "invert",
    "isclose",
    "kron",
    "lcm",
    "ldexp",
    "left_shift",
    "logaddexp2",
    "median",
    "mod",
    "nan_to_num",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanstd",
    "nansum",
    "nanvar",
    "ndim",
    "pad",
    "percentile",
    "power",
    "ptp",
    "quantile",
    "radians",
    "ravel",
    "rearrange",
    "right_shift",
    "rint",
    "rot90",
    "rsqrt",
    "select",
    "shape",
    "size",
    "split",
    "swapaxes",
    "trace",
    "transpose",
    "true_divide",
    "unravel_index",
    "vdot",
    "vstack",
]
