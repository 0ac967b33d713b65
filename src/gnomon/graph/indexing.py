"""Indexing: ``x[...]`` and ``x.at[...]`` as calls of the table's operations.

Integers, slices, None and an ellipsis are one `index`; arrays of positions are `pick` and `put` along
neighbouring axes (axes that are apart are first moved to the front, as NumPy does), a mask is `boolean_mask`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from gnomon import ops
from gnomon.graph import windows
from gnomon.graph.errors import DtypeError, ShapeError, SymbolicValueError
from gnomon.graph.ranges import check_range
from gnomon.graph.sites import user_site
from gnomon.ops.picking import reach
from gnomon.shapes import Dim, Size, product

if TYPE_CHECKING:
    from gnomon.graph.array import Array, Constant

FULL = slice(None)


class Plan(NamedTuple):
    """A key taken apart: ``basic`` items first, then arrays of positions or masks, each on its axis."""

    basic: tuple[Any, ...]
    arrays: list[tuple[int, Array]]
    adjacent: bool

    @property
    def plain(self) -> bool:
        """Whether the basic items change nothing."""
        return all(item == FULL for item in self.basic if type(item) is slice) and not any(
            type(item) is not slice for item in self.basic
        )


def entries(x: Array, key: Any) -> Array:
    """Return ``x[key]``."""
    items = parts(x, key)
    places = computed(items)
    if places:
        return entries(windows.cut_out(x, places), without(items, places))
    plan = planned(items)
    base = x if plan.plain else ops.index(x, items=plan.basic)
    if not plan.arrays:
        return base
    if len(plan.arrays) == 1 and is_mask(plan.arrays[0][1]):
        axis, mask = plan.arrays[0]
        mask = _of_same_shape(base, mask, axis)
        if not mask.ndim:
            base, mask = ops.expand_dims(base, axis=axis), ops.reshape(mask, shape=(1,))
        return ops.boolean_mask(base, mask, axis=axis)  # type: ignore[no-any-return]
    axes, positions = _positions(plan)
    moved, axis = _gathered(base, axes, plan.adjacent)
    return _reaching(ops.pick(moved, positions, axis=axis), moved, positions, axis)


def taken(x: Any, indices: Any, axis: int | None) -> Array:
    """Return the entries at positions along an axis, or of the flattened array."""
    if axis is None or not -x.ndim <= axis < x.ndim:
        return ops.take(x, indices, axis=axis)  # type: ignore[no-any-return]
    place = axis % x.ndim
    before = product(x.shape.dims[:place])
    return _reaching(ops.take(x, indices, axis=axis), x, (indices,), place, before)


def _reaching(made: Array, x: Array, positions: tuple[Any, ...], axis: int, times: Size = 1) -> Array:
    """Hold that the axes of x reach as far as positions ask for, also where there is nothing to take from.

    Positions are looked at so many ``times``: for `take` once for each place on the axes before, so perhaps never.
    """
    from gnomon.graph.world import GraphRule, told
    from gnomon.ops.rule import Refuted

    application = made.application
    if application is not None:
        rule = GraphRule(application.op)
        try:
            reach(rule, x, positions, axis, times)
        except Refuted as refuted:
            raise told(application.op, refuted.refutation, application.site) from None
        application.guards += tuple(rule.guards)
    return made


def changed(x: Array, key: Any, value: Any, mode: str) -> Array:
    """Return x with values stored at ``key``, or added, multiplied ..."""
    from gnomon.graph.constants import as_array

    items = parts(x, key)
    places = computed(items)
    if places:
        axis, part = places[0]
        at = windows.positions(x, axis, part)
        new = changed(ops.pick(x, (at,), axis=axis), without(items, places[:1]), value, mode)
        return ops.put(x, new, (at,), axis=axis, mode="set")  # type: ignore[no-any-return]
    plan = planned(items)
    check_range(f"at[].{mode}", value, x.dtype, x)
    value = as_array(value)
    if value.dtype is not x.dtype:
        value = ops.cast(value, dtype=x.dtype)
    if not plan.arrays:
        return ops.index_update(x, value, items=plan.basic, mode=mode)  # type: ignore[no-any-return]
    base = x if plan.plain else ops.index(x, items=plan.basic)
    if len(plan.arrays) == 1 and is_mask(plan.arrays[0][1]) and not value.ndim:
        new = _masked(base, *plan.arrays[0], value, mode)
    else:
        axes, positions = _positions(plan)
        moved, axis = _gathered(base, axes, plan.adjacent)
        new = _reaching(ops.put(moved, value, positions, axis=axis, mode=mode), moved, positions, axis)
        if moved is not base:
            new = ops.moveaxis(new, source=tuple(range(len(axes))), destination=tuple(axes))
    return new if plan.plain else ops.index_update(x, new, items=plan.basic)


def _of_same_shape(base: Any, mask: Any, axis: int) -> Any:
    """Return a mask without elements, which may meet any axes, as one of False everywhere."""
    sizes = base.shape.dims[axis : axis + mask.ndim]
    if 0 not in mask.shape.dims or any(m not in (0, size) for m, size in zip(mask.shape.dims, sizes)):
        return mask
    from gnomon.graph.namespace.creation import zeros

    return zeros(sizes, dtype=mask.dtype)


_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "set": lambda old, new: new,
    "add": ops.TABLE["add"],
    "multiply": ops.TABLE["multiply"],
    "min": ops.TABLE["minimum"],
    "max": ops.TABLE["maximum"],
}


def _masked(base: Any, axis: int, mask: Any, value: Any, mode: str) -> Any:
    behind = base.ndim - axis - mask.ndim
    if behind:
        mask = ops.expand_dims(mask, axis=tuple(range(mask.ndim, mask.ndim + behind)))
    return ops.where(mask, _COMBINED[mode](base, value), base)


def _gathered(base: Any, axes: list[int], adjacent: bool) -> tuple[Any, int]:
    """Return the array with the indexed axes side by side, and the first of them."""
    if adjacent:
        return base, axes[0]
    return ops.moveaxis(base, source=tuple(axes), destination=tuple(range(len(axes)))), 0


def _positions(plan: Plan) -> tuple[list[int], tuple[Any, ...]]:
    axes: list[int] = []
    positions: list[Any] = []
    for axis, array in plan.arrays:
        if not is_mask(array):
            axes.append(axis)
            positions.append(array)
            continue
        found = ops.where_nonzero(array)
        for k, part in enumerate(found if isinstance(found, tuple) else (found,)):
            axes.append(axis + k)
            positions.append(part)
    return axes, tuple(positions)


def is_mask(array: Any) -> bool:
    """Say whether an index array is one of booleans."""
    return bool(array.dtype.kind == "bool")


def parts(x: Array, key: Any) -> list[Any]:
    """Return the items of a key, which name each axis."""
    return _opened(x, [_item(x, item) for item in (key if isinstance(key, tuple) else (key,))])


def computed(items: list[Any]) -> list[tuple[int, slice]]:
    """Return the slices whose bounds are known only when the function runs, each with its axis."""
    found = []
    axis = 0
    for item in items:
        if item is GAP:
            continue
        if windows.is_computed(item):
            found.append((axis, item))
        axis += _taken(item)
    return found


def without(items: list[Any], places: list[tuple[int, slice]]) -> tuple[Any, ...]:
    """Return a key with full slices in place of some."""
    gone = [part for _, part in places]
    key = [FULL if any(item is part for part in gone) else item for item in items]
    return tuple([Ellipsis if item is GAP else item for item in key])


def planned(items: list[Any]) -> Plan:
    """Take a key apart."""
    if not any(_is_array(item) for item in items):
        return Plan(_trimmed([item for item in items if item is not GAP]), [], True)
    from gnomon.graph.constants import as_array

    basic: list[Any] = []
    arrays: list[tuple[int, Array]] = []
    adjacent = True
    open_group = False
    for item in items:
        if item is GAP or item is None or type(item) in (slice, bool):
            if item is not GAP:
                basic.append(item)
            open_group = False
            continue
        adjacent = adjacent and (open_group or not arrays)
        open_group = True
        array = item if _is_array(item) else as_array(item)
        arrays.append((len(basic), array))
        basic.extend([FULL] * (array.ndim if is_mask(array) else 1))
    return Plan(_trimmed(basic), arrays, adjacent)


def _trimmed(items: list[Any]) -> tuple[Any, ...]:
    """Leave out full slices at the end."""
    while items and type(items[-1]) is slice and items[-1] == FULL:
        items.pop()
    return tuple(items)


GAP = object()
"""Stands for an ellipsis of no axes, which still separates arrays."""


def _opened(x: Array, items: list[Any]) -> list[Any]:
    """Replace the ellipsis by slices."""
    places = [k for k, item in enumerate(items) if item is Ellipsis]
    if len(places) > 1:
        raise ShapeError("an index holds one ellipsis at most", user_site())
    used = sum(_taken(item) for item in items)
    if used > x.ndim:
        axes = "no axes" if not x.ndim else "one axis" if x.ndim == 1 else f"{x.ndim} axes"
        raise _index_error(f"{x!r} is {x.shape} and has {axes}, but {used} are indexed")
    rest: list[Any] = [FULL] * (x.ndim - used)
    if not places:
        return items + rest
    return [*items[: places[0]], *(rest or [GAP]), *items[places[0] + 1 :]]


def _index_error(message: str) -> Exception:
    from gnomon.graph.errors import PlaceError

    return PlaceError(message, user_site())


def _taken(item: Any) -> int:
    if item is None or item is Ellipsis or type(item) is bool:
        return 0
    return int(item.ndim) if _is_array(item) and is_mask(item) else 1


def _is_array(item: Any) -> bool:
    return hasattr(item, "application")


def _item(x: Array, item: Any) -> Any:
    """Return an item as an integer, size, slice, None, ellipsis or array."""
    if item is None or item is Ellipsis or type(item) in (int, bool, Dim):
        return item
    if type(item) is slice:
        return slice(*(_bound(part) for part in (item.start, item.stop, item.step)))
    if isinstance(item, (str, bytes, float, complex)):
        raise _no_index(item)
    from gnomon.graph.array import Array
    from gnomon.graph.constants import as_array

    if not isinstance(item, Array):
        import numpy as np

        empty = isinstance(item, (list, tuple)) and not item
        array = as_array(np.zeros(0, np.int64) if empty else item)
    else:
        array = item
    if array.dtype.kind not in ("bool", "int", "uint"):
        raise _no_index(item, array)
    if not array.ndim and array.dtype.kind != "bool":
        known = _whole(array)
        return array if known is None else known
    return array


def _no_index(item: Any, array: Any = None) -> DtypeError:
    what = repr(item) if array is None else f"{array!r} of {array.dtype}"
    return DtypeError(
        f"an index is an integer, a slice, None, ... or an array of integers or booleans, not {what}",
        user_site(),
        "convert it with .astype('int64')" if array is not None else None,
    )


def _whole(array: Any) -> Any:
    """Return a scalar as an integer or size if it is known."""
    if array.contents is not None and array.contents[0] is not None:
        return array.contents[0]
    return int(array.data) if hasattr(array, "data") else None


def _bound(part: Any) -> Any:
    """Return a part of a slice as an integer, size or None."""
    if part is None or type(part) in (int, Dim):
        return part
    if _is_array(part):
        known = _whole(part) if not part.ndim else None
        if known is None:
            if part.ndim or part.dtype.kind not in ("int", "uint"):
                raise DtypeError(
                    f"a slice is made of integers, but {part!r} is {part.dtype} of shape {part.shape}",
                    user_site(),
                )
            return part
        return known
    if hasattr(part, "__index__"):
        return part.__index__()
    raise DtypeError(f"a slice is made of integers and sizes, not of {part!r}", user_site())


class At:
    """Changed copies of an array: ``x.at[key].set(value)`` and the like."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, key: Any) -> Place:
        return Place(self._array, key)

    def __repr__(self) -> str:
        return f"{self._array!r}.at"


class Place:
    """Entries of an array that are about to change."""

    __slots__ = ("_array", "_key")

    def __init__(self, array: Array, key: Any) -> None:
        self._array = array
        self._key = key

    def get(self) -> Array:
        """Return the entries."""
        return entries(self._array, self._key)

    def set(self, value: Any) -> Array:
        """Return the array with other entries here."""
        return changed(self._array, self._key, value, "set")

    def add(self, value: Any) -> Array:
        """Return the array with something added here; an entry named twice gets both."""
        return changed(self._array, self._key, value, "add")

    def subtract(self, value: Any) -> Array:
        """Return the array with something subtracted here."""
        x = self._array
        check_range("at[].subtract", value, x.dtype, x)
        change = _array(value)
        if change.dtype is not x.dtype:
            change = ops.cast(change, dtype=x.dtype)
        return changed(x, self._key, ops.negative(change), "add")

    def multiply(self, value: Any) -> Array:
        """Return the array with the entries here multiplied."""
        return changed(self._array, self._key, value, "multiply")

    def min(self, value: Any) -> Array:
        """Return the array with the smaller of entry and value here."""
        return changed(self._array, self._key, value, "min")

    def max(self, value: Any) -> Array:
        """Return the array with the larger of entry and value here."""
        return changed(self._array, self._key, value, "max")

    def divide(self, value: Any) -> Array:
        """Return the array with the entries here divided; an entry named twice is divided by both."""
        from gnomon.graph.namespace.creation import ones_like

        x = self._array
        by = changed(ones_like(x), self._key, value, "multiply")
        return ops.cast(ops.divide(x, by), dtype=x.dtype)  # type: ignore[no-any-return]

    def power(self, value: Any) -> Array:
        """Return the array with the entries here raised to a power."""
        return changed(self._array, self._key, ops.power(self.get(), _array(value)), "set")

    def apply(self, function: Callable[[Array], Any]) -> Array:
        """Return the array with a function applied to the entries here."""
        return changed(self._array, self._key, function(self.get()), "set")

    mul = multiply

    def __repr__(self) -> str:
        return f"{self._array!r}.at[{self._key!r}]"


def _array(value: Any) -> Any:
    from gnomon.graph.constants import as_array

    return as_array(value)


def refuse_storing(x: Array) -> None:
    """Say how a symbolic array is changed."""
    name = x.name or "x"
    raise SymbolicValueError(
        f"{x!r} is an expression and cannot be stored into",
        user_site(),
        f"make a changed one: {name} = {name}.at[...].set(value), or .add(value)",
    )


def store(x: Constant, key: Any, value: Any) -> None:
    """Carry out ``x[key] = value`` on a concrete array that no expression uses."""
    from gnomon.graph.array import Constant

    if x.captured:
        raise SymbolicValueError(
            f"{x!r} is part of an expression and cannot be stored into",
            user_site(),
            "make a changed one: x = x.at[...].set(value)",
        )
    new = changed(x, key, value, "set")
    if type(new) is not Constant:
        refuse_storing(new)
    x.data = cast("Constant", new).data
    x.contents = new.contents
