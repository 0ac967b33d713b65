"""What `gn.nn.fit` calls at the end of each epoch: functions of a `Fit`, and these."""

from __future__ import annotations

from typing import Any

from gnomon.networks import tree
from gnomon.networks.checkpoints import save
from gnomon.networks.fitting import Fit


class EarlyStopping:
    """Ends the training when a result was not better for ``patience`` epochs, and brings the best values back.

    ``monitor`` is the name of the result. What is best is the least, or with ``greatest`` the greatest.
    """

    def __init__(
        self,
        monitor: str = "validation_loss",
        *,
        patience: int = 3,
        greatest: bool = False,
        restore: bool = True,
    ) -> None:
        self.monitor = monitor
        self.patience = patience
        self.greatest = greatest
        self.restore = restore
        self.waited = 0
        self._best: list[Any] = []

    def __call__(self, fit: Fit) -> None:
        """Look at the results of an epoch."""
        if fit.history.best(self.monitor, greatest=self.greatest):
            self.waited = 0
            if self.restore:
                self._best = [(array, array.get_value()) for _, _, array in tree.arrays(fit.model)]
            return
        self.waited += 1
        if self.waited >= self.patience:
            fit.stop(f"{self.monitor} was not better for {self.patience} epochs")

    def end(self, fit: Fit) -> None:
        """Bring the best values back."""
        for array, value in self._best:
            array.set_value(value)
        self._best = []


class Checkpoint:
    """Saves model and optimizer after each epoch, or with ``monitor`` after those whose result is the best so far.

    The notes of the file tell the ``epoch``: ``start=int(notes["epoch"])`` goes on from there.
    """

    def __init__(self, path: Any, monitor: str | None = None, *, greatest: bool = False) -> None:
        self.path = path
        self.monitor = monitor
        self.greatest = greatest

    def __call__(self, fit: Fit) -> None:
        """Save, if this epoch is to be saved."""
        if self.monitor is None or fit.history.best(self.monitor, greatest=self.greatest):
            save(fit.model, self.path, optimizer=fit.optimizer, notes={"epoch": fit.epoch})
