"""The pages of mistakes are true: the real library refuses each marked line, and no other."""

import ast
import traceback
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from spec.blocks import Block, read_blocks

PAGES = Path(__file__).parent.parent / "spec" / "mistakes"


def blocks() -> Iterator[object]:
    for page in sorted(PAGES.glob("*.md")):
        for block in read_blocks(page.read_text(encoding="utf-8")):
            missing = [name for name in imported(block.code) if find_spec(name) is None]
            reason = f"needs {missing[0]}" if missing else block.options.get("unrunnable")
            marks = [pytest.mark.skip(reason=reason)] if reason else []
            yield pytest.param(block, id=f"{page.stem}:{block.line} {block.title}", marks=marks)


def imported(code: str) -> list[str]:
    """The top-level modules that a program imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names.extend(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module.partition(".")[0])
    return names


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("block", list(blocks()))
def test_program(block: Block) -> None:
    assert refused(block.code) == {e.line for e in block.expected if e.level == "error"}


def refused(code: str) -> set[int]:
    """The lines that raise when each statement of a program runs after all others before it."""
    lines: set[int] = set()
    scope: dict[str, object] = {"__name__": "page", "reveal_shape": lambda x: x}
    for statement in ast.parse(code).body:
        try:
            exec(compile(ast.Module([statement], []), "<page>", "exec"), scope)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines.add([frame.lineno or 0 for frame in frames if frame.filename == "<page>"][-1])
    return lines
