"""Holds the rules of the table against NumPy and against themselves on symbols."""

import warnings

import numpy as np

from gnomon import ops
from gnomon.shapes import Dim, Facts, Run, Shape, dtypes, substitute, symbol

from ops.concrete import Concrete

WRONG = (ValueError, IndexError, TypeError, np.linalg.LinAlgError)


def lifted(argument):
    if argument is None:
        return None
    if isinstance(argument, (list, tuple)):
        return [Concrete(item) for item in argument]
    return Concrete(argument)


def inferred(application, library="numpy"):
    """Return what the rule says: outs, or the refutation."""
    op = ops.TABLE[application.op]
    arguments = tuple(lifted(a) for a in application.arguments)
    attributes = {k: _attribute(v) for k, v in application.attributes.items()}
    try:
        return ops.infer(ops.Rule(Facts(), op), op, arguments, attributes, library)
    except ops.Refuted as refuted:
        refuted.refutation.text(op.name)
        fallen = ops.fallback(op, arguments, attributes, ops.Rule(Facts(), op, library))
        assert type(fallen) in (ops.Out, tuple)
        return refuted.refutation


def _attribute(value):
    if isinstance(value, np.ndarray):
        return Concrete(value)
    if isinstance(value, tuple):
        return tuple(_attribute(item) for item in value)
    return value


def agrees_with_reference(application):
    """Assert that NumPy and the rule agree: both refuse, or give the same shapes and dtypes."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            expected = application.reference(*application.arguments, **application.attributes)
        except WRONG as error:
            expected = error
    result = inferred(application)
    if isinstance(expected, Exception):
        refused = isinstance(result, ops.Refutation)
        assert refused or application.may_fail, f"NumPy raises {expected}, the rule gives {result}"
        return
    assert not isinstance(result, ops.Refutation), f"the rule refuses: {result.text(application.op)}"
    many = isinstance(expected, (tuple, list))
    outs = result if many else (result,)
    assert type(outs) is tuple
    arrays = expected if many else (expected,)
    assert len(outs) == len(arrays), f"{len(outs)} results instead of {len(arrays)}"
    for out, array in zip(outs, arrays):
        array = np.asarray(array)
        assert fits(out.shape, array.shape, {}), f"{out.shape} instead of {array.shape}"
        if application.exact_dtype:
            assert out.dtype is dtypes.parse(array.dtype.name), f"{out.dtype} instead of {array.dtype}"
        if out.contents is not None and array.dtype.kind in "iu":
            assert all(a is None or a == b for a, b in zip(out.contents, array.ravel().tolist()))


def fits(shape, concrete, values, runs=None):
    """Say whether a concrete shape is one that a symbolic shape allows; new symbols may be anything >= 0."""
    shape = shape.substitute(values, runs or {})
    if shape.run is None:
        if len(shape.prefix) != len(concrete):
            return False
    elif shape.min_rank > len(concrete):
        return False
    front = zip(shape.prefix, concrete)
    back = zip(reversed(shape.suffix), reversed(concrete))
    return all(_allows(size, number) for pairs in (front, back) for size, number in pairs)


def _allows(size, number):
    if isinstance(size, int):
        return size == number
    low, high = Facts().bounds(size)
    return (low is None or low <= number) and (high is None or number <= high)


class Abstract:
    """An array whose sizes are partly symbols, and whose rank may be unknown."""

    def __init__(self, concrete, shape):
        self.shape = shape
        self.dtype = concrete.dtype
        self.contents = None


class Abstraction:
    """Replaces sizes by symbols, equal sizes sometimes by the same, and stretches of axes by runs."""

    def __init__(self, draw, runs):
        self.choose = draw
        self.values = {}
        self.runs = {}
        self.by_size = {}
        self.use_runs = runs

    def size(self, number):
        if not self.choose(2):
            return number
        if number in self.by_size and self.choose(2):
            return self.by_size[number]
        dim = symbol(f"s{len(self.values)}", lower=self.choose(2) if number else 0)
        self.values[dim] = number
        self.by_size[number] = dim
        return dim

    def shape(self, concrete):
        dims = tuple(self.size(number) for number in concrete)
        if self.use_runs and self.choose(2):
            start = self.choose(len(dims) + 1)
            stop = start + self.choose(len(dims) - start + 1)
            run = Run("r")
            self.runs[run] = dims[start:stop]
            return Shape(dims[:start], run, dims[stop:])
        return Shape(dims)

    def argument(self, argument):
        if argument is None:
            return None
        if isinstance(argument, (list, tuple)):
            return [self.argument(item) for item in argument]
        return Abstract(Concrete(argument), self.shape(argument.shape))

    def attribute(self, name, value):
        if isinstance(value, np.ndarray):
            return self.argument(value)
        if isinstance(value, tuple):
            return tuple(self.attribute(name, item) for item in value)
        if name == "shape" and type(value) is int and value in self.by_size and self.choose(2):
            return self.by_size[value]
        return value


def is_sound(application, choose, runs, library="numpy"):
    """Assert that what the rule says of symbols holds for the numbers behind them."""
    exact = inferred(application, library)
    abstraction = Abstraction(choose, runs)
    op = ops.TABLE[application.op]
    arguments = tuple(abstraction.argument(a) for a in application.arguments)
    attributes = {k: abstraction.attribute(k, v) for k, v in application.attributes.items()}
    try:
        result = ops.infer(ops.Rule(Facts(), op), op, arguments, attributes, library)
    except ops.Refuted as refuted:
        text = refuted.refutation.text(op.name)
        assert isinstance(exact, ops.Refutation), f"refused on symbols only: {text}"
        return
    if isinstance(exact, ops.Refutation):
        return
    if type(exact) is tuple and type(result) is ops.Out:
        for out in exact:
            _check(result, out, abstraction)
        return
    outs, exact = (result, exact) if type(result) is tuple else ((result,), (exact,))
    assert len(outs) == len(exact), f"{len(outs)} results instead of {len(exact)}"
    for out, known in zip(outs, exact):
        _check(out, known, abstraction)


def _check(out, known, abstraction):
    number = tuple(known.shape.dims) if known.shape.rank is not None else None
    if number is None or any(isinstance(size, Dim) for size in number):
        return
    runs = {
        run: tuple(substitute(d, abstraction.values) for d in dims) for run, dims in abstraction.runs.items()
    }
    assert fits(out.shape, number, abstraction.values, runs), (
        f"{out.shape} with {abstraction.values} {abstraction.runs} does not allow {number}"
    )
    if out.dtype is not None and known.dtype is not None:
        assert out.dtype is known.dtype
