"""NumPy's rows for the functions that ``jax.numpy`` has too."""

import jax.numpy as jnp

from gnomon.models import registry

from models.jax.comparing import Row, resolve
from models.numpy.rows_creation import ROWS as CREATION
from models.numpy.rows_elementwise import ROWS as ELEMENTWISE
from models.numpy.rows_linalg import ROWS as LINALG
from models.numpy.rows_methods import ROWS as METHODS
from models.numpy.rows_order import ROWS as ORDER
from models.numpy.rows_reductions import ROWS as REDUCTIONS
from models.numpy.rows_structure import ROWS as STRUCTURE

EAGER = frozenset(
    [
        "nonzero",
        "argwhere",
        "flatnonzero",
        "unique",
        "union1d",
        "setdiff1d",
        "setxor1d",
        "intersect1d",
        "extract",
        "compress",
        "bincount",
        "where",
        "repeat",
        "trim_zeros",
        "delete",
        "insert",
        "array_split",
        "split",
    ]
)
"""Functions whose result depends on data: they cannot be traced."""

DIFFERENT = {
    "item": "gives Python numbers",
    "eigh": "makes a square of a row before it looks at the matrix",
}
LENIENT = frozenset(
    [
        "convolve",
        "correlate",
        "meshgrid",
        "trapezoid",
        "split",
        "array_split",
        "histogram",
    ]  # JAX refuses what NumPy allows
)


def renamed(row):
    """A row of NumPy as one of JAX, None where JAX has no such function or the row has its own reference."""
    if row.name.split(".")[-1] in DIFFERENT or row.target is not None:
        return None
    eager = row.name.split(".")[-1] in EAGER
    last = row.name.split(".")[-1]
    options = {
        "open": row.open,
        "lenient": row.lenient or last in LENIENT,
        "unknown": row.unknown or last == "unique",
        "dtype": row.dtype,
        "eager": eager,
    }
    if row.method is not None:
        if (
            row.real is not None
            or ("jax", row.name) not in registry.METHODS
            or not hasattr(jnp.zeros(3), row.name)
        ):
            return None
        return Row(row.name, row.calls, method="jax", **options)
    if row.real is not None:
        return None
    name = f"jax.{row.name}"
    try:
        resolve(name)
    except (AttributeError, LookupError):
        return None
    return Row(name, row.calls, **options) if name in registry.NAMES else None


GROUPS = (CREATION, ELEMENTWISE, LINALG, METHODS, ORDER, REDUCTIONS, STRUCTURE)
ROWS = [made for group in GROUPS for row in group if (made := renamed(row)) is not None]
