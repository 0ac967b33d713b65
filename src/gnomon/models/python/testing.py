"""``unittest`` and ``pytest``: assertions change nothing."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, LibraryFunction, Modelled, TakesAnything, function, host, modelled
from gnomon.models.python.harmless import HARMLESS, harmless, keeping
from gnomon.values import ClassValue, FunctionValue


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
    """What replaces parts of a program while a test runs: as a decorator it leaves nothing to be said."""

    library_name = "unittest.mock.patch"

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return UNKNOWN

    def __enter__(self) -> Any:
        return UNKNOWN

    def start(self) -> Any:
        """The replacement."""
        return UNKNOWN

    def stop(self) -> None:
        """Nothing that is followed."""


for _module in ("unittest.mock", "mock"):
    for _name in ("patch", "patch.object", "patch.dict", "patch.multiple"):

        @function(f"{_module}.{_name}", raw=True, tensor=False)
        def patch(*arguments: Any, **keywords: Any) -> Any:
            """Replace something for a while."""
            return Patched()


@function("absl.testing.parameterized.parameters", "absl.testing.parameterized.named_parameters",
          "absl.testing.parameterized.product", raw=True, tensor=False)  # fmt: skip
def parameters(*arguments: Any, **keywords: Any) -> Any:
    """A decorator that keeps the test."""
    return HARMLESS
