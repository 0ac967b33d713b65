"""Numbers of lanes, compared with what all lanes share: by the number of the lane, without vectors of long integers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import Call, Cast, Const, Index, Load, Statement, Value
from gnomon.compile.llvm.types import Operand, wide
from gnomon.compile.walk import names_in, statements_in
from gnomon.shapes import Symbol, dtypes, symbols_of

if TYPE_CHECKING:
    from gnomon.compile.llvm.emitter import Emitter

TESTS = {
    "equal": "eq",
    "not_equal": "ne",
    "less": "slt",
    "less_equal": "sle",
    "greater": "sgt",
    "greater_equal": "sge",
}


class Narrow(NamedTuple):
    """What a lane loop needs no vector of wide numbers for: values that all lanes share, and ranks."""

    alike: frozenset[Value] = frozenset()
    ranks: frozenset[Value] = frozenset()
    """Integers that count up from lane to lane, of which is only asked how they compare with values that all share."""

    def holds(self, statement: Statement) -> bool:
        """Whether the result of a statement is such a value, or the answer to such a question."""
        if getattr(statement, "target", None) in self.alike:
            return True
        return isinstance(statement, Call) and not self.ranks.isdisjoint(statement.arguments)


def narrow(body: Sequence[Statement], lane: Symbol, used: Collection[Value] = ()) -> Narrow:
    """Return what the body of a lane loop, whose values ``used`` the loop itself takes, needs no vectors for."""
    inside = list(statements_in(body))
    defined = Counter([name for each in inside for name in _targets(each)])
    alike: set[Value] = set()

    def shared(name: Value) -> bool:
        return name in alike or name not in defined

    for each in inside:
        if isinstance(each, Const):
            same = True
        elif isinstance(each, Index):
            same = lane not in symbols_of(each.size)
        elif isinstance(each, Load):
            same = lane not in symbols_of(each.offset) and all(
                shared(name) and lane not in symbols_of(step) for name, step in each.at
            )
        elif isinstance(each, Call):
            same = all(map(shared, each.arguments))
        else:
            same = isinstance(each, Cast) and shared(each.value)
        if same and defined[each.target] == 1:  # type: ignore[union-attr]
            alike.add(each.target)  # type: ignore[union-attr]
    ranks = {
        each.target: each
        for each in inside
        if isinstance(each, Index)
        and defined[each.target] == 1
        and each.target not in used
        and coefficient_of(lane, each.size) == 1
    }
    for each in inside:
        if isinstance(each, Call) and each.function in TESTS and each.dtype is dtypes.int64:
            if any(map(shared, each.arguments)):
                continue
        for name in names_in(each):
            if ranks.get(name) is not each:
                ranks.pop(name, None)
    return Narrow(frozenset(alike), frozenset(ranks))


def _targets(statement: Statement) -> tuple[Value, ...]:
    many: tuple[Value, ...] = getattr(statement, "targets", ())
    one: Value | None = getattr(statement, "target", None)
    return many if one is None else (one,)


def compared(emitter: Emitter, function: str, arguments: Sequence[Operand]) -> Operand:
    """How ranks compare with a number: the numbers of the lanes do, with what is left when the first rank is taken off."""
    code, width = emitter.code, emitter.functions.width
    first_is_rank = arguments[0].rank
    rank, other = arguments if first_is_rank else arguments[::-1]
    left = code.call("i64", "llvm.ssub.sat.i64", ("i64", other.text), ("i64", rank.text))
    left = code.call("i64", "llvm.smax.i64", ("i64", left), ("i64", "-1"))
    left = code.call("i64", "llvm.smin.i64", ("i64", left), ("i64", str(width)))
    short = Operand(code.put(f"trunc i64 {left} to i32"), dtypes.int32)
    texts = [
        f"<{', '.join(f'i32 {lane}' for lane in range(width))}>",
        emitter.functions.spread(short).text,
    ]
    if not first_is_rank:
        texts.reverse()
    test = f"icmp {TESTS[function]} {wide('i32', width)} {texts[0]}, {texts[1]}"
    return Operand(code.put(test), dtypes.bool, True)
