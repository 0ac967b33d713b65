"""`keras.backend`: the array functions of Keras 2, with its own defaults (`axis=-1` here and there)."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    PROMOTES,
    Dim,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    flag,
    function,
    host,
    items,
    size,
    unknown_of,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.api import (
    shape as shape_argument,
)
from gnomon.models.keras.graph import recompute
from gnomon.models.keras.merging import pair_of_axes
from gnomon.models.keras.promoting import recast, returned, tensor, tensors, unified
from gnomon.models.keras.tensors import flatten, parse_dtype
from gnomon.models.keras.wording import words
from gnomon.shapes import dtypes

_UNARY = {
    "abs": "abs",
    "cos": "cos",
    "elu": "elu",
    "exp": "exp",
    "hard_sigmoid": "hard_sigmoid",
    "log": "log",
    "relu": "relu",
    "round": "round",
    "sigmoid": "sigmoid",
    "sign": "sign",
    "sin": "sin",
    "softplus": "softplus",
    "softsign": "softsign",
    "sqrt": "sqrt",
    "square": "square",
    "tanh": "tanh",
    "l2_normalize": "positive",
    "stop_gradient": "positive",
    "identity": "positive",
    "to_dense": "positive",
    "dropout": "positive",
    "reverse": "positive",
    "print_tensor": "positive",
    "update_identity": "positive",
}
_BINARY = {
    "equal": "equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
    "less": "less",
    "less_equal": "less_equal",
    "maximum": "maximum",
    "minimum": "minimum",
    "not_equal": "not_equal",
    "pow": "power",
}
_REDUCTIONS = {
    name: name for name in ["all", "any", "max", "mean", "min", "prod", "std", "sum", "var", "logsumexp"]
}


def _unary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"keras.backend.{name}")
    def model(x: Any = None, *args: Any, **kwargs: Any) -> Any:
        return apply(tensor(kwargs.get("variables", x)))


def _binary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"keras.backend.{name}")
    def model(x: Any, y: Any = None, **kwargs: Any) -> Any:
        return apply(*unified(x, kwargs.get("a", y)))


def _reduction(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"keras.backend.{name}")
    def model(x: Any, axis: Any = None, keepdims: Any = False) -> Any:
        kept = flag(keepdims)
        return Unknown() if kept is None else apply(tensor(x), axis=axis_argument(axis), keepdims=kept)


for _name, _operation in _UNARY.items():
    _unary(_name, _operation)
for _name, _operation in _BINARY.items():
    _binary(_name, _operation)
for _name, _operation in _REDUCTIONS.items():
    _reduction(_name, _operation)


@function("keras.backend.argmax", "keras.backend.argmin")
def argmax(x: Any, axis: Any = -1) -> Any:
    """Position of the largest or smallest entry along an axis."""
    return returned(ops.argmax(tensor(x), axis=axis_argument(axis)), dtypes.int64)


@function("keras.backend.cumsum", "keras.backend.cumprod")
def cumsum(x: Any, axis: Any = 0) -> Any:
    """Running total."""
    return ops.cumsum(tensor(x), axis=axis_argument(axis))


@function("keras.backend.softmax")
def softmax(x: Any, axis: Any = -1) -> Any:
    """Turn scores into probabilities."""
    return ops.softmax(tensor(x), axis=axis_argument(axis))


@function("keras.backend.clip")
def clip(x: Any, min_value: Any, max_value: Any) -> Any:
    """Limit elements to a range."""
    return ops.positive(tensor(x))


@function("keras.backend.cast", "keras.backend.cast_to_floatx")
def cast(x: Any, dtype: Any = "float32") -> Any:
    """Convert the elements to a dtype."""
    return ops.cast(tensor(x), dtype=parse_dtype(dtype))


@function("keras.backend.dot")
def dot(x: Any, y: Any) -> Any:
    """Product of matrices: the last axis of the first, the last but one of the second."""
    return ops.dot(*unified(x, y))


@function("keras.backend.batch_dot")
def batch_dot(x: Any, y: Any, axes: Any = None) -> Any:
    """Products along one axis of each, sample by sample."""
    return ops.batch_dot(*unified(x, y), axes=pair_of_axes(axes))


@function("keras.backend.transpose")
def transpose(x: Any) -> Any:
    """The axes in reverse order."""
    return ops.transpose(tensor(x))


@function("keras.backend.permute_dimensions")
def permute_dimensions(x: Any, pattern: Any) -> Any:
    """The axes in another order."""
    order = axis_argument(pattern)
    return ops.transpose(tensor(x), axes=order) if type(order) is tuple else ops.unknown_like(tensor(x))


@function("keras.backend.reshape")
def reshape(x: Any, shape: Any) -> Any:
    """The same elements under another shape."""
    return ops.reshape(tensor(x), shape=shape_argument(shape))


@function("keras.backend.flatten")
def flatten_all(x: Any) -> Any:
    """All elements in one axis."""
    return ops.reshape(tensor(x), shape=(-1,))


@function("keras.backend.batch_flatten")
def batch_flatten(x: Any) -> Any:
    """(batch, ...) -> (batch, product of the others)."""
    return ops.flatten(tensor(x), start=1)


@function("keras.backend.expand_dims")
def expand_dims(x: Any, axis: Any = -1, **kwargs: Any) -> Any:
    """Insert an axis of size 1."""
    return ops.expand_dims(tensor(x), axis=axis_argument(kwargs.get("dim", axis)))


@function("keras.backend.squeeze")
def squeeze(x: Any, axis: Any) -> Any:
    """Drop an axis of size 1."""
    return ops.squeeze(tensor(x), axis=axis_argument(axis))


@function("keras.backend.concatenate")
def concatenate(tensors_given: Any = None, axis: Any = -1, **kwargs: Any) -> Any:
    """Put tensors behind each other."""
    parts = tensors(kwargs.get("tensors", tensors_given))
    return ops.concat(parts, axis=axis_argument(axis)) if type(parts) is list else Unknown()


@function("keras.backend.stack")
def stack(x: Any, axis: Any = 0) -> Any:
    """Put tensors side by side along a new axis."""
    parts = tensors(x)
    return ops.stack(parts, axis=axis_argument(axis)) if type(parts) is list else Unknown()


@function("keras.backend.repeat")
def repeat(x: Any, n: Any) -> Any:
    """(batch, features) -> (batch, n, features)."""
    return ops.repeat(ops.expand_dims(tensor(x), axis=1), repeats=size(n), axis=1)


@function("keras.backend.repeat_elements")
def repeat_elements(x: Any, rep: Any, axis: Any) -> Any:
    """Repeat each entry along an axis."""
    return ops.repeat(tensor(x), repeats=size(rep), axis=axis_argument(axis))


@function("keras.backend.tile")
def tile(x: Any, n: Any) -> Any:
    """Repeat the whole tensor."""
    counts = items(n)
    reps = (size(n),) if counts is None and type(n) in (int, Dim) else counts
    return Unknown() if reps is None else ops.tile(tensor(x), reps=tuple(size(entry) for entry in reps))


@function("keras.backend.gather")
def gather(reference: Any, indices: Any) -> Any:
    """Rows at positions."""
    return ops.take(tensor(reference), tensor(indices), axis=0)


@function("keras.backend.one_hot")
def one_hot(indices: Any, num_classes: Any) -> Any:
    """A vector of zeros with a 1 at each position."""
    return returned(ops.one_hot(tensor(indices), classes=size(num_classes)), dtypes.float32)


@function("keras.backend.in_top_k")
def in_top_k(predictions: Any, targets: Any, k: Any) -> Any:
    """Whether each target is among the k best predictions."""
    return returned(ops.positive(tensor(targets)), dtypes.bool)


@function("keras.backend.shape")
def shape(x: Any) -> Any:
    """The shape as a tensor of integers."""
    return ops.shape_of(tensor(x), dtype=dtypes.int32)


@function("keras.backend.ndim", tensor=False)
def ndim(x: Any) -> Any:
    """The number of axes."""
    given = tensor(x)
    known = type(given) is Tensor and given.shape.rank is not None
    return given.shape.rank if known else unknown_of("int")


@function("keras.backend.int_shape", tensor=False)
def int_shape(x: Any) -> Any:
    """The shape as a tuple, None for sizes that are not known yet."""
    from gnomon.models.keras.tensors import visible_shape

    given = tensor(x)
    return visible_shape(given.shape) if type(given) is Tensor else Unknown(name="shape")


@function("keras.backend.dtype", tensor=False)
def dtype_of(x: Any) -> Any:
    """The name of the dtype."""
    given = tensor(x)
    return given.dtype.name if type(given) is Tensor and given.dtype is not None else unknown_of("str")


@function("keras.backend.is_keras_tensor", "keras.utils.is_keras_tensor", tensor=False)
def is_keras_tensor(x: Any) -> Any:
    """Whether a tensor is symbolic."""
    return x.library == "keras" if type(x) is Tensor else unknown_of("bool")


@function("keras.backend.count_params", tensor=False)
def count_params(x: Any) -> Any:
    """The number of elements."""
    count = x.shape.numel() if type(x) is Tensor else None
    return unknown_of("int") if count is None else count


@function("keras.backend.zeros", "keras.backend.ones")
def zeros(shape: Any, dtype: Any = None, name: Any = None) -> Any:
    """A variable filled with one number."""
    return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.backend.zeros_like", "keras.backend.ones_like")
def zeros_like(x: Any, dtype: Any = None, name: Any = None) -> Any:
    """A tensor of the same shape."""
    given = tensor(x)
    fresh = ops.full_like(given)
    return fresh if dtype is None else ops.cast(fresh, dtype=parse_dtype(dtype))


@function("keras.backend.eye")
def eye(size_given: Any = None, dtype: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The identity matrix."""
    return ops.eye(rows=size(kwargs.get("size", size_given)), dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.backend.constant")
def constant_(value: Any, dtype: Any = None, shape: Any = None, name: Any = None) -> Any:
    """A tensor of given numbers."""
    if shape is not None:
        return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32))
    return variable(value, dtype)


@function("keras.Variable", "keras.backend.Variable")
def keras_variable(initializer: Any = None, shape: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """A variable of Keras 3, which multiplies like a Keras tensor: ``@`` takes vectors too."""
    made = variable(initializer, dtype, shape=shape)
    made = Tensor(made.shape, made.dtype, "keras", site=host.reporter.site)
    made.attributes = {PROMOTES: True}
    return made


@function("keras.backend.variable")
def variable(
    value: Any = None, dtype: Any = None, name: Any = None, constraint: Any = None, *args: Any, **kwargs: Any
) -> Any:
    """A tensor that can be assigned to."""
    initializer = kwargs.get("initializer", value)
    stated = kwargs.get("shape")
    if stated is not None:
        return ops.full(
            shape=shape_argument(stated), dtype=parse_dtype(kwargs.get("dtype", dtype), dtypes.float32)
        )
    given = tensor(initializer)
    if type(given) is not Tensor:
        given = ops.positive(given)
    made = recast(given, parse_dtype(dtype, dtypes.float32))
    return Tensor(made.shape, made.dtype, "tf", site=host.reporter.site)


@function("keras.backend.placeholder")
def placeholder(shape: Any = None, ndim: Any = None, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    """A symbolic input."""
    from gnomon.models.keras.tensors import declared_shape, hidden, symbolic

    if shape is not None:
        return symbolic(declared_shape(shape), parse_dtype(dtype, dtypes.float32))
    if type(ndim) is int:
        return symbolic(Shape(tuple(hidden() for _ in range(ndim))), parse_dtype(dtype, dtypes.float32))
    return Unknown()


@function("keras.backend.get_value", "keras.backend.eval")
def get_value(x: Any) -> Any:
    """The numbers of a tensor as a NumPy array."""
    given = tensor(x)
    if type(given) is not Tensor:
        return Unknown()
    return Tensor(given.shape, given.dtype, "numpy", contents=given.contents, site=host.reporter.site)


@function("keras.backend.set_value", "keras.backend.batch_set_value", tensor=False)
def set_value(*args: Any, **kwargs: Any) -> None:
    """Replace the numbers of a variable."""


@function("keras.backend.batch_get_value", tensor=False)
def batch_get_value(tensors: Any) -> Any:
    """The numbers of several tensors."""
    return [get_value(entry) for entry in tensors] if type(tensors) in (list, tuple) else ListValue(None)


@function(
    "keras.backend.update",
    "keras.backend.update_add",
    "keras.backend.update_sub",
    "keras.backend.moving_average_update",
)
def update(x: Any, *args: Any, **kwargs: Any) -> Any:
    """The variable after an assignment."""
    return ops.positive(tensor(x))


@function("keras.backend.gradients")
def gradients(loss: Any, variables: Any) -> Any:
    """Derivatives, shaped as what they are taken by."""
    if type(variables) is Tensor:
        return [ops.positive(variables)]
    found = items(variables)
    return [ops.positive(tensor(entry)) for entry in found] if found is not None else ListValue(None)


@function("keras.backend.switch")
def switch(condition: Any, then_expression: Any, else_expression: Any) -> Any:
    """One of two tensors (or what one of two functions gives)."""
    first, second = (
        entry if type(entry) in (Tensor, int, float) else host.call(entry)
        for entry in (then_expression, else_expression)
    )
    if type(first) is Tensor and type(second) is Tensor:
        return first if first.shape == second.shape else Unknown()
    return Unknown()


@function("keras.backend.in_test_phase", "keras.backend.in_train_phase")
def in_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """One of two tensors of the same shape."""
    chosen = x if type(x) is Tensor else alt
    return ops.positive(chosen) if type(chosen) is Tensor else Unknown()


@function("keras.backend.bias_add")
def bias_add(x: Any, bias: Any, data_format: Any = None) -> Any:
    """Add one number for each channel."""
    return ops.positive(tensor(x))


for _name in words(
    """
    random_normal random_uniform truncated_normal random_binomial random_bernoulli
    """
):

    @function(f"keras.backend.{_name}", f"keras.backend.{_name}_variable")
    def drawn(shape: Any, *args: Any, dtype: Any = None, **kwargs: Any) -> Any:
        """Random numbers of a shape."""
        return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.backend.arange")
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = "int32") -> Any:
    """Numbers in steps."""
    low, high = (0, start) if stop is None else (start, stop)
    if (
        type(low) not in (int, float, Dim)
        or type(high) not in (int, float, Dim)
        or type(step) not in (int, float)
    ):
        return ops.arange(start=0, stop=None, dtype=parse_dtype(dtype))
    return ops.arange(start=low, stop=high, step=step, dtype=parse_dtype(dtype))


class Compiled(Modelled):
    """A function from values of symbolic inputs to values of outputs (`keras.backend.function`)."""

    library_name = "keras.backend.function"

    def __init__(self, inputs: Any, outputs: Any) -> None:
        self.inputs = inputs
        self.outputs = outputs

    def __call__(self, inputs: Any, *args: Any) -> Any:
        wanted, given = flatten(self.inputs), flatten(inputs)
        substitution = {
            id(symbol): tensor(value) for symbol, value in zip(wanted, given) if type(symbol) is Tensor
        }
        results = recompute(self.outputs, substitution)
        return _numbers(results)


def _numbers(value: Any) -> Any:
    if type(value) is Tensor:
        return Tensor(value.shape, value.dtype, "numpy", site=host.reporter.site)
    if type(value) in (list, tuple):
        return [_numbers(entry) for entry in value]
    return Unknown()


@function("keras.backend.function", tensor=False)
def make_function(inputs: Any, outputs: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a function from values of symbolic inputs to values of outputs."""
    return Compiled(inputs, outputs)
