"""Which rules are reported, for all files and for some paths."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic

ALL = "all"
LEVELS = ("error", "warning", "info", "unproven")  # a level's name selects all that have it


class PathRules(NamedTuple):
    """A choice of rules for the paths that match a pattern."""

    matches: Callable[[str], bool]
    names: tuple[str, ...]


class Selection(NamedTuple):
    """Selected and ignored rules; an ignored one wins, and the paths' choices come on top."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    path_select: Sequence[PathRules] = ()
    path_ignore: Sequence[PathRules] = ()

    def names(self, path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The selected names, none for all, and the ignored names for a file."""
        select, ignore = self.select, self.ignore
        for choice in self.path_select:
            if choice.matches(path):
                select = choice.names
        for choice in self.path_ignore:
            if choice.matches(path):
                ignore = ignore + choice.names
        return select, ignore

    def keep(self, path: str, diagnostics: Iterable["Diagnostic"]) -> "list[Diagnostic]":
        """The diagnostics of one file that are to be reported."""
        select, ignore = self.names(path)
        return [d for d in diagnostics if chosen(d.rule, d.level.value, select, ignore)]


def chosen(rule: str, level: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a rule is reported.

    >>> chosen("rank", "error", (), ("axis",)), chosen("rank", "error", ("axis",), ())
    (True, False)
    >>> chosen("singleton-softmax", "warning", ("error",), ())
    False
    """
    selected = not select or ALL in select or rule in select or level in select
    return selected and not (rule in ignore or level in ignore or ALL in ignore)
