"""The comparison with other libraries runs, beside NumPy alone; its figures are not judged."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_short_comparison(tmp_path):
    figures, page = tmp_path / "figures.json", tmp_path / "page.md"
    command = [sys.executable, str(ROOT / "bench" / "compare.py"), "--peers", "NumPy", "--rounds", "2"]
    done = subprocess.run(
        [*command, "--only", "call", "--json", figures, "--page", page], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    lines = json.loads(figures.read_text())["lines"]
    assert len(lines) == 2
    for line in lines:
        assert line["failed"] == {}
        assert set(line["figures"]) == {"Gnomon", "NumPy"}
        assert line["name"] in page.read_text()
        assert line["name"] in done.stdout


def test_the_checker_beside_type_checkers(tmp_path):
    page = tmp_path / "page.md"
    command = [sys.executable, str(ROOT / "bench" / "check_speed.py"), "--rounds", "1", "--page", page]
    done = subprocess.run([*command, ROOT / "bench" / "checkers.py"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr  # the figures are not judged
    for checker in ("Gnomon", "mypy"):
        assert f"| {checker} |" in page.read_text()
        assert f"checkers.py: {checker} " in done.stdout
