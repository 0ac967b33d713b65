"""Each function and method of PyTorch with None for an array: what the models refuse, PyTorch refuses too."""

import pytest
import torch

from gnomon.check.api import check_file

from models.harness import trial
from models.torch.comparing import describe
from models.torch.odd import Draws
from models.torch.test_odd_arguments import called, names, parameters

pytestmark = pytest.mark.models

CALLS = 6


def calls(name, overload, place):
    """Calls of an overload with None in the place of an array."""
    for k in range(CALLS):
        positional, named = Draws(f"{name} {k}", plain=True).call(overload)
        parameter = overload[place].name
        if place < len(positional):
            yield (*positional[:place], None, *positional[place + 1 :]), named
        elif parameter in named:
            yield positional, {**named, parameter: None}


@pytest.mark.parametrize("name", names())
def test_nothing(name):
    """No call is reported that PyTorch takes."""
    for overload in parameters(name):
        for place, parameter in enumerate(overload):
            if not parameter.kind.startswith("Tensor") or (place == 0 and name.startswith("Tensor.")):
                continue
            for arguments, named in calls(name, overload, place):
                (result, error), made = called(name, arguments, named)
                told = made.diagnostics[0].message if made.raises else ""
                assert error is not None or not told, (
                    f"{describe(arguments)} {named} gives {result}, but {told}"
                )


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("torch.matmul", (torch.zeros(2, 2), None)),
        ("torch.nn.functional.relu", (None,)),
        ("torch.nn.functional.linear", (None, torch.zeros(2, 2))),
        ("torch.nn.functional.conv2d", (None, torch.zeros(2, 2, 3, 3))),
        ("torch.cat", ([torch.zeros(2), None],)),
        ("torch.stack", ([None],)),
        ("torch.add", (torch.zeros(2), None)),
        ("torch.sum", (None,)),
        ("torch.reshape", (None, (2,))),
        ("Tensor.add", (torch.zeros(2), None)),
        ("Tensor.matmul", (torch.zeros(2, 2), None)),
    ],
)
def test_refused(name, arguments):
    """Both refuse what is certainly None."""
    (_, error), made = called(name, arguments, {})
    assert isinstance(error, TypeError)
    assert [found.rule for found in made.diagnostics] == ["arguments"]


LAYERS = [
    ("Linear", (2, 3)),
    ("Conv2d", (2, 3, 3)),
    ("ReLU", ()),
    ("Dropout", ()),
    ("BatchNorm1d", (3,)),
    ("LayerNorm", (3,)),
    ("Embedding", (3, 2)),
    ("LSTM", (3, 2)),
    ("MaxPool2d", (2,)),
    ("Softmax", (1,)),
    ("Identity", ()),
    ("Flatten", ()),
]


@pytest.mark.parametrize("name, made_with", LAYERS)
def test_layers(name, made_with):
    """A layer refuses None, unless PyTorch's takes it."""
    layer = trial(f"torch.nn.{name}", made_with).value
    found = trial(layer, (None,))
    try:
        getattr(torch.nn, name)(*made_with)(None)
    except (TypeError, AttributeError):
        return
    assert not found.raises


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "//", "%", "**", "@", "&", "=="])
@pytest.mark.parametrize("order", ["x {} None", "None {} x"])
def test_operators(operator, order):
    """An operator refuses None, but for comparisons."""
    text = order.format(operator)
    found = check_file("program.py", source=f"import torch\nx = torch.ones(2, 2)\n{text}\n").diagnostics
    try:
        eval(text, {"x": torch.ones(2, 2)})
    except TypeError:
        assert [diagnostic.rule for diagnostic in found] == ["arguments"]
    else:
        assert not found
