"""Operations without a gradient, each with the reason; one table."""

from __future__ import annotations

_STEPS = "it is constant between its steps, so its gradient is zero wherever there is one"

ZERO: dict[str, str] = {
    **dict.fromkeys(("ceil", "floor", "round", "trunc", "sign", "floor_divide"), _STEPS),
    "full_like": "only the shape of its array matters",
    "unknown_like": "only the shape of its array matters",
}
"""Operations whose gradient is zero."""

ONCE: dict[str, str] = {
    "igamma_by_shape": "the slope of the slope by the shape has no series of its own",
    "igamma": "by the shape: the slope of `igamma_by_shape`, which has none",
}
"""Operations with a gradient that has none itself."""

_BOOLEAN = "its results are booleans"
_INTEGER = "its results are integers"
_INTEGERS = "it takes integers"
_CREATION = "it has no array inputs"
_SHAPES = "it describes shapes for the checker and has no values of its own"
_LAYER = "it describes a layer whose weights the model keeps: build it from matmul and elementwise operations"
_RANDOM = "it draws at random, and what is drawn is no differentiable function of its inputs"

REASONS: dict[str, str] = {
    **dict.fromkeys(
        """sized isfinite isinf isnan logical_not signbit isclose equal greater greater_equal less less_equal logical_and
        logical_or logical_xor not_equal all any array_equal allclose""".split(),
        _BOOLEAN,
    ),
    **dict.fromkeys(
        """count_nonzero argmax argmin matrix_rank shape_of size_of rank_of size_along argsort argpartition
        lexsort searchsorted order_of_swaps nonzero where_nonzero flat_index bincount triangle_indices one_hot""".split(),
        _INTEGER,
    ),
    **dict.fromkeys(
        "invert bitwise_and bitwise_or bitwise_xor gcd lcm left_shift right_shift".split(), _INTEGERS
    ),
    **dict.fromkeys("full arange linspace eye constant head_size conv_kernel".split(), _CREATION),
    **dict.fromkeys(
        """random_choice multinomial drawn_entries drawn_vectors split_samples random_variates random_poisson
        random_binomial random_vonmises random_zipf random_hypergeometric""".split(),
        _RANDOM,
    ),
    **dict.fromkeys(
        """table per_sample components part_of in_place_of_axis without_axes same_shape same_length batched one_entry
        even_rows unmapped mapped branches condition outer_axes joined_many probabilities with_channels
        einsum_dense_kernel delete insert cut_out frame sequence feed assign stored carry iterate differentiated block""".split(),
        _SHAPES,
    ),
    **dict.fromkeys(
        """multi_head_attention keras_attention rnn gru lstm rnn_cell gru_cell lstm_cell recurrent""".split(),
        _LAYER,
    ),
    **dict.fromkeys(
        "random_bits fold_in multiply_high uniform_of_bits normal_of_bits".split(),
        "it takes integers, keys and bits; gradients flow through the parameters of a distribution",
    ),
    "istft": "it is not carried out yet",
    "merges": "a hierarchy of clusters is found by comparing distances: its results jump",
    "unique": "which entries are distinct, and so the length of the result, depends on equality of values",
    "stop_gradient": "it is there to stop gradients",
    "density_of_vectors": "which distribution is meant is not among its inputs",
    "scaled_features": _SHAPES,
    "pairs_of_rows": "which distance is meant is not among its inputs",
    "shrink_to": "how pictures are resized is not among its inputs",
}
"""Operations without a gradient; an operation in neither table has a rule or a body."""
