"""Reading tables from files and joining them: frames of unknown sizes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, function, items, symbol, unknown_of
from gnomon.models.numpy.support import as_array, made
from gnomon.models.pandas.frames import DataFrame, Series, opaque


@function("pandas.read_csv", "pandas.read_table", "pandas.read_fwf", tensor=False)
def read_csv(filepath_or_buffer: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("chunksize") or options.get("iterator") or options.get("squeeze"):
        return opaque("read_csv")
    return read_table(names=options.get("names"), usecols=options.get("usecols"))


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
