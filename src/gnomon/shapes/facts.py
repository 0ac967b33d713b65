"""What is known about sizes on one path of a program."""

from __future__ import annotations

from gnomon.shapes import assuming, bounding, deciding, joining, normal
from gnomon.shapes.claims import Claim, Divides, Not, OneOf
from gnomon.shapes.dims import Dim
from gnomon.shapes.store import Store
from gnomon.shapes.truth import MAYBE, NO, YES, any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gnomon.shapes.claims import Either
    from gnomon.shapes.dims import Size
    from gnomon.shapes.truth import Truth


class Facts(Store):
    """Equalities, bounds, divisors and possible values of sizes, which answer questions and can be undone.

    YES means always, for all values of the symbols that the facts allow, and NO means never. Sizes that
    divide by zero have no value, and an answer says nothing about them.

    >>> from gnomon.shapes import symbol
    >>> facts = Facts()
    >>> h = symbol("h")
    >>> facts.equal(((h - 2) // 2 + 1) * 2, h)
    MAYBE
    >>> start = facts.mark()
    >>> facts.assume(Divides(2, h))
    >>> facts.equal(((h - 2) // 2 + 1) * 2, h)
    YES
    >>> facts.rollback(start)
    >>> facts.equal(((h - 2) // 2 + 1) * 2, h)
    MAYBE
    """

    __slots__ = ()

    def bounds(self, size: Size) -> tuple[int | None, int | None]:
        """The smallest and the largest possible value, None where there is no bound.

        >>> from gnomon.shapes import symbol
        >>> n = symbol("n")
        >>> Facts().bounds(n % 4 + 1)
        (1, 4)
        """
        if type(size) is int:
            return (size, size)
        self.start()
        return bounding.bounds(self, normal.normalize(self, size))

    def equal(self, a: Size, b: Size) -> Truth:
        """Whether two sizes are equal.

        >>> from gnomon.shapes import symbol
        >>> n, m = symbol("n"), symbol("m")
        >>> facts = Facts()
        >>> facts.equal(n + 1, n), facts.equal(n, m), facts.equal(n, -3), facts.equal(2 * n, 7)
        (NO, MAYBE, NO, NO)
        """
        if type(a) is int and type(b) is int:
            return YES if a == b else NO
        if a == b:
            return YES
        return deciding.answer(self, a - b, deciding.is_zero)

    def at_least(self, a: Size, b: Size) -> Truth:
        """Whether a >= b.

        >>> from gnomon.shapes import minimum, symbol
        >>> b, n = symbol("b"), symbol("n")
        >>> Facts().at_least(b, minimum(b, n))
        YES
        """
        if type(a) is int and type(b) is int:
            return YES if a >= b else NO
        return deciding.answer(self, a - b, deciding.is_natural)

    def divides(self, divisor: Size, size: Size) -> Truth:
        """Whether size % divisor == 0; zero divides zero alone.

        >>> from gnomon.shapes import symbol
        >>> n = symbol("n")
        >>> Facts().divides(4, 8 * n), Facts().divides(4, 8 * n + 2), Facts().divides(4, n)
        (YES, NO, MAYBE)
        """
        number = normal.normalize(self, divisor)
        if type(number) is Dim:
            found = self.equal(normal.remainder(self, normal.normalize(self, size), number), 0)
        elif number == 0:
            found = self.equal(size, 0)
        else:
            found = deciding.answer(self, size, deciding.is_multiple_of(abs(number)))
        if found is MAYBE and self.remembered and Not(Divides(divisor, size)) in self.remembered:
            return NO
        return found

    def one_of(self, size: Size, options: Iterable[Size]) -> Truth:
        """Whether a size equals one of the options.

        >>> from gnomon.shapes import symbol
        >>> s = symbol("s", domain={3, 5})
        >>> Facts().one_of(s, (3, 5)), Facts().one_of(s, (5, 7)), Facts().one_of(s, (4,))
        (YES, MAYBE, NO)
        """
        options = tuple(options)
        found = any_of(self.equal(size, option) for option in options)
        if found is MAYBE:
            values = deciding.everything_about(self, size).values(64)
            if values and all(any_of(self.equal(x, option) for option in options) is YES for x in values):
                return YES
            if self.remembered and OneOf(size, options) in self.remembered:
                return YES
        return found

    def either(self, claim: Either) -> Truth:
        """Whether one of several claims holds."""
        found = any_of(part.ask(self) for part in claim.claims)
        return YES if found is MAYBE and claim in self.remembered else found

    def normalize(self, size: Size) -> Size:
        """The size with everything known put in.

        >>> from gnomon.shapes import Equal, symbol
        >>> n, facts = symbol("n"), Facts()
        >>> facts.assume(Equal(n, 5))
        >>> facts.normalize(2 * n + 1)
        11
        """
        return size if type(size) is int else normal.normalize(self, size)

    def assume(self, claim: Claim) -> None:
        """Add knowledge. What contradicts the facts or cannot be used is ignored.

        >>> from gnomon.shapes import AtLeast, symbol
        >>> n, facts = symbol("n"), Facts()
        >>> facts.assume(AtLeast(n, 3))
        >>> facts.bounds(2 * n)
        (6, None)
        """
        if self.busy:
            assuming.assume(self, claim)
            return
        self.start()
        self.busy = True
        try:
            assuming.assume(self, claim)
        finally:
            self.busy = False

    def capture(self, token: int) -> list[Claim]:
        """Claims that say what was added since the mark.

        >>> from gnomon.shapes import AtLeast, Equal, symbol
        >>> n, m, facts = symbol("n"), symbol("m"), Facts()
        >>> start = facts.mark()
        >>> facts.assume(AtLeast(n, 1) & Equal(m, n + 2))
        >>> facts.capture(start)
        [m == n + 2, n >= 1]
        """
        return joining.captured(self, token)

    def intersect(self, captures: Sequence[Sequence[Claim]]) -> list[Claim]:
        """Claims that hold whichever of the captures holds: what is known after branches meet.

        >>> from gnomon.shapes import Equal, symbol
        >>> n, facts = symbol("n"), Facts()
        >>> facts.intersect([[Equal(n, 3)], [Equal(n, 5)]])
        [n in {3, 5}]
        """
        return joining.intersect(self, captures)
