"""``jax.numpy``: functions that do as NumPy's, dtypes, and the few that differ."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    constant,
    dtypes,
    function,
    is_unknown,
    modelled,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.support import as_array, as_jax, chosen, dtype_of, made, shared, unknown_tensor, words
from gnomon.models.numpy import constants as numpy_constants
from gnomon.models.numpy.kinds import Kind
from gnomon.models.registry import NAMES

SAME = (
    "abs absolute acos acosh add all allclose amax amin angle any append apply_along_axis arange"
    " arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort"
    " argwhere around array_equal array_equiv array_repr array_split array_str asin asinh atan"
    " atan2 atanh atleast_1d atleast_2d atleast_3d average bartlett bincount bitwise_and"
    " bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift"
    " bitwise_xor blackman block broadcast_arrays broadcast_shapes broadcast_to can_cast cbrt ceil"
    " choose clip column_stack compress concat concatenate conj conjugate convolve copy copysign"
    " corrcoef correlate cos cosh count_nonzero cov cross cumprod cumsum cumulative_prod cumulative_sum deg2rad"
    " degrees delete diag diagflat diagonal diff digitize divide divmod dot dsplit dstack ediff1d"
    " einsum einsum_path empty empty_like equal exp exp2 expand_dims expm1 extract eye fabs"
    " flatnonzero flip fliplr flipud float_power floor floor_divide fmax fmin fmod frexp"
    " from_dlpack frombuffer fromfunction fromiter full full_like gcd geomspace get_printoptions"
    " gradient greater greater_equal hamming hanning heaviside histogram histogram2d"
    " histogram_bin_edges histogramdd hsplit hstack hypot i0 identity imag indices inner insert"
    " interp intersect1d invert isclose iscomplex iscomplexobj isfinite isin isinf isnan isneginf"
    " isposinf isreal isrealobj isscalar iterable ix_ kaiser kron lcm ldexp left_shift less"
    " less_equal lexsort linspace log log10 log1p log2 logaddexp logaddexp2 logical_and"
    " logical_not logical_or logical_xor logspace matmul matrix_transpose matvec max maximum mean"
    " median meshgrid min minimum mod modf moveaxis multiply nan_to_num nanargmax nanargmin"
    " nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile"
    " nanstd nansum nanvar ndim negative nextafter not_equal ones ones_like outer packbits pad"
    " partition percentile permute_dims piecewise poly polyadd polyder polydiv polyfit polyint"
    " polymul polysub polyval positive pow power prod ptp quantile rad2deg radians ravel"
    " ravel_multi_index real reciprocal remainder repeat reshape resize right_shift rint roll"
    " rollaxis roots rot90 round searchsorted select setdiff1d setxor1d set_printoptions"
    " printoptions shape sign signbit sin sinc sinh size sort_complex split sqrt square stack std"
    " subtract sum swapaxes take take_along_axis tan tanh tensordot tile trace transpose trapezoid"
    " tri tril trim_zeros triu true_divide trunc union1d unpackbits unravel_index unstack unwrap"
    " vander var vdot vecdot vsplit vstack where zeros zeros_like tril_indices triu_indices"
    " tril_indices_from triu_indices_from diag_indices diag_indices_from vectorize nanmax"
    " apply_over_axes mask_indices save savez load bool_ nonzero unique fix"
    " unique_all unique_counts unique_inverse unique_values vecmat"
)
for _name in words(SAME):
    shared(f"numpy.{_name}", f"jax.numpy.{_name}")
for _name in words(
    "cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm"
    " matrix_power matrix_rank matrix_transpose multi_dot norm outer pinv qr slogdet solve svd"
    " svdvals tensordot tensorinv tensorsolve trace vecdot vector_norm"
):
    shared(f"numpy.linalg.{_name}", f"jax.numpy.linalg.{_name}")
for _name in words(
    "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn"
    " rfft rfft2 rfftfreq rfftn"
):
    shared(f"numpy.fft.{_name}", f"jax.numpy.fft.{_name}")

for _name in words(
    "bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32"
    " float64 complex64 complex128 int_ uint float_ complex_ single double csingle cdouble"
):
    constant(f"jax.numpy.{_name}", dtypes.parse(_name))
for _name, _value in {
    "pi": 3.141592653589793,
    "e": 2.718281828459045,
    "euler_gamma": 0.5772156649015329,
    "newaxis": None,
    "inf": float("inf"),
    "nan": float("nan"),
}.items():
    constant(f"jax.numpy.{_name}", _value)
for _name in words(
    "object_ float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz"
    " float8_e4m3b11fnuz float8_e4m3 float8_e3m4 float8_e8m0fnu float4_e2m1fn int4 uint4 int2"
    " uint2 int1 uint1 float6_e2m3fn float6_e3m2fn"
):
    constant(f"jax.numpy.{_name}", Kind(_name))
for _name in words("ufunc ComplexWarning"):
    constant(f"jax.numpy.{_name}", UNKNOWN)


class Grid(Modelled):
    """What makes arrays from slices in brackets, as NumPy's does."""

    library_name = "jax.numpy.mgrid"

    def __init__(self, grid: Any) -> None:
        self.grid = grid

    def __getitem__(self, key: Any) -> Any:
        return as_jax(self.grid[key])


for _name in words("r_ c_ mgrid ogrid"):
    constant(f"jax.numpy.{_name}", Grid(NAMES[f"numpy.{_name}"]))
for _name in words("s_ index_exp"):
    constant(f"jax.numpy.{_name}", NAMES[f"numpy.{_name}"])


@function("jax.numpy.asarray")
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    copy: Any = None,
    device: Any = None,
    out_sharding: Any = None,
) -> Any:
    """The same from data under another name."""
    return array(a, dtype)


@function("jax.numpy.array")
def array(
    object: Any,
    dtype: Any = None,
    copy: Any = True,
    order: Any = "K",
    ndmin: Any = 0,
    *,
    device: Any = None,
    out_sharding: Any = None,
) -> Any:
    """An array of JAX from data of any kind but None, which it refuses."""
    if object is None:
        return UNKNOWN
    result = as_array(object)
    if type(result) is not Tensor:
        return result
    if dtype is not None:
        result = ops.cast(result, dtype=dtype_of(dtype))
    if ndmin == 0:
        return result
    rank = result.shape.rank
    if rank is None or type(ndmin) is not int:
        return unknown_tensor(result.dtype)
    return ops.expand_dims(result, axis=tuple(range(ndmin - rank))) if ndmin > rank else result


@function("jax.numpy.astype")
def astype(x: Any, dtype: Any, /, *, copy: Any = False, device: Any = None) -> Any:
    """The array with another dtype."""
    return ops.cast(as_array(x), dtype=dtype_of(dtype))


@function("jax.numpy.ndarray", "jax.Array")
def ndarray(*arguments: Any, **keywords: Any) -> Any:
    """The type of arrays; it is not called."""
    return unknown_tensor()


@function("jax.numpy.nonzero")
def nonzero(a: Any, *, size: Any = None, fill_value: Any = None) -> Any:
    """Positions of nonzero entries, one vector an axis."""
    x = as_array(a)
    if size is None:
        found = ops.where_nonzero(x)
        return as_jax(found) if type(found) is tuple else UNKNOWN
    if x.shape.rank is None:
        return UNKNOWN
    return tuple(made(Shape((as_size(size),)), dtypes.int32) for _ in range(max(x.shape.rank, 1)))


@function("jax.numpy.where")
def where(
    condition: Any, x: Any = None, y: Any = None, /, *, size: Any = None, fill_value: Any = None
) -> Any:
    """Entries of x or y."""
    if x is None and y is None:
        return nonzero(condition, size=size)
    return as_jax(ops.where(condition, x, y))


@function("jax.numpy.argwhere")
def argwhere(a: Any, *, size: Any = None, fill_value: Any = None) -> Any:
    """Positions of nonzero entries, one row each."""
    x = as_array(a)
    if size is None:
        return as_jax(ops.nonzero(x))
    return made(Shape((as_size(size), symbol() if x.shape.rank is None else x.shape.rank)), dtypes.int32)


@function("jax.numpy.unique")
def unique(
    ar: Any,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    *,
    equal_nan: Any = True,
    size: Any = None,
    fill_value: Any = None,
    sorted: Any = True,
) -> Any:
    """The different entries of an array."""
    x = as_array(ar)
    if axis is not None or any(
        type(flag) is not bool for flag in (return_index, return_inverse, return_counts)
    ):
        return UNKNOWN
    count = symbol() if size is None else as_size(size)
    results = [made(Shape((count,)), x.dtype)]
    if return_index:
        results.append(made(Shape((count,)), dtypes.int32))
    if return_inverse:
        results.append(ops.cast(x, dtype=dtypes.int32))
    if return_counts:
        results.append(made(Shape((count,)), dtypes.int32))
    return results[0] if len(results) == 1 else tuple(results)


@function("jax.numpy.bincount")
def bincount(x: Any, weights: Any = None, minlength: Any = 0, *, length: Any = None) -> Any:
    """How often each integer occurs."""
    counts = ops.bincount(as_array(x), count=None if length is None else as_size(length))
    return as_jax(ops.cast(counts, dtype=dtypes.int32) if weights is None else ops.cast(counts, dtype=None))


@function("jax.numpy.repeat")
def repeat(
    a: Any, repeats: Any, axis: Any = None, *, total_repeat_length: Any = None, out_sharding: Any = None
) -> Any:
    """Each entry several times."""
    from gnomon.models.numpy.joining import repeat as numpy_repeat

    result = as_jax(numpy_repeat(a, repeats, axis))
    if total_repeat_length is None or type(result) is not Tensor or result.shape.rank is None:
        return result
    place = 0 if axis is None else axis
    if type(place) is not int or not -result.shape.rank <= place < result.shape.rank:
        return unknown_tensor(result.dtype)
    return made(result.shape.with_axis(place, as_size(total_repeat_length)), result.dtype)


@function("jax.numpy.concat")
def concat(arrays: Any, /, *, axis: Any = 0) -> Any:
    """Arrays one after the other along an axis."""
    from gnomon.models.numpy.joining import concatenate

    return as_jax(concatenate(arrays, axis))


@function("jax.numpy.sort")
def sort(a: Any, axis: Any = -1, **keywords: Any) -> Any:
    """Sorted entries."""
    x = as_array(a)
    return ops.flatten(x) if axis is None else ops.cummax(x, axis=as_axis(axis))


@function("jax.numpy.squeeze")
def squeeze(a: Any, axis: Any = None) -> Any:
    """The array without axes of size one."""
    x = as_array(a)
    if is_unknown(axis):
        return unknown_tensor(x.dtype)
    if x.shape.rank == 0 and axis is not None:
        return ops.flip(x, axis=as_axis(axis))  # refuses any axis, as JAX does and NumPy does not
    return ops.squeeze(x, axis=as_axis(axis))


@function("jax.numpy.result_type", "jax.numpy.promote_types", "jax.dtypes.result_type", tensor=False)
def result_type(*args: Any) -> Any:
    """The dtype that several give together."""
    return Unknown(reason=("unmodelled", "jax.numpy.result_type"))


@modelled("jax.numpy.finfo", "jax.dtypes.finfo")
class FloatLimits(numpy_constants.FloatLimits):
    """The limits of a dtype of floats: NumPy's."""


@modelled("jax.numpy.iinfo", "jax.dtypes.iinfo")
class IntegerLimits(numpy_constants.IntegerLimits):
    """The limits of a dtype of integers: NumPy's."""


@function("jax.numpy.dtype", tensor=False)
def dtype(dtype: Any, *arguments: Any, **keywords: Any) -> Any:
    """A dtype."""
    found = dtype_of(dtype)
    return UNKNOWN if found is None else found


@function("jax.dtypes.canonicalize_dtype", tensor=False)
def canonicalize_dtype(dtype: Any, *arguments: Any, **keywords: Any) -> Any:
    """A dtype without 64 bits."""
    found = dtype_of(dtype)
    return UNKNOWN if found is None else found


@function("jax.numpy.put", "jax.numpy.place", "jax.numpy.fill_diagonal", "jax.numpy.put_along_axis")
def changed(a: Any, *arguments: Any, **keywords: Any) -> Any:
    """A changed copy: JAX arrays are immutable."""
    return as_array(a)


@function("jax.numpy.spacing")
def spacing(x: Any, /) -> Any:
    """The distance to the next number."""
    return as_jax(ops.sqrt(as_array(x)))


@function("jax.ShapeDtypeStruct", "jax.core.ShapedArray")
def shape_dtype_struct(shape: Any, dtype: Any = None, **keywords: Any) -> Any:
    """A shape and a dtype, used like an array."""
    return made(as_shape(shape), chosen(dtype, None))


@function("jax.numpy.linalg.svd")
def svd(
    a: Any,
    full_matrices: Any = True,
    compute_uv: Any = True,
    hermitian: Any = False,
    subset_by_index: Any = None,
) -> Any:
    """The singular value decomposition."""
    if type(full_matrices) is not bool or type(compute_uv) is not bool or subset_by_index is not None:
        return UNKNOWN
    return as_jax(ops.svd(as_array(a), full=full_matrices, vectors=compute_uv))


@function("jax.numpy.vectorize")
def vectorize(pyfunc: Any, *, excluded: Any = (), signature: Any = None) -> Any:
    """A function of scalars for arrays: what it gives is not followed."""
    return UNKNOWN
