"""Runs the programs in the Markdown pages of `tests/spec/` and of the rules through the checker."""

import shlex
from pathlib import Path

import pytest

from gnomon.check.api import Options, check_file
from gnomon.cli.findings import reported
from gnomon.cli.workers import Job
from gnomon.report.selection import Selection

from spec.blocks import Block, Expected, read_blocks

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "src" / "gnomon" / "rules"


def all_blocks():
    for page in [*sorted(HERE.rglob("*.md")), *sorted(RULES.glob("*.md"))]:
        folder = RULES.parent if page.parent == RULES else HERE
        for block in read_blocks(page.read_text(encoding="utf-8")):
            name = f"{page.relative_to(folder).with_suffix('')}:{block.line} {block.title}"
            yield pytest.param(block, id=name)


@pytest.mark.parametrize("block", list(all_blocks()))
def test_program(block: Block, tmp_path: Path) -> None:
    """The marked lines fire with the marked rules, and nothing else does."""
    for name, code in block.files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(code, encoding="utf-8")
    path = str(tmp_path / block.options.get("name", "program.py"))
    Path(path).write_text(block.code, encoding="utf-8")

    result = check_file(path, options_of(block), source=block.code)

    assert result.fault is None
    found = reported(result.diagnostics, [Job(path, block.code)], Selection())
    unmet = [expected for expected in block.expected if not any(meets(d, expected) for d in found)]
    extra = [d for d in found if not any(meets(d, expected) for expected in block.expected)]
    assert not [*unmet, *extra], explain(unmet, extra)


def options_of(block: Block) -> Options:
    pairs = {
        key: dict(item.split("=", 1) for item in block.options.get(key, "").split(";") if item)
        for key in ("assume", "versions")
    }
    args = block.options.get("args")
    return Options(
        script_args=None if args is None else tuple(shlex.split(args)),
        assume=pairs["assume"],
        versions=pairs["versions"],
        unproven="unproven" in block.options,
    )


def meets(diagnostic, expected: Expected) -> bool:
    if (diagnostic.span.line, diagnostic.rule, diagnostic.level.value) != (
        expected.line,
        expected.rule,
        expected.level,
    ):
        return False
    if expected.rule == "reveal-shape":
        return diagnostic.message == expected.text or diagnostic.message.startswith(expected.text + " ")
    return expected.text in diagnostic.message


def explain(unmet, extra) -> str:
    lines = [f"line {e.line}: expected {e.level}[{e.rule}] {e.text}" for e in unmet]
    lines += [f"line {d.span.line}: {d.level.value}[{d.rule}] {d.message}" for d in extra]
    return "\n" + "\n".join(lines)
