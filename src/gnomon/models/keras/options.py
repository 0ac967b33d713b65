"""Options that many layers share: image layout, padding, activation, and the ranks a layer takes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Shape, Size, Tensor, Unknown, host, is_unknown, items, repeated, size
from gnomon.models.keras.settings import Setting, before_keras_3
from gnomon.models.keras.tensors import rename
from gnomon.shapes import Never

_layout = Setting("last")

LAYOUTS = {"channels_last": "last", "channels_first": "first", "tf": "last", "th": "first"}
"""Layout by the name that Keras (or Keras 1) gives it."""

PADDINGS = ("valid", "same", "causal", "full")


def default_layout() -> str | None:
    """Return the layout that the program has set, "last" or "first"; None if it is not known."""
    return _layout.get()  # type: ignore[no-any-return]


def set_layout(value: Any) -> None:
    """Set the layout of layers that name none."""
    _layout.set(LAYOUTS.get(value) if type(value) is str else None)


def layout(value: Any) -> str | None:
    """Return a ``data_format`` argument as "last" or "first", None if it is not known."""
    if value is None or value == "default":
        return default_layout()
    return LAYOUTS.get(value) if type(value) is str else None


def padding(value: Any) -> str | None:
    """Return a padding mode, None if it is not known."""
    if type(value) is str and value.lower() in PADDINGS:
        return value.lower()
    return None


def old_options(options: dict[str, Any], **names: str) -> dict[str, Any]:
    """Return the options with names of Keras 1 replaced by those of today."""
    return {names.get(name, name): value for name, value in options.items()}


def activate(x: Any, activation: Any) -> Any:
    """Apply an activation, given by name, function or layer; an unknown one keeps the shape."""
    if activation is None:
        return x
    if type(activation) is str:
        return ops.softmax(x, axis=-1) if activation == "softmax" else x
    if is_unknown(activation) or type(activation) is dict:
        return x
    result = host.call(activation, x)
    return ops.positive(result if type(result) is Tensor else x)


def wants_rank(
    x: Any, *allowed: int, minimum: int | None = None, axes: str = "", help: str | None = None
) -> bool:
    """Report a tensor whose number of axes a layer refuses; return whether the rank is known and right."""
    if type(x) is not Tensor or x.shape.rank is None:
        return False
    rank = x.shape.rank
    if rank in allowed or (minimum is not None and rank >= minimum):
        return True
    want = f"at least {minimum}" if minimum is not None else " or ".join(map(str, allowed))
    host.require(
        Never(),
        "rank",
        "{op}: {x} is {x.shape}, which has {rank} axes, but {want} are needed{axes}",
        blame=x,
        help=help,
        x=x,
        rank=rank,
        want=want,
        axes=f": {axes}" if axes else "",
    )
    return False


def wants_axes(x: Any, *axes: Any) -> None:
    """Report a tensor that lacks an axis on which a layer works."""
    rank = x.shape.rank if type(x) is Tensor else None
    for axis in axes:
        if rank is not None and type(axis) is int and not -rank <= axis < rank:
            message = "{op}: axis {axis} is out of range: {x} is {x.shape}"
            host.require(Never(), "axis", message, blame=x, x=x, axis=axis)


def pair_per_axis(value: Any, count: int) -> tuple[tuple[Size, Size], ...]:
    """Return a padding or cropping argument as (before, after) for each spatial axis."""
    entries = items(value)
    if entries is None:
        return tuple((entry, entry) for entry in repeated(value, count))
    if count == 1 and len(entries) == 2 and not any(type(entry) in (list, tuple) for entry in entries):
        return ((size(entries[0]), size(entries[1])),)
    pairs = []
    for entry in entries if len(entries) == count else entries * count:
        both = items(entry)
        if both is None:
            pairs.append((size(entry), size(entry)))
        else:
            pairs.append((size(both[0]), size(both[-1])))
    return tuple(pairs[:count])


def over_leading(x: Any, rank: int, action: Any) -> Any:
    """Apply an action on the last ``rank`` axes of a tensor that may have more batch axes."""
    if type(x) is not Tensor or x.shape.rank is None or x.shape.rank <= rank:
        return action(x)
    lead, rest = x.shape.dims[: x.shape.rank - rank], x.shape.dims[x.shape.rank - rank :]
    inner = action(rename(Tensor(Shape(rest), x.dtype, x.library), x))
    if type(inner) is not Tensor or inner.shape.rank is None:
        return Unknown()
    return Tensor(Shape((*lead, *inner.shape.dims)), inner.dtype, x.library, site=host.reporter.site)


def wants_positive(name: str, *numbers: Any) -> None:
    """Refute a layer that is made with a number below 1 where Keras wants at least 1; versions before 3 vary."""
    for number in numbers:
        if type(number) is int and number < 1 and not before_keras_3():
            host.require(
                Never(),
                "whole-number",
                "{op}: {name} is {number}, but it must be at least 1",
                name=name,
                number=number,
            )


def known_int(value: Any) -> bool:
    """Whether a value is an integer of the program, known or symbolic."""
    return type(value) in (int, Dim)
