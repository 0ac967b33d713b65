"""Names that suites of 2016 expect of NumPy's helpers for tests, of nose and of six, made again for a test run.

Nothing of this is part of Gnomon, whose own `gnomon.theano.old_names` gives what programs expect of Python and NumPy.
"""

from __future__ import annotations

import builtins
import collections
import collections.abc
import contextlib
import functools
import io
import pickle
import re
import sys
import types
import unittest
import unittest.mock
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano import old_names

CASES = unittest.TestCase()


def install() -> None:
    """Give the modules their old names back, for this process."""
    old_names.restore()
    _numpy()
    sys.modules.setdefault("mock", unittest.mock)
    for name, members in (
        ("nose", _nose()),
        ("six", _six()),
        ("parameterized", {"parameterized": parameterized}),
    ):
        _module(name, members)


def _module(name: str, members: dict[str, Any]) -> types.ModuleType:
    made = types.ModuleType(name)
    made.__path__ = []
    for member, value in members.items():
        if isinstance(value, dict):
            value = _module(f"{name}.{member}", value)
        setattr(made, member, value)
    return sys.modules.setdefault(name, made)


def _numpy() -> None:
    np.testing.dec = types.SimpleNamespace(  # type: ignore[attr-defined]
        skipif=lambda condition, reason=None: unittest.skipIf(bool(condition), reason or "skipped"),
        slow=lambda test: test,
        knownfailureif=lambda condition, reason=None: lambda test: test,
    )
    np.linalg.linalg = np.linalg  # type: ignore[attr-defined]
    with contextlib.suppress(ImportError):
        import scipy.linalg

        scipy.linalg.kron = np.kron


# ---- nose


def _nose() -> dict[str, Any]:
    tools = {
        "assert_raises": CASES.assertRaises,
        "assert_equal": CASES.assertEqual,
        "assert_equals": CASES.assertEqual,
        "assert_not_equal": CASES.assertNotEqual,
        "assert_true": CASES.assertTrue,
        "assert_false": CASES.assertFalse,
        "assert_is": CASES.assertIs,
        "assert_in": CASES.assertIn,
        "assert_almost_equal": CASES.assertAlmostEqual,
        "eq_": CASES.assertEqual,
        "ok_": CASES.assertTrue,
        "raises": raises,
        "set_trace": breakpoint,
        "with_setup": with_setup,
        "nottest": nottest,
    }
    plugins = {
        "skip": {"SkipTest": unittest.SkipTest, "Skip": object},
        "attrib": {"attr": attr},
        "errorclass": {"ErrorClass": Exception, "ErrorClassPlugin": object},
        "Plugin": object,
        "DeprecatedTest": unittest.SkipTest,
    }
    return {"tools": tools, "plugins": plugins, "SkipTest": unittest.SkipTest, "__version__": "1.3.7"}


def raises(*errors: type[BaseException]) -> Callable[..., Any]:
    """Return a decorator of a test that passes if it raises one of some errors."""

    def decorated(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def checked(*arguments: Any, **named: Any) -> None:
            try:
                test(*arguments, **named)
            except errors:
                return
            raise AssertionError(f"{test.__name__} did not raise {errors}")

        return checked

    return decorated


def with_setup(setup: Any = None, teardown: Any = None) -> Callable[..., Any]:
    """Return a decorator that runs functions around a test."""

    def decorated(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def around(*arguments: Any, **named: Any) -> None:
            if setup is not None:
                setup()
            try:
                test(*arguments, **named)
            finally:
                if teardown is not None:
                    teardown()

        return around

    return decorated


def nottest(thing: Any) -> Any:
    """Mark what is no test."""
    thing.__test__ = False
    return thing


def attr(*names: str, **values: Any) -> Callable[[Any], Any]:
    """Return a decorator that notes attributes of a test."""

    def noted(test: Any) -> Any:
        for name, value in {**dict.fromkeys(names, True), **values}.items():
            setattr(test, name, value)
        return test

    return noted


# ---- six


def _six() -> dict[str, Any]:
    def reraise(kind: Any, error: Any, trace: Any = None) -> None:
        raise (kind() if error is None else error).with_traceback(trace)

    def with_metaclass(meta: Any, *bases: type) -> Any:
        return meta("temporary", bases, {})

    def add_metaclass(meta: Any) -> Any:
        return lambda made: meta(
            made.__name__,
            made.__bases__,
            {k: v for k, v in vars(made).items() if k not in ("__dict__", "__weakref__")},
        )

    moves = {
        "xrange": range,
        "range": range,
        "zip": zip,
        "map": map,
        "filter": filter,
        "input": input,
        "reduce": functools.reduce,
        "intern": sys.intern,
        "StringIO": io.StringIO,
        "cStringIO": io.StringIO,
        "cPickle": pickle,
        "builtins": builtins,
        "reload_module": __import__("importlib").reload,
        "copyreg": __import__("copyreg"),
        "queue": __import__("queue"),
        "configparser": __import__("configparser"),
        "urllib": __import__("urllib"),
        "UserDict": collections.UserDict,
    }
    for name in ("cPickle", "builtins", "copyreg", "queue", "configparser", "urllib"):
        sys.modules.setdefault(f"six.moves.{name}", moves[name])
    return {
        "moves": moves,
        "PY2": False,
        "PY3": True,
        "PY34": True,
        "string_types": (str,),
        "integer_types": (int,),
        "class_types": (type,),
        "text_type": str,
        "binary_type": bytes,
        "StringIO": io.StringIO,
        "BytesIO": io.BytesIO,
        "iteritems": lambda mapping: iter(mapping.items()),
        "iterkeys": lambda mapping: iter(mapping.keys()),
        "itervalues": lambda mapping: iter(mapping.values()),
        "next": next,
        "callable": callable,
        "u": str,
        "b": lambda text: text.encode("latin-1"),
        "get_method_self": lambda method: method.__self__,
        "get_function_code": lambda function: function.__code__,
        "wraps": functools.wraps,
        "reraise": reraise,
        "raise_from": lambda error, cause: reraise(type(error), error),
        "with_metaclass": with_metaclass,
        "add_metaclass": add_metaclass,
        "exec_": exec,
        "print_": print,
    }


# ---- parameterized


class parameterized:
    """Tests made of one function and many arguments."""

    def __init__(self, cases: Any, **_: Any) -> None:
        self.cases = [case if isinstance(case, tuple) else (case,) for case in cases]

    def __call__(self, test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def all_cases(*own: Any) -> None:
            for case in self.cases:
                test(*own, *case)

        with contextlib.suppress(AttributeError):
            del all_cases.__wrapped__  # type: ignore[attr-defined]
        return all_cases

    @staticmethod
    def to_safe_name(text: Any) -> str:
        """Return a text as part of a name."""
        return re.sub("[^a-zA-Z0-9_]+", "_", str(text))

    @classmethod
    def expand(cls, cases: Any, name_func: Any = None, **_: Any) -> Callable[..., Any]:
        """Return a decorator that puts one test for each case into the class's body."""

        def decorated(test: Callable[..., Any]) -> None:
            scope = sys._getframe(1).f_locals
            for number, case in enumerate(cases() if callable(cases) else cases):
                entries = tuple(case) if isinstance(case, (tuple, list)) else (case,)
                given = types.SimpleNamespace(args=entries, kwargs={})
                label = name_func(test, number, given) if name_func else f"{test.__name__}_{number}"
                scope[label] = _bound(test, entries, label)

        decorated.__test__ = False  # type: ignore[attr-defined]
        return decorated


def _bound(test: Callable[..., Any], entries: tuple[Any, ...], label: str) -> Callable[..., Any]:
    def one(*own: Any) -> Any:  # (the test case, of a method)
        return test(*own, *entries)

    one.__name__ = label
    return one
