"""Comparing a model with the real NumPy: the same shapes and dtypes, and the same calls that raise."""

import warnings
from dataclasses import dataclass

import numpy as np

from gnomon.shapes import Dim
from gnomon.values import ListValue, Tensor, Unknown

from models.harness import abstract, checker, dtype_of, trial

checker()


@dataclass(frozen=True)
class Row:
    """One modelled name and the calls that are tried.

    ``open``: sizes may be unknown (they depend on data). ``lenient``: the model need not see every error.
    ``unknown``: the result may be unknown altogether. ``dtype``: whether dtypes are compared.
    """

    name: str
    calls: object
    open: bool = False
    lenient: bool = False
    unknown: bool = False
    dtype: bool = True
    method: str | None = None
    real: object = None
    target: object = None

    def __str__(self):
        return f"{self.method}.{self.name}" if self.method else self.name


def resolve(name):
    """The real function of a dotted name."""
    import importlib

    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise LookupError(name)


def run_real(row, arguments, keywords):
    """The real result, or the exception."""
    target = row.real
    if target is None:
        target = getattr(arguments[0], row.name) if row.method else resolve(row.name)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return target(
                *(arguments[1:] if row.method and row.real is None else arguments), **keywords
            ), None
        except Exception as error:
            return None, error


def compare(row, arguments, keywords):
    """Assert that model and library agree on one call."""
    result, error = run_real(row, arguments, keywords)
    seen = trial(
        row.target or row.name,
        tuple(abstract(a, "numpy") for a in arguments),
        {k: abstract(v, "numpy") for k, v in keywords.items()},
        method=row.method,
    )
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        assert seen.raises or row.lenient, f"NumPy raises {error!r}, the model gives {seen.value!r}"
        return
    assert not seen.raises, (
        f"the model reports {seen.diagnostics[0].message!r}, NumPy gives {describe(result)}"
    )
    agree(row, seen.value, result)


def agree(row, value, result):
    """Assert that an abstract value describes a concrete one."""
    if isinstance(result, (list, tuple)):
        if row.unknown and isinstance(value, Unknown):
            return
        items = value.items if isinstance(value, ListValue) else value
        assert isinstance(items, (list, tuple)), f"{value!r} for {describe(result)}"
        assert len(items) == len(result), f"{value!r} for {describe(result)}"
        for inner, part in zip(items, result):
            agree(row, inner, part)
        return
    if result is None:
        assert value is None or isinstance(value, Unknown), f"{value!r} for None"
        return
    if not hasattr(result, "shape"):
        assert isinstance(value, (Unknown, Dim)) or value == result or isinstance(value, Tensor), (
            f"{value!r} for {result!r}"
        )
        return
    if isinstance(value, (int, float, bool, Dim)):
        assert result.shape == ()
        return
    if isinstance(value, Unknown) or (isinstance(value, Tensor) and value.shape.rank is None):
        assert row.unknown, f"unknown result for {describe(result)}"
        return
    assert isinstance(value, Tensor), f"{value!r} for {describe(result)}"
    dims = value.shape.dims
    assert len(dims) == result.ndim, f"{value!r} for {describe(result)}"
    for have, want in zip(dims, result.shape):
        assert have == want or (isinstance(have, Dim) and row.open), f"{value!r} for {describe(result)}"
    if row.dtype and value.dtype is not None:
        assert value.dtype is dtype_of(result.dtype), f"{value!r} for {describe(result)}"


def describe(result):
    """The shape and dtype of a real result."""
    if isinstance(result, (list, tuple)):
        return "(" + ", ".join(map(describe, result)) + ")"
    return f"{result.shape} {result.dtype}" if hasattr(result, "shape") else repr(result)
