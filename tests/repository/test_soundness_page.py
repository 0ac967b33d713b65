"""The page about soundness: which programs it takes, what it counts."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from soundness_page import find_programs, notebook  # noqa: E402

from soundness.page import page  # noqa: E402

RECORD = {
    "group": "numpy",
    "program": "numpy:0",
    "generated": True,
    "expressions": 4,
    "rank_known": 4,
    "shape_known": 3,
    "unreached": 0,
    "contradictions": [],
    "alarms": [],
    "planted": [
        {"kind": "axis", "outcome": "shape", "missed": False, "alarm": False},
        {"kind": "axis", "outcome": "shape", "missed": True, "alarm": False},
        {"kind": "axis", "outcome": "runs", "missed": False, "alarm": True},
        {"kind": "axis", "outcome": "other", "missed": False, "alarm": False},
    ],
}


def test_the_page_counts_each_program_once():
    less = {**RECORD, "expressions": 1, "rank_known": 0, "shape_known": 0}
    results = [{"versions": {"numpy": "2"}, "records": [less]}, {"versions": {}, "records": [RECORD]}]
    text = page(results)
    assert "**0 contradictions** in 4 expressions of 1 programs" in text
    assert "| NumPy arrays | 1 | 4 | 100.0 % | 75.0 % | 0.0 % | 0 | 0 |" in text
    assert "**1 of 2 planted mistakes that crash are found (50.0 %),** and 1 of 1 changes" in text
    assert "| axis | 2 | 1 | 50.0 % | 1 | 1 |" in text


def test_programs_of_pages_have_their_modules_beside_them(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# T\n\n```python file=helper.py\na = 1\n```\n\n```python\nimport helper\n```\n")
    ((name, text, folder),) = find_programs(page)
    assert name == "page:7"
    assert text == "import helper\n"
    assert (folder / "helper.py").read_text() == "a = 1\n"


def test_commands_of_notebooks_are_no_code():
    cells = [
        {"cell_type": "code", "source": ["%pip install x\n", "y = 1"]},
        {"cell_type": "markdown", "source": ["no"]},
    ]
    assert notebook({"cells": cells}) == "\ny = 1\n"
