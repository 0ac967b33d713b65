"""Each modelled function and method of PyTorch with odd arguments: no false alarm, no wrong shape or dtype.

The arguments are made from the function's parameters alone (`odd`): no entries, axes out of range, dtypes mixed,
arguments by position and by name. What PyTorch refuses the model may let pass where it says so in `OVERLOOKED`.
"""

from collections import Counter

import pytest
import torch

from gnomon.models import registry
from gnomon.values import LibraryFunction

from models.harness import trial
from models.torch.comparing import Row, agree, copied, describe, model_of, quietly
from models.torch.odd import Draws
from models.torch.schemas import overloads, resolve

pytestmark = pytest.mark.models

CALLS = 60

CRASHING = {"torch.embedding_bag": "PyTorch reads beyond its memory where offsets are out of range"}
"""Functions that end the process on wrong arguments."""

DIFFERENT = {
    "Tensor.__array__": "gives an array of NumPy",
    "Tensor.to": "takes the number of a dtype for a dtype, and the model for that of a device",
    "torch.from_file": "reads a file",
    "torch.unique_consecutive": "PyTorch looks at flags given by position in its own way",
    "torch.nn.functional.cosine_embedding_loss": "the dtype of mixtures follows the formula",
}
"""Names that are not compared here, and why."""

LOOSE = Row("", None, open=True, lenient=True, unknown=True)


def names():
    """Each modelled name that gives tensors and has known parameters: with the tensor methods."""
    found = [
        name
        for name, model in registry.NAMES.items()
        if name.startswith("torch.") and type(model) is LibraryFunction and model.returns_tensor
    ]
    found += [f"Tensor.{name}" for library, name in registry.METHODS if library == "torch"]
    skipped = {*CRASHING, *DIFFERENT}
    return [name for name in sorted(set(found)) if name not in skipped and parameters(name)]


def parameters(name):
    """The parameter lists of a function or method; none where PyTorch has no such name."""
    method = name.startswith("Tensor.")
    bare = name.removeprefix("Tensor.")
    return overloads(bare, method) if resolve(bare, method) is not None else []


def called(name, arguments, keywords):
    """What the real call and the model's call gave."""
    method = name.startswith("Tensor.")
    bare = name.removeprefix("Tensor.")
    given = tuple(model_of(value) for value in arguments)
    named = {key: model_of(value) for key, value in keywords.items()}
    arguments = tuple(copied(value) for value in arguments)
    if method:
        real = quietly(lambda: getattr(arguments[0], bare)(*arguments[1:], **keywords))
    else:
        real = quietly(lambda: resolve(bare)(*arguments, **keywords))
    return real, trial(bare, given, named, method="torch" if method else None)


@pytest.mark.parametrize("name", names())
def test_no_false_alarm_and_no_wrong_result(name):
    torch.set_num_threads(1)
    draws, seen = Draws(name), Counter()
    choices = parameters(name)
    for turn in range(CALLS):
        arguments, keywords = draws.call(choices[turn % len(choices)])
        if not arguments or (not isinstance(arguments[0], torch.Tensor) and name.startswith("Tensor.")):
            continue
        (result, error), guess = called(name, arguments, keywords)
        if isinstance(error, TypeError):
            continue
        call = f"{describe(arguments)} { ({key: describe(value) for key, value in keywords.items()}) }"
        if error is None:
            assert guess.error is None, f"{call}: the model failed: {guess.error!r}"
            assert not guess.raises, f"{call} gives {describe(result)}, but {guess.diagnostics[0].message}"
            try:
                agree(LOOSE, guess.value, result)
            except AssertionError as difference:
                raise AssertionError(f"{call}: {difference}") from None
        seen["refused" if error is not None else "taken"] += 1
        seen["known"] += error is not None and guess.raises
    print(name, dict(seen))
