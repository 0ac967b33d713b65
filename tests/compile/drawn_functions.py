"""Functions of arrays drawn from a seed, which run again on other arrays: rows of a map, steps of a loop, halves of a step."""

import random

import numpy as np

import gnomon as gn

SMOOTH = [
    lambda r, x, y: x + y,
    lambda r, x, y: x * y,
    lambda r, x, y: x / (gn.abs(y) + 1),
    lambda r, x, y: gn.maximum(x, y),
    lambda r, x, y: gn.where(y > 0, x, y * 2),
    lambda r, x, y: gn.tanh(x),
    lambda r, x, y: gn.sqrt(gn.abs(x) + 0.25),
    lambda r, x, y: x[:: r.choice([1, -1, 2, -2])],
    lambda r, x, y: x[..., r.choice([0, 1, -2]) :],
    lambda r, x, y: gn.roll(x, r.choice([1, -2]), axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.permute_dims(x, tuple(reversed(range(x.ndim)))),
    lambda r, x, y: gn.pad(
        x, [(r.randrange(2), r.randrange(3))] * x.ndim, mode=r.choice(["constant", "edge"])
    ),
    lambda r, x, y: gn.concat([x, y], axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.sum(x, axis=r.randrange(x.ndim), keepdims=r.random() < 0.5),
    lambda r, x, y: gn.prod(gn.tanh(x), axis=r.choice([None, r.randrange(x.ndim)])),
    lambda r, x, y: gn.cumulative_sum(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.sort(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: x.at[:: r.choice([1, -1, 3])].set(y),
    lambda r, x, y: x.at[gn.arange(x.shape[0])[::-1]].add(x),
    lambda r, x, y: gn.take(x, gn.arange(2 * x.shape[0]) % gn.maximum(x.shape[0], 1), axis=0),
    lambda r, x, y: x @ gn.matrix_transpose(x),
    lambda r, x, y: gn.tensordot(x, y, axes=1),
    lambda r, x, y: gn.einsum("i...,i...->...", x, r.choice([x, y])),
    lambda r, x, y: gn.nn.softmax(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.scan(lambda c, row: (gn.tanh(c + row), c * row), gn.zeros_like(x[0]), x)[1],
    lambda r, x, y: gn.cond(gn.sum(x) > 0.1, lambda a: a * 2, gn.tanh, x),
    lambda r, x, y: gn.vmap(lambda row: row * gn.sum(gn.sin(row)))(x),
    lambda r, x, y: gn.vmap(gn.grad(lambda row: gn.sum(row * gn.sin(row))))(x),
]
WHOLE = [
    lambda r, x, y: gn.where(x > y, x, 1),
    lambda r, x, y: (x > 0) & (y != 1),
    lambda r, x, y: gn.argmax(x, axis=r.randrange(x.ndim)),
    lambda r, x, y: gn.argsort(x, axis=-1),
    lambda r, x, y: gn.count_nonzero(x, axis=0),
    lambda r, x, y: gn.any(x > 0, axis=r.randrange(x.ndim)),
    lambda r, x, y: x.astype("int64") // 2 - y,
    lambda r, x, y: gn.take(x, y.astype("int64") % gn.maximum(x.shape[0], 1), axis=0),
]


class Drawn:
    """A function of some inputs, called with as many arrays."""

    def __init__(self, seed, dtypes=("float64",), steps=SMOOTH):
        r = random.Random(seed)
        self.inputs = [
            gn.symbol(
                f"x{k}", [r.choice(["n", "n", "m", 3]) for _ in range(r.choice([1, 2]))], r.choice(dtypes)
            )
            for k in range(2)
        ]
        self.lines = []
        pool = list(self.inputs)
        for _ in range(r.randint(2, 6)):
            line = (
                r.choice(steps),
                r.random(),
                r.randrange(max(0, len(pool) - 3), len(pool)),
                r.randrange(len(pool)),
            )
            try:
                pool.append(self.step(pool, *line))
            except (gn.GnomonError, TypeError, ValueError):  # these two do not fit
                continue
            self.lines.append(line)
        made = range(2, len(pool))
        self.picked = sorted(r.sample(made, min(2, len(made))))

    @staticmethod
    def step(pool, step, own, first, second):
        if not pool[first].ndim:
            raise TypeError
        return step(random.Random(own), pool[first], pool[second])

    def __call__(self, *arrays):
        pool = list(arrays)
        for line in self.lines:
            pool.append(self.step(pool, *line))
        return [pool[k] for k in self.picked]

    def cost(self, *arrays):
        """Return one number that depends on the floats among the results."""
        total = 0.0
        for out in self(*arrays):
            if str(out.dtype) == "float64":
                weights = 1 + 0.5 * gn.cos(gn.arange(out.size, dtype="float64"))
                total = total + gn.sum(gn.ravel(out / (1 + 0.1 * out * out)) * weights)
        return gn.asarray(total)


def values(rng, shapes, dtypes, sizes):
    """Return arrays for shapes of numbers and names, of values without ties."""
    result = []
    for shape, dtype in zip(shapes, dtypes, strict=True):
        drawn = rng.normal(size=[size if type(size) is int else sizes[str(size)] for size in shape]) * 2
        result.append(drawn > 0 if dtype == "bool" else drawn.astype(dtype))
    return result


def called(function, arrays):
    """Return the results of a call, or None where it is refused."""
    try:
        return function(*arrays)
    except gn.GnomonError:
        return None


def close(got, wanted, tolerance=1e-8):
    """Hold results against others: shapes, dtypes, values."""
    for one, other in zip(got, wanted, strict=True):
        one, other = np.asarray(one), np.asarray(other)
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        np.testing.assert_allclose(
            one, other, rtol=tolerance, atol=tolerance * max(1, np.abs(other).max(initial=0))
        )
