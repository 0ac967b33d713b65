"""Comparing a model of Keras with Keras: the same shapes and dtypes, and the same calls that raise."""

from dataclasses import dataclass

import numpy as np

from gnomon.check.frames import Frame, Scope
from gnomon.shapes import Dim
from gnomon.values import ListValue, ModuleValue, Tensor, Unknown, state

from models.harness import _SOURCE, abstract, checker, dtype_of, trial


def enter_a_program():
    """Give models that call back a place in a program, as they have when a program runs."""
    run = checker().run
    module = ModuleValue("trial", _SOURCE)
    run.frame = Frame(Scope(module.cell, None), module, _SOURCE, state.mark())


enter_a_program()


@dataclass(frozen=True)
class Row:
    """One modelled name and the calls that are tried.

    For a layer a call is (arguments, keywords, inputs, call keywords), for a function (arguments, keywords).
    ``open``: sizes may be unknown. ``lenient``: the model need not see every error. ``unknown``: the result
    may be unknown altogether. ``dtype``: dtypes are compared. ``symbolic``: Keras gets symbolic tensors.
    """

    name: str
    calls: object
    open: bool = False
    lenient: bool = False
    unknown: bool = False
    dtype: bool = True
    real: object = None
    symbolic: bool = False

    def __str__(self):
        return self.name


def resolve(name):
    """The real object of a dotted name."""
    import importlib

    parts = name.split(".")
    if parts[:2] == ["keras", "backend"]:
        parts = ["tensorflow", *parts]
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
            for part in parts[cut:]:
                found = getattr(found, part)
            return found
        except (ImportError, AttributeError):
            continue
    raise LookupError(name)


def attempt(action):
    """The result of an action, and the exception it raised."""
    try:
        return action(), None
    except Exception as error:
        return None, error


def as_input(array):
    """A symbolic input for an array (some kernels crash on what Keras should refuse)."""
    import keras

    return keras.Input(batch_shape=array.shape, dtype=str(array.dtype))


def as_tensor(value):
    """A tensor for an array: the functions of Keras 2 take nothing else."""
    import tensorflow as tf

    if isinstance(value, list) and any(isinstance(entry, np.ndarray) for entry in value):
        return [tf.constant(entry) for entry in value]
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def check_layer(row, arguments, keywords, inputs, options):
    """Assert that a layer and its model agree on being made and on one call."""
    real, error = attempt(lambda: resolve(row.name)(*arguments, **keywords))
    made = trial(row.name, tuple(arguments), dict(keywords))
    assert made.error is None, f"the model failed: {made.error!r}"
    if error is not None:
        given = tuple(abstract(entry, "numpy") for entry in inputs)
        late = not isinstance(made.value, Unknown) and trial(made.value, given).raises
        assert row.lenient or made.raises or late, f"Keras raises {error!r} when the layer is made"
        return
    assert not made.raises, f"the model reports {made.diagnostics[0].message!r} when the layer is made"
    arrays = tuple(map(as_input, inputs)) if row.symbolic else inputs
    result, error = attempt(lambda: real(*arrays, **options))
    given = tuple(abstract(entry, "numpy") for entry in inputs)
    named = {key: abstract(entry, "numpy") for key, entry in options.items()}
    seen = trial(made.value, given, named)
    settle(row, seen, result, error)


def check_function(row, arguments, keywords):
    """Assert that a function and its model agree on one call."""
    values = tuple(map(as_tensor, arguments)) if row.name.startswith("keras.backend") else arguments
    result, error = attempt(lambda: (row.real or resolve(row.name))(*values, **keywords))
    given = tuple(abstract(entry, "numpy") for entry in arguments)
    seen = trial(row.name, given, {key: abstract(entry, "numpy") for key, entry in keywords.items()})
    settle(row, seen, result, error)


def settle(row, seen, result, error):
    """Assert that what the model saw is what happened."""
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        assert seen.raises or row.lenient, f"Keras raises {error!r}, the model gives {seen.value!r}"
        return
    assert not seen.raises, (
        f"the model reports {seen.diagnostics[0].message!r}, Keras gives {describe(result)}"
    )
    agree(row, seen.value, result)


def agree(row, value, result):
    """Assert that an abstract value describes a concrete one."""
    if isinstance(result, (list, tuple)):
        if row.unknown and isinstance(value, Unknown):
            return
        entries = value.items if isinstance(value, ListValue) else value
        assert isinstance(entries, (list, tuple)), f"{value!r} for {describe(result)}"
        assert len(entries) == len(result), f"{value!r} for {describe(result)}"
        for inner, part in zip(entries, result):
            agree(row, inner, part)
        return
    if not hasattr(result, "shape"):
        assert isinstance(value, (Unknown, Dim)) or value == result, f"{value!r} for {result!r}"
        return
    shape = tuple(result.shape)
    if isinstance(value, (int, float, bool, Dim)):
        assert shape == ()
        return
    if isinstance(value, Unknown) or (isinstance(value, Tensor) and value.shape.rank is None):
        assert row.unknown, f"unknown result for {describe(result)}"
        return
    assert isinstance(value, Tensor), f"{value!r} for {describe(result)}"
    assert len(value.shape.dims) == len(shape), f"{value!r} for {describe(result)}"
    for have, want in zip(value.shape.dims, shape):
        assert have == want or (isinstance(have, Dim) and row.open), f"{value!r} for {describe(result)}"
    if row.dtype and value.dtype is not None:
        assert value.dtype is dtype_of(np.dtype(str(result.dtype).replace("<dtype: '", "").rstrip("'>"))), (
            f"{value!r} for {describe(result)}"
        )


def describe(result):
    """The shape and dtype of a real result."""
    if isinstance(result, (list, tuple)):
        return "(" + ", ".join(map(describe, result)) + ")"
    return f"{tuple(result.shape)} {result.dtype}" if hasattr(result, "shape") else repr(result)
