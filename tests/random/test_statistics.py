"""Draws have the distributions they name: compared with SciPy's, with fixed keys."""

import numpy as np
import pytest

import gnomon as gn

stats = pytest.importorskip("scipy.stats")

COUNT = 20000
SURE = 1e-3
"""A test fails by chance once in so many keys; with these keys none does."""

CONTINUOUS = {
    "uniform": (lambda k, s, d: gn.random.uniform(k, s, low=-1, high=3, dtype=d), stats.uniform(-1, 4)),
    "normal": (lambda k, s, d: gn.random.normal(k, s, loc=1.0, scale=2.0, dtype=d), stats.norm(1, 2)),
    "exponential": (lambda k, s, d: gn.random.exponential(k, s, scale=3.0, dtype=d), stats.expon(scale=3)),
    "laplace": (lambda k, s, d: gn.random.laplace(k, s, loc=1, scale=2.0, dtype=d), stats.laplace(1, 2)),
    "logistic": (lambda k, s, d: gn.random.logistic(k, s, loc=1, scale=2.0, dtype=d), stats.logistic(1, 2)),
    "gumbel": (lambda k, s, d: gn.random.gumbel(k, s, loc=1, scale=2.0, dtype=d), stats.gumbel_r(1, 2)),
    "cauchy": (lambda k, s, d: gn.random.cauchy(k, s, loc=1, scale=2.0, dtype=d), stats.cauchy(1, 2)),
    "lognormal": (lambda k, s, d: gn.random.lognormal(k, s, mean=1, sigma=0.5, dtype=d), stats.lognorm(0.5, scale=np.e)),
    "rayleigh": (lambda k, s, d: gn.random.rayleigh(k, s, scale=2.0, dtype=d), stats.rayleigh(scale=2)),
    "weibull": (lambda k, s, d: gn.random.weibull(k, 1.7, s, dtype=d), stats.weibull_min(1.7)),
    "pareto": (lambda k, s, d: gn.random.pareto(k, 2.5, s, dtype=d), stats.lomax(2.5)),
    "power": (lambda k, s, d: gn.random.power(k, 2.5, s, dtype=d), stats.powerlaw(2.5)),
    "triangular": (lambda k, s, d: gn.random.triangular(k, -1.0, 1.0, 4.0, s, dtype=d), stats.triang(0.4, -1, 5)),
    "wald": (lambda k, s, d: gn.random.wald(k, 2.0, 3.0, s, dtype=d), stats.invgauss(2 / 3, scale=3)),
    "wald, long tail": (lambda k, s, d: gn.random.wald(k, 1.0, 0.1, s, dtype=d), stats.invgauss(10, scale=0.1)),
    "truncated": (lambda k, s, d: gn.random.truncated_normal(k, -1.0, 0.5, s, dtype=d), stats.truncnorm(-1, 0.5)),
    "far tail": (lambda k, s, d: gn.random.truncated_normal(k, 5.0, 7.0, s, dtype=d), stats.truncnorm(5, 7)),
    "far lower tail": (
        lambda k, s, d: gn.random.truncated_normal(k, -12.0, -8.0, s, dtype=d),
        stats.truncnorm(-12, -8),
    ),
    "across the tail": (lambda k, s, d: gn.random.truncated_normal(k, -2.5, -1.0, s, dtype=d), stats.truncnorm(-2.5, -1)),
    "upper tail": (lambda k, s, d: gn.random.truncated_normal(k, 3.0, 9.0, s, dtype=d), stats.truncnorm(3, 9)),
    "lower tail": (
        lambda k, s, d: gn.random.truncated_normal(k, -9.0, -3.0, s, loc=1.0, scale=2.0, dtype=d),
        stats.truncnorm(-9, -3, 1, 2),
    ),
    "gamma": (lambda k, s, d: gn.random.gamma(k, 2.5, s, scale=3.0, dtype=d), stats.gamma(2.5, scale=3)),
    "gamma of 1": (lambda k, s, d: gn.random.gamma(k, 1.0, s, dtype=d), stats.gamma(1)),
    "gamma of 0.3": (lambda k, s, d: gn.random.gamma(k, 0.3, s, dtype=d), stats.gamma(0.3)),
    "gamma of 1000": (lambda k, s, d: gn.random.gamma(k, 1000.0, s, dtype=d), stats.gamma(1000)),
    "beta": (lambda k, s, d: gn.random.beta(k, 0.7, 2.0, s, dtype=d), stats.beta(0.7, 2)),
    "chisquare": (lambda k, s, d: gn.random.chisquare(k, 3.0, s, dtype=d), stats.chi2(3)),
    "standard_t": (lambda k, s, d: gn.random.standard_t(k, 3.0, s, dtype=d), stats.t(3)),
    "f": (lambda k, s, d: gn.random.f(k, 3.0, 7.0, s, dtype=d), stats.f(3, 7)),
    "vonmises": (lambda k, s, d: gn.random.vonmises(k, 0.5, 2.0, s, dtype=d), stats.vonmises(2, 0.5)),
    "vonmises of 0": (lambda k, s, d: gn.random.vonmises(k, 0.0, 0.0, s, dtype=d), stats.uniform(-np.pi, 2 * np.pi)),
    "vonmises of 1e-6": (lambda k, s, d: gn.random.vonmises(k, 0, 1e-6, s, dtype=d), stats.vonmises(1e-6)),
    "vonmises behind": (lambda k, s, d: (gn.random.vonmises(k, -np.pi, 0.8, s, dtype=d)) % (2 * np.pi) - np.pi,
                        stats.vonmises(0.8)),
    "vonmises of 500": (lambda k, s, d: gn.random.vonmises(k, 0.0, 500.0, s, dtype=d), stats.vonmises(500)),
    "vonmises of 1e9": (lambda k, s, d: gn.random.vonmises(k, 0.0, 1e9, s, dtype=d), stats.norm(scale=1e9**-0.5)),
}  # fmt: skip


def drawn(build, *, seed=1, native=True):
    key = gn.symbol("key", (), "uint64")
    return gn.function([key], build(key), native=native)(np.uint64(seed))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous(name, dtype):
    build, exact = CONTINUOUS[name]
    found = drawn(lambda key: build(key, COUNT, dtype))
    assert found.dtype == dtype
    assert np.all(np.isfinite(found))
    assert stats.kstest(found.astype(float), exact.cdf).pvalue > SURE


DISCRETE = {
    "integers": (lambda k, s: gn.random.integers(k, -3, 7, s), stats.randint(-3, 7)),
    "bernoulli": (lambda k, s: gn.random.bernoulli(k, 0.3, s).astype("int64"), stats.bernoulli(0.3)),
    "geometric": (lambda k, s: gn.random.geometric(k, 0.3, s), stats.geom(0.3)),
    "binomial": (lambda k, s: gn.random.binomial(k, 30, 0.4, s), stats.binom(30, 0.4)),
    "binomial, few": (lambda k, s: gn.random.binomial(k, 30, 0.1, s), stats.binom(30, 0.1)),
    "binomial, even": (lambda k, s: gn.random.binomial(k, 20, 0.5, s), stats.binom(20, 0.5)),
    "binomial, nearly all": (lambda k, s: gn.random.binomial(k, 1000, 0.97, s), stats.binom(1000, 0.97)),
    "negative_binomial": (lambda k, s: gn.random.negative_binomial(k, 4, 0.4, s), stats.nbinom(4, 0.4)),
    "hypergeometric": (lambda k, s: gn.random.hypergeometric(k, 10, 20, 8, s), stats.hypergeom(30, 10, 8)),
    "hypergeometric, one": (lambda k, s: gn.random.hypergeometric(k, 1, 1, 1, s), stats.hypergeom(2, 1, 1)),
    "hypergeometric, mostly good": (lambda k, s: gn.random.hypergeometric(k, 20, 4, 9, s), stats.hypergeom(24, 20, 9)),
    "hypergeometric, most drawn": (lambda k, s: gn.random.hypergeometric(k, 10, 20, 25, s), stats.hypergeom(30, 10, 25)),
    "hypergeometric, both": (lambda k, s: gn.random.hypergeometric(k, 20, 10, 25, s), stats.hypergeom(30, 20, 25)),
    "hypergeometric, many": (lambda k, s: gn.random.hypergeometric(k, 4000, 9000, 700, s),
                             stats.hypergeom(13000, 4000, 700)),
    "poisson": (lambda k, s: gn.random.poisson(k, 3.0, s), stats.poisson(3)),
    "poisson of 9.9": (lambda k, s: gn.random.poisson(k, 9.9, s), stats.poisson(9.9)),
    "poisson of 10": (lambda k, s: gn.random.poisson(k, 10.0, s), stats.poisson(10)),
    "poisson of 300": (lambda k, s: gn.random.poisson(k, 300.0, s), stats.poisson(300)),
    "logseries": (lambda k, s: gn.random.logseries(k, 0.7, s), stats.logser(0.7)),
    "zipf": (lambda k, s: gn.random.zipf(k, 3.0, s), stats.zipf(3)),
    "zipf of 1.2": (lambda k, s: gn.random.zipf(k, 1.2, s), stats.zipf(1.2)),
    "zipf of 9": (lambda k, s: gn.random.zipf(k, 9.0, s), stats.zipf(9)),
    "choice": (lambda k, s: gn.random.choice(k, 6, s), stats.randint(0, 6)),
    "permuted": (lambda k, s: gn.random.permutation(k, gn.broadcast_to(gn.arange(5), (s // 5, 5)), axis=1,
                                                    independent=True)[:, 2], stats.randint(0, 5)),
}  # fmt: skip


def chance(found, exact):
    """The p-value of a chi-square test, rare numbers put together."""
    values, counts = np.unique(found, return_counts=True)
    expected = exact.pmf(values) * len(found)
    often = expected >= 10
    counts = np.append(counts[often], counts[~often].sum())
    expected = np.append(expected[often], len(found) - expected[often].sum())
    keep = expected > 1e-6
    assert counts[~keep].sum() == 0
    return stats.chisquare(counts[keep], expected[keep] * counts.sum() / expected[keep].sum()).pvalue


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete(name):
    build, exact = DISCRETE[name]
    found = drawn(lambda key: build(key, COUNT))
    assert found.dtype == np.int64
    assert chance(found, exact) > SURE


WEIGHTS = np.array([0.1, 0.0, 0.6, 0.3])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_weights_decide_how_often_things_are_drawn(dtype):
    with np.errstate(divide="ignore"):
        logits = np.log(WEIGHTS * 5).astype(dtype)
    for build in (
        lambda key: gn.random.choice(key, 4, COUNT, p=WEIGHTS.astype(dtype)),
        lambda key: gn.random.categorical(key, logits, (COUNT,)),
    ):
        counts = np.bincount(drawn(build), minlength=4)
        assert counts[1] == 0
        assert stats.chisquare(counts[[0, 2, 3]], WEIGHTS[[0, 2, 3]] * COUNT).pvalue > SURE


def test_draws_without_replacement_follow_the_weights():
    keys = gn.random.split(gn.random.key(5), 1000)
    rows = [tuple(gn.random.choice(key, 3, 2, replace=False, p=[0.2, 0.3, 0.5]).tolist()) for key in keys]
    p = [0.2, 0.3, 0.5]
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    expected = [p[a] * p[b] / (1 - p[a]) * len(rows) for a, b in pairs]
    assert stats.chisquare([rows.count(pair) for pair in pairs], expected).pvalue > SURE


def test_each_permutation_is_as_likely_as_others():
    orders = drawn(lambda key: gn.random.permutation(gn.random.split(key, 12000), 4))
    _, counts = np.unique(orders, axis=0, return_counts=True)
    assert len(counts) == 24
    assert stats.chisquare(counts).pvalue > SURE


def test_vectors():
    cov = np.array([[2.0, 0.6], [0.6, 0.5]])
    found = drawn(lambda key: gn.random.multivariate_normal(key, np.array([1.0, -1.0]), cov, (COUNT,)))
    assert found.shape == (COUNT, 2)
    np.testing.assert_allclose(found.mean(0), [1, -1], atol=0.05)
    np.testing.assert_allclose(np.cov(found.T), cov, atol=0.06)
    white = np.linalg.solve(np.linalg.cholesky(cov), (found - [1, -1]).T)
    assert stats.kstest(white.ravel(), stats.norm.cdf).pvalue > SURE


def test_dirichlet():
    alpha = np.array([0.4, 1.0, 3.0])
    found = drawn(lambda key: gn.random.dirichlet(key, alpha, (COUNT,)))
    np.testing.assert_allclose(found.sum(1), 1, rtol=1e-12)
    for place, a in enumerate(alpha):
        assert stats.kstest(found[:, place], stats.beta(a, alpha.sum() - a).cdf).pvalue > SURE


def test_multinomial():
    found = drawn(lambda key: gn.random.multinomial(key, 20, np.array([0.2, 0.3, 0.5]), (COUNT,)))
    assert np.all(found.sum(1) == 20)
    for place, p in enumerate((0.2, 0.3, 0.5)):
        assert chance(found[:, place], stats.binom(20, p)) > SURE
    pairs = np.unique(found[:, :2], axis=0, return_counts=True)
    expected = stats.multinomial(20, [0.2, 0.3, 0.5]).pmf(np.c_[pairs[0], 20 - pairs[0].sum(1)]) * COUNT
    often = expected >= 10
    assert (
        stats.chisquare(
            pairs[1][often], expected[often] * pairs[1][often].sum() / expected[often].sum()
        ).pvalue
        > SURE
    )


def test_multinomials_of_a_batch():
    """Batches of numbers and chances, chances that do not add up to 1, and outcomes that never are."""
    n, p = np.array([[3], [1000]]), np.array([[2.0, 0.0, 2.0], [0.25, 0.75, 0.0]]) / 8
    found = drawn(lambda key: gn.random.multinomial(key, n, p, (4000, 2, 2)))
    assert found.shape == (4000, 2, 2, 3)
    assert np.all(found.sum(-1) == n[:, 0, None])
    assert not found[:, :, 0, 1].any()
    assert not found[:, :, 1, 2].any()
    assert chance(found[:, 1, 1, 0], stats.binom(1000, 0.25)) > SURE
    assert chance(found[:, 0, 0, 2], stats.binom(3, 0.5)) > SURE


@pytest.mark.parametrize("span", [3, 2**32 - 1, 2**32 + 1, 3 * 2**62, 2**63 + 2**62])
def test_wide_ranges_are_even(span):
    found = drawn(lambda key: gn.random.integers(key, 0, span, COUNT, dtype="uint64"))
    assert found.max() < span
    even = (found.astype(float) + 0.5) / span
    if span > 3:
        assert stats.kstest(even, "uniform").pvalue > SURE
    else:
        assert stats.chisquare(np.bincount(found.astype(int))).pvalue > SURE


def test_ranges_that_are_data_are_even():
    low, high = gn.symbol("low", (), "int64"), gn.symbol("high", (), "int64")
    f = gn.function([low, high], gn.random.integers(gn.random.key(1), low, high, COUNT))
    for limits in [(-5, 6), (-(2**62), 2**62), (-(2**63), 2**63 - 1)]:
        found = f(*limits)
        assert found.min() >= limits[0]
        assert found.max() < limits[1]
        span = limits[1] - limits[0]
        assert stats.kstest((found.astype(float) - limits[0] + 0.5) / span, "uniform").pvalue > (
            0 if span < 99 else SURE
        )


def test_streams_are_independent():
    """Split, folded and neighbouring keys, neighbouring elements, and the halves of draws have no correlation."""
    key = gn.random.key(11)
    count = 50000
    draws = [gn.random.normal(part, count).eval() for part in gn.random.split(key, 4)]
    draws += [gn.random.normal(gn.random.fold_in(key, n), count).eval() for n in range(4)]
    draws += [gn.random.normal(gn.random.key(11 + n), count).eval() for n in range(4)]
    draws += [draws[0][::-1], np.roll(draws[0], 1), np.roll(draws[0], 2), np.roll(draws[0], 4)]
    assert abs(np.corrcoef(draws) - np.eye(len(draws))).max() < 5 / np.sqrt(count)


def test_keys_of_many_splits_differ():
    keys = gn.random.split(gn.random.key(0), 1000)
    children = np.concatenate([gn.random.split(key, 50).eval() for key in keys])
    folded = gn.random.fold_in(gn.random.key(0), np.arange(50000)).eval()
    assert len(np.unique(np.concatenate([children, folded, keys.eval()]))) == 101000


def test_words_are_even_bit_by_bit():
    words = drawn(lambda key: gn.random.bits(key, 100000, dtype="uint64"))
    for bit in range(64):
        assert abs(np.mean((words >> np.uint64(bit)) & np.uint64(1)) - 0.5) < 5 * 0.5 / np.sqrt(len(words))
    bytes_ = np.bincount(words.view(np.uint8), minlength=256)
    assert stats.chisquare(bytes_).pvalue > SURE
