"""What a call returns."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.trees import flatten, unflatten

SINGLE, NOTHING, TUPLE, LIST, TREE = "single", "nothing", "tuple", "list", "tree"
"""What a call returns: the only output, None, or all of them in a tuple, a list, or what a function makes of the tuple."""


class Result:
    """The form of what a call returns; ``rebuild`` makes a tree of a tuple of outputs."""

    def __init__(self, form: str, rebuild: Any = None) -> None:
        self.form = form
        self.rebuild = rebuild


def form_of(outputs: Any) -> tuple[list[Array], Result]:
    """Return the arrays in outputs, and how a call returns their values."""
    if outputs is None:
        return [], Result(NOTHING)
    leaves, structure = flatten(outputs, is_leaf=lambda entry: isinstance(entry, (Array, np.ndarray)))
    arrays = [as_array(leaf) for leaf in leaves]
    if structure.kind is None:
        return arrays, Result(SINGLE)
    if structure.kind in (list, tuple) and all(child.kind is None for child in structure.children):
        return arrays, Result(LIST if structure.kind is list else TUPLE)
    if structure.kind is dict and all(child.kind is None for child in structure.children):
        keys = structure.rest[0]
        return arrays, Result(TREE, lambda values: dict(zip(keys, values)))
    return arrays, Result(TREE, lambda values: unflatten(structure, values))
