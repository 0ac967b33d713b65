"""The data a model is trained on: arrays cut into batches, datasets and generators that give batches."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon.models.api import (
    DictValue,
    Dim,
    ListValue,
    Shape,
    Size,
    Tensor,
    Unknown,
    host,
    is_unknown,
    symbol,
)
from gnomon.models.keras.graph import DATA
from gnomon.models.keras.tensors import array, export_structure, flatten, rename
from gnomon.shapes import Equal, dtypes
from gnomon.values import ABSENT

INPUTS = "{op}: {x} is {x.shape} and {y} is {y.shape}: {m} rows of one input, but {n} of another"
TARGETS = "{op}: {x} is {x.shape} and {y} is {y.shape}: {m} rows of inputs, but {n} of targets"


class Batch(NamedTuple):
    """One step's inputs and targets (None: no targets)."""

    x: Any
    y: Any


def first_batch(x: Any, y: Any, batch_size: Any, split: Any = 0.0) -> Batch | None:
    """Return what the first step of training sees; None if nothing is known of the data."""
    x = plain(x)
    if is_arrays(x):
        y = plain(y)
        check_rows(x, y)
        size = rows_of_batch(x, y, batch_size, split)
        return Batch(cut(x, size), cut(y, size))
    element = typical(x)
    return None if element is None else unpacked_element(element)


def last_batch(x: Any, y: Any, batch_size: Any, split: Any = 0.0) -> Batch | None:
    """Return what the last step of an epoch sees where it is known to be a smaller batch, else None."""
    x = plain(x)
    if is_arrays(x):
        y = plain(y)
        total, size = rows(x), 32 if batch_size is None else batch_size
        if type(total) is not int or type(size) is not int or size <= 0:
            return None
        if type(split) in (int, float) and 0 < split < 1:
            total = int(total * (1 - split))
        elif split not in (0, 0.0, None):
            return None
        rest = total % size
        if not rest or total < size:
            return None
        return Batch(_last_rows(cut(x, rest), total), _last_rows(cut(y, rest), total))
    iteration = host.iterate(x) if x is not None and not is_unknown(x) else None
    if iteration is None or iteration.items is not None or iteration.last is None:
        return None
    return unpacked_element(iteration.last())


def _last_rows(value: Any, total: int) -> Any:
    """Let messages say that arrays are the last batch, not the whole data."""
    for leaf in flatten(value):
        if type(leaf) is Tensor:
            leaf.attributes = {"name": f"the last batch of {total} rows"}
            host.reporter.arguments = [pair for pair in host.reporter.arguments if pair[0] is not leaf]
    return value


def all_rows(x: Any) -> tuple[Any, Any, Size | None]:
    """Return a batch of unknown size, its size, and the number of all rows: what prediction sees."""
    x = plain(x)
    if not is_arrays(x):
        element = typical(x)
        return (None if element is None else unpacked_element(element).x), None, None
    check_rows(x)
    total = rows(x)
    size = symbol("batch", lower=1)
    return cut(x, size), size, total


def plain(value: Any) -> Any:
    """Return data with lists of numbers turned into arrays."""
    if type(value) in (list, tuple):
        whole = array(value)
        if type(whole) is Tensor:
            return whole
        return [plain(entry) for entry in value]
    if type(value) is dict:
        return {key: plain(entry) for key, entry in value.items()}
    return array(value)


def is_arrays(value: Any) -> bool:
    """Whether data are arrays (or lists and dicts of them) rather than something that gives batches."""
    return type(value) in (Tensor, list, tuple, dict, ListValue, DictValue) or is_unknown(value)


def typical(data: Any) -> Any:
    """Return one element of a dataset or generator, None if it is not known."""
    if data is None or is_unknown(data):
        return None
    iteration = host.iterate(data)
    if iteration is None:
        return None
    element = iteration.typical()
    return None if element is ABSENT else element


def unpacked_element(element: Any) -> Batch:
    """Return the inputs and targets of a dataset's element: `(x, y)`, `(x, y, weights)`, `(x,)` or `x`."""
    element = export_structure(element)
    for leaf in flatten(element):
        if type(leaf) is Tensor and "name" not in (leaf.attributes or {}):
            leaf.attributes = {**(leaf.attributes or {}), "name": DATA}
    if type(element) is tuple or (type(element) is list and len(element) in (2, 3)):
        if len(element) in (2, 3):
            return Batch(element[0], element[1])
        if len(element) == 1:
            return Batch(element[0], None)
        return Batch(Unknown(), Unknown())
    if is_unknown(element):
        return Batch(element, Unknown())
    return Batch(element, None)


def rows(value: Any) -> Size | None:
    """Return the number of rows of the first array whose rows are known."""
    for leaf in flatten(value):
        if type(leaf) is Tensor:
            count = leaf.shape.axis(0)
            if count is not None:
                return count
    return None


def check_rows(x: Any, y: Any = None) -> None:
    """Require as many rows of each array: of all inputs, and of all targets."""
    inputs, targets = arrays_of_rows(x), arrays_of_rows(y)
    pairs = [(other, "feed", INPUTS) for other in inputs[1:]]
    pairs += [(target, "loss-target", TARGETS) for target in (targets if inputs else targets[1:])]
    for other, rule, message in pairs:
        first = (inputs or targets)[0]
        m, n = first.shape.prefix[0], other.shape.prefix[0]
        if not host.require(Equal(m, n), rule, message, blame=other, x=first, y=other, m=m, n=n):
            return


def arrays_of_rows(value: Any) -> list[Tensor]:
    """Return the arrays of data whose rows are known."""
    return [leaf for leaf in flatten(value) if type(leaf) is Tensor and leaf.shape.prefix]


def rows_of_batch(x: Any, y: Any, batch_size: Any, split: Any) -> Size:
    """Return the number of rows of a full batch."""
    total = rows(x)
    if total is None:
        total = rows(y)
    size = 32 if batch_size is None else batch_size
    if type(size) is int and type(total) is int and size > 0:
        if type(split) in (int, float) and 0 < split < 1:
            total = int(total * (1 - split))
        elif split not in (0, 0.0, None):
            return symbol("batch", lower=1)
        if total > 0:
            return min(size, total)
    if type(size) is Dim and type(total) is int:
        return symbol("batch", lower=1)
    return symbol("batch", lower=1)


def cut(value: Any, size: Size) -> Any:
    """Return the rows of one batch."""
    kind = type(value)
    if kind is Tensor:
        shape = value.shape
        if shape.rank == 0:
            return value
        sizes = shape.with_axis(0, size) if shape.prefix else Shape((size,), shape.run, shape.suffix)
        floats = value.dtype is not None and value.dtype.kind == "float"
        made = Tensor(
            sizes, dtypes.float32 if floats else value.dtype, "tf", bounds=value.bounds, site=value.site
        )
        made.attributes = {**(value.attributes or {}), "whole": value.shape}
        return rename(made, value)
    if kind in (list, tuple):
        return [cut(entry, size) for entry in value]
    if kind is dict:
        return {key: cut(entry, size) for key, entry in value.items()}
    return value
