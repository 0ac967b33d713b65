"""The engine gives what NumPy gives, over drawn shapes, axes and dtypes."""

import os
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from compile.reference.harness import agrees, carried_out
from ops import families, families_more
from ops.agreement import WRONG

FAMILIES = {**families.FAMILIES, **families_more.FAMILIES}
SHAPES_ONLY = {"conv", "pool", "same_padding"}
"""Their references give zeros: only the shape is compared here."""
UNORDERED = {"linalg"}
"""Their results are not unique (signs of vectors): compared elsewhere."""
FEW = settings(
    max_examples=int(os.environ.get("N", "60")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="N" not in os.environ,
)


def filled(argument, random):
    """Put random numbers in place of zeros; positions and masks stay."""
    if isinstance(argument, (list, tuple)):
        return [filled(entry, random) for entry in argument]
    if not isinstance(argument, np.ndarray) or argument.any() or argument.dtype == bool:
        return argument
    numbers = random.integers(-3, 4, argument.shape)
    if argument.dtype.kind == "u":
        numbers = np.abs(numbers)
    if argument.dtype.kind == "f":
        numbers = numbers + random.random(argument.shape)
    return np.asarray(numbers).astype(argument.dtype)


@pytest.mark.parametrize("family", FAMILIES)
def test_values_are_those_of_numpy(family):
    @FEW
    @given(FAMILIES[family])
    def run(application):
        if application.reference is None or (
            "axis" in application.attributes and application.attributes["axis"] == ()
        ):
            return
        random = np.random.default_rng(1)
        changing = application.op in ("searchsorted", "take", "take_along_axis", "quantile")
        arguments = [a if changing else filled(a, random) for a in application.arguments]
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                expected = application.reference(*copies, **application.attributes)
            except WRONG:
                return
            outs, results = carried_out(application.op, *arguments, **application.attributes)
        many = expected if isinstance(expected, (tuple, list)) else (expected,)
        if family in SHAPES_ONLY or family in UNORDERED:
            assert [r.shape for r in results] == [np.shape(e) for e in many]
        else:
            agrees(application.op, outs, results, many, dtype=application.exact_dtype)

    run()
