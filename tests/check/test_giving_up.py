"""A long script gives up calls into other files that bring nothing new, and goes on itself."""

from pathlib import Path

from gnomon.check.api import Checker, FileResult

LEVELS = 5


def deep(name: str, width: int = 10) -> str:
    """Functions each of which calls the one before many times: some hundred thousand statements."""
    text = f"def {name}0():\n    return 1\n"
    for level in range(LEVELS):
        calls = "".join(f"    {name}{level}()\n" for _ in range(width))
        text += f"def {name}{level + 1}():\n{calls}    return 1\n"
    return text


TICKS = "        tick()\n" * 600
WORK = f"""
{deep("step")}

def tick():
    return 1

class Machine:
    def __init__(self):
        self.width = 3
        self.depth = 3

    def settle(self, seen):
        self.width = 4
        seen.append(1)
{TICKS}
        return self.width
"""


def checked(folder: Path, script: str) -> FileResult:
    (folder / "work.py").write_text(WORK)
    (folder / "script.py").write_text(script)
    return Checker().check(str(folder / "script.py"))


def lines_of(result: FileResult) -> list[int]:
    assert result.fault is None
    return [diagnostic.span.line for diagnostic in result.diagnostics]


def test_what_follows_a_long_call_is_checked(tmp_path: Path) -> None:
    script = """import torch
import work

work.step5()
torch.zeros(2, 3) @ torch.zeros(4, 5)
"""
    assert lines_of(checked(tmp_path, script)) == [5]


def test_what_a_call_changed_that_was_given_up_is_unknown(tmp_path: Path) -> None:
    script = """import torch
import work

machine, seen = work.Machine(), []
work.step5()
work.Machine().settle([])
found = machine.settle(seen)
torch.zeros(2, 3) @ torch.zeros(machine.width, 5)
torch.zeros(2, 4) @ torch.zeros(machine.width, 5)
torch.zeros(2, 3) @ torch.zeros(found, 5)
torch.zeros(2, 7) @ torch.zeros(len(seen), 5)
torch.zeros(2, 9) @ torch.zeros(machine.depth, 5)
"""
    assert lines_of(checked(tmp_path, script)) == [12]
    assert lines_of(checked(tmp_path, script.replace("work.step5()", "pass"))) == [8, 10, 11, 12]


def test_work_in_the_file_of_the_script_is_followed_to_the_budget(tmp_path: Path) -> None:
    script = f"""import torch
{deep("own", 7)}
torch.zeros(2, 3) @ torch.zeros(own{LEVELS}(), 5)
"""
    assert lines_of(checked(tmp_path, script)) == [len(script.splitlines())]
