"""What tests of programs use: seeds, closeness of arrays, checked gradients."""

from __future__ import annotations

import copy as copying
import functools
import re
import sys
import unittest
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.configuration import config
from gnomon.theano.differentiating.checking import GradientError
from gnomon.theano.differentiating.checking import verify_grad as _verify_grad
from gnomon.theano.tensor import basic
from gnomon.theano.tensor.nearness import _allclose, tolerances

SkipTest = unittest.SkipTest


def attr(*names: str, **values: Any) -> Callable[[Any], Any]:
    """Return a decorator that notes attributes of a test, by which runs choose."""

    def noted(test: Any) -> Any:
        for name, value in {**dict.fromkeys(names, True), **values}.items():
            setattr(test, name, value)
        return test

    return noted


def fetch_seed(pseed: Any = None) -> int | None:
    """Return the seed of tests: the one given, or ``config.unittests.rseed``; None where that is "random"."""
    seed = pseed or config.unittests.rseed
    if not seed or seed == "random":
        return None
    try:
        return int(seed)
    except ValueError:
        print(f"config.unittests.rseed is no seed: {seed!r}; None is taken", file=sys.stderr)
        return None


def seed_rng(pseed: Any = None) -> int | None:
    """Seed NumPy's random numbers as `fetch_seed` says; returns the seed."""
    seed = fetch_seed(pseed)
    np.random.seed(seed)
    return seed


def verify_grad(op: Any, pt: Any, n_tests: int = 2, rng: Any = None, *arguments: Any, **named: Any) -> None:
    """Check a gradient against differences of values, with random numbers of the tests' seed."""
    if rng is None:
        seed_rng()
        rng = np.random
    _verify_grad(op, pt, n_tests, rng, *arguments, **named)


verify_grad.E_grad = GradientError  # type: ignore[attr-defined]


class MockRandomState:
    """Random numbers that are all the same, at a border of what may be drawn."""

    def __init__(self, val: float) -> None:
        self.val = val

    def rand(self, *shape: int) -> Any:
        """Return the number in a shape."""
        return np.full(shape, float(self.val))

    def randint(self, minval: int, maxval: int | None = None, size: Any = 1) -> Any:
        """Return the least integers for 0, else the greatest."""
        low, high = (0, minval) if maxval is None else (minval, maxval)
        return np.full(size, low if self.val == 0 else high - 1, dtype="int64")


class TestOptimizationMixin:
    """Counts of operations in a function's graph."""

    @staticmethod
    def _count(matching: Callable[[Any], bool], f: Any, least: int, most: int) -> None:
        found = [node for node in f.maker.fgraph.toposort() if matching(node)]
        assert least <= len(found) <= most, (found, least, most)

    def assertFunctionContains(self, f: Any, op: Any, min: int = 1, max: int = sys.maxsize) -> None:
        """Fail unless an operation occurs as often as said."""
        self._count(lambda node: bool(node.op == op), f, min, max)

    def assertFunctionContains0(self, f: Any, op: Any) -> None:
        """Fail if an operation occurs."""
        self.assertFunctionContains(f, op, 0, 0)

    def assertFunctionContains1(self, f: Any, op: Any) -> None:
        """Fail unless an operation occurs once."""
        self.assertFunctionContains(f, op, 1, 1)

    def assertFunctionContainsN(self, f: Any, op: Any, N: int) -> None:
        """Fail unless an operation occurs N times."""
        self.assertFunctionContains(f, op, N, N)

    def assertFunctionContainsClass(self, f: Any, op: Any, min: int = 1, max: int = sys.maxsize) -> None:
        """Fail unless operations of a class occur as often as said."""
        self._count(lambda node: isinstance(node.op, op), f, min, max)

    def assertFunctionContainsClassN(self, f: Any, op: Any, N: int) -> None:
        """Fail unless operations of a class occur N times."""
        self.assertFunctionContainsClass(f, op, N, N)

    def SkipTest(self, msg: str = "Skip this test") -> None:
        """Skip the test."""
        raise unittest.SkipTest(msg)


class T_OpContractMixin:
    """Tests of equality, hash and name for the operations in ``self.ops``."""

    other_op: Any = basic.add
    ops: Sequence[Any] = ()

    def copy(self, x: Any) -> Any:
        """Return a copy."""
        return copying.copy(x)

    def deepcopy(self, x: Any) -> Any:
        """Return a deep copy."""
        return copying.deepcopy(x)

    def clone(self, op: Any) -> Any:
        """Return a new operation like another one."""
        raise NotImplementedError("return new instance like `op`")

    def test_eq(self) -> None:
        """Copies are equal, others are not."""
        for place, op in enumerate(self.ops):
            assert op == self.copy(op) == self.deepcopy(op) == self.clone(op)
            assert op != self.other_op
            assert all(op != other for k, other in enumerate(self.ops) if k != place)

    def test_hash(self) -> None:
        """Copies have the same hash."""
        for op in self.ops:
            assert {hash(op), hash(self.copy(op)), hash(self.deepcopy(op)), hash(self.clone(op))} == {
                hash(op)
            }
            assert hash(op) != hash(self.other_op)

    def test_name(self) -> None:
        """Every operation has a text."""
        assert all(str(op) for op in self.ops)


class InferShapeTester(unittest.TestCase):
    """Tests that the shapes a function tells are those that it gives."""

    def setUp(self) -> None:
        from gnomon.theano.compile.mode import get_default_mode

        seed_rng()
        mode = getattr(self, "mode", None)
        self.mode = (mode if mode is not None else get_default_mode()).including("canonicalize")

    def _compile_and_check(
        self,
        inputs: Any,
        outputs: Any,
        numeric_inputs: Any,
        cls: Any,
        excluding: Any = None,
        warn: bool = True,
        check_topo: bool = True,
    ) -> None:
        """Compare the shapes of results with the results of ``.shape``."""
        from gnomon.theano.compile.function import function

        mode = self.mode.excluding(*excluding) if excluding else self.mode
        values = function(inputs, outputs, mode=mode)(*numeric_inputs)
        shapes = function(inputs, [out.shape for out in outputs], mode=mode, on_unused_input="ignore")(
            *numeric_inputs
        )
        for value, shape in zip(values, shapes):
            assert tuple(value.shape) == tuple(int(size) for size in shape), (value.shape, shape)


class WrongValue(Exception):
    """Arrays that should be close and are not."""

    def __init__(self, expected_val: Any, val: Any, rtol: Any, atol: Any) -> None:
        super().__init__()
        self.val1, self.val2, self.rtol, self.atol = expected_val, val, rtol, atol

    def __str__(self) -> str:
        return f"WrongValue\n{str_diagnostic(self.val1, self.val2, self.rtol, self.atol)}"


def str_diagnostic(expected: Any, value: Any, rtol: Any, atol: Any) -> str:
    """Return a text about two arrays and how far they are from each other."""
    lines = []
    for name, array in (("expected", expected), ("value", value)):
        lines.append(
            f"  {name}: shape {np.shape(array)}, dtype {getattr(array, 'dtype', type(array).__name__)}"
        )
        lines.append(f"    {array}")
    try:
        off = np.absolute(np.asarray(value) - np.asarray(expected))
        with np.errstate(all="ignore"):
            share = off / np.absolute(expected)
        for name, errors in (("absolute", off), ("relative", share)):
            lines.append(f"  {name} difference: at most {errors.max()}, {errors.mean()} on average")
    except (TypeError, ValueError):
        pass
    absolute, relative = tolerances(expected, value)
    lines.append(f"  rtol {relative if rtol is None else rtol}, atol {absolute if atol is None else atol}")
    return "\n".join(lines)


def assert_allclose(expected: Any, value: Any, rtol: Any = None, atol: Any = None) -> None:
    """Raise an error unless arrays are close, with tolerances for their dtypes."""
    if not _allclose(expected, value, rtol, atol):
        raise WrongValue(expected, value, rtol, atol)


class AttemptManyTimes:
    """A decorator of tests that depend on chance: some of several attempts must pass."""

    def __init__(self, n_attempts: int, n_req_successes: int = 1) -> None:
        if n_attempts < n_req_successes:
            raise AssertionError("more successes are required than there are attempts")
        self.n_attempts, self.n_req_successes = n_attempts, n_req_successes

    def __call__(self, fct: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(fct)
        def attempted(*arguments: Any, **named: Any) -> None:
            owner = arguments[0] if arguments and hasattr(arguments[0], "_testMethodName") else None
            first, passed = config.unittests.rseed, 0
            for turn in range(self.n_attempts):
                try:
                    config.unittests.rseed = first if first in (None, "random") else str(int(first) + turn)
                    if owner is not None and turn:
                        owner.setUp()
                    fct(*arguments, **named)
                    passed += 1
                    if passed == self.n_req_successes:
                        return
                except Exception:
                    if passed + self.n_attempts - turn - 1 < self.n_req_successes:
                        raise
                finally:
                    config.unittests.rseed = first

        return attempted


def assertFailure_fast(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return a test as it is: graphs are always searched for cycles in full."""
    return f


def custom_name_func(testcase_func: Any, param_num: int, param: Any) -> str:
    """Return the name of a test made of one function and some arguments."""
    text = "_".join([str(entry) for entry in param.args])
    return f"{testcase_func.__name__}_{re.sub('[^a-zA-Z0-9_]+', '_', text)}"


def __getattr__(name: str) -> Any:
    """Give `parameterized`, where that library is installed."""
    if name == "parameterized":
        import importlib

        return importlib.import_module("parameterized").parameterized
    raise AttributeError(name)
