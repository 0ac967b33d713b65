"""Operations of the user's for the tests: in a module, so that pickle finds them."""

import numpy as np

import gnomon as gn


@gn.op("n m, m -> n")
def times(a, x, *, share=1.0):
    """A matrix times a vector, scaled."""
    return share * (a @ x)


@times.gradient
def _(g, a, x, *, share):
    return share * gn.outer(g, x), share * (a.T @ g)


@gn.op(elementwise=True, dtype="float")
def leaky(x, y, *, slope=0.25):
    """The first array where it is positive, else a part of it plus the second."""
    return np.where(x > 0, x, slope * x + y)


@leaky.gradient
def _(g, x, y, *, slope):
    return gn.where(x > 0, g, slope * g), gn.where(x > 0, 0.0, g)


@gn.op("n -> n, ()", dtype=("promote", "int64"))
def ordered(x):
    """The entries in order, and how many are negative."""
    return np.sort(x), (x < 0).sum()


@gn.op(body=True)
def swish(x, *, beta=1.0):
    """A body over Gnomon's operations."""
    return x / (1 + gn.exp(-beta * x))


@gn.op(body=True)
def straight(x):
    """Rounding, through which gradients go as if it were not there."""
    return gn.round(x)


@straight.gradient
def _(g, x):
    return g


@gn.op("n -> n", name="recursion")
def stumbling(x):
    """Fails where an entry is negative."""
    if (x < 0).any():
        raise KeyError("a negative entry")
    return np.cumsum(x)


@gn.op(formula=True)
def bent(x, y, *, slope=0.25):
    """A scalar function of kernels."""
    return (x > 0).where(x.fma(2.0, y), x * slope) + x.call("tanh")


@bent.gradient
def _(g, x, y, *, slope):
    return g * (gn.where(x > 0, 2.0, slope) + 1 - gn.tanh(x) ** 2), gn.where(x > 0, g, 0.0)
