"""Dtypes: the objects ``gn.float32`` ..., what they hold and how they mix."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, as_dtype
from gnomon.graph.errors import DtypeError
from gnomon.graph.namespace.arguments import array, check_device, wrong
from gnomon.graph.sites import user_site
from gnomon.shapes import Dtype, dtypes, promote, promote_scalar
from gnomon.shapes.promotion import default_dtype

bool = dtypes.bool
int8 = dtypes.int8
int16 = dtypes.int16
int32 = dtypes.int32
int64 = dtypes.int64
uint8 = dtypes.uint8
uint16 = dtypes.uint16
uint32 = dtypes.uint32
uint64 = dtypes.uint64
float16 = dtypes.float16
bfloat16 = dtypes.bfloat16
float32 = dtypes.float32
float64 = dtypes.float64
complex64 = dtypes.complex64
complex128 = dtypes.complex128

OBJECTS = (
    bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    float16, bfloat16, float32, float64, complex64, complex128,
)  # fmt: skip

STANDARD = tuple([dtype for dtype in OBJECTS if dtype not in (float16, bfloat16)])
"""The dtypes of the array API standard."""

_KINDS: dict[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "signed integer": ("int",),
    "unsigned integer": ("uint",),
    "integral": ("int", "uint"),
    "real floating": ("float",),
    "complex floating": ("complex",),
    "numeric": ("int", "uint", "float", "complex"),
}


class finfo_object(NamedTuple):
    """Limits of a float dtype."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype


class iinfo_object(NamedTuple):
    """Limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: Dtype


def _dtype(value: Any) -> Dtype:
    return value.dtype if isinstance(value, Array) else as_dtype(value)


def finfo(type: Any, /) -> finfo_object:
    """Limits of a float dtype, or of the parts of a complex one."""
    import numpy as np

    dtype = _dtype(type)
    if dtype.kind not in ("float", "complex"):
        raise wrong("finfo", "type", "a float or complex dtype", dtype)
    if dtype is bfloat16:
        return finfo_object(16, 2.0**-7, 3.3895313892515355e38, -3.3895313892515355e38, 2.0**-126, dtype)
    info = np.finfo(str(dtype))
    part = {64: float32, 128: float64}[dtype.bits] if dtype.kind == "complex" else dtype
    numbers = (float(info.eps), float(info.max), float(info.min), float(info.smallest_normal))
    return finfo_object(part.bits, *numbers, part)


def iinfo(type: Any, /) -> iinfo_object:
    """Limits of an integer dtype."""
    dtype = _dtype(type)
    if dtype.kind not in ("int", "uint"):
        raise wrong("iinfo", "type", "an integer dtype", dtype)
    if dtype.kind == "uint":
        return iinfo_object(dtype.bits, 2**dtype.bits - 1, 0, dtype)
    half = 2 ** (dtype.bits - 1)
    return iinfo_object(dtype.bits, half - 1, -half, dtype)


def can_cast(from_: Any, to: Any, /) -> Any:
    """Whether converting loses nothing: ``promote(from_, to)`` is ``to``."""
    source, target = _dtype(from_), as_dtype(to)
    return promote(source, target, "numpy") is target


def isdtype(dtype: Any, kind: Any) -> Any:
    """Whether a dtype is another one, or of a kind such as "integral" or "real floating"."""
    found = as_dtype(dtype)
    if isinstance(kind, tuple):
        return any(isdtype(found, entry) for entry in kind)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise wrong("isdtype", "kind", "a dtype or one of " + ", ".join(map(repr, _KINDS)), kind)
        return found.kind in _KINDS[kind]
    return found is as_dtype(kind)


def result_type(*arrays_and_dtypes: Any) -> Dtype:
    """The dtype of arrays, dtypes and Python numbers together; Python numbers are weak."""
    strong: Dtype | None = None
    weak: list[str] = []
    for value in arrays_and_dtypes:
        if isinstance(value, (int, float, complex)) or getattr(value, "weak", False):
            weak.append(as_array(value).dtype.kind)
            continue
        dtype = _dtype(value)
        mixed = dtype if strong is None else promote(strong, dtype, "numpy")
        if mixed is None:
            raise DtypeError(f"result_type: {strong} and {dtype} have no common dtype", user_site())
        strong = mixed
    if not arrays_and_dtypes:
        raise wrong("result_type", "arrays_and_dtypes", "one array or dtype at least", arrays_and_dtypes)
    kind = max(weak, key=("bool", "int", "float", "complex").index, default=None)
    if kind is None:
        assert strong is not None
        return strong
    found = default_dtype(kind, "numpy") if strong is None else promote_scalar(strong, kind, "numpy")
    assert found is not None
    return found


def astype(x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Array:
    """The elements converted to a dtype."""
    from gnomon import ops

    check_device(device)
    x = array("astype", "x", x)
    wanted = as_dtype(dtype)
    if x.dtype is wanted and not x.weak:
        return ops.positive(x) if copy and x.application is None else x  # type: ignore[no-any-return]
    return ops.cast(x, dtype=wanted)  # type: ignore[no-any-return]


__all__ = [
    "astype",
    "can_cast",
    "finfo",
    "iinfo",
    "isdtype",
    "result_type",
    *[dtype.name for dtype in OBJECTS],
]
