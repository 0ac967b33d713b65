"""Where programs register rewrites: under a name, with a position in the order and tags that queries choose by."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon.theano.gof.navigating import EquilibriumOptimizer, LocalOptGroup, TopoOptimizer
from gnomon.theano.gof.rewriting import Optimizer, SeqOptimizer


class Query:
    """A choice by tags: any of ``include``, none of ``exclude``, all of ``require``."""

    def __init__(self, include: Any = (), exclude: Any = (), require: Any = (), **options: Any) -> None:
        self.include, self.exclude, self.require = set(include), set(exclude), set(require)

    def including(self, *tags: str) -> Query:
        """Return a choice of more."""
        return Query(self.include | set(tags), self.exclude, self.require)

    def excluding(self, *tags: str) -> Query:
        """Return a choice without some."""
        return Query(self.include, self.exclude | set(tags), self.require)

    def requiring(self, *tags: str) -> Query:
        """Return a choice of those that have some tags besides."""
        return Query(self.include, self.exclude, self.require | set(tags))

    def chooses(self, tags: set[str]) -> bool:
        """Whether something with these tags is chosen."""
        return bool(tags & self.include) and not tags & self.exclude and self.require <= tags


class Entry(NamedTuple):
    """A rewrite that is registered."""

    name: str
    rewrite: Any
    position: float
    tags: set[str]


class DB:
    """Rewrites by name and tags."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def register(self, name: str, rewrite: Any, *tags: Any, **named: Any) -> None:
        """Add a rewrite: a position, if one is given, comes first among the tags."""
        if any(entry.name == name for entry in self.entries):
            raise ValueError(f"a rewrite is registered as {name!r} already; choose another name")
        numbers = [tag for tag in tags if isinstance(tag, (int, float))]
        words = {tag for tag in tags if isinstance(tag, str)} | {name}
        position = named.get("position", numbers[0] if numbers else 1.5)
        self.entries.append(Entry(name, rewrite, float(position), words))

    def remove(self, name: str) -> None:
        """Take a rewrite away."""
        self.entries = [entry for entry in self.entries if entry.name != name]

    def __getitem__(self, name: str) -> Any:
        for entry in self.entries:
            if entry.name == name:
                return entry.rewrite
        raise KeyError(f"no rewrite is registered as {name!r}")

    def __contains__(self, name: str) -> bool:
        return any(entry.name == name for entry in self.entries)

    def query(self, *chosen: Any) -> Any:
        """Return the rewrites that a `Query` or tags choose, as one, in the order of their positions."""
        query = chosen[0] if isinstance(chosen[0], Query) else Query([tag.lstrip("+") for tag in chosen])
        entries = sorted(
            [entry for entry in self.entries if query.chooses(entry.tags)], key=lambda entry: entry.position
        )
        return self._joined([_resolved(entry.rewrite, query) for entry in entries])

    def _joined(self, rewrites: list[Any]) -> Any:
        return SeqOptimizer(rewrites)


class SequenceDB(DB):
    """Rewrites that are applied one after the other."""


class EquilibriumDB(DB):
    """Rewrites that are applied until none changes anything."""

    def _joined(self, rewrites: list[Any]) -> Any:
        return EquilibriumOptimizer(rewrites)


class LocalGroupDB(DB):
    """Rewrites of single applications, of which the first that changes something counts."""

    def __init__(
        self, apply_all_opts: bool = False, profile: bool = False, local_opt: Any = LocalOptGroup
    ) -> None:
        super().__init__()
        self.apply_all_opts, self.local_opt = apply_all_opts, local_opt

    def _joined(self, rewrites: list[Any]) -> Any:
        return self.local_opt(
            *[getattr(rewrite, "local_opt", rewrite) for rewrite in rewrites],
            apply_all_opts=self.apply_all_opts,
        )


class TopoDB(DB):
    """Another register, of which what is chosen is tried on each application of a graph."""

    def __init__(
        self, db: DB, order: str = "in_to_out", ignore_newtrees: bool = False, failure_callback: Any = None
    ) -> None:
        super().__init__()
        self.db, self.order, self.failure_callback = db, order, failure_callback

    def query(self, *chosen: Any) -> Any:
        return TopoOptimizer(self.db.query(*chosen), self.order, failure_callback=self.failure_callback)


class ProxyDB(DB):
    """Another register, to be registered at a second position."""

    def __init__(self, db: DB) -> None:
        super().__init__()
        self.db = db

    def query(self, *chosen: Any) -> Any:
        return self.db.query(*chosen)


def _resolved(rewrite: Any, query: Query) -> Any:
    if isinstance(rewrite, DB):
        return rewrite.query(query)
    if isinstance(rewrite, Optimizer) or not hasattr(rewrite, "transform"):
        return rewrite
    return TopoOptimizer(rewrite)


optdb = SequenceDB()
"""Applied to each function's graph before Gnomon compiles it. Gnomon's own laws are not among them: they come after."""
