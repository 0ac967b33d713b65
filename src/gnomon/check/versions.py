"""Which version of a library a program names: `assert tf.__version__ == "1.8.0"`, or its requirements."""

from __future__ import annotations

import ast
import os
import re
from typing import TYPE_CHECKING

from gnomon.check.trees import walk

if TYPE_CHECKING:
    from gnomon.check.source import Source

Version = tuple[int, ...]

_REQUIRED = r"(?m)^\s*([A-Za-z0-9_.-]+?)(?:-gpu|-cpu)?\s*==\s*([0-9]+(?:\.[0-9]+)+)"
_pins: dict[str, dict[str, Version]] = {}
_required: dict[str, dict[str, Version]] = {}


def pinned(source: Source, library: str) -> Version | None:
    """Return the version that a file asserts, or that the requirements beside it demand; None if neither."""
    found = _pins.get(source.path)
    if found is None:
        found = _pins[source.path] = _asserted(source) if "__version__" in source.text else {}
    if library in found:
        return found[library]
    return _demanded(os.path.dirname(source.path)).get(library)


def _asserted(source: Source) -> dict[str, Version]:
    """Return the versions that top-level asserts compare with."""
    names: dict[str, str] = {}
    for node in source.tree.body:
        if isinstance(node, ast.Import):
            for entry in node.names:
                names[entry.asname or entry.name.partition(".")[0]] = entry.name.partition(".")[0]
    found: dict[str, Version] = {}
    for node in source.tree.body:
        if not isinstance(node, ast.Assert) or not isinstance(node.test, ast.Compare):
            continue
        test = node.test
        owner, value = test.left, test.comparators[0]
        if not (isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name)):
            continue
        known = owner.attr == "__version__" and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)
        if known and isinstance(value, ast.Constant) and isinstance(value.value, str):
            library = names.get(owner.value.id)
            version = numbers(value.value)
            if library is not None and len(version) >= 2:
                found[library] = version
    return found


def _demanded(folder: str) -> dict[str, Version]:
    """Return the exact versions in ``requirements.txt`` of a folder or of the one above it."""
    found = _required.get(folder)
    if found is None:
        found = {}
        for place in (os.path.dirname(folder), folder):
            path = os.path.join(place, "requirements.txt")
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            except (OSError, ValueError):
                continue
            found.update({name.lower(): numbers(version) for name, version in re.findall(_REQUIRED, text)})
        _required[folder] = found
    return found


_ASKS = re.compile(
    r"__version__|version_info|(Loose|Strict)?Version|parse_version"
    r"|(?i:(torch|tf|tensorflow|keras|jax|flax|np|numpy|sklearn|scipy|pd|pandas|py|python)_?version)"
)


def asks_version(test: ast.expr, source: Source) -> bool:
    """Whether a test asks for a library's version: what follows is written for one that may not be there."""
    known: dict[int, bool] = source.memo.setdefault("asks version", {})
    found = known.get(id(test))
    if found is None:
        found = known[id(test)] = any(
            _ASKS.fullmatch(name) is not None
            for part in walk(test)
            if (name := part.id if isinstance(part, ast.Name) else getattr(part, "attr", None)) is not None
        )
    return found


def numbers(text: str) -> Version:
    """Return the numbers of a version up to the first part that is none."""
    parts: list[int] = []
    for part in text.split("."):
        digits = re.match(r"\d+", part)
        if digits is None:
            break
        parts.append(int(digits.group()))
    return tuple(parts)
