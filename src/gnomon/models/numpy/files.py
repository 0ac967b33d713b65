"""Arrays in files: their rank is known at best (`loadtxt`), their sizes are not."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Modelled,
    Run,
    Shape,
    Tensor,
    dtypes,
    flag,
    function,
    items,
    modelled,
    symbol,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.numpy.support import chosen_dtype, made, unknown_tensor


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
        return made(Shape((symbol(),), Run(), ()), kind)
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
    return table(usecols, ndmin, unpack, dtype)


@function("numpy.genfromtxt", "numpy.recfromcsv", "numpy.recfromtxt")
def genfromtxt(fname: Any, dtype: Any = None, *arguments: Any, **options: Any) -> Any:
    if options.get("names") is not None or len(arguments) > 2:
        return unknown_tensor()
    return table(options.get("usecols"), options.get("ndmin", 0), options.get("unpack", False), dtype)


@modelled("numpy.lib.npyio.NpzFile")
class NpzFile(Modelled):
    """What `numpy.load` returns: an archive of arrays, or an array of unknown shape."""

    def __getitem__(self, key: Any) -> Any:
        return unknown_tensor()


@function("numpy.load", "numpy.memmap", "numpy.lib.format.open_memmap")
def load(file: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("shape") is not None:
        return made(as_shape(options["shape"]), chosen_dtype(options.get("dtype"), dtypes.uint8))
    if type(file) is str and file.endswith(".npz"):
        return NpzFile()
    if type(file) is str and file.endswith(".npy"):
        return unknown_tensor()
    return Tensor(Shape.unknown(), None, "numpy") if arguments or options.get("mmap_mode") else None


@function("numpy.save", "numpy.savez", "numpy.savez_compressed", "numpy.savetxt", tensor=False)
def save(*arguments: Any, **options: Any) -> None:
    return None
