"""A law is one row: a pattern, what takes its place, how far both agree, and an example."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gnomon.graph.array import Application, Array
from gnomon.graph.rewrites.patterns import MATCHED, Bindings, Constant, Family, Node, Variable, Whole

EXACT, STABLE, REAL = "exact", "stable", "real"
"""Same bits; differs only where the original is inaccurate; equal as real numbers, the excluded points left out."""

LEVELS = ("none", "exact", "stable", "all")
LAWS: list[Law] = []
"""All laws, in the order in which they are tried."""


class Law:
    """A rewrite. ``usual`` marks a law on real numbers that is on unless ``laws="exact"``.

    ``near`` are expressions, much like the example, to which the law must not apply.
    """

    __slots__ = (
        "counts",
        "error",
        "example",
        "excluded",
        "group",
        "kind",
        "name",
        "near",
        "pattern",
        "real",
        "replacement",
        "usual",
        "when",
    )

    def __init__(
        self, name: str, pattern: Any, replacement: Callable[..., Any], group: str, **details: Any
    ) -> None:
        self.name = name
        self.pattern: Node | Family = pattern
        self.replacement = replacement
        self.group = group
        self.kind: str = details["kind"]
        self.example: str = details["example"]
        self.excluded: str = details["excluded"]
        self.usual: bool = details["usual"]
        self.near: tuple[str, ...] = details["near"]
        self.when: Callable[..., bool] | None = details["when"]
        self.error: float = details["error"]
        self.real: bool = details["real"]
        self.counts = any(
            not {"single", "present", "used"}.isdisjoint(function.__code__.co_varnames)
            for function in (replacement, self.when)
            if function
        )

    def on(self, level: str) -> bool:
        """Whether the law applies at a level: none, exact, stable or all."""
        if level == "none":
            return False
        return (
            level == "all"
            or self.kind == EXACT
            or (level == "stable" and (self.kind == STABLE or self.usual))
        )

    def results(self, array: Array, context: Bindings) -> Iterator[tuple[Array, Bindings]]:
        """Yield what may take the place of an array, and what the variables stand for."""
        if self.real and array.dtype.kind == "complex":
            return
        for bound in self.pattern.match(array, {}):
            known = {**context, **bound, "out": array}
            if self.when is not None and not _called(self.when, known):
                continue
            result = _called(self.replacement, known)
            if result is not None and result is not array:
                yield result, bound

    @property
    def whole(self) -> bool:
        """Whether it takes an application with all of its results."""
        return isinstance(self.pattern, Whole)

    def replaced(self, application: Application, context: Bindings) -> Sequence[Array] | None:
        """Return what may take the place of the results of an application."""
        known = {**context, "out": application}
        if self.when is not None and not _called(self.when, known):
            return None
        found: Sequence[Array] | None = _called(self.replacement, known)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return (find_law, (self.name,))

    def __repr__(self) -> str:
        return f"<law {self.name}>"


def find_law(name: str) -> Law:
    """Return the law of a name."""
    from gnomon.graph.rewrites import table

    return next(law for law in table.LAWS if law.name == name)


CONTEXT = frozenset(["out", "settled", "single", "present", "used"])
"""What replacements and conditions may ask for besides the variables: the array that matched, and the engine's answers."""


def _asked(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of what a function of a law takes; parameters with defaults are its own."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount - len(function.__defaults__ or ())]


def _called(function: Callable[..., Any], known: Bindings) -> Any:
    return function(*[known[name] for name in _asked(function)])


def names_in(pattern: Any) -> set[str]:
    """Return the names of a pattern's variables."""
    if isinstance(pattern, Variable):
        return {pattern.name}
    if not isinstance(pattern, Node):
        return set()
    return {name for part in (*pattern.inputs, *pattern.attributes.values()) for name in names_in(part)}


def laws_of(group: str, *, real: bool = False) -> Callable[..., None]:
    """Return the function that enters the rows of a group; ``real`` laws leave complex numbers alone."""

    def law(
        name: str,
        pattern: Any,
        replacement: Callable[..., Any],
        *,
        kind: str,
        example: str,
        excluded: str = "",
        usual: bool = False,
        near: tuple[str, ...] = (),
        when: Callable[..., bool] | None = None,
        error: float = 1e-12,
    ) -> None:
        if (kind == REAL) is not bool(excluded):
            raise ValueError(f"{name}: a law on real numbers names what it excludes, and no other")
        known = names_in(pattern) | CONTEXT
        for function in (replacement, when):
            asked = set(_asked(function) if function is not None else ()) - known
            if asked:
                raise ValueError(f"{name}: the pattern has no {', '.join(sorted(asked))}")
        LAWS.append(
            Law(
                name, pattern, replacement, group, kind=kind, example=example, excluded=excluded,
                usual=usual, near=near, when=when, error=error, real=real,
            )
        )  # fmt: skip

    return law


def variables(names: str) -> tuple[Variable, ...]:
    """Return variables for arrays."""
    return tuple([Variable(name) for name in names.split()])


def constants(names: str) -> tuple[Constant, ...]:
    """Return variables for arrays of one known number."""
    return tuple([Constant(name) for name in names.split()])


__all__ = ["EXACT", "LAWS", "LEVELS", "MATCHED", "REAL", "STABLE", "Law", "constants", "laws_of", "variables"]
