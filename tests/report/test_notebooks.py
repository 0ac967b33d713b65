"""Findings in notebooks are shown in their cells."""

import json

from gnomon.check.diagnostic import Diagnostic, Label, Level, Span
from gnomon.report.concise import render_concise
from gnomon.report.full import render_full
from gnomon.report.json_format import diagnostic_fields
from gnomon.report.notebooks import Cells, code_cells, in_cells
from gnomon.report.sources import Sources

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Text"]},
        {"cell_type": "code", "source": ["import torch\n", "x = torch.zeros(2, 3)"]},
        {"cell_type": "code", "source": "%matplotlib inline\ny = x @ x\n"},
    ]
}
FINDING = Diagnostic(
    "inner-size",
    Level.ERROR,
    Span("nb.ipynb", 4, 5, 4, 10),
    "x ends in 3",
    "(2, 3) @ (2, 3)",
    (Label(Span("nb.ipynb", 2, 5, 2, 22), "made here"),),
    ("x came from torch.zeros(2, 3)   nb.ipynb:2",),
)


def sources() -> Sources:
    return Sources({"nb.ipynb": json.dumps(NOTEBOOK)})


def test_full():
    assert render_full(in_cells(FINDING, sources()), sources()).splitlines() == [
        "error[inner-size]: x ends in 3",
        "  --> nb.ipynb:cell 2:2:5",
        "   |",
        " 2 | y = x @ x",
        "   |     ^^^^^ (2, 3) @ (2, 3)",
        "   |",
        "  ::: nb.ipynb:cell 1:2:5",
        "   |",
        " 2 | x = torch.zeros(2, 3)",
        "   |     ----------------- made here",
        "   = x came from torch.zeros(2, 3)   nb.ipynb:cell 1:2",
    ]


def test_concise():
    text = render_concise(in_cells(FINDING, sources()))
    assert text == "nb.ipynb:cell 2:2:5: error[inner-size] x ends in 3"


def test_json_keeps_the_path():
    fields = diagnostic_fields(FINDING, sources())
    assert (fields["path"], fields["line"], fields["cell"]) == ("nb.ipynb", 4, {"number": 2, "line": 2})


def test_old_format_and_no_notebooks():
    sheet = {"cells": [{"cell_type": "code", "input": ["a = 1"]}]}
    assert code_cells(json.dumps({"worksheets": [sheet]})) == ["a = 1"]
    assert code_cells("[]") == code_cells("no json") == code_cells('{"cells": [3]}') == []
    assert Cells([]).place(3) == (1, 3)
    assert in_cells(FINDING, Sources({"nb.ipynb": "{"})) == FINDING
