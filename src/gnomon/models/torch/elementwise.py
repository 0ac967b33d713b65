"""Elementwise functions: ``torch.exp(x)``, ``x.exp()``, ``x.exp_()`` and their kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import Dtype, Tensor, dtypes, function, host, method, text
from gnomon.models.torch.common import default_float, everywhere, first_given, in_place, stored, words

UNARY = {
    "abs": "abs",
    "absolute": "abs",
    "acos": "acos",
    "arccos": "acos",
    "acosh": "acosh",
    "arccosh": "acosh",
    "angle": "angle",
    "asin": "asin",
    "arcsin": "asin",
    "asinh": "asinh",
    "arcsinh": "asinh",
    "atan": "atan",
    "arctan": "atan",
    "atanh": "atanh",
    "arctanh": "atanh",
    "bitwise_not": "invert",
    "ceil": "ceil",
    "conj_physical": "conj",
    "cos": "cos",
    "cosh": "cosh",
    "deg2rad": "radians",
    "digamma": "digamma",
    "erf": "erf",
    "erfc": "erfc",
    "erfinv": "erfinv",
    "exp": "exp",
    "exp2": "exp2",
    "expm1": "expm1",
    "fix": "trunc",
    "floor": "floor",
    "frac": "trunc",
    "i0": "i0",
    "isfinite": "isfinite",
    "isinf": "isinf",
    "isnan": "isnan",
    "isneginf": "isinf",
    "isposinf": "isinf",
    "isreal": "isfinite",
    "lgamma": "lgamma",
    "log": "log",
    "log10": "log10",
    "log1p": "log1p",
    "log2": "log2",
    "logical_not": "logical_not",
    "neg": "negative",
    "negative": "negative",
    "positive": "positive",
    "rad2deg": "degrees",
    "reciprocal": "sigmoid",
    "relu": "relu",
    "rsqrt": "rsqrt",
    "selu": "selu",
    "sgn": "sign",
    "sigmoid": "sigmoid",
    "sign": "sign",
    "signbit": "signbit",
    "sin": "sin",
    "sinc": "sinc",
    "sinh": "sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
    "trunc": "trunc",
}
"""PyTorch's names of functions of one tensor with the operation that has their shape and dtype."""

SPECIAL = ("digamma", "erf", "erfc", "erfinv", "exp2", "expm1", "i0", "log1p", "sinc")
"""Those of them that are in ``torch.special`` too."""

BINARY = {
    "atan2": "atan2",
    "arctan2": "atan2",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
    "copysign": "copysign",
    "eq": "equal",
    "floor_divide": "floor_divide",
    "fmax": "fmax",
    "fmin": "fmin",
    "fmod": "fmod",
    "gcd": "gcd",
    "ge": "greater_equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
    "gt": "greater",
    "hypot": "hypot",
    "igamma": "igamma",
    "igammac": "igamma",
    "lcm": "lcm",
    "ldexp": "ldexp",
    "le": "less_equal",
    "less": "less",
    "less_equal": "less_equal",
    "logaddexp": "logaddexp",
    "logaddexp2": "logaddexp2",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "lt": "less",
    "maximum": "maximum",
    "minimum": "minimum",
    "ne": "not_equal",
    "nextafter": "nextafter",
    "not_equal": "not_equal",
    "remainder": "remainder",
    "xlogy": "xlogy",
}
"""PyTorch's names of functions of two tensors with the operation that has their shape and dtype."""


def _unary(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(input: Any, *, out: Any = None) -> Any:
        return operation(input)

    return model


def _binary(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(input: Any, other: Any, *, out: Any = None) -> Any:
        return operation(input, other)

    return model


for _name, _operation in UNARY.items():
    everywhere(_name)(_unary(ops.TABLE[_operation]))
for _name in SPECIAL:
    function(f"torch.special.{_name}")(_unary(ops.TABLE[UNARY[_name]]))
function("torch.special.expit")(_unary(ops.TABLE["sigmoid"]))
function("torch.special.gammaln")(_unary(ops.TABLE["lgamma"]))
for _name, _operation in BINARY.items():
    everywhere(_name)(_binary(ops.TABLE[_operation]))


def _scaled(other: Any, alpha: Any) -> Any:
    """Return a number as a float where its factor is one; factors of tensors change no dtype."""
    return float(other) if type(alpha) is float and type(other) in (int, bool) else other


@everywhere("add")
def add(input: Any, other: Any, alpha: Any = 1, *, out: Any = None) -> Any:
    """Sum of two tensors."""
    return ops.add(input, _scaled(other, alpha))


@everywhere("sub", "subtract")
def sub(input: Any, other: Any, alpha: Any = 1, *, out: Any = None) -> Any:
    """Difference of two tensors."""
    return ops.subtract(input, _scaled(other, alpha))


@function("torch.rsub")
def rsub(input: Any, other: Any, alpha: Any = 1) -> Any:
    """The second tensor minus the first."""
    return ops.subtract(other, input)


@everywhere("mul", "multiply")
def mul(input: Any, other: Any, *, out: Any = None) -> Any:
    """Product of two tensors, element by element."""
    return ops.multiply(input, other)


@everywhere("true_divide")
def true_divide(input: Any, other: Any, *, out: Any = None) -> Any:
    """Quotient of two tensors, never rounded."""
    return ops.divide(input, other)


@everywhere("div", "divide")
def div(input: Any, other: Any, *, rounding_mode: Any = None, out: Any = None) -> Any:
    """Quotient of two tensors; rounded quotients of integers stay integers."""
    if rounding_mode is None:
        return ops.divide(input, other)
    if text(rounding_mode) is not None:
        return ops.floor_divide(input, other)
    return ops.cast(ops.divide(input, other), dtype=None)


@everywhere("float_power")
def float_power(input: Any, exponent: Any, *, out: Any = None) -> Any:
    """The first to the power of the second, computed in float64."""
    result = ops.float_power(input, exponent)
    whole = type(result) is Tensor and result.dtype is not None and result.dtype.kind == "complex"
    return ops.cast(result, dtype=dtypes.complex128 if whole else dtypes.float64)


@everywhere("heaviside")
def heaviside(input: Any, values: Any, *, out: Any = None) -> Any:
    """Step function; the second tensor gives the value at 0."""
    return ops.maximum(input, values)


@everywhere("square")
def square(input: Any, *, out: Any = None) -> Any:
    """The second power."""
    return ops.power(input, 2)


@everywhere("pow")
def power(input: Any, exponent: Any, *, out: Any = None) -> Any:
    """The first to the power of the second; either may be a number."""
    return ops.power(input, exponent)


@everywhere("round")
def round_(input: Any, *, decimals: Any = 0, out: Any = None) -> Any:
    """Nearest integer, in the same dtype."""
    return ops.round(input)


@everywhere("logit")
def logit(input: Any, eps: Any = None, *, out: Any = None) -> Any:
    """Inverse of the sigmoid."""
    return ops.logit(input)


function("torch.special.logit")(logit)


@everywhere("nan_to_num")
def nan_to_num(
    input: Any, nan: Any = None, posinf: Any = None, neginf: Any = None, *, out: Any = None
) -> Any:
    """Replace NaN and infinities."""
    return ops.nan_to_num(input)


@everywhere("clamp", "clip")
def clamp(input: Any, min: Any = None, max: Any = None, *, out: Any = None) -> Any:
    """Limit elements to a range."""
    return ops.clip(input, min, max)


@everywhere("clamp_min")
def clamp_min(input: Any, min: Any, *, out: Any = None) -> Any:
    """Limit elements from below."""
    return ops.clip(input, min, None)


@everywhere("clamp_max")
def clamp_max(input: Any, max: Any, *, out: Any = None) -> Any:
    """Limit elements from above."""
    return ops.clip(input, None, max)


@everywhere("lerp")
def lerp(input: Any, end: Any, weight: Any, *, out: Any = None) -> Any:
    """Linear interpolation between two tensors."""
    return ops.lerp(input, end, weight)


@everywhere("addcmul")
def addcmul(input: Any, tensor1: Any, tensor2: Any, *, value: Any = 1, out: Any = None) -> Any:
    """The first plus the product of the others."""
    return ops.addcmul(input, tensor1, tensor2)


@everywhere("addcdiv")
def addcdiv(input: Any, tensor1: Any, tensor2: Any, *, value: Any = 1, out: Any = None) -> Any:
    """The first plus the quotient of the others."""
    return ops.addcdiv(input, tensor1, tensor2)


@function("torch.conj", "torch.resolve_conj", "torch.resolve_neg")
def conj(input: Any) -> Any:
    """Complex conjugate."""
    return ops.conj(input)


method("torch", "conj", "resolve_conj", "resolve_neg")(conj)


@function("torch.real")
def real(input: Any) -> Any:
    """Real part."""
    return ops.real(input)


@function("torch.imag")
def imag(input: Any) -> Any:
    """Imaginary part."""
    return ops.imag(input)


@function("torch.complex")
def complex_(real: Any, imag: Any, *, out: Any = None) -> Any:
    """Complex numbers from real and imaginary parts."""
    return ops.complex(real, imag)


@function("torch.polar")
def polar(abs: Any, angle: Any, *, out: Any = None) -> Any:
    """Complex numbers from lengths and angles."""
    return ops.complex(abs, angle)


@function("torch.where")
def where(condition: Any, input: Any = None, other: Any = None, *, out: Any = None) -> Any:
    """Elements of one tensor where a condition holds, else of another; alone, where it holds."""
    if input is None:
        from gnomon.models.torch.indexing import positions

        return positions(condition)
    return ops.where(condition, input, other)


@method("torch", "where")
def where_method(self: Any, condition: Any, other: Any) -> Any:
    """Elements of the tensor where a condition holds, of another elsewhere."""
    return ops.where(condition, self, other)


@function("torch.isclose")
def isclose(input: Any, other: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """Whether each pair of elements is nearly equal."""
    return ops.isclose(input, other)


method("torch", "isclose")(isclose)


@everywhere("equal", changes=False, tensor=False)
def equal(input: Any, other: Any) -> Any:
    """Whether two tensors have the same shape and elements: a Python bool."""
    from gnomon.models.api import unknown_of

    return unknown_of("bool")


@everywhere("allclose", changes=False, tensor=False)
def allclose(input: Any, other: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """Whether all elements of two tensors are nearly equal: a Python bool."""
    from gnomon.models.api import unknown_of

    ops.isclose(input, other)
    return unknown_of("bool")


@function("torch.dist")
def dist(input: Any, other: Any, p: Any = 2) -> Any:
    """Norm of the difference of two tensors: one number."""
    return ops.norm(ops.subtract(input, other))


method("torch", "dist")(dist)


@everywhere("masked_fill")
def masked_fill(input: Any, mask: Any, value: Any) -> Any:
    """Replace elements where a mask is true."""
    return ops.masked_fill(input, mask, value)


@method("torch", "masked_fill_")
def masked_fill_in_place(self: Any, mask: Any, value: Any) -> Any:
    """Replace elements of the tensor where a mask is true."""
    return stored(self, ops.masked_fill(self, mask, value))


@method("torch", "copy_")
def copy_(self: Any, src: Any = None, non_blocking: Any = False, *, other: Any = None) -> Any:
    """Copy elements of another tensor, which broadcasts."""
    src = first_given(src, other)
    if type(self) is not Tensor:
        return src
    ops.overwrite(self, src)
    return stored(self, None)


@method("torch", "fill_")
def fill_(self: Any, value: Any) -> Any:
    """Fill with one number."""
    return stored(self, None) if type(self) is Tensor else self


@function("torch.fill")
def fill(input: Any, value: Any) -> Any:
    """A tensor of the same shape filled with one number."""
    return ops.cast(input, dtype=None) if type(input) is not Tensor else ops.cast(input, dtype=input.dtype)


RANDOMISED = words(
    "bernoulli_ cauchy_ exponential_ geometric_ log_normal_ normal_ random_ uniform_ zero_ set_ apply_ "
    "map_ erfinv_"
)


@method("torch", *[name for name in RANDOMISED if name != "set_"])
def refill(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """Fill with other numbers: the shape stays."""
    return stored(self, None) if type(self) is Tensor else self


def foreach(name: str) -> None:
    """Register ``torch._foreach_NAME``: an operation on each tensor of a list."""

    @function(f"torch._foreach_{name}", tensor=False)
    def many(self: Any, *arguments: Any, **keywords: Any) -> Any:
        return self

    @function(f"torch._foreach_{name}_", tensor=False)
    def many_in_place(self: Any, *arguments: Any, **keywords: Any) -> Any:
        return None


for _name in words(
    "abs add addcdiv addcmul ceil clamp_max clamp_min copy cos div erf exp lerp log maximum minimum mul "
    "neg pow reciprocal round sigmoid sign sqrt sub zero"
):
    foreach(_name)


def floating(input: Any) -> Any:
    """Return a tensor of integers as one of floats, as division and functions of floats see it."""
    if type(input) is Tensor and input.dtype is not None and input.dtype.kind in ("bool", "int", "uint"):
        return ops.cast(input, dtype=default_float())
    return input


ACTIVATIONS: dict[str, Callable[..., Any]] = {
    "celu": lambda input, alpha=1.0, inplace=False: ops.celu(input),
    "elu": lambda input, alpha=1.0, inplace=False: ops.elu(input),
    "gelu": lambda input, *, approximate="none": ops.gelu(input),
    "hardshrink": lambda input, lambd=0.5: ops.hard_shrink(input),
    "hardsigmoid": lambda input, inplace=False: ops.hard_sigmoid(input),
    "hardswish": lambda input, inplace=False: ops.hard_swish(input),
    "hardtanh": lambda input, min_val=-1.0, max_val=1.0, inplace=False: ops.hard_tanh(input),
    "leaky_relu": lambda input, negative_slope=0.01, inplace=False: ops.leaky_relu(input),
    "logsigmoid": lambda input: ops.log_sigmoid(input),
    "mish": lambda input, inplace=False: ops.mish(input),
    "relu": lambda input, inplace=False: ops.relu(input),
    "relu6": lambda input, inplace=False: ops.relu6(input),
    "rrelu": lambda input, lower=1 / 8, upper=1 / 3, training=False, inplace=False: ops.leaky_relu(input),
    "selu": lambda input, inplace=False: ops.selu(input),
    "sigmoid": lambda input: ops.sigmoid(input),
    "silu": lambda input, inplace=False: ops.silu(input),
    "softplus": lambda input, beta=1, threshold=20: ops.softplus(input),
    "softshrink": lambda input, lambd=0.5: ops.soft_shrink(input),
    "softsign": lambda input: ops.softsign(floating(input)),
    "tanh": lambda input: ops.tanh(input),
    "tanhshrink": lambda input: ops.tanh_shrink(floating(input)),
    "threshold": lambda input, threshold, value, inplace=False: ops.threshold(input),
}
"""Activations of ``torch.nn.functional``: whatever their settings, the shape stays."""

ACTIVATIONS_IN_PLACE: dict[str, Callable[..., Any]] = {
    "celu_": lambda input, alpha=1.0: ops.celu(input),
    "elu_": lambda input, alpha=1.0, scale=1, input_scale=1: ops.elu(input),
    "hardtanh_": lambda input, min_val=-1.0, max_val=1.0: ops.hard_tanh(input),
    "leaky_relu_": lambda input, negative_slope=0.01: ops.leaky_relu(input),
    "relu_": lambda input: ops.relu(input),
    "rrelu_": lambda input, lower=1 / 8, upper=1 / 3, training=False, generator=None: ops.leaky_relu(input),
    "selu_": lambda input: ops.selu(input),
    "threshold_": lambda input, threshold, value: ops.threshold(input),
}
"""Those that change their tensor."""

for _name, _model in {**ACTIVATIONS, **ACTIVATIONS_IN_PLACE}.items():
    function(f"torch.nn.functional.{_name}")(_model)
for _name in ("celu_", "rrelu_", "selu_", "threshold_"):
    function(f"torch.{_name}")(ACTIVATIONS_IN_PLACE[_name])
    function(f"torch.{_name[:-1]}")(ACTIVATIONS_IN_PLACE[_name])
function("torch.hardshrink")(ACTIVATIONS["hardshrink"])
method("torch", "hardshrink")(ACTIVATIONS["hardshrink"])


def with_dtype(value: Any, dtype: Dtype | None) -> Any:
    """Return a tensor under another dtype."""
    return ops.cast(value, dtype=dtype)


def bounded(value: Any, low: Any, high: Any) -> Any:
    """Note the limits of a tensor of integers."""
    if type(value) is Tensor:
        value.bounds = (low, high)
    return value


_ = (dtypes, host, in_place)
