"""`keras.ops`: functions of each element."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Tensor, Unknown, function
from gnomon.models.keras.optioned import optioned
from gnomon.models.keras.promoting import floating, recast, returned, tensor, unified
from gnomon.models.keras.tensors import parse_dtype
from gnomon.shapes import dtypes

_SAME = (
    "abs ceil conj floor imag isfinite isinf isnan logical_not negative real reciprocal relu relu6 round sign"
    " signbit square trunc nan_to_num"
)
_FLOAT = (
    "acos acosh asin asinh atan atanh cbrt celu cos cosh elu erf erfc erfinv exp exp2 expm1 gelu hard_shrink"
    " hard_sigmoid hard_swish hard_tanh i0 leaky_relu log log10 log1p log2 log_sigmoid rsqrt selu sigmoid"
    " silu sin sinc sinh soft_shrink softplus softsign sqrt tan tanh tanh_shrink threshold"
)
_OTHER_NAMES = {
    "absolute": "abs",
    "conjugate": "conj",
    "fabs": "abs",
    "fix": "trunc",
    "isneginf": "isinf",
    "isposinf": "isinf",
    "isreal": "isfinite",
    "bitwise_not": "invert",
    "bitwise_invert": "invert",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctanh": "atanh",
    "deg2rad": "radians",
    "rad2deg": "degrees",
    "hard_silu": "hard_swish",
    "swish": "silu",
    "squareplus": "softplus",
    "sparse_plus": "softplus",
    "sparse_sigmoid": "sigmoid",
}
_BINARY = (
    "add subtract multiply floor_divide power maximum minimum bitwise_and bitwise_or bitwise_xor left_shift"
    " right_shift fmax fmin fmod gcd lcm remainder"
)
_FLOAT_BINARY = "divide logaddexp logaddexp2 hypot nextafter heaviside ldexp"
_COMPARE = "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor isclose"
_BINARY_NAMES = {
    "true_divide": "divide",
    "divide_no_nan": "divide",
    "arctan2": "atan2",
    "mod": "remainder",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
    "isin": "equal",
}


def unary(name: str, operation: str, as_float: bool) -> None:
    """Register a function of one tensor."""
    apply = ops.TABLE[operation]

    def model(x: Any) -> Any:
        return apply(floating(x) if as_float else tensor(x))

    function(f"keras.ops.{name}")(optioned(name, model))


def binary(name: str, operation: str, way: str) -> None:
    """Register a function of two tensors."""
    apply = ops.TABLE[operation]

    def model(x1: Any, x2: Any) -> Any:
        first, second = unified(x1, x2)
        if way == "float":
            first, second = floating(first), floating(second)
        return apply(first, second)

    def of_bits(x: Any, y: Any) -> Any:
        return model(x, y)

    def close(x1: Any, x2: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> Any:
        return model(x1, x2)

    bits = name.startswith("bitwise") or name.endswith("_shift")
    function(f"keras.ops.{name}")(of_bits if bits else close if name == "isclose" else model)


for _name in _SAME.split():
    unary(_name, _name, False)
for _name in _FLOAT.split():
    unary(_name, _name, True)
for _name, _operation in _OTHER_NAMES.items():
    unary(_name, _operation, _operation in _FLOAT.split() or _operation in ("radians", "degrees"))
for _name in _BINARY.split():
    binary(_name, _name, "same")
for _name in _FLOAT_BINARY.split():
    binary(_name, _name, "float")
for _name in _COMPARE.split():
    binary(_name, _name, "compare")
for _name, _operation in _BINARY_NAMES.items():
    if _name != "isin":
        binary(_name, _operation, "float" if _operation in ("divide", "atan2") else "same")


@function("keras.ops.isin")
def isin(x1: Any, x2: Any, assume_unique: Any = False, invert: Any = False) -> Any:
    """Whether each element is one of others."""
    return ops.logical_not(tensor(x1))


@function("keras.ops.cast", "keras.ops.saturate_cast")
def cast(x: Any, dtype: Any) -> Any:
    """Convert the elements to a dtype."""
    return ops.cast(tensor(x), dtype=parse_dtype(dtype))


@function("keras.ops.array")
def array(x: Any, dtype: Any = None) -> Any:
    """Return data as a tensor."""
    return convert_to_tensor(x, dtype)


@function("keras.ops.convert_to_tensor", "keras.backend.convert_to_tensor")
def convert_to_tensor(x: Any, dtype: Any = None, sparse: Any = None, ragged: Any = None) -> Any:
    """Return data as a tensor."""
    given = tensor(x)
    wanted = parse_dtype(dtype)
    if type(given) is not Tensor:
        given = ops.positive(given)
    if dtype is None:
        if type(x) in (float, list, tuple, int, bool, Dim) and given.dtype is dtypes.int64:
            return returned(ops.positive(given), dtypes.int32)
        return ops.positive(given)
    return ops.cast(given, dtype=wanted)


@function("keras.ops.convert_to_numpy", "keras.backend.convert_to_numpy")
def convert_to_numpy(x: Any) -> Any:
    """Return a tensor as a NumPy array."""
    given = tensor(x)
    if type(given) is not Tensor:
        given = ops.positive(given)
    return Tensor(
        given.shape, given.dtype, "numpy", contents=given.contents, bounds=given.bounds, site=given.site
    )


@function("keras.ops.copy")
def copy(x: Any) -> Any:
    """Return the tensor as a new value."""
    return ops.positive(tensor(x))


@function("keras.ops.stop_gradient")
def stop_gradient(variable: Any) -> Any:
    """Return the tensor as a constant."""
    return ops.positive(tensor(variable))


@function("keras.ops.clip")
def clip(x: Any, x_min: Any, x_max: Any) -> Any:
    """Limit elements to a range."""
    given = tensor(x)
    low, high = (
        recast(bound, given.dtype) if type(bound) is Tensor else bound
        for bound in (tensor(x_min), tensor(x_max))
    )
    result = ops.clip(given, low, high)
    return returned(result, given.dtype if type(given) is Tensor else None)


@function("keras.ops.where")
def where(condition: Any, x1: Any = None, x2: Any = None) -> Any:
    """Take elements from one of two tensors, or the positions of what holds."""
    from gnomon.models.keras.ops_structure import nonzero

    if x1 is None and x2 is None:
        return nonzero(condition)
    first, second = unified(x1, x2)
    return ops.where(tensor(condition), first, second)


@function("keras.ops.select")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Take elements from the first of several tensors whose condition holds."""
    if type(choicelist) not in (list, tuple) or type(condlist) not in (list, tuple):
        return Unknown()
    result = default
    for condition, choice in zip(condlist, choicelist):
        result = ops.where(tensor(condition), *unified(choice, result))
    return returned(result, None)


@function("keras.ops.view_as_complex", "keras.ops.view_as_real", "keras.ops.view", "keras.ops.polar")
def viewed(*args: Any, **kwargs: Any) -> Any:
    """Tensors seen under another dtype are not followed."""
    return Unknown()


@function("keras.ops.angle")
def angle(x: Any) -> Any:
    """Angle of a complex number."""
    return ops.angle(floating(x))


@function("keras.ops.allclose")
def allclose(x1: Any, x2: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: Any = False) -> Any:
    """Whether all elements are nearly equal."""
    return ops.allclose(*unified(x1, x2))


@function("keras.ops.psnr")
def psnr(x1: Any, x2: Any, max_val: Any) -> Any:
    """Peak signal-to-noise ratio: a number."""
    return ops.sum(ops.subtract(*unified(x1, x2)))
