"""What follows from facts."""

from itertools import pairwise

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
    ceil_div,
    maximum,
    minimum,
    product,
    symbol,
)


@pytest.fixture
def facts():
    return Facts()


n, m, h, w, k, b = (symbol(name) for name in "nmhwkb")
z = symbol("z", lower=None)
y = symbol("y", lower=-30, upper=-20)
s = symbol("s", domain={3, 5})


@pytest.mark.parametrize(
    "left, right, expected",
    [
        (3, 3, YES),
        (3, 4, NO),
        (n, n, YES),
        (n + 1, n, NO),
        (n, m, MAYBE),
        (n, -3, NO),
        (n, 3, MAYBE),
        (2 * n, 7, NO),
        (2 * n, 8, MAYBE),
        (6 * n + 4 * m, 9, NO),
        (n * m, 0, MAYBE),
        (n * m, -1, NO),
        (n * n, -1, NO),
        (z * z, -1, NO),
        (z, -1, MAYBE),
        (n % 4, 4, NO),
        (n % 4, 3, MAYBE),
        (2 * (n % 4), 5, NO),
        ((2 * n) % 4, 1, NO),
        (n // 2 * 2, n, MAYBE),
        (n // 2 * 2 + n % 2, n, YES),
        (n // m * m + n % m, n, YES),
        (n // 3 * 3, n + 1, NO),
        (n // 2 + (n + 1) // 2, n, YES),
        (n // 3 + (n + 1) // 3 + (n + 2) // 3, n, YES),
        (n // 3 + (n + 1) // 3 + (n + 2) // 3, n + 1, NO),
        ((n % 6) // 2, n // 2 % 3, YES),
        (n % 6 % 4, n % 2, MAYBE),
        ((n + (-n) % 4) % 4, 0, YES),
        (ceil_div(n, 4) * 4, n + (-n) % 4, YES),
        (s, 4, NO),
        (s, 3, MAYBE),
        (s * 2, 10, MAYBE),
        (s * s - 8 * s + 15, 0, YES),
        (s * s - 8 * s, -15, YES),
        (s * n, 2, NO),
        (s * n, 6, MAYBE),
        (s + 2 * n, 4, NO),
        (minimum(n, m) + maximum(n, m), n + m, YES),
        (minimum(n, m) * maximum(n, m), n * m, YES),
        (minimum(n, 4), 5, NO),
        (maximum(n, 4), 3, NO),
        (maximum(n - m, 0) - maximum(m - n, 0), n - m, YES),
        (minimum(n, m), m + 1, NO),
        (minimum(n, m), m, MAYBE),
        (minimum(n, m, k), 7, MAYBE),
        (n // m * m + n % m, n + 1 + k, NO),
        (maximum(z // 2 * 2 + z % 2, 0), maximum(z, 0), YES),
        (2 * (y // 3) + y, -50, MAYBE),
    ],
)
def test_equal_without_facts(facts, left, right, expected):
    assert facts.equal(left, right) is expected
    assert facts.equal(right, left) is expected
    assert Equal(left, right).ask(facts) is expected
    assert Not(Equal(left, right)).ask(facts) is ~expected


def test_cases_keep_the_bounds_of_symbols(facts):
    up_to = symbol("up_to", upper=200)
    assert facts.equal(up_to // 2 + up_to % 2, 101) is NO
    assert facts.equal(up_to // 2 + up_to % 2, 100) is MAYBE
    start = symbol("start", lower=101)
    assert facts.equal(start // 2 + start % 2, 50) is NO
    assert facts.equal(start // 2 + start % 2, 51) is MAYBE
    start = symbol("start", lower=102)
    assert facts.equal(start // 4 + start % 4 // 2, 25) is NO
    assert facts.equal(start // 4 + start % 4 // 2, 26) is MAYBE
    up_to = symbol("up_to", upper=201)
    assert facts.equal(up_to // 4 + up_to % 4 // 2, 51) is NO
    assert facts.equal(up_to // 4 + up_to % 4 // 2, 50) is MAYBE


def test_remainders_of_domains(facts):
    odd = symbol("odd", domain={3, 7, 11})
    assert facts.equal(odd % 4, 3) is YES
    assert facts.equal(odd % 8, 3) is MAYBE
    assert facts.equal(odd % 8, 5) is NO
    four = symbol("four", domain={4, 12})
    assert facts.equal(four // 4, 3) is MAYBE
    assert facts.divides(2, four // 4) is NO
    assert facts.one_of(four // 4, (1, 3)) is YES
    assert facts.one_of(odd % 8, (3, 7)) is YES


@pytest.mark.parametrize(
    "left, right, expected",
    [
        (3, 3, YES),
        (2, 3, NO),
        (n, 0, YES),
        (n, -1, YES),
        (n, 1, MAYBE),
        (-1, n, NO),
        (n, n + 1, NO),
        (n + 1, n, YES),
        (n, n // 2, YES),
        (n, n // m, YES),
        (n, n % m, YES),
        (m, n % m + 1, YES),
        (n, n // m * m, YES),
        (n, n // 3 * 3, YES),
        (n // 3 * 3, n - 2, YES),
        (n // 3 * 3, n - 1, MAYBE),
        (n // m * m, n - m + 1, YES),
        (ceil_div(n, 3) * 3, n, YES),
        (b, minimum(b, n), YES),
        (maximum(b, n), b, YES),
        (b + n, maximum(b, n), YES),
        (b + n, minimum(b, n), YES),
        (minimum(n, m) + k, n, MAYBE),
        (maximum(n, m) + k, n, YES),
        (maximum(n, m), n + k, MAYBE),
        (n + 3 * k, n + 2 * minimum(k, m), YES),
        (n + 2 * maximum(k, m), n + 2 * m, YES),
        (5 * (z // 3), z - 2, MAYBE),
        (minimum(b, n), 1, MAYBE),
        (n * m, 0, YES),
        (n * m + 1, 1, YES),
        (z * z, 0, YES),
        (z * z * z, 0, MAYBE),
        (s, 3, YES),
        (s, 4, MAYBE),
        (5, s, YES),
        (n, z, MAYBE),
    ],
)
def test_at_least_without_facts(facts, left, right, expected):
    assert facts.at_least(left, right) is expected
    assert AtLeast(left, right).ask(facts) is expected
    assert facts.at_least(right - 1, left) is ~expected


@pytest.mark.parametrize(
    "divisor, size, expected",
    [
        (4, 8, YES),
        (4, 9, NO),
        (-4, 8, YES),
        (0, 0, YES),
        (0, 8, NO),
        (0, n, MAYBE),
        (1, n, YES),
        (4, 8 * n, YES),
        (4, 8 * n + 2, NO),
        (4, n, MAYBE),
        (4, 2 * n + 1, NO),
        (4, 2 * n, MAYBE),
        (n, n * m, YES),
        (n, 0, YES),
        (n, m, MAYBE),
        (2 * n, 4 * n * m, YES),
        (3, n // 2 * 3, YES),
        (4, n - n % 4, YES),
        (4, n + (-n) % 4, YES),
        (2, s, NO),
        (3, s, MAYBE),
        (2, s + 1, YES),
        (s, 15, YES),
        (s, 7, NO),
        (2, minimum(2 * n, 2 * m), YES),
        (2, minimum(2 * n, 4), YES),
        (2, minimum(4 * n, m), MAYBE),
        (2, minimum(4 * n, 6 * m, k), MAYBE),
        (2, minimum(4 * n, 6 * m, 3), MAYBE),
        (2, maximum(k, 4 * n), MAYBE),
        (2, maximum(2 * n + 1, 4 * m - 3), NO),
    ],
)
def test_divides_without_facts(facts, divisor, size, expected):
    assert facts.divides(divisor, size) is expected
    assert Divides(divisor, size).ask(facts) is expected


@pytest.mark.parametrize(
    "size, options, expected",
    [
        (3, (3, 4), YES),
        (3, (4, 5), NO),
        (3, (), NO),
        (n, (1, n), YES),
        (n, (1, 3), MAYBE),
        (n, (-1, n + 1), NO),
        (s, {3, 5}, YES),
        (s, (5, 3, 7), YES),
        (s, (3, 4), MAYBE),
        (s, (4, 6), NO),
        (n % 2, (0, 1), YES),
        (n % 3, (0, 1), MAYBE),
    ],
)
def test_one_of_without_facts(facts, size, options, expected):
    assert facts.one_of(size, options) is expected
    assert OneOf(size, options).ask(facts) is expected


@pytest.mark.parametrize(
    "size, expected",
    [
        (7, (7, 7)),
        (n, (0, None)),
        (z, (None, None)),
        (s, (3, 5)),
        (-s, (-5, -3)),
        (n % 4, (0, 3)),
        (3 * (n % 4) - 1, (-1, 8)),
        (minimum(n, 7) // 2, (0, 3)),
        (n - n // 2, (0, None)),
        (n // 2 - n, (None, 0)),
        (n - minimum(n, m), (0, None)),
        (s * s, (9, 25)),
        (n * m, (0, None)),
        (n // 3 * 3 - n, (-2, 0)),
        (n - n % m + 5, (5, None)),
        (m - n % m + 5, (6, None)),
        (n - n // m + 5, (5, None)),
        (n - minimum(n, m) + 5, (5, None)),
        (maximum(n, m) - m + 5, (5, None)),
        (n - n // m * m + 5, (5, None)),
        (n // m * m - n + m + 5, (6, None)),
        (2 * (n // 2) - n + 5, (4, 5)),
    ],
)
def test_bounds_without_facts(facts, size, expected):
    assert facts.bounds(size) == expected


def test_even_sizes_survive_pooling(facts):
    facts.assume(Divides(2, h))
    assert facts.equal(((h - 2) // 2 + 1) * 2, h) is YES
    assert facts.equal((h // 2) * 2 * w, h * w) is YES
    assert facts.normalize((h // 2) * (2 * w)) == h * w
    assert facts.equal(h // 2 * 2, h + 2) is NO
    assert facts.equal(h // 2 + w, h) is MAYBE
    assert facts.equal(ceil_div(h, 2), h // 2) is YES
    assert facts.at_least(2 * ceil_div(h, 2), h + 1) is NO
    assert facts.divides(2, h + 4) is YES
    assert facts.divides(4, 2 * h) is YES
    assert facts.divides(4, h + 1) is NO
    assert facts.normalize(h % 2) == 0


def test_known_remainders(facts):
    facts.assume(Divides(4, h - 3))
    assert facts.normalize(h % 4) == 3
    assert facts.normalize(h % 2) == 1
    assert facts.normalize(4 * (h // 4)) == h - 3
    assert facts.equal(h // 4 * 4 + 3, h) is YES
    assert facts.equal(h, 8) is NO
    assert facts.bounds(h) == (3, None)
    facts.assume(Divides(3, h))
    assert facts.divides(12, h - 3) is YES
    assert facts.equal(h // 12 * 12 + 3, h) is YES


def test_remainders_of_several_terms(facts):
    facts.assume(Divides(4, n - m - 3))
    assert facts.divides(2, n - m - 1) is YES
    assert facts.divides(2, n - m) is NO
    assert facts.divides(4, 3 * n - 3 * m - 1) is YES
    assert facts.divides(8, 2 * n - 2 * m + 2) is YES
    assert facts.divides(8, 2 * m - 2 * n - 2) is YES
    assert facts.divides(8, n - m - 3) is MAYBE
    assert facts.equal(n, m + 2) is NO
    assert facts.equal(n, m + 7) is MAYBE
    facts.assume(Divides(4, h // 3))
    assert facts.divides(2, h // 3) is YES
    assert facts.divides(2, h // 3 + 1) is NO
    facts.assume(Divides(3, n - m))
    assert facts.divides(12, n - m - 3) is YES


def test_remainders_of_multiples(facts):
    facts.assume(Divides(12, 8 * n - 4))
    assert facts.divides(3, n - 2) is YES
    assert facts.equal(n, 4) is NO
    facts.assume(Divides(5, 2 * w - 1))
    assert facts.divides(5, w - 3) is YES
    facts.assume(Divides(6, 9 - 4 * m))
    assert facts.divides(3, m) is MAYBE
    facts.assume(OneOf(3 * k + 1, (4, 5, 7)))
    assert facts.one_of(k, (1, 2)) is YES
    facts.assume(Not(OneOf(3 * h + 1, (4, 5))))
    assert facts.equal(h, 1) is NO
    assert facts.equal(h, 2) is MAYBE


def test_several_exact_quotients(facts):
    facts.assume(Divides(4, n) & Divides(6, m))
    assert facts.equal(2 * (n // 4) + 3 * (m // 6), (n + m) // 2) is YES
    assert facts.equal(2 * (n // 4) + 3 * (m // 6), (n + m) // 2 + 1) is NO
    assert facts.at_least(n // 4 + 1, m // 6) is MAYBE
    assert facts.equal((n // 4) * (m // 6) * 24, n * m) is YES
    assert facts.equal((n // 4) * (n // 4) * 16, n * n) is YES


def test_answers_follow_the_facts(facts):
    """Nothing derived from fewer facts is kept when a fact is added."""
    facts.assume(AtLeast(w, 1))
    size = minimum(n, m) + maximum(h - 2, 0) // 3
    assert facts.normalize(size) == size
    assert facts.bounds(maximum(h - 2, 0)) == (0, None)
    assert facts.equal(minimum(n, m), m) is MAYBE
    token = facts.mark()
    facts.assume(AtLeast(n, m) & AtLeast(h, 2))
    assert facts.normalize(size) == m + (h - 2) // 3
    assert facts.equal(minimum(n, m), m) is YES
    facts.assume(AtLeast(4, h))
    assert facts.bounds(maximum(h - 2, 0)) == (0, 2)
    assert facts.normalize(size) == m
    facts.rollback(token)
    assert facts.normalize(size) == size
    assert facts.bounds(maximum(h - 2, 0)) == (0, None)


def test_a_quotient_times_its_divisor(facts):
    facts.assume(AtLeast(m, n + 9))
    assert facts.at_least(m // n * n, 10) is YES
    assert facts.at_least(m // n * n, m - n + 2) is MAYBE
    assert facts.at_least(m // n * n + k, m - 1) is MAYBE
    assert facts.at_least(m, k + m // n * n) is MAYBE


def test_reshape_with_unknown_batch(facts):
    total = product([n, 8, 8, 64])
    assert total // 4096 == n
    assert facts.divides(4096, total) is YES
    facts.assume(Divides(n, m))
    assert facts.equal(m // n * n, m) is YES
    assert facts.normalize(m // n * n * k) == m * k
    assert facts.divides(n, m * k + n) is YES


def test_equalities_substitute(facts):
    facts.assume(Equal(n, 5))
    assert facts.normalize(2 * n + 1) == 11
    assert facts.normalize(n // 2) == 2
    assert facts.normalize(minimum(n, 7)) == 5
    assert facts.equal(n, 5) is YES
    assert facts.equal(n, 6) is NO
    assert facts.normalize(m) is m
    facts.assume(Equal(m, n + k))
    assert facts.normalize(m) == k + 5 or facts.normalize(k) == m - 5
    assert facts.equal(m, k + 5) is YES
    assert facts.equal(m, k) is NO


def test_solving_prefers_young_and_unnamed_symbols(facts):
    first, second, unnamed = symbol("first"), symbol("second"), symbol()
    facts.assume(Equal(first, second))
    assert facts.normalize(second) == first
    older = symbol()
    younger = symbol("younger")
    facts.assume(Equal(older, younger))
    assert facts.normalize(older) == younger
    facts.assume(Equal(2 * first, unnamed + 4))
    assert facts.normalize(unnamed) == 2 * first - 4
    facts.assume(Equal(h // 2, w))
    assert facts.normalize(w) == h // 2
    assert facts.equal(2 * w + h % 2, h) is YES


def test_solving_carries_knowledge_over(facts):
    old, young = symbol("old"), symbol("young", lower=4, upper=9)
    facts.assume(Equal(young, 2 * old + 1))
    assert facts.bounds(old) == (2, 4)
    facts.assume(Divides(3, young))
    assert facts.normalize(old) == 4
    choice = symbol("choice", domain={2, 4, 7})
    facts.assume(Equal(choice, k + 2))
    assert facts.one_of(k, (0, 2, 5)) is YES
    facts.assume(Not(Equal(choice, 4)))
    assert facts.one_of(k, (0, 5)) is YES
    assert facts.one_of(choice, (2, 7)) is YES


def test_facts_about_solved_symbols_are_restated(facts):
    facts.assume(AtLeast(n, m + 2))
    facts.assume(Not(Equal(n, k)))
    facts.assume(Equal(n, 9))
    assert facts.bounds(m) == (0, 7)
    assert facts.equal(k, 9) is NO
    facts.assume(Equal(h // 2, 4))
    facts.assume(Equal(h, 2 * w))
    assert facts.equal(w, 4) is YES
    a, c, d, e = (symbol(name) for name in "acde")
    facts.assume(AtLeast(maximum(d, e), 5))
    facts.assume(Equal(e, a + 1))
    assert facts.at_least(maximum(d, a + 1), 5) is YES
    facts.assume(Equal(e % b, 3))
    facts.assume(Equal(a, 2 * c))
    assert facts.equal((2 * c + 1) % b, 3) is YES


def test_long_chains(facts):
    symbols = [symbol(f"s{i}") for i in range(300)]
    for first, second in reversed(list(pairwise(symbols))):
        facts.assume(Equal(second, first))
    assert facts.equal(symbols[0], symbols[-1]) is YES
    assert facts.normalize(symbols[-1]) == symbols[0]
    shifted = [symbol(f"t{i}") for i in range(60)]
    for first, second in reversed(list(pairwise(shifted))):
        facts.assume(Equal(second, first + 1))
    assert facts.equal(shifted[-1], shifted[0] + 59) is YES


def test_equalities_that_cannot_be_solved(facts):
    facts.assume(Equal(n * m, 12))
    assert facts.equal(2 * n * m, 24) is YES
    assert facts.equal(n * m, 13) is NO
    assert facts.bounds(n * m * k) == (0, None)
    assert facts.equal(n, 0) is NO
    assert facts.bounds(n) == (1, 12)
    assert facts.equal(n, 13) is NO
    facts.assume(Equal(3 * h, 2 * w))
    assert facts.equal(6 * h, 4 * w) is YES
    assert facts.equal(3 * h + 1, 2 * w) is NO
    assert facts.divides(2, h) is YES
    assert facts.divides(3, w) is YES
    facts.assume(Equal(h, 4))
    assert facts.normalize(w) == 6


def test_order(facts):
    facts.assume(AtLeast(n, m))
    facts.assume(AtLeast(m, k + 1))
    assert facts.at_least(n, k) is YES
    assert facts.at_least(n, k + 1) is YES
    assert facts.at_least(k, n) is NO
    assert facts.equal(n, k) is NO
    assert facts.equal(n, m) is MAYBE
    assert facts.at_least(2 * n, 2 * m) is YES
    assert facts.bounds(n) == (1, None)
    assert facts.normalize(minimum(n, m)) == m
    assert facts.normalize(maximum(n, m, h)) == maximum(n, h)
    assert facts.normalize(maximum(n - m, 0)) == n - m
    assert facts.equal(minimum(m, n) * 2, 2 * m) is YES


def test_a_circle_of_orders(facts):
    facts.assume(AtLeast(n, m))
    facts.assume(AtLeast(m, k))
    assert facts.equal(n, k) is MAYBE
    facts.assume(AtLeast(k, n))
    assert facts.equal(n, k) is YES


def test_bounds_narrow(facts):
    facts.assume(AtLeast(n, 3))
    facts.assume(AtLeast(8, n))
    assert facts.bounds(n) == (3, 8)
    assert facts.bounds(2 * n - 1) == (5, 15)
    assert facts.bounds(n // 2) == (1, 4)
    assert facts.normalize(n // 9) == 0
    assert facts.normalize(n % 9) == n
    assert facts.normalize(n // (m + 9)) == 0
    assert facts.normalize(n % (m + 9)) == n
    assert facts.normalize(n // m) == n // m
    facts.assume(AtLeast(m, 9))
    assert facts.normalize(n // m) == 0
    assert facts.normalize(n % m) == n
    assert facts.normalize((n + 1) % m) == (n + 1) % m
    assert facts.normalize((n + 1) // m) == (n + 1) // m
    assert facts.normalize((n - 4) % m) == (n - 4) % m
    assert facts.normalize((n - 3) % m) == n - 3
    facts.assume(AtLeast(n, 8))
    assert facts.normalize(n) == 8


def test_bounds_of_operands(facts):
    facts.assume(AtLeast(h // 2, 3))
    assert facts.bounds(h) == (6, None)
    facts.assume(AtLeast(4, h // 2))
    assert facts.bounds(h) == (6, 9)
    facts.assume(AtLeast(minimum(n, m), 2))
    assert facts.bounds(n) == facts.bounds(m) == (2, None)
    facts.assume(AtLeast(7, maximum(n, k)))
    assert facts.bounds(n) == (2, 7)
    assert facts.bounds(k) == (0, 7)
    facts.assume(AtLeast(9, w + b))
    assert facts.bounds(w) == facts.bounds(b) == (0, 9)
    facts.assume(AtLeast(w - b, 2))
    assert facts.bounds(w) == (2, 9)
    assert facts.bounds(b) == (0, 7)
    facts.assume(AtLeast(20, n * m))
    assert facts.bounds(n * m) == (4, 20)
    assert facts.bounds(m) == (2, 10)


def test_values_of_operands(facts):
    facts.assume(Equal(h // 3, w))
    assert facts.at_least(h, 3 * w) is YES
    assert facts.at_least(3 * w + 2, h) is YES
    top, bottom = symbol("top"), symbol("bottom")
    facts.assume(Equal(top // bottom, 3))
    assert facts.at_least(top, 3 * bottom) is YES
    assert facts.at_least(4 * bottom - 1, top) is YES
    assert facts.at_least(top, 3) is YES
    facts.assume(Equal(n % 4, 1))
    assert facts.equal(n // 4 * 4 + 1, n) is YES
    assert facts.equal(n, 6) is NO
    facts.assume(Equal(minimum(k, 5), 4))
    assert facts.normalize(k) == 4
    left, right = symbol("left"), symbol("right")
    facts.assume(Equal(minimum(left, right), 4))
    assert facts.bounds(left) == facts.bounds(right) == (4, None)
    facts.assume(Equal(maximum(b, m), 3))
    assert facts.bounds(b) == (0, 3)
    facts.assume(Not(Equal(b, 3)))
    assert facts.equal(maximum(b, m), 3) is YES


def test_finite_domains(facts):
    facts.assume(Not(Equal(s, 3)))
    assert facts.normalize(s) == 5
    facts.assume(OneOf(n, (1, 4, 6)))
    assert facts.bounds(n) == (1, 6)
    assert facts.equal(n, 5) is NO
    assert facts.equal(n * n, 16) is MAYBE
    assert facts.equal(n * n, 17) is NO
    facts.assume(AtLeast(n, 2))
    assert facts.divides(2, n) is YES
    facts.assume(OneOf(n, (1, 6, 9)))
    assert facts.normalize(n) == 6
    facts.assume(Not(OneOf(m, (0, 1, 3))))
    assert facts.bounds(m) == (2, None)
    assert facts.equal(m, 3) is NO
    facts.assume(Divides(3, k) & AtLeast(8, k) & Not(Equal(k, 0)) & Not(Equal(k, 3)))
    assert facts.normalize(k) == 6


def test_different_sizes(facts):
    facts.assume(Not(Equal(n, m)))
    assert facts.equal(n, m) is NO
    assert facts.equal(2 * m, 2 * n) is NO
    assert facts.equal(n + 1, m + 1) is NO
    assert facts.equal(n, m + 1) is MAYBE
    facts.assume(AtLeast(n, m))
    assert facts.at_least(n, m + 1) is YES


def test_broadcasting_claims(facts):
    claim = OneOf(n, (1, m))
    assert claim.ask(facts) is MAYBE
    facts.assume(claim)
    assert claim.ask(facts) is YES
    assert facts.equal(n, m) is MAYBE
    token = facts.mark()
    facts.assume(Not(Equal(n, 1)))
    assert facts.equal(n, m) is YES
    facts.rollback(token)
    assert facts.equal(n, m) is MAYBE
    facts.assume(AtLeast(n, m + 1))
    assert facts.normalize(n) == 1


def test_remembered_claims_wait_for_what_symbols_become(facts):
    facts.assume(OneOf(n, (1, m)))
    facts.assume(Equal(k + 1, n))
    facts.assume(AtLeast(k, 1))
    assert facts.equal(n, m) is YES


def test_alternatives(facts):
    claim = Equal(n, 3) | Equal(n, 5)
    assert claim.ask(facts) is MAYBE
    facts.assume(claim)
    assert facts.one_of(n, (3, 5)) is YES
    assert claim.ask(facts) is YES
    facts.assume(Equal(m, 1) | AtLeast(m, 7))
    assert facts.bounds(m) == (1, None)
    assert (Equal(m, 1) | AtLeast(m, 7)).ask(facts) is YES
    facts.assume(AtLeast(6, m))
    assert facts.normalize(m) == 1
    facts.assume(Equal(h, 1) | Equal(w, 1))
    assert facts.equal(h, 1) is MAYBE
    facts.assume(Not(Equal(w, 1)))
    assert facts.equal(h, 1) is YES


def test_alternatives_of_which_one_is_left(facts):
    facts.assume(AtLeast(n, 4))
    facts.assume(Equal(n, 3) | Equal(n, m))
    assert facts.equal(n, m) is YES
    facts.assume(Equal(n, 2) | Equal(n, 3))
    assert facts.equal(n, m) is YES
    facts.assume(OneOf(k, (-1, h)))
    assert facts.equal(k, h) is YES


def test_denials(facts):
    facts.assume(~Divides(2, n))
    assert facts.divides(2, n) is NO
    assert facts.equal(n % 2, 1) is YES
    facts.assume(~Divides(-2, s + b))
    assert facts.divides(2, s + b) is NO
    assert facts.divides(2, s + b + 1) is YES
    facts.assume(~Divides(3, m))
    assert facts.divides(3, m) is NO
    facts.assume(AtLeast(4, m) & AtLeast(m, 3))
    assert facts.normalize(m) == 4
    facts.assume(~Divides(0, k))
    assert facts.bounds(k) == (1, None)
    facts.assume(~(AtLeast(h, 3) & AtLeast(3, h)))
    assert facts.equal(h, 3) is NO
    facts.assume(~(Equal(w, 0) | Equal(w, 1)))
    assert facts.bounds(w) == (2, None)
    facts.assume(~~Equal(k, 4))
    assert facts.normalize(k) == 4


def test_contradictions_are_ignored(facts):
    facts.assume(Equal(n, 5))
    for claim in (
        Equal(n, 6),
        AtLeast(n, 6),
        AtLeast(4, n),
        Divides(2, n),
        OneOf(n, (1, 2)),
        OneOf(n, ()),
        Not(Equal(n, 5)),
        Never(),
        Either(),
        Equal(s, 4),
        Equal(m, -1),
        AtLeast(-1, m),
        Equal(2 * m, 7),
        Divides(0, n),
        Divides(2, 2 * m + 1),
        Equal(n % 2, 0),
        Both(Equal(n, 5), Equal(3, 4)),
        AtLeast(m, m + 1),
        Equal(m, m + 1),
    ):
        facts.assume(claim)
    assert facts.normalize(n) == 5
    assert facts.bounds(m) == (0, None)
    assert facts.bounds(s) == (3, 5)


def test_trivial_claims_add_nothing(facts):
    for claim in (
        Always(),
        Both(),
        Equal(n, n),
        AtLeast(n, 0),
        AtLeast(n + 1, n),
        Divides(1, n),
        Divides(n, n),
        OneOf(n, (n, 1)),
        Not(Never()),
        Not(Equal(n, -1)),
        Not(Equal(n, n + 1)),
        Divides(4, 8 * n),
        Equal(3, 3),
        OneOf(s, (3, 5, 7)),
    ):
        token = facts.mark()
        facts.assume(claim)
        assert facts.mark() == token, claim
        assert claim.ask(facts) is YES


def test_rollback(facts):
    facts.assume(AtLeast(n, 2))
    token = facts.mark()
    facts.assume(Equal(n, m))
    inner = facts.mark()
    facts.assume(Equal(m, 7) & Divides(2, k) & OneOf(h, (1, w)))
    assert facts.normalize(n) == 7
    facts.rollback(inner)
    assert facts.equal(n, m) is YES
    assert facts.equal(n, 7) is MAYBE
    assert facts.divides(2, k) is MAYBE
    facts.rollback(token)
    assert facts.equal(n, m) is MAYBE
    assert facts.bounds(n) == (2, None)
    facts.rollback(token)
    facts.rollback(0)
    assert facts.bounds(n) == (0, None)


def test_captures(facts):
    facts.assume(AtLeast(n, 2))
    token = facts.mark()
    assert facts.capture(token) == []
    facts.assume(AtLeast(9, n) & Divides(2, m) & Equal(k, n + 1) & OneOf(h, (1, 2)) & OneOf(w, (1, n)))
    facts.assume(Not(Equal(b, 4)))
    captured = facts.capture(token)
    assert set(captured) == {
        Equal(k, n + 1),
        AtLeast(9, n),
        Divides(2, m),
        OneOf(h, (1, 2)),
        OneOf(w, (1, n)),
        AtLeast(9, w),
        AtLeast(w, 1),
        Not(Equal(b, 4)),
    }
    facts.rollback(token)
    assert captured[0].ask(facts) is MAYBE
    for claim in captured:
        facts.assume(claim)
        assert claim.ask(facts) is YES


def test_captures_of_values(facts):
    token = facts.mark()
    facts.assume(AtLeast(n, 3))
    facts.assume(Equal(n, 4))
    facts.assume(Equal(n * m * k, 20))
    assert facts.capture(token)[:2] == [Equal(n, 4), Equal(m * k, 5)]


@pytest.mark.parametrize(
    "left, right, expected",
    [
        ([Equal(n, 3)], [Equal(n, 5)], [OneOf(n, (3, 5))]),
        ([Equal(n, 3)], [Equal(n, 3)], [Equal(n, 3)]),
        ([Equal(n, 3)], [], []),
        ([AtLeast(n, 3)], [AtLeast(n, 5)], [AtLeast(n, 3)]),
        ([AtLeast(n, 3)], [Equal(n, 5)], [AtLeast(n, 3)]),
        ([AtLeast(9, n)], [OneOf(n, (3, 12))], [AtLeast(12, n)]),
        ([Divides(4, n)], [Divides(6, n)], [Divides(2, n)]),
        ([Divides(4, n)], [Equal(n, 6)], [Divides(2, n)]),
        ([Equal(n, m + 1)], [Equal(n, m + 1), Equal(m, 3)], [Equal(m, n - 1)]),
        ([Equal(n, m)], [Equal(n, m + 1)], [OneOf(m - n, (-1, 0))]),
        ([Not(Equal(n, 4))], [AtLeast(3, n)], [Not(Equal(n, 4))]),
        ([OneOf(n, (1, m))], [Equal(n, 1)], [OneOf(n, (1, m))]),
        ([AtLeast(3, n)], [AtLeast(n, 6)], [Not(Equal(n, 4)), Not(Equal(n, 5))]),
        ([AtLeast(n, m)], [AtLeast(m, n)], []),
        ([AtLeast(n, m)], [AtLeast(n, m + 2)], [AtLeast(n - m, 0)]),
    ],
)
def test_intersect(facts, left, right, expected):
    token = facts.mark()
    found = facts.intersect([left, right])
    assert facts.mark() == token
    for claim in found:
        facts.assume(claim)
    for claim in expected:
        assert claim.ask(facts) is YES, found
    facts.rollback(token)
    for claim in expected:
        facts.assume(claim)
    for claim in found:
        assert claim.ask(facts) is YES, found


def test_intersect_of_few(facts):
    assert facts.intersect([]) == []
    assert facts.intersect([[Equal(n, 3)]]) == [Equal(n, 3)]
    assert facts.intersect([[Equal(n, 3)], [Equal(n, 3), Equal(m, 4)]]) == [Equal(n, 3)]
    assert facts.intersect([[Equal(k, 1), Equal(n, 3)], [Equal(k, 1), AtLeast(n, 5)]]) == [
        Equal(k, 1),
        AtLeast(n, 3),
        Not(Equal(n, 4)),
    ]
    assert facts.intersect([[Equal(n, 3)], [Equal(n, 4)], []]) == []
    assert facts.intersect([[Equal(n, 3)], [Equal(n, 4)], [Equal(n, 6)]]) == [OneOf(n, (3, 4, 6))]


def test_what_branches_do_not_divide_by_may_be_zero(facts):
    """A fact about k // n says that n is not zero, where the division was made."""
    for claim in facts.intersect([[Divides(m, n)], [Equal(n, 1 // n)]]):
        facts.assume(claim)
    assert facts.equal(n, 0) is MAYBE
    for claim in facts.intersect([[Equal(k // m, 0)], [Equal(k, 0)]]):
        facts.assume(claim)
    assert facts.equal(m, 0) is MAYBE
    both = Equal(k // n, 1)
    assert both in facts.intersect([[both], [both, Equal(m, 1)]])


def test_many_facts_stay_fast(facts):
    """Nothing here is quadratic in the number of facts."""
    symbols = [symbol(f"x{i}") for i in range(400)]
    for first, second in pairwise(symbols):
        facts.assume(OneOf(first, (1, second)))
        facts.assume(AtLeast(first + second, 1))
    assert facts.equal(symbols[0], symbols[1]) is MAYBE
    facts.assume(AtLeast(symbols[0], 2))
    assert facts.equal(symbols[0], symbols[1]) is YES


def test_work_is_bounded(facts):
    """One claim may have many consequences; drawing them ends in good time."""
    symbols = [symbol(f"y{i}") for i in range(200)]
    for first, second in pairwise(symbols):
        facts.assume(AtLeast(2 * second, 2 * first))
        facts.assume(OneOf(first, (second, second + 1, 2)))
    facts.assume(AtLeast(3, symbols[-1]))
    facts.assume(Equal(symbols[0], 3))
    assert facts.equal(symbols[0], 3) is YES
