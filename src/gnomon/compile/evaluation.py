"""The value of a formula over NumPy arrays, line by line: the same bits as on every other back end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.kernel import Cast, Const

if TYPE_CHECKING:
    from gnomon.compile.formulas import Formula

AT_ONCE = 8192
"""So many elements are computed together: they fit a processor's cache."""


def by_formula(name: str) -> Callable[..., Any]:
    """Return a function of arrays of one dtype that computes what its formula says."""

    def value(*given: Any) -> Any:
        arrays = np.broadcast_arrays(*given)
        written = _formula(name, arrays[0].dtype)
        flat = [array.reshape(-1) for array in arrays]
        starts = range(0, max(1, arrays[0].size), AT_ONCE)
        parts = [_accepted(written, [array[start : start + AT_ONCE] for array in flat]) for start in starts]
        return np.concatenate(parts).reshape(arrays[0].shape)

    return value


def _formula(name: str, dtype: Any) -> Formula:
    from gnomon.compile.formulas import formula_of
    from gnomon.shapes import dtypes

    found = dtypes.parse(dtype.name)
    written = None if found is None else formula_of(name, found)
    assert written is not None
    return written


def _accepted(written: Formula, arrays: list[Any]) -> Any:
    """Return results; those that are rejected are computed again from the next attempt."""
    from gnomon.compile.formulas.terms import ATTEMPT

    values = _values(written, arrays)
    result = np.broadcast_to(values[written.result], arrays[0].shape)
    if written.again is None:
        return result
    left = np.flatnonzero(np.broadcast_to(values[written.again], arrays[0].shape))
    if not len(left):
        return result
    result = result.copy()
    following = [array[left] for array in arrays]
    following[2] = following[2] + np.uint64(ATTEMPT)
    result[left] = _accepted(written, following)
    return result


def _values(written: Formula, arrays: list[Any]) -> dict[str, Any]:
    from gnomon.compile.interpret import cast
    from gnomon.compile.scalars import SCALARS

    values: dict[str, Any] = dict(zip(written.parameters, arrays))
    with np.errstate(all="ignore"):
        for line in written.lines:
            if isinstance(line, Const):
                values[line.target] = np.asarray(line.number, str(line.dtype))
            elif isinstance(line, Cast):
                values[line.target] = cast(values[line.value], line.dtype)
            else:
                arguments = [values[argument] for argument in line.arguments]
                values[line.target] = np.asarray(SCALARS[line.function].meaning(*arguments))
    return values
