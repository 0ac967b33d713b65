"""Carries out one operation with NumPy, and holds what its rule infers against what comes out."""

import numpy as np

from gnomon import ops
from gnomon.compile.reference.engine import run
from gnomon.compile.reference.sizes import Solution
from gnomon.graph.array import Application, Array, Constant
from gnomon.graph.constants import constant
from gnomon.graph.world import GraphRule
from gnomon.shapes import dtypes


def lifted(argument):
    """Return NumPy arrays as constants; None and Python numbers inside stay what they are."""
    if argument is None or isinstance(argument, Array):
        return argument
    if isinstance(argument, (list, tuple)):
        return tuple(lifted(entry) for entry in argument)
    return constant(np.asarray(argument))


def attribute(value):
    """Return an attribute with constants for NumPy arrays."""
    if isinstance(value, np.ndarray):
        return constant(value)
    return tuple(attribute(entry) for entry in value) if type(value) is tuple else value


def carried_out(name, *arguments, **attributes):
    """Return what the rule infers and what the engine computes, both as tuples."""
    op = ops.TABLE[name]
    inputs = tuple(lifted(argument) for argument in arguments)
    attributes = {key: attribute(value) for key, value in attributes.items()}
    if isinstance(attributes.get("dtype"), str):
        attributes["dtype"] = dtypes.parse(attributes["dtype"])
    rule = GraphRule(op)
    outs = ops.infer(rule, op, inputs, attributes)
    outs = outs if type(outs) is tuple else (outs,)
    application = Application(op, inputs, attributes, tuple(rule.guards), None)
    application.outputs = tuple(
        Array(out.shape, out.dtype, application=application, index=k) for k, out in enumerate(outs)
    )
    known = {array: array.data for array in application.arrays()}
    known.update({array: array.data for array in constants_in(attributes)})
    return outs, run(application, known, Solution())


def constants_in(value):
    if isinstance(value, Constant):
        yield value
    elif isinstance(value, dict):
        yield from constants_in(tuple(value.values()))
    elif type(value) is tuple:
        for entry in value:
            yield from constants_in(entry)


def agrees(name, outs, results, expected, *, dtype=True, rtol=1e-6):
    """Assert that shapes and dtypes were inferred, and that values are those expected."""
    assert len(outs) == len(results) == len(expected), (
        f"{name}: {len(outs)} results, {len(expected)} expected"
    )
    for out, result, wanted in zip(outs, results, expected):
        wanted = np.asarray(wanted)
        assert result.shape == wanted.shape, f"{name}: {result.shape} instead of {wanted.shape}"
        for size, number in zip(out.shape.dims, result.shape):
            assert not isinstance(size, int) or size == number, f"{name}: {out.shape} for {result.shape}"
        if out.dtype is not None:
            assert result.dtype.name == out.dtype.name
            if dtype:
                assert out.dtype is dtypes.parse(wanted.dtype.name), f"{name}: {out.dtype} for {wanted.dtype}"
        narrow = result.dtype in (np.float32, np.complex64)
        tolerance = 2e-3 if result.dtype == np.float16 else max(rtol, 2e-5 if narrow else 0)
        np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance * 1e-2, err_msg=name)
