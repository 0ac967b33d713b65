"""What goes wrong while an expression is built, told at the user's line in the checker's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gnomon.graph.sites import Site


class GnomonError(Exception):
    """Base of all errors of symbolic arrays. ``site`` is the user's line that wrote the failing expression."""

    def __init__(self, message: str, site: Site | None = None, help: str | None = None) -> None:
        self.site = site
        self.help = help
        lines = [message]
        if site is not None:
            lines.append(f"  written at {site}")
        if help:
            lines.append(f"  help: {help}")
        super().__init__("\n".join(lines))


class ShapeError(GnomonError, ValueError):
    """Shapes that do not fit, by a rule of the table (``rule`` is its name, see ``gnomon explain``)."""

    rule: str = "shape"


class DtypeError(GnomonError, TypeError):
    """A dtype that the operation does not take."""


class RangeError(DtypeError, OverflowError):
    """A Python integer that the integer dtype it meets does not hold: ``uint8`` and 300."""


class SymbolicValueError(GnomonError, TypeError):
    """A symbolic array where a known value is needed: `if x > 0`, `float(x)`, `range(x)`."""


class GradientError(GnomonError, ValueError):
    """A gradient that does not exist: of an array that is no number, by an integer, through an operation without one."""


class BatchingError(GnomonError, ValueError):
    """A mapping over an axis that does not exist: sizes that differ, or an operation that has no rule for it."""


class DisconnectedError(GradientError):
    """A gradient by an array that the cost does not depend on."""


class EvaluationError(GnomonError, ValueError):
    """An expression whose value cannot be computed: an input without value, or data that an operation refuses."""


class PositionError(EvaluationError, IndexError):
    """A position outside of an array."""


class PlaceError(ShapeError, IndexError):
    """An axis or a position that an array does not have: known while the expression is built."""


class ArgumentError(GnomonError, TypeError, ValueError):
    """An argument that a function does not take: the message names it, what is expected and what was given."""
