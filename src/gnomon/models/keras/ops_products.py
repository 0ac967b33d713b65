"""`keras.ops`: products, linear algebra, Fourier transforms, control flow."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Tensor,
    Unknown,
    function,
    host,
    items,
    size,
    symbol,
    text,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.keras.optioned import optioned
from gnomon.models.keras.promoting import floating, tensor, unified
from gnomon.models.keras.tensors import export_structure


@function("keras.ops.matmul")
def matmul(x1: Any, x2: Any) -> Any:
    """Matrix product."""
    return ops.matmul(*unified(x1, x2))


@function("keras.ops.dot")
def dot(x1: Any, x2: Any) -> Any:
    """NumPy's dot product."""
    return ops.dot(*unified(x1, x2))


@function("keras.ops.inner")
def inner(x1: Any, x2: Any) -> Any:
    """Products summed over the last axes."""
    return ops.inner(*unified(x1, x2))


@function("keras.ops.outer")
def outer(x1: Any, x2: Any) -> Any:
    """Products of each element with each."""
    return ops.outer(*unified(x1, x2))


@function("keras.ops.vdot")
def vdot(x1: Any, x2: Any) -> Any:
    """Sum of the products of all elements."""
    return ops.vdot(*unified(x1, x2))


@function("keras.ops.kron")
def kron(x1: Any, x2: Any) -> Any:
    """Kronecker product."""
    return ops.kron(*unified(x1, x2))


@function("keras.ops.cross")
def cross(x1: Any, x2: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None) -> Any:
    """Cross product of vectors of three."""
    return ops.cross(*unified(x1, x2), axis=-1) if axis in (None, -1) and axisa == axisb == -1 else Unknown()


@function("keras.ops.tensordot")
def tensordot(x1: Any, x2: Any, axes: Any = 2) -> Any:
    """Products summed over named axes."""
    first, second = unified(x1, x2)
    if type(axes) is int:
        return ops.tensordot(first, second, axes=axes)
    pair = items(axes)
    if pair is None or len(pair) != 2:
        return Unknown()
    named = [axis_argument(entry) for entry in pair]
    both = tuple(entry if type(entry) is tuple else (entry,) for entry in named)
    return ops.tensordot(first, second, axes=both)


@function("keras.ops.einsum")
def einsum(subscripts: Any, *operands: Any, **kwargs: Any) -> Any:
    """Sum of products over named axes."""
    equation = text(subscripts)
    return Unknown() if equation is None else ops.TABLE["einsum"](unified(*operands), equation=equation)


@function("keras.ops.rearrange")
def rearrange(tensor_given: Any = None, pattern: Any = None, **axes_lengths: Any) -> Any:
    """Split, merge and move axes by a pattern."""
    given = axes_lengths.pop("tensor", tensor_given)
    if text(pattern) is None:
        return Unknown()
    return ops.rearrange(tensor(given), pattern=pattern, sizes={k: size(v) for k, v in axes_lengths.items()})


def _matrix(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    def model(x: Any) -> Any:
        return apply(floating(x))

    function(f"keras.ops.{name}")(optioned(name, model))


for _name, _operation in {
    "cholesky": "cholesky",
    "cholesky_inverse": "cholesky",
    "det": "det",
    "logdet": "det",
    "inv": "inv",
    "pinv": "pinv",
    "slogdet": "slogdet",
    "eigh": "eigh",
}.items():
    _matrix(_name, _operation)


@function("keras.ops.solve")
def solve(a: Any, b: Any) -> Any:
    """Solve linear equations."""
    return ops.solve(*unified(floating(a), floating(b)))


@function("keras.ops.solve_triangular")
def solve_triangular(a: Any, b: Any, lower: Any = False) -> Any:
    """Solve linear equations with a triangular matrix."""
    return ops.solve(*unified(floating(a), floating(b)))


@function("keras.ops.qr")
def qr(x: Any, mode: Any = "reduced") -> Any:
    """Orthogonal and triangular factor."""
    return ops.qr(floating(x), mode=mode) if mode in ("reduced", "complete") else Unknown()


@function("keras.ops.svd")
def svd(x: Any, full_matrices: Any = True, compute_uv: Any = True) -> Any:
    """Singular values and vectors."""
    if type(full_matrices) is not bool or type(compute_uv) is not bool:
        return Unknown()
    return ops.svd(floating(x), full=full_matrices, vectors=compute_uv)


@function("keras.ops.cdist")
def cdist(x: Any, y: Any) -> Any:
    """Distances between the rows of two matrices."""
    return ops.cdist(*unified(floating(x), floating(y)))


for _name in ["lstsq", "lu_factor", "matrix_rank", "eig", "jvp", "trapezoid", "vander"]:

    @function(f"keras.ops.{_name}")
    def _not_followed(*args: Any, **kwargs: Any) -> Any:
        return Unknown()


@function("keras.ops.fft", "keras.ops.fft2", "keras.ops.ifft2")
def fft(x: Any) -> Any:
    """Fourier transform of a pair of real and imaginary parts."""
    parts = items(x) if type(x) is not Tensor else None
    if parts is None or len(parts) != 2:
        return Unknown()
    return tuple(ops.positive(floating(part)) for part in parts)


@function("keras.ops.rfft")
def rfft(x: Any, fft_length: Any = None) -> Any:
    """Fourier transform of real numbers: real and imaginary parts."""
    given = floating(x)
    made = ops.rfft(given, n=None if fft_length is None else size(fft_length))
    dtype = given.dtype if type(given) is Tensor else None
    return ops.cast(made, dtype=dtype), ops.cast(made, dtype=dtype)


@function("keras.ops.stft")
def stft(
    x: Any,
    sequence_length: Any,
    sequence_stride: Any,
    fft_length: Any,
    window: Any = "hann",
    center: Any = True,
) -> Any:
    """Short-time Fourier transform."""
    return Unknown()


for _name in ("irfft", "istft", "extract_sequences"):

    @function(f"keras.ops.{_name}")
    def _unknown(*args: Any, **kwargs: Any) -> Any:
        return Unknown()


# -- control flow ----------------------------------------------------------------------------------


@function("keras.ops.cond")
def cond(pred: Any, true_fn: Any, false_fn: Any) -> Any:
    """Call one of two functions."""
    if type(pred) is bool:
        return host.call(true_fn if pred else false_fn)
    first, second = host.call(true_fn), host.call(false_fn)
    if type(first) is Tensor and type(second) is Tensor and first.shape == second.shape:
        return first
    return Unknown()


@function("keras.ops.while_loop")
def while_loop(cond: Any, body: Any, loop_vars: Any, maximum_iterations: Any = None) -> Any:
    """Repeat while a condition holds: the variables keep their shapes."""
    given = export_structure(loop_vars)
    values = tuple(given) if type(given) in (list, tuple) else (given,)
    host.call(body, *values)
    made = tuple(_kept(value) for value in values)
    return made if type(given) in (list, tuple) else made[0]


@function("keras.ops.fori_loop")
def fori_loop(lower: Any, upper: Any, body_fun: Any, init_val: Any) -> Any:
    """Repeat a number of times: the value keeps its shape."""
    host.call(body_fun, symbol(), init_val)
    return _kept(init_val)


def _kept(value: Any) -> Any:
    """Return a value that a loop carries: shapes stay, numbers do not."""
    if type(value) is Tensor:
        return Tensor(value.shape, value.dtype, value.library, site=host.reporter.site)
    if type(value) in (tuple, list):
        return type(value)(_kept(entry) for entry in value)
    if type(value) is dict:
        return {key: _kept(entry) for key, entry in value.items()}
    return Unknown()


@function("keras.ops.map", "keras.ops.vectorized_map")
def map_(f: Any, xs: Any = None, **kwargs: Any) -> Any:
    """Apply a function to each row."""
    given = tensor(kwargs.get("elements", xs))
    if type(given) is not Tensor or not given.shape.rank:
        return Unknown()
    result = host.call(kwargs.get("function", f), ops.index(given, items=(0,)))
    if type(result) is not Tensor or result.shape.rank is None:
        return Unknown()
    return ops.repeat(ops.expand_dims(result, axis=0), repeats=given.shape.dims[0], axis=0)


for _name in ("scan", "associative_scan", "switch", "ctc_decode"):

    @function(f"keras.ops.{_name}")
    def _open(*args: Any, **kwargs: Any) -> Any:
        return Unknown()


@function("keras.ops.custom_gradient", "keras.ops.vectorize", tensor=False)
def decorated(f: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Return the function as it is."""
    return f


@function("keras.ops.ctc_loss")
def ctc_loss(target: Any, output: Any, target_length: Any, output_length: Any, mask_index: Any = 0) -> Any:
    """One loss for each sample."""
    return Unknown()
