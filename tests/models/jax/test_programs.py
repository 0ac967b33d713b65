"""The programs of the JAX pages, run by JAX itself: the same shapes, and the same statements refused."""

import ast
import warnings
from pathlib import Path

import jax
import pytest

from spec.blocks import read_blocks

PAGES = Path(__file__).parents[2] / "spec" / "jax"
pytestmark = pytest.mark.models


def programs():
    for page in sorted(PAGES.glob("*.md")):
        for block in read_blocks(page.read_text(encoding="utf-8")):
            yield pytest.param(block, id=f"{page.stem}: {block.title}")


def shown(value):
    """A value as the checker reveals it."""
    if isinstance(value, tuple) and all(isinstance(size, int) for size in value):
        return str(value)
    return f"{tuple(value.shape)} {value.dtype}"


@pytest.mark.parametrize("block", list(programs()))
def test_runs_as_the_page_says(block):
    if "flax" in block.code:
        pytest.importorskip("flax")
    for library in ("optax", "equinox", "haiku", "chex", "somewhere"):
        if library in block.code:
            pytest.importorskip(library)
    revealed: list[str] = []
    names = {"reveal_shape": lambda value: revealed.append(shown(value)), "__name__": "program"}
    raised = []
    for statement in ast.parse(block.code).body:
        code = compile(ast.Module([statement], []), "program.py", "exec")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(code, names)
        except Exception as error:
            raised.append((statement.lineno, error))
    wanted = [expected.text for expected in block.expected if expected.rule == "reveal-shape"]
    errors = [expected for expected in block.expected if expected.level == "error"]
    assert revealed == wanted
    assert len(raised) == len(errors), raised
    assert jax.config.jax_enable_x64 is False
