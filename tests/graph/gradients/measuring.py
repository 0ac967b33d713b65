"""Gradients against finite differences, along random directions."""

import numpy as np

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph import bodies
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, symbol
from gnomon.graph.gradients.reverse import pulled
from gnomon.ops.bodies import Inexpressible

STEP = 1e-6


def inputs_of(case, dtype="float64", batch=False):
    """Return symbols for the inputs as the operation takes them, and their values."""
    values = {}

    def one(value):
        if value is None:
            return None
        if isinstance(value, tuple):
            return tuple(one(part) for part in value)
        value = np.asarray(value)
        name = str(value.dtype)
        if value.dtype.kind in "fc" and dtype == "float32":
            name = {"f": "float32", "c": "complex64"}[value.dtype.kind]
        shape = value.shape
        if batch and value.dtype.kind in "fc" and shape and shape[0] != 1:
            shape = (f"n{shape[0]}", *shape[1:])
        leaf = symbol(f"x{len(values)}", shape, name)
        values[leaf] = value
        return leaf

    return [one(value) for value in case.arrays], values


def symmetrised(arrays, case):
    if not case.symmetric:
        return arrays
    return [(x + ops.conj(ops.matrix_transpose(x))) * 0.5 if x is arrays[0] else x for x in arrays]


def applied(case, inputs):
    out = ops.TABLE[case.op](*symmetrised(inputs, case), **case.attributes)
    return (out,) if isinstance(out, Array) else tuple(out)


def picked(case, outputs):
    """Return what of the outputs is unique."""
    if case.what == "projectors" and case.op == "eigh":
        values, vectors = outputs
        marks = as_array(np.arange(1.0, 1.0 + vectors.shape.dims[-1]))
        return [values, ops.matmul(vectors * marks, ops.conj(ops.matrix_transpose(vectors)))]
    if case.what == "projectors":
        u, values, vh = outputs
        if type(values.shape.dims[-1]) is not int:
            return [values]
        marks = as_array(np.arange(1.0, 1.0 + values.shape.dims[-1]))
        return [values, ops.matmul(u * marks, vh), ops.matmul(u * marks, ops.conj(ops.matrix_transpose(u)))]
    if case.what in ("solution", "eigenvalues"):
        return [outputs[0]]
    return [out for out in outputs if out.dtype.kind in ("float", "complex")]


def weighed(arrays, seed):
    """Return a real scalar out of arrays: weights that differ for each entry."""
    g = np.random.default_rng(seed)
    total = None
    for array in arrays:
        dims = tuple(array.shape.dims)
        if not all(type(size) is int for size in dims):
            term = ops.sum(array * array * 0.5 + array)
            total = term if total is None else total + term
            continue
        weights = g.uniform(0.5, 1.5, dims)
        parts = [ops.real(array), ops.imag(array)] if array.dtype.kind == "complex" else [array]
        for k, part in enumerate(parts):
            term = ops.sum(part * as_array(weights + 0.3 * k))
            total = term if total is None else total + term
    return total


def directions(values, leaves, seed):
    g = np.random.default_rng(seed)
    result = {}
    for leaf in leaves:
        value = values[leaf]
        d = g.normal(size=value.shape)
        if value.dtype.kind == "c":
            d = d + 1j * g.normal(size=value.shape)
        result[leaf] = d
    return result


def slope(scalar, values, direction):
    """Return the central difference of a scalar along a direction."""
    ends = []
    for sign in (1, -1):
        moved = {
            leaf: v + sign * STEP * direction[leaf] if leaf in direction else v for leaf, v in values.items()
        }
        ends.append(float(evaluate([scalar], moved)[0]))
    return (ends[0] - ends[1]) / (2 * STEP)


def inner(gradients, direction):
    """Return the real inner product of gradients with a direction."""
    return sum(float(np.sum((np.conj(g) * direction[leaf]).real)) for leaf, g in gradients.items())


def derived(scalar, leaves):
    from gnomon.graph.gradients.helpers import filled

    found = pulled([scalar], leaves, [filled(scalar, 1.0)])
    return {leaf: g for leaf, g in zip(leaves, found) if g is not None}


def leaves_of(case, values):
    leaves = [leaf for leaf in values if leaf.dtype.kind in ("float", "complex")]
    return leaves[1:] if case.what == "second input" else leaves


def check(scalar, values, leaves, seed, tolerance):
    """Hold the gradient of a scalar against differences; return the gradients."""
    found = derived(scalar, leaves)
    numbers = dict(zip(found, evaluate(list(found.values()), values)))
    for leaf, g in found.items():
        assert g.shape.dims == leaf.shape.dims, (leaf, g.shape)
        assert g.dtype is leaf.dtype
        assert np.all(np.isfinite(numbers[leaf])), f"the gradient by {leaf} is {numbers[leaf]}"
    for k in range(2):
        direction = directions(values, leaves, seed + k)
        expected, got = slope(scalar, values, direction), inner(numbers, direction)
        assert abs(expected - got) <= tolerance * max(1.0, abs(expected), abs(got)) * 10, (expected, got)
    return found


def through_body(case, inputs):
    """Return the outputs of the body of an operation, or None."""
    application = applied(case, inputs)[0].application
    try:
        return bodies.through_body(application) if application.op.body is not None else None
    except Inexpressible:
        return None
