"""A Gaussian process predicts how diabetes goes on, and says how sure it is; Newton's method finds its parameters.

The marginal likelihood of 200 patients is maximised with gradient and Hessian in a dozen steps. Of 242 other patients,
at least 90 % lie within the 95 % bounds, and the prediction explains at least 40 % of the variance.

pip install '.[compile,examples]'
python examples/gaussian_process.py
"""

import time

import numpy as np
from sklearn.datasets import load_diabetes

import gnomon as gn

TRAIN = 200


def kernel(a: gn.Array, b: gn.Array, logs: gn.Array) -> gn.Array:
    """Return the covariance of points (n, d) and (m, d): a Gaussian bell of their distance."""
    height, width = gn.exp(logs[0]), gn.exp(logs[1])
    squares = gn.sum(a * a, axis=1)[:, None] + gn.sum(b * b, axis=1)[None, :] - 2 * a @ b.T
    return height * gn.exp(-0.5 * squares / width**2)


def main() -> tuple[float, float]:
    """Fit, predict, and return the explained variance and the share within the 95 % bounds."""
    data = load_diabetes()
    order = np.random.default_rng(0).permutation(len(data.data))
    points = data.data[order] * len(order) ** 0.5
    target = (data.target[order] - data.target.mean()) / data.target.std()

    x = gn.symbol("x", shape=("n", points.shape[1]))
    y = gn.symbol("y", shape=("n",))
    new = gn.symbol("new", shape=("m", points.shape[1]))
    logs = gn.symbol("logs", shape=(3,))  # logarithms of height, width and noise
    noise = gn.exp(logs[2])
    factor = gn.linalg.cholesky(kernel(x, x, logs) + noise * gn.eye(x.shape[0]))
    half = gn.linalg.solve_triangular(factor, y[:, None], lower=True)
    cost = 0.5 * gn.sum(half**2) + gn.sum(gn.log(gn.linalg.diagonal(factor)))
    across = gn.linalg.solve_triangular(factor, kernel(x, new, logs), lower=True)
    mean = (across.T @ half)[:, 0]
    variance = gn.exp(logs[0]) + noise - gn.sum(across**2, axis=0)

    began = time.perf_counter()
    derivatives = gn.function([x, y, logs], [cost, gn.grad(cost, logs), gn.hessian(cost, logs)])
    predict = gn.function([x, y, new, logs], [mean, variance])
    print(f"compiled in {time.perf_counter() - began:.2f} s")

    given = points[:TRAIN], target[:TRAIN]
    found = np.array([0.0, 1.0, -0.5])
    began = time.perf_counter()
    for turn in range(1, 13):
        value, slope, curvature = derivatives(*given, found)
        values, axes = np.linalg.eigh(curvature)
        move = axes @ ((axes.T @ slope) / np.maximum(np.abs(values), 0.1))
        found = found - np.clip(move, -1, 1)
        print(f"step {turn:2}: {value:9.4f}, slope {np.abs(slope).max():.1e}")
        if np.abs(slope).max() < 1e-6:
            break
    spent = time.perf_counter() - began
    print(f"{turn} steps of Newton's method in {spent:.2f} s")

    guess, spread = predict(*given, points[TRAIN:], found)
    wanted = target[TRAIN:]
    explained = 1 - float(np.mean((guess - wanted) ** 2) / np.var(wanted))
    inside = float(np.mean(np.abs(guess - wanted) < 1.96 * np.sqrt(spread)))
    print(
        f"explains {explained:.0%} of the variance of {len(wanted)} patients; {inside:.0%} lie within the 95 % bounds"
    )
    return explained, inside


if __name__ == "__main__":
    main()
