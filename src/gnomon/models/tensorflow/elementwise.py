"""Functions of each element: of one tensor, of two that broadcast, of three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import ListValue, Shape, Tensor, dtypes
from gnomon.models.tensorflow.common import (
    adopted,
    alike,
    array,
    as_dtype,
    is_tensor,
    made,
    tf_function,
    whole,
)

# Operation of the table by TensorFlow's name; a bare name is registered at the top and under tf.math.
ONE = {
    "abs": "abs",
    "acos": "acos",
    "acosh": "acosh",
    "angle": "angle",
    "asin": "asin",
    "asinh": "asinh",
    "atan": "atan",
    "atanh": "atanh",
    "ceil": "ceil",
    "conj": "conj",
    "cos": "cos",
    "cosh": "cosh",
    "digamma": "digamma",
    "erf": "erf",
    "erfc": "erfc",
    "erfinv": "erfinv",
    "erfcinv": "erfinv",
    "exp": "exp",
    "expm1": "expm1",
    "floor": "floor",
    "imag": "imag",
    "is_finite": "isfinite",
    "is_inf": "isinf",
    "is_nan": "isnan",
    "lgamma": "lgamma",
    "log": "log",
    "log1p": "log1p",
    "log_sigmoid": "log_sigmoid",
    "logical_not": "logical_not",
    "negative": "negative",
    "neg": "negative",
    "real": "real",
    "reciprocal": "reciprocal",
    "reciprocal_no_nan": "reciprocal",
    "rint": "round",
    "round": "round",
    "rsqrt": "rsqrt",
    "sigmoid": "sigmoid",
    "sign": "sign",
    "sin": "sin",
    "sinh": "sinh",
    "softplus": "softplus",
    "softsign": "softsign",
    "sqrt": "sqrt",
    "square": "square",
    "tan": "tan",
    "tanh": "tanh",
    "inv": "reciprocal",
    "bessel_i0": "i0",
    "bessel_i1": "i0",
    "bessel_i0e": "i0",
    "bessel_i1e": "i0",
    "ndtri": "erfinv",
    "sobol": "positive",
}

TWO = {
    "add": "add",
    "subtract": "subtract",
    "sub": "subtract",
    "multiply": "multiply",
    "mul": "multiply",
    "divide": "divide",
    "truediv": "divide",
    "realdiv": "divide",
    "floordiv": "floor_divide",
    "floor_div": "floor_divide",
    "mod": "remainder",
    "floormod": "remainder",
    "truncatemod": "remainder",
    "truncatediv": "floor_divide",
    "div_no_nan": "divide",
    "divide_no_nan": "divide",
    "multiply_no_nan": "multiply",
    "maximum": "maximum",
    "minimum": "minimum",
    "atan2": "atan2",
    "pow": "power",
    "xlogy": "xlogy",
    "xlog1py": "xlogy",
    "xdivy": "divide",
    "igamma": "igamma",
    "igammac": "igamma",
    "zeta": "igamma",
    "polygamma": "igamma",
    "nextafter": "nextafter",
    "complex": "complex",
    "equal": "equal",
    "not_equal": "not_equal",
    "less": "less",
    "less_equal": "less_equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "bitwise.bitwise_and": "bitwise_and",
    "bitwise.bitwise_or": "bitwise_or",
    "bitwise.bitwise_xor": "bitwise_xor",
    "bitwise.left_shift": "left_shift",
    "bitwise.right_shift": "right_shift",
    "approximate_equal": "equal",
}

ACTIVATIONS = {
    "relu": "relu",
    "relu6": "relu6",
    "elu": "elu",
    "selu": "selu",
    "gelu": "gelu",
    "leaky_relu": "leaky_relu",
    "sigmoid": "sigmoid",
    "tanh": "tanh",
    "softplus": "softplus",
    "softsign": "softsign",
    "swish": "silu",
    "silu": "silu",
    "crelu": None,
    "log_sigmoid": "log_sigmoid",
}


def _one(name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
    def of_x(x: Any, name: Any = None) -> Any:
        return operation(array(x))

    def of_features(features: Any, name: Any = None) -> Any:
        return operation(array(features))

    def of_input(input: Any, name: Any = None) -> Any:
        return operation(array(input))

    if name in ("relu", "relu6", "elu", "selu", "softplus", "softsign"):
        return of_features
    return of_input if name in ("angle", "real", "imag") else of_x


def _two(name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
    def of_pair(x: Any, y: Any, name: Any = None) -> Any:
        first, second = alike(x, y)
        if not is_tensor(first) and not is_tensor(second):
            first = array(first)
        return operation(first, second)

    def of_angle(y: Any, x: Any, name: Any = None) -> Any:
        return of_pair(y, x)

    def of_parts(real: Any, imag: Any, name: Any = None) -> Any:
        return of_pair(real, imag)

    def of_order(a: Any, x: Any, name: Any = None) -> Any:
        return of_pair(a, x)

    def of_series(x: Any, q: Any, name: Any = None) -> Any:
        return of_pair(x, q)

    def of_neighbours(x1: Any, x2: Any, name: Any = None) -> Any:
        return of_pair(x1, x2)

    def near(x: Any, y: Any, tolerance: Any = 1e-5, name: Any = None) -> Any:
        return of_pair(x, y)

    forms: dict[str, Callable[..., Any]] = {
        "atan2": of_angle,
        "complex": of_parts,
        "igamma": of_order,
        "igammac": of_order,
        "polygamma": of_order,
        "zeta": of_series,
        "nextafter": of_neighbours,
        "approximate_equal": near,
    }
    return forms.get(name, of_pair)


for _name, _op in ONE.items():
    tf_function(_name, f"math.{_name}", f"python.ops.math_ops.{_name}")(_one(_name, ops.TABLE[_op]))
for _name, _op in TWO.items():
    tf_function(_name, f"math.{_name}", f"python.ops.math_ops.{_name}")(_two(_name, ops.TABLE[_op]))


@tf_function("squared_difference", "math.squared_difference")
def _squared_difference(x: Any, y: Any, name: Any = None) -> Any:
    first, second = alike(x, y)
    return ops.square(ops.subtract(first if is_tensor(first) or is_tensor(second) else array(first), second))


@tf_function("div", "math.div")
def _div(x: Any, y: Any, name: Any = None) -> Any:
    first, second = alike(x, y)
    first = array(first, second.dtype if is_tensor(second) else None)
    whole_numbers = first.dtype is not None and first.dtype.kind in ("int", "uint")
    return ops.floor_divide(first, second) if whole_numbers else ops.divide(first, second)


for _name, _kind in ACTIVATIONS.items():
    if _kind is not None:
        tf_function(f"nn.{_name}", f"python.ops.nn_ops.{_name}")(_one(_name, ops.TABLE[_kind]))
tf_function("python.ops.gen_math_ops.sigmoid")(_one("sigmoid", ops.TABLE["sigmoid"]))


@tf_function("nn.leaky_relu")
def _leaky_relu(features: Any, alpha: Any = 0.2, name: Any = None) -> Any:
    return ops.leaky_relu(array(features))


@tf_function("nn.gelu")
def _gelu(features: Any, approximate: Any = False, name: Any = None) -> Any:
    return ops.gelu(array(features))


@tf_function("nn.silu", "nn.swish")
def _silu(features: Any, beta: Any = 1.0) -> Any:
    return ops.silu(array(features))


@tf_function("nn.crelu")
def _crelu(features: Any, name: Any = None, axis: Any = -1) -> Any:
    x = ops.relu(array(features))
    return ops.concat([x, x], axis=axis if type(axis) is int else ops.UNKNOWN_AXIS)


@tf_function(
    "identity",
    "stop_gradient",
    "contrib.layers.identity",
    "debugging.check_numerics",
    "verify_tensor_all_finite",
    "debugging.assert_all_finite",
    "grad_pass_through",
    "nest.identity",
    "quantization.fake_quant_with_min_max_args",
)
def _identity(input: Any = None, *args: Any, **others: Any) -> Any:
    given = [value for name, value in others.items() if name not in ("name", "message")]
    return ops.positive(array(given[0] if input is None and given else input))


@tf_function("check_numerics")
def _check_numerics(tensor: Any, message: Any = None, name: Any = None) -> Any:
    return ops.positive(array(tensor))


@tf_function("Print")
def _print(
    input_: Any,
    data: Any = None,
    message: Any = None,
    first_n: Any = None,
    summarize: Any = None,
    name: Any = None,
) -> Any:
    return ops.positive(array(input_))


@tf_function("cast", "python.ops.math_ops.cast", "dtypes.cast")
def _cast(x: Any, dtype: Any, name: Any = None) -> Any:
    return _converted(x, as_dtype(dtype))


def _converted(x: Any, kind: Any) -> Any:
    source = array(x)
    result = ops.cast(source, dtype=kind)
    if source.bounds is not None and kind is not None and kind.kind in ("int", "uint"):
        result.bounds = source.bounds
    return result


@tf_function("saturate_cast", "dtypes.saturate_cast")
def _saturate(value: Any, dtype: Any, name: Any = None) -> Any:
    return _converted(value, as_dtype(dtype))


def _to(kind: Any) -> Callable[..., Any]:
    def model(x: Any, name: Any = None) -> Any:
        return _converted(x, kind)

    return model


for _name, _kind_ in {
    "to_float": dtypes.float32,
    "to_double": dtypes.float64,
    "to_int32": dtypes.int32,
    "to_int64": dtypes.int64,
    "to_bfloat16": dtypes.bfloat16,
    "to_complex64": dtypes.complex64,
}.items():
    tf_function(_name)(_to(_kind_))


@tf_function("bitcast")
def _bitcast(input: Any, type: Any, name: Any = None) -> Any:
    x, kind = array(input), as_dtype(type)
    if kind is None or x.dtype is None or kind.bits != x.dtype.bits:
        return made(Shape.unknown(), kind)
    return ops.cast(x, dtype=kind)


@tf_function("clip_by_value", "clip_ops.clip_by_value")
def _clip(
    t: Any = None, clip_value_min: Any = None, clip_value_max: Any = None, name: Any = None, input: Any = None
) -> Any:
    x = array(input if t is None else t)
    return ops.clip(x, adopted(clip_value_min, x.dtype), adopted(clip_value_max, x.dtype))


@tf_function("clip_by_norm", "clip_by_average_norm")
def _clip_norm(t: Any, clip_norm: Any, axes: Any = None, name: Any = None) -> Any:
    return ops.positive(array(t))


@tf_function("add_n", "math.add_n", "accumulate_n", "math.accumulate_n")
def _add_n(inputs: Any, *args: Any, **kwargs: Any) -> Any:
    if type(inputs) in (list, tuple) and inputs:
        first = next((item for item in inputs if is_tensor(item)), None)
        return ops.add_n([adopted(item, first.dtype if first is not None else None) for item in inputs])
    if type(inputs) is ListValue:
        return ops.positive(inputs.any_element())
    return made(Shape.unknown())


@tf_function("scalar_mul", "math.scalar_mul")
def _scalar_mul(scalar: Any, x: Any, name: Any = None) -> Any:
    value = array(x)
    return ops.multiply(adopted(scalar, value.dtype), value)


@tf_function("where", "where_v2", "compat.v1.where_v2")
def _where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    test = array(condition)
    if x is None and y is None:
        return ops.nonzero(test)
    first, second = _of_one_dtype(x, y)
    if test.shape.rank == 1 and first.shape.rank is not None and first.shape.rank > 1:
        return _select_rows(test, first, second)
    return ops.where(test, first, second)


def _of_one_dtype(x: Any, y: Any) -> tuple[Tensor, Tensor]:
    """Two operands as tensors: what Python's own is takes the dtype of the tensor, or of the first, where it can."""
    first, second = array(x), array(y)
    if not is_tensor(x) and is_tensor(y) and _becomes(first, second):
        return array(x, second.dtype), second
    if not is_tensor(y) and _becomes(second, first):
        return first, array(y, first.dtype)
    return first, second


def _becomes(value: Tensor, like: Tensor) -> bool:
    """Whether a literal is converted to the dtype of a tensor: whole numbers to any, others to their kind."""
    if (
        value.dtype is None
        or like.dtype is None
        or like.dtype.kind not in ("int", "uint", "float", "complex")
    ):
        return False
    return value.dtype.kind == like.dtype.kind or value.dtype.kind == "int"


def _select_rows(test: Any, first: Any, second: Any) -> Any:
    """TensorFlow 1 picks whole rows by a vector of conditions; TensorFlow 2 broadcasts it."""
    rows = first.shape.prefix[0]
    if first.shape == second.shape and test.shape.prefix[0] == rows:
        return ops.add(first, second)
    return made(Shape.unknown(), first.dtype)


@tf_function("nn.dropout", "python.ops.nn_ops.dropout")
def _dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: Any = None,
    name: Any = None,
    rate: Any = None,
    rng: Any = None,
) -> Any:
    return ops.positive(array(x))


@tf_function("math.cumulative_logsumexp")
def _cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: Any = False, reverse: Any = False, name: Any = None
) -> Any:
    return ops.logcumsumexp(array(x), axis=axis if type(axis) is int else ops.UNKNOWN_AXIS)


@tf_function("sequence_mask")
def _sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: Any = None) -> Any:
    rows = ops.one_hot(
        ops.cast(array(lengths), dtype=dtypes.int64), classes=None if maxlen is None else whole(maxlen)
    )
    return ops.cast(rows, dtype=as_dtype(dtype, dtypes.bool))
