"""Symbolic Keras tensors: what `Input` makes, and how a program sees sizes that are not known."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Choice,
    DictValue,
    Dim,
    Dtype,
    ListValue,
    SequenceValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    attribute,
    dtypes,
    host,
    items,
    size,
    unknown_of,
)
from gnomon.values.unseen import changing, is_unseen, unseen

BATCH = unseen("batch")
"""The size of any batch while a model is built. Keras calls it None; nothing is ever assumed about it."""


def hidden(name: str = "None") -> Size:
    """Return a size that Keras calls None."""
    return BATCH if name == "batch" else unseen(name)


def symbolic(sizes: Shape, dtype: Dtype | None) -> Tensor:
    """Return the tensor that an `Input` of this shape stands for."""
    return Tensor(sizes, dtype, "keras", maker="input", site=host.reporter.site)


def visible(value: Size) -> Size | None:
    """Return a size as Keras shows it: None where it depends on one that Keras does not know."""
    return None if is_unseen(value) else value


def visible_shape(value: Shape) -> Any:
    """Return a shape as the tuple that a program sees."""
    if value.rank is None:
        return SequenceValue(unknown_of("int"), None, "shape", origin=value)
    return tuple([visible(entry) for entry in value.dims])


def shapes_of(inputs: Any) -> Any:
    """Return the visible shapes of a tensor, or of a list or dict of tensors, in the same structure."""
    kind = type(inputs)
    if kind is Tensor:
        return visible_shape(inputs.shape)
    if kind is list or kind is tuple:
        return [shapes_of(entry) for entry in inputs]
    if kind is dict:
        return {key: shapes_of(entry) for key, entry in inputs.items()}
    return Unknown()


def declared_shape(value: Any, *leading: Size) -> Shape:
    """Return a shape argument in which None stands for any size."""
    if type(value) is Shape:
        return Shape((*leading, *value.prefix), value.run, value.suffix)
    entries = items(value)
    if entries is None:
        rest = (
            value.origin if type(value) is SequenceValue and type(value.origin) is Shape else Shape.unknown()
        )
        return Shape((*leading, *rest.prefix), rest.run, rest.suffix)
    return Shape((*leading, *map(_declared_size, entries)))


def _declared_size(entry: Any) -> Size:
    """Return one entry of a declared shape; what may be None may differ from call to call."""
    if entry is None:
        return hidden()
    if type(entry) is Choice and None in entry.values:
        return changing()
    return size(entry)


def whole_shape(value: Any) -> Shape:
    """Return a shape with its batch axis: `(None, 28, 28)` begins with the batch."""
    entries = items(value)
    if entries and entries[0] is None:
        return declared_shape(entries[1:], hidden("batch"))
    return declared_shape(value)


def parse_dtype(value: Any, default: Dtype | None = None) -> Dtype | None:
    """Return a dtype argument: a name, a library dtype, a policy, or None for the default."""
    if value is None:
        return default
    if type(value) is Dtype:
        return value
    if value == "float" or value is float:
        return dtypes.float32
    if type(value) is str:
        if value.startswith("mixed_"):
            return dtypes.parse(value.removeprefix("mixed_"))
        return dtypes.parse(value)
    return getattr(value, "compute", None)


def rename(new: Tensor, old: Any) -> Tensor:
    """Let messages call a converted tensor by the expression of the value it came from."""
    place = next((node for held, node in host.reporter.arguments if held is old), None)
    if place is not None:
        host.reporter.arguments = [*host.reporter.arguments, (new, place)]
    return new


def converted(value: Any, dtype: Dtype | None, *, integers: bool = False) -> Any:
    """Return a layer's input as Keras casts it: floats (with ``integers`` all numbers) to its dtype."""
    if type(value) is Tensor:
        kind = value.dtype.kind if value.dtype is not None else None
        change = (
            dtype if kind == "float" or (integers and kind is not None and kind != "complex") else value.dtype
        )
        if integers and kind is None:
            change = dtype
        library = value.library if value.library in ("keras", "tf1", "tf") else "tf"
        if change is value.dtype and library == value.library:
            return value
        made = Tensor(
            value.shape,
            change,
            library,
            contents=None,
            bounds=value.bounds,
            maker=value.maker,
            site=value.site,
        )
        made.attributes = value.attributes
        return rename(made, value)
    if type(value) is list or type(value) is tuple:
        return [converted(entry, dtype, integers=integers) for entry in value]
    if type(value) is dict:
        return {key: converted(entry, dtype, integers=integers) for key, entry in value.items()}
    return value


def array(value: Any) -> Any:
    """Return numbers and nested lists of numbers as a tensor; other values as they are."""
    kind = type(value)
    if kind in (bool, int, float, complex, Dim) or kind is ListValue:
        return ops.positive(value)
    if (kind is list or kind is tuple) and value and not holds_tensor(value):
        return ops.positive(value)
    inner = getattr(value, "tensor", None)
    return inner if type(inner) is Tensor and kind is not Unknown else value


def holds_tensor(value: Any) -> bool:
    """Whether a nested list holds anything but numbers and lists."""
    if type(value) is list or type(value) is tuple:
        return any(map(holds_tensor, value))
    return type(value) not in (bool, int, float, complex, Dim)


def flatten(structure: Any) -> list[Any]:
    """Return the leaves of nested lists and dicts, dict entries in the order of their keys."""
    kind = type(structure)
    if kind is list or kind is tuple:
        return [leaf for entry in structure for leaf in flatten(entry)]
    if kind is dict:
        keys = list(structure)
        if all(type(key) is str for key in keys):
            keys.sort()
        return [leaf for key in keys for leaf in flatten(structure[key])]
    if kind is ListValue and structure.items is not None:
        return [leaf for entry in structure.items for leaf in flatten(entry)]
    if kind is DictValue:
        return flatten(dict(structure.cell))
    return [structure]


def is_numeric(value: Any) -> bool:
    """Whether a value may stand where a tensor is expected."""
    return type(value) in (Tensor, Unknown, int, float, bool, Dim)


@attribute("keras", "shape")
def _shape(tensor: Tensor) -> Any:
    return visible_shape(tensor.shape)


@attribute("keras", "_keras_shape")
def _keras_shape(tensor: Tensor) -> Any:
    return visible_shape(tensor.shape)


@attribute("keras", "ndim")
def _ndim(tensor: Tensor) -> Any:
    return unknown_of("int") if tensor.shape.rank is None else tensor.shape.rank


@attribute("keras", "dtype")
def _dtype(tensor: Tensor) -> Any:
    return Unknown() if tensor.dtype is None else tensor.dtype


def export_structure(value: Any) -> Any:
    """Return nested lists and dicts of the program as Python's."""
    kind = type(value)
    if kind is tuple:
        return tuple(export_structure(entry) for entry in value)
    if kind is list:
        return [export_structure(entry) for entry in value]
    if kind is ListValue and value.items is not None:
        return [export_structure(entry) for entry in value.items]
    if kind is DictValue and value.rest is None:
        return {key: export_structure(entry) for key, entry in value.cell.items()}
    return value
