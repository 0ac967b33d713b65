"""Consequences of the facts that are kept as long as nothing is learnt about the symbols they depend on."""

from __future__ import annotations

from itertools import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from gnomon.shapes.atoms import Symbol

    Table = dict[Any, list[Any]]

MAX_ENTRIES = 8192


class Versions:
    """Numbers for the states of knowledge about groups of symbols that some fact connects.

    What a question about a size depends on is known about its symbols and those that facts connect with them, directly
    or by others. Each change gives their group a number that was never used before, and undoing it the number that the
    group had: as long as the numbers are the same, so are the answers.
    """

    __slots__ = ("above", "log", "next_number", "numbers")

    above: dict[Symbol, Symbol]
    """For a symbol that is not the first of its group, another one that is nearer to the first."""
    numbers: dict[Symbol | None, int]
    """The number of each group under its first symbol, and that of the whole under None."""
    log: list[tuple[Any, Any, Any]]
    """What was changed, in order: a dict with a key and its old value (None: none), or a list that grew."""

    def __init__(self) -> None:
        self.above = {}
        self.numbers = {}
        self.log = []
        self.next_number = count(1).__next__

    def note_change(self, symbols: Iterable[Symbol]) -> None:
        """Let something else be known about these symbols, which are one group from now on."""
        above, numbers, log = self.above, self.numbers, self.log
        first: Symbol | None = None
        for symbol in symbols:
            while (up := above.get(symbol)) is not None:
                symbol = up
            if first is None:
                first = symbol
            elif symbol is not first:
                if symbol in numbers and first not in numbers:
                    symbol, first = first, symbol
                log.append((above, symbol, None))
                above[symbol] = first
        number = self.next_number()
        for key in (first, None):
            log.append((numbers, key, numbers.get(key)))
            numbers[key] = number

    def state_of(self, symbols: Iterable[Symbol]) -> list[int | None] | None:
        """The numbers of the groups of these symbols; None, which is like nothing else, while nothing is known."""
        if not self.log:
            return None
        above, numbers = self.above, self.numbers
        found = []
        for symbol in symbols:
            while (up := above.get(symbol)) is not None:
                symbol = up
            found.append(numbers.get(symbol))
        return found

    def recall(self, table: Table, key: object) -> Any:
        """The consequence that a table holds for a key, `MISSING` if none or if something has been learnt since."""
        entry = table.get(key)
        if entry is None:
            return MISSING
        number = self.numbers.get(None)
        if entry[0] != number:
            state = entry[2]
            if state is None or state != self.state_of(entry[1]):
                return MISSING
            entry[0] = number
        return entry[3]

    def keep(self, table: Table, key: object, symbols: frozenset[Symbol], value: Any, complete: bool) -> None:
        """Keep a consequence; one that was not thought through to its end, only until anything is learnt."""
        if len(table) >= MAX_ENTRIES:
            table.clear()
        state = self.state_of(symbols) if complete else None
        table[key] = [self.numbers.get(None), symbols, state, value]


class _Missing:
    __slots__ = ()


MISSING: Any = _Missing()
"""What a table gives for what it does not hold."""
