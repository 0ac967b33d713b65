"""A plugin of pytest that collects old tests as nose did, with `theano` meaning `gnomon.theano`."""

from __future__ import annotations

import csv
import gc
import importlib.util
import inspect
import os
import re
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import old_python
import pytest
from _pytest.unittest import UnitTestCase

ROOT = Path(os.environ["THEANO_CHECKOUT"])
old_python.install()

import gnomon.theano  # noqa: E402 (old names come first)

gnomon.theano.install()
gnomon.theano.__file__ = str(ROOT / "__init__.py")
"""Tests read their data beside the package: in the checkout, where they lie."""


class _Tests:
    """Finds modules of tests, which only the checkout has."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        parts = name.split(".")
        if parts[0] != "theano" or "tests" not in parts:
            return None
        place = ROOT.joinpath(*parts[1:])
        if place.is_dir():
            return importlib.util.spec_from_file_location(
                name, place / "__init__.py", submodule_search_locations=[str(place)]
            )
        file = place.with_suffix(".py")
        return importlib.util.spec_from_file_location(name, file) if file.exists() else None


sys.meta_path.append(_Tests())  # type: ignore[arg-type]


def pytest_addoption(parser: Any) -> None:
    for name in ("list", "results", "only"):
        parser.addoption(f"--black-box-{name}")


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> Any:
    return _Module.from_parent(parent, path=module_path)


class _Module(pytest.Module):
    """A file of tests, imported under its name in Theano."""

    def _getobj(self) -> ModuleType:
        name = "theano." + ".".join(self.path.relative_to(ROOT).with_suffix("").parts)
        return importlib.import_module(name)


def pytest_pycollect_makeitem(collector: Any, name: str, obj: Any) -> Any:
    """Collect classes and functions whose names nose takes: none that begin with an underscore."""
    if name.startswith("_") and (inspect.isclass(obj) or inspect.isfunction(obj)):
        return []
    if inspect.isclass(obj):
        if getattr(obj, "__test__", True) is False or (
            obj.__module__ != collector.obj.__name__ and not issubclass(obj, unittest.TestCase)
        ):
            return []
        if not issubclass(obj, unittest.TestCase) and _is_test(name) and isinstance(collector, pytest.Module):
            return _Class.from_parent(collector, name=name, obj=obj)
        if issubclass(obj, unittest.TestCase) and obj.__module__ != collector.obj.__name__:
            made = UnitTestCase.from_parent(collector, name=name)
            made.obj = type(obj.__name__, (obj,), {"__module__": collector.obj.__name__})
            return made
        return None
    if inspect.isfunction(obj) and _is_test(name) and getattr(obj, "__test__", True):
        if inspect.isgeneratorfunction(obj):
            obj = _all_of(obj)
            if isinstance(collector, pytest.Module):
                return pytest.Function.from_parent(collector, name=name, callobj=obj)
            setattr(collector.obj, name, obj)
            return None
        parameters = inspect.signature(obj).parameters
        if isinstance(collector, pytest.Module) and parameters:
            without = lambda: obj()  # noqa: E731
            return pytest.Function.from_parent(collector, name=name, callobj=without)
        if isinstance(collector, pytest.Module) and not name.startswith("test_"):
            return pytest.Function.from_parent(collector, name=name, callobj=obj)
    return None


def _is_test(name: str) -> bool:
    return re.search(r"(?:^|[_./-])[Tt]est", name) is not None


def _is_named_so(item: Any) -> bool:
    """Whether a test of a test case is a test by its own name, not only by that under which the class has it."""
    kind = getattr(item, "cls", None)
    if kind is None or not issubclass(kind, unittest.TestCase):
        return True
    return _is_test(getattr(getattr(kind, item.name, None), "__name__", item.name))


class _Class(pytest.Class):
    """A class of tests that may have a constructor."""

    def collect(self) -> Any:
        for name in dir(self.obj):
            found = getattr(self.obj, name)
            if inspect.isfunction(found) and name.lower().startswith("test"):
                yield pytest.Function.from_parent(self, name=name, callobj=_method(self.obj, name))


_BEGUN: set[type] = set()
"""The classes whose `setup_class` was called."""


def _method(kind: type, name: str) -> Any:
    def run() -> None:
        if kind not in _BEGUN:
            _BEGUN.add(kind)
            getattr(kind, "setup_class", lambda: None)()
        made = kind()
        for setup in ("setUp", "setup", "setup_method"):
            if hasattr(made, setup):
                getattr(made, setup)()
                break
        try:
            found = getattr(made, name)()
            for case in found if inspect.isgenerator(found) else ():
                function, *arguments = case if isinstance(case, tuple) else (case,)
                function(*arguments)
        finally:
            for teardown in ("tearDown", "teardown"):
                if hasattr(made, teardown):
                    getattr(made, teardown)()
                    break

    run.source = inspect.getsource(getattr(kind, name))  # type: ignore[attr-defined]
    return run


def _all_of(generator: Any) -> Any:
    def run(*own: Any) -> None:
        for case in generator(*own):
            function, *arguments = case if isinstance(case, tuple) else (case,)
            function(*arguments)

    run.source = inspect.getsource(generator)  # type: ignore[attr-defined]
    return run


def _file(item: Any) -> str:
    return str(item.path.relative_to(ROOT))


def _label(item: Any) -> str:
    return str(item.nodeid.partition("::")[2])


def _source(item: Any) -> str:
    function = getattr(item, "obj", None)
    try:
        text: str = getattr(function, "source", None) or inspect.getsource(function)
    except (TypeError, OSError):
        text = ""
    return text


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Write the list of tests, or keep those that are wanted."""
    items[:] = [item for item in items if _is_named_so(item)]
    out, only = config.getoption("--black-box-list"), config.getoption("--black-box-only")
    if out:
        with open(out, "w", newline="") as stream:
            csv.writer(stream, delimiter="\t").writerows(
                [(_file(item), _label(item), _source(item)) for item in items]
            )
    if only:
        wanted = set(Path(only).read_text().split("\n"))
        items[:] = [item for item in items if _label(item) in wanted]


def pytest_collection_finish(session: Any) -> None:
    """Take what is loaded out of the collector's sight: some tests collect garbage each time."""
    gc.collect()
    gc.freeze()


_RESULTS: dict[str, str] = {}


def pytest_runtest_logreport(report: Any) -> None:
    label = report.nodeid.partition("::")[2]
    if report.failed:
        _RESULTS[label] = "failed"
    elif report.skipped:
        _RESULTS[label] = "skipped"
    elif report.when == "call":
        _RESULTS.setdefault(label, "passed")
    if report.when == "teardown":
        _append(label)


_PLACE: list[str] = []


def pytest_configure(config: Any) -> None:
    out = config.getoption("--black-box-results")
    if out:
        _PLACE.append(out)


def _append(label: str) -> None:
    """Note a result at once: a run that takes too long keeps what it has."""
    for place in _PLACE:
        with open(place, "a", newline="") as stream:
            csv.writer(stream, delimiter="\t").writerow([label, _RESULTS.get(label, "passed")])


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    """Settings that a test changes are put back."""
    from gnomon.theano.flags import FLAGS

    before = {name: flag.value for name, flag in FLAGS.items()}
    yield
    for name, value in before.items():
        FLAGS[name].value = value
