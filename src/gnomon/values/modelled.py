"""Objects of modelled library classes: plain Python objects whose attribute writes are logged."""

from __future__ import annotations

from typing import Any

from gnomon.values.journal import state


class Modelled:
    """Base of every modelled class (layers, sessions, loaders). Attributes must hold immutable Python data.

    ``outer`` is the user's instance when a user's class inherits from the modelled one, else the object itself.
    """

    library_name = ""

    def __setattr__(self, name: str, value: Any) -> None:
        state.write(self.__dict__, name, value)

    @property
    def me(self) -> Any:
        """The object as the user's program sees it."""
        return self.__dict__.get("outer", self)
