"""`gnomon why`: the way back from a lost shape to what lost it."""

import pytest

from gnomon.check.api import Checker, Options, shapes_of, why

PROGRAM = """\
import torch, somewhere
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = somewhere.Encoder()
    def forward(self, x):
        h = self.encoder(x)
        h = torch.relu(h)
        return torch.tanh(h)
y = Net()(torch.zeros(4, 3))
a = torch.lobpcg(y)
def use(q):
    return q + torch.zeros(2)
print(torch.zeros(2, 3))
"""

LOST = "h (line 8): the module somewhere is not part of the project and not modelled"


def ask(line):
    return why("net.py", line, source=PROGRAM)


def test_what_is_assigned_on_the_line():
    assert ask(8) == ["h: the module somewhere is not part of the project and not modelled"]
    assert ask(12) == ["a: torch.lobpcg has no model"]


def test_names_are_followed_back():
    assert ask(9) == ["h: its shape is not known", LOST]


def test_a_line_that_assigns_nothing():
    assert ask(10) == ["h (line 9): its shape is not known", LOST]
    assert ask(15) == []


def test_into_the_function_that_is_called():
    assert ask(11) == ["y: its shape is not known", "h (line 9): its shape is not known", LOST]


def test_what_is_no_tensor_is_named():
    program = (
        "import torch\nclass Net(torch.nn.Module):\n    pass\nnet = Net()\nact = torch.relu\nkind = Net\n"
    )
    told = [answer for line in (4, 5, 6) for answer in why("net.py", line, source=program)]
    assert told == ["net: object of Net", "act: function torch.relu", "kind: class Net"]


def test_a_parameter_that_nothing_tells():
    assert ask(14) == ["q: a parameter of use; --assume 'q=(...)' tells its shape if no call does"]


def test_a_file_that_is_no_program():
    with pytest.raises(ValueError, match="line 1: invalid syntax"):
        why("bad.py", 1, source="def f(:\n")
    with pytest.raises(ValueError, match="line 1 is Python 2 syntax"):
        shapes_of("old.py", source="print 'x'\n")


def test_which_assumptions_apply():
    checker = Checker(Options(assume={"x": "(B,3)", "known": "(7,)", "z": "(2,)"}))
    text = "import torch\n\nknown = torch.zeros(4)\n\n\ndef f(x):\n    return x @ torch.zeros(3, 5)\n"
    assert checker.check("a.py", text).assumed == {"x"}
    assert checker.check("b.py", "import elsewhere\n\nz = elsewhere.read()\n").assumed == {"z"}
