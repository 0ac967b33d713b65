"""Random arrays away from kinks, and one case of an operation with its inputs."""

import zlib
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Case:
    """An operation, its inputs and attributes. ``symmetric`` inputs are symmetrised before they go in."""

    op: str
    arrays: tuple
    attributes: dict = field(default_factory=dict)
    symmetric: bool = False
    twice: bool = True
    what: object = None  # picks what is weighed, where outputs themselves are not unique
    tolerance: float = 1e-6

    @property
    def id(self):
        shapes = ",".join(str(getattr(a, "shape", "many")).replace(" ", "") for a in self.arrays)
        words = ",".join(f"{key}={value}" for key, value in self.attributes.items())
        return f"{self.op}-{shapes}-{words}"[:90]


def adder(cases):
    """Return the function that adds cases to a list."""

    def case(name, *arrays, symmetric=False, twice=True, what=None, tolerance=1e-6, **attributes):
        cases.append(Case(name, arrays, attributes, symmetric, twice, what, tolerance))

    return case


_drawn = [0]


def rng():
    _drawn[0] += 1
    return np.random.default_rng(zlib.crc32(str(_drawn[0]).encode()))


def normal(*shape):
    """Return numbers of both signs, at least 0.1 away from 0 and from each other where they are few."""
    values = rng().normal(size=shape)
    return values + np.where(values >= 0, 0.1, -0.1)


def positive(*shape):
    """Return numbers between 0.5 and 2."""
    return rng().uniform(0.5, 2, shape)


def inside(*shape):
    """Return numbers of both signs whose absolute values lie between 0.1 and 0.9."""
    g = rng()
    return g.uniform(0.1, 0.9, shape) * g.choice([-1.0, 1.0], shape)


def share(*shape):
    """Return numbers between 0.1 and 0.9."""
    return rng().uniform(0.1, 0.9, shape)


def distinct(*shape):
    """Return numbers that differ by 0.1 at least, in random order."""
    count = int(np.prod(shape))
    g = rng()
    return (g.permutation(count) * 0.3 - 0.15 * count + 0.07 + g.uniform(0, 0.1, count)).reshape(shape)


def complexes(*shape):
    """Return complex numbers."""
    return normal(*shape) + 1j * normal(*shape)


def whole(high, *shape):
    """Return integers below a number."""
    return rng().integers(0, high, shape)


def matrix(*shape):
    """Return regular matrices, far from singular."""
    return normal(*shape) + 3 * np.eye(shape[-2], shape[-1])


def definite(*shape):
    """Return symmetric positive definite matrices with eigenvalues apart."""
    a = normal(*shape) * 0.3
    return a + np.swapaxes(a, -1, -2) + np.diag(np.arange(2.0, 2.0 + shape[-1]))


def triangular(*shape):
    """Return lower triangular matrices."""
    return np.tril(normal(*shape)) + 2 * np.eye(shape[-1])
