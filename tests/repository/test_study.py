"""The study runs; of its figures, those of accuracy and of memory are judged, which no machine changes."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rows(text):
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]


def test_accuracy(tmp_path):
    command = [sys.executable, str(ROOT / "scripts" / "study"), "--only", "accuracy", "--folder", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = [row for row in rows((tmp_path / "study.md").read_text()) if row[0].startswith("`")]
    assert len(found) == 30
    for name, dtype, *figures in found:
        largest, median, _, largest_with, median_with, lost_with = map(float, figures)
        small = 1e-13 if dtype == "float64" else 1e-6
        assert lost_with == 0, name
        assert median_with <= max(median, small), name
        assert largest_with <= max(largest, small), name
    assert sum(float(figures[2]) for _, _, *figures in found) > 10  # without laws some are lost


def test_a_page_keeps_the_sections_that_are_not_measured(tmp_path):
    (tmp_path / "study.md").write_text("# The study\n\n<!-- laws -->\n## What laws save\n\nkept\n")
    command = [sys.executable, str(ROOT / "scripts" / "study"), "--only", "accuracy", "--folder", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    text = (tmp_path / "study.md").read_text()
    assert re.findall(r"^<!-- (\w+) -->$", text, re.M) == ["laws", "accuracy"]
    assert "\nkept\n" in text


def test_savings(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from study import drawing, making, models, savings

    model = models.likelihood()
    whole, apart = making.made(model), making.made(model, off=["siblings"])
    assert whole.steps < apart.steps
    plain = making.made(model, laws="none")
    assert plain.nodes > whole.nodes
    assert not plain.firings
    for first, second, third in zip(whole.call(), apart.call(), plain.call(), strict=True):
        assert abs(first - second) <= 1e-9 * abs(first)
        assert abs(first - third) <= 1e-9 * abs(first)
    svg = drawing.marks({"siblings": {"log-likelihood": 1.5}}, "times")
    assert svg.count("<circle") == 2
    assert savings.table({"siblings": {model.name: (1.5, 1.0)}}, [model])[2] == "| siblings | 1.50x |"
