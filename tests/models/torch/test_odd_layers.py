"""Layers of PyTorch with odd settings and inputs: no false alarm, no wrong shape or dtype."""

from collections import Counter

import pytest
import torch

from models.harness import trial
from models.odd_layers import Oddities, mapped
from models.torch.comparing import Row, agree, describe, model_of, quietly, resolve
from models.torch.odd_layers import TABLE

pytestmark = pytest.mark.models

CALLS = 120

LOOSE = Row("", None, open=True, lenient=True, unknown=True)


def made(described):
    """A tensor with entries that few layers object to."""
    count = 1
    for size in described.shape:
        count *= size
    return (torch.arange(count) % 2).reshape(described.shape).to(getattr(torch, described.dtype))


def models(value):
    """Arguments as the checker sees them."""
    if isinstance(value, dict):
        return {name: model_of(item) for name, item in value.items()}
    return tuple(map(model_of, value))


def described(parts):
    """A call as a test's message has it."""
    arguments, options, inputs, named = parts
    return " ".join(f"{describe_all(part)}" for part in (arguments, options, inputs, named))


def describe_all(part):
    """Arguments as a test's message has them."""
    return {name: describe(item) for name, item in part.items()} if isinstance(part, dict) else describe(part)


def compare(name, parts):
    """Whether the layer took the call, and whether the model saw that it does not."""
    arguments, options, inputs, named = parts
    call = described(parts)
    layer, error = quietly(lambda: resolve(name)(*arguments, **options))
    seen = trial(name, models(arguments), models(options))
    assert seen.error is None, f"{call}: the model failed: {seen.error!r}"
    if error is None:
        assert not seen.raises, f"{call} is made, but {seen.diagnostics[0].message}"
        result, error = quietly(lambda: layer(*inputs, **named))
        if not seen.unknown:
            seen = trial(seen.value, models(inputs), models(named))
        assert seen.error is None, f"{call}: the model failed: {seen.error!r}"
    if error is None and name.startswith("torch.nn.BatchNorm") and not inputs[0].numel():
        return "taken"  # floats come out of nothing, whatever it was
    if error is None:
        assert not seen.raises, f"{call} gives {describe(result)}, but {seen.diagnostics[0].message}"
        try:
            agree(LOOSE, seen.value, result)
        except AssertionError as difference:
            raise AssertionError(f"{call}: {difference}") from None
        return "taken"
    late = (
        not seen.raises
        and not seen.unknown
        and callable(seen.value)
        and trial(seen.value, models(inputs)).raises
    )
    return "known" if seen.raises or late else f"{call}: {type(error).__name__}: {str(error)[:150]}"


@pytest.mark.parametrize(
    "place", range(len(TABLE)), ids=[f"{place}-{layer}" for place, layer in enumerate(TABLE)]
)
def test_no_false_alarm_and_no_wrong_result(place):
    torch.set_num_threads(1)
    layer, seen = TABLE[place], Counter()
    draws = Oddities(f"{place} {layer}")
    for _ in range(CALLS):
        parts = mapped(draws.draw(layer), made)
        seen[compare(layer.name, parts)] += 1
    for line, count in seen.items():
        print(layer, count, line)
