"""Intervals and what is known about single integers, against enumeration."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.shapes import intervals
from gnomon.shapes.known import Known, combined_congruence

from shapes.programs import checked

BOX = range(-12, 13)

bounds = st.one_of(st.none(), st.integers(-6, 6))
ends = st.tuples(bounds, bounds).filter(lambda x: None in x or x[0] <= x[1])


def inside(value, interval):
    low, high = interval
    return (low is None or low <= value) and (high is None or value <= high)


def tight(operation, a, b, found):
    """All results are inside, and each bound is reached where the operands are bounded."""
    values = []
    for x in (x for x in BOX if inside(x, a)):
        for y in (y for y in BOX if inside(y, b)):
            try:
                value = operation(x, y)
            except ZeroDivisionError:
                continue
            assert inside(value, found), (x, y, found)
            values.append(value)
    return values


@checked
@given(ends, ends)
def test_arithmetic(a, b):
    for operation, function in ((operator.add, intervals.plus), (operator.mul, intervals.times)):
        found = function(a, b)
        values = tight(operation, a, b, found)
        if None not in a and None not in b:
            assert found == (min(values), max(values))
    assert intervals.times(a, b) == intervals.times(b, a)
    tight(lambda x, y: x, a, b, intervals.plus(a, (0, 0)))


@checked
@given(ends, ends)
def test_products_have_bounds_where_there_are_some(a, b):
    low, high = intervals.times(a, b)
    far = [x for x in (-1000, 1000, *BOX) if inside(x, a)]
    other = [x for x in (-1000, 1000, *BOX) if inside(x, b)]
    products = [x * y for x in far for y in other]
    assert (low is None) == (min(products) < -200)
    assert (high is None) == (max(products) > 200)


@pytest.mark.parametrize(
    "a, b, expected",
    [
        ((0, 0), (0, None), (0, 0)),
        ((0, None), (0, 0), (0, 0)),
        ((0, 0), (None, None), (0, 0)),
        ((0, 2), (0, None), (0, None)),
        ((1, None), (2, None), (2, None)),
        ((None, -1), (2, None), (None, -2)),
        ((None, -1), (None, -3), (3, None)),
        ((None, 0), (0, None), (None, 0)),
        ((-1, None), (2, 3), (-3, None)),
        ((1, 1), (None, 5), (None, 5)),
        ((0, 1), (None, 5), (None, 5)),
        ((0, 1), (-3, 2), (-3, 2)),
        ((0, 0), (-3, None), (0, 0)),
        ((1, 1), (-3, None), (-3, None)),
        ((-1, -1), (None, 5), (-5, None)),
        ((-1, -1), (-3, None), (None, 3)),
        ((None, 1), (-3, -2), (-3, None)),
    ],
)
def test_open_products(a, b, expected):
    assert intervals.times(a, b) == intervals.times(b, a) == expected


@checked
@given(ends, ends)
def test_division(a, b):
    tight(operator.floordiv, a, b, intervals.floor_divided(a, b))
    tight(operator.mod, a, b, intervals.remainder(a, b))


@pytest.mark.parametrize(
    "a, b, quotient, remainder",
    [
        ((0, 10), (2, 3), (0, 5), (0, 2)),
        ((-7, 10), (2, 3), (-4, 5), (0, 2)),
        ((-7, -4), (2, 3), (-4, -2), (0, 2)),
        ((0, 2), (0, None), (0, 2), (0, 2)),
        ((7, None), (2, 3), (2, None), (0, 2)),
        ((7, 9), (2, None), (0, 4), (0, 9)),
        ((-9, -7), (2, None), (-5, -1), (0, None)),
        ((None, -7), (0, 3), (None, -3), (0, 2)),
        ((None, 7), (2, 3), (None, 3), (0, 2)),
        ((None, 7), (-3, -2), (None, None), (-2, 0)),
        ((1, 7), (-3, 0), (-7, 7), (-2, 0)),
        ((1, 7), (None, -1), (-7, 7), (None, 0)),
        ((1, 7), (-3, 4), (-7, 7), (-2, 3)),
        ((1, 7), (None, 4), (-7, 7), (None, 3)),
        ((1, 7), (-3, None), (-7, 7), (-2, None)),
    ],
)
def test_division_bounds(a, b, quotient, remainder):
    assert intervals.floor_divided(a, b) == quotient
    assert intervals.remainder(a, b) == remainder


@checked
@given(ends, st.integers(1, 4))
def test_powers(a, exponent):
    found = intervals.power(a, exponent)
    values = [x**exponent for x in BOX if inside(x, a)]
    assert all(inside(x, found) for x in values)
    if exponent % 2 == 0:
        assert found[0] >= 0
    if None not in a and exponent in (1, 2):
        assert found[1] == max(values)


@checked
@given(ends, ends, st.integers(-3, 3).filter(bool))
def test_other_intervals(a, b, factor):
    tight(lambda x, _: factor * x, a, b, intervals.scaled(a, factor))
    both = intervals.meet(a, b)
    assert all((inside(x, a) and inside(x, b)) == inside(x, both) for x in BOX)
    if None not in a and None not in b:
        assert intervals.smallest([a, b]) == (min(a[0], b[0]), min(a[1], b[1]))
        assert intervals.largest([a, b]) == (max(a[0], b[0]), max(a[1], b[1]))
    tight(min, a, b, intervals.smallest([a, b]))
    tight(max, a, b, intervals.largest([a, b]))


@st.composite
def knowledge(draw):
    modulus = draw(st.sampled_from([1, 1, 2, 3, 4, 6]))
    low, high = draw(ends)
    domain = draw(st.one_of(st.none(), st.none(), st.frozensets(st.integers(-8, 8), min_size=1, max_size=5)))
    excluded = draw(st.frozensets(st.integers(-8, 8), max_size=3))
    residue = draw(st.integers(0, modulus - 1))
    found = Known().narrowed(Known(low, high, modulus, residue, domain, excluded))
    return Known() if found is None else found


def values(known):
    return {x for x in BOX if known.admits(x)}


@checked
@given(knowledge(), knowledge())
def test_narrowed(a, b):
    found = a.narrowed(b)
    assert (set() if found is None else values(found)) == values(a) & values(b)
    if found is not None:
        assert found == b.narrowed(a)
        assert found.narrowed(a) == found
        if found.lower is not None and found.upper is not None:
            assert (found.value is not None) == (len(values(found)) == 1)
        assert found.domain is None or not found.excluded
        for end in (found.lower, found.upper):
            assert end is None or found.admits(end)
        assert all(found.lower is None or found.lower < x for x in found.excluded)
        assert all(found.upper is None or x < found.upper for x in found.excluded)


@checked
@given(knowledge(), knowledge())
def test_joined(a, b):
    found = a.joined(b)
    assert values(found) >= values(a) | values(b)
    assert found == b.joined(a)
    if len(a.values(8) or range(9)) + len(b.values(8) or range(9)) <= 8:
        assert values(found) == values(a) | values(b)
    assert values(a.joined(a)) == values(a)


@checked
@given(knowledge(), st.integers(-3, 3).filter(bool), st.integers(-3, 3))
def test_scaled(known, factor, constant):
    found = known.scaled(factor, constant)
    for x in BOX:
        assert found.admits(factor * x + constant) == known.admits(x)
    assert all((y - constant) % factor == 0 for y in BOX if found.admits(y))


@checked
@given(knowledge())
def test_values(known):
    found = known.values(5)
    if found is not None:
        assert set(found) == {x for x in range(-40, 40) if known.admits(x)}
        assert len(found) <= 5
    assert known == known
    assert known != Known(lower=-100)
    assert "Known(" in repr(known)


@pytest.mark.parametrize("known, limit, expected", [
    (Known(0, 4), 5, [0, 1, 2, 3, 4]),
    (Known(0, 4), 4, None),
    (Known(0, 8, 4), 3, [0, 4, 8]),
    (Known(0, 8, 4), 2, None),
    (Known(0, None), 9, None),
    (Known(None, 0), 9, None),
    (Known(0, 5, excluded=frozenset({2})), 6, [0, 1, 3, 4, 5]),
    (Known(3, 9, domain=frozenset({3, 9})), 2, [3, 9]),
    (Known(3, 9, domain=frozenset({3, 9})), 1, None),
])  # fmt: skip
def test_listed_values(known, limit, expected):
    assert known.values(limit) == expected


@pytest.mark.parametrize("a", range(1, 9))
@pytest.mark.parametrize("b", range(1, 9))
def test_combined_congruence(a, b):
    for r in range(a):
        for s in range(b):
            both = [x for x in range(a * b) if x % a == r and x % b == s]
            found = combined_congruence(a, r, b, s)
            if found is None:
                assert not both
            else:
                modulus, residue = found
                assert both == [x for x in range(a * b) if x % modulus == residue]


def test_equality_of_knowledge():
    assert Known() != 3
    for other in (
        Known(1),
        Known(None, 1),
        Known(modulus=2),
        Known(modulus=2, residue=1),
        Known(domain=frozenset({1})),
    ):
        assert Known() != other
    with pytest.raises(TypeError):
        hash(Known())
