"""Looking at values while a function runs, and stopping where they are not as they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.own.declaring import op
from gnomon.graph.own.record import OwnOp
from gnomon.graph.sites import user_site


def _see(x: Any, *, see: Any) -> Any:
    if callable(see):
        see(x)
    else:
        print(f"{see} = {x}" if see else x)
    return x


def _hold(x: Any, condition: Any, *, message: str) -> Any:
    if not condition.all():
        share = (
            "" if condition.ndim == 0 else f" ({condition.size - condition.sum()} of {condition.size} do not)"
        )
        raise AssertionError(f"{message}{share}")
    return x


def _through(g: Any, x: Any, *, see: Any) -> Any:
    return (g,)


def _through_first(g: Any, x: Any, condition: Any, *, message: str) -> Any:
    return (g, None)


_tapped: OwnOp = op(
    "*a -> *a", dtype="first", compute=_see, gradient=_through, batching="leading", name="gnomon.tap"
)
_ensured: OwnOp = op(
    "*a, *b -> *a", dtype="first", compute=_hold, gradient=_through_first, name="gnomon.ensure"
)
_tapped.home, _ensured.home = (__name__, "_tapped"), (__name__, "_ensured")  # where pickles find them


def tap(x: Any, see: str | Callable[[Any], object] = "") -> Array:
    """Give a value on, unchanged; whenever the function runs, print it after a word, or call a function with it.

    ``gn.tap(x, lambda value: breakpoint())`` stops in Python's debugger there. Use what it returns: what nothing needs
    is not computed. Gradients pass it.

    >>> import numpy as np
    >>> import gnomon as gn
    >>> x = gn.symbol("x", shape=("n",))
    >>> f = gn.function([x], gn.tap(x * 2, "doubled").sum())
    >>> f(np.array([1.0, 2.0]))
    doubled = [2. 4.]
    array(6.)
    """
    return _tapped(x, see=see)  # type: ignore[no-any-return]


def ensure(x: Any, condition: Any, message: str = "a condition does not hold") -> Array:
    """Give a value on if a condition holds everywhere when the function runs; else raise an error with the message and your line.

    Use what it returns: what nothing needs is not computed. Gradients pass it.

    >>> import gnomon as gn
    >>> x = gn.symbol("x")
    >>> f = gn.function([x], gn.sqrt(gn.ensure(x, x >= 0, "x should not be negative")))
    >>> f(4.0)
    array(2.)
    """
    if not isinstance(message, str):
        raise ArgumentError(f"ensure: message is a text, not {type(message).__name__}", user_site())
    return _ensured(x, condition, message=message)  # type: ignore[no-any-return]
