"""Worlds: where an operation is applied. Abstract tensors infer, graph nodes build, concrete arrays run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from gnomon.ops.record import Op


class World(Protocol):
    """What an operation asks of the world its arguments live in."""

    def apply(self, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> Any:
        """Carry out the operation: infer, build or run."""


_entered: list[World] = []


def find_world(arguments: tuple[Any, ...]) -> World:
    """Return the world of the first argument that has one, else the world entered last."""
    for argument in arguments:
        world = getattr(argument, "world", None)
        if world is not None:
            return world  # type: ignore[no-any-return]
        if type(argument) in (tuple, list):
            for item in argument:
                world = getattr(item, "world", None)
                if world is not None:
                    return world  # type: ignore[no-any-return]
    if not _entered:
        raise LookupError("no array among the arguments and no world entered")
    return _entered[-1]


def entered(world: World) -> AbstractContextManager[World]:
    """Enter a world: operations without array arguments are applied there."""
    from contextlib import contextmanager

    @contextmanager
    def scope() -> Iterator[World]:
        _entered.append(world)
        try:
            yield world
        finally:
            _entered.pop()

    return scope()


def settle(world: World) -> None:
    """Make a world the one in which operations without arrays are applied, outside of any entered world."""
    _entered[:] = [world]
