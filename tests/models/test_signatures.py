"""The parameters that are written down are those of the real libraries."""

import importlib
import inspect
from importlib.util import find_spec
from pathlib import Path

import pytest

from gnomon.models import registry
from gnomon.models.loading import load
from gnomon.models.signatures import FOLDER, LIBRARIES


@pytest.mark.models
@pytest.mark.parametrize("library", LIBRARIES)
def test_written_parameters(library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"needs {library}")
    load(library)
    lines = (Path(FOLDER) / f"{library}.txt").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if real(line.partition(" ")[0]) != line.partition(" ")[2]]
    shared = [line for line in lines if alias(line.partition(" ")[0].removesuffix("()")) is not None]
    assert not wrong
    assert not shared


def real(name: str) -> str:
    """The parameters of a function or class, or with "()" of what a layer's call takes."""
    found = object_of(name.removesuffix("()"))
    if name.endswith("()"):
        return written(list(inspect.signature(found.forward).parameters.values())[1:])
    return written(list(inspect.signature(found).parameters.values()))


def object_of(name: str):
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


def alias(name: str) -> str | None:
    """Another name of the same model whose real parameters differ: calls of both would be held against one."""
    record = registry.NAMES[name]
    for other, held in registry.NAMES.items():
        if held is record and other != name:
            try:
                if real(other) != real(name):
                    return other
            except (ImportError, AttributeError, ValueError, TypeError):
                continue  # a name of another version
    return None


def written(parameters: list[inspect.Parameter]) -> str:
    """Parameters as the pages write them."""
    words: list[str] = []
    before = None
    for parameter in parameters:
        kind = parameter.kind
        if kind is parameter.VAR_KEYWORD:
            words.append("**")
            continue
        if kind is parameter.KEYWORD_ONLY and before not in (kind, parameter.VAR_POSITIONAL):
            words.append("*")
        if before is parameter.POSITIONAL_ONLY and kind is not before:
            words.append("/")
        default = "" if parameter.default is parameter.empty else "="
        words.append("*args" if kind is parameter.VAR_POSITIONAL else parameter.name + default)
        before = kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        words.append("/")
    return " ".join(words)
