"""Neural networks (``gn.nn``): activations, layers as functions, losses; modules and training come on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_dtype
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace import windows
from gnomon.graph.namespace.attending import *  # noqa: F403
from gnomon.graph.namespace.attending import __all__ as _attending
from gnomon.graph.namespace.dropping import *  # noqa: F403
from gnomon.graph.namespace.dropping import __all__ as _dropping
from gnomon.graph.namespace.elementwise import unary
from gnomon.graph.namespace.losses import *  # noqa: F403
from gnomon.graph.namespace.losses import __all__ as _losses
from gnomon.graph.namespace.pools import *  # noqa: F403
from gnomon.graph.namespace.pools import __all__ as _pools
from gnomon.graph.namespace.recurrent import *  # noqa: F403
from gnomon.graph.namespace.recurrent import __all__ as _recurrent
from gnomon.graph.namespace.special import log_softmax, logsumexp, softmax

hard_sigmoid = unary("hard_sigmoid", module=__name__)
hard_swish = unary("hard_swish", module=__name__)
log_sigmoid = unary("log_sigmoid", module=__name__)
mish = unary("mish", module=__name__)
relu = unary("relu", module=__name__)
relu6 = unary("relu6", module=__name__)
selu = unary("selu", module=__name__)
sigmoid = unary("sigmoid", module=__name__)
silu = unary("silu", module=__name__)
softsign = unary("softsign", module=__name__)
swish = silu
tanh = unary("tanh", module=__name__)
tanh_shrink = unary("tanh_shrink", module=__name__)


def _set(value: Any, default: Any, name: str) -> dict[str, Any]:
    return {} if value == default else {name: value}


def celu(x: Any, /, alpha: float = 1.0) -> Array:
    """Continuously differentiable exponential linear unit."""
    return ops.celu(take.array("celu", "x", x), **_set(alpha, 1.0, "alpha"))  # type: ignore[no-any-return]


def elu(x: Any, /, alpha: float = 1.0) -> Array:
    """Exponential linear unit."""
    return ops.elu(take.array("elu", "x", x), **_set(alpha, 1.0, "alpha"))  # type: ignore[no-any-return]


def gelu(x: Any, /, *, approximate: str = "none") -> Array:
    """Gaussian error linear unit, exact or by ``approximate="tanh"``."""
    take.option("gelu", "approximate", approximate, ("none", "tanh"))
    return ops.gelu(take.array("gelu", "x", x), **_set(approximate, "none", "approximate"))  # type: ignore[no-any-return]


def leaky_relu(x: Any, /, slope: float = 0.01) -> Array:
    """Keep positive elements and shrink negative ones."""
    return ops.leaky_relu(take.array("leaky_relu", "x", x), **_set(slope, 0.01, "slope"))  # type: ignore[no-any-return]


def softplus(x: Any, /, beta: float = 1.0) -> Array:
    """log(1 + exp(beta x)) / beta: a smooth ReLU."""
    return ops.softplus(take.array("softplus", "x", x), **_set(beta, 1.0, "beta"))  # type: ignore[no-any-return]


def linear(x: Any, weight: Any, bias: Any = None) -> Array:
    """``x @ weight + bias``, with a weight of (inputs, outputs)."""
    return ops.linear(  # type: ignore[no-any-return]
        take.array("linear", "x", x),
        take.array("linear", "weight", weight),
        None if bias is None else take.array("linear", "bias", bias),
        weight_layout="in_out",
    )


def conv(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    layout: str = "first",
) -> Array:
    """Convolution in one to three dimensions: x (batch, channels, ...), weight (outputs, channels / groups, ...).

    ``layout="last"`` is (batch, ..., channels) with a weight of (..., channels / groups, outputs).
    ``padding`` is a number, one for each axis, pairs, "same" or "valid".
    """
    take.option("conv", "layout", layout, ("first", "last"))
    x = take.array("conv", "x", x)
    return ops.conv(  # type: ignore[no-any-return]
        x,
        take.array("conv", "weight", weight),
        None if bias is None else take.array("conv", "bias", bias),
        stride=windows.per_axis("conv", "stride", stride, x),
        padding=windows.padding("conv", padding, x),
        dilation=windows.per_axis("conv", "dilation", dilation, x),
        groups=take.integer("conv", "groups", groups),
        layout=layout,
    )


def conv_transpose(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    layout: str = "first",
) -> Array:
    """Transposed convolution: the gradient of `conv` with respect to its input."""
    take.option("conv_transpose", "layout", layout, ("first", "last"))
    x = take.array("conv_transpose", "x", x)
    return ops.conv_transpose(  # type: ignore[no-any-return]
        x,
        take.array("conv_transpose", "weight", weight),
        None if bias is None else take.array("conv_transpose", "bias", bias),
        stride=windows.per_axis("conv_transpose", "stride", stride, x),
        padding=windows.padding("conv_transpose", padding, x),
        output_padding=windows.per_axis("conv_transpose", "output_padding", output_padding, x),
        dilation=windows.per_axis("conv_transpose", "dilation", dilation, x),
        groups=take.integer("conv_transpose", "groups", groups),
        layout=layout,
    )


def embedding(indices: Any, weight: Any) -> Array:
    """Rows of a table at integer positions: (*b,) and (n, d) give (*b, d)."""
    name = "embedding"
    return ops.embedding(take.array(name, "indices", indices), take.array(name, "weight", weight))  # type: ignore[no-any-return]


def one_hot(indices: Any, classes: Any, axis: int = -1, *, dtype: Any = "float32") -> Array:
    """Zeros with a 1 at each position, on a new axis of ``classes`` entries."""
    count = take.integer("one_hot", "classes", classes)
    hot = _raw_one_hot(take.array("one_hot", "indices", indices), count, take.axis("one_hot", axis))
    return ops.cast(hot, dtype=as_dtype(dtype))  # type: ignore[no-any-return]


def _raw_one_hot(indices: Array, count: Any, axis: Any) -> Any:
    from gnomon.graph.namespace.creation import arange

    places = arange(count)
    at = axis % (indices.ndim + 1)
    shape = (count, *[1] * (indices.ndim - at))
    return ops.equal(ops.expand_dims(indices, axis=at), ops.reshape(places, shape=shape))


def _trailing(name: str, x: Array, axis: Any) -> tuple[Any, ...]:
    """Return the sizes of the last axes that are normalised."""
    along = take.axes(name, axis)
    places = sorted(k % x.ndim for k in (along if isinstance(along, tuple) else (along,)))
    if places != list(range(x.ndim - len(places), x.ndim)):
        raise take.wrong(name, "axis", "the last axis or several last ones", axis)
    return x.shape[x.ndim - len(places) :]


def layer_norm(
    x: Any, weight: Any = None, bias: Any = None, *, axis: Any = -1, epsilon: float = 1e-5
) -> Array:
    """Each row with mean 0 and variance 1 over the last axes, then scaled and shifted."""
    x = take.array("layer_norm", "x", x)
    return ops.layer_norm(  # type: ignore[no-any-return]
        x,
        None if weight is None else take.array("layer_norm", "weight", weight),
        None if bias is None else take.array("layer_norm", "bias", bias),
        shape=_trailing("layer_norm", x, axis),
        **_set(epsilon, 1e-5, "epsilon"),
    )


def group_norm(
    x: Any, groups: int, weight: Any = None, bias: Any = None, *, axis: int = 1, epsilon: float = 1e-5
) -> Array:
    """Each group of channels of each sample with mean 0 and variance 1, then scaled and shifted."""
    return ops.group_norm(  # type: ignore[no-any-return]
        take.array("group_norm", "x", x),
        None if weight is None else take.array("group_norm", "weight", weight),
        None if bias is None else take.array("group_norm", "bias", bias),
        groups=groups,
        axis=axis,
        **_set(epsilon, 1e-5, "epsilon"),
    )


def batch_norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    mean: Any = None,
    variance: Any = None,
    *,
    axis: int = 1,
    epsilon: float = 1e-5,
) -> Array:
    """Each channel with mean 0 and variance 1, over the batch or by a mean and variance given."""
    parts = {"weight": weight, "bias": bias, "mean": mean, "variance": variance}
    found = [None if part is None else take.array("batch_norm", key, part) for key, part in parts.items()]
    more = _set(epsilon, 1e-5, "epsilon")
    return ops.batch_norm(take.array("batch_norm", "x", x), *found, axis=axis, **more)  # type: ignore[no-any-return]


def normalize(x: Any, /, axis: int = -1) -> Array:
    """The vectors along an axis with length 1."""
    return ops.normalize(take.array("normalize", "x", x), axis=take.axes("normalize", axis))  # type: ignore[no-any-return]


def attention(
    query: Any, key: Any, value: Any, mask: Any = None, *, causal: bool = False, scale: float | None = None
) -> Array:
    """Scaled dot-product attention over (..., length, size)."""
    name = "attention"
    return ops.scaled_dot_product_attention(  # type: ignore[no-any-return]
        take.array(name, "query", query),
        take.array(name, "key", key),
        take.array(name, "value", value),
        None if mask is None else take.array(name, "mask", mask),
        **_set(causal, False, "causal"),
        **_set(scale, None, "scale"),
    )


_NETWORKS = (
    "GRU", "LSTM", "RNN", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "AvgPool", "BatchNorm", "Checkpoint", "Conv",
    "ConvTranspose", "Dense", "Dropout", "EarlyStopping", "Embedding", "Flatten", "GaussianNoise", "GlobalPool",
    "GroupNorm", "History", "LayerNorm", "Lion", "MaxPool", "Module", "MultiHeadAttention", "Optimizer", "RMSNorm",
    "RMSProp", "Residual", "Sequential", "TransformerBlock", "clipped_by_norm", "evaluate", "fit", "inference",
    "initialisers", "load", "metrics", "predict", "regularisers", "save", "schedules", "training",
)  # fmt: skip
"""What `gnomon.networks`, loaded on first use, adds: modules, optimizers, training."""

__all__ = [
    *_attending,
    *_dropping,
    *_losses,
    *_NETWORKS,
    *_pools,
    *_recurrent,
    "attention",
    "batch_norm",
    "celu",
    "conv",
    "conv_transpose",
    "elu",
    "embedding",
    "gelu",
    "group_norm",
    "hard_sigmoid",
    "hard_swish",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_sigmoid",
    "log_softmax",
    "logsumexp",
    "mish",
    "normalize",
    "one_hot",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "softsign",
    "swish",
    "tanh",
    "tanh_shrink",
]


def __getattr__(name: str) -> Any:
    if name not in _NETWORKS:
        from gnomon.graph.namespace.elsewhere import near

        raise AttributeError(f"gn.nn has no {name!r}{near(name, __all__)}")
    found = globals()[name] = getattr(import_module("gnomon.networks"), name)
    return found


def __dir__() -> list[str]:
    return __all__
