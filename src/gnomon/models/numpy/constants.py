"""Names of NumPy that are no functions: dtypes, numbers, and things about which nothing needs to be known."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    constant,
    dtypes,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.numpy.support import amount, as_array, dtype_of, made, words
from gnomon.models.python.harmless import harmless

_DTYPES = words(
    "bool bool_ bool8 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
    "complex64 complex128 byte ubyte short ushort intc uintc int int_ intp uint uintp long longlong "
    "ulong ulonglong half single float float_ double complex complex_ cfloat csingle cdouble str "
    "str_ bytes_ unicode_ object object_"
)

for _name in _DTYPES:
    constant(f"numpy.{_name}", dtypes.parse(_name))
for _name in ("float128", "longdouble", "longfloat", "float96"):
    constant(f"numpy.{_name}", UNKNOWN)
for _name, _value in {
    "pi": 3.141592653589793,
    "e": 2.718281828459045,
    "euler_gamma": 0.5772156649015329,
    "newaxis": None,
    "inf": float("inf"),
    "Inf": float("inf"),
    "Infinity": float("inf"),
    "infty": float("inf"),
    "PINF": float("inf"),
    "NINF": float("-inf"),
    "nan": float("nan"),
    "NaN": float("nan"),
    "NAN": float("nan"),
    "PZERO": 0.0,
    "NZERO": -0.0,
    "True_": True,
    "False_": False,
}.items():
    constant(f"numpy.{_name}", _value)
for _name in words(
    "ScalarType sctypes sctypeDict typecodes rec emath version __config__ exceptions ufunc errstate broadcast"
):
    constant(f"numpy.{_name}", UNKNOWN)
constant("numpy.__version__", unknown_of("str"))
harmless("numpy", "typing")
harmless("numpy.linalg", "LinAlgError")


@function("numpy.datetime64", "numpy.timedelta64")
def datetime(*arguments: Any) -> Any:
    return made(Shape(()), None)


@function("numpy.dtype", tensor=False)
def dtype(dtype: Any, align: Any = False, copy: Any = False, **options: Any) -> Any:
    found = dtype_of(dtype)
    return UNKNOWN if found is None else found


@function("numpy.isscalar", tensor=False)
def isscalar(element: Any) -> Any:
    if type(element) is Tensor and element.shape.min_rank:
        return False
    if type(element) is Tensor and element.site is not None and type(element.site.node) is ast.Subscript:
        return element.shape.rank == 0 or unknown_of("bool")  # an entry of an array is a plain number
    return type(element) in (int, float, bool, complex, str) or unknown_of("bool")


@function("numpy.can_cast", tensor=False)
@function("numpy.may_share_memory", "numpy.shares_memory", "numpy.isfortran", "numpy.iterable", tensor=False)
def is_dtype(*arguments: Any, **options: Any) -> Any:
    return unknown_of("bool")


@modelled("numpy.finfo")
class FloatLimits(Modelled):
    """The limits of a dtype of floats: numbers of that dtype."""

    def __init__(self, dtype: Any) -> None:
        found = dtype.dtype if type(dtype) is Tensor else dtype_of(dtype)
        self.dtype = UNKNOWN if found is None else found
        number = made(Shape(()), found)
        self.eps = self.epsneg = self.max = self.min = self.tiny = self.resolution = number
        self.smallest_normal = self.smallest_subnormal = number

    bits: Any = unknown_of("int")


@modelled("numpy.iinfo")
class IntegerLimits(Modelled):
    """The limits of a dtype of integers."""

    def __init__(self, int_type: Any) -> None:
        pass

    min: Any = unknown_of("int")
    max: Any = unknown_of("int")
    bits: Any = unknown_of("int")


@function("numpy.geterr", "numpy.get_printoptions", tensor=False)
def info(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN


@function(
    "numpy.set_printoptions",
    "numpy.seterr",
    "numpy.seterrcall",
    "numpy.set_string_function",
    "numpy.show_config",
    "numpy.info",
    "numpy.warnings.filterwarnings",
    "numpy.printoptions",
    tensor=False,
)
def nothing(*arguments: Any, **options: Any) -> None:
    return None


@function("numpy.packbits", "numpy.unpackbits")
def packbits(a: Any, /, axis: Any = None, *arguments: Any, **options: Any) -> Any:
    from gnomon import ops

    x = as_array(a)
    return ops.cast(ops.unknown_like(ops.flatten(x) if axis is None else x), dtype=dtypes.uint8)


@function("numpy.interp")
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    from gnomon import ops

    return ops.interpolate(as_array(x), as_array(xp), as_array(fp))


@function("numpy.hanning", "numpy.hamming", "numpy.blackman", "numpy.bartlett", "numpy.kaiser")
def window(M: Any, *arguments: Any) -> Any:
    from gnomon import ops

    return ops.full(shape=(amount(M),), dtype=dtypes.float64)
