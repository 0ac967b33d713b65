"""Runs a program under the real library and keeps the shapes that its expressions had."""

import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from soundness.instrumenting import BEGIN, SEEN, Place, instrumented

ARRAYS = ("numpy", "torch", "tensorflow", "keras", "jax", "jaxlib", "flax")
TRIPS = 200
"""So many different trips are kept of each place where trips begin."""

Seen = tuple[tuple[int | None, ...] | None, str]
"""The shape of an array, sizes that a graph does not know being None, and its dtype."""


class Trip:
    """What is seen in one turn of a loop or one call, and the trip around it."""

    __slots__ = ("around", "seen")

    def __init__(self, around: "Trip | None") -> None:
        self.around = around
        self.seen: dict[int, Seen] = {}


class Trace:
    """What a program showed: for each expression the shapes seen, and which of them were seen together."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.paths: list[str] = []
        self.shapes: dict[int, dict[Seen, None]] = {}
        self.trips: list[Trip] = []
        self.begun: dict[int, int] = {}
        self.kinds: dict[type, bool] = {}
        self.reached: set[int] = set()

    def add(self, path: str, text: str) -> str:
        """Return a file's text so that it tells its values to this trace."""
        told = instrumented(text, self.places)
        self.paths += [path] * (len(self.places) - len(self.paths))
        return told

    def names(self) -> dict[str, Any]:
        """Return the global names that the rewritten text calls."""
        return {SEEN: self.seen, BEGIN: self.begin}

    def begin(self, around: Trip | None) -> Trip:
        """Begin a trip within another one."""
        trip = Trip(around)
        code = id(sys._getframe(1).f_code), sys._getframe(1).f_lineno
        count = self.begun[code] = self.begun.get(code, 0) + 1
        if count <= TRIPS:
            self.trips.append(trip)
        return trip

    def seen(self, number: int, value: Any, trip: Trip | None) -> Any:
        """Keep the shape of an expression's value, if that is an array, and return the value."""
        self.reached.add(number)
        kind = type(value)
        known = self.kinds.get(kind)
        if known is None:
            known = self.kinds[kind] = _is_array(kind)
        if known:
            shape = _shape_of(value)
            if shape is not None:
                self.shapes.setdefault(number, {})[shape] = None
                if trip is not None:
                    trip.seen[number] = shape
        return value

    def lines(self, path: str) -> set[int]:
        """Return the lines of a file on which an expression was evaluated."""
        places = [self.places[number] for number in self.reached if self.paths[number] == path]
        return {line for place in places for line in range(place.line, place.end_line + 1)}


def _is_array(kind: type) -> bool:
    module = kind.__module__.partition(".")[0]
    return module in ARRAYS and hasattr(kind, "shape") and hasattr(kind, "dtype") and kind.__name__ not in ODD


ODD = frozenset(
    "FixedLenFeature VarLenFeature RaggedTensor SparseTensor IndexedSlices ShapeDtypeStruct InputSpec TensorSpec dtype".split()
)


def _shape_of(value: Any) -> Seen | None:
    try:
        dtype = value.dtype
        name = getattr(dtype, "name", None)
        name = name if isinstance(name, str) else str(dtype)
        shape = value.shape
        if getattr(shape, "rank", 0) is None:
            return None, name
        name = name.removeprefix("torch.").removesuffix("_ref")
        return tuple(None if size is None else int(size) for size in shape), name
    except Exception:  # what cannot tell its shape at this moment tells none
        return None


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of a folder and rewrites them as they are imported."""

    def __init__(self, folder: Path, trace: Trace) -> None:
        self.folder = folder
        self.trace = trace

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return how a module of the folder is loaded, None for others."""
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or not spec.origin or not spec.origin.endswith(".py"):
            return None
        if not Path(spec.origin).resolve().is_relative_to(self.folder):
            return None
        spec.loader = Loader(name, spec.origin, self.trace)
        return spec


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module that tells its values."""

    def __init__(self, name: str, path: str, trace: Trace) -> None:
        super().__init__(name, path)
        self.trace = trace

    def get_code(self, name: str) -> Any:
        """Compile the rewritten text, never a cached one."""
        text = self.trace.add(self.path, Path(self.path).read_text(encoding="utf-8"))
        return _compiled(text, self.path)

    def exec_module(self, module: Any) -> None:
        """Run the module with the names that it calls."""
        vars(module).update(self.trace.names())
        super().exec_module(module)


def _compiled(text: str, path: str) -> Any:
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    return compile(text, path, "exec")


@contextmanager
def _imports_rewritten(folder: Path, trace: Trace) -> Iterator[None]:
    finder = Finder(folder.resolve(), trace)
    sys.meta_path.insert(0, finder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.meta_path.remove(finder)


def traced(
    text: str, path: str, names: dict[str, Any], root: Path | None = None
) -> tuple[Trace, BaseException | None]:
    """Run a program in this process; return what it showed and what it raised.

    Modules under ``root``, or else in the program's folder, are traced as well.
    """
    trace = Trace()
    told = trace.add(path, text)
    space = {"__name__": "__main__", "__file__": path, **names, **trace.names()}
    with _imports_rewritten(root or Path(path).parent, trace):
        try:
            exec(_compiled(told, path), space)
        except BaseException as error:
            return trace, error
    return trace, None
