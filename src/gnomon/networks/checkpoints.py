"""Checkpoints in safetensors: `gn.nn.save` and `gn.nn.load`, with what the optimizer keeps."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gnomon.graph.array import Shared
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace.creation import zeros_like
from gnomon.graph.sites import user_site
from gnomon.networks import tree
from gnomon.networks.module import Module
from gnomon.networks.optimizers import Optimizer
from gnomon.shapes import Shape

OPTIMIZER = "optimizer:"
"""Stands before the names of what an optimizer keeps: no attribute has a colon."""


def save(
    model: Module, path: Any, *, optimizer: Optimizer | None = None, notes: Mapping[str, Any] | None = None
) -> None:
    """Write all arrays of a module, and what an optimizer keeps, as a file in the format safetensors.

    ``notes`` are texts or numbers that `load` returns. The file is complete or not there: it gets its name at the end.
    """
    library = _library()
    place = Path(path)
    values = {name: array.cell[0] for name, array in _arrays(model, optimizer).items()}
    written = {key: str(value) for key, value in (notes or {}).items()}
    partial = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        library.save_file(
            {name: _contiguous(value) for name, value in values.items()}, partial, written or None
        )
        os.replace(partial, place)
    finally:
        partial.unlink(missing_ok=True)


def load(model: Module, path: Any, *, optimizer: Optimizer | None = None) -> dict[str, str]:
    """Read what `save` wrote into a module of the same form, and return the notes.

    The module has its parameters already: it was called. An optimizer of only some of them has given its updates; a new
    one is taken to train all. What differs in names, shapes or dtypes is told, and nothing is changed then.
    """
    from safetensors import SafetensorError, safe_open

    _library()
    if optimizer is not None:
        _prepare(optimizer, model)
    wanted = _arrays(model, optimizer)
    if not any(not name.startswith(OPTIMIZER) for name in wanted):
        raise ArgumentError(
            f"load: {type(model).__name__} has no parameters yet",
            user_site(),
            'call it first, on an input of the right shape: model(gn.symbol("x", shape=("batch", 784)))',
        )
    try:
        with safe_open(os.fspath(path), "np") as file:
            stored = file.keys()
            names = [name for name in stored if optimizer is not None or not name.startswith(OPTIMIZER)]
            found = {name: file.get_tensor(name) for name in names}
            notes = dict(file.metadata() or {})
    except SafetensorError as error:
        raise ArgumentError(
            f"load: {path} is no complete file of safetensors: {error}", user_site()
        ) from None
    differences = [*_differences(wanted, found)]
    if differences:
        raise ArgumentError(f"load: {path} does not fit the model:\n" + "\n".join(differences), user_site())
    for name, array in wanted.items():
        array.set_value(found[name])
    return notes


def _prepare(optimizer: Optimizer, model: Module) -> None:
    """Let an optimizer that has not begun make what it keeps for each parameter."""
    parameters = model.parameters()
    if parameters and set(optimizer.state()) == {"count"}:
        optimizer.steps([zeros_like(parameter) for parameter in parameters.values()], parameters)


def _arrays(model: Module, optimizer: Optimizer | None) -> dict[str, Shared]:
    found = {name: array for name, _, array in tree.arrays(model)}
    if optimizer is not None:
        found |= {OPTIMIZER + name: array for name, array in optimizer.state().items()}
    return found


def _differences(wanted: Mapping[str, Shared], found: Mapping[str, Any]) -> list[str]:
    lines = []
    for name, array in wanted.items():
        if name not in found:
            lines.append(f"  {name} {array.shape} {array.dtype} is not in the file")
        elif found[name].shape != array.cell[0].shape or found[name].dtype != array.cell[0].dtype:
            there = f"{Shape(found[name].shape)} {found[name].dtype}"
            lines.append(f"  {name} is {array.shape} {array.dtype}, in the file {there}")
    lines += [
        f"  {name} {Shape(value.shape)} {value.dtype} is in the file only"
        for name, value in found.items()
        if name not in wanted
    ]
    return lines


def _contiguous(value: Any) -> Any:
    import numpy as np

    return np.ascontiguousarray(value).reshape(value.shape)


def _library() -> Any:
    try:
        from safetensors import numpy
    except ImportError:
        raise ImportError("gn.nn.save and load need safetensors: pip install 'gnomon[networks]'") from None
    return numpy
