"""The examples reach what they state."""

import gzip
import runpy
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def run(monkeypatch):
    """Run an example's `main` as its user would, beside what the examples share."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return lambda name, **given: runpy.run_path(str(EXAMPLES / name))["main"](**given)


def test_measurements_of_tumours(run, capsys):
    assert run("logistic_regression.py") >= 0.96
    assert "steps/s" in capsys.readouterr().out


def test_digits(run, capsys):
    assert run("train_digits.py") >= 0.98
    assert "steps/s" in capsys.readouterr().out


def test_digits_by_convolution(run, capsys, tmp_path):
    picture = tmp_path / "curve.png"
    assert run("train_lenet.py", curve=picture) >= 0.98
    assert "steps/s" in capsys.readouterr().out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_pictures_of_mnist(run, tmp_path):
    """Files of the right form, with a bright half that says which class a picture has."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 200).astype("uint8")
    pictures = rng.integers(0, 90, (200, 28, 28)).astype("uint8")
    pictures[labels == 1, :, 14:] += 150
    for name, skip, data in (("images-idx3", 16, pictures), ("labels-idx1", 8, labels)):
        (tmp_path / f"t10k-{name}-ubyte.gz").write_bytes(gzip.compress(bytes(skip) + data.tobytes()))
    assert run("train_lenet.py", folder=tmp_path, epochs=10) >= 0.95
    with pytest.raises(SystemExit, match="should hold MNIST's files"):
        run("train_lenet.py", folder=tmp_path / "nowhere")


def test_text(run, capsys):
    """Shorter than the example, which comes below 1 bit."""
    assert run("write_text.py", steps=150) < 2.2
    assert "steps/s" in capsys.readouterr().out


def test_a_gaussian_process(run, capsys):
    explained, inside = run("gaussian_process.py")
    assert explained >= 0.4
    assert inside >= 0.9
    assert "steps of Newton's method" in capsys.readouterr().out


def test_an_orbit(run, capsys):
    assert run("orbit.py") < 1
    assert "flights of 20,000 steps" in capsys.readouterr().out


def test_each_example_is_tested_and_told():
    names = {path.name for path in EXAMPLES.glob("*.py")} - {"showing.py", "train_mnist.py"}
    test, readme = Path(__file__), EXAMPLES.parent / "README.md"
    for name in names:
        for page in (test, readme):
            assert name in page.read_text(encoding="utf-8"), f"{page.name} should have {name}"
