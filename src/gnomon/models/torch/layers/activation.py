"""Activation layers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import count, modelled
from gnomon.models.torch.elementwise import floating
from gnomon.models.torch.layers.dense import Elementwise
from gnomon.models.torch.layers.module import Module, parameter
from gnomon.models.torch.shaping import one_axis


class Curve(Elementwise):
    """A function of floats, made of quotients: integers become floats."""

    def forward(self, input: Any, *rest: Any) -> Any:
        """Apply the function to each element."""
        return super().forward(floating(input))


ACTIVATIONS = {
    "CELU": "celu",
    "ELU": "elu",
    "GELU": "gelu",
    "Hardshrink": "hard_shrink",
    "Hardsigmoid": "hard_sigmoid",
    "Hardswish": "hard_swish",
    "Hardtanh": "hard_tanh",
    "LeakyReLU": "leaky_relu",
    "LogSigmoid": "log_sigmoid",
    "Mish": "mish",
    "ReLU": "relu",
    "ReLU6": "relu6",
    "RReLU": "leaky_relu",
    "SELU": "selu",
    "Sigmoid": "sigmoid",
    "SiLU": "silu",
    "Softplus": "softplus",
    "Softshrink": "soft_shrink",
    "Softsign": "softsign",
    "Tanh": "tanh",
    "Tanhshrink": "tanh_shrink",
    "Threshold": "threshold",
}
"""Layers that apply one function to each element, with the operation that has its shape and dtype."""

for _name, _operation in ACTIVATIONS.items():
    _base = Curve if _name in ("Softsign", "Tanhshrink") else Elementwise
    _layer = type(_name, (_base,), {"operation": _operation, "__doc__": f"The activation {_name}."})
    modelled(f"torch.nn.{_name}", f"torch.nn.modules.activation.{_name}")(_layer)


@modelled("torch.nn.PReLU", "torch.nn.modules.activation.PReLU")
class PReLU(Module):
    """Leaky ReLU with learned slopes, one or one for each channel."""

    def __init__(
        self, num_parameters: Any = 1, init: Any = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        self.num_parameters = count(num_parameters)
        self.weight = parameter(
            self.num_parameters, dtype=dtype, role=f"num_parameters is {self.num_parameters}"
        )

    def forward(self, input: Any) -> Any:
        """Apply the activation."""
        return ops.prelu(input, self.weight)


class AlongAxis(Module):
    """A softmax along an axis."""

    operation = "softmax"

    def __init__(self, dim: Any = None) -> None:
        self.dim = dim

    def forward(self, input: Any) -> Any:
        """Apply the softmax."""
        if self.dim is None:
            return ops.positive(input)
        return ops.TABLE[self.operation](input, axis=one_axis(self.dim))


modelled("torch.nn.Softmax", "torch.nn.modules.activation.Softmax")(type("Softmax", (AlongAxis,), {}))
modelled("torch.nn.Softmin", "torch.nn.modules.activation.Softmin")(type("Softmin", (AlongAxis,), {}))
modelled("torch.nn.LogSoftmax", "torch.nn.modules.activation.LogSoftmax")(
    type("LogSoftmax", (AlongAxis,), {"operation": "log_softmax"})
)


@modelled("torch.nn.Softmax2d", "torch.nn.modules.activation.Softmax2d")
class Softmax2d(Module):
    """Softmax over the channels of images."""

    def forward(self, input: Any) -> Any:
        """Apply the softmax."""
        return ops.softmax(input, axis=-3)


@modelled("torch.nn.GLU", "torch.nn.modules.activation.GLU")
class GLU(Module):
    """Gate one half of an axis with the other."""

    def __init__(self, dim: Any = -1) -> None:
        self.dim = dim

    def forward(self, input: Any) -> Any:
        """Apply the gate."""
        from gnomon.models.torch.functional import glu

        return glu(input, self.dim)
