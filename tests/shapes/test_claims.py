"""Claims and three-valued answers."""

import pickle

import pytest

from gnomon.shapes import (
    MAYBE,
    NO,
    YES,
    Always,
    AtLeast,
    Both,
    Divides,
    Either,
    Equal,
    Facts,
    Never,
    Not,
    OneOf,
    Truth,
    all_of,
    any_of,
    symbol,
)

n, m = symbol("n"), symbol("m")
one, two = Equal(n, 1), Equal(n, 2)


@pytest.mark.parametrize(
    "claim, text",
    [
        (Equal(n, m + 1), "n == m + 1"),
        (AtLeast(n, 3), "n >= 3"),
        (Divides(4, n), "4 divides n"),
        (OneOf(n, (1, m)), "n in {1, m}"),
        (OneOf(n, ()), "n in {}"),
        (one & two, "n == 1 and n == 2"),
        (one | two, "n == 1 or n == 2"),
        (Both(), "always"),
        (Either(), "never"),
        (Always(), "always"),
        (Never(), "never"),
        (~Always(), "never"),
        (~Never(), "always"),
        (~one, "n != 1"),
        (~AtLeast(n, 3), "n < 3"),
        (~Divides(4, n), "4 does not divide n"),
        (~OneOf(n, (1, m)), "n not in {1, m}"),
        (~~one, "n == 1"),
        (~(one & two), "n != 1 or n != 2"),
        (~(one | two), "n != 1 and n != 2"),
        ((one | two) & one, "(n == 1 or n == 2) and n == 1"),
        ((one & two) | one, "(n == 1 and n == 2) or n == 1"),
        (Both(Both(one, two), one), "n == 1 and n == 2 and n == 1"),
        (~(one & two) & one, "(n != 1 or n != 2) and n == 1"),
    ],
)
def test_text(claim, text):
    assert str(claim) == repr(claim) == text


ALL = [one, AtLeast(n, 3), Divides(4, n), OneOf(n, (1, m)), one & two, one | two, ~one, Always(), Never()]


def test_equality():
    assert one == Equal(n, 1)
    assert hash(one) == hash(Equal(n, 1))
    assert OneOf(n, [1, m, 1]) == OneOf(n, (1, m))
    assert len(set(ALL)) == len(ALL)
    assert AtLeast(n, 1) != one
    assert (one & two) != (one | two)
    assert one != "n == 1"


def test_parts():
    a, b = symbol("a"), symbol("b")
    for claim in ALL:
        changed = claim.substitute({n.atom: a, m.atom: b})
        assert type(changed) is type(claim)
        assert changed.symbols() <= {a.atom, b.atom}
        assert changed.substitute({a.atom: n, b.atom: m}) == claim
        assert claim.symbols() == frozenset().union(*(getattr(x, "symbols", set)() for x in claim.sizes()))
    assert OneOf(n, (1, m)).symbols() == {n.atom, m.atom}
    match Equal(n, 1):
        case Equal(left, right):
            assert (left, right) == (n, 1)


def test_pickle():
    for claim in ALL:
        assert str(pickle.loads(pickle.dumps(claim))) == str(claim)


def test_asking_combinations():
    facts = Facts()
    yes, no, maybe = Equal(1, 1), Equal(1, 2), one
    table = {
        Both(yes, yes): YES,
        Both(yes, maybe): MAYBE,
        Both(no, maybe): NO,
        Both(maybe, no): NO,
        Both(): YES,
        Either(no, no): NO,
        Either(no, maybe): MAYBE,
        Either(maybe, yes): YES,
        Either(): NO,
        Not(yes): NO,
        Not(no): YES,
        Not(maybe): MAYBE,
        Always(): YES,
        Never(): NO,
    }
    for claim, expected in table.items():
        assert claim.ask(facts) is expected, claim


@pytest.mark.parametrize("a", [YES, NO, MAYBE])
@pytest.mark.parametrize("b", [YES, NO, MAYBE])
def test_truth(a, b):
    """Kleene's logic: the connectives hold for every way to replace MAYBE by YES or NO."""
    ways = {YES: [True], NO: [False], MAYBE: [True, False]}

    def of(values):
        return YES if values == {True} else NO if values == {False} else MAYBE

    both = of({x and y for x in ways[a] for y in ways[b]})
    either = of({x or y for x in ways[a] for y in ways[b]})
    assert a & b is both is all_of([a, b])
    assert a | b is either is any_of([a, b])
    assert ~a is of({not x for x in ways[a]})
    assert (a.is_yes, a.is_no, a.is_maybe) == (a is YES, a is NO, a is MAYBE)
    with pytest.raises(TypeError, match="MAYBE"):
        bool(a)
    assert pickle.loads(pickle.dumps(a)) is a


def test_truth_of_conditions():
    assert Truth.of(True) is YES
    assert Truth.of(False) is NO
    assert all_of([]) is YES
    assert any_of([]) is NO
    assert all_of(x for x in (MAYBE, MAYBE, NO)) is NO
    assert any_of(x for x in (MAYBE, MAYBE, YES)) is YES
