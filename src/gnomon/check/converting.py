"""Conversion of operands in TensorFlow: an array or literal beside a tensor takes the tensor's dtype."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.values import Tensor

if TYPE_CHECKING:
    from gnomon.check.reporter import Reporter

TENSORFLOW = ("tf", "tf1", "keras")
"""Library tags of TensorFlow's tensors."""


def converted(arrays: tuple[Any, ...], reporter: Reporter) -> tuple[Any, ...]:
    """Return operands as TensorFlow converts them; the expressions that gave them stay known."""
    own = next((x.dtype for x in arrays if getattr(x, "library", None) in TENSORFLOW), None)
    if own is None or not any(_foreign(x, own) for x in arrays):
        return arrays
    result = []
    for x in arrays:
        if not _foreign(x, own):
            result.append(x)
            continue
        made = Tensor(
            x.shape, own, x.library, contents=x.contents, bounds=x.bounds, maker=x.maker, site=x.site
        )
        reporter.arguments = [
            *reporter.arguments,
            *((made, node) for held, node in reporter.arguments if held is x),
        ]
        result.append(made)
    return tuple(result)


def _foreign(x: Any, dtype: Any) -> bool:
    return type(x) is Tensor and x.library not in TENSORFLOW and x.dtype is not None and x.dtype is not dtype
