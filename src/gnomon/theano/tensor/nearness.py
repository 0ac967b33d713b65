"""Whether arrays are equal but for rounding, with the tolerances of a dtype."""

from __future__ import annotations

from typing import Any

import numpy as np

_TOLERANCE = {"float16": (5e-3, 1e-2), "float32": (1e-5, 1e-5), "complex64": (1e-5, 1e-5)}


def tolerances(*arrays: Any) -> tuple[float, float]:
    """Return the absolute and relative tolerance of the coarsest dtype."""
    for dtype in ("float16", "float32", "complex64"):
        if any(str(getattr(array, "dtype", "")) == dtype for array in arrays):
            return _TOLERANCE[dtype]
    return 1e-8, 1e-5


def near(a: Any, b: Any, without_inf: bool, without_nan: bool, rtol: Any, atol: Any) -> bool:
    """Whether arrays of one shape and dtype are equal but for rounding."""
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
        return False
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind not in "fc":
        return bool(np.all(a == b))
    absolute, relative = tolerances(a, b)
    absolute, relative = (absolute if atol is None else atol), (relative if rtol is None else rtol)
    with np.errstate(all="ignore"):
        close = np.abs(a - b) <= absolute + relative * np.abs(b)
        same = (a == b) | (close & np.isfinite(a) & np.isfinite(b)) | (np.isnan(a) & np.isnan(b))
    if without_inf:
        same |= np.isinf(a) | np.isinf(b)
    if without_nan:
        same |= np.isnan(a) | np.isnan(b)
    return bool(np.all(same))


def _allclose(a: Any, b: Any, rtol: float | None = None, atol: float | None = None) -> bool:
    """Whether arrays are close, with tolerances for their dtypes."""
    a, b = np.asarray(a), np.asarray(b)
    absolute, relative = tolerances(a, b)
    return bool(
        np.allclose(a, b, atol=absolute if atol is None else atol, rtol=relative if rtol is None else rtol)
    )
