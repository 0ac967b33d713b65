"""Dtype rules: which dtype a result has, by the promotion of each library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.shapes import Dtype, default_dtype, dtypes, promote, promote_scalar

if TYPE_CHECKING:
    from gnomon.ops.record import Op
    from gnomon.ops.rule import Array, Rule

_ORDER = {"bool": 0, "int": 1, "uint": 1, "float": 2, "complex": 3, "other": 4}
_NEEDS_FLOAT = ("bool", "int", "uint")


def result_dtype(
    rule: Rule, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]
) -> Dtype | None:
    """Apply the dtype rule of an operation; None is an unknown dtype."""
    way = op.dtype
    if type(way) is not str:
        return way(rule, arguments, attributes)  # type: ignore[operator,no-any-return]
    named = _WAYS.get(way)
    if named is not None:
        return named(rule, arguments)  # type: ignore[no-any-return]
    return dtypes.parse(way)


def named_way(name: str) -> Any:
    """Return the dtype rule of a name such as "promote", None if it is none."""
    return _WAYS.get(name)


def array_list(arguments: tuple[Any, ...]) -> list[Array]:
    """Return the arrays among the arguments: optional ones left out, sequences opened."""
    arrays: list[Array] = []
    for argument in arguments:
        if argument is None:
            continue
        if type(argument) in (tuple, list):
            arrays.extend(item for item in argument if item is not None)
        else:
            arrays.append(argument)
    return arrays


def promoted(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote the dtypes of all arrays; Python scalars are weak; TensorFlow refuses to mix."""
    return promote_arrays(rule, array_list(arguments))


def promote_arrays(rule: Rule, arrays: list[Array]) -> Dtype | None:
    """Promote the dtypes of some arrays."""
    library = rule.library
    result: Dtype | None = None
    owner: Array | None = None
    scalars: list[Dtype] | None = None
    zero: Dtype | None = None
    for x in arrays:
        dtype = x.dtype
        if dtype is None:
            return None
        if getattr(x, "weak", False):
            if scalars is None:
                scalars = []
            scalars.append(dtype)
            continue
        if library == "torch" and x.shape.rank == 0:
            zero = dtype if zero is None else promote(zero, dtype, library)
            if zero is None:
                return None
            continue
        if result is None:
            result = dtype
            owner = x
        elif result is not dtype:
            if library == "tf":
                refuse_mixture(rule, owner, x)
                return None
            result = promote(result, dtype, library)
            if result is None:
                return None
    if zero is not None:
        result = _take_zero_rank(result, zero)
    if scalars is not None:
        return _take_scalars(result, scalars, library)
    return result


def refuse_mixture(rule: Rule, first: Array | None, second: Array) -> None:
    """Report two arrays of different dtypes that TensorFlow does not bring together."""
    if getattr(first, "promotes", False) or getattr(second, "promotes", False):
        return
    rule.fail(
        "dtype",
        "{op}: {x} is {x.dtype} but {y} is {y.dtype}, and TensorFlow does not mix dtypes",
        blame=second,
        help="convert one of them with tf.cast",
        x=first,
        y=second,
    )


def _take_zero_rank(result: Dtype | None, zero: Dtype) -> Dtype | None:
    """PyTorch: a tensor of rank 0 changes the kind of the result, never its width."""
    if result is None:
        return zero
    if _ORDER[zero.kind] <= _ORDER[result.kind]:
        return result
    if result.kind == "float" and zero.kind == "complex":
        return dtypes.complex128 if result.bits == 64 else dtypes.complex64
    return zero


def _take_scalars(result: Dtype | None, scalars: list[Dtype], library: str) -> Dtype | None:
    kind = max((s.kind for s in scalars), key=_ORDER.__getitem__)
    if kind == "other":
        return result
    if kind == "uint":
        kind = "int"
    if result is None:
        return default_dtype(kind, library)
    return promote_scalar(result, kind, library)


def first(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Keep the dtype of the first array."""
    for x in array_list(arguments):
        return x.dtype
    return None


def floated(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote; integers and booleans become the library's default float."""
    together = promoted(rule, arguments)
    if rule.library != "numpy" or together is None or together.kind not in _NEEDS_FLOAT:
        return to_float(together, rule.library)
    own = [x.dtype for x in array_list(arguments) if x.dtype is not None and not getattr(x, "weak", False)]
    floats = [to_float(dtype, "numpy") for dtype in own or [together]]  # int8 beside uint8 needs no int16
    return max([dtype for dtype in floats if dtype is not None], key=lambda dtype: dtype.bits)


def to_float(dtype: Dtype | None, library: str) -> Dtype | None:
    """Return the float dtype a library computes in for this dtype."""
    if dtype is None or dtype.kind not in _NEEDS_FLOAT:
        return dtype
    if library == "tf":
        return dtypes.float32 if dtype.bits <= 16 else dtypes.float64
    if library == "numpy" and dtype.bits <= 16:
        return dtypes.float16 if dtype.bits <= 8 else dtypes.float32
    return default_dtype("float", library)


def to_wide_float(dtype: Dtype | None, library: str) -> Dtype | None:
    """Return the float dtype of quotients, transforms and solutions: NumPy takes float64 for all integers."""
    if library == "numpy" and dtype is not None and dtype.kind in _NEEDS_FLOAT:
        return dtypes.float64
    return to_float(dtype, library)


def wide_floated(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote; integers and booleans of any width become the library's default float."""
    return to_wide_float(promoted(rule, arguments), rule.library)


def to_inexact(dtype: Dtype | None, library: str) -> Dtype | None:
    """Return the dtype of a function of networks: symbolic arrays compute those of integers in float64."""
    return to_wide_float(dtype, library) if library == "numpy" else dtype


def inexact(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Keep the dtype of the first array, but not that of integers."""
    return to_inexact(first(rule, arguments), rule.library)


def promoted_inexact(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote, but not to an integer."""
    return to_inexact(promoted(rule, arguments), rule.library)


def whole(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote; NumPy computes quotients and powers of booleans in int8."""
    dtype = promoted(rule, arguments)
    return dtypes.int8 if rule.library == "numpy" and dtype is dtypes.bool else dtype


def index_dtype(rule: Rule, arguments: tuple[Any, ...] = ()) -> Dtype | None:
    """Return the dtype of positions."""
    return dtypes.int32 if rule.library == "jax" else dtypes.int64


def matched(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Promote, but PyTorch and TensorFlow want one dtype for all (products, convolutions)."""
    arrays = array_list(arguments)
    if rule.library == "torch":
        known = [x for x in arrays if x.dtype is not None]
        if rule.lowers and any(is_lowered(x.dtype) for x in known):
            return None
        for x in known[1:]:
            if x.dtype is not known[0].dtype:
                rule.fail(
                    "dtype",
                    "{op}: {x} is {x.dtype} but {y} is {y.dtype}; PyTorch wants one dtype here",
                    blame=x,
                    help="convert one of them, for example with .float()",
                    x=known[0],
                    y=x,
                )
                return None
        return known[0].dtype if known else None
    return promote_arrays(rule, arrays)


def is_lowered(dtype: Dtype | None) -> bool:
    """Whether `torch.autocast` may compute with another dtype than this one."""
    return dtype is not None and dtype.kind == "float" and dtype.bits < 64


def compared(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Booleans; TensorFlow still refuses to mix what is compared."""
    if rule.library == "tf":
        promote_arrays(rule, array_list(arguments))
    return dtypes.bool


def real_part(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Keep the dtype of the first array; complex numbers become real."""
    return to_real(first(rule, arguments))


def to_real(dtype: Dtype | None) -> Dtype | None:
    """Return the dtype of the absolute value."""
    if dtype is not None and dtype.kind == "complex":
        return dtypes.float32 if dtype.bits == 64 else dtypes.float64
    return dtype


def unknown(rule: Rule, arguments: tuple[Any, ...]) -> Dtype | None:
    """Say nothing."""
    return None


_WAYS: dict[str, Any] = {
    "promote": promoted,
    "first": first,
    "float": floated,
    "wide_float": wide_floated,
    "inexact": inexact,
    "promote_inexact": promoted_inexact,
    "whole": whole,
    "index": index_dtype,
    "match": matched,
    "compare": compared,
    "real": real_part,
    "none": unknown,
}
