"""Rarer functions of TensorFlow: equations of matrices, random numbers from seeds, moments, quantized numbers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Unknown, flag, items, symbol
from gnomon.models.api import axis as as_axis
from gnomon.models.tensorflow.common import (
    alike,
    array,
    as_dtype,
    ignored,
    made,
    number,
    sizes,
    tf_function,
    whole,
)
from gnomon.shapes import dtypes

# -- matrices ---------------------------------------------------------------------------------------------


@tf_function("linalg.eigvals", "eigvals")
def _eigvals(tensor: Any, name: Any = None) -> Any:
    return ops.cast(ops.eigvals(array(tensor)), dtype=None)


@tf_function("linalg.eigvalsh", "self_adjoint_eigvals", "linalg.eigh_tridiagonal")
def _eigvalsh(tensor: Any, name: Any = None) -> Any:
    return ops.eigvalsh(array(tensor))


@tf_function("linalg.matrix_rank")
def _matrix_rank(a: Any, tol: Any = None, validate_args: Any = False, name: Any = None) -> Any:
    return ops.cast(ops.matrix_rank(array(a)), dtype=dtypes.int32)


@tf_function("linalg.slogdet")
def _slogdet(input: Any, name: Any = None) -> Any:
    return tuple(ops.slogdet(array(input)))


@tf_function("linalg.lu_solve")
def _lu_solve(lower_upper: Any, perm: Any, rhs: Any, validate_args: Any = False, name: Any = None) -> Any:
    x, y = array(lower_upper), array(rhs)
    known = x.shape.rank is not None and y.shape.rank is not None and min(x.shape.rank, y.shape.rank) >= 2
    return ops.solve(x, y) if known else made(Shape.unknown(), y.dtype)


@tf_function("linalg.lu_reconstruct", "linalg.lu_matrix_inverse", "matrix_square_root", "linalg.sqrtm")
def _like_matrix(input: Any, *arguments: Any, **options: Any) -> Any:
    return ops.positive(array(input))


@tf_function("linalg.tridiagonal_solve", "linalg.tridiagonal_matmul", "linalg.banded_triangular_solve")
def _like_right(diagonals: Any, rhs: Any, *arguments: Any, **options: Any) -> Any:
    x = array(rhs)
    return ops.positive(x) if not arguments and set(options) <= {"name"} else made(Shape.unknown(), x.dtype)


# -- numbers ----------------------------------------------------------------------------------------------


@tf_function("math.betainc", "betainc")
def _betainc(a: Any, b: Any, x: Any, name: Any = None) -> Any:
    first, second = map(array, alike(a, b))
    third = array(x, first.dtype)
    return (
        made(Shape.unknown(), first.dtype)
        if 0
        in (
            first.shape.rank,
            second.shape.rank,
            third.shape.rank,
        )
        else ops.same_shape(ops.same_shape(first, second), third)
    )


@tf_function("math.lbeta", "lbeta")
def _lbeta(x: Any, name: Any = None) -> Any:
    return ops.sum(array(x), axis=-1)


@tf_function("math.polyval")
def _polyval(coeffs: Any, x: Any, name: Any = None) -> Any:
    return ops.positive(array(x)) if coeffs else made(Shape.unknown(), None)


@tf_function("math.sobol_sample")
def _sobol_sample(dim: Any, num_results: Any, skip: Any = 0, dtype: Any = None, name: Any = None) -> Any:
    return made(Shape((whole(num_results), whole(dim))), as_dtype(dtype, dtypes.float32))


@tf_function(
    "math.is_non_decreasing", "math.is_strictly_increasing", "is_non_decreasing", "is_strictly_increasing"
)
def _is_monotone(x: Any, name: Any = None) -> Any:
    array(x)
    return made(Shape(()), dtypes.bool)


@tf_function("math.approx_max_k", "math.approx_min_k", "nn.approx_max_k", "nn.approx_min_k")
def _approx_k(operand: Any, k: Any, reduction_dimension: Any = -1, *arguments: Any, **options: Any) -> Any:
    x = array(operand)
    if reduction_dimension != -1 or arguments or x.shape.min_rank == 0:
        return made(Shape.unknown(), x.dtype), made(Shape.unknown(), dtypes.int32)
    values, indices = ops.topk(x, k=whole(k), axis=-1)
    return values, ops.cast(indices, dtype=dtypes.int32)


@tf_function("unravel_index")
def _unravel_index(indices: Any, dims: Any, name: Any = None) -> Any:
    where, shape = array(indices), array(dims)
    count = shape.shape.axis(0) if shape.shape.rank == 1 else None
    if count is None or where.shape.rank is None:
        return made(Shape.unknown(), where.dtype)
    return made(Shape((count, *where.shape.dims)), where.dtype)


@tf_function("histogram_fixed_width_bins")
def _bins(values: Any, value_range: Any, nbins: Any = 100, dtype: Any = None, name: Any = None) -> Any:
    return ops.full_like(array(values), dtype=as_dtype(dtype, dtypes.int32))


@tf_function("guarantee_const")
def _guaranteed(input: Any, name: Any = None) -> Any:
    return ops.positive(array(input))


@tf_function("identity_n")
def _identity_n(input: Any, name: Any = None) -> Any:
    parts = items(input)
    return Unknown() if parts is None else [ops.positive(array(part)) for part in parts]


# -- random numbers from seeds ------------------------------------------------------------------------------


@tf_function("random.stateless_binomial", "random.stateless_gamma", "random.stateless_poisson")
def _stateless(shape: Any, seed: Any, *arguments: Any, **options: Any) -> Any:
    return made(sizes(shape), as_dtype(options.get("dtype", options.get("output_dtype"))))


@tf_function("random.stateless_categorical", "random.stateless_multinomial")
def _categorical(logits: Any, num_samples: Any, seed: Any, dtype: Any = None, name: Any = None) -> Any:
    x = array(logits)
    batch = x.shape.axis(0) if x.shape.rank == 2 else None
    rows = symbol() if batch is None else batch
    return made(Shape((rows, whole(num_samples))), as_dtype(dtype, dtypes.int64))


@tf_function("random.fold_in", "random.experimental.stateless_fold_in")
def _fold_in(seed: Any, data: Any, alg: Any = None) -> Any:
    return ops.positive(array(seed))


@tf_function("random.split", "random.experimental.stateless_split")
def _split(seed: Any, num: Any = 2, alg: Any = None) -> Any:
    return made(Shape((whole(num), 2)), array(seed).dtype)


def _sampled(*arguments: Any, **options: Any) -> Any:
    """Return the classes that a sampler draws, and how many of each are expected."""
    given = dict(zip(("true_classes", "num_true", "num_sampled"), arguments))
    named = {**given, **options}
    count = whole(named.get("num_sampled"))
    true = array(named["true_classes"]).shape if "true_classes" in named else Shape.unknown()
    return (
        made(Shape((count,)), dtypes.int64),
        made(true, dtypes.float32),
        made(Shape((count,)), dtypes.float32),
    )


for _name in (
    "uniform_candidate_sampler",
    "log_uniform_candidate_sampler",
    "learned_unigram_candidate_sampler",
    "fixed_unigram_candidate_sampler",
    "all_candidate_sampler",
):
    tf_function(f"random.{_name}", f"nn.{_name}")(_sampled)


# -- networks ---------------------------------------------------------------------------------------------


@tf_function("nn.sufficient_statistics")
def _sufficient(
    x: Any, axes: Any, shift: Any = None, keepdims: Any = False, name: Any = None, **options: Any
) -> Any:
    value, keep = array(x), flag(options.get("keep_dims", keepdims))
    if keep is None:
        return Unknown()
    summed = ops.sum(value, axis=as_axis(axes), keepdims=keep)
    return made(Shape(()), value.dtype), summed, ops.positive(summed), shift


@tf_function("nn.normalize_moments")
def _normalize_moments(counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: Any = None) -> Any:
    mean, variance = array(mean_ss), array(variance_ss)
    return ops.positive(mean), ops.subtract(variance, mean)


@tf_function("nn.batch_norm_with_global_normalization")
def _global_normalization(input: Any = None, *arguments: Any, **options: Any) -> Any:
    return ops.positive(array(options.get("t", input)))


@tf_function("nn.compute_average_loss")
def _average_loss(per_example_loss: Any, *arguments: Any, **options: Any) -> Any:
    return made(Shape(()), array(per_example_loss).dtype)


@tf_function("nn.scale_regularization_loss")
def _scale_loss(regularization_loss: Any) -> Any:
    return made(Shape(()), array(regularization_loss).dtype)


@tf_function("nn.isotonic_regression")
def _isotonic(inputs: Any, decreasing: Any = True, axis: Any = -1) -> Any:
    x = array(inputs)
    return ops.full_like(x), ops.full_like(x, dtype=dtypes.int32)


@tf_function(
    "nn.conv_transpose",
    "nn.fractional_avg_pool",
    "nn.fractional_max_pool",
    "nn.dilation2d",
    "nn.erosion2d",
    "nn.space_to_batch",
    "nn.with_space_to_batch",
    "nn.atrous_conv2d_transpose",
    "nn.ctc_unique_labels",
    "nn.collapse_repeated",
    "nn.embedding_lookup_sparse",
    "nn.safe_embedding_lookup_sparse",
    "nn.compute_accidental_hits",
    "nn.depthwise_conv2d_backprop_filter",
    "nn.depthwise_conv2d_backprop_input",
    "nn.ctc_beam_search_decoder",
    "nn.ctc_greedy_decoder",
    "extract_volume_patches",
    "edit_distance",
    "quantization.quantized_concat",
    tensor=False,
)
def _unfollowed(*arguments: Any, **options: Any) -> Any:
    return Unknown(reason=("not understood", "tensorflow"))


# -- images -----------------------------------------------------------------------------------------------


@tf_function("image.image_gradients")
def _image_gradients(image: Any) -> Any:
    x = array(image)
    return ops.positive(x), ops.positive(x)


@tf_function("image.sobel_edges")
def _sobel_edges(image: Any) -> Any:
    x = array(image)
    return ops.repeat(ops.expand_dims(x, axis=-1), repeats=2, axis=-1)


@tf_function("image.extract_glimpse")
def _extract_glimpse(input: Any, size: Any, offsets: Any, *arguments: Any, **options: Any) -> Any:
    x, wanted = array(input), items(size)
    if x.shape.rank != 4 or wanted is None or len(wanted) != 2:
        return made(Shape.unknown(), x.dtype)
    batch, _, _, channels = x.shape.dims
    return made(Shape((batch, whole(wanted[0]), whole(wanted[1]), channels)), x.dtype)


@tf_function("image.non_max_suppression_with_scores")
def _with_scores(boxes: Any, scores: Any, *arguments: Any, **options: Any) -> Any:
    count = symbol(lower=0)
    return made(Shape((count,)), dtypes.int32), made(Shape((count,)), array(scores).dtype)


@tf_function("image.combined_non_max_suppression")
def _combined(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    *arguments: Any,
    **options: Any,
) -> Any:
    batch, total = array(boxes).shape.axis(0), number(max_total_size)
    if batch is None or total is None or arguments or "pad_per_class" in options:
        return Unknown()
    found = [made(Shape((batch, total, *more)), dtypes.float32) for more in ((4,), (), ())]
    return (*found, made(Shape((batch,)), dtypes.int32))


@tf_function("image.non_max_suppression_padded", "image.non_max_suppression_overlaps", tensor=False)
def _suppressed(*arguments: Any, **options: Any) -> Any:
    return Unknown()


# -- quantized numbers ------------------------------------------------------------------------------------


@tf_function(
    "quantization.fake_quant_with_min_max_vars",
    "quantization.fake_quant_with_min_max_args",
    "quantization.fake_quant_with_min_max_vars_per_channel",
    "quantization.quantize_and_dequantize",
    "quantization.quantize_and_dequantize_v2",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_vars_per_channel",
)
def _fake_quant(inputs: Any = None, *arguments: Any, **options: Any) -> Any:
    return ops.positive(array(options.get("input", inputs)))


@tf_function("sparse.segment_sum", "sparse.segment_mean", "sparse.segment_sqrt_n", "sparse_segment_sum")
def _segment(data: Any, indices: Any, segment_ids: Any, *arguments: Any, **options: Any) -> Any:
    x = array(data)
    if x.shape.rank is None or x.shape.rank == 0:
        return made(Shape.unknown(), x.dtype)
    return made(Shape((symbol(lower=0), *x.shape.dims[1:])), x.dtype)


_IGNORED = (
    *(
        f"sparse.{name}"
        for name in ("add", "bincount", "cross", "cross_hashed", "expand_dims", "eye", "map_values")
    ),
    *(
        f"sparse.{name}"
        for name in ("fill_empty_rows", "maximum", "minimum", "reset_shape", "retain", "slice")
    ),
    *(f"sparse.{name}" for name in ("softmax", "to_indicator", "sampled_addmm")),
    *(f"ragged.{name}" for name in ("cross", "cross_hashed", "stack_dynamic_partitions")),
    "sets.size",
    "io.write_file",
    "io.write_graph",
    "io.match_filenames_once",
    "make_ndarray",
    "make_tensor_proto",
    "no_gradient",
    "NoGradient",
    "NotDifferentiable",
    "register_tensor_conversion_function",
    "load_library",
    "random.set_global_generator",
    "saved_model.contains_saved_model",
    "debugging.assert_near",
    "debugging.assert_shapes",
    "debugging.assert_same_float_dtype",
    "assert_near",
    "debugging.disable_check_numerics",
    "debugging.disable_traceback_filtering",
    "debugging.enable_traceback_filtering",
)
ignored(*[f"tensorflow.{name}" for name in _IGNORED])
