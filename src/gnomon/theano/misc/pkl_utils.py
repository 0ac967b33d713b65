"""`theano.misc.pkl_utils`: objects with arrays in zip files that `numpy.load` reads, and pickles without traces."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections import Counter
from collections.abc import Callable
from pickle import DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, Pickler
from typing import Any

import numpy as np

from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.gof.utils import scratchpad

__all__ = [
    "DEFAULT_PROTOCOL",
    "HIGHEST_PROTOCOL",
    "CompatUnpickler",
    "PersistentGpuArrayID",
    "PersistentNdarrayID",
    "PersistentNdarrayLoad",
    "PersistentSharedVariableID",
    "Pickler",
    "StripPickler",
    "dump",
    "load",
    "zipadd",
]


class StripPickler(pickle.Pickler):
    """A pickler that leaves out what variables and applications need not: traces, test values, and other tags if asked to."""

    def __init__(self, file: Any, protocol: int = 0, extra_tag_to_remove: Any = None) -> None:
        super().__init__(file, protocol)
        self.tag_to_remove = ["trace", "test_value", *(extra_tag_to_remove or ())]

    def reducer_override(self, obj: Any) -> Any:
        """Reduce notes to those that stay; other objects as always."""
        if isinstance(obj, scratchpad):
            kept = {name: value for name, value in vars(obj).items() if name not in self.tag_to_remove}
            return type(obj), (), kept
        return NotImplemented


class CompatUnpickler(pickle.Unpickler):
    """An unpickler of what Python 2 wrote: give it ``encoding="latin1"`` for arrays."""


class PersistentNdarrayID:
    """Tells a pickler which arrays lie in files of a zip archive, and writes them there: ``array_0``, ``array_1`` ..."""

    def __init__(self, zip_file: zipfile.ZipFile) -> None:
        self.zip_file = zip_file
        self.count = 0
        self.seen: dict[int, str] = {}

    def _resolve_name(self, obj: Any) -> str:
        """Return the name of the file of an array."""
        self.count += 1
        return f"array_{self.count - 1}"

    def __call__(self, obj: Any) -> str | None:
        if type(obj) is not np.ndarray or obj.dtype.hasobject:
            return None
        if id(obj) not in self.seen:
            name = self._resolve_name(obj)
            zipadd(lambda file: np.lib.format.write_array(file, obj, allow_pickle=False), self.zip_file, name)
            self.seen[id(obj)] = f"ndarray.{name}"
        return self.seen[id(obj)]


PersistentGpuArrayID = PersistentNdarrayID
"""Arrays are NumPy's, on whatever device they are computed."""


class PersistentSharedVariableID(PersistentNdarrayID):
    """Names the files of arrays after the shared variables that hold them: ``w``, then ``w_2`` for another of that name."""

    def __init__(
        self, zip_file: zipfile.ZipFile, allow_unnamed: bool = True, allow_duplicates: bool = True
    ) -> None:
        super().__init__(zip_file)
        self.name_counter: Counter[str] = Counter()
        self.ndarray_names: dict[int, str] = {}
        self.allow_unnamed, self.allow_duplicates = allow_unnamed, allow_duplicates

    def _resolve_name(self, obj: Any) -> str:
        name = self.ndarray_names.get(id(obj))
        if name is None:
            return super()._resolve_name(obj)
        self.name_counter[name] += 1
        count = self.name_counter[name]
        if count > 1 and not self.allow_duplicates:
            raise ValueError(
                f"several shared variables have the name {name!r}; rename them, or allow duplicates"
            )
        return name if count == 1 else f"{name}_{count}"

    def __call__(self, obj: Any) -> str | None:
        if isinstance(obj, SharedVariable):
            if obj.name == "pkl":
                raise ValueError(
                    "a shared variable of the name 'pkl' cannot be dumped: the archive uses that name"
                )
            if obj.name:
                self.ndarray_names[id(obj.container.storage[0])] = obj.name
            elif not self.allow_unnamed:
                raise ValueError(f"the shared variable {obj} has no name")
        return super().__call__(obj)


class PersistentNdarrayLoad:
    """Reads the arrays of an archive, each once."""

    def __init__(self, zip_file: zipfile.ZipFile) -> None:
        self.zip_file = zip_file
        self.cache: dict[str, Any] = {}

    def __call__(self, persid: str) -> Any:
        kind, _, name = persid.partition(".")
        if name not in self.cache:
            with self.zip_file.open(name) as file:
                if kind == "gpuarray":
                    pickle.load(file)  # the name of the GPU that the array was on
                self.cache[name] = np.lib.format.read_array(file)
        return self.cache[name]


def dump(
    obj: Any,
    file_handler: Any,
    protocol: int = DEFAULT_PROTOCOL,
    persistent_id: Callable[[zipfile.ZipFile], Callable[[Any], Any]] = PersistentSharedVariableID,
) -> None:
    """Write an object to a zip file: its arrays as files of NumPy, the rest as a pickle with the name ``pkl``."""
    with zipfile.ZipFile(file_handler, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:

        def write(file: Any) -> None:
            pickler = pickle.Pickler(file, protocol=protocol)
            pickler.persistent_id = persistent_id(archive)  # type: ignore[method-assign]
            pickler.dump(obj)

        zipadd(write, archive, "pkl")


def load(
    f: Any, persistent_load: Callable[[zipfile.ZipFile], Callable[[Any], Any]] = PersistentNdarrayLoad
) -> Any:
    """Read an object that `dump` wrote. As any pickle, the file must come from someone whom you trust."""
    with zipfile.ZipFile(f, "r") as archive:
        unpickler = pickle.Unpickler(io.BytesIO(archive.read("pkl")))
        unpickler.persistent_load = persistent_load(archive)  # type: ignore[method-assign]
        return unpickler.load()


def zipadd(func: Callable[[Any], Any], zip_file: zipfile.ZipFile, name: str) -> None:
    """Add a file to an archive: what a function writes."""
    content = io.BytesIO()
    func(content)
    zip_file.writestr(name, content.getvalue(), zipfile.ZIP_DEFLATED)
