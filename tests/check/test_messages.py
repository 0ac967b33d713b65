"""Messages: they name the user's expression, sizes that are equal look equal, and nothing is said twice."""

import pytest

from gnomon.check.api import check_file

TORCH = "import torch\nfrom torch import nn\n"


def found(code):
    """The one error or warning of a program."""
    result = check_file("a.py", source=code + "\n")
    (diagnostic,) = [d for d in result.diagnostics if d.level != "info"]
    return diagnostic


@pytest.mark.parametrize(
    ("code", "start"),
    [
        ("x = torch.zeros(2, 3)\nx @ x", "x @ x: x is (2, 3)"),
        ("x = torch.zeros(2, 3)\nx += torch.zeros(2)", "x += torch.zeros(2): "),
        ("x = torch.zeros(2, 3)\nx[5]", "x[5]: index 5 is out of range"),
        ("def f(x):\n    return nn.Linear(3, 2)(x)\nf(torch.zeros(2, 4))", "nn.Linear(3, 2): x ends in 4"),
        ("nn.Conv2d(3, 8, 3)(torch.zeros(2, 1, 9, 9))", "nn.Conv2d(3, 8, 3): torch.zeros(2, 1, 9, 9) is"),
    ],
)
def test_the_operation_is_what_the_user_wrote(code, start):
    assert found(TORCH + code).message.startswith(start)


def test_one_is_singular():
    assert "with 1 channel, but" in found(TORCH + "nn.Conv2d(3, 8, 3)(torch.zeros(2, 1, 9, 9))").message


def test_a_state_inside_a_tuple_goes_by_where_it_was_made():
    code = "def run(state):\n    nn.LSTM(8, 32)(torch.zeros(5, 4, 8), state)\nrun((torch.zeros(1, 3, 32), torch.zeros(1, 3, 32)))"
    message = found(TORCH + code).message
    assert (
        message == "nn.LSTM(8, 32): the state torch.zeros(1, 3, 32) is (1, 3, 32), but (1, 4, 32) is needed"
    )


def test_no_word_is_doubled():
    code = "state = torch.zeros(1, 3, 32)\nnn.GRU(8, 32)(torch.zeros(5, 4, 8), state)"
    assert "state is (1, 3, 32)" in found(TORCH + code).message
    assert "state state" not in found(TORCH + code).message


def test_a_forgotten_flatten_is_the_help():
    diagnostic = found(TORCH + "x = torch.zeros(2, 16, 6, 6)\nnn.Linear(576, 120)(x)")
    assert diagnostic.help == "flatten x to (2, 576) first"


def test_a_smaller_last_batch_is_explained():
    code = (
        TORCH + "from torch.utils.data import DataLoader, TensorDataset\n"
        "for (x,) in DataLoader(TensorDataset(torch.zeros(40, 6)), batch_size=32):\n    x.view(32, 2, 3)"
    )
    assert "this is the last turn of the loop, with the smaller batch that is left over" in found(code).notes


def test_equal_sizes_that_have_no_name_get_a_letter():
    code = "import numpy as np\nx = np.load('x.npy').reshape(-1)\nx[:, None].copy().reshape(-1, 1)\n"
    code += "y = np.zeros((x.size, 1))\nz = x - y"
    message = found(code).message
    assert message == "x - y: x is (n,) and y is (n, 1); together they become (n, n)"


@pytest.mark.parametrize(
    ("code", "help"),
    [
        ("torch.zeros(4, 5) @ torch.zeros(3, 5)", "torch.zeros(3, 5) transposed is (5, 3), which would fit"),
        (
            "nn.Conv2d(3, 8, 3)(torch.zeros(2, 32, 32, 3))",
            "the layer expects channels first: torch.zeros(2, 32, 32, 3).permute(0, 3, 1, 2)",
        ),
        ("torch.zeros(8, 3) - torch.zeros(8)", "torch.zeros(8) as a column, (8, 1), would go with each row"),
        ("nn.Conv2d(1, 8, 3)(torch.zeros(9, 5, 28, 28)[0, 0])", None),
    ],
)
def test_help_is_concrete(code, help):
    assert found(TORCH + code).help == help


def test_a_long_call_goes_by_what_is_called():
    code = "x = torch.zeros(2, 3)\nx @ torch.nn.functional.one_hot(torch.zeros(4, dtype=torch.long), 5)"
    assert "and torch.nn.functional.one_hot(...) is (4, 5)" in found(TORCH + code).message
