"""The examples reach the accuracy that they state."""

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_digits(capsys):
    accuracy = runpy.run_path(str(EXAMPLES / "train_digits.py"))["main"]()
    assert accuracy >= 0.97
    assert "steps/s" in capsys.readouterr().out


def test_an_orbit(capsys):
    assert runpy.run_path(str(EXAMPLES / "fit_orbit.py"))["main"]() < 1
    assert "flights of 600 steps" in capsys.readouterr().out
