"""A network of the library's own layers does once what it does with one input; nothing else changes by that."""

from pathlib import Path
from textwrap import dedent

import pytest

from gnomon.check.api import Checker, shapes_of
from gnomon.models.torch.layers import remembered

HEAD = """
import torch, torchvision
from torch import nn
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 3)))
x = torch.rand(2, 4)
first = net(x)
"""

AGAIN = {
    "the same input": "second = net(x)",
    "another one like it": "second = net(torch.rand(2, 4))",
    "in a loop that hands something on": "total = 0.0\nfor k in range(9):\n    total = total + net(x).sum()",
    "from a function": "def use(y):\n    return net(y)\nsecond = use(x)",
    "a network with named parts": "r = torchvision.models.resnet18()\nz = torch.zeros(1, 3, 64, 64)\na = r(z)\nb = r(z)",
}

CHANGED = {
    "another shape": "second = net(torch.rand(5, 4))",
    "the same mistake in two places": "second = net(torch.rand(2, 5))\nthird = net(torch.rand(2, 5))",
    "another dtype": "second = net(torch.rand(2, 4, dtype=torch.float64))",
    "a layer replaced": "net[0] = nn.Linear(4, 9)\nsecond = net(x)",
    "a layer of an inner row replaced": "net[2][0] = nn.Linear(8, 5)\nsecond = net(x)",
    "a layer appended": "net.append(nn.Linear(3, 7))\nsecond = net(x)",
    "a layer of the program": (
        "class Half(nn.Module):\n    def forward(self, y):\n        return y[:, ::2]\n"
        "net.append(Half())\nsecond = net(x)\nthird = net(x)"
    ),
    "an attribute of a layer": "net[0].weight = nn.Parameter(torch.zeros(6, 4))\nsecond = net(x)",
    "other dtypes of the weights": "net.double()\nsecond = net(x)",
    "another device": "net.cuda()\nsecond = net(x)",
    "automatic dtypes": "with torch.autocast('cuda'):\n    second = net(x)\nsecond @ torch.zeros(3, 2).double()",
    "no gradients": "second = net(x)\nwith torch.no_grad():\n    third = net(x).numpy()\nsecond.numpy()",
    "what was made, in place": (
        "with torch.no_grad():\n    code = net(x)\ncode.requires_grad_()\n"
        "with torch.no_grad():\n    other = net(x)\nother.numpy()"
    ),
    "entries of what was made": (
        "flat, rows = nn.Sequential(nn.Flatten()), nn.Embedding(6, 3)\nk = flat(torch.randint(7, 9, (2, 3, 4)))\n"
        "k.zero_()\nrows(k)\nrows(flat(torch.randint(7, 9, (2, 3, 4))))"
    ),
    "a warning that was held back": (
        "s = nn.Sequential(nn.Softmax(1), nn.ReLU())\ntry:\n    s(torch.rand(3, 1))\nexcept RuntimeError:\n"
        "    pass\ns(torch.rand(3, 1))"
    ),
    "a part of a ready network": (
        "r = torchvision.models.resnet18()\nz = torch.zeros(1, 3, 64, 64)\na = r(z)\nr.fc = nn.Linear(512, 10)\nb = r(z)"
    ),
    "the dtype of new floats": (
        "s, k = nn.Sequential(nn.Softsign()), torch.randint(9, (2, 4))\na = s(k)\n"
        "torch.set_default_dtype(torch.float64)\ns(k) @ torch.zeros(4, 2)"
    ),
    "what a layer is part of": "net[1].owner = [net]\nsecond = net(x)",
    "a mode": "b = nn.Sequential(nn.BatchNorm1d(4))\nb.eval()\nb(torch.zeros(1, 4))\nb.train()\nb(torch.zeros(1, 4))",
}


def known_on_one_branch(layer: str) -> str:
    """A program that calls a layer whose size n is known to be 5 on one branch, and learnt from the call on the other."""
    return f"""
        def use(n, m, flag):
            torch.zeros(2, m) @ torch.zeros(7, 1)
            flat, y = nn.Sequential({layer}, nn.ReLU()), torch.zeros(2, 5)
            if flag:
                torch.zeros(2, n) @ torch.zeros(5, 1)
                flat(y)
            else:
                flat(y)
            return torch.zeros(2, 6) @ torch.zeros(n, 3)
        """


LEARNT = {
    "on both branches": """
        def use(n, flag):
            flat, y = nn.Sequential(nn.Linear(12, 3)), torch.zeros(2, n)
            if flag:
                flat(y)
            else:
                flat(y)
            return y @ torch.zeros(13, 2)
        """,
    "on one branch, where it was known before": """
        def use(n, flag):
            flat, other, y = nn.Sequential(nn.Linear(12, 3)), nn.Linear(12, 3), torch.zeros(2, n)
            if flag:
                other(y)
                flat(y)
            else:
                flat(y)
            return y @ torch.zeros(13, 2)
        """,
    "of a size of the network": known_on_one_branch("nn.Linear(n, 3)"),
    "of sizes in a row": known_on_one_branch("nn.LayerNorm([n], elementwise_affine=False)"),
    "of sizes that nobody knows": """
        def use(k, n, m, flag):
            torch.zeros(2, m) @ torch.zeros(7, 1)
            flat, y = nn.Sequential(nn.Unflatten(1, (k, n)), nn.AdaptiveAvgPool2d(1)), torch.zeros(2, 12)
            if flag:
                torch.zeros(2, k) @ torch.zeros(3, 1)
                flat(y)
            flat(y)
            return torch.zeros(2, n) @ torch.zeros(2, 1)
        """,
    "after a test of the program asked for the opposite": """
        def use(n):
            flat, y = nn.Sequential(nn.Linear(n, 3)), torch.zeros(2, 5)
            if n != 5:
                flat(y)
            flat(y)
            return torch.zeros(2, 6) @ torch.zeros(n, 3)
        """,
    "on a path that a test of the program set apart": """
        def use(n, flag):
            flat, y = nn.Sequential(nn.Linear(n, 3)), torch.zeros(2, 5)
            if flag:
                flat(y)
            elif n != 5:
                flat(y)
            return torch.zeros(2, 6) @ torch.zeros(n, 3)
        """,
    "of sizes that a loop changes": """
        def use(n):
            window = nn.Sequential(nn.Conv1d(3, 3, 5), nn.MaxPool1d(2))
            y = torch.zeros(2, 3, n)
            for k in range(n):
                a = window(y)
                b = window(y)
                y = y[:, :, 1:]
            return a, b
        """,
}


def told(source: str, folder: Path) -> object:
    file = folder / "program.py"
    file.write_text(source)
    result = Checker().check(str(file))
    assert result.fault is None
    return result.diagnostics, result.statistics, shapes_of(str(file))


def both(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[object, object, int]:
    """What is told of a program with and without a memory, and how often that is asked with success."""
    asked = []
    again = remembered._again
    monkeypatch.setattr(remembered, "_again", lambda made: asked.append(1) or again(made))
    with_memory = told(source, folder)
    monkeypatch.setattr(remembered, "_parts_of", lambda network: None)
    return with_memory, told(source, folder), len(asked)


@pytest.mark.parametrize("name", AGAIN)
def test_what_was_done_is_not_done_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remembering, anew, asked = both(HEAD + AGAIN[name] + "\n", tmp_path, monkeypatch)
    assert asked
    assert remembering == anew


@pytest.mark.parametrize("name", CHANGED)
def test_what_changes_is_seen(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remembering, anew, _ = both(HEAD + CHANGED[name] + "\n", tmp_path, monkeypatch)
    assert remembering == anew


@pytest.mark.parametrize("name", LEARNT)
def test_what_a_call_taught_is_known(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "import torch\nfrom torch import nn\n" + dedent(LEARNT[name])
    remembering, anew, _ = both(source, tmp_path, monkeypatch)
    assert remembering == anew
