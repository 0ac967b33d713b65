"""The value of a formula over NumPy arrays, line by line: the same bits as on every other back end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.compile.kernel import Cast, Const

AT_ONCE = 8192
"""So many elements are computed together: they fit a processor's cache."""


def by_formula(name: str) -> Callable[..., Any]:
    """Return a function of one array that computes what its formula says."""

    def value(x: Any) -> Any:
        if x.size <= AT_ONCE:
            return _value(name, x)
        flat = x.reshape(-1)
        parts = [_value(name, flat[start : start + AT_ONCE]) for start in range(0, x.size, AT_ONCE)]
        return np.concatenate(parts).reshape(x.shape)

    return value


def _value(name: str, x: Any) -> Any:
    from gnomon.compile.formulas import formula_of
    from gnomon.compile.interpret import cast
    from gnomon.compile.scalars import SCALARS
    from gnomon.shapes import dtypes

    dtype = dtypes.parse(x.dtype.name)
    written = None if dtype is None else formula_of(name, dtype)
    assert written is not None
    values: dict[str, Any] = {written.parameters[0]: x}
    with np.errstate(all="ignore"):
        for line in written.lines:
            if isinstance(line, Const):
                values[line.target] = np.asarray(line.number, str(line.dtype))
            elif isinstance(line, Cast):
                values[line.target] = cast(values[line.value], line.dtype)
            else:
                arguments = [values[argument] for argument in line.arguments]
                values[line.target] = np.asarray(SCALARS[line.function].meaning(*arguments))
    return values[written.result]
