"""A progress bar for terminals: tqdm's where it is installed, else a line of its own; nothing in files."""

from __future__ import annotations

import sys
import time
from typing import Any


class Silent:
    """No bar."""

    def step(self, loss: Any) -> None:
        """Count a step."""

    def close(self, results: dict[str, Any]) -> None:
        """End an epoch."""


class Line(Silent):
    """One line that is written over, ten times a second at most."""

    def __init__(self, title: str, steps: int) -> None:
        self.title, self.steps, self.done = title, steps, 0
        self.began = self.shown = time.perf_counter()

    def step(self, loss: Any) -> None:
        """Count a step."""
        self.done += 1
        now = time.perf_counter()
        if now - self.shown > 0.1:
            self.shown = now
            self._write(f"{self.done}/{self.steps} steps  loss {float(loss):.4f}")

    def close(self, results: dict[str, Any]) -> None:
        """End an epoch."""
        spent = time.perf_counter() - self.began
        self._write(f"{self.done} steps in {spent:.1f} s  {shown(results)}", "\n")

    def _write(self, text: str, end: str = "") -> None:
        sys.stderr.write(f"\r\x1b[K{self.title}  {text}{end}")
        sys.stderr.flush()


class Tqdm(Silent):
    """The bar of tqdm."""

    def __init__(self, bar: Any) -> None:
        self.bar, self.shown = bar, 0.0

    def step(self, loss: Any) -> None:
        """Count a step."""
        self.bar.update(1)
        now = time.perf_counter()
        if now - self.shown > 0.2:
            self.shown = now
            self.bar.set_postfix_str(f"loss {float(loss):.4f}", refresh=False)

    def close(self, results: dict[str, Any]) -> None:
        """End an epoch."""
        self.bar.set_postfix_str(shown(results))
        self.bar.close()


def bar(title: str, steps: int, wanted: bool | None) -> Silent:
    """Return a bar for the steps of an epoch; without a wish, where the errors go to a terminal."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return Silent()
    try:
        from tqdm import tqdm
    except ImportError:
        return Line(title, steps)
    return Tqdm(tqdm(total=steps, desc=title, unit="step"))


def shown(results: dict[str, Any]) -> str:
    """Return results as a line.

    >>> shown({"loss": 0.25, "validation_accuracy": 0.5})
    'loss 0.2500  validation_accuracy 0.5000'
    """
    return "  ".join(f"{name} {value:.4f}" for name, value in results.items() if isinstance(value, float))
