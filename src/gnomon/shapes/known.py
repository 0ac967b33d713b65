"""What is known about one integer: bounds, remainder, possible and impossible values."""

from __future__ import annotations

from math import gcd

from gnomon.shapes.intervals import highest, lowest

MAX_JOINED = 8
"""How many possible values are kept apart when branches meet."""

NOTHING: frozenset[int] = frozenset()


class Known:
    """Everything known about one integer x, each part as strong as the others make it.

    `lower <= x <= upper` (None: no bound), `x % modulus == residue`, x is in `domain` (None: any) and not in
    `excluded`, which is empty if there is a domain.
    """

    __slots__ = ("domain", "excluded", "lower", "modulus", "residue", "upper")

    def __init__(
        self,
        lower: int | None = None,
        upper: int | None = None,
        modulus: int = 1,
        residue: int = 0,
        domain: frozenset[int] | None = None,
        excluded: frozenset[int] = NOTHING,
    ) -> None:
        self.lower = lower
        self.upper = upper
        self.modulus = modulus
        self.residue = residue
        self.domain = domain
        self.excluded = excluded

    def __eq__(self, other: object) -> bool:
        return type(other) is Known and all(getattr(self, x) == getattr(other, x) for x in Known.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Known({', '.join(f'{x}={getattr(self, x)!r}' for x in Known.__slots__)})"

    @property
    def value(self) -> int | None:
        """The value, if only one is possible."""
        return self.lower if self.lower == self.upper else None

    def admits(self, value: int) -> bool:
        """Whether x may have this value.

        >>> Known(lower=3).admits(2), Known(modulus=2).admits(4)
        (False, True)
        """
        if (self.lower is not None and value < self.lower) or (self.upper is not None and value > self.upper):
            return False
        if self.domain is not None:
            return value in self.domain
        return value % self.modulus == self.residue and value not in self.excluded

    def values(self, limit: int) -> list[int] | None:
        """All possible values, or None if there are more than the limit."""
        if self.domain is not None:
            return sorted(self.domain) if len(self.domain) <= limit else None
        if self.lower is None or self.upper is None or (self.upper - self.lower) // self.modulus >= limit:
            return None
        return [x for x in range(self.lower, self.upper + 1, self.modulus) if x not in self.excluded]

    def scaled(self, factor: int, constant: int) -> Known:
        """What is known about factor*x + constant, for a factor that is not zero.

        >>> Known(lower=1, modulus=2, residue=1).scaled(-3, 1)
        Known(domain=None, excluded=frozenset(), lower=None, modulus=6, residue=4, upper=-2)
        """
        low, high = (self.lower, self.upper) if factor > 0 else (self.upper, self.lower)
        modulus = self.modulus * abs(factor)
        return Known(
            None if low is None else low * factor + constant,
            None if high is None else high * factor + constant,
            modulus,
            (self.residue * factor + constant) % modulus,
            None if self.domain is None else frozenset([x * factor + constant for x in self.domain]),
            frozenset([x * factor + constant for x in self.excluded]),
        )

    def narrowed(self, other: Known) -> Known | None:
        """What both say together, or None if they contradict each other.

        >>> Known(lower=0).narrowed(Known(upper=9, modulus=4, residue=3)).values(5)
        [3, 7]
        >>> Known(domain=frozenset({3, 5})).narrowed(Known(excluded=frozenset({3}))).value
        5
        """
        lower = highest(self.lower, other.lower)
        upper = lowest(self.upper, other.upper)
        combined = combined_congruence(self.modulus, self.residue, other.modulus, other.residue)
        if combined is None:
            return None
        modulus, residue = combined
        excluded = self.excluded | other.excluded
        domain = self.domain
        if domain is None:
            domain = other.domain
        elif other.domain is not None:
            domain &= other.domain
        if domain is not None:
            domain = frozenset(
                x
                for x in domain
                if (lower is None or x >= lower)
                and (upper is None or x <= upper)
                and x % modulus == residue
                and x not in excluded
            )
            if not domain:
                return None
            return Known(min(domain), max(domain), modulus, residue, domain)
        if lower is not None:
            lower += (residue - lower) % modulus
            while lower in excluded:
                lower += modulus
        if upper is not None:
            upper -= (upper - residue) % modulus
            while upper in excluded:
                upper -= modulus
        if lower is not None and upper is not None and lower > upper:
            return None
        if excluded:
            excluded = frozenset(
                x
                for x in excluded
                if (lower is None or x > lower) and (upper is None or x < upper) and x % modulus == residue
            )
        return Known(lower, upper, modulus, residue, None, excluded)

    def joined(self, other: Known) -> Known:
        """What holds if either is true.

        >>> Known(3, 3).joined(Known(5, 5)).domain == {3, 5}
        True
        >>> Known(lower=4, modulus=4).joined(Known(lower=2, modulus=6))
        Known(domain=None, excluded=frozenset(), lower=2, modulus=2, residue=0, upper=None)
        """
        lower = None if self.lower is None or other.lower is None else min(self.lower, other.lower)
        upper = None if self.upper is None or other.upper is None else max(self.upper, other.upper)
        a, b = self.values(MAX_JOINED), other.values(MAX_JOINED)
        domain = None if a is None or b is None else frozenset(a).union(b)
        if domain is not None and len(domain) > MAX_JOINED:
            domain = None
        excluded = NOTHING
        if domain is None:
            candidates = self.excluded | other.excluded | self._gap(other) | other._gap(self)
            excluded = frozenset([x for x in candidates if not self.admits(x) and not other.admits(x)])
        mine = (0, self.lower) if self.value is not None else (self.modulus, self.residue)
        theirs = (0, other.lower) if other.value is not None else (other.modulus, other.residue)
        modulus = gcd(mine[0], theirs[0], (mine[1] or 0) - (theirs[1] or 0)) or 1
        return Known(lower, upper, modulus, (mine[1] or 0) % modulus, domain, excluded)

    def _gap(self, other: Known) -> frozenset[int]:
        """The few values between the largest of this and the smallest of the other."""
        if self.upper is None or other.lower is None or other.lower - self.upper > MAX_JOINED:
            return NOTHING
        return frozenset(range(self.upper + 1, other.lower))


def combined_congruence(a: int, r: int, b: int, s: int) -> tuple[int, int] | None:
    """The (m, t) for which x % m == t says that x % a == r and x % b == s, or None if nothing satisfies both.

    >>> combined_congruence(4, 3, 6, 5), combined_congruence(4, 3, 6, 4)
    ((12, 11), None)
    """
    common = gcd(a, b)
    if (s - r) % common:
        return None
    if common == b:
        return a, r
    step = (s - r) // common * pow(a // common, -1, b // common) % (b // common)
    modulus = a // common * b
    return modulus, (r + a * step) % modulus


UNKNOWN = Known()
