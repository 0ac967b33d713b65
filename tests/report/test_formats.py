"""The formats that programs read."""

import json

from gnomon.report.concise import render_concise
from gnomon.report.github import render_github
from gnomon.report.json_format import render_json
from gnomon.report.result import Fault, RunResult
from gnomon.report.sarif import render_sarif

from report.diagnostics import ALL, INNER_SIZE, ONE_LINE, TWO_SPREAD
from report.snapshots import assert_snapshot


def run_result() -> RunResult:
    result = RunResult(files=3)
    result.diagnostics = [INNER_SIZE, TWO_SPREAD]
    result.faults = [Fault("old.py", "python2", "Python 2 syntax (line 3)")]
    result.seconds = 0.1234
    result.calls_total, result.calls_known = 10, 7
    return result


def test_concise():
    assert render_concise(INNER_SIZE) == (
        "train.py:13:22: error[inner-size] linear: x ends in 784, but the layer takes 512"
    )
    assert "\n" not in "".join(render_concise(diagnostic) for diagnostic in ALL.values())


def test_json():
    assert_snapshot("run.json", render_json(run_result()) + "\n")


def test_json_says_unproven_in_a_note():
    fields = json.loads(render_json(run_result()))["diagnostics"][1]
    assert fields["level"] == "info"
    assert fields["notes"] == ["unproven: it depends on a size that is not known here"]


def test_github_escapes():
    assert render_github(INNER_SIZE).startswith(
        "::error file=train.py,line=13,endLine=13,title=gnomon inner-size,col=22,endColumn=23::linear: x ends"
    )
    assert "%0A" in render_github(INNER_SIZE)
    assert "\n" not in render_github(ONE_LINE)


def test_sarif():
    log = json.loads(render_sarif(run_result()))
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["inner-size", "rank"]
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("inner-size", 0, "error")
    assert first["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 13,
        "startColumn": 22,
        "endLine": 13,
        "endColumn": 23,
    }
    assert second["level"] == "note"
