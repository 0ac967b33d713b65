"""Networks that hide their layers from PyTorch: what an optimizer is given then."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gnomon.models.api import Dim, Dtype, Instance, LibraryFunction, ListValue, Tensor, host
from gnomon.models.torch.layers.module import Module, descendants, is_parameter, native_of
from gnomon.values import FunctionValue

FREE = frozenset(
    "Module Sequential ModuleList ModuleDict Identity Flatten Unflatten ReLU ReLU6 LeakyReLU ELU SELU GELU SiLU Sigmoid "
    "Tanh Softmax LogSoftmax Softplus Hardtanh Dropout Dropout1d Dropout2d Dropout3d MaxPool1d MaxPool2d MaxPool3d "
    "AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool2d Upsample ZeroPad2d "
    "PixelShuffle CrossEntropyLoss MSELoss BCELoss BCEWithLogitsLoss NLLLoss L1Loss".split()
)
"""Modules that have no parameters of their own."""

_BY_OTHER_WAYS = re.compile(
    r"\b(add_module|register_module|register_parameter|setattr|_modules|_parameters|__dict__|ParameterList|ParameterDict|"
    r"Lazy\w+|nn\.Parameter|Parameter)\b"
)
"""Words by which a class may register what is not seen."""


class Hidden(NamedTuple):
    """A plain list of layers: in which class, under which name, and of how many."""

    cls: str
    name: str
    layers: int


def has_none(module: Module) -> bool:
    """Whether a module certainly has no parameters."""
    inside = descendants(module)
    if inside is None:
        return False
    for _, value in inside:
        native = native_of(value)
        if type(native).library_name.rpartition(".")[2] not in FREE:
            return False
        if any(is_parameter(tensor) for _, tensor in native.members()):
            return False
        if type(value) is Instance and not _plain(value):
            return False
    return True


_HARMLESS = (int, float, bool, str, type(None), Dim, Dtype, Tensor, LibraryFunction, FunctionValue)
"""Values of attributes that are no module and hold none."""


def _known(value: Any) -> bool:
    """Whether it is known which modules an attribute holds, if any."""
    if type(value) is tuple:
        return all(map(_known, value))
    if type(value) is ListValue:
        return value.items is not None and all(map(_known, value.items))
    return type(value) in _HARMLESS or native_of(value) is not None


def _plain(value: Instance) -> bool:
    """Whether an object of the program registers its parts by assigning them to attributes alone."""
    if not all(map(_known, value.cell.values())):
        return False
    for base in value.cls.lineage:
        if isinstance(base, type):
            continue
        node = getattr(base, "node", None)
        if node is None:
            return False
        lines = base.module.source.lines[node.lineno - 1 : node.end_lineno]
        if _BY_OTHER_WAYS.search("\n".join(lines)):
            return False
    return True


def hidden_layers(module: Module) -> Hidden | None:
    """Return a plain list of layers that are not registered in any other way, None if there is none."""
    inside = descendants(module)
    if inside is None:
        return None
    known = {id(native_of(value)) for _, value in inside}
    for _, value in inside:
        if type(value) is not Instance or not _plain(value):
            continue
        for name, part in value.cell.items():
            if type(part) is not ListValue or part.items is None or len(part.items) < 2:
                continue
            layers = [native_of(item) for item in part.items]
            if all(layer is not None and id(layer) not in known and _learns(layer) for layer in layers):
                return Hidden(value.cls.name, name, len(layers))
    return None


def _learns(layer: Module) -> bool:
    return any(is_parameter(tensor) for _, tensor in layer.members())


def check_parameters(params: Any) -> None:
    """Report an optimizer that is given no parameters, or not those of layers in a plain list."""
    module = getattr(params, "source", None)
    if isinstance(module, Module) and not host.cold:
        hidden = hidden_layers(module)
        if has_none(module):
            _refuse(hidden)
        elif hidden is not None:
            host.warn(
                "unregistered",
                "{op}: the {layers} layers in the plain list {cls}.{name} are not among the parameters, and are not trained",
                help="self.{name} = nn.ModuleList(...) registers them",
                **hidden._asdict(),
            )


def _refuse(hidden: Hidden | None) -> None:
    if hidden is None:
        host.refuse(
            "no-parameters",
            "{op}: the network has no parameters, so there is nothing to train",
            help="layers become part of a network when they are assigned to its attributes: self.layer = nn.Linear(...)",
        )
    else:
        host.refuse(
            "no-parameters",
            "{op}: the network has no parameters: the {layers} layers in the plain list {cls}.{name} are not registered",
            help="self.{name} = nn.ModuleList(...) registers them",
            **hidden._asdict(),
        )
