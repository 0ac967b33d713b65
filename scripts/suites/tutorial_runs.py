"""Runs the scripts of lisa-lab/DeepLearningTutorials on small data: each trains for an epoch or three."""

from __future__ import annotations

import gzip
import importlib
import pickle
import re
from pathlib import Path

import numpy as np
import pytest


@pytest.fixture(scope="module")
def digits(tmp_path_factory):
    """Pictures of ten classes: a pattern for each, and noise; in the format of mnist.pkl.gz."""
    rng = np.random.default_rng(0)
    patterns = rng.uniform(size=(10, 28 * 28)) < 0.2
    labels = rng.integers(10, size=1800)
    noisy = np.where(rng.uniform(size=(1800, 28 * 28)) < 0.1, ~patterns[labels], patterns[labels]).astype(
        "float32"
    )
    parts = [(noisy[a:b], labels[a:b]) for a, b in ((0, 1000), (1000, 1400), (1400, 1800))]
    path = tmp_path_factory.mktemp("data") / "mnist.pkl.gz"
    with gzip.open(path, "wb") as file:
        pickle.dump(parts, file)
    return str(path)


@pytest.fixture
def script(monkeypatch):
    """Imports a script of the checkout."""
    code = Path.cwd() / "code"
    monkeypatch.chdir(code)
    monkeypatch.syspath_prepend(str(code))
    return importlib.import_module


def errors(text):
    """The validation errors that a script printed, in percent."""
    return [float(found) for found in re.findall(r"validation error ([\d.]+) %", text)]


def costs(text):
    """The costs that a script printed."""
    return [float(found) for found in re.findall(r"cost(?: is)?[ ]+(-?[\d.]+)", text)]


def test_logistic_sgd(script, digits, capsys):
    script("logistic_sgd").sgd_optimization_mnist(n_epochs=3, dataset=digits, batch_size=100)
    assert errors(capsys.readouterr().out)[-1] < 5


def test_mlp(script, digits, capsys):
    script("mlp").test_mlp(n_epochs=3, dataset=digits, batch_size=50, n_hidden=50)
    assert errors(capsys.readouterr().out)[-1] < 20


def test_convolutional_mlp(script, digits, capsys):
    script("convolutional_mlp").evaluate_lenet5(n_epochs=3, dataset=digits, nkerns=[4, 6], batch_size=50)
    assert errors(capsys.readouterr().out)[-1] < 40


@pytest.mark.parametrize("name, batch", [("dA", 50), ("cA", 10)])
def test_autoencoders(script, digits, capsys, tmp_path, name, batch):
    module = script(name)
    kind = getattr(module, name)
    original = kind.__init__
    kind.__init__ = lambda self, *a, **named: original(self, *a, **{**named, "n_hidden": 20})
    try:
        train = getattr(module, f"test_{name}")
        train(training_epochs=3, dataset=digits, batch_size=batch, output_folder=str(tmp_path / "plots"))
    finally:
        kind.__init__ = original
    found = costs(capsys.readouterr().out)
    assert found[2] < found[0]


def test_rbm(script, digits, capsys, tmp_path):
    script("rbm").test_rbm(
        training_epochs=3, dataset=digits, batch_size=50, n_chains=5, n_samples=1, n_hidden=20,
        output_folder=str(tmp_path / "plots"),
    )  # fmt: skip
    found = costs(capsys.readouterr().out)
    assert found[-1] > found[0]


@pytest.mark.parametrize("name", ["SdA", "DBN"])
def test_stacks(script, digits, capsys, name):
    train = getattr(script(name), f"test_{name}")
    train(pretraining_epochs=1, training_epochs=2, dataset=digits, batch_size=50)
    assert np.isfinite(costs(capsys.readouterr().out)).all()
