"""What is fed: each value against the shape of its placeholder."""

from __future__ import annotations

import ast
from typing import Any

from gnomon import ops
from gnomon.models.api import Choice, DictValue, Shape, Tensor, Unknown, host, symbol
from gnomon.models.tensorflow.common import is_tensor
from gnomon.models.tensorflow.placeholders import OPEN
from gnomon.shapes import Symbol
from gnomon.values.unseen import changing_in, is_changing


def fed(feed_dict: Any, position: int) -> dict[int, Any]:
    """Check a feed dictionary and return what stands for each tensor it feeds, by identity.

    ``position`` says which argument of the call it is, so that a report can point into a written dictionary.
    """
    if type(feed_dict) is not DictValue:
        return {}
    places = _places(feed_dict, position)
    held = host.reporter.arguments
    substitution: dict[int, Any] = {}
    try:
        for number, (key, value) in enumerate(feed_dict.cell.items()):
            if not is_tensor(key):
                continue
            given = _given(value)
            if number < len(places):
                key_node, value_node = places[number]
                host.reporter.arguments = [(given, value_node), (key, key_node), *held]
            substitution[id(key)] = _value_for(key, given)
    finally:
        host.reporter.arguments = held
    return substitution


def _places(feed_dict: DictValue, position: int) -> list[tuple[Any, Any]]:
    """Return the expressions of keys and values where the call writes the dictionary out."""
    site = host.reporter.site
    call = getattr(site, "node", None)
    if type(call) is not ast.Call:
        return []
    written: Any = next((word.value for word in call.keywords if word.arg == "feed_dict"), None)
    if written is None and position < len(call.args):
        written = call.args[position]
    if type(written) is not ast.Dict or len(written.keys) != len(feed_dict.cell) or None in written.keys:
        return []
    return list(zip(written.keys, written.values, strict=True))


def _given(value: Any) -> Any:
    """Return a fed value as an array; what is no array is an unknown one."""
    if type(value) is Choice:
        value = _joined(value)
    if type(value) is Tensor:
        return value
    if value is None or type(value) in (str, DictValue):
        value = Unknown()
    return ops.positive(value)


def _value_for(place: Tensor, given: Tensor) -> Tensor:
    """Return the tensor that a run sees for a fed placeholder, or for another tensor that is fed."""
    doubtful = (place.attributes or {}).get(OPEN, ())
    if place.maker is None:
        doubtful = range(len(place.shape.prefix))  # TensorFlow knows fewer sizes of what a data set gives
    open_axes = tuple(k for k, size in enumerate(place.shape.prefix) if is_changing(size) or k in doubtful)
    result = ops.feed(given, place, open_axes=open_axes if place.shape.rank is not None else ())
    made = Tensor(result.shape, place.dtype, "tf", site=place.site)
    made.bounds = given.bounds
    if result.shape.rank is not None:
        made.contents = given.contents
    return made


def _joined(value: Choice) -> Any:
    """Return the common shape of alternatives, an unknown value where they differ in rank."""
    shapes = [single.shape for single in value.values if type(single) is Tensor]
    if (
        len(shapes) != len(value.values)
        or len({shape.rank for shape in shapes}) != 1
        or shapes[0].rank is None
    ):
        return Unknown()
    columns = zip(*(shape.dims for shape in shapes), strict=True)
    common = tuple(
        column[0] if all(size == column[0] for size in column) else symbol(lower=1) for column in columns
    )
    return Tensor(Shape(common), value.values[0].dtype, "numpy")


def settled(shape: Shape, known: dict[Symbol, Any]) -> Shape:
    """Return a shape of a finished run: sizes that TensorFlow did not know are plain unknown sizes now."""
    changing = changing_in(shape)
    if not changing:
        return shape
    for atom in changing:
        if atom not in known:
            known[atom] = symbol(atom.name, lower=atom.lower)
    return shape.substitute(known)
