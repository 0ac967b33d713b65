"""Parameters of a running Flax or Haiku model: `init` collects their shapes, `apply` hands them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gnomon.models.api import DictValue, Modelled, Tensor, host
from gnomon.models.registry import UNKNOWN_CALLS
from gnomon.values import ABSENT, OTHERS


class Session:
    """One run of a model: what it was given as variables, and what it has made."""

    def __init__(self, mode: str, variables: Any = None, root: Any = None) -> None:
        self.mode = mode
        self.variables = variables
        self.root = root
        self.site = host.reporter.site
        self.made: dict[str, Any] = {}
        self.counts: dict[str, int] = {}
        self.partial = False

    def parameter(self, collection: str, path: tuple[str, ...], make: Callable[[], Any]) -> Any:
        """Return a parameter: the given one of an application, else a new one."""
        if self.mode == "apply":
            found = self._given(collection, path)
            if found is not ABSENT:
                return found
        value = make()
        if type(value) is Tensor and value.role is not None:
            value.site = self.site
        place = self.made.setdefault(collection, {})
        for name in path[:-1]:
            place = place.setdefault(name, {})
            if type(place) is not dict:
                return value
        place[path[-1]] = value
        return value

    def _given(self, collection: str, path: tuple[str, ...]) -> Any:
        value = self.variables
        for name in (collection, *path):
            if type(value) is not DictValue or (value.rest is not None and value.rest is not OTHERS):
                return ABSENT
            value = value.cell.get(name, ABSENT)
            if value is ABSENT:
                return ABSENT
        return value if type(value) is Tensor else ABSENT

    def collected(self) -> DictValue:
        """Return the variables that were made, as the program sees them; others may be among them if partial."""
        return as_dict(self.made, OTHERS if self.partial else None)


def as_dict(made: dict[str, Any], rest: Any = None) -> DictValue:
    """Return nested Python dicts as dicts of the program."""
    entries = {name: as_dict(value, rest) if type(value) is dict else value for name, value in made.items()}
    return DictValue(entries, rest=rest)


_sessions: list[Session] = []
_executing: list[Any] = []


def conceal() -> None:
    """Note that something was called that may have parameters of which nothing is known."""
    for current in _sessions:
        current.partial = True


UNKNOWN_CALLS.append(conceal)


def session() -> Session | None:
    """Return the session that is running, None outside any."""
    return _sessions[-1] if _sessions else None


def executing() -> Any:
    """Return the module whose call is running, None outside any."""
    return _executing[-1] if _executing else None


@contextmanager
def opened(entered: Session) -> Iterator[Session]:
    """Run a piece of a model in a session of its own."""
    held, _executing[:] = list(_executing), []
    _sessions.append(entered)
    try:
        yield entered
    finally:
        _sessions.pop()
        _executing[:] = held


@contextmanager
def inside(module: Any) -> Iterator[None]:
    """Run a module's call: what it makes belongs to it."""
    _executing.append(module)
    counts = module.__dict__.get("counts")
    module.__dict__["counts"] = {}
    try:
        yield
    finally:
        module.__dict__["counts"] = counts
        _executing.pop()


class Scoped(Modelled):
    """A module that has a parent and a name within it, and so a path to its parameters."""

    parent: Any = None
    name: Any = None

    def join(self, name: Any = None) -> None:
        """Become a part of the module whose call is running."""
        owner = executing()
        self.__dict__["parent"] = owner
        self.__dict__["name"] = name if type(name) is str else None
        if owner is not None and type(name) is not str:
            counts = owner.__dict__.get("counts")
            if counts is not None:
                kind = self.kind_name()
                number = counts.get(kind, 0)
                counts[kind] = number + 1
                self.__dict__["name"] = self.numbered(kind, number)

    def kind_name(self) -> str:
        """Return the class name that automatic names begin with."""
        me = self.me
        cls = getattr(me, "cls", None)
        return cls.name if cls is not None else type(self).__name__

    def numbered(self, kind: str, number: int) -> str:
        """Return an automatic name."""
        return f"{kind}_{number}"

    def path(self) -> tuple[str, ...] | None:
        """Return the names from the root of the session, None where one is not known."""
        current = session()
        names: list[str] = []
        module: Any = self
        for _ in range(64):
            if current is not None and module is current.root:
                return tuple(reversed(names))
            name = module.__dict__.get("name")
            parent = module.__dict__.get("parent")
            if parent is None:
                return (
                    tuple(reversed(names))
                    if current is not None and current.root is None and name is None
                    else None
                )
            if type(name) is not str:
                return None
            names.append(name)
            module = parent
        return None

    def parameter(self, name: Any, make: Callable[[], Any], collection: str = "params") -> Any:
        """Return a parameter of this module by name."""
        current = session()
        path = self.path()
        if current is None or path is None or type(name) is not str:
            value = make()
            if type(value) is Tensor:
                value.role = None
            return value
        return current.parameter(collection, (*path, name), make)


class Held(Modelled):
    """A variable of a module: its value can be set."""

    library_name = "flax.linen.Variable"
    raw = True

    def __init__(self, value: Any) -> None:
        self.value = value


def native_of(value: Any) -> Any:
    """Return the scoped part of a value: of a layer, or of an object of a user's module class."""
    if isinstance(value, Scoped):
        return value
    native = getattr(value, "native", None)
    return native if isinstance(native, Scoped) else None
