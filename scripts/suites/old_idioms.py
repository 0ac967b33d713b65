"""A pytest plugin that gives programs of 2016 the names of Python, NumPy and their tools that are gone, and `import theano`.

`known.IDIOMS` lists them.
"""

from __future__ import annotations

import inspect
import os
import sys
import time
import types
import unittest.mock
from typing import Any

import numpy as np
import pytest


def give_old_names() -> None:
    """Put names back where programs look for them; Theano's own Python and NumPy have most of them."""
    if "THEANO_ITSELF" in os.environ:
        time.clock = getattr(time, "clock", time.perf_counter)
    else:
        from gnomon.theano import old_names

        old_names.restore()
    if not hasattr(np.testing, "Tester"):
        np.testing.Tester = unittest.mock.Mock
    try:
        import scipy.signal.windows
    except ImportError:
        return
    if not hasattr(scipy.signal, "gaussian"):
        scipy.signal.gaussian = scipy.signal.windows.gaussian


def mock(spec: Any = None, **named: Any) -> Any:
    """Return a mock that looks like an object, whose properties are not read for it."""
    if spec is None or isinstance(spec, (list, type)):
        return unittest.mock.Mock(spec, **named)
    made = unittest.mock.Mock(spec=dir(spec), **named)
    made.__dict__["_spec_class"] = type(spec)
    return made


def mock_module() -> types.ModuleType:
    """Return what `import mock` gives."""
    module = types.ModuleType("mock")
    module.__dict__.update(vars(unittest.mock))
    module.Mock = mock
    return module


def nose_modules() -> dict[str, types.ModuleType]:
    """Return the modules of nose that tests use."""
    names = "nose nose.tools nose.plugins nose.plugins.skip nose.plugins.attrib nose_parameterized parameterized".split()
    modules = {name: types.ModuleType(name) for name in names}
    case = unittest.TestCase()
    for old, new in {"assert_raises": "assertRaises", "assert_equal": "assertEqual", "assert_true": "assertTrue",
                     "assert_false": "assertFalse", "assert_almost_equal": "assertAlmostEqual",
                     "assert_is_instance": "assertIsInstance", "assert_in": "assertIn",
                     "assert_raises_regexp": "assertRaisesRegex"}.items():  # fmt: skip
        setattr(modules["nose.tools"], old, getattr(case, new))
    modules["nose.tools"].raises = lambda *errors: lambda test: raising(test, errors)
    modules["nose.plugins.skip"].SkipTest = unittest.SkipTest
    modules["nose.plugins.attrib"].attr = lambda *names, **values: lambda test: test
    modules["nose"].SkipTest = unittest.SkipTest
    for name in ("tools", "plugins"):
        setattr(modules["nose"], name, modules[f"nose.{name}"])
    modules["nose.plugins"].skip, modules["nose.plugins"].attrib = (
        modules["nose.plugins.skip"],
        modules["nose.plugins.attrib"],
    )
    del modules["nose_parameterized"], modules["parameterized"]
    return modules


def raising(test: Any, errors: Any) -> Any:
    """Return a test that must raise one of some errors."""

    def checked(*arguments: Any, **named: Any) -> None:
        with pytest.raises(errors):
            test(*arguments, **named)

    checked.__name__ = test.__name__
    return checked


def pytest_pycollect_makeitem(collector: Any, name: str, obj: Any) -> Any:
    """Make a test of a function that yields tests, as nose did."""
    if not (
        name.startswith("test") and inspect.isgeneratorfunction(obj) and isinstance(collector, pytest.Module)
    ):
        return None

    def every() -> None:
        for test, *arguments in obj():
            test(*arguments)

    return pytest.Function.from_parent(collector, name=name, callobj=every)


@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item: Any) -> None:
    """Call `setUp` of classes that are no `unittest.TestCase`, as nose did."""
    kind = getattr(item, "cls", None)
    if kind is not None and not issubclass(kind, unittest.TestCase) and hasattr(kind, "setUp"):
        item.instance.setUp()


give_old_names()
sys.modules.setdefault("mock", mock_module())
for _name, _module in nose_modules().items():
    sys.modules.setdefault(_name, _module)

if "THEANO_ITSELF" not in os.environ:
    import gnomon.theano  # (programs that it imports may need the names above)

    gnomon.theano.install()
