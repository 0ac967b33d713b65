"""The pages for people: links lead somewhere, generated pages are fresh, the package carries its data."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_generated_pages_are_fresh():
    """`make docs` was run."""
    script = ROOT / "scripts" / "generate_docs.py"
    answer = subprocess.run(
        [sys.executable, str(script), "--check"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_makefile_explains_each_target():
    answer = subprocess.run(
        ["make", "-s", "-C", str(ROOT), "help"], capture_output=True, text=True, check=True
    )
    for target in ("help", "demo", "test", "test-models", "lint", "bench", "docs"):
        assert re.search(rf"^  make {target} +\S", answer.stdout, re.MULTILINE)


def test_the_json_page_tells_every_field():
    from gnomon.report.json_format import render_json

    from report.test_formats import run_result

    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    fields = set(re.findall(r'^\s*"(\w+)":', render_json(run_result()), re.MULTILINE))
    assert fields <= set(re.findall(r"`(\w+)`", text))
