"""Why some operations are steps of the reference even where native code is asked for; one table."""

from __future__ import annotations

_DATA = "how often its loop runs depends on the numbers"
_LENGTH = "how many results it has depends on the numbers"
_SERIES = "its series is as long as its arguments ask"
_WINDOWS = "the windows of its body would be laid out in memory; it waits for a kernel of its own"
_MOVES = "it waits for a kernel that reads or stores elsewhere"

GAPS: dict[str, str] = {
    **dict.fromkeys("gcd lcm matrix_exp sqrtm random_variates".split(), _DATA),
    **dict.fromkeys("igamma igamma_by_shape".split(), _SERIES),
    **dict.fromkeys("unique nonzero where_nonzero boolean_mask masked_select compress".split(), _LENGTH),
    **dict.fromkeys(
        """conv conv_transpose depthwise_conv convolve convolve_many max_pool avg_pool lp_pool adaptive_avg_pool
        adaptive_max_pool max_unpool unfold fold extract_patches sliding_windows overlap_add stft
        local_response_norm""".split(),
        _WINDOWS,
    ),
    **dict.fromkeys(
        """add_n argmax argmin array_split bincount block_diag chunk column_stack concat crop cross cross_entropy
        cross_entropy_with_integer_labels cummax cummin cumprod cumsum cumulative diag diag_embed diagonal diff dstack
        embedding flat_index flip gather gather_nd gradient_of_samples grid_sample hstack index index_select
        index_update interpolate logcumsumexp matrix_flip median multi_margin_loss nanmedian narrow nll_loss pack pad
        pad_space pick put repeat resample resize resized_to roll rot90 scatter scatter_nd searchsorted segment_reduce
        select_at sparse_categorical_crossentropy sparse_softmax_cross_entropy split split_at split_by square_form
        stack take take_along_axis tile trace tril triu unpack unstack update_along upsample vstack""".split(),
        _MOVES,
    ),
    **dict.fromkeys(
        "lstsq polynomial_fit".split(),
        "NumPy's wheel has no loop for least squares that is called by pointer",
    ),
    "histogram": "its edges follow from the numbers, and it counts between them in NumPy",
    "mode": "it counts equal numbers, which NumPy does by sorting",
    "quantile": "only shares that are known are compiled: others are refused when the function runs",
    "custom_gradient": "it hands on values that are already there",
    "ctc_loss": "its body is a chain as long as the sequence, good for derivatives alone",
}
"""Operations that are not native, each judged by a sample as in `docs/table.md`."""
