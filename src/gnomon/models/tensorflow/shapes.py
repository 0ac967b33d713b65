"""TensorShape: what the program sees of a tensor's shape while the graph is built."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    attribute,
    dtypes,
    function,
    items,
    method,
    modelled,
    state,
    symbol,
    unknown_of,
)
from gnomon.models.tensorflow.common import array, as_dtype, declared, older_than
from gnomon.shapes import product
from gnomon.values import Iteration
from gnomon.values.unseen import is_unseen, unseen


def told(size: Size | None) -> Any:
    """Return a size as the program sees it: None where TensorFlow does not know it."""
    if size is None:
        return unknown_of("int")
    return None if is_unseen(size) else size


@modelled("tensorflow.TensorShape")
class TensorShape(Modelled):
    """A shape with sizes that may be None."""

    def __init__(self, dims: Any = None) -> None:
        self.known = declared(dims)

    @property
    def tensor(self) -> Tensor:
        """The shape as the vector that a function of arrays makes of it."""
        rank = self.known.rank
        if rank is None:
            return Tensor(Shape((symbol(),)), dtypes.int32)
        return Tensor(Shape((rank,)), dtypes.int32, contents=self.known.dims)

    @property
    def ndims(self) -> Any:
        """The number of axes."""
        return unknown_of("int") if self.known.rank is None else self.known.rank

    rank = ndims

    @property
    def dims(self) -> Any:
        """The sizes as a list."""
        return self.as_list()

    def as_list(self) -> Any:
        """The sizes as a list, with None where they are not known."""
        if self.known.rank is None:
            return Unknown(reason=("unknown rank", "as_list"))
        return [told(size) for size in self.known.dims]

    def __len__(self) -> Any:
        return symbol() if self.known.rank is None else self.known.rank

    def iterate(self) -> Iteration | None:
        """Visit the sizes."""
        if self.known.rank is None:
            return Iteration(make=lambda: unknown_of("int"))
        return Iteration(tuple(told(size) for size in self.known.dims))

    def __getitem__(self, index: Any) -> Any:
        known = self.known
        if type(index) is int:
            return told(known.axis(index))
        if type(index) is slice and known.rank is not None:
            parts = (index.start, index.stop, index.step)
            if all(part is None or type(part) is int for part in parts):
                return shape_object(Shape(known.dims[index]))
        if type(index) is slice:
            return shape_object(_sliced(known, index))
        return unknown_of("int")

    def num_elements(self) -> Any:
        """The number of elements, None if it is not known."""
        if self.known.rank is None:
            return unknown_of("int")
        return told(product(self.known.dims))

    def is_fully_defined(self) -> Any:
        """Whether every size is known."""
        if self.known.rank is None:
            return unknown_of("bool")
        if any(is_unseen(size) for size in self.known.dims):
            return False
        return True if all(type(size) is int for size in self.known.dims) else unknown_of("bool")

    def concatenate(self, other: Any) -> Any:
        """The shape followed by another one."""
        return shape_object(_joined(self.known, declared(other)))

    def __add__(self, other: Any) -> Any:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> Any:
        return shape_object(_joined(declared(other), self.known))

    def merge_with(self, other: Any) -> Any:
        """What both shapes say together."""
        merged = ops.set_shape(Tensor(self.known, library="tf"), shape=declared(other))
        return shape_object(merged.shape)

    def with_rank(self, rank: Any) -> Any:
        """The shape, which must have this rank."""
        if self.known.rank is None and type(rank) is int:
            return shape_object(Shape(tuple(symbol() for _ in range(rank))))
        return self

    def with_rank_at_least(self, rank: Any) -> Any:
        """The shape, which must have at least this rank."""
        return self

    def with_rank_at_most(self, rank: Any) -> Any:
        """The shape, which must have at most this rank."""
        return self

    def is_compatible_with(self, other: Any) -> Any:
        """Whether both shapes may be those of one tensor."""
        return Unknown("bool")

    def _nothing(self, *args: Any, **kwargs: Any) -> None:
        return None

    assert_is_compatible_with = assert_has_rank = assert_same_rank = assert_is_fully_defined = _nothing

    def as_proto(self) -> Any:
        """The shape as a message."""
        return Unknown(reason=("not modelled", "TensorShape.as_proto"))


def _sliced(shape: Shape, index: slice) -> Shape:
    """Return a part of a shape of unknown rank: from an axis counted from the left on."""
    start, stop = index.start or 0, index.stop
    if index.step not in (None, 1) or type(start) is not int:
        return Shape.unknown()
    if start >= 0 and start <= len(shape.prefix):
        if stop is None:
            return Shape(shape.prefix[start:], shape.run, shape.suffix)
        if type(stop) is int and 0 <= stop <= len(shape.prefix):
            return Shape(shape.prefix[start:stop])
        if type(stop) is int and stop < 0 and -stop <= len(shape.suffix):
            return Shape(shape.prefix[start:], shape.run, shape.suffix[:stop])
    if start < 0 and stop is None and -start <= len(shape.suffix):
        return Shape(shape.suffix[start:])
    return Shape.unknown()


def _joined(first: Shape, second: Shape) -> Shape:
    if first.run is None:
        return Shape(first.prefix + second.prefix, second.run, second.suffix)
    if second.run is None:
        return Shape(first.prefix, first.run, first.suffix + second.prefix)
    return Shape(first.prefix, first.run, ())


def shape_object(shape: Shape) -> TensorShape:
    """Return the TensorShape of a shape."""
    made: TensorShape = TensorShape.__new__(TensorShape)
    made.__dict__["known"] = shape
    return made


@attribute("tf", "shape", "_shape")
def _shape(self: Tensor) -> TensorShape:
    return shape_object(self.shape)


@method("tf", "get_shape", tensor=False)
def _get_shape(self: Tensor) -> TensorShape:
    return shape_object(self.shape)


@attribute("tf", "ndim")
def _ndim(self: Tensor) -> Any:
    return unknown_of("int") if self.shape.rank is None else self.shape.rank


def _any_size(name: str) -> Dim:
    """A None among stated sizes says nothing, not even that there is an entry."""
    return unseen(name, lower=0)


@method("tf", "set_shape", tensor=False)
def _set_shape(self: Tensor, shape: Any) -> None:
    stated = ops.set_shape(self, shape=declared(shape, _any_size))
    if stated.shape != self.shape:
        state.write_slot(self, "shape", stated.shape)


@function("tensorflow.ensure_shape")
def _ensure_shape(x: Any, shape: Any, name: Any = None) -> Any:
    return ops.set_shape(x, shape=declared(shape, _any_size))


@function("tensorflow.compat.dimension_value", "tensorflow.dimension_value", tensor=False)
def _dimension_value(dimension: Any) -> Any:
    return dimension


@function("tensorflow.Dimension", tensor=False)
def _dimension(value: Any) -> Any:
    return value


@function("tensorflow.compat.dimension_at_index", "tensorflow.dimension_at_index", tensor=False)
def _dimension_at(shape: Any, index: Any) -> Any:
    return shape[index] if isinstance(shape, TensorShape) else unknown_of("int")


@function("tensorflow.broadcast_static_shape", tensor=False)
def _broadcast_static(shape_x: Any, shape_y: Any) -> Any:
    first, second = declared(shape_x), declared(shape_y)
    return shape_object(ops.add(Tensor(first, library="tf"), Tensor(second, library="tf")).shape)


@function("tensorflow.shape")
def _shape_of(input: Any, name: Any = None, out_type: Any = None) -> Any:
    tensor = array(input)
    result = ops.shape_of(tensor, dtype=as_dtype(out_type, dtypes.int32))
    if older_than(1, 9) and result.contents is not None:
        result.contents = tuple(_veiled(entry, result.contents) for entry in result.contents)
    return result


def _veiled(entry: Any, contents: tuple[Any, ...]) -> Any:
    """Older versions do not look into the tensor that holds a shape unless the whole shape is known."""
    if type(entry) is int and any(is_unseen(other) for other in contents if type(other) is Dim):
        return unseen(domain=(entry,))
    return entry


@function("tensorflow.shape_n")
def _shape_n(input: Any, out_type: Any = None, name: Any = None) -> Any:
    entries = items(input)
    return Unknown() if entries is None else [_shape_of(entry, out_type=out_type) for entry in entries]


@function("tensorflow.size")
def _size_of(input: Any, name: Any = None, out_type: Any = None) -> Any:
    return ops.size_of(array(input), dtype=as_dtype(out_type, dtypes.int32))


@function("tensorflow.rank")
def _rank_of(input: Any, name: Any = None) -> Any:
    return ops.rank_of(array(input), dtype=dtypes.int32)


@function("tensorflow.broadcast_dynamic_shape")
def _broadcast_dynamic(shape_x: Any, shape_y: Any) -> Any:
    both = ops.add(Tensor(declared(shape_x), library="tf"), Tensor(declared(shape_y), library="tf"))
    return ops.shape_of(both, dtype=dtypes.int32)
