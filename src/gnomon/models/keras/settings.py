"""Settings that a program makes for all later layers: dtype and image layout. Each file begins afresh."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import host, state
from gnomon.models.registry import STARTS


class Setting:
    """A setting and its default."""

    __slots__ = ("cell", "default")

    def __init__(self, default: Any) -> None:
        self.default = default
        self.cell: dict[Any, Any] = {}
        STARTS.append(self.reset)

    def get(self) -> Any:
        """Return what the program has set, or the default."""
        return self.cell.get("value", self.default)

    def set(self, value: Any) -> None:
        """Set the value from here on."""
        state.write(self.cell, "value", value)

    def reset(self) -> None:
        """Return to the default."""
        state.write(self.cell, "value", self.default)


def before_keras_3() -> bool:
    """Whether the program names a version of Keras below 3, or a TensorFlow that brings one."""
    keras, tensorflow = host.version("keras"), host.version("tensorflow")
    return bool((keras and tuple(keras) < (3,)) or (tensorflow and tuple(tensorflow) < (2, 16)))
