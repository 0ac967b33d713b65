"""Operations that are never carried out, each with its reason."""

from __future__ import annotations

_RANDOM = "it draws random numbers, and no key is among its inputs"
_WEIGHTS = "the weights of the layer are not among its inputs"
_REQUIRES = "it only requires something of shapes, for the checker"
_FUNCTION = "it stands for what a transformed function sees or gives, for the checker"
_UNSTATED = "which entries or values are meant is not among its inputs"

NOT_EXECUTED: dict[str, str] = {
    # random draws
    "random_choice": _RANDOM,
    "multinomial": _RANDOM,
    "drawn_entries": _RANDOM,
    "drawn_vectors": _RANDOM,
    "split_samples": _RANDOM,
    # layers with weights of their own
    "multi_head_attention": _WEIGHTS,
    "keras_attention": _WEIGHTS,
    "rnn": _WEIGHTS,
    "gru": _WEIGHTS,
    "lstm": _WEIGHTS,
    "rnn_cell": _WEIGHTS,
    "gru_cell": _WEIGHTS,
    "lstm_cell": _WEIGHTS,
    "recurrent": _WEIGHTS,
    "conv_kernel": "it stands for the weights that a layer makes",
    "einsum_dense_kernel": "it stands for the weights that a layer makes",
    # requirements
    "batched": _REQUIRES,
    "even_rows": _REQUIRES,
    "probabilities": _REQUIRES,
    "same_length": _REQUIRES,
    "one_entry": _REQUIRES,
    "same_shape": _REQUIRES,
    "scaled_features": _REQUIRES,
    "sequence": _REQUIRES,
    "table": _REQUIRES,
    # functions and loops
    "assign": "it stands for a variable of TensorFlow, for the checker",
    "branches": _FUNCTION,
    "carry": _FUNCTION,
    "condition": _FUNCTION,
    "differentiated": _FUNCTION,
    "feed": "it stands for a placeholder of TensorFlow, for the checker",
    "in_place_of_axis": _FUNCTION,
    "iterate": "it stands for any one element of a loop, for the checker",
    "mapped": _FUNCTION,
    "outer_axes": _FUNCTION,
    "stored": "it stands for a parameter of flax, for the checker",
    "unmapped": _FUNCTION,
    "without_axes": _FUNCTION,
    # shapes without values
    "block": _UNSTATED,
    "istft": "the way back through overlapping windows is not written yet",
    "components": _UNSTATED,
    "cut_out": _UNSTATED,
    "delete": _UNSTATED,
    "density_of_vectors": _UNSTATED,
    "frame": _UNSTATED,
    "insert": _UNSTATED,
    "joined_many": _UNSTATED,
    "merges": _UNSTATED,
    "pairs_of_rows": _UNSTATED,
    "part_of": _UNSTATED,
    "per_sample": _UNSTATED,
    "shrink_to": _UNSTATED,
    "unknown_like": "nothing is known of it but rank and dtype",
    "with_channels": _UNSTATED,
}
