"""Data frames and series: tables of rank 2 and vectors, whose sizes are known where arrays made them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Iteration,
    ListValue,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    dtypes,
    items,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.disk.found import note_written
from gnomon.models.numpy.support import as_array, dtype_of, made

SAME = frozenset(
    [
        "copy",
        "fillna",
        "ffill",
        "bfill",
        "interpolate",
        "round",
        "abs",
        "clip",
        "astype",
        "replace",
        "sort_values",
        "sort_index",
        "rename",
        "convert_dtypes",
        "infer_objects",
        "shift",
        "cumsum",
        "cumprod",
        "rank",
        "rename_axis",
        "set_axis",
        "mask",
        "where",
        "applymap",
        "pct_change",
        "reindex_like",
    ]
)
"""Methods whose result has the same shape."""


def opaque(name: str) -> Unknown:
    """Return a value about which only its origin is known."""
    return Unknown(reason=("unmodelled", f"pandas.{name}"))


def is_mask(key: Any) -> bool:
    """Whether a key selects rows by truth: a comparison of a column, or an array of booleans."""
    if type(key) is Unknown:
        return key.kind == "bool"
    return isinstance(key, Series) or (type(key) is Tensor and key.dtype is dtypes.bool)


class Labelled(Modelled):
    """What frames and series share. ``tensor`` is the array of the values."""

    rank = 0

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    def like(self, tensor: Any) -> Any:
        """Return another frame or series with the values of an array."""
        if type(tensor) is not Tensor or tensor.shape.rank not in (1, 2):
            return opaque("DataFrame")
        return Series(tensor) if tensor.shape.rank == 1 else DataFrame(tensor)

    def to_numpy(self, dtype: Any = None, copy: Any = False, na_value: Any = None) -> Any:
        return ops.positive(self.tensor) if dtype is None else ops.cast(self.tensor, dtype=dtype_of(dtype))

    as_matrix = to_numpy
    __array__ = to_numpy

    @property
    def values(self) -> Any:
        return ops.positive(self.tensor)

    @property
    def shape(self) -> Any:
        return self.tensor.shape.dims

    @property
    def size(self) -> Any:
        return self.tensor.shape.numel()

    @property
    def ndim(self) -> Any:
        return self.rank

    @property
    def index(self) -> Any:
        return Series(made(Shape(self.tensor.shape.dims[:1]), None))

    @property
    def iloc(self) -> Any:
        return Positions(self)

    @property
    def loc(self) -> Any:
        return Labels(self)

    def __len__(self) -> Any:
        return self.tensor.shape.dims[0]

    def head(self, n: Any = 5) -> Any:
        return self.like(ops.index(self.tensor, items=(slice(0, n if type(n) in (int, Dim) else symbol()),)))

    def tail(self, n: Any = 5) -> Any:
        start = -n if type(n) is int and n > 0 else symbol()
        return self.like(ops.index(self.tensor, items=(slice(start, None),)))

    def sample(self, n: Any = None, frac: Any = None, *arguments: Any, **options: Any) -> Any:
        if frac == 1 and n is None:
            return self.like(self.tensor)
        return self.like(_with_rows(self.tensor, n if type(n) is int else symbol()))

    def dropna(self, *arguments: Any, **options: Any) -> Any:
        if options.get("inplace"):
            self.forget()
            return None
        if options.get("axis", 0) not in (0, "index"):
            return opaque("dropna")
        return self.like(_with_rows(self.tensor, symbol()))

    drop_duplicates = dropna

    def forget(self) -> None:
        """Know no longer how many rows and columns there are: the program changes them in place."""
        self.tensor = made(Shape(tuple(symbol() for _ in range(self.rank))), None)

    def insert(self, *arguments: Any, **options: Any) -> None:
        self.forget()

    def __delitem__(self, key: Any) -> None:
        self.forget()

    def reset_index(self, *arguments: Any, **options: Any) -> Any:
        if options.get("drop") is True and not arguments:
            return self._same(**options)
        return self._changed(**options)

    def _changed(self, *arguments: Any, **options: Any) -> Any:
        if options.get("inplace"):
            self.forget()
            return None
        return opaque("DataFrame")

    set_index = query = eval = _changed

    def to_csv(self, path_or_buf: Any = None, *arguments: Any, **options: Any) -> Any:
        if path_or_buf is not None:
            note_written(path_or_buf)
            return None
        return unknown_of("str")

    def astype(self, dtype: Any, *arguments: Any, **options: Any) -> Any:
        return self.like(ops.cast(self.tensor, dtype=dtype_of(dtype)))

    def __getattr__(self, name: str) -> Any:
        if name in SAME:
            return self._same
        raise AttributeError(name)

    def _same(self, *arguments: Any, **options: Any) -> Any:
        if options.get("inplace"):
            return None
        return self.like(ops.cast(self.tensor, dtype=None))

    def compared(self, other: Any) -> Any:
        """Return what a comparison gives: whether it holds, for each entry."""
        return self.like(made(self.tensor.shape, dtypes.bool))

    def __invert__(self) -> Any:
        return self.like(made(self.tensor.shape, self.tensor.dtype))

    isna = isnull = notna = notnull = isin = between = lambda self, *arguments, **options: self.compared(None)


def _with_rows(x: Tensor, rows: Size) -> Tensor:
    """Return values with another number of rows."""
    return made(Shape((rows, *x.shape.dims[1:])), x.dtype)


@modelled("pandas.DataFrame", "pandas.core.frame.DataFrame")
class DataFrame(Labelled):
    """A table with named columns."""

    rank = 2

    def __init__(
        self, data: Any = None, index: Any = None, columns: Any = None, dtype: Any = None, copy: Any = None
    ) -> None:
        super().__init__(_table(data, index, columns, dtype))

    def __getitem__(self, key: Any) -> Any:
        rows = self.tensor.shape.dims[0]
        if type(key) is str:
            return Series(made(Shape((rows,)), None))
        if type(key) is list and all(type(name) is str for name in key):
            return DataFrame(made(Shape((rows, len(key))), None))
        if type(key) is slice:
            return self.like(ops.index(self.tensor, items=(key,)))
        if is_mask(key):
            return self.like(_with_rows(self.tensor, symbol()))
        return opaque("DataFrame.__getitem__")

    def __setitem__(self, key: Any, value: Any) -> None:
        rows = self.tensor.shape.dims[0]
        self.tensor = made(Shape((rows, symbol())), None)

    def iterate(self) -> Iteration:
        return Iteration(make=lambda: unknown_of("str"))

    @property
    def columns(self) -> Any:
        return Series(made(Shape(self.tensor.shape.dims[1:]), dtypes.string))

    @property
    def T(self) -> Any:
        return self.like(ops.transpose(self.tensor))

    def drop(
        self, labels: Any = None, *arguments: Any, axis: Any = 0, columns: Any = None, **options: Any
    ) -> Any:
        if arguments:
            axis = arguments[0]
        rows, width = self.tensor.shape.dims
        gone = columns if columns is not None else (labels if axis in (1, "columns") else None)
        if gone is None:
            result = made(Shape((symbol(), width)), None)
        else:
            count = 1 if type(gone) is str else len(items(gone) or ())
            left = width - count if count and type(width) is int else symbol()
            result = made(Shape((rows, left)), None)
        if options.get("inplace"):
            self.tensor = result
            return None
        return self.like(result)

    def pop(self, item: Any) -> Any:
        rows, width = self.tensor.shape.dims
        self.tensor = made(Shape((rows, width - 1 if type(width) is int else symbol())), None)
        return Series(made(Shape((rows,)), None))

    def mean(self, axis: Any = 0, *arguments: Any, **options: Any) -> Any:
        if axis not in (0, 1, "index", "columns"):
            return opaque("DataFrame.mean")
        place = 1 if axis in (1, "columns") else 0
        return Series(made(Shape((self.tensor.shape.dims[1 - place],)), None))

    sum = std = var = min = max = median = count = nunique = mean

    def apply(self, func: Any, *arguments: Any, **options: Any) -> Any:
        return opaque("DataFrame.apply")

    def iterrows(self) -> Any:
        width = self.tensor.shape.dims[1]
        return Iteration(make=lambda: (UNKNOWN, Series(made(Shape((width,)), None))))


def _table(data: Any, index: Any, columns: Any, dtype: Any) -> Tensor:
    """Return the values of a frame made from data."""
    names = items(columns)
    width: Size = symbol() if names is None else len(names)
    if isinstance(data, Labelled):
        data = data.tensor
    if type(data) is dict:
        lengths = [as_array(value).shape.axis(0) for value in data.values() if type(value) in (list, Tensor)]
        known = next((length for length in lengths if length is not None), None)
        return made(
            Shape((symbol() if known is None else known, len(data) if names is None else width)), None
        )
    if type(data) in (Tensor, list):
        array = as_array(data)
        if array.shape.rank == 2:
            return ops.cast(array, dtype=array.dtype if dtype is None else dtype_of(dtype))  # type: ignore[no-any-return]
        if array.shape.rank == 1 and array.dtype is not None:
            return made(Shape((array.shape.dims[0], 1)), array.dtype)
    return made(Shape((symbol(), width)), None)


@modelled("pandas.Series", "pandas.core.series.Series", "pandas.Index")
class Series(Labelled):
    """A column: a vector with an index."""

    rank = 1

    def __init__(
        self, data: Any = None, index: Any = None, dtype: Any = None, name: Any = None, copy: Any = None
    ) -> None:
        array = data.tensor if isinstance(data, Labelled) else data
        if type(array) in (list, tuple):
            array = as_array(array)
        if type(array) is not Tensor or array.shape.rank != 1:
            array = made(Shape((symbol(),)), None)
        super().__init__(array)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is slice:
            return self.like(ops.index(self.tensor, items=(key,)))
        if is_mask(key):
            return self.like(_with_rows(self.tensor, symbol()))
        return UNKNOWN

    def iterate(self) -> Iteration:
        return Iteration(make=lambda: UNKNOWN, length=self.tensor.shape.dims[0])

    def tolist(self) -> Any:
        return ListValue(None, element=UNKNOWN, length=self.tensor.shape.dims[0])

    to_list = tolist

    def unique(self) -> Any:
        return made(Shape((symbol(),)), None)

    def value_counts(self, *arguments: Any, **options: Any) -> Any:
        return Series(made(Shape((symbol(),)), None))

    def apply(self, func: Any, *arguments: Any, **options: Any) -> Any:
        return Series(made(self.tensor.shape, None))

    map = apply

    def reshape(self, *shape: Any) -> Any:
        from gnomon.models.api import shape_of_arguments

        return ops.reshape(self.tensor, shape=shape_of_arguments(shape))

    def __add__(self, other: Any) -> Any:
        return Series(made(self.tensor.shape, None)) if isinstance(other, (Series, int, float)) else UNKNOWN

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __mod__ = (
        __add__
    )
    __floordiv__ = __add__

    def __and__(self, other: Any) -> Any:
        both = isinstance(other, Series) and other.tensor.dtype is self.tensor.dtype
        return Series(made(self.tensor.shape, self.tensor.dtype if both else None))

    __or__ = __xor__ = __and__


class Positions(Modelled):
    """`frame.iloc`: rows and columns by number."""

    library_name = "pandas.DataFrame.iloc"

    def __init__(self, owner: Labelled) -> None:
        self.owner = owner

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        chosen: list[Any] = []
        for part in parts:
            listed = items(part) if type(part) in (list, tuple) else None
            if type(part) in (int, Dim, slice):
                chosen.append(part)
            elif listed is not None:
                chosen.append(made(Shape((len(listed),)), dtypes.int64))
            elif type(part) is Tensor and part.shape.rank == 1 and part.dtype is not None:
                chosen.append(part)
            else:
                return opaque("DataFrame.iloc")
        if sum(type(part) is Tensor for part in chosen) > 1:
            return opaque("DataFrame.iloc")
        result = ops.index(self.owner.tensor, items=tuple(chosen))
        return self.owner.like(result) if result.shape.rank else UNKNOWN


class Labels(Modelled):
    """`frame.loc`: rows and columns by name."""

    library_name = "pandas.DataFrame.loc"

    def __init__(self, owner: Labelled) -> None:
        self.owner = owner

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple and len(key) == 2 and self.owner.rank == 2:
            rows, columns = key
            count: Size = symbol()
            if type(rows) is slice and rows.start is None and rows.stop is None and rows.step is None:
                count = self.owner.tensor.shape.dims[0]
            elif not isinstance(rows, (slice, Series, Tensor, list)):
                return UNKNOWN
            if type(columns) is str:
                return Series(made(Shape((count,)), None))
            if type(columns) is list:
                return DataFrame(made(Shape((count, len(columns))), None))
            if type(columns) is slice:
                return DataFrame(made(Shape((count, symbol())), None))
            return UNKNOWN
        if type(key) is slice or is_mask(key):
            return self.owner.like(_with_rows(self.owner.tensor, symbol()))
        return UNKNOWN

    def __setitem__(self, key: Any, value: Any) -> None:
        """A new name makes a new row or column."""
        if not is_mask(key):
            self.owner.forget()
