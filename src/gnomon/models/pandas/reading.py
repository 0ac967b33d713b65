"""Reading tables from files and joining them: frames of unknown sizes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, function, items, symbol, unknown_of
from gnomon.models.disk.found import read, remember
from gnomon.models.disk.tables import records
from gnomon.models.numpy.support import as_array, made
from gnomon.models.pandas.frames import DataFrame, Series, opaque

NEUTRAL = frozenset(
    [
        "sep", "delimiter", "header", "names", "index_col", "usecols", "skiprows", "dtype", "engine", "low_memory",
        "na_values", "encoding", "decimal", "float_precision", "memory_map", "true_values", "false_values",
    ]
)  # fmt: skip
"""The options under which a table's size is certain."""


@function("pandas.read_csv", tensor=False)
def read_csv(filepath_or_buffer: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("chunksize") or options.get("iterator") or options.get("squeeze"):
        return opaque("read_csv")
    found = None if arguments or options.keys() - NEUTRAL else counted(filepath_or_buffer, options)
    if found is not None:
        remember(filepath_or_buffer, Shape(found))
        return DataFrame(made(Shape(found), None))
    return read_table(names=options.get("names"), usecols=options.get("usecols"))


@function("pandas.read_table", "pandas.read_fwf", tensor=False)
def read_other_table(filepath_or_buffer: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("chunksize") or options.get("iterator") or options.get("squeeze"):
        return opaque("read_table")
    return read_table(names=options.get("names"), usecols=options.get("usecols"))


def counted(path: Any, options: dict[str, Any]) -> tuple[int, int] | None:
    """Return the rows and columns of the small file that a path means, None where they are not certain."""
    separator = options.get("sep", options.get("delimiter", ","))
    skipped, header = options.get("skiprows", 0), options.get("header", "infer")
    names, chosen, index = options.get("names"), options.get("usecols"), options.get("index_col")
    if type(separator) is not str or len(separator) != 1 or type(skipped) is not int:
        return None
    if names is not None or header not in ("infer", 0, None) or options.get("encoding", "utf-8") != "utf-8":
        return None
    found = read(path, lambda place: records(place, separator, skipped))
    if found is None:
        return None
    rows, width = found
    listed = items(chosen)
    if chosen is not None and (listed is None or any(type(name) not in (int, str) for name in listed)):
        return None
    width = width if listed is None else len(set(listed))
    if type(index) in (int, str):
        width -= 1
    elif index is not None and index is not False:
        return None
    return (rows if header is None else rows - 1, width) if width > 0 else None


def read_table(names: Any = None, usecols: Any = None) -> Any:
    """Return a frame of unknown length; listed columns give its width."""
    listed = items(usecols) or items(names)
    return DataFrame(made(Shape((symbol(), len(listed) if listed else symbol())), None))


@function(
    "pandas.read_excel",
    "pandas.read_json",
    "pandas.read_parquet",
    "pandas.read_pickle",
    "pandas.read_hdf",
    "pandas.read_sql",
    "pandas.read_feather",
    "pandas.io.parsers.read_csv",
    tensor=False,
)
def read_other(*arguments: Any, **options: Any) -> Any:
    return opaque("read_excel")


@function("pandas.get_dummies", tensor=False)
def get_dummies(data: Any, *arguments: Any, **options: Any) -> Any:
    count = as_array(data).shape.axis(0)
    return DataFrame(made(Shape((symbol() if count is None else count, symbol())), None))


@function("pandas.concat", "pandas.merge", "pandas.pivot_table", "pandas.crosstab", tensor=False)
def concat(*arguments: Any, **options: Any) -> Any:
    return opaque("concat")


@function("pandas.to_datetime", "pandas.to_numeric", "pandas.cut", "pandas.qcut", tensor=False)
def converted(arg: Any, *arguments: Any, **options: Any) -> Any:
    return Series(arg) if isinstance(arg, Series) else opaque("to_datetime")


@function("pandas.isnull", "pandas.isna", "pandas.notnull", "pandas.notna")
def isnull(obj: Any) -> Any:
    if isinstance(obj, (DataFrame, Series)):
        return obj.like(ops.cast(obj.tensor, dtype=dtypes.bool))
    return unknown_of("bool")


@function("pandas.set_option", "pandas.options.mode", tensor=False)
def nothing(*arguments: Any, **options: Any) -> None:
    return None
