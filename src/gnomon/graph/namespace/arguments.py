"""What functions do with their arguments: turn them into arrays, axes and shapes, or say what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gnomon.graph.array import Array, Constant
from gnomon.graph.constants import as_array, as_dtype
from gnomon.graph.errors import ArgumentError, DtypeError
from gnomon.graph.sites import user_site
from gnomon.ops.world import World
from gnomon.shapes import Dim, Dtype, Shape, Size


def wrong(function: str, name: str, expected: str, got: Any, help: str | None = None) -> ArgumentError:
    """Return the error of an argument: what is expected, and what was given."""
    text = repr(got)
    text = text if len(text) <= 60 else text[:57] + "..."
    return ArgumentError(f"{function}: {name} must be {expected}, got {text}", user_site(), help)


def array(function: str, name: str, value: Any) -> Array:
    """Return an array argument."""
    if isinstance(value, Array):
        return value
    if value is None or isinstance(value, (str, bytes, dict, set)):
        raise wrong(function, name, "an array", value)
    try:
        return as_array(value)
    except (DtypeError, ValueError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise wrong(function, name, "an array or what can become one", value) from None


def arrays(function: str, name: str, values: Any) -> tuple[Array, ...]:
    """Return an argument that is a sequence of arrays."""
    if isinstance(values, Array):
        return tuple(values)
    if not isinstance(values, (tuple, list)) or not values:
        raise wrong(function, name, "a tuple or list of one array or more", values)
    return tuple([array(function, f"{name}[{k}]", value) for k, value in enumerate(values)])


def integer(function: str, name: str, value: Any) -> Size:
    """Return an argument that is an integer or a size."""
    if type(value) is int or type(value) is Dim:
        return value
    if isinstance(value, Array):
        if not value.ndim and value.contents is not None and value.contents[0] is not None:
            return value.contents[0]
        if not value.ndim and isinstance(value, Constant) and value.dtype.kind in ("int", "uint"):
            return int(value.data)
        if not value.ndim and value.dtype.kind in ("int", "uint"):
            return computed_size(value)
    elif hasattr(value, "__index__") and not hasattr(value, "dims"):
        with suppress(TypeError):  # NumPy's arrays have it, but only single integers answer
            return int(value.__index__())
    raise wrong(function, name, "an integer or a size", value)


def computed_size(count: Array) -> Size:
    """Return what an integer expression gives as a size: the length of a vector that is as long as it says."""
    from gnomon import ops

    size: Size = ops.sized(count).shape.dims[0]
    return size


def axis(function: str, value: Any) -> Any:
    """Return an axis, or None."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong(function, "axis", "an integer or None", value)
    return int(value.__index__())


def axes(function: str, value: Any, name: str = "axis") -> Any:
    """Return one axis, a tuple of axes, or None."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, (tuple, list)):
        return tuple([_one_axis(function, name, entry, value) for entry in value])
    return _one_axis(function, name, value, value)


def _one_axis(function: str, name: str, entry: Any, value: Any) -> int:
    if isinstance(entry, (bool, Array)) or not hasattr(entry, "__index__"):
        raise wrong(function, name, "an integer, a tuple of integers or None", value)
    return int(entry.__index__())


def shape(function: str, value: Any, name: str = "shape") -> tuple[Size, ...]:
    """Return a shape: a size or several."""
    if isinstance(value, Shape):
        return value.dims
    if isinstance(value, (tuple, list)):
        return tuple([integer(function, f"{name}[{k}]", size) for k, size in enumerate(value)])
    if isinstance(value, Array) and value.ndim == 1 and value.contents is not None:
        return tuple([integer(function, name, size) for size in value.contents])
    if isinstance(value, Array) and value.ndim == 1 and isinstance(value, Constant):
        return tuple(int(size) for size in value.data)
    return (integer(function, name, value),)


def new_shape(function: str, value: Any) -> tuple[Size, ...]:
    """Return the shape of an array to be made."""
    sizes = shape(function, value)
    if any(type(size) is int and size < 0 for size in sizes):
        raise wrong(function, "shape", "made of sizes of 0 or more", value)
    return sizes


def option(function: str, name: str, value: Any, choices: Sequence[Any]) -> Any:
    """Return an argument that is one of a few words."""
    if value not in choices:
        raise wrong(function, name, " or ".join(repr(choice) for choice in choices), value)
    return value


def dtype_or(value: Any, default: Dtype) -> Dtype:
    """Return a dtype, or the default."""
    return default if value is None else as_dtype(value)


def check_device(device: Any) -> None:
    """Accept the only device there is."""
    if device is not None and device != "cpu":
        raise ArgumentError(f"device must be 'cpu' or None, got {device!r}", user_site())


def world() -> World:
    """Return the world of symbolic arrays."""
    return Array.world  # type: ignore[no-any-return]
