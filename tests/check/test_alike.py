"""Objects that were made alike are called once, where a value may be either; others are each called."""

from pathlib import Path

import pytest

from gnomon.check.api import Checker

PROGRAM = """
import torch

class Part(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = torch.nn.Sequential(torch.nn.Linear(width, 8), torch.nn.ReLU())

    def forward(self, x):
        return self.inner(x)

class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.part = Part(width)

    def forward(self, x):
        return self.part(x)

def work(flag):
    block = Block(FIRST) if flag else Block(SECOND)
    block(torch.zeros(2, 5))
"""


def checked(folder: Path, first: int, second: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    from gnomon.check import calls

    called = []
    held = calls.invoke

    def counting(run, function, *rest):
        called.append(function.name)
        return held(run, function, *rest)

    monkeypatch.setattr(calls, "invoke", counting)
    file = folder / "program.py"
    file.write_text(PROGRAM.replace("FIRST", str(first)).replace("SECOND", str(second)))
    result = Checker().check(str(file))
    assert result.fault is None
    return called.count("forward"), [diagnostic.rule for diagnostic in result.diagnostics]


def test_like_objects_are_called_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once, found = checked(tmp_path, 5, 5, monkeypatch)
    twice, _ = checked(tmp_path, 5, 6, monkeypatch)
    assert (twice - once, found) == (2, [])


@pytest.mark.parametrize(("first", "second", "found"), [(6, 6, 1), (6, 7, 1), (5, 6, 0), (6, 5, 0)])
def test_an_error_counts_where_all_have_it(
    first: int, second: int, found: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checked(tmp_path, first, second, monkeypatch)[1] == ["inner-size"] * found


def test_sizes_that_are_not_known_are_not_alike() -> None:
    from gnomon.check.likeness import alike
    from gnomon.shapes import Shape, symbol
    from gnomon.values import Instance, Tensor
    from gnomon.values.callables import ClassValue

    size = symbol()
    cls = ClassValue.__new__(ClassValue)
    objects = [Instance(cls) for _ in range(3)]
    for thing, width in zip(objects, (size, size, symbol()), strict=True):
        thing.cell["weight"] = Tensor(Shape((width, 4)))
    first, second, third = objects
    assert alike(first, second)
    assert not alike(first, third)
