"""Baselines: only new findings are reported."""

import pytest

from gnomon.check.diagnostic import Diagnostic, Level, Span
from gnomon.report.baseline import new_findings, read_baseline, write_baseline
from gnomon.report.sources import Sources

OLD = "import x\ny = f(x)\ny = f(x)\n"


def finding(line: int, rule: str = "rank", level: Level = Level.ERROR) -> Diagnostic:
    return Diagnostic(rule, level, Span("src/a.py", line, 1, line, 5), "m")


def test_moved_lines_stay_known_and_new_ones_are_new():
    baseline = write_baseline([finding(2), finding(3)], Sources({"src/a.py": OLD}), "")
    now = Sources({"src/a.py": "\n\n# more\n" + OLD + "y   =  f(x)\nz = g(x)\n"})
    found = [finding(5), finding(6), finding(7), finding(8), finding(5, "axis")]
    new, held = new_findings(found, read_baseline(baseline), now, "")
    assert held == 2
    assert new == [finding(7), finding(8), finding(5, "axis")]


def test_paths_count_from_the_baselines_folder():
    text = write_baseline([finding(2)], Sources({"src/a.py": OLD}), "src")
    assert '"path": "a.py"' in text


def test_notes_are_not_held():
    sources = Sources({"src/a.py": OLD})
    text = write_baseline([finding(2, level=Level.INFO)], sources, "")
    assert not read_baseline(text)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2}', '{"version": 1, "findings": [{"path": "a"}]}', '{"version": 1}'],
)
def test_other_files_are_refused(text):
    with pytest.raises(ValueError, match=r"no JSON|no baseline|lacks"):
        read_baseline(text)
