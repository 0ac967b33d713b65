"""A small convolutional network on handwritten digits. Reaches 98 % on digits it has not seen.

pip install '.[compile,examples]'
python examples/train_lenet.py                        # the 8x8 digits of scikit-learn
python examples/train_lenet.py --mnist FOLDER         # MNIST, where its .gz files lie
"""

import argparse
import gzip
import time
from pathlib import Path

import numpy as np
from showing import save_curve
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


def network() -> gn.nn.Module:
    """Two convolutions with pooling, and two dense layers."""
    return gn.nn.Sequential(
        gn.nn.Conv(16, 3, padding=1, activation=gn.nn.relu),
        gn.nn.MaxPool(2),
        gn.nn.Conv(32, 3, padding=1, activation=gn.nn.relu),
        gn.nn.MaxPool(2),
        gn.nn.Flatten(),
        hidden=gn.nn.Dense(64, activation=gn.nn.relu),
        scores=gn.nn.Dense(10),
    )


def main(folder: Path | None = None, epochs: int = 20, curve: str | None = None) -> float:
    """Train, print how fast it went, and return the accuracy on the test's pictures."""
    train, test = mnist(folder) if folder else digits()
    model = network()
    times: list[float] = []
    history = gn.nn.fit(
        model,
        train,
        loss=gn.nn.cross_entropy,
        optimizer=gn.nn.SGD(RATE, momentum=MOMENTUM),
        epochs=epochs,
        batch=BATCH,
        callbacks=[lambda run: times.append(time.perf_counter())],
    )
    steps, spent = (epochs - 1) * -(-len(train[0]) // BATCH), times[-1] - times[0]  # without the compilation
    accuracy = gn.nn.evaluate(model, test, gn.nn.metrics.accuracy, batch=500)["accuracy"]
    print(model)
    print(f"{steps} steps in {spent:.2f} s: {steps / max(spent, 1e-9):,.0f} steps/s; accuracy {accuracy:.1%}")
    if curve:
        save_curve(history["loss"], curve, per="epoch")
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
