"""The closed set of scalar functions that kernels call: what each takes, gives and means in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gnomon.compile import meanings
from gnomon.shapes import Dtype, dtypes

FLOATS = (dtypes.float32, dtypes.float64)
SIGNED = (dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64)
UNSIGNED = (dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64)
INTEGERS = (*SIGNED, *UNSIGNED)
NUMBERS = (*INTEGERS, *FLOATS)
BOOLS = (dtypes.bool,)
ANY = (*BOOLS, *NUMBERS)
STORED = (*ANY, dtypes.float16)
"""All dtypes that buffers may have; float16 is only stored and converted."""

BITS_OF = {dtypes.float32: dtypes.int32, dtypes.float64: dtypes.int64}
FLOAT_OF = {integer: number for number, integer in BITS_OF.items()}

WORDS = (dtypes.uint64,)
"""The dtype of random words, of their keys and their numbers."""
DRAWN = {dtypes.uint32: dtypes.float32, dtypes.uint64: dtypes.float64}
"""The floats that random bits become."""

SAME, ANSWER, BITS, NUMBER = "same", "bool", "bits", "number"
"""What a function gives: the dtype of its arguments, a bool, or their bits as the dtype of equal width; a random number."""


class Scalar(NamedTuple):
    """A scalar function. ``exact``: every back end gives the same bits; else results differ by a few ulp.

    ``meaning`` is the function over NumPy arrays of one dtype.
    """

    name: str
    arity: int
    dtypes: tuple[Dtype, ...]
    result: str
    meaning: Callable[..., Any]
    exact: bool


def result_dtype(function: str, dtype: Dtype) -> Dtype:
    """The dtype of the result of a function that is called with arguments of a dtype.

    >>> result_dtype("less", dtypes.float32), result_dtype("bits", dtypes.float64), result_dtype("add", dtypes.int8)
    (bool, int64, int8)
    """
    result = SCALARS[function].result
    if result == ANSWER:
        return dtypes.bool
    if result == BITS:
        return BITS_OF[dtype] if dtype in BITS_OF else FLOAT_OF[dtype]
    if result == NUMBER:
        return DRAWN[dtype]
    return dtype


def _rows(
    names: str, arity: int, kinds: tuple[Dtype, ...], result: str = SAME, exact: bool = True
) -> dict[str, Scalar]:
    return {
        name: Scalar(name, arity, kinds, result, meanings.MEANINGS[name], exact) for name in names.split()
    }


SCALARS: dict[str, Scalar] = {
    **_rows("add subtract multiply", 2, NUMBERS),
    **_rows("minimum maximum", 2, ANY),
    **_rows("negative abs", 1, NUMBERS),
    **_rows("divide copysign", 2, FLOATS),
    **_rows("sqrt floor ceil round trunc", 1, FLOATS),
    **_rows("fma", 3, FLOATS),
    **_rows("equal not_equal less less_equal greater greater_equal", 2, ANY, ANSWER),
    **_rows("isnan isinf isfinite signbit", 1, FLOATS, ANSWER),
    **_rows("logical_and logical_or logical_xor", 2, BOOLS),
    **_rows("logical_not", 1, BOOLS),
    **_rows("bitwise_and bitwise_or bitwise_xor", 2, (*BOOLS, *INTEGERS)),
    **_rows("invert", 1, (*BOOLS, *INTEGERS)),
    **_rows("left_shift right_shift", 2, INTEGERS),
    **_rows("select", 3, ANY),
    **_rows("bits", 1, FLOATS, BITS),
    **_rows("from_bits", 1, tuple(FLOAT_OF), BITS),
    **_rows("sign", 1, NUMBERS),
    **_rows("floor_divide remainder", 2, NUMBERS),
    **_rows("fmod nextafter", 2, FLOATS),
    **_rows("exp expm1 exp2 log log1p log2 log10", 1, FLOATS, exact=False),
    **_rows("sin cos tan asin acos atan", 1, FLOATS, exact=False),
    **_rows("sinh cosh tanh asinh acosh atanh", 1, FLOATS, exact=False),
    **_rows("sigmoid erf erfc lgamma digamma cbrt", 1, FLOATS, exact=False),
    **_rows("power atan2 hypot", 2, FLOATS, exact=False),
    **_rows("philox32 philox64", 3, WORDS),
    **_rows("multiply_high", 2, WORDS),
    **_rows("uniform_of_bits normal_of_bits", 1, tuple(DRAWN), NUMBER),
    **_rows("gamma_variate poisson_variate vonmises_variate zipf_variate", 4, WORDS, NUMBER),
    **_rows("binomial_variate", 5, WORDS, NUMBER),
    **_rows("hypergeometric_variate", 6, WORDS, NUMBER),
}

COMBINES: dict[str, tuple[Dtype, ...]] = {
    "add": NUMBERS,
    "multiply": NUMBERS,
    "minimum": ANY,
    "maximum": ANY,
    "any": BOOLS,
    "all": BOOLS,
}
"""What combines values in reductions and stores, and of which dtypes."""

COMBINING: dict[str, str] = {"any": "logical_or", "all": "logical_and"}
"""The scalar function of a combination, where it has another name."""


FUSED = "fma"
"""The combination of reductions that adds the product of two values, rounded once."""


def identity(combine: str, dtype: Dtype) -> int | float | bool:
    """What a combination starts with.

    >>> identity("add", dtypes.int32), identity("minimum", dtypes.float32), identity("maximum", dtypes.int8)
    (0, inf, -128)
    """
    if combine in ("any", "all"):
        return combine == "all"
    if combine in ("add", "multiply", FUSED):
        one = combine == "multiply"
        return float(one) if dtype.kind == "float" else int(one)
    largest = combine == "minimum"
    if dtype.kind == "float":
        return float("inf") if largest else float("-inf")
    if dtype.kind == "bool":
        return bool(largest)
    if dtype.kind == "uint":
        return (1 << dtype.bits) - 1 if largest else 0
    return (1 << dtype.bits - 1) - 1 if largest else -(1 << dtype.bits - 1)
