"""The pages on PyTorch are true: real PyTorch stops on the marked lines and has the revealed shapes."""

import ast
import re
import traceback
from pathlib import Path

import pytest

from spec.blocks import Block, read_blocks

PAGES = Path(__file__).parent.parent.parent / "spec" / "torch"
pytestmark = pytest.mark.models


def blocks():
    for page in sorted(PAGES.glob("*.md")):
        for block in read_blocks(page.read_text(encoding="utf-8")):
            absent = next((name for name in ("torchvision", "somewhere") if name in block.code), None)
            skip = [pytest.mark.skip(reason=f"needs {absent}")] if absent else []
            yield pytest.param(block, id=f"{page.stem}:{block.line} {block.title}", marks=skip)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("block", list(blocks()))
def test_block(block: Block) -> None:
    import torch

    torch.set_default_dtype(torch.float32)
    stops = {expected.line for expected in block.expected if expected.level == "error"}
    shown: dict[int, list[str]] = {}
    space = {
        "__name__": "page",
        "reveal_shape": lambda x: shown.setdefault(_line(), []).append(_text(x)) or x,
    }
    stopped = set()
    for statement in ast.parse(block.code).body:
        code = compile(ast.Module([statement], []), "<page>", "exec")
        try:
            exec(code, space)
        except Exception as error:
            frames = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "<page>"]
            if not stops & set(frames):
                raise AssertionError(f"line {frames[-1]}: {error!r}") from error
            stopped |= stops & set(frames)
    torch.set_default_dtype(torch.float32)
    assert stopped == stops
    for expected in block.expected:
        if expected.rule == "reveal-shape" and re.fullmatch(r"\([\d, ]*\) \w+", expected.text):
            assert expected.text in shown.get(expected.line, []), shown


def _line() -> int:
    return next(f.lineno for f in reversed(traceback.extract_stack()) if f.filename == "<page>")


def _text(x) -> str:
    sizes = tuple(x.shape)
    inner = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"
    return f"{inner} {str(x.dtype).removeprefix('torch.')}"
