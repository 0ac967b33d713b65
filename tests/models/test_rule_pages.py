"""The rules' pages are true: the real library stops an example on the marked line and runs its fix."""

import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from gnomon.report.rules import FOLDER

from spec.blocks import Block, read_blocks

INFOS = ("reveal-shape", "script-arguments", "unused-ignore")


def has_cuda() -> bool:
    """Whether PyTorch is there and finds a graphics card."""
    if find_spec("torch") is None:
        return False
    import torch

    return torch.cuda.is_available()


def blocks() -> Iterator[object]:
    for page in sorted(Path(FOLDER).glob("*.md")):
        if page.stem not in INFOS:
            for block in read_blocks(page.read_text(encoding="utf-8")):
                used = re.findall(r"^(?:from|import) (\w+)", block.code, re.MULTILINE)
                missing = [name for name in used if find_spec(name) is None]
                if '"cuda"' in block.code and not has_cuda():
                    missing.append("a graphics card")
                marks = [pytest.mark.skip(reason=f"needs {missing[0]}")] if missing else []
                yield pytest.param(block, id=block.title, marks=marks)


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("block", list(blocks()))
def test_page(block: Block) -> None:
    stops_at = {expected.line for expected in block.expected if expected.level == "error"}
    may_stop_at = {expected.line for expected in block.expected} | {None}
    run = stopped_apart if "compat.v1" in block.code else stopped_here
    assert run(block.code) in (stops_at or may_stop_at)


def stopped_here(code: str) -> int | None:
    """The line on which a program stops, None if it runs to its end."""
    try:
        exec(compile(code, "<page>", "exec"), {"__name__": "page"})
    except Exception as error:
        return [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<page>"
        ][-1]
    return None


def stopped_apart(code: str) -> int | None:
    """The same in a process of its own, since graph mode cannot be left again."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return None
    return int(re.findall(r'File "<string>", line (\d+)', run.stderr)[-1])
