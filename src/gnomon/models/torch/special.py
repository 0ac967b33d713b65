"""``torch.special`` and rarer functions: Bessel functions, polynomials, gamma functions of several kinds."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Tensor, dtypes, flag, function, items, method, shape_of_arguments, size
from gnomon.models.torch.common import Results, everywhere, reshaped_in_place, words
from gnomon.models.torch.elementwise import floating, round_
from gnomon.models.torch.losses import compared, reduction_of
from gnomon.models.torch.reductions import log_softmax, softmax
from gnomon.models.torch.shaping import chunk, one_axis, split, split_with_sizes

S = "torch.special."


def _of_one(input: Any, *, out: Any = None) -> Any:
    return ops.erf(input)


def _polynomial(input: Any, n: Any, *, out: Any = None) -> Any:
    return ops.xlogy(input, n)


def _of_two(input: Any, other: Any, *, out: Any = None) -> Any:
    return ops.xlogy(input, other)


for _name in words(
    "bessel_j0 bessel_j1 bessel_y0 bessel_y1 entr erfcx i0e i1 i1e log_ndtr modified_bessel_i0 "
    "modified_bessel_i1 ndtr ndtri psi"
):
    function(S + _name)(_of_one)


def _of_one_x(x: Any, *, out: Any = None) -> Any:
    return ops.erf(x)


for _name in words("airy_ai scaled_modified_bessel_k0 scaled_modified_bessel_k1 spherical_bessel_j0"):
    function(S + _name)(_of_one_x)
for _name in words("modified_bessel_k0 modified_bessel_k1"):
    function(S + _name)(_of_one)


def _polynomial_x(x: Any, n: Any, *, out: Any = None) -> Any:
    return ops.xlogy(x, n)


for _name in words(
    "chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w "
    "hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p "
    "shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v "
    "shifted_chebyshev_polynomial_w"
):
    function(S + _name)(_polynomial_x)
for _name in words("gammainc gammaincc xlog1py xlogy zeta"):
    function(S + _name)(_of_two)
function(f"{S}softmax")(lambda input, dim, dtype=None: softmax(input, dim, dtype))
function(f"{S}log_softmax")(lambda input, dim, *, dtype=None: log_softmax(input, dim, dtype))
function(f"{S}round")(round_)


@function("torch.polygamma", f"{S}polygamma")
def polygamma(n: Any, input: Any, *, out: Any = None) -> Any:
    """The n-th derivative of the digamma function."""
    return ops.digamma(input)


@method("torch", "polygamma", "polygamma_")
def polygamma_method(self: Any, n: Any) -> Any:
    """The n-th derivative of the digamma function."""
    return ops.digamma(self)


@everywhere("mvlgamma")
def mvlgamma(input: Any, p: Any, *, out: Any = None) -> Any:
    """Logarithm of the gamma function of several dimensions."""
    return ops.lgamma(input)


function(f"{S}multigammaln")(mvlgamma)


@everywhere("frexp", changes=False)
def frexp(input: Any, *, out: Any = None) -> Any:
    """Fraction and exponent of 2 of each element."""
    return Results(mantissa=ops.positive(input), exponent=ops.cast(ops.full_like(input), dtype=dtypes.int32))


@everywhere("renorm")
def renorm(input: Any, p: Any, dim: Any, maxnorm: Any, *, out: Any = None) -> Any:
    """Shrink slices along an axis whose norm is too large."""
    ops.cumsum(input, axis=one_axis(dim))
    return ops.full_like(input)


@everywhere("unsafe_chunk", changes=False)
def unsafe_chunk(input: Any, chunks: Any, dim: Any = 0) -> Any:
    """Split into a number of parts."""
    return chunk(input, chunks, dim)


@everywhere("unsafe_split", changes=False)
def unsafe_split(tensor: Any, split_size: Any, dim: Any = 0) -> Any:
    """Split into parts of one size."""
    return split(tensor, split_size, dim)


@everywhere("unsafe_split_with_sizes", changes=False)
def unsafe_split_with_sizes(input: Any, split_sizes: Any, dim: Any = 0) -> Any:
    """Split into parts of the listed sizes."""
    return split_with_sizes(input, split_sizes, dim)


@method("torch", "sum_to_size")
def sum_to_size(self: Any, *sizes: Any, size: Any = None) -> Any:
    """Sum over what was broadcast: the result has the given shape."""
    wanted = shape_of_arguments(sizes if size is None else (size,))
    if type(self) is not Tensor:
        return UNKNOWN
    floats = self.dtype is not None and self.dtype.kind in ("float", "complex")
    return Tensor(wanted, self.dtype if floats else None, "torch")


@method("torch", "resize_as")
def resize_as(self: Any, tensor: Any) -> Any:
    """The same elements under the shape of another tensor (old name)."""
    return ops.reshape(self, shape=tensor.shape) if type(tensor) is Tensor else UNKNOWN


@everywhere("fill_diagonal_", changes=False)
def fill_diagonal_(input: Any, fill_value: Any, wrap: Any = False) -> Any:
    """Store a number on the diagonal of the tensor itself."""
    return reshaped_in_place(input, input)


@method("torch", "prelu")
def prelu(self: Any, weight: Any) -> Any:
    """Leaky ReLU with learned slopes."""
    return ops.prelu(self, weight)


@function("torch.unravel_index")
def unravel_index(indices: Any, shape: Any) -> Any:
    """Positions on each axis from positions in the flattened tensor."""
    sizes = [shape] if type(shape) is int else items(shape)
    if sizes is None:
        return UNKNOWN
    return tuple(ops.cast(ops.full_like(indices), dtype=dtypes.int64) for _ in sizes)


@function("torch.cumulative_trapezoid")
def cumulative_trapezoid(y: Any, x: Any = None, *, dx: Any = 1, dim: Any = -1) -> Any:
    """Running integral along an axis, which gets shorter by one entry."""
    if x is not None:
        return UNKNOWN
    return ops.diff(floating(y), axis=one_axis(dim))


@everywhere("histogram", changes=False)
def histogram(
    input: Any,
    bins: Any = 100,
    *,
    range: Any = None,
    weight: Any = None,
    density: Any = False,
    out: Any = None,
) -> Any:
    """How many elements fall into each interval, and the limits of the intervals."""
    dtype = input.dtype if type(input) is Tensor else None
    edges = bins if type(bins) is Tensor else ops.full(shape=(size(bins) + 1,), dtype=dtype)
    return Results(hist=ops.diff(edges), bin_edges=edges)


@function("torch.nn.functional.triplet_margin_with_distance_loss")
def triplet_margin_with_distance_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    *,
    distance_function: Any = None,
    margin: Any = 1.0,
    swap: Any = False,
    reduction: Any = "mean",
) -> Any:
    """Make an anchor closer to a positive than to a negative example, by any distance."""
    how = reduction_of(reduction)
    if distance_function is not None and how not in ("mean", "sum"):
        return UNKNOWN
    return compared("triplet_margin_loss", anchor, positive, negative, how=how)


@function("torch.nn.attention.flex_attention.flex_attention")
def flex_attention(
    query: Any,
    key: Any,
    value: Any,
    score_mod: Any = None,
    block_mask: Any = None,
    scale: Any = None,
    enable_gqa: Any = False,
    return_lse: Any = False,
    kernel_options: Any = None,
    *,
    return_aux: Any = None,
) -> Any:
    """Attention whose scores the program changes."""
    if flag(return_lse) is not False or return_aux is not None:
        return UNKNOWN
    return ops.scaled_dot_product_attention(query, key, value, None, grouped=flag(enable_gqa) is not False)
