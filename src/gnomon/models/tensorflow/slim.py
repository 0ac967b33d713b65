"""tf.contrib.layers and tf.contrib.slim, with the defaults that an open arg_scope gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    LibraryFunction,
    Modelled,
    Shape,
    Unknown,
    dtypes,
    host,
    items,
    modelled,
    state,
)
from gnomon.models.registry import NAMES
from gnomon.models.tensorflow.common import activated, array, current_root, made, tf_function, whole
from gnomon.models.tensorflow.layers import convolved, dense, pooled, transposed, weight, width_of
from gnomon.models.tensorflow.sliding import layout_of

UNSET = object()
Defaults = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]


class _Open:
    """The defaults that hold on the path, by name of the function."""

    def __init__(self) -> None:
        self.root: Any = None
        self.cell: dict[str, Any] = {}

    def defaults(self) -> Defaults:
        if self.root is not current_root():
            self.root, self.cell = current_root(), {}
        return self.cell.get("defaults", ())  # type: ignore[no-any-return]


_open = _Open()


@modelled(
    "tensorflow.contrib.framework.arg_scope",
    "tensorflow.contrib.slim.arg_scope",
    "tensorflow.contrib.framework.python.ops.arg_scope.arg_scope",
)
class ArgScope(Modelled):
    """``with slim.arg_scope([slim.conv2d], padding="VALID")``: defaults for the functions that are listed."""

    def __init__(self, list_ops_or_scope: Any = None, **kwargs: Any) -> None:
        self.held: tuple[Defaults, ...] = ()
        if isinstance(list_ops_or_scope, ArgScope):
            self.listed: Defaults = ()
            self.scope: Defaults | None = list_ops_or_scope.current
        else:
            names = [entry.name for entry in items(list_ops_or_scope) or () if type(entry) is LibraryFunction]
            self.listed = tuple((name, tuple(kwargs.items())) for name in names)
            self.scope = None
        self.current: Defaults = self.merged(())

    def merged(self, outer: Defaults) -> Defaults:
        """Return the defaults inside, given those outside."""
        if self.scope is not None:
            return self.scope
        table = {name: dict(words) for name, words in outer}
        for name, words in self.listed:
            table.setdefault(name, {}).update(words)
        return tuple((name, tuple(words.items())) for name, words in table.items())

    def __enter__(self) -> ArgScope:
        outer = _open.defaults()
        self.held = (outer,)
        self.current = self.merged(outer)
        state.write(_open.cell, "defaults", self.current)
        return self

    def restores(self) -> tuple[tuple[Any, Any, Any], ...]:
        """What to write when the scope closes: the defaults around it hold again."""
        return ((_open.cell, "defaults", self.held[0]),) if self.held else ()


@tf_function("contrib.framework.add_arg_scope", "contrib.slim.add_arg_scope", tensor=False)
def _add_arg_scope(func: Any) -> Any:
    return func


@tf_function("contrib.slim.current_arg_scope", "contrib.framework.current_arg_scope", tensor=False)
def _current_arg_scope() -> Any:
    return Unknown()


def scoped(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of contrib.layers and slim that takes defaults from an open arg_scope."""

    def declare(model: Callable[..., Any]) -> Callable[..., Any]:
        full = [f"contrib.layers.{name}" for name in names] + [f"contrib.slim.{name}" for name in names]
        label = f"tensorflow.{full[0]}"
        code = model.__code__
        parameters = code.co_varnames[: code.co_argcount]

        def call(*args: Any, **kwargs: Any) -> Any:
            words = next((dict(words) for name, words in _open.defaults() if name == label), {})
            given = set(parameters[: len(args)])
            return model(
                *args, **{**{key: value for key, value in words.items() if key not in given}, **kwargs}
            )

        tf_function(*full)(call)
        return model

    return declare


def _finished(value: Any, activation_fn: Any, normalizer_fn: Any, default: Any) -> Any:
    """Normalise and activate as a layer does."""
    if normalizer_fn is not None and type(normalizer_fn) is not Unknown:
        value = ops.positive(value)
    return activated(default if activation_fn is UNSET else activation_fn, value)


def _relu() -> Any:
    return NAMES.get("tensorflow.nn.relu")


@scoped("fully_connected", "linear_layer", "fully_connected_layer")
def _fully_connected(
    inputs: Any,
    num_outputs: Any,
    activation_fn: Any = UNSET,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    return _finished(dense(inputs, num_outputs), activation_fn, normalizer_fn, _relu())


@scoped("linear")
def _linear(inputs: Any, num_outputs: Any, activation_fn: Any = None, *args: Any, **kwargs: Any) -> Any:
    return _finished(dense(inputs, num_outputs), activation_fn, None, None)


@scoped("relu")
def _relu_layer(inputs: Any, num_outputs: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.relu(dense(inputs, num_outputs))


@scoped("conv2d", "convolution2d", "convolution", "conv")
def _conv2d(
    inputs: Any,
    num_outputs: Any,
    kernel_size: Any,
    stride: Any = 1,
    padding: Any = "SAME",
    data_format: Any = None,
    rate: Any = 1,
    activation_fn: Any = UNSET,
    normalizer_fn: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    x = array(inputs)
    rank = x.shape.rank
    value = convolved(
        x, num_outputs, kernel_size, stride, padding, data_format, rate, None, 2 if rank is None else rank - 2
    )
    return _finished(value, activation_fn, normalizer_fn, _relu())


@scoped("conv2d_transpose", "convolution2d_transpose")
def _conv2d_transpose(
    inputs: Any,
    num_outputs: Any,
    kernel_size: Any,
    stride: Any = 1,
    padding: Any = "SAME",
    data_format: Any = None,
    activation_fn: Any = UNSET,
    normalizer_fn: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    value = transposed(inputs, num_outputs, kernel_size, stride, padding, data_format, None, 2)
    return _finished(value, activation_fn, normalizer_fn, _relu())


@scoped("separable_conv2d", "separable_convolution2d")
def _separable(
    inputs: Any,
    num_outputs: Any,
    kernel_size: Any,
    depth_multiplier: Any = 1,
    stride: Any = 1,
    padding: Any = "SAME",
    data_format: Any = None,
    rate: Any = 1,
    activation_fn: Any = UNSET,
    normalizer_fn: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    x = array(inputs)
    if num_outputs is None:
        layout = layout_of(data_format)
        num_outputs = width_of(x, -1 if layout != "first" else 1) if depth_multiplier == 1 else Unknown()
    value = convolved(x, num_outputs, kernel_size, stride, padding, data_format, rate, None, 2)
    return _finished(value, activation_fn, normalizer_fn, _relu())


@scoped("max_pool2d", "avg_pool2d")
def _pool2d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: Any = "VALID",
    data_format: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    return pooled(inputs, kernel_size, stride, padding, data_format, 2)


@scoped("batch_norm", "layer_norm", "instance_norm", "dropout", "group_norm", "unit_norm", "fused_batch_norm")
def _same(inputs: Any, *args: Any, activation_fn: Any = None, **kwargs: Any) -> Any:
    return activated(activation_fn, ops.positive(array(inputs)))


@scoped("softmax")
def _softmax(logits: Any, scope: Any = None) -> Any:
    return ops.softmax(array(logits), axis=-1)


@scoped("bias_add")
def _bias_add(inputs: Any, activation_fn: Any = None, *args: Any, **kwargs: Any) -> Any:
    return activated(activation_fn, ops.positive(array(inputs)))


@scoped("one_hot_encoding")
def _one_hot(
    labels: Any, num_classes: Any, on_value: Any = 1.0, off_value: Any = 0.0, *args: Any, **kwargs: Any
) -> Any:
    return ops.cast(ops.one_hot(array(labels), classes=whole(num_classes)), dtype=dtypes.float32)


@scoped("embed_sequence")
def _embed_sequence(
    ids: Any, vocab_size: Any = None, embed_dim: Any = None, *args: Any, **kwargs: Any
) -> Any:
    positions = array(ids)
    table = weight((whole(vocab_size), whole(embed_dim)), made(Shape(()), dtypes.float32))
    return ops.take(table, positions, axis=0)


@scoped("repeat")
def _repeat(inputs: Any, repetitions: Any, layer: Any, *args: Any, **kwargs: Any) -> Any:
    kwargs.pop("scope", None)
    value = array(inputs)
    if type(repetitions) is not int or repetitions > 64:
        return ops.unknown_like(value)
    for _ in range(repetitions):
        value = host.call(layer, value, *args, **kwargs)
    return value


@scoped("stack")
def _stack(inputs: Any, layer: Any, stack_args: Any, **kwargs: Any) -> Any:
    kwargs.pop("scope", None)
    value = array(inputs)
    rows = items(stack_args)
    if rows is None or len(rows) > 64:
        return made(Shape.unknown(), value.dtype)
    for row in rows:
        value = host.call(layer, value, *(row if type(row) in (list, tuple) else (row,)), **kwargs)
    return value


@tf_function(
    "contrib.layers.l2_regularizer",
    "contrib.layers.l1_regularizer",
    "contrib.slim.l2_regularizer",
    "contrib.slim.l1_regularizer",
    "contrib.layers.l1_l2_regularizer",
    "contrib.layers.sum_regularizer",
    tensor=False,
)
def _regularizer(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "regularizer"))


@tf_function("contrib.layers.optimize_loss", tensor=False)
def _optimize_loss(loss: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(array(loss))


@tf_function("contrib.layers.apply_regularization")
def _apply_regularization(*args: Any, **kwargs: Any) -> Any:
    return made(Shape(()), dtypes.float32)
