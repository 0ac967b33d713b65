"""What the checker makes of a library name: a model that gives shapes, one that gives none, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gnomon.models import loading, registry
from gnomon.values import ABSENT, LibraryFunction, Modelled, Tensor, Unknown

SHAPES = "shapes"
"""The model gives tensors, or an object that does: its shape rule is an operation of the table."""

NO_TENSOR = "no tensor"
"""The model states what the name is, and that it gives no tensor: a number, a text, an object, nothing."""

BARE = "bare"
"""The name is registered, but nothing is known of what it gives: not covered."""

MISSING = "missing"
"""There is no model."""

METHODS_OF = {
    "torch tensors": ("torch", "torch.nn.Module torch.optim.Optimizer torch.Generator"),
    "numpy arrays": ("numpy", ""),
    "jax arrays": ("jax", ""),
    "tensorflow tensors": (
        "tf",
        "keras.Model keras.layers.Layer tensorflow.Variable tensorflow.data.Dataset tensorflow.Session"
        " tensorflow.TensorShape tensorflow.Operation tensorflow.Graph",
    ),
}
"""Groups of methods: whose tensors, and the classes whose methods the same programs call."""

_CALLS = ("__call__", "forward", "call", "iterate", "__getitem__", "sample", "apply")


def load_all() -> None:
    """Load the models of all libraries."""
    for library in loading.NEEDED:
        loading.load(library)


def covered(group: str, name: str) -> str:
    """How a name of a group is covered."""
    if group in METHODS_OF:
        return _method(*METHODS_OF[group], name)
    return kind_of(meaning(name))


def _method(library: str, owners: str, name: str) -> str:
    if name in ("shape", "ndim", "dtype") or (library, name) in registry.ATTRIBUTES:
        return SHAPES
    if (library, name) in registry.METHODS:
        return kind_of(registry.METHODS[library, name])
    for owner in owners.split():
        found = kind_of(member(meaning(owner), name))
        if found != MISSING:
            return found
    return MISSING


def meaning(name: str) -> Any:
    """What a dotted name stands for; ABSENT if there is no model."""
    found = registry.lookup(name)
    if type(found) is not Unknown or found.reason != ("unmodelled", registry.canonical(name)):
        return found
    owner, _, last = name.rpartition(".")
    return member(meaning(owner), last) if owner else ABSENT


@dataclass(frozen=True)
class Plain:
    """An attribute that values of a kind have: `split` of a text."""

    name: str


def member(owner: Any, name: str) -> Any:
    """An attribute of what a name stands for; ABSENT if it has no such attribute."""
    if isinstance(owner, type) and issubclass(owner, Modelled):
        found = getattr(owner, name, ABSENT)
        gives = name in ("__call__", "forward", "call")
        return (
            found
            if found is ABSENT or not callable(found)
            else LibraryFunction(name, found, returns_tensor=gives)
        )
    kinds = {"str": str, "int": int, "float": float, "bool": bool}
    kind = kinds.get(owner.kind or "") if type(owner) is Unknown else type(owner)
    if kind in kinds.values() and hasattr(kind, name):
        return Plain(name)
    if isinstance(owner, Modelled):
        return getattr(owner, name, ABSENT)
    return ABSENT


def kind_of(found: Any) -> str:
    """How what a name stands for covers it."""
    if found is ABSENT:
        return MISSING
    if type(found) is LibraryFunction:
        if not found.returns_tensor:
            return NO_TENSOR
        return BARE if says_nothing(found.function) else SHAPES
    if isinstance(found, type) and issubclass(found, Modelled):
        return SHAPES if any(hasattr(found, name) for name in _CALLS) else NO_TENSOR
    if type(found) is Unknown:
        return NO_TENSOR if found.kind else BARE
    return SHAPES if type(found) is Tensor else NO_TENSOR


def says_nothing(model: Any) -> bool:
    """Whether a model returns the unknown value whatever it is given."""
    code = getattr(model, "__code__", None)
    if code is None or code.co_freevars:
        return False
    return bool(code.co_names) and set(code.co_names) <= {"UNKNOWN", "Unknown"}
