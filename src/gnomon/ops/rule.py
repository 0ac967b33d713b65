"""What a shape rule may say: `require`, `select`, `fresh`. Rules never raise and never report themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from gnomon.shapes import NO, YES, Equal, Shape, Size, symbol

if TYPE_CHECKING:
    from gnomon.shapes import Claim, Dtype, Facts


class Array(Protocol):
    """What a rule sees of an array, in every world."""

    @property
    def shape(self) -> Shape:
        """Its shape, perhaps with unknown sizes or unknown rank."""

    @property
    def dtype(self) -> Dtype | None:
        """Its dtype, or None when unknown."""

    @property
    def contents(self) -> tuple[Size | None, ...] | None:
        """Known integer entries in row-major order, or None."""


class Shaped:
    """An array seen under another shape inside a rule: it prints as the array it comes from."""

    __slots__ = ("contents", "dtype", "shape", "source")

    def __init__(self, shape: Shape, source: Array) -> None:
        self.shape = shape
        self.source = source
        self.dtype = source.dtype
        self.contents: tuple[Size | None, ...] | None = None

    def __str__(self) -> str:
        return str(self.source)


class Out(NamedTuple):
    """One result: for a dtype of None the record's dtype rule decides; contents are small known integers."""

    shape: Shape
    dtype: Dtype | None = None
    contents: tuple[Size | None, ...] | None = None


class Refutation(NamedTuple):
    """Why a requirement cannot hold: data from which a message is derived."""

    rule: str
    message: str
    fields: Mapping[str, Any]
    blame: Any
    help: str | None
    warning: bool = False

    def text(self, op: str) -> str:
        """Return the message; ``op`` is what the user wrote."""
        return self.message.format(op=op, **self.fields)


class Refuted(Exception):
    """Ends a rule whose requirement is certainly false: control flow, never seen outside a world."""

    def __init__(self, refutation: Refutation) -> None:
        self.refutation = refutation


class Rule:
    """The voice of a shape rule in one world. Worlds subclass it where assumptions or guards are kept."""

    __slots__ = ("facts", "library", "op")

    def __init__(self, facts: Facts, op: Any = None, library: str = "numpy") -> None:
        self.facts = facts
        self.op = op
        self.library = library

    @property
    def lowers(self) -> bool:
        """Whether PyTorch chooses the dtypes of floats itself here, by `torch.autocast`."""
        return False

    def require(
        self,
        claim: Claim,
        rule: str,
        message: str,
        *,
        blame: Any = None,
        help: str | None = None,
        **fields: Any,
    ) -> None:
        """State what must hold. NO ends the rule with one message; MAYBE is handed to the world.

        ``message`` is a format string over ``fields``; arrays among them print as the user wrote them and
        have ``.shape``. ``blame`` is the argument to point at.
        """
        answer = claim.ask(self.facts)
        if answer is YES:
            return
        if answer is NO:
            self.fail(rule, message, blame=blame, help=help, **fields)
        else:
            self.maybe(claim, rule, blame)

    def equal(
        self,
        a: Size,
        b: Size,
        rule: str,
        message: str,
        /,
        *,
        blame: Any = None,
        help: str | None = None,
        **fields: Any,
    ) -> None:
        """Require two sizes to be equal: `require` with a short way for plain integers."""
        if a is b or a == b:
            return
        if type(a) is int and type(b) is int:
            self.fail(rule, message, blame=blame, help=help, **fields)
        else:
            self.require(Equal(a, b), rule, message, blame=blame, help=help, **fields)

    def refute(
        self, rule: str, message: str, *, blame: Any = None, help: str | None = None, **fields: Any
    ) -> NoReturn:
        """Say that a requirement is certainly false and that no result can be described (a wrong rank)."""
        raise Refuted(Refutation(rule, message, fields, blame, help))

    def fail(
        self, rule: str, message: str, *, blame: Any = None, help: str | None = None, **fields: Any
    ) -> None:
        """Say that a requirement is certainly false; a rule goes on only to describe what is known anyway."""
        raise Refuted(Refutation(rule, message, fields, blame, help))

    def maybe(self, claim: Claim, rule: str, blame: Any) -> None:
        """Keep an undecided claim: an assumption in the checker, a guard in the compiler."""

    def warn(
        self, rule: str, message: str, *, blame: Any = None, help: str | None = None, **fields: Any
    ) -> None:
        """Name an error-prone pattern that is legal; only the checker listens."""

    def select(self, claim: Claim, then: Size, otherwise: Size) -> Size:
        """Choose a size by a claim; undecided claims give a size that may be either."""
        if type(then) is int and then == otherwise:
            return then
        answer = claim.ask(self.facts)
        if answer is YES:
            return then
        if answer is NO:
            return otherwise
        if then == otherwise:
            return then
        return either_size(self.facts, then, otherwise)

    def unify(self, a: Size, b: Size) -> Size | None:
        """Return what two sizes are together that are unknown and may be equal; None where nothing is assumed."""
        return None

    def sized(self, number: Size) -> Size:
        """Return the size that an integer is of which it is not known that it is one."""
        return self.fresh()

    def fresh(self, name: str | None = None, lower: int | None = 0) -> Size:
        """Return a size about which nothing is known."""
        return symbol(name, lower=lower)


def any_size(facts: Facts, sizes: list[Size]) -> Size:
    """Return a fresh size that is one of several different ones, with the bounds (or the two values) it keeps."""
    if len(sizes) == 2:
        return either_size(facts, sizes[0], sizes[1])
    lows, highs = zip(*map(facts.bounds, sizes), strict=True)
    return symbol(
        lower=None if None in lows else min(lows),
        upper=None if None in highs else max(highs),
    )


def either_size(facts: Facts, first: Size, second: Size) -> Size:
    """Return a fresh size that is one of two, with the bounds (or the two values) it keeps."""
    if type(first) is int and type(second) is int:
        return symbol(lower=min(first, second), domain=frozenset((first, second)))
    low_first, high_first = facts.bounds(first)
    low_second, high_second = facts.bounds(second)
    lower = None if low_first is None or low_second is None else min(low_first, low_second)
    upper = None if high_first is None or high_second is None else max(high_first, high_second)
    return symbol(lower=lower, upper=upper)
