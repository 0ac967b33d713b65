"""Operations that are not carried out for many rows at once, each with the reason; one table."""

from __future__ import annotations

UNEVEN = "the size of its result depends on values, which differ from row to row"
_NOTHING = "it takes no arrays that could differ from row to row"
_SHAPES = "it describes shapes for the checker and has no values of its own"
_LAYER = "it describes a layer whose weights the model keeps: build it from matmul and elementwise operations"
_RANDOM = "it draws at random without a key: gn.random draws for each row by a key of its own"

REASONS: dict[str, str] = {
    **dict.fromkeys("nonzero where_nonzero unique sized".split(), UNEVEN),
    **dict.fromkeys(
        "full arange linspace eye constant head_size conv_kernel triangle_indices".split(), _NOTHING
    ),
    **dict.fromkeys(
        "random_choice multinomial drawn_entries drawn_vectors split_samples probabilities".split(), _RANDOM
    ),
    **dict.fromkeys(
        """table per_sample components part_of in_place_of_axis without_axes same_shape same_length batched one_entry
        even_rows unmapped mapped branches condition outer_axes joined_many with_channels einsum_dense_kernel delete
        insert cut_out frame sequence feed assign stored carry iterate differentiated block scaled_features
        unknown_like pairs_of_rows density_of_vectors shrink_to merges""".split(),
        _SHAPES,
    ),
    **dict.fromkeys(
        """multi_head_attention keras_attention rnn gru lstm rnn_cell gru_cell lstm_cell recurrent""".split(),
        _LAYER,
    ),
    "istft": "it is not carried out yet",
    "call_back": "its Python function takes whole arrays, and what it does with rows is not known",
}
"""Operations without a batching rule; any other has a rule, or a body over operations that have."""
