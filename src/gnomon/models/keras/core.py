"""Core layers: dense layers, embeddings, activations, and what changes nothing but the numbers."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import (
    DictValue,
    Shape,
    Tensor,
    Unknown,
    host,
    is_unknown,
    modelled,
    size,
    symbol,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import activate, old_options, wants_positive, wants_rank
from gnomon.models.keras.tensors import array, declared_shape


@modelled("keras.layers.Dense")
class Dense(Layer):
    """A dense layer: (batch, ..., features) -> (batch, ..., units)."""

    numbers = True
    kernel: Any = None
    bias: Any = None

    def __init__(
        self,
        units: Any = None,
        activation: Any = None,
        use_bias: Any = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        lora_rank: Any = None,
        lora_alpha: Any = None,
        quantization_config: Any = None,
        **kwargs: Any,
    ):
        kwargs = old_options(kwargs, output_dim="units")
        self.start(kwargs)
        self.units = size(kwargs.get("units", units))
        wants_positive("units", self.units)
        self.activation = activation

    def build_from(self, inputs: Any) -> None:
        last = inputs.axis(-1) if type(inputs) is Shape else None
        width = symbol() if last is None else last
        self.kernel = self.weight((width, self.units), role=f"built on inputs that end in {width}")
        self.bias = self.weight((self.units,))
        self.weights_known = (self.kernel, self.bias)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if not wants_rank(x, minimum=2) and type(x) is Tensor and x.shape.rank is not None:
            return Unknown()
        return activate(ops.linear(x, self.kernel, None, weight_layout="in_out"), self.activation)


@modelled("keras.layers.MaxoutDense", "keras.layers.Highway")
class Opaque(Layer):
    """A layer of which nothing is known."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)


@modelled("keras.layers.EinsumDense")
class EinsumDense(Layer):
    """A dense layer whose equation says which axes are summed: `ab,bc->ac`."""

    numbers = True
    kernel: Any = None

    def __init__(
        self,
        equation: Any,
        output_shape: Any,
        activation: Any = None,
        bias_axes: Any = None,
        *rest: Any,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        self.equation = equation if type(equation) is str else None
        self.output_sizes = declared_shape((output_shape,) if type(output_shape) is int else output_shape)
        self.activation = activation

    def build_from(self, inputs: Any) -> None:
        self.kernel = None
        if self.equation is None or type(inputs) is not Shape:
            return
        kernel = ops.einsum_dense_kernel(
            Tensor(inputs, self.compute_in, "tf"), equation=self.equation, output=self.output_sizes
        )
        self.kernel = None if kernel.shape.rank is None else self.weight(kernel.shape)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.kernel is None or self.equation is None or type(x) is not Tensor:
            return Unknown()
        axes = self.equation.partition(",")[0]
        if "." not in axes and x.shape.rank != len(axes):
            return Unknown()  # Keras has a way of its own with some of these
        return activate(ops.TABLE["einsum"]([x, self.kernel], equation=self.equation), self.activation)


@modelled("keras.layers.Embedding")
class Embedding(Layer):
    """Rows of a table by position: (batch, ...) -> (batch, ..., output_dim)."""

    kernel: Any = None

    def __init__(
        self,
        input_dim: Any,
        output_dim: Any = None,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: Any = False,
        weights: Any = None,
        lora_rank: Any = None,
        lora_alpha: Any = None,
        quantization_config: Any = None,
        **kwargs: Any,
    ) -> None:
        options = {name: value for name, value in kwargs.items() if name != "input_dim"}
        length = options.pop("input_length", None)
        if length is not None and "input_shape" not in options:
            options["input_shape"] = tuple(length) if type(length) in (list, tuple) else (length,)
        self.start(options)
        self.input_dim = size(input_dim)
        self.output_dim = size(output_dim)
        self.table = self.weight((self.input_dim, self.output_dim))
        self.embeddings = self.table
        self.weights_known = (self.table,)
        if type(weights) is list and len(weights) == 1 and type(weights[0]) is Tensor:
            self.initial = weights[0]

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.embedding(x, self.table)

    def standardize(self, inputs: Any) -> Any:
        return array(inputs)


@modelled("keras.layers.ReversibleEmbedding")
class ReversibleEmbedding(Embedding):
    """An embedding that also maps back to scores over its rows with ``reverse=True``."""

    def compute(self, x: Any, reverse: Any = False, *args: Any, **kwargs: Any) -> Any:
        if reverse is True:
            return ops.linear(x, self.table, None, weight_layout="out_in")
        if reverse is False:
            return ops.embedding(x, self.table)
        return Unknown()


@modelled("keras.layers.Activation")
class Activation(Layer):
    """Apply an activation function."""

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.activation = activation

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return activate(ops.positive(x), self.activation)


@modelled(
    "keras.layers.ActivityRegularization",
    "keras.layers.Identity",
    "keras.layers.Masking",
    "keras.layers.ParametricSoftplus",
    "keras.layers.SReLU",
    "keras.layers.UnitNormalization",
)
class Unchanged(Layer):
    """A layer that changes numbers but no shape."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.positive(x)


@modelled(
    "keras.layers.ReLU",
    "keras.layers.LeakyReLU",
    "keras.layers.ELU",
    "keras.layers.ThresholdedReLU",
    "keras.layers.PReLU",
)
class Rectified(Unchanged):
    """An activation as a layer; what it makes of integers differs from version to version."""

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        result = ops.positive(x)
        whole = type(x) is Tensor and x.dtype is not None and x.dtype.kind != "float"
        return ops.cast(result, dtype=None) if whole else result


@modelled("keras.layers.Softmax")
class Softmax(Layer):
    """Turn scores into probabilities along an axis."""

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        self.start(kwargs)
        self.axis = axis_argument(axis)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.softmax(x, axis=self.axis)


@modelled("keras.layers.Dropout", "keras.layers.AlphaDropout")
class Dropout(Unchanged):
    """A layer that drops entries."""

    def __init__(self, rate: Any = None, noise_shape: Any = None, seed: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)


@modelled("keras.layers.GaussianDropout")
class GaussianDropout(Unchanged):
    """A layer that multiplies entries by chance."""

    def __init__(self, rate: Any = None, seed: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)


@modelled("keras.layers.GaussianNoise")
class GaussianNoise(Unchanged):
    """A layer that adds noise."""

    def __init__(self, stddev: Any = None, seed: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)


class _Ranked(Layer):
    """A layer that changes no shape and takes one rank."""

    rank: ClassVar[int] = 3
    axes: ClassVar[str] = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        wants_rank(x, self.rank, axes=self.axes)
        return ops.positive(x)


@modelled("keras.layers.SpatialDropout1D")
class SpatialDropout1D(_Ranked):
    """Dropout of whole channels of sequences."""

    axes = "(batch, time, channels)"


@modelled("keras.layers.SpatialDropout2D")
class SpatialDropout2D(_Ranked):
    """Dropout of whole channels of images."""

    rank = 4


@modelled("keras.layers.SpatialDropout3D")
class SpatialDropout3D(_Ranked):
    """Dropout of whole channels of volumes."""

    rank = 5


@modelled("keras.layers.Lambda")
class Lambda(Layer):
    """Apply a function of the program."""

    def __init__(
        self,
        function: Any,
        output_shape: Any = None,
        mask: Any = None,
        arguments: Any = None,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        self.function = function
        self.stated = output_shape
        self.options = arguments if type(arguments) is dict else {}

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        result = host.call(self.function, x, **self.options)
        if (is_unknown(result) or type(result) is DictValue) and type(self.stated) in (tuple, list):
            if type(x) is Tensor and x.shape.rank is not None:
                return Tensor(
                    declared_shape(self.stated, x.shape.dims[0]), None, x.library, site=host.reporter.site
                )
        return result


@modelled("keras.layers.SpectralNormalization", "keras.layers.Wrapper")
class Wrapper(Layer):
    """A layer around another one, which it calls."""

    def __init__(self, layer: Any, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.layer = layer

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return host.call(self.layer, x, *args, **kwargs)
