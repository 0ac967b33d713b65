"""What all TensorFlow models share: conversion to tensors, dtypes and shape arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Dtype,
    LibraryFunction,
    ListValue,
    Modelled,
    SequenceValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    count,
    dtypes,
    function,
    host,
    items,
    method,
    state,
    symbol,
)
from gnomon.values.unseen import changing, is_unseen, unseen

_WORDS = {"float": dtypes.float32, "double": dtypes.float64, "int": dtypes.int32, "half": dtypes.float16}
_PYTHON = {
    "builtins.float": dtypes.float32,
    "builtins.bool": dtypes.bool,
    "builtins.str": dtypes.string,
}
FAMILY = ("tf", "tf1", "keras")
"""Library tags of TensorFlow's tensors."""


_Model = TypeVar("_Model", bound=Callable[..., Any])


def as_dtype(value: Any, default: Dtype | None = None) -> Dtype | None:
    """Return a dtype argument, the default where there is none; None where it is not known."""
    kind = type(value)
    if value is None:
        return default
    if kind is Dtype:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return _WORDS.get(value) or dtypes.parse(value)
    if kind is LibraryFunction:
        found = _PYTHON.get(value.name)
        return found if found is not None else dtypes.parse(value.name.rpartition(".")[2])
    return None


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor of TensorFlow."""
    return type(value) is Tensor and value.library in FAMILY


def array(value: Any, dtype: Dtype | None = None) -> Tensor:
    """Return a value as TensorFlow converts it to a tensor."""
    if type(value) is Tensor and value.library in FAMILY:
        return value
    if value is None:
        return Tensor(Shape.unknown(), dtype, "tf", site=host.reporter.site)
    if type(value) is Tensor:
        kind = value.dtype if value.shape.rank != 0 else None  # many functions of NumPy return plain numbers
        made = Tensor(value.shape, dtype or kind, "tf", site=host.reporter.site)
        made.contents, made.bounds, made.maker = value.contents, value.bounds, value.maker
        return made
    leaf = _leaf(value)
    if type(leaf) is str or (type(leaf) is Unknown and leaf.kind in ("str", "bytes")):
        if type(value) in (ListValue, SequenceValue):
            length = symbol() if value.length is None else value.length
            return Tensor(Shape((length,)), dtypes.string, "tf", site=host.reporter.site)
        return ops.constant(entries=_blank(value), dtype=dtypes.string)  # type: ignore[no-any-return]
    found = ops.positive(tuple(value) if type(value) is range else value)
    wanted = dtype or _literal_dtype(leaf, found.dtype)
    if found.dtype is not wanted or found.library != "tf":
        contents = found.contents
        found = Tensor(found.shape, wanted, "tf", site=host.reporter.site)
        found.contents = contents
    return found  # type: ignore[no-any-return]


def _leaf(value: Any) -> Any:
    for _ in range(8):
        if (type(value) in (list, tuple) and value) or (type(value) is range and len(value)):
            value = value[0]
        elif type(value) is ListValue:
            value = value.any_element()
        elif type(value) is SequenceValue:
            value = value.element
        else:
            break
    return value


def _literal_dtype(leaf: Any, found: Dtype | None) -> Dtype | None:
    """TensorFlow makes 32-bit numbers from Python's; lists of NumPy's numbers depend on the version."""
    if type(leaf) in (int, Dim) or (type(leaf) is Unknown and leaf.kind == "int"):
        return dtypes.int32 if found is dtypes.int64 else found
    if type(leaf) is Tensor and leaf.library not in FAMILY:
        return None
    return found


def _blank(value: Any) -> Any:
    return [_blank(item) for item in value] if type(value) in (list, tuple) else None


def alike(x: Any, y: Any) -> tuple[Any, Any]:
    """Return two operands, of which arrays and literals take the dtype of the tensor beside them."""
    if is_tensor(x) and not is_tensor(y):
        return x, adopted(y, x.dtype)
    if is_tensor(y) and not is_tensor(x):
        return adopted(x, y.dtype), y
    floating = type(x) is float or (type(x) is Unknown and x.kind == "float")
    return adopted(x, None), adopted(y, dtypes.float32 if floating and _is_literal(y) else None)


def _is_literal(value: Any) -> bool:
    """Whether a value is a sequence of Python's own, which becomes a tensor of the dtype of what comes first."""
    return type(value) in (list, tuple, range)


def adopted(value: Any, dtype: Dtype | None) -> Any:
    """Return an operand as it is converted beside a tensor of a dtype; plain numbers stay weak."""
    if type(value) in (int, float, bool, complex, Dim) or value is None:
        return value
    if type(value) is Unknown and value.kind in ("int", "float", "bool"):
        return value
    if is_tensor(value) or (type(value) is Unknown):
        return value
    if isinstance(value, Modelled) and getattr(value, "tensor", None) is None:
        return value
    return array(value, dtype)


def sizes(value: Any) -> Shape:
    """Return a shape argument of a function that needs every size; a None in it is refuted."""
    from gnomon.models.tensorflow.nosize import refuse_none
    from gnomon.models.tensorflow.shapes import TensorShape

    if isinstance(value, TensorShape):
        refuse_none(value, [None if is_unseen(size) else size for size in value.known.prefix])
        return value.known
    entries = items(value)
    refuse_none(value, entries)
    if entries is None and type(value) is Tensor and value.shape.rank == 0:
        return Shape((whole(value),))
    if entries is None:
        return Shape((value,)) if type(value) in (int, Dim) else Shape.unknown()
    return Shape(tuple(whole(entry) for entry in entries))


def declared(value: Any, unknown: Callable[..., Dim] = unseen) -> Shape:
    """Return a shape as a placeholder or a specification declares it: None is a size that TensorFlow does not know."""
    from gnomon.models.tensorflow.shapes import TensorShape

    if value is None:
        return Shape.unknown()
    if isinstance(value, TensorShape):
        return value.known
    if type(value) in (int, Dim):
        return Shape((value,))
    entries = items(value)
    if entries is None:
        return Shape.unknown()
    result: list[Size] = []
    for place, entry in enumerate(entries):
        if entry is None or (type(entry) is int and entry < 0):
            result.append(unknown("N" if place == 0 else f"N{place}"))
        elif type(entry) in (int, Dim):
            result.append(entry)
        else:
            result.append(whole(entry) if is_named(entry) else changing())
    return Shape(tuple(result))


def is_named(value: Any) -> bool:
    """Whether a value is unknown, but known by a name of the program."""
    return type(value) is Unknown and value.name is not None


def whole(value: Any) -> Size:
    """Return a number of something as a size: a dim, or what a small tensor holds; fresh where unknown."""
    if type(value) is Tensor and value.contents is None and value.shape.rank == 0:
        low = value.bounds[0] if value.bounds is not None else 0
        return symbol(lower=low if type(low) is int and low >= 0 else 0)
    return count(value)


def number(value: Any) -> int | None:
    """Return an argument that is a known integer, or None."""
    if type(value) is int:
        return value
    if type(value) is Tensor and value.contents is not None and len(value.contents) == 1:
        entry = value.contents[0]
        return entry if type(entry) is int else None
    return None


def made(shape: Shape, dtype: Dtype | None = None) -> Tensor:
    """Return a new tensor of TensorFlow."""
    return Tensor(shape, dtype, "tf", site=host.reporter.site)


def settled_by(tensor: Tensor, other: Shape) -> Tensor:
    """Return a tensor with the numbers of a shape it must have, where it knows none itself."""
    shape = tensor.shape
    if shape.rank is None or other.rank != shape.rank or shape == other:
        return tensor
    pairs = zip(shape.dims, other.dims, strict=True)
    dims = tuple(want if type(want) is int and type(have) is not int else have for have, want in pairs)
    return tensor if dims == shape.dims else made(Shape(dims), tensor.dtype)


def integers_between(shape: Shape, dtype: Dtype | None, low: Any, high: Any) -> Tensor:
    """Return integers from ``low`` up to but not including ``high``."""
    tensor = ops.full(shape=shape, dtype=dtype)
    if type(low) is int and type(high) in (int, Dim):
        tensor.bounds = (low, high - 1)
    return tensor  # type: ignore[no-any-return]


def version() -> tuple[int, ...] | None:
    """Return the version of TensorFlow that the program names, if any."""
    found = host.version("tensorflow")
    return found if found else None


def older_than(*wanted: int) -> bool:
    """Whether the program names a version of TensorFlow below this one."""
    found = version()
    return found is not None and tuple(found) < wanted


def graph_only() -> bool:
    """Whether nothing runs before a session does: the program says so, or is one of TensorFlow 1."""
    source = getattr(host.reporter.site, "source", None)
    text = source.text if source is not None else ""
    if older_than(2, 0):
        return "enable_eager_execution(" not in text
    return "disable_v2_behavior(" in text or "disable_eager_execution(" in text


def current_root() -> Any:
    """Return an object that stands for the root being evaluated: graph-wide tables are kept for one root only."""
    return state.facts


def ignored(*names: str) -> None:
    """Register functions that return nothing of interest."""
    for name in names:
        function(name, tensor=False)(nothing)


def nothing(*args: Any, **kwargs: Any) -> Any:
    """Do nothing and return an unknown value."""
    return Unknown(reason=("nothing known", "tensorflow"))


def tf_function(*names: str, tensor: bool = True) -> Callable[[_Model], _Model]:
    """Register a function under ``tensorflow.`` names."""
    return function(*(f"tensorflow.{name}" for name in names), tensor=tensor)


def tf_method(*names: str, tensor: bool = True) -> Callable[[_Model], _Model]:
    """Register a method of TensorFlow's tensors."""
    return method("tf", *names, tensor=tensor)


def activated(activation: Any, value: Any) -> Any:
    """Apply an activation: a function of the library or of the program, None for none."""
    if activation is None or type(activation) is str:
        return value
    if type(activation) is Unknown:
        return ops.positive(value)
    result = host.call(activation, value)
    return ops.positive(result if type(result) is Tensor else value)
