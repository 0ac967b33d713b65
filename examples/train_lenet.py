"""A small convolutional network on handwritten digits. Reaches 98 % on digits it has not seen.

pip install '.[compile,examples]'
python examples/train_lenet.py                        # the 8x8 digits of scikit-learn
python examples/train_lenet.py --mnist FOLDER         # MNIST, where its .gz files lie
"""

import argparse
import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from showing import progress, save_curve
from sklearn.datasets import load_digits

import gnomon as gn

BATCH, RATE, MOMENTUM = 64, 0.05, 0.9
Data = tuple[np.ndarray, np.ndarray]


def digits() -> tuple[Data, Data]:
    """Return pictures (n, 1, 8, 8) and labels, for training and for the test."""
    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.images))
    pictures = (data.images[order, None] / 16).astype("float32")
    labels = data.target[order].astype("int32")
    train = len(order) * 4 // 5
    return (pictures[:train], labels[:train]), (pictures[train:], labels[train:])


def mnist(folder: Path) -> tuple[Data, Data]:
    """Return MNIST as pictures (n, 1, 28, 28) and labels; of its test files alone, four fifths are for training."""

    def read(name: str, skip: int) -> np.ndarray:
        return np.frombuffer(gzip.decompress((folder / name).read_bytes()), "uint8", offset=skip)

    def part(name: str) -> Data:
        pictures = read(f"{name}-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
        return (pictures / 255).astype("float32"), read(f"{name}-labels-idx1-ubyte.gz", 8).astype("int32")

    try:
        test = part("t10k")
        if (folder / "train-images-idx3-ubyte.gz").exists():
            return part("train"), test
    except FileNotFoundError as error:
        raise SystemExit(
            f"{folder} should hold MNIST's files, such as t10k-images-idx3-ubyte.gz: {error}"
        ) from None
    train = len(test[0]) * 4 // 5
    return (test[0][:train], test[1][:train]), (test[0][train:], test[1][train:])


class Network:
    """Two convolutions with pooling, and two dense layers."""

    def __init__(self, side: int, rng: np.random.Generator) -> None:
        left = side // 4

        def weight(name: str, *shape: int, inputs: int) -> gn.Array:
            return gn.shared(rng.normal(0, (2 / inputs) ** 0.5, shape).astype("float32"), name=name)

        self.filters = [weight("first", 16, 1, 3, 3, inputs=9), weight("second", 32, 16, 3, 3, inputs=144)]
        inputs = 32 * left * left
        self.dense = [weight("hidden", inputs, 64, inputs=inputs), weight("scores", 64, 10, inputs=64)]
        self.biases = [gn.shared(np.zeros(n, "float32"), name=f"bias of {n}") for n in (16, 32, 64, 10)]

    @property
    def parameters(self) -> list[gn.Array]:
        """What is trained."""
        return [*self.filters, *self.dense, *self.biases]

    def scores(self, x: gn.Array) -> gn.Array:
        """Return ten scores for each picture."""
        for filters, bias in zip(self.filters, self.biases, strict=False):
            x = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(x, filters, bias, padding=1)), 2)
        flat = gn.reshape(x, (x.shape[0], -1))
        hidden = gn.nn.relu(flat @ self.dense[0] + self.biases[2])
        return hidden @ self.dense[1] + self.biases[3]


def main(folder: Path | None = None, epochs: int = 20, curve: str | None = None) -> float:
    """Train, print how fast it went, and return the accuracy on the test's pictures."""
    (pictures, labels), (unseen, answers) = mnist(folder) if folder else digits()
    rng = np.random.default_rng(0)
    side = pictures.shape[-1]
    network = Network(side, rng)
    x = gn.symbol("x", shape=("batch", 1, side, side), dtype="float32")
    y = gn.symbol("y", shape=("batch",), dtype="int32")
    scores = network.scores(x)
    loss = gn.mean(gn.nn.cross_entropy(scores, y))

    updates = {}
    for p, g in zip(network.parameters, gn.grad(loss, network.parameters), strict=True):
        speed = gn.shared(np.zeros(p.shape.dims, "float32"), name=f"speed of {p.name}")
        updates[speed] = MOMENTUM * speed - RATE * g
        updates[p] = p + updates[speed]
    began = time.perf_counter()
    step = gn.function([x, y], loss, updates=updates)
    guess = gn.function([x], gn.argmax(scores, axis=-1))
    print(f"compiled in {time.perf_counter() - began:.2f} s")

    def steps() -> Iterator[float]:
        for _ in range(epochs):
            shuffled = rng.permutation(len(pictures))
            for start in range(0, len(shuffled), BATCH):
                chosen = shuffled[start : start + BATCH]
                yield step(pictures[chosen], labels[chosen])

    began = time.perf_counter()
    losses = list(progress(steps(), epochs * -(-len(pictures) // BATCH)))
    spent = time.perf_counter() - began
    found = np.concatenate([guess(unseen[start : start + 500]) for start in range(0, len(unseen), 500)])
    accuracy = float(np.mean(found == answers))
    print(
        f"{len(losses)} steps in {spent:.2f} s: {len(losses) / spent:,.0f} steps/s; accuracy {accuracy:.1%}"
    )
    if curve:
        save_curve(losses, curve)
    return accuracy


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mnist", type=Path, help="folder of the files of MNIST")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--curve", default="lenet.png", help="where the picture of the loss goes")
    options = parser.parse_args()
    main(options.mnist, options.epochs, options.curve)
