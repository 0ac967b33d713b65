"""Normal forms of sizes, and how they are written."""

import copy
import pickle

import pytest

from gnomon.shapes import (
    Dim,
    Symbol,
    beyond,
    ceil_div,
    maximum,
    minimum,
    product,
    substitute,
    symbol,
    symbols_of,
)
from gnomon.shapes.atoms import FloorDiv, Max, Min, Mod

n, m, h, w, k = (symbol(name) for name in "nmhwk")
z = symbol("z", lower=None)
few = symbol("few", lower=4, upper=7)


@pytest.mark.parametrize(
    "size, text",
    [
        (n + 1, "n + 1"),
        (1 + n, "n + 1"),
        (n - 1, "n - 1"),
        (1 - n, "1 - n"),
        (-n, "-n"),
        (-n - 1, "-n - 1"),
        (2 * n + 1, "2*n + 1"),
        (n * 2 - m * 3, "2*n - 3*m"),
        (n * m + n, "n*m + n"),
        (n * n, "n*n"),
        (m - n + 4, "m + 4 - n"),
        (n // 2, "n//2"),
        (2 * (n // 3), "2*(n//3)"),
        ((n // 3) * m, "m*(n//3)"),
        (n % 4, "n % 4"),
        (3 * (n % 4) + 1, "3*(n % 4) + 1"),
        ((h - 3) // 2 + 1, "(h + 1)//2 - 1"),
        ((h - 2) // 2 + 1, "h//2"),
        (n // m, "n//m"),
        (n // (m + 1), "n//(m + 1)"),
        (5 // n, "5//n"),
        (-5 // n, "(-5)//n"),
        (7 % n, "7 % n"),
        (minimum(n, 4) // 3, "min(n, 4)//3"),
        (minimum(n, m), "min(n, m)"),
        (maximum(n - 2, 0), "max(n - 2, 0)"),
        (2 * minimum(n, m) + 1, "2*min(n, m) + 1"),
        (symbol(), "?"),
        ((n // m) // 2, "n//(2*m)"),
    ],
)
def test_text(size, text):
    assert str(size) == repr(size) == text


@pytest.mark.parametrize(
    "left, right",
    [
        (n + m, m + n),
        ((n + 1) * (n - 1), n * n - 1),
        ((n + m) * (n + m), n * n + 2 * n * m + m * m),
        ((h + 2 * 1 - 3) // 1 + 1, h),
        (n * 64 * 64 // 4096, n),
        (product([n, 8, 8, 64]) // 4096, n),
        (4 * n // 2, 2 * n),
        ((4 * n + 3) // 4, n),
        ((2 * n + 1) // 4, n // 2),
        ((2 * n + 2) // 4, (n + 1) // 2),
        ((n * k) // (2 * n), k // 2),
        ((n * k) % (2 * n), n * (k % 2)),
        ((n * k) // (-2 * n), -k // 2),
        (few // 4, 1),
        (few % 4, few - 4),
        ((few + 2 * m) // 4, (few + 2 * m) // 4),
        (-1 // n, -1),
        (-1 % n, n - 1),
        (-2 // (m + 2), -1),
        ((2 * n + 3) // 4, (n + 1) // 2),
        ((3 * n) // 2, n + n // 2),
        (n // 2 // 3, n // 6),
        ((n // 2 + 1) // 2, (n + 2) // 4),
        ((n // 2 + m) // 3, (n + 2 * m) // 6),
        (ceil_div(ceil_div(n, 2), 2), ceil_div(n, 4)),
        (-n // 4, -ceil_div(n, 4)),
        (n // -4, -ceil_div(n, 4)),
        (n % -4, -((-n) % 4)),
        (n * m // m, n),
        ((n * m + m * 3) // m, n + 3),
        (n * m // (n * k), m // k),
        ((n * m + n) // (m + 1), n),
        (6 * n // (4 * m), 3 * n // (2 * m)),
        ((n * m + 1) // m, n + 1 // m),
        (n // m // k, n // (m * k)),
        (-n // -m, n // m),
        ((n * m) % m, 0),
        ((n * m + k) % m, k % m),
        ((n * k) % (m * k), k * (n % m)),
        (n % -m, -(-n % m)),
        (4 * n % 2, 0),
        ((4 * n + 3) % 2, 1),
        (6 * n % 4, 2 * (n % 2)),
        ((6 * n + 3) % 4, 2 * ((n + 1) % 2) + 1),
        (n % 8 % 4, n % 4),
        ((n % 8 + m) % 4, (n + m) % 4),
        ((n + 5) % 4, (n + 1) % 4),
        ((n % 4) // 4, 0),
        ((n % 4) % 4, n % 4),
        (n % 1, 0),
        (n // 1, n),
        (0 * n, 0),
        (n // 3 - n // 3, 0),
        (1 // (n + 2), 0),
        (n % 3 // (m + 3), 0),
        (n % 3 % (m + 3), n % 3),
        (-1 // (n + 2), -1),
        (-1 % (n + 2), n + 1),
        (minimum(n, m), minimum(m, n)),
        (minimum(n, n + 1), n),
        (maximum(n, n + 1), n + 1),
        (maximum(n, 0), n),
        (maximum(n, -3), n),
        (minimum(n, 0), 0),
        (minimum(n, 4, 3), minimum(3, n)),
        (minimum(minimum(n, 4), 3), minimum(n, 3)),
        (minimum(n, minimum(m, k)), minimum(minimum(n, m), k)),
        (minimum(minimum(n, m) + 1, k), minimum(n + 1, m + 1, k)),
        (maximum(maximum(n - 2, 0) - 1, 0), maximum(n - 3, 0)),
        (minimum(n + 1, m + 1), minimum(n, m) + 1),
        (minimum(2 * n, 2 * m), 2 * minimum(n, m)),
        (minimum(2 * n, 4), 2 * minimum(n, 2)),
        (maximum(n + k, m + k), maximum(n, m) + k),
        (maximum(n, minimum(n, m)), n),
        (minimum(maximum(n, m), n), n),
        (minimum(n), n),
        (minimum(n, n), n),
        (minimum(3, 4), 3),
        (maximum(3, 4, 5), 5),
        (product([]), 1),
        (product([n, -2, -3]), 6 * n),
        (product([n, 0, m]), 0),
        (+n, n),
        (n - True, n - 1),
        (n + False, n),
        (n * True, n),
        (n // True, n),
        (True + n, n + 1),
        (maximum(n - 1, True), maximum(n - 1, 1)),
        (n % True, 0),
        (True % (n + 2), 1),
    ],
)
def test_equal_normal_forms(left, right):
    assert left == right
    assert hash(left) == hash(right)
    assert left - right == 0
    assert type(left) in (int, Dim)


@pytest.mark.parametrize(
    "left, right",
    [
        (n, m),
        (n, n + 1),
        (n, 2 * n),
        (n // 2, n // 3),
        (n % 2, n // 2),
        (symbol("n"), symbol("n")),
        (n, 3),
        (n, "n"),
    ],
)
def test_different_normal_forms(left, right):
    assert left != right


def test_constants_are_ints():
    assert type(n - n) is int
    assert type(n + 3 - n) is int
    assert type((2 * n) // n) is int
    assert type(n * 0) is int


def test_symbols():
    size = (n + 2 * m) // 3 + minimum(h, 5) * (w % k)
    assert size.symbols() == {x.atom for x in (n, m, h, w, k)}
    assert n.symbols() == n.atom.symbols() == {n.atom}
    assert symbols_of(n + m) == {n.atom, m.atom}
    assert symbols_of(7) == frozenset()


def test_terms():
    size = 3 - 2 * n * m + h // 2
    assert dict(size.terms) == {((h // 2).atom,): 1, (): 3, (n.atom, m.atom): -2}
    assert [coefficient for _, coefficient in size.terms] == [1, 3, -2]
    assert size.constant == 3
    assert (n + m).constant == 0
    assert n.atom is n.atom
    assert (2 * n).atom is (n + 1).atom is (n * m).atom is None


def test_atoms():
    for size, kind in (
        (n // 2, FloorDiv),
        (n % 2, Mod),
        (minimum(n, 3), Min),
        (maximum(n, 3), Max),
        (n, Symbol),
    ):
        assert type(size.atom) is kind
        assert repr(size.atom) == str(size.atom) == str(size)
    assert (n // 2).atom.args == (n, 2)
    assert (n // 2).atom is (n // 2).atom
    assert minimum(n, m).atom is minimum(m, n).atom


def test_bounds_of_atoms():
    s = symbol("s", lower=2, upper=9)
    for size, low, high in (
        (s // 2, 1, 4),
        (s % 4, 0, 3),
        (s % 20, 2, 9),
        (n % m, 0, None),
        (minimum(s, n), 0, 9),
        (maximum(s, n), 2, None),
        (5 // (n + 1), 0, 5),
    ):
        atom = size.atom
        found = (s.atom.lower, s.atom.upper) if atom is None else (atom.lower, atom.upper)
        assert found == (low, high), size


def test_substitute():
    size = (n - 2) // 2 + minimum(m, 3)
    assert size.substitute({n.atom: 10, m.atom: 1}) == 5
    assert size.substitute({n: 10, m: 1}) == 5
    assert size.substitute({n: 2 * h}) == h - 1 + minimum(m, 3)
    assert size.substitute({k: 3}) is size
    assert (n + m).substitute({n: m, m: n}) == n + m
    assert (n * n).substitute({n: m + 1}) == m * m + 2 * m + 1
    assert substitute(5, {n: 1}) == 5
    assert substitute(n, {n: m}) == m


def test_bounds_decide_quotients_only_if_they_must():
    assert ((n % 2 - 1) // (m + 2)).substitute({n: 1, m: 0}) == 0
    assert ((n % 2 - 1) // (m + 2)).substitute({n: 0, m: 0}) == -1
    assert str(-3 // (m + 2)) == "(-3)//(m + 2)"
    assert str(2 // (m + 2)) == "2//(m + 2)"
    assert str((few + 1) // 4) == "(few + 1)//4"
    assert str(few // 3) == "few//3"


def test_only_common_factors_cancel():
    point = {n: 2, m: 3, k: 1}
    assert ((n * m) // (n * k + m)).substitute(point) == 1
    assert ((n * k + m) // (n * m)).substitute(point) == 0
    assert ((n * m + k) // (n * k)).substitute(point) == 3
    assert ((n * m) % (n * k + m)).substitute(point) == 1
    assert ((6 * n + 3) // (4 * m)).substitute(point) == 1
    assert ((6 * n + 3) % (4 * m)).substitute(point) == 3


def test_division_by_zero():
    for zero in (0, n - n):
        with pytest.raises(ZeroDivisionError):
            n // zero
        with pytest.raises(ZeroDivisionError):
            n % zero
    for size in (n // m, n % m, 1 + k * (n // m)):
        found = size.substitute({m: 0})
        assert isinstance(found, Dim)
        assert not found.symbols() & {n.atom, m.atom}
    assert (n // m).substitute({m: 0}).atom.lower is None


def test_wrong_operands(monkeypatch):
    monkeypatch.setattr(beyond, "_meanings", [])  # nobody computes with arrays
    for operation in (
        lambda: n + "1",
        lambda: n - "1",
        lambda: n * 1.5,
        lambda: n // 2.0,
        lambda: n % "2",
        lambda: 2.0 // n,
        lambda: minimum(n, "2"),
        lambda: minimum(n, None),
    ):
        with pytest.raises(TypeError):
            operation()
    with pytest.raises(ValueError):
        minimum()
    with pytest.raises(ValueError):
        symbol("s", domain=())
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(n)


def test_integers_of_other_libraries():
    import numpy as np

    assert n + np.int64(3) == n + 3
    assert n - np.int64(3) == n - 3
    assert n * np.int64(3) == 3 * n
    assert n // np.int64(3) == n // 3
    assert minimum(n, np.int64(3)) == minimum(n, 3)


def test_copies_are_the_same():
    size = (n - 2) // 2 + minimum(m, 3)
    assert copy.copy(size) is copy.deepcopy(size) is size
    assert copy.deepcopy(n.atom) is n.atom
    assert copy.copy((n // 2).atom) is (n // 2).atom


def test_pickle_keeps_relations():
    a = symbol("a", lower=1, upper=7)
    b = symbol("b", domain={2, 3})
    size = a * b + (a + b) // 3 + minimum(a, b) * (a % b) - maximum(b, a - 2)
    new_a, new_b, new = pickle.loads(pickle.dumps((a, b, size)))
    assert (new_a.atom.lower, new_a.atom.upper, new_b.atom.domain) == (1, 7, {2, 3})
    assert new.symbols() == {new_a.atom, new_b.atom}
    assert new == size.substitute({a: new_a, b: new_b})


def test_growth_is_bounded():
    """Loops over sizes stay cheap: what grows too large becomes a new unknown."""
    size = n
    for _ in range(200):
        size = size * (size + m)
        assert len(str(size)) < 20_000
    size = n
    for _ in range(300):
        size = (size * 3 + 1) // 2 + m % (size + 2)
        assert len(str(size)) < 20_000
        assert size.substitute({n: 3, m: 4}) is not None
    size = n
    for _ in range(2000):
        size = size + size
    assert len(str(size)) < 1000
    size = n
    for i in range(300):
        size = size + symbol(f"s{i}")
    assert len(size.terms) <= 65
    size = n
    for i in range(300):
        size = minimum(size, symbol(f"s{i}"))
    assert len(str(size)) < 1000
    assert (n + (1 << 300)).atom.lower == 1 << 300
    power = n
    for _ in range(40):
        power = power * n
    assert all(len(monomial) <= 16 for monomial, _ in power.terms)


def test_bounds_survive_growth():
    size = symbol("s", lower=2)
    total = size
    for _ in range(20):
        total = total * size
    ((monomial, _),) = total.terms
    assert all(atom.lower >= 2 for atom in monomial)
    many = product([symbol(None, 1, 2) + symbol(None, 0, 1) for _ in range(7)])
    assert (many.atom.lower, many.atom.upper) == (1, 3**7)
    most = minimum(*[symbol(None, i, 20 + i) for i in range(9)])
    assert (most.atom.lower, most.atom.upper) == (0, 20)


def test_defaults_of_symbols():
    plain = Symbol()
    assert (plain.name, plain.lower, plain.upper, plain.domain) == (None, 0, None, None)
    assert plain.serial < Symbol().serial


def test_domains():
    s = symbol("s", domain=[3, 5, 3])
    assert s.atom.domain == {3, 5}
    assert (s.atom.lower, s.atom.upper) == (3, 5)
    assert z.atom.lower is None
    assert maximum(z, 0) != z
