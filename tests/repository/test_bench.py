"""The comparisons with other libraries and checkers run; their figures are not judged."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPARE = [sys.executable, str(ROOT / "bench" / "compare.py")]


def test_a_short_comparison(tmp_path):
    figures, page = tmp_path / "figures.json", tmp_path / "page.md"
    chosen = ["--peers", "NumPy", "--rounds", "2", "--only", "call:", "--json", figures]
    for more in ([], ["--missing", "--page", page]):
        done = subprocess.run([*COMPARE, *chosen, *more], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        lines = json.loads(figures.read_text())["lines"]
        calls = [line for line in lines if line["family"] == "calls"]
        assert len(calls) == 2
        for line in calls:
            assert line["failed"] == {}
            assert set(line["figures"]) == {"Gnomon", "NumPy"}
            assert (line["name"] in done.stdout) == (not more)  # the second run has nothing left to measure
    assert all(line["name"] in page.read_text() for line in calls)


def test_every_line_is_right_on_small_arrays(tmp_path):
    """Results are held against the references before anything is timed."""
    figures = tmp_path / "figures.json"
    done = subprocess.run(
        [*COMPARE, "--quick", "--peers", "", "--json", figures], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    names = [line["name"] for line in json.loads(figures.read_text())["lines"]]
    assert len(names) == len(set(names)) > 100


def test_a_wrong_result_is_not_timed():
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        from measuring import check
    finally:
        sys.path.pop(0)
    for whole in (False, True):
        check([1.0, [1.0, 2.0]], [1.0, [1.0, 2.0]], 1e-6, whole=whole)
        try:
            check([1.0, [1.0, 2.1]], [1.0, [1.0, 2.0]], 1e-6, whole=whole)
        except AssertionError:
            continue
        raise RuntimeError("a wrong result passed")


def test_the_checker_beside_type_checkers(tmp_path):
    page = tmp_path / "page.md"
    command = [sys.executable, str(ROOT / "bench" / "check_speed.py"), "--rounds", "1", "--page", page]
    done = subprocess.run([*command, ROOT / "bench" / "checkers.py"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr  # the figures are not judged
    for checker in ("Gnomon", "mypy"):
        assert f"| {checker} |" in page.read_text()
        assert f"checkers.py: {checker} " in done.stdout
