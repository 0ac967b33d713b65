"""The parameters of functions and layers as the libraries themselves tell them, one name a line.

``torch.nn.Linear in_features out_features bias=`` are a layer's settings, ``torch.nn.Linear() input`` what a
call of it takes. ``name=`` may be left out; ``/`` ends what is given by position alone, ``*`` begins what is given by
name alone; ``*args`` are any number by position, ``**`` any names, ``**layer`` those of `PASSED_ON`. Where versions of a
library differ, ``|`` parts their parameters: a call that fits one of them is right.

`scripts/write_signatures.py` writes the lines; `tests/models/test_signatures.py` compares them with the libraries.
"""

from __future__ import annotations

import os

from gnomon.values.parameters import Parameters

FOLDER = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = (
    "einops",
    "equinox",
    "flax",
    "haiku",
    "jax",
    "keras",
    "numpy",
    "optax",
    "scipy",
    "tensorflow",
    "torch",
)
EXACT = frozenset(["torch"])
"""Libraries that had no other names for a parameter in older versions: a name that is not written is wrong."""

METHODS = {"jax": "jax.Array", "numpy": "numpy.ndarray"}
"""Under which names the methods of a library's arrays are written."""

PASSED_ON = {
    "layer": frozenset(
        """
        activity_regularizer autocast batch_input_shape batch_shape batch_size bins causal dtype dynamic
        enable_caching_device has_input_vocabulary has_static_table implementation input_dim input_dtype
        input_length input_shape mask_value max_tokens max_values name oov_value ragged reset_after
        return_runtime reverse_state_order sparse time_major trainable unroll use_one_hot_matmul
        vocabulary_size weights zero_output_for_mask
        """.split()
    )
}
"""What a function hands on by name to another one: a layer of Keras to that which all of them are made of."""

_NAMES: dict[str, dict[str, list[str]]] = {}
_LINES: dict[str, dict[str, str]] = {}
_PARSED: dict[str, tuple[Parameters, ...] | None] = {}


def parameters_of(library: str, name: str) -> tuple[Parameters, ...] | None:
    """Return what a function of a library takes in each of its versions, None if that is not written down.

    >>> [version.positional for version in parameters_of("torch", "torch.nn.Linear()")]
    [('input',)]
    """
    if name not in _PARSED:
        found = _lines(library).get(name)
        _PARSED[name] = (
            None
            if found is None
            else tuple([Parameters.parse(version, PASSED_ON) for version in found.split("|")])
        )
    return _PARSED[name]


def names_ending(library: str, last: str) -> list[str]:
    """Return the written names of a library that end with a word.

    >>> names_ending("torch", "Linear")
    ['torch.nn.Linear']
    """
    names = _NAMES.get(library)
    if names is None:
        names = _NAMES[library] = {}
        for name in _lines(library):
            names.setdefault(name.rpartition(".")[2], []).append(name)
    return names.get(last, [])


def _lines(library: str) -> dict[str, str]:
    lines = _LINES.get(library)
    if lines is None:
        lines = _LINES[library] = {}
        if library in LIBRARIES:
            with open(os.path.join(FOLDER, f"{library}.txt"), encoding="utf-8") as file:
                for line in file:
                    first, _, rest = line.strip().partition(" ")
                    lines[first] = rest
    return lines
