"""Comparing a model with the real JAX: the same shapes and dtypes, and the same calls that raise."""

import importlib
import warnings
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from gnomon.shapes import Dim
from gnomon.values import DictValue, ListValue, Tensor, Unknown

from models.harness import abstract, checker, dtype_of, trial

checker()

REFUSALS = (
    "unexpected keyword",
    "requires ndarray or scalar arguments",
    "is not a valid",
    "not supported",
    "not implemented",
    "NotImplemented",
    "positional argument",
    "does not accept dtype",
    "does not support",
    "only supports",
    "must be an integer",
    "must be integer",
    "must be of integer",
    "concrete",
    "Concrete",
    "Expected list or tuple",
    "only integer",
    "Input type",
    "inexact",
    "Cannot interpret",
    "requires real",
    "arrays of",
    "dtype",
    "type(",
    "real-valued",
    "should be a",
    "incompatible type",
    "got an unexpected",
    "expects",
    "must be float",
    "accepts at most",
    "does not take",
    "is not an allowed",
    "scalar arguments",
    "out argument",
    "must be a floating",
)
"""Texts of refusals that have nothing to do with shapes: the model need not know them."""


@dataclass(frozen=True)
class Row:
    """One modelled name and the calls that are tried.

    ``open``: sizes may be unknown. ``lenient``: the model need not see every error.
    ``unknown``: the result may be unknown altogether. ``dtype``: whether dtypes are compared.
    ``eager``: the call needs data, not only shapes.
    """

    name: str
    calls: object
    open: bool = False
    lenient: bool = False
    unknown: bool = False
    dtype: bool = True
    method: str | None = None
    real: object = None
    eager: bool = False

    def __str__(self):
        return f"{self.method}.{self.name}" if self.method else self.name


def resolve(name):
    """The real function of a dotted name."""
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


def is_array(value):
    """Whether a leaf is an array of data."""
    return isinstance(value, (np.ndarray, jax.Array))


def as_jax(value):
    """Arguments with NumPy arrays as JAX's."""
    return jax.tree.map(lambda leaf: jnp.asarray(leaf) if is_array(leaf) else leaf, value)


def traced(target, arguments, keywords):
    """The shapes of a call's results, found by tracing: nothing is compiled."""
    leaves, structure = jax.tree.flatten((arguments, keywords), is_leaf=lambda x: x is None)
    places = [k for k, leaf in enumerate(leaves) if is_array(leaf)]

    def run(*arrays):
        filled = list(leaves)
        for k, array in zip(places, arrays):
            filled[k] = array
        positional, named = jax.tree.unflatten(structure, filled)
        return target(*positional, **named)

    return jax.eval_shape(run, *[leaves[k] for k in places])


def run_real(row, arguments, keywords):
    """The real result, or the exception."""
    target = row.real
    if target is None and row.method:

        def target(self, *rest, **named):
            found = getattr(self, row.name)
            return found(*rest, **named) if callable(found) else found
    elif target is None:
        target = resolve(row.name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if row.eager:
                return target(*arguments, **keywords), None
            return traced(target, arguments, keywords), None
        except Exception as error:
            return None, error


def compare(row, arguments, keywords):
    """Assert that model and library agree on one call."""
    arguments, keywords = as_jax(arguments), as_jax(keywords)
    result, error = run_real(row, arguments, keywords)
    seen = trial(
        row.name,
        tuple(abstract(a, "jax") for a in arguments),
        {k: abstract(v, "jax") for k, v in keywords.items()},
        method=row.method,
    )
    judge(row, seen, result, error)


def judge(row, seen, result, error):
    """Assert that a trial agrees with a real result or exception."""
    if error is not None and (refused(error) or row.lenient):
        return
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        assert seen.raises, f"JAX raises {error!r}, the model gives {seen.value!r}"
        return
    assert not seen.raises, f"the model reports {seen.diagnostics[0].message!r}, JAX gives {describe(result)}"
    agree(row, seen.value, result)


def refused(error):
    """Whether the library refuses a call for other reasons than shapes."""
    text = f"{type(error).__name__}: {error}"
    return isinstance(error, (NotImplementedError, AttributeError)) or any(part in text for part in REFUSALS)


def parts_of(value):
    """The parts of an abstract sequence or dict, None for a leaf."""
    if isinstance(value, ListValue):
        return value.items
    if isinstance(value, DictValue):
        return [value.cell[key] for key in sorted(value.cell)]
    if isinstance(value, dict):
        return [value[key] for key in sorted(value)]
    return value if isinstance(value, (list, tuple)) else None


def agree(row, value, result):
    """Assert that an abstract value describes a concrete one."""
    wanted = parts_of(result)
    if wanted is not None:
        if row.unknown and isinstance(value, Unknown):
            return
        parts = parts_of(value)
        assert parts is not None, f"{value!r} for {describe(result)}"
        assert len(parts) == len(wanted), f"{value!r} for {describe(result)}"
        for inner, part in zip(parts, wanted):
            agree(row, inner, part)
        return
    if result is None:
        assert value is None or isinstance(value, Unknown), f"{value!r} for None"
        return
    if not hasattr(result, "shape"):
        assert isinstance(value, (Unknown, Dim, Tensor)) or value == result, f"{value!r} for {result!r}"
        return
    if isinstance(value, (int, float, bool, Dim)):
        assert result.shape == ()
        return
    if isinstance(value, Unknown) or (isinstance(value, Tensor) and value.shape.rank is None):
        assert row.unknown, f"unknown result for {describe(result)}"
        return
    assert isinstance(value, Tensor), f"{value!r} for {describe(result)}"
    dims = value.shape.dims
    assert len(dims) == len(result.shape), f"{value!r} for {describe(result)}"
    for have, want in zip(dims, result.shape):
        assert have == want or (isinstance(have, Dim) and row.open), f"{value!r} for {describe(result)}"
    if row.dtype and value.dtype is not None:
        assert value.dtype is dtype_of(result.dtype), f"{value!r} for {describe(result)}"


def describe(result):
    """A real result in short."""
    parts = parts_of(result)
    if parts is not None:
        return "[" + ", ".join(map(describe, parts)) + "]"
    return f"{result.shape} {result.dtype}" if hasattr(result, "shape") else repr(result)
