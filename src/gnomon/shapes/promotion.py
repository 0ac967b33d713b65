"""Which dtype comes out when two are mixed, in each library."""

from __future__ import annotations

from gnomon.shapes import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.shapes.dtypes import Dtype

_RANKS = {"bool": 0, "int": 1, "uint": 1, "float": 2, "complex": 3}
_INTS = {8: dtypes.int8, 16: dtypes.int16, 32: dtypes.int32, 64: dtypes.int64}
_DEFAULTS = {
    "numpy": {
        "bool": dtypes.bool,
        "int": dtypes.int64,
        "float": dtypes.float64,
        "complex": dtypes.complex128,
    },
    "torch": {"bool": dtypes.bool, "int": dtypes.int64, "float": dtypes.float32, "complex": dtypes.complex64},
    "tf": {"bool": dtypes.bool, "int": dtypes.int32, "float": dtypes.float32, "complex": dtypes.complex128},
    "jax": {"bool": dtypes.bool, "int": dtypes.int32, "float": dtypes.float32, "complex": dtypes.complex64},
}


def promote(a: Dtype, b: Dtype, library: str) -> Dtype | None:
    """The dtype of `x + y` for arrays of dtypes a and b; None if the library has none or it is unknown.

    The library is "numpy", "torch", "tf" or "jax". TensorFlow mixes nothing: ask `can_mix` for the verdict.

    >>> promote(dtypes.int64, dtypes.float32, "numpy"), promote(dtypes.int64, dtypes.float32, "torch")
    (float64, float32)
    """
    if a is b:
        return a
    if library == "tf" or a.kind == "other" or b.kind == "other":
        return None
    if library == "numpy":
        return _numpy(a, b)
    if library == "torch":
        return _torch(a, b)
    return _jax(a, b) if library == "jax" else None


def can_mix(a: Dtype, b: Dtype, library: str) -> bool:
    """Whether the library accepts both dtypes in one operation.

    >>> can_mix(dtypes.int32, dtypes.float32, "tf"), can_mix(dtypes.int32, dtypes.float32, "jax")
    (False, True)
    """
    return promote(a, b, library) is not None


def promote_scalar(dtype: Dtype, kind: str, library: str) -> Dtype | None:
    """The dtype of `x + s` for an array x and a Python scalar s of kind "bool", "int", "float" or "complex".

    >>> promote_scalar(dtypes.float32, "int", "torch"), promote_scalar(dtypes.int32, "float", "jax")
    (float32, float32)
    """
    rule = _SCALAR_RULES.get(library)
    if rule is None or dtype.kind == "other" or kind not in _RANKS:
        return None
    return rule(dtype, kind)


def default_dtype(kind: str, library: str) -> Dtype | None:
    """The dtype of an array made from a Python scalar of kind "bool", "int", "float" or "complex".

    >>> default_dtype("float", "numpy"), default_dtype("float", "torch"), default_dtype("int", "jax")
    (float64, float32, int32)
    """
    return _DEFAULTS.get(library, {}).get(kind)


def _wider(a: Dtype, b: Dtype) -> Dtype:
    return a if a.bits >= b.bits else b


def _integers(a: Dtype, b: Dtype) -> Dtype | None:
    """The smallest integer type that holds both, None if there is none (uint64 with a signed type)."""
    if a.kind == b.kind:
        return _wider(a, b)
    signed, unsigned = (a, b) if a.kind == "int" else (b, a)
    return signed if signed.bits > unsigned.bits else _INTS.get(2 * unsigned.bits)


def _numpy(a: Dtype, b: Dtype) -> Dtype | None:
    """NumPy 2: the smallest type that holds all values of both."""
    if a is dtypes.bfloat16 or b is dtypes.bfloat16:
        return None
    low, high = sorted((a, b), key=_rank)
    if low.kind == "bool":
        return high
    if high.kind in ("int", "uint"):
        return _integers(a, b) or dtypes.float64
    bits = _float_bits(high)
    needed = {8: 16, 16: 32}.get(low.bits, 64) if low.kind in ("int", "uint") else _float_bits(low)
    bits = max(bits, needed)
    if high.kind == "complex":
        return dtypes.complex128 if bits > 32 else dtypes.complex64
    return {16: dtypes.float16, 32: dtypes.float32, 64: dtypes.float64}[bits]


def _torch(a: Dtype, b: Dtype) -> Dtype | None:
    """PyTorch: the higher kind wins, whatever its width."""
    low, high = sorted((a, b), key=_rank)
    if high.kind != "float" and any(x.kind == "uint" and x.bits > 8 for x in (a, b)):
        return None
    if _rank(low) != _rank(high):
        if high.kind == "complex" and low.kind == "float":
            return dtypes.complex128 if max(_float_bits(high), low.bits) > 32 else dtypes.complex64
        return high
    if high.kind in ("int", "uint"):
        return _integers(a, b)
    return dtypes.float32 if a.bits == b.bits else _wider(a, b)


def _jax(a: Dtype, b: Dtype) -> Dtype | None:
    """JAX: floats absorb integers; without 64-bit operands the result has none either."""
    low, high = sorted((a, b), key=_rank)
    if high.kind in ("int", "uint") and low.kind != "bool":
        found = _integers(a, b)
        if found is None:
            return dtypes.float64
        return dtypes.int32 if found.bits == 64 and max(a.bits, b.bits) < 64 else found
    if _rank(low) != _rank(high):
        if high.kind == "complex" and low.kind == "float":
            return dtypes.complex128 if max(_float_bits(high), low.bits) > 32 else dtypes.complex64
        return high
    return dtypes.float32 if a.bits == b.bits else _wider(a, b)


def _float_bits(dtype: Dtype) -> int:
    return dtype.bits // 2 if dtype.kind == "complex" else dtype.bits


def _rank(dtype: Dtype) -> int:
    return _RANKS[dtype.kind]


def _weak_scalar(dtype: Dtype, kind: str, library: str) -> Dtype | None:
    """A scalar of a kind that the array's includes changes nothing; else the default type of that kind."""
    if _RANKS[kind] <= _rank(dtype):
        return dtype
    if kind == "complex" and dtype.kind == "float":
        if dtype is dtypes.float16 and library == "torch":
            return None
        return dtypes.complex128 if dtype.bits > 32 else dtypes.complex64
    return _DEFAULTS[library][kind]


def _jax_scalar(dtype: Dtype, kind: str) -> Dtype | None:
    """JAX: as long as there are no 64-bit operands, scalars become 32-bit values."""
    found = _weak_scalar(dtype, kind, "jax")
    if dtype.bits == 64 and dtype.kind in ("int", "uint"):
        return {"float": dtypes.float64, "complex": dtypes.complex128}.get(kind, found)
    return found


def _tf_scalar(dtype: Dtype, kind: str) -> Dtype | None:
    """TensorFlow converts the scalar to the array's dtype, if that loses nothing."""
    if (kind == "bool") != (dtype.kind == "bool"):
        return None
    return dtype if _RANKS[kind] <= _rank(dtype) else None


_SCALAR_RULES: dict[str, Callable[[Dtype, str], Dtype | None]] = {
    "numpy": lambda dtype, kind: _weak_scalar(dtype, kind, "numpy"),
    "torch": lambda dtype, kind: _weak_scalar(dtype, kind, "torch"),
    "jax": _jax_scalar,
    "tf": _tf_scalar,
}
