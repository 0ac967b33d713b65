"""Values for inputs and shared arrays: dtypes are converted only where no integer becomes another one."""

import warnings

import numpy as np
import pytest

import gnomon as gn

INTEGERS = [np.dtype(name) for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()]


def call(x, value):
    return gn.function([x], x)(value)


def evaluate(x, value):
    return (x + gn.asarray(0, dtype=x.dtype)).eval({x: value})


def store(x, value):
    kept = gn.shared(np.zeros(2, str(x.dtype)))
    kept.set_value(value)
    return kept.get_value()


WAYS = [call, evaluate, store]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wanted", INTEGERS, ids=str)
@pytest.mark.parametrize("have", INTEGERS, ids=str)
def test_integers_stay_what_they_are(way, have, wanted):
    x = gn.symbol("x", (2,), str(wanted))
    limits, own = np.iinfo(wanted), np.iinfo(have)
    low, high = max(limits.min, own.min), min(limits.max, own.max)
    for given in ([low, high], [own.min, own.max], [own.max, 0], [0, own.min]):
        value = np.array(given, have)
        if not np.can_cast(have, wanted, "same_kind"):
            with pytest.raises(gn.DtypeError, match="may not hold"):
                way(x, value)
        elif all(limits.min <= entry <= limits.max for entry in given):
            found = way(x, value)
            assert found.dtype == wanted
            assert found.tolist() == given
        else:
            with pytest.raises(gn.RangeError, match=f"is {wanted}, which -?[0-9]+ does not fit"):
                way(x, value)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wanted", INTEGERS, ids=str)
def test_lists_of_numbers(way, wanted):
    """Python's numbers have no dtype: they are taken where they fit."""
    x = gn.symbol("x", (2,), str(wanted))
    limits = np.iinfo(wanted)
    if limits.max < 2**63:
        assert way(x, [limits.min, limits.max]).tolist() == [limits.min, limits.max]
    assert way(x, (1, 2)).tolist() == [1, 2]
    for beyond in (limits.min - 1, limits.max + 1, 2**100):
        with pytest.raises(gn.RangeError, match=f"which {beyond} does not fit"):
            way(x, [0, beyond])


@pytest.mark.parametrize("way", WAYS)
def test_floats_beyond_the_range_become_infinite_with_a_warning(way):
    for wanted, value in (("float32", 1e300), ("float16", 1e5), ("float32", 3.4028235677973366e38)):
        x = gn.symbol("x", (2,), wanted)
        with pytest.warns(RuntimeWarning, match=f"is {wanted}: what lies beyond") as caught:
            assert way(x, np.array([value, -1.0])).tolist() == [np.inf, -1]
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = way(gn.symbol("x", (2,), "float32"), np.array([np.inf, 1e-300]))
        assert found.tolist() == [np.inf, 0]


def test_numbers_beyond_the_range_become_infinite_with_a_warning():
    """The native entry takes Python's numbers itself."""
    s = gn.symbol("s", (), "float32")
    f = gn.function([s], s + 0)
    for number in (1e300, -1e300, np.float64(1e300)):
        with pytest.warns(RuntimeWarning, match="s is float32"):
            assert f(number) == np.copysign(np.inf, number)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert f(np.inf) == np.inf
        assert np.isnan(f(np.nan))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "value, error, words",
    [
        (np.array(["a", "b"]), gn.DtypeError, r"is an array of float64, but ndarray \(<U1\) was given"),
        (None, gn.DtypeError, "but None was given"),
        (np.array([{}, 1]), gn.DtypeError, "object"),
        (np.array([1j, 2]), gn.DtypeError, "which it may not hold"),
        (np.array(["2020-01-01"] * 2, "datetime64[D]"), gn.DtypeError, "datetime64"),
        ([[1.0], [1.0, 2.0]], gn.ArgumentError, "differ in length"),
        (np.zeros((2, 2)), gn.ShapeError, r"with 1 axis, but a value of the shape \(2, 2\)"),
        (np.zeros(3), gn.ShapeError, r"is \(2,\), but .*\(3,\) was given"),
    ],
    ids=str,
)
def test_what_is_no_value(way, value, error, words):
    with pytest.raises(error, match=words):
        way(gn.symbol("x", (2,)), value)


def test_set_value_changes_no_float_to_an_integer():
    kept = gn.shared(np.zeros(2, "int32"))
    with pytest.raises(gn.DtypeError, match="may not hold"):
        kept.set_value(np.array([0.5, 1.5]))
    with pytest.raises(gn.DtypeError, match="may not hold"):
        kept.set_value([0.5, 1.5])
    kept.set_value(np.array([True, False]))
    assert kept.get_value().tolist() == [1, 0]


def test_set_value_keeps_no_view():
    kept, given = gn.shared(np.zeros(2)), np.ones(2)
    kept.set_value(given)
    given[:] = 5
    assert kept.get_value().tolist() == [1, 1]
    given.flags.writeable = False
    kept.set_value(given)
    step = gn.function([], kept.sum(), updates={kept: kept + 1})
    assert [step(), step(), step()] == [10, 12, 14]


@pytest.mark.parametrize("value", [3, [1.0, 2.5], np.ones(2, "float32")])
def test_values_become_bfloat16(value):
    found = gn.asarray(value, dtype=gn.bfloat16)
    assert found.dtype == gn.bfloat16
    assert gn.astype(found, gn.float64).tolist() == np.asarray(value).tolist()
