"""Devices: where tensors and networks certainly are, and that those which meet are on one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gnomon.models.api import Dtype, LibraryFunction, Tensor, host, text
from gnomon.models.torch.common import TOOLS, speaks, words
from gnomon.models.torch.layers.module import Module, known_modules
from gnomon.models.torch.layout import ALONE
from gnomon.models.torch.runtime import Device

MEETING = ALONE | frozenset(
    words("add subtract multiply divide conv2d conv1d mse_loss cross_entropy CrossEntropyLoss MSELoss BCELoss NLLLoss "
          "Conv1d Conv2d Conv3d BCEWithLogitsLoss mul sub div cat stack")
) - {"contiguous"}  # fmt: skip
"""Functions whose tensors must be on one device."""


_UNSURE = re.compile(
    r"set_default_(device|tensor_type)|set_grad_enabled\((?!True)|requires_grad(_\(|\s*=)\s*False|with torch\.device|"
    r"grad_mode|torch\.func|functorch|[Ff]reez|" + TOOLS
)


def names_device(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether a layer may be made elsewhere than on the CPU."""
    return "device" in keywords or any(type(held) not in (int, float, bool, tuple) for held in arguments)


def usual_device() -> str | None:
    return None if host.cold or unsure() else "cpu"


def unsure() -> bool:
    site = host.reporter.site
    return site is None or speaks(site.source, _UNSURE)


def device_named(value: Any) -> str | None:
    """Return the device that an argument names: ``"cpu"``, ``"cuda"``, None where it is not known."""
    if isinstance(value, Device):
        value = value.type
    name = text(value)
    if name is None:
        return None
    kind = name.partition(":")[0]
    return kind if kind in ("cpu", "cuda") else None


def target_device(short: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Return the device that ``.to(...)`` and the like move to; False where none is named, None if unknown."""
    if short in ("cuda", "cpu"):
        return short
    wanted = keywords.get("device", arguments[0] if arguments else None)
    if type(wanted) is Dtype or type(wanted) is LibraryFunction:
        return False
    return device_named(wanted)


def _place_of(x: Tensor) -> str | None:
    return None if x.storage is None else x.storage.device


def check_devices(function: Any, given: list[Tensor], arguments: tuple[Any, ...]) -> None:
    rows = [argument for argument in arguments if type(argument) in (list, tuple)]
    met = [*given, *(x for row in rows for x in row if type(x) is Tensor)]
    if not any(map(_place_of, met)) or host.cold or unsure():
        return
    layer = next(learning_parameters(function), None)
    if layer is not None:
        met.append(layer)
    seen: dict[str, Tensor] = {}
    for x in met:
        place = _place_of(x)
        if place is not None and x.shape.rank != 0:
            seen.setdefault(place, x)
    if len(seen) > 1:
        (place, x), (other, y) = sorted(seen.items(), key=lambda pair: pair[1] is layer)[:2]
        host.refuse(
            "device",
            "{op}: {x} is on the device {place}, but {y} is on {other}; both must be on one device",
            blame=x,
            help="move it there: {x}.to('" + other + "')",
            x=x,
            y=y,
            place=place,
            other=other,
        )


def learning_parameters(function: Any) -> Iterator[Tensor]:
    """Yield the parameters of a layer that certainly require gradients."""
    if isinstance(function, Module):
        for owner in known_modules(function) if hasattr(function, "own_children") else (function,):
            for _, part in owner.members():
                if type(part) is Tensor and (part.attributes or {}).get("requires_grad") is True:
                    yield part
