"""Rows for random numbers, by the legacy functions and by `Generator`."""

import numpy as np
from hypothesis import strategies as st

from gnomon.models.numpy.random import RandomGenerator
from gnomon.values import LibraryFunction

from models.numpy.comparing import Row
from models.numpy.drawing import arrays, call, filled, positive, shapes, sizes

size = st.none() | sizes | shapes()
ONE = ["exponential", "rayleigh", "poisson", "standard_t", "chisquare", "pareto", "power", "weibull"]
TWO = ["normal", "uniform", "gamma", "beta", "laplace", "logistic", "lognormal", "gumbel"]
one = st.just(0.5) | arrays(high=2, dtypes=("float64",), size=positive)
lists = st.lists(st.just(0.25), min_size=1, max_size=4)


def both(name, calls, **options):
    """The legacy function and the method of a generator."""
    yield Row(f"numpy.random.{name}", calls, **options)
    yield modern(name, calls, **options)


def modern(name, calls, **options):
    """The method of a generator."""
    label = f"numpy.random.Generator.{name}"
    model = LibraryFunction(label, getattr(RandomGenerator, name))
    return Row(label, calls, real=getattr(np.random.default_rng(0), name), target=model, **options)


def sized(*parameters):
    """Parameters and a size that they fit, or do not."""
    return call(*parameters, size=size)


@st.composite
def normals(draw):
    n = draw(positive)
    m = draw(st.just(n) | positive)
    return (np.zeros(n), np.eye(m)), draw(st.sampled_from([{}, {"size": 3}, {"size": (2, 3)}]))


ROWS = [
    Row("numpy.random.rand", shapes().map(lambda s: (s, {}))),
    Row("numpy.random.randn", shapes().map(lambda s: (s, {}))),
    *(row for name in ("random", "standard_normal") for row in both(name, call(size=size))),
    Row("numpy.random.random_sample", call(size)),
    Row("numpy.random.randint", call(5, size=size)),
    Row("numpy.random.randint", st.tuples(size).map(lambda s: ((0, 10, *s), {}))),
    Row("numpy.random.randint", call(0, 5, (2, 3), dtype=st.sampled_from(["int32", "uint8"]))),
    modern("integers", call(5, size=size)),
    *(
        row for name in ONE for row in both(name, sized(one), lenient=True)
    ),  # parameters that do not fit the size
    *(row for name in TWO for row in both(name, sized(one, one), lenient=True)),
    *both("binomial", sized(5, one), lenient=True),
    *both("choice", call(st.sampled_from([5, [1, 2, 3], filled((4,), "float32")]), size=size)),
    Row("numpy.random.choice", call(filled((4, 2), "float32"), size=size)),
    modern("choice", call(filled((4, 2), "float32"), size=size)),
    *both("permutation", call(st.sampled_from([5, filled((4, 2), "float32")]))),
    *both("multivariate_normal", normals()),
    *both("dirichlet", call(lists.map(np.array), size=size)),
    *both("multinomial", call(5, lists.map(lambda x: [1 / len(x)] * len(x)), size=size)),
    *both("shuffle", call(arrays(low=1))),
]
