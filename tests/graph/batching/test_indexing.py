"""Indexing inside of a map: drawn keys, of whose positions some differ from row to row."""

import numpy as np
import pytest

import gnomon as gn

SHAPE = (3, 4, 2, 5)
ROWS = 3


class Place:
    """Positions in a key: an array for all rows, or one for each."""

    def __init__(self, values, mapped):
        self.values = values
        self.mapped = mapped


def drawn(rng):
    """Return a key for an array of shape SHAPE."""
    items = []
    width = tuple(rng.integers(1, 4, rng.integers(0, 3)))
    for size in SHAPE[: rng.integers(1, 5)]:
        kind = rng.choice(["slice", "int", "array", "mapped"], p=[0.3, 0.15, 0.2, 0.35])
        if rng.random() < 0.1:
            items.append(None)
        if kind == "slice":
            items.append(
                slice(None, None, int(rng.choice([1, 2, -1]))) if rng.random() < 0.7 else slice(1, 3)
            )
        elif kind == "int":
            items.append(int(rng.integers(-size, size)))
        else:
            own = tuple(1 if rng.random() < 0.2 else n for n in width[rng.integers(0, len(width) + 1) :])
            lead = (ROWS,) if kind == "mapped" else ()
            items.append(Place(rng.integers(-size, size, (*lead, *own)), kind == "mapped"))
    return items


def key_of(items, given):
    """Return a key with the positions of one row; ``given`` are those that differ."""
    rest = iter(given)
    return tuple(
        (next(rest) if item.mapped else item.values) if isinstance(item, Place) else item for item in items
    )


def row_of(items, k):
    return key_of(items, [item.values[k] for item in items if isinstance(item, Place) and item.mapped])


def mapped_positions(items):
    return [item.values for item in items if isinstance(item, Place) and item.mapped]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("own", [True, False], ids=["rows", "shared"])
def test_entries(seed, own):
    """The array itself differs from row to row, or is the same for all."""
    rng = np.random.default_rng(seed)
    items = drawn(rng)
    places = mapped_positions(items)
    if not own and not places:
        pytest.skip("nothing differs from row to row")
    x = rng.normal(size=(ROWS, *SHAPE) if own else SHAPE)
    found = gn.vmap(
        lambda row, *at: row[key_of(items, at)], in_axes=(0 if own else None, *(0,) * len(places))
    )(gn.asarray(x), *places)
    want = np.stack([(x[k] if own else x)[row_of(items, k)] for k in range(ROWS)])
    np.testing.assert_array_equal(np.asarray(found), want)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("mode", ["set", "add"])
def test_changed_entries(seed, mode):
    """Array, values and positions differ from row to row, or are the same for all; values may broadcast."""
    rng = np.random.default_rng(seed + 1000)
    items = drawn(rng)
    places = mapped_positions(items)
    own, own_values = rng.random() < 0.6, rng.random() < 0.6
    if not own and not own_values and not places:
        own = True
    x = rng.normal(size=(ROWS, *SHAPE) if own else SHAPE)
    target = (x[0] if own else x)[row_of(items, 0)].shape
    shape = tuple(1 if rng.random() < 0.2 else n for n in target[rng.integers(0, len(target) + 1) :])
    v = rng.normal(size=(ROWS, *shape) if own_values else shape)

    def change(row, value, *at):
        place = row.at[key_of(items, at)]
        return place.set(value) if mode == "set" else place.add(value)

    axes = (0 if own else None, 0 if own_values else None, *(0,) * len(places))
    found = gn.vmap(change, in_axes=axes)(gn.asarray(x), gn.asarray(v), *places)
    for k in range(ROWS):
        want = (x[k] if own else x).copy()
        values = v[k] if own_values else v
        if mode == "set":
            want[row_of(items, k)] = values
        else:
            np.add.at(want, row_of(items, k), values)
        np.testing.assert_allclose(np.asarray(found)[k], want, rtol=1e-13)


def test_values_with_axes_of_one_more_than_their_place():
    """NumPy puts an array of one element into a single place; rows of such arrays are put in row by row."""
    x, v = np.arange(6.0).reshape(2, 3), np.array([[10.0], [20.0]])
    put = gn.vmap(lambda row, value: row.at[1].set(value))
    np.testing.assert_array_equal(put(x, v), [[0, 10, 2], [3, 20, 5]])
    rows, values = gn.symbol("x", ("B", "n")), gn.symbol("v", ("B", "k"))
    np.testing.assert_array_equal(
        gn.function([rows, values], put(rows, values))(x, v), [[0, 10, 2], [3, 20, 5]]
    )
