"""What models may ask of the interpreter that runs the program: call back, look attributes up, iterate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.shapes import Claim
    from gnomon.values.iteration import Iteration


class Host(Protocol):
    """The interpreter as models see it."""

    def call(self, function: Any, *arguments: Any, **keywords: Any) -> Any:
        """Call a value of the program (a function, a layer, an object) with model-side values."""

    def invoke(self, function: Any, *arguments: Any, **keywords: Any) -> Any:
        """Call a value of the program from a raw model: lists and dicts stay the program's own."""

    def get_attribute(self, owner: Any, name: str) -> Any:
        """Return an attribute of a value of the program, unknown if there is none."""

    def set_attribute(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute of a value of the program."""

    def find_method(self, owner: Any, name: str) -> Any:
        """Return the method that the user's class of an object defines under a name, bound, or None."""

    def iterate(self, value: Any) -> Iteration | None:
        """Return what a loop over the value sees; None if that is unknown."""

    def get_item(self, owner: Any, index: Any) -> Any:
        """Return an item of a value of the program."""

    def index_items(self, index: Any) -> tuple[Any, ...] | None:
        """Return a subscript as the items that the index operation takes, None if one is not understood."""

    def operate(self, name: str, left: Any, right: Any) -> Any:
        """Return the value of a binary operator by its method's name: ``add``, ``matmul`` ..."""

    def builtin(self, name: str, *arguments: Any) -> Any:
        """Call a builtin function."""

    def end_path(self) -> None:
        """End the path: the program exits here."""

    def quietly(self, action: Callable[[], Any]) -> Any:
        """Run an action whose reports are dropped."""

    def require(self, claim: Claim, rule: str, message: str, **details: Any) -> None:
        """State what the library requires beside any operation; reported where certainly false."""

    def inform(self, rule: str, message: str) -> None:
        """Tell something that is no fault of the program, at the place at work."""

    def version(self, library: str) -> tuple[int, ...] | None:
        """Return the library version that the program or the user names, if any."""

    def script_arguments(self) -> tuple[str, ...] | None:
        """Return the command-line arguments that the check was given for the script, if any."""

    def folder(self) -> str:
        """Return the folder of the script that is checked."""

    def folders(self) -> tuple[str, ...]:
        """Return the folders from which the program may name its files."""


class _HostSlot:
    __slots__ = ("current",)

    def __init__(self) -> None:
        self.current: Host | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.current, name)


host: Any = _HostSlot()
"""The interpreter at work, typed loosely since it is exchanged at run time (see `Host`)."""
