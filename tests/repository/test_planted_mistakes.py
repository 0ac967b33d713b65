"""The script that plants mistakes: what it changes, how a run ends, what the page counts."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from planted.mutants import mutants  # noqa: E402
from planted.page import framework, page  # noqa: E402
from planted.running import Runs, kind_of  # noqa: E402

PROGRAM = """
x = make(4, 3).reshape(2, 6)
y = x.sum(axis=1)
set_seed(7)
"""


def test_each_mutant_changes_one_number():
    found = mutants(PROGRAM, most=20)
    assert {mutant.kind for mutant in found} == {"size", "target", "axis"}
    assert len(found) == 5  # the seed decides about no shape
    for mutant in found:
        before, after = PROGRAM.splitlines(), mutant.text.splitlines()
        assert [n for n in range(len(before)) if before[n] != after[n]] == [mutant.line - 1]
        ast.parse(mutant.text)


def test_mutants_are_the_same_each_time():
    assert mutants(PROGRAM, most=3) == mutants(PROGRAM, most=3)


def test_a_text_runs_once(tmp_path):
    runs = Runs(seconds=20)
    text = f"open({str(tmp_path / 'log')!r}, 'a').write('ran ')\nraise ValueError('shapes differ')\n"
    assert runs.outcome(text, tmp_path).kind == "shape"
    again = Runs(seconds=20)
    again.recall(runs.kept())
    assert again.outcome(text, tmp_path) == runs.outcome(text, tmp_path)
    assert again.outcome(text, tmp_path).lines == (2,)
    assert (tmp_path / "log").read_text() == "ran "


def test_errors_of_shapes_are_told_from_others():
    assert kind_of("ValueError: operands could not be broadcast together") == "shape"
    assert kind_of("FileNotFoundError: no such file or shape") == "other"
    assert kind_of("IndexError: list index out of range") == "other"


def test_a_program_belongs_to_its_framework():
    assert framework("import numpy as np\nimport torch\n") == "PyTorch"
    assert framework("import tensorflow.compat.v1 as tf\n") == "TensorFlow 1"
    assert framework("from tensorflow import keras\n") == "Keras"
    assert framework("import tensorflow as tf\n") == "TensorFlow 2"
    assert framework("import flax.linen as nn\n") == "JAX and flax"


def test_the_page_counts_each_change_once():
    record = {
        "framework": "NumPy",
        "program": "p",
        "line": 2,
        "kind": "axis",
        "before": "0",
        "after": "1",
        "outcome": "shape",
        "found": ["error"],
        "on_the_line": True,
    }
    result = {"versions": {"numpy": "2"}, "records": [record]}
    text = page([result, result])
    assert "**1 of 1 crashes are found (100 %),**" in text
    assert "| NumPy | 1 | 1 | 100 % | 0 | 0 |" in text
