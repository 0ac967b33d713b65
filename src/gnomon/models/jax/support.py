"""What models of JAX share: dtypes without 64 bits, JAX's arrays, and NumPy's models under JAX's names."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    NUMBER,
    Dtype,
    LibraryFunction,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    dtypes,
    function,
    host,
)
from gnomon.models.numpy.support import as_array as numpy_array
from gnomon.models.numpy.support import dtype_of as numpy_dtype_of
from gnomon.models.registry import NAMES

_NARROW = {
    dtypes.float64: dtypes.float32,
    dtypes.int64: dtypes.int32,
    dtypes.uint64: dtypes.uint32,
    dtypes.complex128: dtypes.complex64,
}


JAX_ONLY = ("out_sharding", "precision", "preferred_element_type", "device", "promote_integers")
"""Options of JAX's functions that NumPy's have not, and that change no shape."""


class Config(Modelled):
    """``jax.config``: whether the program that is checked has enabled 64-bit numbers."""

    library_name = "jax.config"

    def update(self, name: Any, value: Any) -> None:
        """Remember that 64-bit numbers are, or may be, enabled."""
        if name == "jax_enable_x64" or type(name) is not str:
            self.__dict__["wide"] = (host.current, value if type(value) is bool else None)

    @property
    def width(self) -> bool | None:
        """Whether 64-bit numbers are enabled: yes, no, or unknown."""
        program, wide = self.__dict__.get("wide", (None, False))
        return wide if program is host.current else False

    def __getattr__(self, name: str) -> Any:
        from gnomon.models.python.harmless import HARMLESS

        if name.startswith("_") or name in ("prepare", "raw", "tensor", "iterate", "factory", "default"):
            raise AttributeError(name)
        return HARMLESS


CONFIG = Config()


def narrow(dtype: Dtype | None) -> Dtype | None:
    """Return the dtype that JAX uses for a dtype: 32 bits for 64, unless these are enabled."""
    if dtype in _NARROW:
        wide = CONFIG.width
        if wide is None:
            return None
        return dtype if wide else _NARROW[dtype]
    return dtype


def dtype_of(value: Any) -> Dtype | None:
    """Return a dtype argument as JAX takes it; None where it is not known."""
    return narrow(numpy_dtype_of(value))


def chosen(value: Any, default: Dtype | None) -> Dtype | None:
    """Return a dtype argument, and the default where it is None."""
    return narrow(default) if value is None else dtype_of(value)


def made(shape: Shape, dtype: Dtype | None = dtypes.float32, role: str | None = None) -> Tensor:
    """Return a new array of a shape; ``role`` is what a message says of it where it was made."""
    return Tensor(shape, narrow(dtype), "jax", site=host.reporter.site, role=role)


def unknown_tensor(dtype: Dtype | None = None) -> Tensor:
    """Return an array of unknown rank."""
    return made(Shape.unknown(), dtype)


def as_array(value: Any) -> Any:
    """Return what ``jnp.asarray`` makes of a value."""
    result = as_jax(numpy_array(value))
    if type(value) is float and type(result) is Tensor:
        result.attributes = {NUMBER: value}
    return result


def as_jax(value: Any) -> Any:
    """Return the arrays in a result as JAX's, without 64-bit numbers."""
    kind = type(value)
    if kind is Tensor:
        dtype = narrow(value.dtype)
        if value.library == "jax" and dtype is value.dtype:
            return value
        return Tensor(
            value.shape,
            dtype,
            "jax",
            contents=value.contents,
            bounds=value.bounds,
            maker=value.maker,
            site=value.site,
        )
    if kind is tuple or kind is list:
        return kind(as_jax(item) for item in value)
    if kind is ListValue and value.items is None:
        value.element = as_jax(value.element)
    return value


def tensor_of(value: Any) -> Tensor:
    """Return a value as an abstract array, without a new name for it."""
    found = value if type(value) is Tensor else ops.positive(value)
    return found if type(found) is Tensor else unknown_tensor()


def shared(name: str, *targets: str) -> None:
    """Register NumPy's model of a function for JAX too, with JAX's dtypes and arrays."""
    found = NAMES.get(name)
    if not isinstance(found, LibraryFunction):
        return
    model = found.function

    def as_jax_does(*arguments: Any, **keywords: Any) -> Any:
        for option in JAX_ONLY:
            keywords.pop(option, None)
        return as_jax(model(*arguments, **keywords))

    as_jax_does.__name__ = getattr(model, "__name__", name)
    if getattr(model, "variadic", False):
        as_jax_does.variadic = True  # type: ignore[attr-defined]
    function(*targets, raw=found.raw, tensor=found.returns_tensor)(as_jax_does)


def words(text: str) -> list[str]:
    """Return the words of a text, for tables of names."""
    return text.split()


def under(home: str, text: str) -> tuple[str, ...]:
    """Return the dotted names of a namespace whose last parts are the words of a text."""
    return tuple(f"{home}.{name}" for name in text.split())
