"""``unittest`` and ``pytest``: assertions change nothing."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Instance,
    LibraryFunction,
    Modelled,
    TakesAnything,
    function,
    host,
    modelled,
    state,
)
from gnomon.models.python.harmless import HARMLESS, harmless, keeping
from gnomon.values import ABSENT, ClassValue, FunctionValue, ModuleValue


@modelled(
    "unittest.TestCase", "unittest.IsolatedAsyncioTestCase", "absl.testing.absltest.TestCase",
    "absl.testing.parameterized.TestCase",
)  # fmt: skip
class TestCase(TakesAnything):
    """Base of tests; every method it gives is harmless."""

    entry = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("assert", "fail", "sub", "add", "do", "id", "short", "create", "get_temp")):
            return HARMLESS
        raise AttributeError(name)

    def skipTest(self, reason: Any = None) -> None:
        """The test ends here."""
        host.end_path()

    def fail(self, msg: Any = None) -> None:
        """The test ends here."""
        host.end_path()

    def setUp(self) -> None:
        """Nothing by itself."""

    def tearDown(self) -> None:
        """Nothing by itself."""


@function("pytest.fail", "pytest.skip", "pytest.exit", raw=True, tensor=False)
def leave(*arguments: Any, **keywords: Any) -> Any:
    """The path ends here."""
    host.end_path()


keeping("pytest", "fixture")
keeping("unittest", "skipIf skipUnless")
harmless("pytest.*")
harmless("unittest.*")
harmless("mock.*")
harmless("nose.*")


def _skipped(*arguments: Any, **keywords: Any) -> Any:
    return UNKNOWN


SKIP = LibraryFunction("skip", _skipped, raw=True, returns_tensor=False)


@function("unittest.skip", "unittest.expectedFailure", "absl.testing.absltest.skip",
          "absl.testing.absltest.expectedFailure", "pytest.mark.skip", "pytest.mark.xfail",
          raw=True, tensor=False)  # fmt: skip
def skip(*arguments: Any, **keywords: Any) -> Any:
    """A decorator of a test that does not run, or should fail: nothing is said of it."""
    if len(arguments) == 1 and type(arguments[0]) in (FunctionValue, ClassValue):
        return UNKNOWN
    return SKIP


class Patched(Modelled):
    """What replaces parts of a program while a test runs: as a decorator it leaves nothing to be said.

    As a context it puts what is given, or something unknown, in the place of an attribute until it is left.
    """

    library_name = "unittest.mock.patch"
    owner: Any = None
    name: Any = None
    replacement: Any = UNKNOWN
    before: Any = None

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return UNKNOWN

    def __enter__(self) -> Any:
        if type(self.owner) in (ClassValue, ModuleValue, Instance) and type(self.name) is str:
            self.before = (self.owner.cell.get(self.name, ABSENT),)
            state.write(self.owner.cell, self.name, self.replacement)
        return self.replacement

    def restores(self) -> list[tuple[Any, Any, Any]]:
        """What is put back when the context is left."""
        return [] if self.before is None else [(self.owner.cell, self.name, self.before[0])]

    def start(self) -> Any:
        """The replacement."""
        return UNKNOWN

    def stop(self) -> None:
        """Nothing that is followed."""


def _patch(*arguments: Any, **keywords: Any) -> Any:
    """Replace something for a while."""
    return Patched()


def _patch_attribute(target: Any, attribute: Any, new: Any = UNKNOWN, **keywords: Any) -> Any:
    """Replace an attribute of a class, a module or an object for a while."""
    made = Patched()
    made.owner, made.name, made.replacement = target, attribute, new
    return made


def _stand_in(*arguments: Any, **keywords: Any) -> Any:
    """Return an object that answers to any name."""
    return UNKNOWN


for _module in ("unittest.mock", "mock", "absl.testing.absltest.mock", "tensorflow.test.mock"):
    for _name in ("patch", "patch.dict", "patch.multiple"):
        function(f"{_module}.{_name}", raw=True, tensor=False)(_patch)
    function(f"{_module}.patch.object", raw=True, tensor=False)(_patch_attribute)
    for _name in ("create_autospec", "Mock", "MagicMock", "NonCallableMock", "PropertyMock", "AsyncMock"):
        function(f"{_module}.{_name}", raw=True, tensor=False)(_stand_in)


@function("absl.testing.parameterized.parameters", "absl.testing.parameterized.named_parameters",
          "absl.testing.parameterized.product", raw=True, tensor=False)  # fmt: skip
def parameters(*arguments: Any, **keywords: Any) -> Any:
    """A decorator that keeps the test."""
    return HARMLESS
