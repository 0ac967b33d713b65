"""Why some operations are steps of the reference even where native code is asked for; one table."""

from __future__ import annotations

_DATA = "how often its loop runs depends on the numbers"
_LENGTH = "how many results it has depends on the numbers"
_SERIES = "its series is as long as its arguments ask"
_NESTED = "the windows of its body would be laid out in memory; it waits for a kernel of its own"
_FACTORS = "it waits for the factorisation in a library"
_ORDER = "it waits for the sort in a library"
_MOVES = "it waits for a kernel that reads or stores elsewhere"
_COMPLEX = "complex numbers wait for kernels over their parts"

GAPS: dict[str, str] = {
    **dict.fromkeys("gcd lcm".split(), _DATA),
    **dict.fromkeys("igamma igamma_by_shape".split(), _SERIES),
    **dict.fromkeys("unique nonzero where_nonzero boolean_mask masked_select compress".split(), _LENGTH),
    **dict.fromkeys(
        """conv conv_transpose depthwise_conv convolve convolve_many max_pool avg_pool lp_pool adaptive_avg_pool
        adaptive_max_pool max_unpool unfold fold extract_patches sliding_windows overlap_add stft istft
        local_response_norm""".split(),
        _NESTED,
    ),
    **dict.fromkeys(
        """cholesky inv det slogdet eig eigh eigvals eigvalsh svd qr lu solve triangular_solve lstsq pinv matrix_rank
        matrix_exp sqrtm matrix_power polynomial_fit merges fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn
        contracted einsum dot inner tensordot batch_dot bilinear affine_grid""".split(),
        _FACTORS,
    ),
    **dict.fromkeys(
        """sort argsort partition argpartition topk kth_value lexsort median nanmedian quantile mode searchsorted
        histogram""".split(),
        _ORDER,
    ),
    **dict.fromkeys(
        """take take_along_axis gather gather_nd index_select embedding index index_update pick put scatter
        scatter_nd update_along segment_reduce bincount concat stack vstack hstack dstack column_stack block_diag pack
        unpack pad pad_space repeat tile roll rot90 flip matrix_flip narrow select_at crop diff gradient_of_samples
        split array_split split_at chunk split_by unstack diagonal diag diag_embed trace tril triu cumsum cumprod cummax
        cummin cumulative logcumsumexp argmax argmin flat_index interpolate grid_sample resample resize resized_to
        upsample square_form cross covariance one_hot add_n polynomial_features shrink_to nll_loss cross_entropy
        multi_margin_loss sparse_softmax_cross_entropy cross_entropy_with_integer_labels
        sparse_categorical_crossentropy""".split(),
        _MOVES,
    ),
    **dict.fromkeys("complex".split(), _COMPLEX),
    "custom_gradient": "it hands on values that are already there",
    "ctc_loss": "its body is a chain as long as the sequence, good for derivatives alone",
}
"""Operations that are not native; each reason holds for their samples of `docs/table.md`."""
