"""Propositions about sizes, which facts can answer or assume."""

from __future__ import annotations

from gnomon.shapes import dims
from gnomon.shapes.truth import NO, YES, all_of, any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """Whether the claim holds, given the facts."""
        raise NotImplementedError

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Claim:
        """The same claim about other sizes."""
        raise NotImplementedError

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that the claim mentions."""
        raise NotImplementedError

    def parts(self) -> tuple[object, ...]:
        """What the claim was made of."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.parts() == other.parts()  # type: ignore[attr-defined]

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

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Equal:
        """The same claim about other sizes."""
        return Equal(dims.substitute(self.left, mapping), dims.substitute(self.right, mapping))

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of both sides."""
        return dims.symbols_of(self.left) | dims.symbols_of(self.right)

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

    def substitute(self, mapping: Mapping[Symbol, Size]) -> AtLeast:
        """The same claim about other sizes."""
        return AtLeast(dims.substitute(self.left, mapping), dims.substitute(self.right, mapping))

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of both sides."""
        return dims.symbols_of(self.left) | dims.symbols_of(self.right)

    def __str__(self) -> str:
        return f"{self.left} >= {self.right}"


class Divides(Claim):
    """The divisor divides the size: size % divisor == 0."""

    __slots__ = __match_args__ = ("divisor", "size")

    def __init__(self, divisor: Size, size: Size) -> None:
        self.divisor = divisor
        self.size = size

    def ask(self, facts: Facts) -> Truth:
        """Whether the size is a multiple of the divisor."""
        return facts.divides(self.divisor, self.size)

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Divides:
        """The same claim about other sizes."""
        return Divides(dims.substitute(self.divisor, mapping), dims.substitute(self.size, mapping))

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the divisor and the size."""
        return dims.symbols_of(self.divisor) | dims.symbols_of(self.size)

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

    def substitute(self, mapping: Mapping[Symbol, Size]) -> OneOf:
        """The same claim about other sizes."""
        options = [dims.substitute(option, mapping) for option in self.options]
        return OneOf(dims.substitute(self.size, mapping), options)

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the size and the options."""
        return dims.symbols_of(self.size).union(*map(dims.symbols_of, self.options))

    def __str__(self) -> str:
        return f"{self.size} in {_set_text(self.options)}"


class Both(Claim):
    """All of the claims hold."""

    __slots__ = __match_args__ = ("claims",)

    def __init__(self, *claims: Claim) -> None:
        self.claims = claims

    def ask(self, facts: Facts) -> Truth:
        """Whether all of the claims hold."""
        return all_of(claim.ask(facts) for claim in self.claims)

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Both:
        """The same claims about other sizes."""
        return Both(*[claim.substitute(mapping) for claim in self.claims])

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the claims."""
        return frozenset().union(*(claim.symbols() for claim in self.claims))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.claims)

    def __str__(self) -> str:
        return " and ".join(_part_text(claim, Either) for claim in self.claims) or "always"


class Either(Claim):
    """At least one of the claims holds."""

    __slots__ = __match_args__ = ("claims",)

    def __init__(self, *claims: Claim) -> None:
        self.claims = claims

    def ask(self, facts: Facts) -> Truth:
        """Whether at least one of the claims holds."""
        return facts.either(self)

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Either:
        """The same claims about other sizes."""
        return Either(*[claim.substitute(mapping) for claim in self.claims])

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the claims."""
        return frozenset().union(*(claim.symbols() for claim in self.claims))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.claims)

    def __str__(self) -> str:
        return " or ".join(_part_text(claim, Both) for claim in self.claims) or "never"


class Not(Claim):
    """The claim does not hold."""

    __slots__ = __match_args__ = ("claim",)

    def __init__(self, claim: Claim) -> None:
        self.claim = claim

    def ask(self, facts: Facts) -> Truth:
        """Whether the claim does not hold."""
        return ~self.claim.ask(facts)

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Not:
        """The same claim about other sizes."""
        return Not(self.claim.substitute(mapping))

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the claim."""
        return self.claim.symbols()

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
            case Not(claim):
                return str(claim)
            case Both(claims):
                return str(Either(*map(Not, claims)))
            case Either(claims):
                return str(Both(*map(Not, claims)))
        return str(Never() if isinstance(self.claim, Always) else Always())


class Always(Claim):
    """The claim that holds whatever the sizes are."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """YES."""
        return YES

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Always:
        """The same claim."""
        return self

    def symbols(self) -> frozenset[Symbol]:
        """No symbols."""
        return frozenset()

    def __str__(self) -> str:
        return "always"


class Never(Claim):
    """The claim that never holds."""

    __slots__ = ()

    def ask(self, facts: Facts) -> Truth:
        """NO."""
        return NO

    def substitute(self, mapping: Mapping[Symbol, Size]) -> Never:
        """The same claim."""
        return self

    def symbols(self) -> frozenset[Symbol]:
        """No symbols."""
        return frozenset()

    def __str__(self) -> str:
        return "never"


def _set_text(options: Iterable[Size]) -> str:
    return "{" + ", ".join(map(str, options)) + "}"


def _part_text(claim: Claim, looser: type[Claim]) -> str:
    """The claim as an operand, in parentheses if it would be read wrongly without."""
    inner = claim.claim if isinstance(claim, Not) else claim
    compound = isinstance(inner, (Both, Either)) if isinstance(claim, Not) else isinstance(inner, looser)
    return f"({claim})" if compound else str(claim)
