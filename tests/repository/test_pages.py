"""The pages for people: links lead somewhere, generated pages are fresh, the package carries its data."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gnomon.report.json_format import render_json

from report.test_formats import run_result

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
    for target in ("help", "demo", "test", "test-models", "lint", "bench", "bench-check", "docs"):
        assert re.search(rf"^  make {target} +\S", answer.stdout, re.MULTILINE)


def test_the_demo_trains_an_example():
    answer = subprocess.run(
        ["make", "-n", "-C", str(ROOT), "demo"], capture_output=True, text=True, check=True
    )
    (example,) = re.findall(r"bin/python (examples/\S+)", answer.stdout)
    assert (ROOT / example).exists()


def test_the_json_page_tells_the_contract():
    """The example on the page has the structure of what is printed, and each field is explained."""
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert example is not None
    printed = structure(json.loads(render_json(run_result())))
    assert structure(json.loads(example[1])) == printed
    assert set(re.findall(r"'(\w+)':", str(printed))) <= set(re.findall(r"`(\w+)`", text))


def structure(value: object) -> object:
    """A document with its values replaced by their types; of a list, the first entry stands for all."""
    if isinstance(value, dict):
        return {key: structure(item) for key, item in value.items()}
    if isinstance(value, list):
        return [structure(item) for item in value[:1]]
    return type(value).__name__


def test_each_folder_of_model_tests_has_an_environment():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = " ".join(re.findall(r"^MODELS_\S+ := (.*)", makefile, re.MULTILINE)).split()
    folders = {test.parent.name for test in (ROOT / "tests" / "models").glob("*/test_*.py")}
    assert folders <= set(listed)


def test_no_gap_of_the_table_lacks_a_reason():
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    assert "no reason is given" not in page
    assert "Reasons for what is native meanwhile" not in page
