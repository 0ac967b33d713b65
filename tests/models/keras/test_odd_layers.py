"""Layers of Keras with odd settings and inputs, symbolic and eager: no false alarm, no wrong shape or dtype."""

from collections import Counter
from dataclasses import replace

import keras
import numpy as np
import pytest

from gnomon.values import Unknown

from models.harness import abstract, trial
from models.keras.comparing import Row, agree, attempt, describe, resolve
from models.keras.odd_layers import TABLE
from models.odd_layers import Array, Oddities, mapped

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]

CALLS = 20

LOOSE = Row("", None, open=True, lenient=True, unknown=True)
PROMISED = replace(LOOSE, dtype=False)
"""For symbolic calls: Keras promises floats there whatever comes out when the model runs."""

CRASHING = ("Conv", "Pooling", "Resizing", "CenterCrop")
"""Layers whose kernels may end the process on odd arrays: only called on symbolic ones."""


class RealNumbers(Oddities):
    """Inputs without complex numbers, of which Keras' layers make floats or not, as it happens."""

    dtypes = tuple(name for name in Oddities.dtypes if name != "complex64")


UNLIKE = {"keras.layers.Masking": "makes integers of booleans"}
"""Layers that are not compared, and why."""

PROMISING = ("keras.layers.Adaptive", "keras.layers.Resizing")
"""Layers of `CRASHING` that promise results for inputs of any rank."""


def filled(described):
    """An array with entries that few layers object to."""
    return (np.arange(int(np.prod(described.shape))) % 2).reshape(described.shape).astype(described.dtype)


def symbolic(described):
    """A symbolic input."""
    return keras.Input(batch_shape=described.shape, dtype=described.dtype)


def seen_by_checker(part):
    """Arguments as the checker sees them."""
    return mapped(part, lambda described: abstract(filled(described), "numpy"))


def compare(name, parts, make):
    """Compare a call; what Keras promises of symbolic inputs counts only where the same call does run."""
    try:
        return compared(name, parts, make)
    except AssertionError:
        if make is filled:
            raise
        return "promised only" if name.startswith(PROMISING) else compared(name, parts, filled)


def arrays(part):
    """The inputs among arguments."""
    if isinstance(part, (list, tuple)):
        return [found for item in part for found in arrays(item)]
    return [part] if isinstance(part, Array) else []


def compared(name, parts, make):
    """Whether the layer took the call, and whether the model saw that it does not."""
    arguments, options, inputs, named = parts
    call = f"{parts} ({make.__name__})"
    layer, error = attempt(lambda: resolve(name)(*arguments, **options))
    seen = trial(name, arguments, options)
    assert seen.error is None, f"{call}: the model failed: {seen.error!r}"
    if error is None:
        assert not seen.raises, f"{call} is made, but {seen.diagnostics[0].message}"
        given, by_name = mapped(inputs, make), mapped(named, make)
        result, error = attempt(lambda: layer(*given, **by_name))
    if not seen.raises and not isinstance(seen.value, Unknown):
        seen = trial(seen.value, seen_by_checker(inputs), seen_by_checker(named))
    assert seen.error is None, f"{call}: the model failed: {seen.error!r}"
    if error is not None:
        return "known" if seen.raises else f"{call}: {type(error).__name__}: {str(error)[:150]!r}"
    assert not seen.raises, f"{call} gives {describe(result)}, but {seen.diagnostics[0].message}"
    try:
        agree(PROMISED if make is symbolic else LOOSE, seen.value, result)
    except AssertionError as difference:
        raise AssertionError(f"{call}: {difference}") from None
    return "taken"


@pytest.mark.parametrize("make", [symbolic, filled], ids=["symbolic", "eager"])
@pytest.mark.parametrize("place", range(len(TABLE)), ids=[f"{n}-{layer}" for n, layer in enumerate(TABLE)])
def test_no_false_alarm_and_no_wrong_result(place, make):
    layer, seen = TABLE[place], Counter()
    if make is filled and any(word in layer.name for word in CRASHING):
        pytest.skip("kernels end the process")
    if make is filled and layer.name in UNLIKE:
        pytest.skip(UNLIKE[layer.name])
    draws = RealNumbers(f"{place} {layer}")
    for _ in range(CALLS):
        parts = draws.draw(layer)
        if any(described.shape == () for described in arrays(parts)):
            continue  # no batch at all: some layers make one of it, some do not
        seen[compare(layer.name, parts, make)] += 1
    for line, count in seen.items():
        print(layer, count, line)
