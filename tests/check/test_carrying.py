"""A loop whose first trip hands nothing new on to the next is settled; what it does hand on is followed."""

from pathlib import Path
from textwrap import dedent

import pytest

from gnomon.check.api import Checker, shapes_of

HEAD = "import torch\n\ndef work(x, rows, flag):\n    x = torch.zeros(2, 3)\n    kept = torch.zeros(2, 5)\n"

SETTLED = {
    "the name is bound anew": "for row in rows:\n    y = x + 1\n    z = y * 2",
    "the shape stays": "for row in rows:\n    x = torch.nn.functional.relu(x) + x",
    "within a context": "for row in rows:\n    with torch.no_grad():\n        y = x + 1\n    z = y * 2",
    "in both arms": "for row in rows:\n    if flag:\n        y = x\n    else:\n        y = x + 1\n    z = y * 2",
}
HANDED_ON = {
    "the shape changes": "for row in rows:\n    x = torch.cat([x, x], 1)\n    x @ torch.zeros(6, 2)",
    "a name of the trip before": "for row in rows:\n    x @ kept.T\n    kept = torch.zeros(3, 2).T",
    "a name bound under a condition": "for row in rows:\n    if flag:\n        kept = x\n    kept @ torch.zeros(3, 2)",
    "a function that reads it": (
        "def use():\n    return x @ kept\nfor row in rows:\n    use()\n    kept = torch.zeros(3, 2)"
    ),
    "a counter": "count = 0\nfor row in rows:\n    count += 1\n    torch.zeros(count, 3) @ torch.zeros(3, 2)",
}


def trips(folder: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> int:
    from gnomon.check import loops

    counted = []
    held = loops._trip
    monkeypatch.setattr(loops, "_trip", lambda *given: counted.append(1) or held(*given))
    file = folder / "program.py"
    file.write_text(HEAD + "".join(f"    {line}\n" for line in dedent(body).splitlines()))
    assert Checker().check(str(file)).fault is None
    return len(counted)


@pytest.mark.parametrize("name", SETTLED)
def test_one_trip_is_enough(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trips(tmp_path, SETTLED[name], monkeypatch) == 1


@pytest.mark.parametrize("name", HANDED_ON)
def test_a_second_trip_sees_the_first(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trips(tmp_path, HANDED_ON[name], monkeypatch) > 1


def test_the_second_trip_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        HEAD + "    for row in rows:\n        x @ torch.zeros(3, 2)\n        x = torch.zeros(2, 4)\n"
    )
    assert [diagnostic.span.line for diagnostic in Checker().check(str(file)).diagnostics] == [7]


def test_the_state_after_one_trip_is_that_after_many(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(HEAD + "    for row in rows:\n        y = x + 1\n    z = y.T\n")
    assert [margin.text for margin in shapes_of(str(file)) if margin.name == "z"] == ["(3, 2) float32"]
