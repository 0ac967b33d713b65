"""Arrays that lie in memory in other ways: as constants, shared arrays, new values of these, and values of `eval`."""

import numpy as np
import pytest

import gnomon as gn

PLAIN = np.arange(12.0).reshape(3, 4)
LAYOUTS = {
    "fortran order": np.asfortranarray(PLAIN),
    "the other byte order": PLAIN.astype(PLAIN.dtype.newbyteorder()),
    "big and little endian integers": np.arange(12).reshape(3, 4).astype(">i4"),
    "little endian integers": np.arange(12).reshape(3, 4).astype("<i2"),
    "complex, other byte order": PLAIN.astype(np.dtype("complex64").newbyteorder()),
    "with gaps": np.repeat(PLAIN, 2, axis=1)[:, ::2],
    "from back to front": PLAIN[::-1, ::-1].copy()[::-1, ::-1],
    "not aligned": np.frombuffer(b"." + PLAIN.tobytes(), "f8", offset=1).reshape(3, 4),
    "a masked array without a mask": np.ma.array(PLAIN),
    "read-only": np.frombuffer(PLAIN.tobytes()).reshape(3, 4),
}


def used(x, number):
    return [x * number, x[1], x @ x.T, gn.sort(x.real, axis=0), gn.sum(x, axis=1), x[::-1].T + number]


def holds(found):
    wanted = [PLAIN * 2, PLAIN[1], PLAIN @ PLAIN.T, np.sort(PLAIN, 0), PLAIN.sum(1), PLAIN[::-1].T + 2]
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(np.asarray(one), other)
        assert np.asarray(one).dtype.isnative


@pytest.mark.parametrize("title", LAYOUTS)
def test_layouts(title):
    given, number = LAYOUTS[title], gn.symbol("number", (), "int16")
    holds(gn.function([number], used(gn.asarray(given), number))(2))
    holds(used(gn.asarray(given), 2))
    kept = gn.shared(given)
    assert kept.get_value().dtype.isnative
    f = gn.function([number], used(kept, number))
    holds(f(2))
    kept.set_value(np.zeros_like(PLAIN).astype(given.dtype))
    kept.set_value(given)
    holds(f(2))
    x = gn.symbol("x", ("n", "m"), given.dtype.name)
    holds([out.eval({x: given}) for out in used(x, 2)])
    holds(gn.function([], used(x, 2), givens={x: given})())
    holds(gn.jit(lambda a: tuple(used(a, 2)))(given))
    step = gn.function([], None, updates={kept: kept + kept})
    step()
    step()
    np.testing.assert_array_equal(kept.get_value(), 4 * PLAIN)
    compared = x.at[0].set(given[0]).eval({x: given})
    np.testing.assert_array_equal(compared, PLAIN)


@pytest.mark.parametrize("dtype", [">f8", ">i2", ">c16", ">f2"])
def test_numbers_of_the_other_byte_order(dtype):
    given = np.array([1, 2, 3], dtype)
    for found in (
        gn.asarray(given[1]) * 2,
        gn.full((), given[1]) * 2,
        gn.asarray([given[1], 0])[0] * 2,
        gn.from_dlpack(np.array([4, 4], given.dtype.newbyteorder("=")))[0],
    ):
        assert np.asarray(found) == 4
    assert gn.asarray(given, dtype=given.dtype).dtype == given.dtype.name
    assert gn.zeros(2, dtype=given.dtype).dtype == given.dtype.name
