"""What cannot be read, or not followed to its end, is one clear line."""

import json
import os
import sys

import pytest

from gnomon.check.api import Checker
from gnomon.check.reading import Fault, notebook_text


def test_a_long_sum_is_evaluated():
    result = Checker().check("long.py", f"x = {'+'.join(['1'] * 20_000)}\nreveal_shape(x)\n")
    assert result.fault is None
    assert [diagnostic.message for diagnostic in result.diagnostics] == ["20000"]


def test_deep_nesting_is_one_line():
    result = Checker().check("deep.py", f"x = a{'.b' * 20_000}\n")
    assert (result.fault, result.fault_kind) == ("is nested too deeply", "nesting")


def test_lists_that_hold_themselves_are_followed():
    text = "held = []; held.append(held); held == held\nimport numpy as np\nnp.zeros(3) + np.zeros(4)\n"
    result = Checker().check("held.py", text)
    assert result.fault is None
    assert [diagnostic.rule for diagnostic in result.diagnostics] == ["broadcast"]


def test_what_was_found_before_deep_nesting_is_kept():
    text = "import numpy as np\nnp.zeros(3) + np.zeros(4)\n"
    text += "a = []; b = []; a.append(b); b.append(a); a == b\n"
    result = Checker().check("deep.py", text)
    assert result.fault_kind == "nesting"
    assert [diagnostic.rule for diagnostic in result.diagnostics] == ["broadcast"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file")
def test_an_endless_file_is_one_line():
    fault = Checker().check("/dev/zero").fault
    assert fault is not None
    assert fault.startswith("is larger than")


@pytest.mark.parametrize(
    "text", ['{"cells": 3}', '{"cells": null}', '{"worksheets": [3]}', "[1]", "{", "[" * 100_000]
)
def test_odd_notebooks_are_one_line(text):
    fault = notebook_text(text)
    assert isinstance(fault, Fault)
    assert fault.message.startswith("is not a readable notebook")


def test_notebooks_of_both_layouts():
    cell = '{"cell_type": "code", "%s": ["x = 1\\n", "y = 2"]}'
    assert notebook_text('{"cells": [3, %s]}' % (cell % "source")) == "x = 1\ny = 2\n"
    assert notebook_text('{"worksheets": [{"cells": [%s]}]}' % (cell % "input")) == "x = 1\ny = 2\n"


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads the text")
def test_newer_syntax_names_the_cure():
    fault = Checker().check("new.py", "x = t'{y}'\n").fault
    assert fault is not None
    assert "if this is syntax of Python 3.14, run Gnomon with that version" in fault


def test_an_unknown_encoding_is_one_line(tmp_path):
    (tmp_path / "odd.py").write_text("# coding: nonsense\n")
    fault = Checker().check(str(tmp_path / "odd.py")).fault
    assert fault == "declares an encoding that Python does not know (unknown encoding: nonsense)"


def notebook(*lines):
    cell = {"cell_type": "code", "source": "\n".join(lines)}
    return notebook_text(json.dumps({"cells": [cell]})).splitlines()


@pytest.mark.parametrize(
    "line, kept",
    [
        ("%timeit f(x)", "0;      f(x)"),
        ("%timeit -n 10 -r2 f(x)", "0;                f(x)"),
        ("    %time y = f(x)", "    0;    y = f(x)"),
        ("%time", "pass"),
        ("%timeit f(", "pass"),
        ("%matplotlib inline", "pass"),
        ("?f", "pass"),
        ("files = !ls -l", "files = get_ipython()"),
        ("t = %timeit -o f(x)", "t = get_ipython()"),
        ("rest = 17 %five", "rest = 17 %five"),
    ],
)
def test_what_magics_measure_is_kept_in_its_place(line, kept):
    assert notebook("if True:", "    pass", line) == (["if True:", "    pass", kept])


def test_timed_cells_are_kept():
    assert notebook("%%timeit", "f(x)") == ["pass", "f(x)"]
    assert notebook("%%bash", "ls") == ["", ""]
