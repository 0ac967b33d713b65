"""Where facts are kept: a table of what is known about expressions, with an undo log."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import dims, polynomials
from gnomon.shapes.atoms import Symbol
from gnomon.shapes.derived import Versions
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import UNKNOWN, Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from gnomon.shapes.atoms import Atom
    from gnomon.shapes.claims import Claim
    from gnomon.shapes.derived import Table
    from gnomon.shapes.dims import Size

    Key = Atom | Dim


MAX_EFFORT = 400


class Store(Versions):
    """The table behind `Facts`.

    Knowledge is kept about *forms*: expressions without a constant term and without a common factor, so that
    one entry answers for `2*n - 2*m + 6` and for `n - m`. A form that is a bare atom is kept under the atom.
    """

    __slots__ = (
        "answers",
        "busy",
        "effort",
        "intervals",
        "known",
        "mentions",
        "normal",
        "pending",
        "remembered",
        "simpler",
        "solved",
        "stirred",
        "trials",
        "work",
    )

    known: dict[Key, Known]
    """What is known about forms."""
    solved: dict[Atom, Size]
    """Atoms that always have the value of another size, which replaces them."""
    mentions: dict[Symbol, list[Key]]
    """The forms and solved atoms in which a symbol occurs."""
    remembered: dict[Claim, None]
    """Claims that the table cannot express."""
    pending: dict[Symbol, list[Claim]]
    """Remembered claims that may be decided when more is known about a symbol."""
    stirred: dict[Symbol, None]
    """Symbols of which more has been learnt since the claims about them were looked at."""
    normal: Table
    """Sizes with everything known put in."""
    simpler: Table
    """What stands for quotients, remainders and extremes that are not solved, None for themselves."""
    intervals: Table
    """Bounds of quotients, remainders and extremes."""
    answers: Table
    """Answers to questions about sizes, by how many cases are supposed."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {}
        self.solved = {}
        self.mentions = {}
        self.remembered = {}
        self.pending = {}
        self.stirred = {}
        self.normal = {}
        self.simpler = {}
        self.intervals = {}
        self.answers = {}
        self.trials = 0
        self.work = 0
        self.effort = 0
        self.busy = False

    def start(self) -> None:
        """Begin to answer or to learn something, with a fresh budget."""
        if not self.busy and not self.trials:
            self.effort = self.work = 0

    def is_spent(self) -> bool:
        """Count one step; whether so many were taken that it is time to give up.

        The budget counts steps and not time, so that answers do not depend on the machine.
        """
        self.effort += 1
        return self.effort > MAX_EFFORT

    def is_fresh(self) -> bool:
        """Whether no step was left out so far: the budget is not spent."""
        return self.effort <= MAX_EFFORT

    def mark(self) -> int:
        """A token of the present state, for `rollback` and `capture`."""
        return len(self.log)

    def basis(self, symbols: Iterable[Symbol]) -> object:
        """What all answers about sizes of these symbols rest on: while it is equal, so are they."""
        return self.state_of(symbols), list(self.remembered)

    def knowledge(self, key: Key) -> Known:
        """What the table says about a form, including the bounds with which a symbol was made."""
        found = self.known.get(key)
        return unlearnt(key) if found is None else found

    def set_known(self, key: Key, known: Known) -> None:
        """Enter what is known about a form."""
        old = self.known.get(key)
        self.log.append((self.known, key, old))
        self.known[key] = known
        if old is None and type(key) is not Symbol:
            self._mention(key)
        self.note_change(key.symbols())

    def set_solved(self, atom: Atom, value: Size) -> None:
        """Let a size stand for an atom from now on."""
        self.log.append((self.solved, atom, None))
        self.solved[atom] = value
        if type(atom) is not Symbol and atom not in self.known:
            self._mention(atom)
        self.note_change(atom.symbols() | value.symbols() if type(value) is Dim else atom.symbols())

    def _mention(self, key: Key) -> None:
        """Note in which forms each symbol occurs."""
        for symbol in key.symbols():
            self._append(self.mentions.setdefault(symbol, []), key)

    def remember(self, claim: Claim) -> None:
        """Keep a claim that the table cannot express."""
        if claim not in self.remembered:
            self.log.append((self.remembered, claim, None))
            self.remembered[claim] = None
            for symbol in claim.symbols():
                self.await_symbol(symbol, claim)

    def await_symbol(self, symbol: Symbol, claim: Claim) -> None:
        """Consider a remembered claim again when more is known about a symbol."""
        waiting = self.pending.setdefault(symbol, [])
        if claim not in waiting:
            self._append(waiting, claim)

    def _append(self, items: list[Any], item: Any) -> None:
        items.append(item)
        self.log.append((items, None, None))

    def rollback(self, token: int) -> None:
        """Forget everything learnt since the mark."""
        log = self.log
        if len(log) <= token:
            return
        while len(log) > token:
            changed, key, old = log.pop()
            if type(changed) is list:
                changed.pop()
            elif old is None:
                del changed[key]
            else:
                changed[key] = old


def unlearnt(key: Key) -> Known:
    """What is known about a form without any facts."""
    return key.known if type(key) is Symbol else UNKNOWN


def form_of(dim: Dim) -> tuple[Key, int, int]:
    """(key, g, c) with dim == g*key + c, where the key is a form as the table keeps it.

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> form_of(4 * m - 4 * n + 6), form_of(2 * n + 1)
    ((m - n, 4, 6), (n, 2, 1))
    """
    terms = dim.coefficients
    constant = terms.get((), 0)
    if len(terms) == (2 if constant else 1):
        for monomial, coefficient in terms.items():
            if len(monomial) == 1:
                return monomial[0], coefficient, constant
            if monomial:
                return dims.dim_of({monomial: 1}), coefficient, constant
    factor = 0
    for monomial, coefficient in terms.items():
        if monomial:
            factor = gcd(factor, coefficient)
    if terms[polynomials.leading(terms)] < 0:
        factor = -factor
    if factor == 1 and not constant:
        return dim, 1, 0
    form = dims.dim_of({monomial: c // factor for monomial, c in terms.items() if monomial})
    return form, factor, constant


def as_dim(key: Key) -> Dim:
    """The form as a dim."""
    return key if type(key) is Dim else dims.of_atom(key)
