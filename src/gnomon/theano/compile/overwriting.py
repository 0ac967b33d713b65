"""Inputs that a function overwrites with its results, where the caller allows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def overwritten_inputs(
    inputs: Sequence[Any], outputs: Sequence[Any], accepted: bool
) -> list[tuple[int, int]]:
    """Return pairs of an input's and an output's place: operations that work in place give the output into the input.

    Gnomon computes into memory of its own; the numbers are copied afterwards. Inputs are overwritten only with
    ``accept_inplace=True``, or where they are ``In(variable, mutable=True)``.
    """
    places = {entry.variable: place for place, entry in enumerate(inputs) if accepted or entry.mutable}
    found = []
    for number, output in enumerate(outputs):
        if output.owner is None:
            continue
        for place in getattr(output.owner.op, "destroy_map", {}).get(output.index, ()):
            variable = output.owner.inputs[place]
            if variable in places:
                found.append((places[variable], number))
    return found


def overwrite(pairs: Sequence[tuple[int, int]], values: Sequence[Any], results: Sequence[Any]) -> None:
    """Copy results into the arrays that were given for inputs."""
    for place, number in pairs:
        given, result = values[place], results[number]
        if given.shape == result.shape and given.flags.writeable:
            given[...] = result
