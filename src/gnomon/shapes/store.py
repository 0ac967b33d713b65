"""Where facts are kept: a table of what is known about expressions, with an undo log."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms, dims, division
from gnomon.shapes.known import UNKNOWN, Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom, Symbol
    from gnomon.shapes.claims import Claim
    from gnomon.shapes.dims import Dim, Size
    from gnomon.shapes.intervals import Interval
    from gnomon.shapes.truth import Truth

    Key = Atom | Dim

KNOWN, SOLVED, MENTION, REMEMBERED, PENDING = range(5)


class Store:
    """The table behind `Facts`.

    Knowledge is kept about *forms*: expressions without a constant term and without a common factor, so that one
    entry answers for `2*n - 2*m + 6` and for `n - m`. A form that is one bare atom is kept under the atom.

    * `known`: what is known about a form,
    * `solved`: atoms that always have the value of another size, which replaces them,
    * `mentions`: the forms and solved atoms in which a symbol occurs,
    * `remembered`: claims that could not be turned into entries of the table,
    * `pending`: those among them that a later fact about a symbol may decide.
    """

    __slots__ = (
        "answers",
        "intervals",
        "known",
        "log",
        "mentions",
        "normal",
        "pending",
        "remembered",
        "simpler",
        "solved",
        "trials",
        "work",
    )

    def __init__(self) -> None:
        self.known: dict[Key, Known] = {}
        self.solved: dict[Atom, Size] = {}
        self.mentions: dict[Symbol, list[Key]] = {}
        self.remembered: dict[Claim, bool] = {}
        self.pending: dict[Symbol, list[Claim]] = {}
        self.log: list[tuple[int, object, object]] = []
        self.normal: dict[Dim, Size] = {}
        self.simpler: dict[Atom, Size | None] = {}
        self.intervals: dict[Atom, Interval] = {}
        self.answers: dict[tuple[object, ...], Truth] = {}
        self.trials = 0
        self.work = 0

    def forget_derived(self) -> None:
        """Drop all cached consequences, since the facts have changed."""
        if self.normal:
            self.normal = {}
        if self.simpler:
            self.simpler = {}
        if self.intervals:
            self.intervals = {}
        if self.answers:
            self.answers = {}

    def knowledge(self, key: Key) -> Known:
        """What the table says about a form, including the bounds with which a symbol was made."""
        found = self.known.get(key)
        if found is None:
            if type(key) is atoms.Symbol:
                return Known(key.lower, key.upper, 1, 0, key.domain)
            return UNKNOWN
        return found

    def set_known(self, key: Key, known: Known) -> None:
        """Enter what is known about a form."""
        old = self.known.get(key)
        self.log.append((KNOWN, key, old))
        self.known[key] = known
        if old is None and type(key) is not atoms.Symbol:
            self.mention(key)
        self.forget_derived()

    def set_solved(self, atom: Atom, value: Size) -> None:
        """Let a size stand for an atom from now on."""
        self.log.append((SOLVED, atom, None))
        self.solved[atom] = value
        if type(atom) is not atoms.Symbol and atom not in self.known:
            self.mention(atom)
        self.forget_derived()

    def mention(self, key: Key) -> None:
        """Note in which forms each symbol occurs."""
        for symbol in key.symbols():
            self.mentions.setdefault(symbol, []).append(key)
            self.log.append((MENTION, symbol, None))

    def remember(self, claim: Claim) -> None:
        """Keep a claim that the table cannot express."""
        if claim in self.remembered:
            return
        self.log.append((REMEMBERED, claim, None))
        self.remembered[claim] = True
        self.forget_derived()
        for symbol in claim.symbols():
            self.await_symbol(symbol, claim)

    def await_symbol(self, symbol: Symbol, claim: Claim) -> None:
        """Consider a remembered claim again when more is known about a symbol."""
        waiting = self.pending.setdefault(symbol, [])
        if claim not in waiting:
            waiting.append(claim)
            self.log.append((PENDING, symbol, None))

    def rollback(self, token: int) -> None:
        """Forget everything learnt since the mark."""
        log = self.log
        if len(log) <= token:
            return
        while len(log) > token:
            kind, key, old = log.pop()
            if kind == KNOWN:
                if old is None:
                    del self.known[key]  # type: ignore[arg-type]
                else:
                    self.known[key] = old  # type: ignore[index, assignment]
            elif kind == SOLVED:
                del self.solved[key]  # type: ignore[arg-type]
            elif kind == MENTION:
                self.mentions[key].pop()  # type: ignore[index]
            elif kind == REMEMBERED:
                del self.remembered[key]  # type: ignore[arg-type]
            else:
                self.pending[key].pop()  # type: ignore[index]
        self.forget_derived()


def form_of(dim: Dim) -> tuple[Key, int, int]:
    """(key, g, c) with dim == g*key + c, where the key is a form as the table keeps it.

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> form_of(4 * m - 4 * n + 6), form_of(2 * n + 1)[1:]
    ((m - n, 4, 6), (2, 1))
    """
    terms = dim._terms
    constant = terms.get((), 0)
    if len(terms) == (2 if constant else 1):
        for monomial, coefficient in terms.items():
            if monomial:
                return (monomial[0] if len(monomial) == 1 else dims._dim({monomial: 1})), coefficient, constant
    factor = 0
    for monomial, coefficient in terms.items():
        if monomial:
            factor = gcd(factor, coefficient)
    if terms[division.leading(terms)] < 0:
        factor = -factor
    if factor == 1 and not constant:
        return dim, 1, 0
    form = dims._dim({monomial: c // factor for monomial, c in terms.items() if monomial})
    return form, factor, constant


def as_dim(key: Key) -> Dim:
    """The form as a dim."""
    return key if type(key) is dims.Dim else dims.of_atom(key)  # type: ignore[arg-type]
