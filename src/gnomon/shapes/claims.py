"""Propositions about sizes, which facts can answer or assume."""

from __future__ import annotations

from gnomon.shapes import sizes
from gnomon.shapes.truth import NO, YES, all_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Self

    from gnomon.shapes.atoms import Symbol
    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.truth import Truth


class Claim:
    """A proposition about sizes. `ask` tells whether it holds, `Facts.assume` makes it known.

    Claims with the same parts are equal, and can be combined with `&`, `|` and `~`.

    >>> from gnomon.shapes import Facts, symbol
    >>> n = symbol("n")
    >>> claim = Equal(n, 3) | AtLeast(n, 5)
    >>> claim, ~claim, claim.ask(Facts())
    (n == 3 or n >= 5, n != 3 and n < 5, MAYBE)
    """

    __slots__: tuple[str, ...] = ()

    def ask(self, facts: Facts) -> Truth:
        """Whether the claim holds, given the facts."""
        raise NotImplementedError

    def sizes(self) -> Iterator[Size]:
        """The sizes that the claim is about."""
        raise NotImplementedError

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim about changed sizes."""
        raise NotImplementedError

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Self:
        """The same claim with symbols replaced by other sizes.

        >>> from gnomon.shapes import symbol
        >>> n, m = symbol("n"), symbol("m")
        >>> AtLeast(n, m).substitute({n.atom: 4})
        4 >= m
        """
        return self.mapped(lambda size: sizes.substitute(size, mapping))

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that the claim mentions."""
        return frozenset().union(*map(sizes.symbols_of, self.sizes()))

    def parts(self) -> tuple[object, ...]:
        """What the claim was made of."""
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claim) and type(other) is type(self) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash((type(self), self.parts()))

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.parts())

    def __and__(self, other: Claim) -> Claim:
        return Both(self, other)

    def __or__(self, other: Claim) -> Claim:
        return Either(self, other)

    def __invert__(self) -> Claim:
        return Not(self)


class Equal(Claim):
    """left == right."""

    __slots__ = __match_args__ = ("left", "right")

    def __init__(self, left: Size, right: Size) -> None:
        self.left = left
        self.right = right

    def ask(self, facts: Facts) -> Truth:
        """Whether both sizes are equal."""
        return facts.equal(self.left, self.right)

    def sizes(self) -> Iterator[Size]:
        """Both sides."""
        return iter((self.left, self.right))

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim about changed sizes."""
        return type(self)(change(self.left), change(self.right))

    def __str__(self) -> str:
        return f"{self.left} == {self.right}"


class AtLeast(Claim):
    """left >= right."""

    __slots__ = __match_args__ = ("left", "right")

    def __init__(self, left: Size, right: Size) -> None:
        self.left = left
        self.right = right

    def ask(self, facts: Facts) -> Truth:
        """Whether the left size is at least the right one."""
        return facts.at_least(self.left, self.right)

    def sizes(self) -> Iterator[Size]:
        """Both sides."""
        return iter((self.left, self.right))

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim about changed sizes."""
        return type(self)(change(self.left), change(self.right))

    def __str__(self) -> str:
        return f"{self.left} >= {self.right}"


class Divides(Claim):
    """The divisor divides the size: size % divisor == 0. Zero divides zero alone."""

    __slots__ = __match_args__ = ("divisor", "size")

    def __init__(self, divisor: Size, size: Size) -> None:
        self.divisor = divisor
        self.size = size

    def ask(self, facts: Facts) -> Truth:
        """Whether the size is a multiple of the divisor."""
        return facts.divides(self.divisor, self.size)

    def sizes(self) -> Iterator[Size]:
        """The divisor and the size."""
        return iter((self.divisor, self.size))

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim about changed sizes."""
        return type(self)(change(self.divisor), change(self.size))

    def __str__(self) -> str:
        return f"{self.divisor} divides {self.size}"


class OneOf(Claim):
    """The size equals one of the options.

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> OneOf(n, (1, m)), ~OneOf(n, (1, m))
    (n in {1, m}, n not in {1, m})
    """

    __slots__ = __match_args__ = ("size", "options")

    def __init__(self, size: Size, options: Iterable[Size]) -> None:
        self.size = size
        self.options = tuple(dict.fromkeys(options))

    def ask(self, facts: Facts) -> Truth:
        """Whether the size is among the options."""
        return facts.one_of(self.size, self.options)

    def sizes(self) -> Iterator[Size]:
        """The size and the options."""
        return iter((self.size, *self.options))

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim about changed sizes."""
        return type(self)(change(self.size), map(change, self.options))

    def __str__(self) -> str:
        return f"{self.size} in {_set_text(self.options)}"


class _Several(Claim):
    """A claim made of claims."""

    __slots__ = __match_args__ = ("claims",)

    def __init__(self, *claims: Claim) -> None:
        self.claims = claims

    def sizes(self) -> Iterator[Size]:
        """The sizes of all claims."""
        return (size for claim in self.claims for size in claim.sizes())

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claims about changed sizes."""
        return type(self)(*[claim.mapped(change) for claim in self.claims])

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.claims)


class Both(_Several):
    """All of the claims hold."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """Whether all of the claims hold."""
        return all_of(claim.ask(facts) for claim in self.claims)

    def parts(self) -> tuple[object, ...]:
        """The claims."""
        return self.claims

    def __str__(self) -> str:
        return " and ".join(_operand(claim, Either) for claim in self.claims) or "always"


class Either(_Several):
    """At least one of the claims holds."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """Whether at least one of the claims holds."""
        return facts.either(self)

    def parts(self) -> tuple[object, ...]:
        """The claims."""
        return self.claims

    def __str__(self) -> str:
        return " or ".join(_operand(claim, Both) for claim in self.claims) or "never"


class Not(Claim):
    """The claim does not hold."""

    __slots__ = __match_args__ = ("claim",)

    def __init__(self, claim: Claim) -> None:
        self.claim = claim

    def ask(self, facts: Facts) -> Truth:
        """Whether the claim does not hold."""
        return ~self.claim.ask(facts)

    def sizes(self) -> Iterator[Size]:
        """The sizes of the claim."""
        return self.claim.sizes()

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same denial about changed sizes."""
        return type(self)(self.claim.mapped(change))

    def __str__(self) -> str:
        match self.claim:
            case Equal(left, right):
                return f"{left} != {right}"
            case AtLeast(left, right):
                return f"{left} < {right}"
            case OneOf(size, options):
                return f"{size} not in {_set_text(options)}"
            case Divides(divisor, size):
                return f"{divisor} does not divide {size}"
            case Both(claims):
                return str(Either(*map(Not, claims)))
            case Either(claims):
                return str(Both(*map(Not, claims)))
            case Not(claim):
                return str(claim)
            case Always():
                return "never"
        return "always"


class Always(Claim):
    """The claim that holds whatever the sizes are."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """YES."""
        return YES

    def sizes(self) -> Iterator[Size]:
        """No sizes."""
        return iter(())

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim."""
        return self

    def __str__(self) -> str:
        return "always"


class Never(Claim):
    """The claim that never holds."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """NO."""
        return NO

    def sizes(self) -> Iterator[Size]:
        """No sizes."""
        return iter(())

    def mapped(self, change: Callable[[Size], Size]) -> Self:
        """The same claim."""
        return self

    def __str__(self) -> str:
        return "never"


def _set_text(options: Iterable[Size]) -> str:
    return "{" + ", ".join(map(str, options)) + "}"


def _operand(claim: Claim, other: type[_Several]) -> str:
    """The claim as an operand: in parentheses if the other connective would bind it wrongly."""
    shown = claim
    while isinstance(shown, Not):
        shown = shown.claim
    return f"({claim})" if isinstance(shown, _Several if shown is not claim else other) else str(claim)
