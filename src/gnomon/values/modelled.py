"""Objects of modelled library classes: plain Python objects whose attribute writes are logged."""

from __future__ import annotations

from typing import Any

from gnomon.values.cells import clock
from gnomon.values.journal import state


class Modelled:
    """Base of every modelled class (layers, sessions, loaders). Attributes must hold immutable Python data.

    ``outer`` is the user's instance when a user's class inherits from the modelled one, else this object.
    """

    library_name = ""

    def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
        """Make the object and remember when, so that only later changes need to be undone."""
        made = object.__new__(cls)
        made.__dict__["_born"] = clock.now
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        born = self.__dict__.get("_born")
        if type(born) is int and born >= clock.now:
            self.__dict__[name] = value
        else:
            state.write(self.__dict__, name, value)

    @property
    def me(self) -> Any:
        """The object as the user's program sees it."""
        return self.__dict__.get("outer", self)


class TakesAnything(Modelled):
    """Base of modelled classes whose constructors matter to no shape: they take any arguments."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        pass


def let_escape(value: Any) -> None:
    """Tell an object, or the one whose method is given, that code which is not followed may use it."""
    owner = getattr(value, "receiver", getattr(getattr(value, "function", value), "__self__", value))
    escape = getattr(type(owner), "escape", None)
    if escape is not None and isinstance(owner, Modelled):
        escape(owner)
