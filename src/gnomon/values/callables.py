"""Functions, classes, instances and modules of the checked program and of modelled libraries."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from gnomon.values.cells import Cell


class ModuleValue:
    """A module of the project; ``cell`` holds its globals."""

    __slots__ = ("cell", "finished", "name", "source")

    def __init__(self, name: str, source: Any = None) -> None:
        self.name = name
        self.source = source
        self.cell: dict[str, Any] = Cell({"__name__": name})
        self.finished = False


class LibraryModule:
    """A namespace of a modelled library, such as ``torch.nn``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<library {self.name}>"


class LibraryFunction:
    """A modelled function. ``raw`` functions see values as they are, others see exported Python data."""

    __slots__ = ("function", "name", "raw", "returns_tensor")

    def __init__(
        self, name: str, function: Callable[..., Any], *, raw: bool = False, returns_tensor: bool = True
    ) -> None:
        self.name = name
        self.function = function
        self.raw = raw
        self.returns_tensor = returns_tensor

    def __repr__(self) -> str:
        return f"<function {self.name}>"


class FunctionValue:
    """A function or lambda of the program with its closure and evaluated defaults."""

    __slots__ = (
        "attributes",
        "closure",
        "defaults",
        "is_generator",
        "keyword_defaults",
        "module",
        "name",
        "node",
        "owner",
        "takes",
    )

    def __init__(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        name: str,
        module: ModuleValue,
        closure: Any,
        defaults: tuple[Any, ...],
        keyword_defaults: dict[str, Any],
        is_generator: bool = False,
    ) -> None:
        self.node = node
        self.name = name
        self.module = module
        self.closure = closure
        self.defaults = defaults
        self.keyword_defaults = keyword_defaults
        self.is_generator = is_generator
        self.owner: ClassValue | None = None
        self.attributes: dict[str, Any] = {}
        self.takes: Callable[[Any], Any] | None = None

    def taking(self, takes: Callable[[Any], Any]) -> FunctionValue:
        """Return the same function, which makes something else of each argument that it is given."""
        other = FunctionValue(
            self.node,
            self.name,
            self.module,
            self.closure,
            self.defaults,
            self.keyword_defaults,
            self.is_generator,
        )
        other.owner, other.attributes, other.takes = self.owner, self.attributes, takes
        return other

    def __repr__(self) -> str:
        return f"<function {self.name}>"


class Bound:
    """A function together with its receiver."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Any, receiver: Any) -> None:
        self.function = function
        self.receiver = receiver


class StaticMethod:
    """A function that gets no receiver."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class ClassMethod:
    """A function that gets the class as its receiver."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class PropertyValue:
    """A property with its getter and, perhaps, setter."""

    __slots__ = ("cached", "getter", "setter")

    def __init__(self, getter: Any, setter: Any = None, cached: bool = False) -> None:
        self.getter = getter
        self.setter = setter
        self.cached = cached


class ClassValue:
    """A class of the program. ``lineage`` is its resolution order; modelled or unknown bases come last."""

    __slots__ = ("bases", "cell", "decorated", "lineage", "module", "name", "node")

    def __init__(
        self,
        name: str,
        bases: tuple[Any, ...],
        cell: dict[str, Any],
        module: ModuleValue,
        node: ast.ClassDef | None,
    ) -> None:
        self.name = name
        self.bases = bases
        self.cell = cell
        self.module = module
        self.node = node
        self.lineage: tuple[Any, ...] = (self, *resolution_order(bases))
        self.decorated: str | None = None

    def lookup(self, name: str) -> Any:
        """Return the attribute that a project class of the lineage defines, with its owner, or None."""
        for owner in self.lineage:
            if type(owner) is ClassValue and name in owner.cell:
                return owner.cell[name], owner
        return None

    @property
    def modelled_base(self) -> type[Any] | None:
        """The modelled library class it inherits from, if any."""
        return next((base for base in self.lineage if isinstance(base, type)), None)

    @property
    def has_unknown_base(self) -> bool:
        """Whether some base is unknown, so that a missing attribute may well exist."""
        return any(not isinstance(base, (ClassValue, type)) for base in self.lineage)

    def __repr__(self) -> str:
        return f"<class {self.name}>"


class Instance:
    """An object of a project class. ``native`` is the modelled part where a base is a modelled class."""

    __slots__ = ("cell", "cls", "cold", "native")

    def __init__(self, cls: ClassValue) -> None:
        self.cls = cls
        self.cell: dict[str, Any] = Cell()
        self.native: Any = None
        self.cold = False

    def __repr__(self) -> str:
        return f"<{self.cls.name} object>"


def resolution_order(bases: tuple[Any, ...]) -> list[Any]:
    """Return the bases' lineages in method resolution order (C3, or depth first where C3 fails)."""
    chains = [list(base.lineage) if type(base) is ClassValue else [base] for base in bases]
    chains.append(list(bases))
    order: list[Any] = []
    while any(chains):
        chains = [chain for chain in chains if chain]
        for chain in chains:
            head = chain[0]
            if not any(head is later for other in chains for later in other[1:]):
                break
        else:
            head = chains[0][0]
        order.append(head)
        chains = [[entry for entry in chain if entry is not head] for chain in chains]
    return order
