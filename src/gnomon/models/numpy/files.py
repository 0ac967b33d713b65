"""Arrays in files: those beside the program tell their sizes, others their rank at best (`loadtxt`)."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Iteration,
    ListValue,
    Modelled,
    Run,
    Shape,
    Unknown,
    dtypes,
    flag,
    function,
    items,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.disk.arrays import Held, read_arrays
from gnomon.models.disk.found import note_written, path_text, read, remember
from gnomon.models.disk.tables import numbers
from gnomon.models.numpy.support import chosen_dtype, made, unknown_tensor


def counted(
    fname: Any, dtype: Any, delimiter: Any, skipped: Any, columns: Any, ndmin: Any, unpack: Any
) -> Any:
    """Return the table that a small file beside the program holds, None where that is not certain."""
    kind = chosen_dtype(dtype, dtypes.float64)
    single = delimiter is None or (type(delimiter) is str and len(delimiter) == 1)
    if kind is None or kind.kind == "other" or not single or type(skipped) is not int:
        return None
    chosen = items(columns)
    if type(ndmin) is not int or type(unpack) is not bool or (columns is not None and chosen is None):
        return None
    found = read(fname, lambda path: numbers(path, delimiter, skipped))
    if found is None or (chosen is not None and any(type(c) is not int or c >= found[1] for c in chosen)):
        return None
    remember(fname, Shape(found))
    rows, width = found[0], found[1] if chosen is None else len(chosen)
    sizes = (rows, width) if ndmin == 2 else tuple(size for size in (rows, width) if size != 1)
    if ndmin == 1 and not sizes:
        sizes = (1,)
    result = made(Shape(sizes), kind)
    return ops.unstack(ops.transpose(result)) if unpack and len(sizes) == 2 else result


def table(columns: Any, ndmin: Any, unpack: Any, dtype: Any) -> Any:
    """Return a table of numbers read from a text file: of rank 1 or 2, unless columns or `ndmin` tell."""
    kind = chosen_dtype(dtype, dtypes.float64)
    if kind is None or kind.kind == "other":
        return unknown_tensor(kind)
    chosen = items(columns)
    turned = flag(unpack)
    if turned is None:
        return unknown_tensor(kind)
    if chosen is not None and len(chosen) >= 2:
        rows = Shape((symbol(), len(chosen)))
    elif ndmin == 2:
        rows = Shape((symbol(), symbol()))
    elif type(columns) is int or (chosen is not None and len(chosen) == 1):
        return made(Shape((symbol(),)), kind)
    else:
        open_table = made(Shape((symbol(),), Run(), ()), kind)
        open_table.attributes = {"most axes": 2}
        return open_table
    result = made(rows, kind)
    return ops.unstack(ops.transpose(result)) if turned and type(rows.dims[1]) is int else result


@function("numpy.loadtxt")
def loadtxt(
    fname: Any,
    dtype: Any = None,
    comments: Any = "#",
    delimiter: Any = None,
    converters: Any = None,
    skiprows: Any = 0,
    usecols: Any = None,
    unpack: Any = False,
    ndmin: Any = 0,
    encoding: Any = None,
    max_rows: Any = None,
    *,
    quotechar: Any = None,
    like: Any = None,
) -> Any:
    if comments == "#" and max_rows is None and quotechar is None and converters is None:
        found = counted(fname, dtype, delimiter, skiprows, usecols, ndmin, unpack)
        if found is not None:
            return found
    return table(usecols, ndmin, unpack, dtype)


GENFROMTXT = frozenset(["delimiter", "skip_header", "usecols", "unpack", "ndmin", "encoding", "deletechars"])
"""The options under which a text file's size is certain."""


@function("numpy.genfromtxt", "numpy.recfromcsv", "numpy.recfromtxt")
def genfromtxt(fname: Any, dtype: Any = None, *arguments: Any, **options: Any) -> Any:
    if options.get("names") is not None or len(arguments) > 2:
        return unknown_tensor()
    delimiter = options.get("delimiter")
    if not arguments and options.keys() <= GENFROMTXT and dtype in (None, float):
        found = counted(
            fname, dtypes.float64, delimiter, options.get("skip_header", 0), options.get("usecols"),
            options.get("ndmin", 0), options.get("unpack", False),
        )  # fmt: skip
        if found is not None:
            return found
    return table(options.get("usecols"), options.get("ndmin", 0), options.get("unpack", False), dtype)


@modelled("numpy.lib.npyio.NpzFile")
class NpzFile(Modelled):
    """An archive of arrays: what its members' headers tell, if it lies beside the program."""

    def __init__(self, members: Any = None, path: str | None = None) -> None:
        self.members, self.path = members, path

    def __getitem__(self, key: Any) -> Any:
        held = (self.members or {}).get(key) if type(key) is str else None
        if held is None:
            return unknown_tensor()
        remember(f"{self.path}[{key!r}]", held.shape)
        return made(held.shape, held.dtype)

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key]

    @property
    def files(self) -> Any:
        return ListValue(None, element=unknown_of("str")) if self.members is None else list(self.members)

    def keys(self) -> Any:
        return self.files

    def iterate(self) -> Iteration:
        if self.members is None:
            return Iteration(make=lambda: unknown_of("str"))
        return Iteration(tuple(self.members))

    def __enter__(self) -> Any:
        return self

    def close(self) -> None:
        return None


@function("numpy.load", "numpy.lib.format.open_memmap")
def load(file: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("shape") is not None:
        return made(as_shape(options["shape"]), chosen_dtype(options.get("dtype"), dtypes.uint8))
    held = read(file, read_arrays)
    if type(held) is dict:
        return NpzFile(held, path_text(file))
    if isinstance(held, Held):
        remember(file, held.shape)
        return made(held.shape, held.dtype)
    name = path_text(file)
    if name is not None and name.endswith(".npz"):
        return NpzFile()
    if name is not None and name.endswith(".npy"):
        return unknown_tensor()
    if arguments or options.get("mmap_mode"):
        return unknown_tensor()
    return Unknown(name="loaded")


@function("numpy.memmap")
def memmap(
    filename: Any, dtype: Any = dtypes.uint8, mode: Any = "r+", *arguments: Any, **options: Any
) -> Any:
    shape = options.get("shape")
    if mode in ("w+", "r+") or type(mode) is not str:
        note_written(filename)
    if shape is not None:
        return made(as_shape(shape), chosen_dtype(dtype, dtypes.uint8))
    return unknown_tensor(chosen_dtype(dtype, None))


@function("numpy.save", "numpy.savez", "numpy.savez_compressed", tensor=False)
def save(file: Any, *arguments: Any, **options: Any) -> None:
    note_written(file, ".npy")
    note_written(file, ".npz")


@function("numpy.savetxt", tensor=False)
def savetxt(fname: Any, *arguments: Any, **options: Any) -> None:
    note_written(fname)
