"""What the user says about names that cannot be seen: ``--assume x=(B,3,224,224)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.check.annotations import parse_shape
from gnomon.values import LibraryFunction, LibraryModule, ModuleValue, Tensor, Unknown

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

LIBRARIES = {"torch": "torch", "torchvision": "torch", "tensorflow": "tf", "keras": "tf", "jax": "jax"}
"""Whose tensors a module's unseen ones are: those of the first of these that it imports, or NumPy's."""


def assumed_tensor(run: Interpreter, name: str, module: Any) -> Tensor | None:
    """Return the tensor that the user says a name is; None if nothing is said of it."""
    text = run.project.assumptions.get(name)
    shape = None if text is None else parse_shape(text.strip().strip("()[]"), run.assumed_sizes)
    if shape is None:
        return None
    run.assumed.add(name)
    return Tensor(shape, None, _library_of(module))


def instead(run: Interpreter, name: str, value: Any, frame: Frame) -> Any:
    """Return what is bound to a name: the assumed tensor where the value is not known."""
    unseen = value.tensor if type(value) is Unknown and value.kind is None else value
    if unseen is not None and not (type(unseen) is Tensor and unseen.shape.rank is None):
        return value
    tensor = assumed_tensor(run, name, run.project.modules.get(frame.source.path))
    if tensor is not None and type(unseen) is Tensor:
        tensor.library, tensor.dtype = unseen.library or tensor.library, unseen.dtype
    return value if tensor is None else tensor


def _library_of(module: Any) -> str:
    names = set()
    for value in module.cell.values() if type(module) is ModuleValue else ():
        if type(value) in (LibraryModule, LibraryFunction):
            names.add(value.name.partition(".")[0])
        elif isinstance(value, type):
            names.add(str(getattr(value, "library_name", "")).partition(".")[0])
    return next((LIBRARIES[name] for name in LIBRARIES if name in names), "numpy")
