"""``random``: integers keep their limits, choices keep the shape of what is chosen from."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Dim, ListValue, Modelled, function, modelled, symbol, unknown_of
from gnomon.models.python.choosing import EXACT_ITEMS, any_element, any_of, elements, length
from gnomon.models.python.harmless import giving, returning

giving(
    "float",
    "random",
    "random uniform gauss normalvariate betavariate expovariate gammavariate lognormvariate triangular"
    " vonmisesvariate paretovariate weibullvariate",
)
returning(None, "random", "seed setstate")


def _between(low: Any, high: Any) -> Any:
    """Return a fresh integer between inclusive limits."""
    if type(low) is int and type(high) is int:
        return low if low == high else symbol(lower=min(low, high), upper=max(low, high))
    return symbol(lower=low if type(low) is int else 0 if type(low) is Dim else None)


class _Generator:
    """The functions of ``random``, as methods so that ``random.Random`` has them too."""

    def randint(self, a: Any, b: Any) -> Any:
        """An integer from a to b, both included."""
        return _between(a, b)

    def randrange(self, start: Any, stop: Any = None, step: Any = 1) -> Any:
        """An integer of a range."""
        low, high = (0, start) if stop is None else (start, stop)
        return _between(low, high - 1 if type(high) is int else high)

    def getrandbits(self, k: Any) -> Any:
        """An integer of at most k bits."""
        return symbol(lower=0)

    def choice(self, seq: Any) -> Any:
        """Any element."""
        return any_element(seq)

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: Any = 1) -> Any:
        """A list of k elements."""
        if type(k) is int and 0 <= k <= 64:
            return ListValue([any_element(population) for _ in range(k)])
        return ListValue(None, element=any_element(population), length=k if type(k) in (int, Dim) else None)

    def sample(self, population: Any, k: Any = None, *, counts: Any = None) -> Any:
        """A list of k elements."""
        if k is None:
            return ListValue(None, element=any_element(population))
        return self.choices(population, k=k)

    def shuffle(self, x: Any, random: Any = None) -> None:
        """Afterwards each place of the list may hold any element."""
        if type(x) is not ListValue:
            return
        items = elements(x)
        if items is not None and len(items) <= EXACT_ITEMS:
            typical = any_of(items)
            if type(typical) is Dim:
                x.summarize(typical, len(items)) if len(items) > 64 else x.replace(
                    tuple(any_of(items) for _ in items)
                )
            else:
                x.replace((typical,) * len(items))
        else:
            x.summarize(any_element(x), length(x))


_ONE = _Generator()
for _name in ("randint", "randrange", "getrandbits", "choice", "choices", "sample", "shuffle"):
    function(f"random.{_name}", raw=True, tensor=False)(getattr(_ONE, _name))


@modelled("random.Random", "random.SystemRandom")
class Random(_Generator, Modelled):
    """A generator of its own."""

    raw = True

    def __init__(self, x: Any = None) -> None:
        """The seed does not matter."""

    def random(self) -> Any:
        """A float in [0, 1)."""
        return unknown_of("float")

    def seed(self, a: Any = None, version: int = 2) -> None:
        """The seed does not matter."""

    def uniform(self, a: Any, b: Any) -> Any:
        """A float between a and b."""
        return unknown_of("float")

    def gauss(self, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
        """A normally distributed float."""
        return unknown_of("float")

    normalvariate = gauss


for _method in ("choice", "choices", "sample", "shuffle"):
    getattr(_Generator, _method).raw = True


@function("secrets.randbelow", tensor=False)
def randbelow(exclusive_upper_bound: Any) -> Any:
    """An integer below a limit."""
    return _ONE.randrange(exclusive_upper_bound)


@function("secrets.choice", raw=True, tensor=False)
def secret_choice(seq: Any) -> Any:
    """Any element."""
    return any_element(seq)
