"""What the examples share: a progress bar with the loss, and the picture of a loss curve."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import matplotlib.figure
import numpy as np
from tqdm import tqdm


def progress(steps: Iterable[float], total: int, every: int = 20) -> Iterator[float]:
    """Yield each loss, and show how far it is and the mean of the last ones."""
    with tqdm(total=total, unit="step", smoothing=0.1) as bar:
        recent: list[float] = []
        for loss in steps:
            recent.append(float(loss))
            if len(recent) == every:
                bar.set_postfix(loss=f"{np.mean(recent):.3f}")
                bar.update(every)
                recent.clear()
            yield float(loss)
        bar.update(len(recent))


def save_curve(losses: list[float], place: str | Path, name: str = "loss", per: str = "step") -> None:
    """Draw losses over steps or epochs, with their running mean, as a picture."""
    figure = matplotlib.figure.Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.add_subplot(xlabel=per, ylabel=name, yscale="log")
    axes.plot(losses, linewidth=0.5, alpha=0.4)
    width = max(1, len(losses) // 50)
    mean = np.convolve(losses, np.ones(width) / width, mode="valid")
    axes.plot(np.arange(len(mean)) + width - 1, mean)
    figure.savefig(place)
    print(f"loss curve in {place}")
