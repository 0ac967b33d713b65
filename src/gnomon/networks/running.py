"""Training and inference: ``with gn.nn.training(key) as run`` decides what dropout and batch normalisation do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant, Shared
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace.random import Generator, fold_in, key
from gnomon.graph.sites import user_site


class Run:
    """What a network does while it is trained: keys for what it draws, and updates of what it keeps.

    ``updates`` belong to the function that computes the loss, beside those of the optimizer.
    """

    updates: dict[Shared, Array]

    def __init__(self, given: Any) -> None:
        self.updates = {}
        self._places = 0
        self._given = key(given) if given is not None and not isinstance(given, Generator) else given
        if isinstance(self._given, Constant) and not self._given.ndim:
            self._given = Generator(int(self._given.data))

    def key(self) -> Array:
        """Return a key that nothing else draws with: another one at each call of a compiled function."""
        if self._given is None:
            raise ArgumentError(
                "something draws at random while it is trained, and needs a key",
                user_site(),
                "with gn.nn.training(0) as run: loss = ...",
            )
        if isinstance(self._given, Generator):
            return self._given.key()
        self._places += 1
        return fold_in(self._given, self._places)

    def update(self, kept: Shared, new: Any) -> None:
        """Say what an array that is kept becomes; a module that is called twice goes on from the first time."""
        self.updates[kept] = ops.cast(new, dtype=kept.dtype) if new.dtype is not kept.dtype else new

    def now(self, kept: Shared) -> Array:
        """Return an array that is kept as the calls so far have left it."""
        return self.updates.get(kept, kept)


class _Current(threading.local):
    run: Run | None = None


_current = _Current()


def current() -> Run | None:
    """Return the training at work, or None: inference."""
    return _current.run


@contextmanager
def training(key: Any = None) -> Iterator[Run]:
    """Build expressions for training: dropout draws, and batch normalisation uses the batch and records its means.

    ``key`` is an integer or a generator of `gn.random`: each call of a compiled function draws anew; or a key that is
    an expression, of which draws are then pure functions. Outside, modules are built for inference.

    >>> import gnomon as gn
    >>> drop, x = gn.nn.Dropout(0.5), gn.symbol("x", shape=("n",))
    >>> with gn.nn.training(0):
    ...     y = drop(x)
    >>> f = gn.function([x], [y, drop(x)])
    >>> import numpy as np
    >>> for _ in range(2):
    ...     print(*[found.tolist() for found in f(np.ones(4))])
    [0.0, 0.0, 2.0, 2.0] [1.0, 1.0, 1.0, 1.0]
    [0.0, 2.0, 2.0, 2.0] [1.0, 1.0, 1.0, 1.0]
    """
    before, run = _current.run, Run(key)
    _current.run = run
    try:
        yield run
    finally:
        _current.run = before


@contextmanager
def inference() -> Iterator[None]:
    """Build expressions for inference, within a block for training: what a frozen part does there."""
    before = _current.run
    _current.run = None
    try:
        yield
    finally:
        _current.run = before
