"""Random expressions and claims, each both as symbolic sizes and as plain Python on integers."""

import os
from dataclasses import dataclass
from itertools import product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from gnomon.shapes import (
    Always,
    AtLeast,
    Both,
    Claim,
    Divides,
    Either,
    Equal,
    Never,
    Not,
    OneOf,
    Size,
    maximum,
    minimum,
    symbol,
)

NAMES = ("a", "b", "c")

checked = settings(
    max_examples=int(os.environ.get("SHAPES_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
"""How thoroughly Hypothesis looks; `SHAPES_EXAMPLES=5000 pytest tests/shapes` looks longer."""


@dataclass(frozen=True)
class Expression:
    """Python source over the names a, b and c."""

    source: str

    def on_integers(self):
        """A function of a, b and c."""
        return eval(f"lambda a, b, c: {self.source}", {"minimum": min, "maximum": max})

    def on_symbols(self, symbols: dict[str, Size]) -> Size:
        """The symbolic size."""
        return eval(self.source, {"minimum": minimum, "maximum": maximum}, symbols)


@dataclass(frozen=True)
class Proposition:
    """Two sources: Python that is true or false of a, b and c, and the claim that says so."""

    condition: str
    claim: str

    def on_integers(self):
        """A function of a, b and c."""
        return eval(f"lambda a, b, c: {self.condition}", {"minimum": min, "maximum": max})

    def on_symbols(self, symbols: dict[str, Size]) -> Claim:
        """The claim."""
        names = {
            kind.__name__: kind for kind in (Always, AtLeast, Both, Divides, Either, Equal, Never, Not, OneOf)
        }
        return eval(self.claim, {"minimum": minimum, "maximum": maximum, **names}, symbols)


@dataclass(frozen=True)
class Range:
    """How a symbol is made, and the values at which it is tested."""

    lower: int | None = 0
    upper: int | None = None
    domain: frozenset[int] | None = None

    def make(self, name: str) -> Size:
        """A new symbol."""
        return symbol(name, self.lower, self.upper, self.domain)

    def values(self) -> list[int]:
        """Some values of the symbol: all small ones."""
        if self.domain is not None:
            return sorted(self.domain)
        lower = -3 if self.lower is None else self.lower
        upper = lower + 8 if self.upper is None else self.upper
        return list(range(lower, upper + 1))


numbers = st.integers(-7, 9).map(lambda n: f"({n})" if n < 0 else str(n))
names = st.sampled_from(NAMES)
small = st.one_of(names, names, numbers)


def _combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: f"({p[0]} + {p[1]})"),
        pairs.map(lambda p: f"({p[0]} - {p[1]})"),
        pairs.map(lambda p: f"({p[0]} * {p[1]})"),
        st.tuples(inner, small).map(lambda p: f"({p[0]} // {p[1]})"),
        st.tuples(inner, small).map(lambda p: f"({p[0]} % {p[1]})"),
        st.tuples(inner, st.integers(2, 6)).map(lambda p: f"({p[0]} // {p[1]})"),
        st.tuples(inner, st.integers(2, 6)).map(lambda p: f"({p[0]} % {p[1]})"),
        pairs.map(lambda p: f"minimum({p[0]}, {p[1]})"),
        pairs.map(lambda p: f"maximum({p[0]}, {p[1]})"),
        pairs.map(lambda p: f"({p[0]} // {p[1]})"),
        pairs.map(lambda p: f"({p[0]} % {p[1]})"),
    )


sources = st.recursive(small, _combined, max_leaves=6)
simple_sources = st.recursive(small, _combined, max_leaves=3)
expressions = sources.map(Expression)

ranges = st.one_of(
    st.just(Range()),
    st.just(Range()),
    st.just(Range(1)),
    st.just(Range(None)),
    st.builds(lambda low, size: Range(low, low + size), st.integers(-2, 3), st.integers(0, 5)),
    st.frozensets(st.integers(-1, 9), min_size=1, max_size=4).map(lambda d: Range(None, None, d)),
)
all_ranges = st.tuples(ranges, ranges, ranges)


def _equal(p: tuple[str, str]) -> Proposition:
    return Proposition(f"({p[0]}) == ({p[1]})", f"Equal({p[0]}, {p[1]})")


def _at_least(p: tuple[str, str]) -> Proposition:
    return Proposition(f"({p[0]}) >= ({p[1]})", f"AtLeast({p[0]}, {p[1]})")


def _divides(p: tuple[str, str]) -> Proposition:
    return Proposition(f"({p[1]}) % ({p[0]}) == 0", f"Divides({p[0]}, {p[1]})")


def _one_of(p: tuple[str, list[str]]) -> Proposition:
    options = "".join(f"{x}, " for x in p[1])
    return Proposition(f"({p[0]}) in ({options})", f"OneOf({p[0]}, ({options}))")


def _compound(inner: st.SearchStrategy[Proposition]) -> st.SearchStrategy[Proposition]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        inner.map(lambda p: Proposition(f"(not ({p.condition}))", f"Not({p.claim})")),
        pairs.map(
            lambda p: Proposition(
                f"(({p[0].condition}) & ({p[1].condition}))", f"Both({p[0].claim}, {p[1].claim})"
            )
        ),
        pairs.map(
            lambda p: Proposition(
                f"(({p[0].condition}) | ({p[1].condition}))", f"Either({p[0].claim}, {p[1].claim})"
            )
        ),
    )


def propositions(terms: st.SearchStrategy[str]) -> st.SearchStrategy[Proposition]:
    """Random claims about random expressions."""
    basic = st.one_of(
        st.tuples(terms, terms).map(_equal),
        st.tuples(terms, terms).map(_at_least),
        st.tuples(terms, numbers).map(_equal),
        st.tuples(terms, numbers).map(_at_least),
        st.tuples(st.integers(2, 6).map(str), terms).map(_divides),
        st.tuples(small, terms).map(_divides),
        st.tuples(terms, st.lists(small, min_size=1, max_size=3)).map(_one_of),
    )
    return st.recursive(basic, _compound, max_leaves=3)


claims = propositions(simple_sources)


def assignments(box: tuple[Range, Range, Range]) -> list[tuple[int, int, int]]:
    """All small values of a, b and c."""
    return list(product(*(r.values() for r in box)))


def value(function, point):
    """The value at a point, or None where it divides by zero."""
    try:
        return function(*point)
    except ZeroDivisionError:
        return None
