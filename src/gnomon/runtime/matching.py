"""Fast ways into a version of a jitted function: code that takes arguments of one structure apart and calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

from gnomon.graph.trees import Structure

MISS: Any = object()
"""What a call gives that is not for a version."""

Match = Callable[[tuple[Any, ...], dict[str, Any]], Any]


def missed(*arguments: Any, **named: Any) -> Any:
    """Tell that arguments are not for a native entry."""
    return MISS


def matcher(structure: Structure, fixed: dict[int, Any], entry: Callable[..., Any]) -> Match | None:
    """Return what calls an entry with the leaves of arguments of a structure, and gives `MISS` for all others.

    ``fixed`` has the leaves that are static, by their place; None is returned for trees of unknown classes.
    """
    writer = _Writer(fixed)
    positional, named = structure.children
    if not (writer.tree(positional, "arguments", tuple) and writer.tree(named, "named", dict)):
        return None
    lines = ["def match(arguments, named):", *[f"    {line}" for line in writer.lines]]
    lines.append(f"    return entry({', '.join(writer.leaves)})")
    space = {**writer.space, "entry": entry, "MISS": MISS}
    exec("\n".join(lines), space)
    found: Match = space["match"]
    return found


class _Writer:
    def __init__(self, fixed: dict[int, Any]) -> None:
        self.fixed = fixed
        self.lines: list[str] = []
        self.leaves: list[str] = []
        self.space: dict[str, Any] = {}
        self.count = 0
        self.seen = 0

    def tree(self, node: Structure, value: str, known: type | None = None) -> bool:
        """Write the test of a tree; says whether that can be written."""
        kind = node.kind
        if kind is None:
            self._leaf(value)
            return True
        if kind is type(None):
            self.lines.append(f"if {value} is not None: return MISS")
            return True
        if known is None:
            self.lines.append(f"if type({value}) is not {self._constant(kind)}: return MISS")
        if kind in (tuple, list) or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
            parts = [self._name() for _ in node.children]
            self.lines.append(f"if len({value}) != {len(parts)}: return MISS")
            if parts:
                self.lines.append(f"({', '.join(parts)},) = {value}")
        elif kind is dict:
            keys = node.rest[0]
            if keys:
                self.lines.append(f"if tuple({value}) != {self._constant(keys)}: return MISS")
            else:
                self.lines.append(f"if {value}: return MISS")
            parts = [self._name() for _ in keys]
            for part, key in zip(parts, keys):
                self.lines.append(f"{part} = {value}[{self._constant(key)}]")
        elif is_dataclass(kind):
            parts = [self._name() for _ in node.children]
            for part, field in zip(parts, node.rest):
                self.lines.append(f"{part} = {value}.{field}")
        else:
            return False
        return all(self.tree(child, part) for child, part in zip(node.children, parts))

    def _leaf(self, value: str) -> None:
        place = self.seen
        self.seen += 1
        if place not in self.fixed:
            self.leaves.append(value)
            return
        wanted = self.fixed[place]
        same = self._constant(wanted)
        self.lines.append(
            f"if {value} is not {same} and (type({value}) is not {self._constant(type(wanted))} or {value} != {same}): "
            "return MISS"
        )

    def _name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def _constant(self, value: Any) -> str:
        name = f"c{len(self.space)}"
        self.space[name] = value
        return name
