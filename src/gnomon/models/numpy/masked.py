"""`numpy.ma`: masked arrays have the shapes of the arrays below them; texts in arrays: `numpy.char`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    LibraryFunction,
    Shape,
    Tensor,
    alias,
    attribute,
    constant,
    dtypes,
    function,
    method,
    symbol,
    unknown_of,
)
from gnomon.models.numpy import (
    creation,
    elementwise,
    joining,
    linalg,
    matrices,
    order,
    products,
    reductions,
    shaping,
)
from gnomon.models.numpy.support import as_array, copied, finished, made, reduced, words
from gnomon.models.python.harmless import harmless, returning
from gnomon.models.registry import NAMES

SAME = (
    "abs absolute add all allclose alltrue amax amin angle any append apply_along_axis arange arccos arccosh arcsin"
    " arcsinh arctan arctan2 arctanh argmax argmin argsort around atleast_1d atleast_2d atleast_3d average bitwise_and"
    " bitwise_or bitwise_xor ceil choose clip column_stack compress concatenate conjugate convolve copy corrcoef"
    " correlate cos cosh cov cumprod cumsum diag diagflat diagonal diff divide dot dstack ediff1d empty empty_like"
    " equal exp expand_dims fabs floor floor_divide fmod frombuffer fromfunction greater greater_equal hsplit hstack"
    " hypot identity in1d indices inner intersect1d isin left_shift less less_equal log log10 log2 logical_and"
    " logical_not logical_or logical_xor max maximum mean median min minimum mod multiply ndim negative nonzero"
    " not_equal ones ones_like outer polyfit power prod product ptp put putmask ravel remainder repeat reshape resize"
    " right_shift round round_ row_stack setdiff1d setxor1d shape sin sinh size sometrue sort sqrt squeeze stack std"
    " subtract sum swapaxes take tan tanh trace transpose true_divide union1d unique vander var vstack where zeros"
    " zeros_like"
)
HOMES = (creation, elementwise, joining, linalg, matrices, order, products, reductions, shaping)
"""The modules that register these functions: they come first."""

for _name in words(SAME):
    _found = NAMES.get(f"numpy.{_name}")
    if isinstance(_found, LibraryFunction):
        constant(f"numpy.ma.{_name}", _found)
alias("numpy.ma.core", "numpy.ma")


@function(
    "numpy.ma.array",
    "numpy.ma.asarray",
    "numpy.ma.asanyarray",
    "numpy.ma.masked_array",
    "numpy.ma.MaskedArray",
)
def masked_array(data: Any = None, mask: Any = False, dtype: Any = None, **options: Any) -> Any:
    """An array, some entries of which do not count."""
    return finished(copied(data), dtype)


@function(
    *(f"numpy.ma.masked_{name}" for name in words("equal greater greater_equal less less_equal not_equal")),
    *(f"numpy.ma.masked_{name}" for name in words("inside outside invalid values object")),
    *(f"numpy.ma.{name}" for name in words("fix_invalid filled harden_mask soften_mask masked_all_like")),
)
def masked(x: Any, *arguments: Any, **options: Any) -> Any:
    """The array, with some of its entries masked or filled."""
    return copied(x)


@function("numpy.ma.masked_where")
def masked_where(condition: Any, a: Any, copy: Any = True) -> Any:
    """The array without the entries where a condition of its shape holds."""
    x = as_array(a)
    return ops.same_shape(x, as_array(condition)) if as_array(condition).shape.rank else ops.positive(x)


@function("numpy.ma.getmaskarray", "numpy.ma.getmask", "numpy.ma.make_mask")
def mask_of(arr: Any, *arguments: Any, **options: Any) -> Any:
    """Which entries do not count."""
    return ops.full_like(as_array(arr), dtype=dtypes.bool)


@function("numpy.ma.make_mask_none", "numpy.ma.masked_all")
def made_of(shape: Any, dtype: Any = None) -> Any:
    """A new array of a shape."""
    from gnomon.models.api import shape as as_shape

    return made(as_shape(shape), None)


@function("numpy.ma.getdata")
def getdata(a: Any, subok: Any = True) -> Any:
    """The array below the mask."""
    return as_array(a)


@function("numpy.ma.compressed")
def compressed(x: Any) -> Any:
    """The entries that count, in one row."""
    return made(Shape((symbol(),)), as_array(x).dtype)


@function("numpy.ma.count", "numpy.ma.count_masked")
def count(arr: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """How many entries count along an axis."""
    return ops.cast(reduced(ops.sum, as_array(arr), axis, keepdims), dtype=dtypes.int64)


@function("numpy.ma.anom", "numpy.ma.anomalies")
def anomalies(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Differences from the mean."""
    return ops.cast(ops.positive(as_array(a)), dtype=None)


method("numpy", "compressed")(compressed)


@method("numpy", "filled")
def filled(self: Any, fill_value: Any = None) -> Any:
    """The array with a number in place of what is masked."""
    return copied(self)


@attribute("numpy", "mask")
def mask(self: Any) -> Any:
    """Which entries do not count."""
    return ops.full_like(self, dtype=dtypes.bool)


constant("numpy.ma.masked", Tensor(Shape(()), None, "numpy"))
constant("numpy.ma.nomask", False)
returning(unknown_of("bool"), "numpy.ma", "allequal isMA isMaskedArray isarray is_mask is_masked")
returning(unknown_of("float"), "numpy.ma", "default_fill_value maximum_fill_value minimum_fill_value")
harmless("numpy.ma", "MAError MaskError MaskType masked_print_option masked_singleton mvoid")

# -- texts ------------------------------------------------------------------------------------------------

TEXTS = (
    "add multiply mod capitalize center decode encode expandtabs ljust lower lstrip replace rjust rstrip slice strip"
    " swapcase title translate upper zfill"
)
TESTS = (
    "equal not_equal greater greater_equal less less_equal endswith startswith isalnum isalpha isdecimal isdigit"
    " islower isnumeric isspace istitle isupper"
)
NUMBERS = "count find index rfind rindex str_len"


def _of_texts(name: str, dtype: Any) -> None:
    @function(f"numpy.char.{name}", f"numpy.strings.{name}", f"numpy.core.defchararray.{name}")
    def model(a: Any, *arguments: Any, **options: Any) -> Any:
        x = as_array(a)
        for other in arguments:
            if type(other) in (Tensor, list, tuple):
                x = ops.broadcast_arrays([x, as_array(other)])[0]
        return ops.full_like(x, dtype=dtype)

    model.__name__ = name


for _names, _dtype in ((TEXTS, dtypes.string), (TESTS, dtypes.bool), (NUMBERS, dtypes.int64)):
    for _name in words(_names):
        _of_texts(_name, _dtype)


@function("numpy.char.array", "numpy.char.asarray", "numpy.char.chararray")
def char_array(obj: Any, *arguments: Any, **options: Any) -> Any:
    """Texts in an array."""
    return as_array(obj)
