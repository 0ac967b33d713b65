"""Values for leaves: converted where no value changes, and what is wrong with them in words."""

from __future__ import annotations

import functools
from typing import Any

from gnomon.compile.reference.dtypes import converted, numpy_dtype
from gnomon.compile.reference.numeric import np
from gnomon.graph.array import Array, Constant, Shared
from gnomon.graph.errors import ArgumentError, DtypeError, RangeError, ShapeError
from gnomon.graph.sites import warn

__all__ = ["taken"]


def taken(array: Array, value: Any) -> Any:
    """Return a value for a leaf as a NumPy array of its dtype and rank.

    Dtypes are converted as NumPy's "same_kind" does. An integer that the dtype does not hold is refused; a float beyond
    it becomes infinite, with a warning.
    """
    if isinstance(value, Array):
        if not isinstance(value, (Constant, Shared)):
            raise ArgumentError(
                f"{array!r} needs a value, but the expression {value!r} was given",
                array.site,
                "call the function with NumPy arrays; to build on its outputs, use the Python function that made them",
            )
        value = value.data if isinstance(value, Constant) else value.get_value()
    try:
        data = value if type(value) is np.ndarray else np.asarray(value)
    except (ValueError, TypeError) as error:
        ragged = "inhomogeneous" in str(error)
        what = "the lists given differ in length" if ragged else f"the value given is no array: {error}"
        raise ArgumentError(f"{array!r} is {_kind(array)}, but {what}", array.site) from None
    wanted = numpy_dtype(array.dtype)
    if data.dtype != wanted:
        data = _cast(array, value, data, wanted)
    if data.ndim != array.ndim:
        raise ShapeError(
            f"{array!r} is {array.shape}, with {_axes(array.ndim)}, but a value of the shape {data.shape} was given",
            array.site,
        )
    return data


def _cast(array: Array, value: Any, data: Any, wanted: Any) -> Any:
    have = data.dtype
    if wanted.kind in "iu" and have.kind in "Of" and type(value) in NUMBERS:
        _check_range(array, np.array(value, object), wanted)
    if have.kind not in "biufc":
        raise DtypeError(f"{array!r} is {_kind(array)}, but {_given(value, data)} was given", array.site)
    whole, rule = _rule(have, wanted)
    if rule == REFUSED and not (whole and type(value) in NUMBERS) and data.size:
        raise DtypeError(
            f"{array!r} is {array.dtype}, but a value of {have} was given, which it may not hold",
            array.site,
            f"convert it yourself if that is meant: value.astype({str(wanted)!r})",
        )
    if rule == SAFE or not data.size:
        return converted(data, array.dtype)
    if not whole:
        return _narrowed(array, data, wanted)
    made = data.astype(wanted)
    if (made != data).any():
        _check_range(array, data, wanted)
    return made


NUMBERS = (int, list, tuple)
"""What holds numbers without a dtype of their own."""
SAFE, NARROWING, REFUSED = "safe", "narrowing", "refused"


@functools.lru_cache(256)
def _rule(have: Any, wanted: Any) -> tuple[bool, str]:
    """Return whether both dtypes are integers, and how one may become the other."""
    rule = (
        SAFE
        if np.can_cast(have, wanted)
        else NARROWING
        if np.can_cast(have, wanted, "same_kind")
        else REFUSED
    )
    return have.kind in "iu" and wanted.kind in "iu", rule


def _narrowed(array: Array, data: Any, wanted: Any) -> Any:
    try:
        with np.errstate(all="ignore", over="raise"):
            return converted(data.astype(wanted), array.dtype)
    except FloatingPointError:
        warn(
            f"{array!r} is {array.dtype}: what lies beyond its range in the {data.dtype} given becomes infinite",
            RuntimeWarning,
        )
        return converted(data, array.dtype)


def _check_range(array: Array, data: Any, wanted: Any) -> None:
    """Refuse integers that a dtype does not hold; nothing is said of what is no integer."""
    limits = np.iinfo(wanted)
    if not data.size or (data.dtype == object and any(type(entry) is not int for entry in data.flat)):
        return
    for found in (int(data.min()), int(data.max())):
        if not limits.min <= found <= limits.max:
            raise RangeError(
                f"{array!r} is {array.dtype}, which {found} does not fit: it ends at "
                f"{limits.min if found < limits.min else limits.max}",
                array.site,
                "declare it with a wider dtype",
            )


def _kind(array: Array) -> str:
    return f"an array of {array.dtype}"


def _given(value: Any, data: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} ({data.dtype})"


def _axes(count: int) -> str:
    return "no axes" if count == 0 else "1 axis" if count == 1 else f"{count} axes"
