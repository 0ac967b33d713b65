"""What is known about sizes on one path of a program."""

from __future__ import annotations

from gnomon.shapes import assuming, bounding, deciding, dims, normal
from gnomon.shapes.claims import AtLeast, Claim, Divides, Equal, Not, OneOf
from gnomon.shapes.known import Known
from gnomon.shapes.store import KNOWN, REMEMBERED, SOLVED, Store, as_dim
from gnomon.shapes.truth import MAYBE, NO, YES, any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gnomon.shapes.claims import Either
    from gnomon.shapes.dims import Size
    from gnomon.shapes.store import Key
    from gnomon.shapes.truth import Truth


class Facts(Store):
    """Equalities, bounds, divisors and possible values of sizes, which answer questions and can be undone.

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
        if a is b or a == b:
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
        """Whether size % divisor == 0; zero divides nothing but zero.

        >>> from gnomon.shapes import symbol
        >>> n = symbol("n")
        >>> Facts().divides(4, 8 * n), Facts().divides(4, 8 * n + 2), Facts().divides(4, n)
        (YES, NO, MAYBE)
        """
        if type(divisor) is not int:
            divisor = normal.normalize(self, divisor)
        if type(divisor) is not int:
            return self.equal(normal.normalize(self, size) % divisor, 0)
        if divisor == 0:
            return self.equal(size, 0)
        if type(size) is int:
            return YES if size % divisor == 0 else NO
        number = abs(divisor)
        return deciding.answer(self, size, deciding.is_multiple_of(number), number)

    def one_of(self, size: Size, options: Iterable[Size]) -> Truth:
        """Whether a size equals one of the options.

        >>> from gnomon.shapes import symbol
        >>> s = symbol("s", domain={3, 5})
        >>> Facts().one_of(s, (3, 5)), Facts().one_of(s, (5, 7)), Facts().one_of(s, (4,))
        (YES, MAYBE, NO)
        """
        options = tuple(options)
        result = any_of(self.equal(size, option) for option in options)
        if result is MAYBE:
            size = normal.normalize(self, size)
            if type(size) is not int and size.atom is not None:
                values = self.knowledge(size.atom).values(64)
                if values and all(any_of(self.equal(x, option) for option in options) is YES for x in values):
                    return YES
            if self.remembered and OneOf(size, options) in self.remembered:
                return YES
        return result

    def either(self, claim: Either) -> Truth:
        """Whether one of several claims holds."""
        result = any_of(part.ask(self) for part in claim.claims)
        return YES if result is MAYBE and claim in self.remembered else result

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
        """Add knowledge. What contradicts the facts or cannot be used is ignored."""
        self.work = 0
        assuming.assume(self, claim)

    def mark(self) -> int:
        """A token for `rollback` and `capture`."""
        return len(self.log)

    def capture(self, token: int) -> list[Claim]:
        """Claims that say what was added since the mark."""
        claims: list[Claim] = []
        before: dict[Key, Known | None] = {}
        for kind, key, old in self.log[token:]:
            if kind == SOLVED:
                claims.append(Equal(as_dim(key), self.solved[key]))  # type: ignore[arg-type, index]
            elif kind == KNOWN:
                before.setdefault(key, old)  # type: ignore[arg-type]
            elif kind == REMEMBERED:
                claims.append(key)  # type: ignore[arg-type]
        for key, old_known in before.items():
            if key not in self.solved:
                claims += _claims(key, self.known[key], old_known or Known())
        return claims

    def intersect(self, captures: Sequence[Sequence[Claim]]) -> list[Claim]:
        """Claims that hold whichever of the captures holds: what is known after the branches meet.

        >>> from gnomon.shapes import Equal, symbol
        >>> n, facts = symbol("n"), Facts()
        >>> facts.intersect([[Equal(n, 3)], [Equal(n, 5)]])
        [n in {3, 5}]
        """
        if not captures:
            return []
        if len(captures) == 1:
            return list(captures[0])
        keys: dict[Key, None] = {}
        candidates: dict[Claim, None] = {}
        for capture in captures:
            token = self.mark()
            for claim in capture:
                self.assume(claim)
                candidates[claim] = None
            for kind, key, _ in self.log[token:]:
                if kind in (SOLVED, KNOWN):
                    keys[key] = None  # type: ignore[index]
            self.rollback(token)
        joined: dict[Key, Known | None] = dict.fromkeys(keys)
        lasting = dict.fromkeys(candidates, True)
        for index, capture in enumerate(captures):
            token = self.mark()
            for claim in capture:
                self.assume(claim)
            for key in keys:
                known = self._everything_about(key)
                old = joined[key]
                joined[key] = known if index == 0 or old is None else old.joined(known)
            for claim in candidates:
                lasting[claim] = lasting[claim] and claim.ask(self).is_yes
            self.rollback(token)
        claims = [claim for claim, lasts in lasting.items() if lasts and claim.ask(self).is_maybe]
        for key, both in joined.items():
            if both is not None:
                claims += [x for x in _claims(key, both, Known()) if x not in claims and x.ask(self).is_maybe]
        return claims

    def _everything_about(self, key: Key) -> Known:
        """What is known about a form by all means."""
        size = normal.normalize(self, as_dim(key))
        if type(size) is int:
            return Known(size, size)
        modulus, residue = deciding.congruence(self, size)
        low, high = bounding.bounds(self, size)
        known = self.knowledge(size.atom) if size.atom is not None else Known()
        if size.atom is None:
            known = self.knowledge(size)
        return known.narrowed(Known(low, high, modulus or 1, residue if modulus else 0)) or known


def _claims(key: Key, known: Known, old: Known) -> list[Claim]:
    """Claims that say what is known about a form beyond what was known before."""
    size = as_dim(key)
    if known.value is not None:
        return [Equal(size, known.value)]
    if known.domain is not None:
        return [OneOf(size, sorted(known.domain))] if known.domain != old.domain else []
    claims: list[Claim] = []
    if known.lower is not None and known.lower != old.lower:
        claims.append(AtLeast(size, known.lower))
    if known.upper is not None and known.upper != old.upper:
        claims.append(AtLeast(known.upper, size))
    if known.modulus != old.modulus:
        claims.append(Divides(known.modulus, size - known.residue))
    claims += [Not(Equal(size, x)) for x in sorted(known.excluded - old.excluded)]
    return claims
