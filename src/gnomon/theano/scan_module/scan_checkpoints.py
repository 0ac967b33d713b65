"""`scan_checkpoints`: loops of which gradients keep some steps and compute the others anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnomon.theano.scan_module.scan import _listed, scan
from gnomon.theano.tensor import basic as t
from gnomon.theano.tensor.variables import as_tensor_variable


def scan_checkpoints(
    fn: Any, sequences: Any = (), outputs_info: Any = None, non_sequences: Any = (), name: str = "checkpointscan_fn",
    n_steps: Any = None, save_every_N: int = 10, padding: bool = True,
) -> tuple[Any, Any]:  # fmt: skip
    """Apply a function of one step along sequences as `scan` does; only each ``save_every_N``-th output is given, and the last.

    What the other steps gave is not kept: gradients compute it anew. Outputs are seen one step later only (no taps). With
    ``padding`` the number of steps may be any; else ``save_every_N`` divides it.
    """
    rows = [as_tensor_variable(entry) for entry in _listed(sequences)]
    described = _listed(outputs_info)
    if any(isinstance(entry, Mapping) and "taps" in entry for entry in described):
        raise RuntimeError("scan_checkpoints takes states without taps: a step sees the last outputs alone")
    if n_steps is None and not rows:
        raise ValueError("scan_checkpoints needs n_steps, or sequences whose rows are the steps")
    steps = as_tensor_variable(rows[0].shape[0] if n_steps is None else n_steps).astype("int64")
    size = int(save_every_N)
    segments = (steps + size - 1) // size
    counts = t.minimum(size, steps - size * t.arange(segments))
    missing = segments * size - steps if padding else 0
    parts = [_in_segments(row[:steps], segments, size, missing) for row in rows]
    given = sum(entry is not None for entry in described)

    def segment(count: Any, *entries: Any) -> Any:
        own, states = list(entries[: len(parts)]), iter(entries[len(parts) : len(parts) + given])
        begin = [None if entry is None else next(states) for entry in described]
        constants = list(entries[len(parts) + given :])
        found, updates = scan(
            fn, own, begin, constants, n_steps=count, name=f"{name}_inner", return_list=True
        )
        return [out[-1] for out in found], updates

    return scan(
        segment, [counts, *parts], described, _listed(non_sequences), name=f"{name}_outer", again=True
    )


def _in_segments(row: Any, segments: Any, size: int, missing: Any) -> Any:
    """Return a sequence as segments of some size; zeros stand where the last one has no rows, which no step sees."""
    rest = [row.shape[axis] for axis in range(1, row.ndim)]
    if not isinstance(missing, int):
        row = t.join(0, row, t.zeros([missing, *rest], dtype=row.dtype))
    return row.reshape([segments, size, *rest], ndim=row.ndim + 1)
