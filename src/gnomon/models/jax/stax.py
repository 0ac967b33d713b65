"""``jax.example_libraries.stax``: layers as pairs of functions, one initialises, one applies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Run,
    Shape,
    Size,
    Tensor,
    Unknown,
    alias,
    constant,
    function,
    host,
    items,
    repeated,
    symbol,
    text,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.convolution import conv_general_dilated, conv_transpose, padding_of
from gnomon.models.jax.support import as_array, made, unknown_tensor

alias("jax.experimental.stax", "jax.example_libraries.stax")
alias("jax.experimental.optimizers", "jax.example_libraries.optimizers")


class InitFunction(Modelled):
    """``init_fun(rng, input_shape)`` of a layer: the shape of its output, and its parameters."""

    library_name = "jax.example_libraries.stax.init_fun"
    raw = True

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, rng: Any, input_shape: Any) -> Any:
        parts = host.iterate(input_shape) if type(input_shape) is not tuple else None
        given = input_shape if parts is None or parts.items is None else tuple(parts.items)
        return self.layer.initialized(given)


class ApplyFunction(Modelled):
    """``apply_fun(params, inputs)`` of a layer."""

    library_name = "jax.example_libraries.stax.apply_fun"
    raw = True

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, params: Any, inputs: Any, **keywords: Any) -> Any:
        return self.layer.applied(params, inputs)


class Layer:
    """A layer: how parameters and output shape follow from an input shape, and its application."""

    def initialized(self, shape: Any) -> tuple[Any, Any]:
        """Return the output's shape, as a program writes it, and the parameters."""
        array = placed(shape)
        params = self.parameters(array)
        result = host.quietly(lambda: self.applied(params, array))
        return written(result, shape), params

    def parameters(self, x: Tensor) -> Any:
        """Return the parameters for an input."""
        return ()

    def applied(self, params: Any, x: Any) -> Any:
        """Return the output."""
        return x

    def pair(self) -> tuple[Any, Any]:
        """Return the two functions that a program sees."""
        return InitFunction(self), ApplyFunction(self)


def placed(shape: Any) -> Any:
    """Return an input of a shape in which -1 stands for a size that is open."""
    if type(shape) is tuple and any(type(part) is tuple for part in shape):
        return tuple(placed(part) for part in shape)
    if type(shape) is not tuple:
        return made(as_shape(shape))
    return made(Shape(tuple(symbol(lower=1) if size == -1 else as_size(size) for size in shape)))


def written(result: Any, shape: Any) -> Any:
    """Return the shape of a result as a program sees it, with -1 for an open leading size."""
    if type(result) is tuple:
        return tuple(written(part, shape) for part in result)
    if type(result) is not Tensor or result.shape.rank is None:
        return UNKNOWN
    dims = result.shape.dims
    if type(shape) is tuple and shape and shape[0] == -1 and dims:
        return (-1, *dims[1:])
    return dims


class Dense(Layer):
    """A matrix product and a bias."""

    def __init__(self, out_dim: Any) -> None:
        self.width = as_size(out_dim)

    def parameters(self, x: Tensor) -> Any:
        inputs = x.shape.axis(-1) if type(x) is Tensor and x.shape.min_rank else None
        known = symbol() if inputs is None else inputs
        weight = made(Shape((known, self.width)), role=f"initialised for inputs of width {known}")
        return weight, made(Shape((self.width,)))

    def applied(self, params: Any, x: Any) -> Any:
        if type(params) is not tuple or len(params) != 2:
            return ops.cast(
                ops.linear(x, made(Shape((symbol(), self.width))), None, weight_layout="in_out"), dtype=None
            )
        weight, bias = as_array(params[0]), as_array(params[1])
        if weight.shape.rank == 2:
            return ops.linear(as_array(x), weight, bias, weight_layout="in_out")
        return ops.add(ops.dot(as_array(x), weight), bias)


class Convolution(Layer):
    """A convolution with chosen axes."""

    def __init__(
        self, numbers: Any, out: Any, window: Any, strides: Any, padding: Any, transposed: bool = False
    ) -> None:
        self.numbers = tuple(items(numbers) or ())
        self.out = as_size(out)
        sizes = items(window)
        self.window: tuple[Size, ...] = tuple(as_size(size) for size in sizes or ())
        self.strides = strides
        self.padding = padding
        self.transposed = transposed

    def parameters(self, x: Tensor) -> Any:
        if len(self.numbers) != 3 or type(x) is not Tensor or x.shape.rank != len(self.numbers[0]):
            return UNKNOWN
        lhs, rhs, out = self.numbers
        inputs = x.shape.dims[lhs.index("C")]
        window = iter(self.window)
        sizes = tuple(self.out if c == "O" else inputs if c == "I" else next(window) for c in rhs)
        weight = made(Shape(sizes), role=f"initialised for inputs of {inputs} channels")
        bias = made(Shape(tuple(self.out if c == "C" else 1 for c in out)))
        return weight, bias

    def applied(self, params: Any, x: Any) -> Any:
        if type(params) is not tuple or len(params) != 2 or not self.window:
            return unknown_tensor()
        strides = (1,) * len(self.window) if self.strides is None else self.strides
        if self.transposed:
            result = conv_transpose(x, params[0], strides, self.padding, dimension_numbers=self.numbers)
        else:
            result = conv_general_dilated(x, params[0], strides, self.padding, dimension_numbers=self.numbers)
        return ops.add(result, as_array(params[1])) if type(result) is Tensor else result


class Function(Layer):
    """A layer without parameters."""

    def __init__(self, apply: Callable[[Any], Any]) -> None:
        self.apply = apply

    def applied(self, params: Any, x: Any) -> Any:
        return self.apply(x)


class BatchNorm(Layer):
    """Normalization over axes: the shape stays."""

    def parameters(self, x: Tensor) -> Any:
        return UNKNOWN

    def applied(self, params: Any, x: Any) -> Any:
        return ops.positive(as_array(x))


class Serial(Layer):
    """Layers one after the other."""

    def __init__(self, layers: tuple[Any, ...]) -> None:
        self.layers = layers

    def initialized(self, shape: Any) -> tuple[Any, Any]:
        params = []
        for init, _ in self.layers:
            result = host.invoke(init, UNKNOWN, shape)
            shape, own = result if type(result) is tuple and len(result) == 2 else (UNKNOWN, UNKNOWN)
            params.append(own)
        return shape, _listed(params)

    def applied(self, params: Any, x: Any) -> Any:
        own = _each(params, len(self.layers))
        for (_, apply), one in zip(self.layers, own, strict=True):
            x = host.invoke(apply, one, x)
        return x


class Parallel(Layer):
    """Layers side by side: a tuple of inputs gives a tuple of outputs."""

    def __init__(self, layers: tuple[Any, ...]) -> None:
        self.layers = layers

    def initialized(self, shape: Any) -> tuple[Any, Any]:
        shapes = _each(shape, len(self.layers))
        results = [
            host.invoke(init, UNKNOWN, one) for (init, _), one in zip(self.layers, shapes, strict=True)
        ]
        pairs = [one if type(one) is tuple and len(one) == 2 else (UNKNOWN, UNKNOWN) for one in results]
        return tuple(pair[0] for pair in pairs), _listed([pair[1] for pair in pairs])

    def applied(self, params: Any, x: Any) -> Any:
        count = len(self.layers)
        rows = zip(self.layers, _each(params, count), _each(x, count), strict=True)
        return tuple(host.invoke(apply, one, part) for (_, apply), one, part in rows)


def _listed(values: list[Any]) -> Any:
    from gnomon.models.api import ListValue

    return ListValue(values)


def _each(value: Any, count: int) -> list[Any]:
    """Return the parts of a sequence, unknown ones where their number is not right."""
    seen = host.iterate(value) if type(value) is not Unknown else None
    if seen is None or seen.items is None or len(seen.items) != count:
        return [UNKNOWN] * count
    return list(seen.items)


def _layers(values: tuple[Any, ...]) -> tuple[Any, ...] | None:
    return values if all(type(one) is tuple and len(one) == 2 for one in values) else None


@function("jax.example_libraries.stax.serial", raw=True, tensor=False)
def serial(*layers: Any) -> Any:
    """Layers one after the other."""
    known = _layers(layers)
    return (UNKNOWN, UNKNOWN) if known is None else Serial(known).pair()


@function("jax.example_libraries.stax.parallel", raw=True, tensor=False)
def parallel(*layers: Any) -> Any:
    """Layers side by side."""
    known = _layers(layers)
    return (UNKNOWN, UNKNOWN) if known is None else Parallel(known).pair()


@function("jax.example_libraries.stax.Dense", tensor=False)
def dense(out_dim: Any, W_init: Any = None, b_init: Any = None) -> Any:
    """A fully connected layer."""
    return Dense(out_dim).pair()


@function("jax.example_libraries.stax.GeneralConv", tensor=False)
def general_conv(
    dimension_numbers: Any,
    out_chan: Any,
    filter_shape: Any,
    strides: Any = None,
    padding: Any = "VALID",
    *more: Any,
) -> Any:
    """A convolution with chosen axes."""
    return Convolution(dimension_numbers, out_chan, filter_shape, strides, padding).pair()


_IMAGES = ("NHWC", "HWIO", "NHWC")


@function("jax.example_libraries.stax.Conv", tensor=False)
def conv(out_chan: Any, filter_shape: Any, strides: Any = None, padding: Any = "VALID", *more: Any) -> Any:
    """A convolution of (batch, height, width, channels)."""
    return Convolution(_IMAGES, out_chan, filter_shape, strides, padding).pair()


@function("jax.example_libraries.stax.ConvTranspose", tensor=False)
def transposed(
    out_chan: Any, filter_shape: Any, strides: Any = None, padding: Any = "VALID", *more: Any
) -> Any:
    """A transposed convolution of (batch, height, width, channels)."""
    return Convolution(_IMAGES, out_chan, filter_shape, strides, padding, transposed=True).pair()


def _pooling(name: str) -> None:
    @function(f"jax.example_libraries.stax.{name}", tensor=False)
    def model(window_shape: Any, strides: Any = None, padding: Any = "VALID", spec: Any = None) -> Any:
        window = items(window_shape)
        if window is None or spec not in (None, "NHWC") or text(padding) is None:
            return Function(lambda x: ops.unknown_like(as_array(x))).pair()
        sizes = tuple(as_size(size) for size in window)
        steps = (1,) * len(sizes) if strides is None else repeated(strides, len(sizes))

        def apply(x: Any) -> Any:
            pads = padding_of(padding, len(sizes))
            return ops.max_pool(as_array(x), window=sizes, stride=steps, padding=pads, layout="last")

        return Function(apply).pair()

    model.__name__ = name


for _name in ("MaxPool", "AvgPool", "SumPool"):
    _pooling(_name)


@function("jax.example_libraries.stax.BatchNorm", tensor=False)
def batch_norm(axis: Any = (0, 1, 2), *arguments: Any, **keywords: Any) -> Any:
    """Normalization over axes."""
    return BatchNorm().pair()


@function("jax.example_libraries.stax.Dropout", tensor=False)
def dropout(rate: Any, mode: Any = "train") -> Any:
    """Some entries become zero."""
    return Function(lambda x: ops.positive(as_array(x))).pair()


@function("jax.example_libraries.stax.elementwise", tensor=False)
def elementwise(fun: Any, **keywords: Any) -> Any:
    """A function of each entry."""
    return Function(lambda x: host.invoke(fun, x, **keywords)).pair()


@function("jax.example_libraries.stax.FanOut", tensor=False)
def fan_out(num: Any) -> Any:
    """The input several times."""
    count = num if type(num) is int else 2

    def apply(x: Any) -> Any:
        return (x,) * count

    return Function(apply).pair()


@function("jax.example_libraries.stax.FanInConcat", tensor=False)
def fan_in_concat(axis: Any = -1) -> Any:
    """The inputs joined along an axis."""
    return Function(lambda x: _joined(x, axis)).pair()


def _joined(parts: Any, axis: Any) -> Any:
    seen = host.iterate(parts)
    if seen is None or not seen.items or type(axis) is not int:
        return unknown_tensor()
    return ops.concat([as_array(part) for part in seen.items], axis=axis)


def _summed(parts: Any) -> Any:
    seen = host.iterate(parts)
    if seen is None or not seen.items:
        return unknown_tensor()
    total = seen.items[0]
    for part in seen.items[1:]:
        total = ops.add(total, part)
    return total


@function("jax.example_libraries.stax.shape_dependent", tensor=False)
def shape_dependent(make_layer: Any) -> Any:
    """A layer that is made when the input's shape is known: not followed."""
    return Unknown(), Unknown()


def _flattened(x: Any) -> Any:
    array = as_array(x)
    if array.shape.min_rank == 0:
        return made(Shape((), Run()), array.dtype)
    return ops.flatten(ops.expand_dims(array, axis=-1), start=1)


for _name, _apply in {
    "Relu": ops.relu,
    "Tanh": ops.tanh,
    "Exp": ops.exp,
    "Softplus": ops.softplus,
    "Sigmoid": ops.sigmoid,
    "Elu": ops.elu,
    "LeakyRelu": ops.leaky_relu,
    "Selu": ops.selu,
    "Gelu": ops.gelu,
}.items():
    constant(f"jax.example_libraries.stax.{_name}", Function(_apply).pair())


def _log_softmax(x: Any) -> Any:
    return ops.log_softmax(x, axis=-1)


def _softmax(x: Any) -> Any:
    return ops.softmax(x, axis=-1)


constant("jax.example_libraries.stax.LogSoftmax", Function(_log_softmax).pair())
constant("jax.example_libraries.stax.Softmax", Function(_softmax).pair())
constant("jax.example_libraries.stax.Flatten", Function(_flattened).pair())
constant("jax.example_libraries.stax.Identity", Function(lambda x: x).pair())
constant("jax.example_libraries.stax.FanInSum", Function(_summed).pair())
