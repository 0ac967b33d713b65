"""Rows for functions of each element."""

from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import FLOATS, NUMBERS, arrays, call, pairs

UNARY = [
    "absolute",
    "abs",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "degrees",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical_not",
    "radians",
    "rint",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "tan",
    "tanh",
    "trunc",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "fabs",
    "deg2rad",
    "rad2deg",
    "nan_to_num",
    "sinc",
    "i0",
    "real",
    "imag",
]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "true_divide",
    "floor_divide",
    "remainder",
    "mod",
    "fmod",
    "power",
    "float_power",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "hypot",
    "copysign",
    "nextafter",
    "heaviside",
    "logaddexp",
    "logaddexp2",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "arctan2",
    "isclose",
]
BITS = ["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "gcd", "lcm"]
INTEGERS = ("int64", "int32", "uint8")

REAL = ("float64", "float32", "int64", "int32")


def binary(dtypes=NUMBERS):
    return pairs(dtypes).map(lambda pair: (pair, {}))


ROWS = [
    *(Row(f"numpy.{name}", call(arrays(dtypes=REAL))) for name in UNARY),
    *(
        Row(f"numpy.{name}", call(arrays(dtypes=(*REAL, "complex64"))))
        for name in ("negative", "positive", "conj")
    ),
    Row("numpy.reciprocal", call(arrays(dtypes=FLOATS))),
    Row("numpy.angle", call(arrays(dtypes=(*REAL, "complex64")))),
    Row("numpy.invert", call(arrays(dtypes=(*INTEGERS, "bool")))),
    *(Row(f"numpy.{name}", binary()) for name in BINARY),
    *(
        Row(
            f"numpy.{name}",
            pairs(INTEGERS).filter(lambda p: not isinstance(p[1], float)).map(lambda p: (p, {})),
        )
        for name in BITS
    ),
    Row("numpy.divmod", binary()),
    Row("numpy.modf", call(arrays(dtypes=FLOATS))),
    Row("numpy.allclose", binary()),
    Row("numpy.array_equal", binary()),
    Row("numpy.clip", call(arrays(dtypes=REAL), 0, 2)),
    Row("numpy.round", call(arrays(dtypes=REAL), decimals=st.integers(0, 3))),
    Row("numpy.around", call(arrays(dtypes=REAL))),
    Row("numpy.add.reduce", call(arrays(low=1, dtypes=NUMBERS), axis=st.sampled_from([0, -1, None]))),
    Row("numpy.maximum.reduce", call(arrays(low=1, dtypes=NUMBERS).filter(lambda x: x.size))),
    Row("numpy.logical_and.reduce", call(arrays(low=1))),
    Row("numpy.maximum.accumulate", call(arrays(low=1, dtypes=NUMBERS))),
    Row("numpy.subtract.outer", call(arrays(high=2, dtypes=NUMBERS), arrays(high=2, dtypes=NUMBERS))),
    Row(
        "numpy.where",
        pairs().flatmap(lambda p: st.tuples(st.tuples(arrays(high=2), *map(st.just, p)), st.just({}))),
    ),
    Row("numpy.where", call(arrays(low=1)), open=True),
    Row("numpy.select", pairs().map(lambda p: (([p[0] > 1], [p[1]], 0), {}))),
]
