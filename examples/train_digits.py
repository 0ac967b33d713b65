"""Trains a small network on handwritten digits with symbolic arrays. Reaches 98 % on digits it has not seen.

pip install '.[compile,examples]'
python examples/train_digits.py
"""

import time

import numpy as np
from sklearn.datasets import load_digits

import gnomon as gn

BATCH, EPOCHS, RATE = 64, 30, 0.2


def main() -> float:
    """Train, print how fast it went, and return the accuracy on the last fifth of the digits."""
    digits = load_digits()
    rng = np.random.default_rng(0)
    order = rng.permutation(len(digits.data))
    pictures = (digits.data[order] / 16).astype("float32")
    labels = np.eye(10, dtype="float32")[digits.target[order]]
    train = len(pictures) * 4 // 5

    x = gn.symbol("x", shape=("batch", 64), dtype="float32")
    y = gn.symbol("y", shape=("batch", 10), dtype="float32")
    weights = [
        gn.shared(rng.normal(0, size[0] ** -0.5, size).astype("float32"), name=name)
        for name, size in {"hidden": (64, 128), "output": (128, 10)}.items()
    ]
    biases = [gn.shared(np.zeros(size, "float32"), name=f"bias of {size}") for size in (128, 10)]
    hidden = gn.nn.relu(x @ weights[0] + biases[0])
    scores = hidden @ weights[1] + biases[1]
    loss = -gn.mean(gn.sum(gn.nn.log_softmax(scores, axis=-1) * y, axis=-1))

    parameters = weights + biases
    began = time.perf_counter()
    updates = {p: p - RATE * g for p, g in zip(parameters, gn.grad(loss, parameters), strict=True)}
    step = gn.function([x, y], loss, updates=updates)
    guess = gn.function([x], gn.argmax(scores, axis=-1))
    print(f"compiled in {time.perf_counter() - began:.2f} s")

    began, steps = time.perf_counter(), 0
    for _ in range(EPOCHS):
        shuffled = rng.permutation(train)
        for start in range(0, train, BATCH):
            chosen = shuffled[start : start + BATCH]
            step(pictures[chosen], labels[chosen])
            steps += 1
    spent = time.perf_counter() - began
    accuracy = float(np.mean(guess(pictures[train:]) == labels[train:].argmax(1)))
    print(f"{steps} steps in {spent:.2f} s: {steps / spent:,.0f} steps/s; accuracy {accuracy:.1%}")
    return accuracy


if __name__ == "__main__":
    main()
