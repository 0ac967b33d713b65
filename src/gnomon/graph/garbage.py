"""Python's search for garbage in cycles, and how compiling keeps it from taking its time.

Python looks for garbage after each few hundred new objects, now and then among all objects that there are. A compiler makes
many that stay: the search then takes a tenth of the time and finds next to nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""After so many new objects garbage is looked for meanwhile."""


@contextmanager
def seldom_searched() -> Iterator[None]:
    """While garbage is looked for less often.

    >>> usual = gc.get_threshold()
    >>> with seldom_searched():
    ...     gc.get_threshold()[0] == max(SELDOM, usual[0])
    True
    >>> gc.get_threshold() == usual
    True
    """
    before = gc.get_threshold()
    if not 0 < before[0] < SELDOM:
        yield
        return
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        if gc.get_threshold()[0] == SELDOM:  # somebody else may have set another
            gc.set_threshold(*before)
