"""tf.data: pipelines of elements, batches and the iterators of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Dtype,
    Iteration,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    constant,
    dtypes,
    flag,
    host,
    items,
    modelled,
    symbol,
)
from gnomon.models.tensorflow.common import (
    array,
    as_dtype,
    declared,
    is_tensor,
    made,
    number,
    tf_function,
    whole,
)
from gnomon.models.tensorflow.running import Operation, operation
from gnomon.models.tensorflow.shapes import TensorShape, shape_object
from gnomon.shapes import Never, ceil_div
from gnomon.values.unseen import changing, unseen

Structure = Any
"""Tensors in tuples and dicts: what one element of a pipeline is."""


def mapped(function: Callable[[Any], Any], structure: Structure) -> Structure:
    """Apply a function to every tensor of a structure."""
    if type(structure) is tuple:
        return tuple(mapped(function, part) for part in structure)
    if type(structure) is list:
        return [mapped(function, part) for part in structure]
    if type(structure) is dict:
        return {key: mapped(function, part) for key, part in structure.items()}
    return function(structure)


def _padded_shapes(given: Any, element: Structure) -> list[Shape | None]:
    """Return the stated shape for each tensor of an element, None where none is stated."""
    if type(element) in (tuple, list) and type(given) in (tuple, list) and len(element) == len(given):
        return [shape for one, part in zip(given, element) for shape in _padded_shapes(one, part)]
    if type(element) is dict and type(given) is dict:
        return [shape for key, part in element.items() for shape in _padded_shapes(given.get(key), part)]
    if type(element) in (tuple, list, dict) or given is None or not is_tensor(element):
        return [None]
    shape = declared(given, lambda *_: symbol(lower=0))
    return [shape if shape.rank is not None and items(given) is not None else None]


def _refuse_padding(value: Any, target: Shape) -> None:
    host.require(
        Never(),
        "rank",
        "{op}: the elements are {shape} with {count}, but padded_shapes states {wanted} for them",
        shape=value.shape,
        count="one axis" if value.shape.rank == 1 else f"{value.shape.rank} axes",
        wanted="one axis" if target.rank == 1 else f"{target.rank} axes",
        help="padded_shapes takes one entry for each axis of an element, None for the longest of a batch",
    )


def _row(value: Any) -> Any:
    """Return one row of an array."""
    x = array(value)
    if x.shape.rank is None and not x.shape.prefix:
        return made(Shape.unknown(), x.dtype)
    if x.shape.rank == 0:
        return x
    row = made(Shape(x.shape.prefix[1:], x.shape.run, x.shape.suffix), x.dtype)
    row.bounds = x.bounds
    return row


def _first_size(structure: Structure) -> Size | None:
    found: list[Any] = []
    mapped(lambda value: found.append(array(value).shape.axis(0)), structure)
    return next((size for size in found if size is not None), None)


def _with_lead(value: Any, lead: Size) -> Any:
    if not is_tensor(value):
        return Unknown()
    shape = value.shape
    batch = made(Shape((lead, *shape.prefix), shape.run, shape.suffix), value.dtype)
    batch.bounds = value.bounds
    return batch


def _tensors(structure: Structure) -> Structure:
    """Return a structure whose leaves are tensors, as a pipeline makes them of what a function returns."""
    if type(structure) is list:
        return array(structure)
    if type(structure) is tuple:
        return tuple(_tensors(part) for part in structure)
    if type(structure) is dict:
        return {key: _tensors(part) for key, part in structure.items()}
    return structure if type(structure) is Unknown or isinstance(structure, Modelled) else array(structure)


@modelled(
    "tensorflow.data.Dataset",
    "tensorflow.data.experimental.CsvDataset_base",
    "tensorflow.contrib.data.Dataset",
)
class Dataset(Modelled):
    """A pipeline: what one element is, how many there are, and a last element that differs."""

    def __init__(
        self, element: Structure = None, length: Any = None, last: Any = None, infinite: bool = False
    ) -> None:
        self.element = Unknown() if element is None else element
        self.length = length
        self.last = last
        self.infinite = infinite

    # -- sources ---------------------------------------------------------------------------------------------

    @staticmethod
    def from_tensor_slices(tensors: Any = None, name: Any = None) -> Dataset:
        """Elements are the rows of arrays of one length."""
        whole_structure = _sliced_input(tensors)
        ops_same_rows(whole_structure)
        return Dataset(mapped(_row, whole_structure), _first_size(whole_structure))

    @staticmethod
    def from_tensors(tensors: Any = None, name: Any = None) -> Dataset:
        """One element."""
        return Dataset(_tensors(_sliced_input(tensors)), 1)

    @staticmethod
    def from_generator(
        generator: Any, output_types: Any = None, output_shapes: Any = None, *args: Any, **kwargs: Any
    ) -> Dataset:
        """Elements that a function of the program yields."""
        signature = kwargs.get("output_signature")
        if signature is not None:
            return Dataset(mapped(_of_spec, signature))
        if output_shapes is not None:
            return Dataset(_declared(output_types, output_shapes))
        return Dataset(mapped(lambda kind: made(Shape.unknown(), as_dtype(kind)), output_types))

    @staticmethod
    def range(*args: Any, output_type: Any = dtypes.int64, **kwargs: Any) -> Dataset:
        """Numbers."""
        count = args[0] if len(args) == 1 and type(args[0]) in (int, Dim) else None
        return Dataset(made(Shape(()), as_dtype(output_type, dtypes.int64)), count)

    @staticmethod
    def zip(datasets: Any = None, *args: Any, **kwargs: Any) -> Dataset:
        """Elements of several pipelines, side by side."""
        parts = (datasets, *args) if args else datasets
        if type(parts) not in (tuple, list, dict):
            return Dataset()
        members = list(parts.values()) if type(parts) is dict else list(parts)
        if not all(isinstance(member, Dataset) for member in members):
            return Dataset()
        lengths = [member.length for member in members if not member.infinite]
        length = min(lengths) if lengths and all(type(n) is int for n in lengths) else None
        element = (
            {key: member.element for key, member in parts.items()}
            if type(parts) is dict
            else tuple(member.element for member in members)
        )
        return Dataset(element, length, infinite=all(member.infinite for member in members))

    @staticmethod
    def list_files(*args: Any, **kwargs: Any) -> Dataset:
        """File names."""
        return Dataset(made(Shape(()), dtypes.string))

    @staticmethod
    def random(*args: Any, **kwargs: Any) -> Dataset:
        """Random numbers."""
        return Dataset(made(Shape(()), dtypes.int64), infinite=True)

    # -- transformations ---------------------------------------------------------------------------------------

    def map(self, map_func: Any, *args: Any, **kwargs: Any) -> Dataset:
        """Apply a function to each element."""
        last = self.last
        if last is not None and last[0] != "open":
            last = (host.quietly(lambda: _applied(map_func, self.last[0])),)
        return Dataset(_applied(map_func, self.element), self.length, last, self.infinite)

    def filter(self, predicate: Any, name: Any = None) -> Dataset:
        """Keep some elements."""
        _applied(predicate, self.element)
        return Dataset(self.element, None, None, self.infinite)

    def flat_map(self, map_func: Any, name: Any = None) -> Dataset:
        """The elements of the pipelines that a function gives."""
        inner = _call(map_func, self.element)
        return Dataset(inner.element if isinstance(inner, Dataset) else None)

    def interleave(self, map_func: Any, *args: Any, **kwargs: Any) -> Dataset:
        """The elements of the pipelines that a function gives, interleaved."""
        return self.flat_map(map_func)

    def apply(self, transformation_func: Any) -> Any:
        """Apply a function to the pipeline."""
        result = host.call(transformation_func, self)
        return result if isinstance(result, Dataset) else Dataset()

    def batch(self, batch_size: Any, drop_remainder: Any = False, *args: Any, **kwargs: Any) -> Dataset:
        """Stack elements to batches; the last one may be smaller."""
        count = whole(batch_size)
        whole_only = flag(drop_remainder)
        element = mapped(lambda value: _with_lead(value, count), self.element)
        if self.infinite or type(self.length) is not int or type(count) is not int or count <= 0:
            exact = whole_only is True or self.infinite
            return Dataset(element, None, None if exact else ("open",), self.infinite)
        rest = self.length % count
        if whole_only is not False or rest == 0:
            return Dataset(element, self.length // count)
        last = mapped(lambda value: _with_lead(value, rest), self.element)
        return Dataset(element if self.length >= count else last, ceil_div(self.length, count), (last,))

    def padded_batch(self, batch_size: Any, padded_shapes: Any = None, *args: Any, **kwargs: Any) -> Dataset:
        """Stack elements that are padded to one size."""
        count = whole(batch_size)
        leaves: list[Any] = []
        mapped(leaves.append, self.element)
        targets = _padded_shapes(padded_shapes, self.element)
        places = iter(targets if len(targets) == len(leaves) else [None] * len(leaves))

        def padded(value: Any) -> Any:
            target = next(places)
            if not is_tensor(value) or value.shape.rank is None:
                return made(Shape.unknown())
            if target is not None and target.rank != value.shape.rank:
                _refuse_padding(value, target)
                target = None
            sizes = [symbol(lower=0) for _ in value.shape.dims] if target is None else target.dims
            return made(Shape((count, *sizes)), value.dtype)

        return Dataset(mapped(padded, self.element), None, ("open",), self.infinite)

    def unbatch(self, name: Any = None) -> Dataset:
        """The rows of the elements."""
        return Dataset(mapped(_row, self.element), None, None, self.infinite)

    def rebatch(self, batch_size: Any, *args: Any, **kwargs: Any) -> Dataset:
        """Batches of another size."""
        return self.unbatch().batch(batch_size)

    def window(self, size: Any, *args: Any, **kwargs: Any) -> Dataset:
        """Windows, each a pipeline."""
        return Dataset(mapped(lambda value: Dataset(value), self.element))

    def repeat(self, count: Any = None, name: Any = None) -> Dataset:
        """The elements again and again."""
        times = number(count)
        if count is None or times == -1:
            return Dataset(self.element, None, self.last, True)
        if times is not None and type(self.length) is int:
            return Dataset(self.element, self.length * times, self.last, self.infinite)
        return Dataset(self.element, None, self.last, self.infinite)

    def take(self, count: Any, name: Any = None) -> Dataset:
        """The first elements."""
        wanted = number(count)
        if wanted is None or wanted < 0:
            return Dataset(self.element, None, self.last)
        if type(self.length) is int:
            length = min(wanted, self.length)
            return Dataset(self.element, length, self.last if length == self.length else None)
        return Dataset(self.element, wanted if self.infinite else None, None if self.infinite else self.last)

    def skip(self, count: Any, name: Any = None) -> Dataset:
        """All but the first elements."""
        wanted = number(count)
        if wanted is not None and type(self.length) is int:
            return Dataset(self.element, max(self.length - wanted, 0), self.last)
        return Dataset(self.element, None, self.last, self.infinite)

    def concatenate(self, dataset: Any, name: Any = None) -> Dataset:
        """The elements of this pipeline, then of another."""
        both = isinstance(dataset, Dataset) and type(self.length) is int and type(dataset.length) is int
        return Dataset(self.element, self.length + dataset.length if both else None, self.last)

    def _same(self, *args: Any, **kwargs: Any) -> Dataset:
        """Nothing about the elements changes."""
        return self

    shuffle = prefetch = cache = with_options = snapshot = ignore_errors = shard = _same
    prefetch_to_device = assert_cardinality = sparse_batch = _same

    def enumerate(self, start: Any = 0, name: Any = None) -> Dataset:
        """Elements with their numbers."""
        return Dataset((made(Shape(()), dtypes.int64), self.element), self.length, None, self.infinite)

    def reduce(self, initial_state: Any, reduce_func: Any, name: Any = None) -> Any:
        """Fold the elements."""
        return mapped(lambda value: ops.positive(array(value)), initial_state)

    # -- reading -----------------------------------------------------------------------------------------------

    def iterate(self) -> Iteration:
        """Visit the elements of one pass."""
        last = None
        if self.last is not None and self.last[0] != "open":
            smaller = self.last[0]
            last = lambda: mapped(renewed(), smaller)  # noqa: E731
        length = self.length if type(self.length) in (int, Dim) else None
        return Iteration(make=lambda: mapped(renewed(), self.element), length=length, last=last)

    def as_numpy_iterator(self) -> Iteration:
        """Visit the elements as NumPy arrays."""
        seen = self.iterate()
        turn = renewed("numpy")
        return Iteration(make=lambda: mapped(turn, self.element), length=seen.length)

    def __len__(self) -> Any:
        return self.length if type(self.length) in (int, Dim) else symbol()

    def cardinality(self) -> Any:
        """The number of elements."""
        return made(Shape(()), dtypes.int64)

    def make_one_shot_iterator(self) -> PipelineIterator:
        """An iterator of TensorFlow 1."""
        return PipelineIterator(self.element, self.last)

    def make_initializable_iterator(self, *args: Any) -> PipelineIterator:
        """An iterator that an operation starts."""
        return PipelineIterator(self.element, self.last)

    @property
    def element_spec(self) -> Any:
        """What the elements are."""
        return Unknown()

    @property
    def output_shapes(self) -> Any:
        """The shapes of the elements."""
        return mapped(
            lambda value: TensorShape(None) if not is_tensor(value) else shape_of(value), self.element
        )

    @property
    def output_types(self) -> Any:
        """The dtypes of the elements."""
        return mapped(lambda value: value.dtype if is_tensor(value) else Unknown(), self.element)


def shape_of(value: Tensor) -> Any:
    """Return the shape object of a tensor."""
    return shape_object(value.shape)


def renewed(library: str | None = None) -> Callable[[Any], Any]:
    """Return a function that gives a tensor anew, with fresh sizes where sizes are unknown."""
    known: dict[Any, Any] = {}

    def turn(value: Any) -> Any:
        if type(value) is not Tensor:
            return value
        for atom in value.shape.symbols():
            if atom.name is None and atom not in known:
                known[atom] = symbol(lower=atom.lower, upper=atom.upper)
        fresh = Tensor(
            value.shape.substitute(known), value.dtype, library or value.library, site=host.reporter.site
        )
        fresh.bounds = value.bounds
        return fresh

    return turn


def _sliced_input(tensors: Any) -> Structure:
    """Return what from_tensor_slices is given: lists are arrays, tuples are structures."""
    if type(tensors) is tuple:
        return tuple(_sliced_input(part) for part in tensors)
    if type(tensors) is dict:
        return {key: _sliced_input(part) for key, part in tensors.items()}
    if type(tensors) is Unknown or isinstance(tensors, Modelled):
        return made(Shape.unknown())
    return array(tensors)


def ops_same_rows(structure: Structure) -> None:
    """Require that all arrays have one length."""
    found: list[Any] = []
    mapped(found.append, structure)
    if len(found) > 1 and all(is_tensor(value) and value.shape.rank is not None for value in found):
        ops.same_length(*found) if len(found) == 2 else None


def _call(function: Any, element: Structure) -> Any:
    if type(element) is tuple:
        return host.call(function, *mapped(renewed(), element))
    return host.call(function, mapped(renewed(), element))


def _applied(function: Any, element: Structure) -> Structure:
    return _tensors(_call(function, element))


def _of_spec(spec: Any) -> Any:
    return spec.sample() if isinstance(spec, TensorSpec) else Unknown()


def _declared(kinds: Any, shapes: Any) -> Structure:
    if type(kinds) is tuple and type(shapes) in (tuple, list) and len(kinds) == len(shapes):
        return tuple(_declared(kind, shape) for kind, shape in zip(kinds, shapes, strict=True))
    if type(kinds) is dict and type(shapes) is dict:
        return {key: _declared(kind, shapes.get(key)) for key, kind in kinds.items()}
    return made(declared(shapes, changing), as_dtype(kinds))


@modelled("tensorflow.TensorSpec", "tensorflow.TensorArraySpec", "tensorflow.io.FixedLenFeature_spec")
class TensorSpec(Modelled):
    """A shape and a dtype."""

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32, name: Any = None) -> None:
        self.shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
        self.dtype = as_dtype(dtype, dtypes.float32)
        self.name = name

    def sample(self) -> Tensor:
        """Return a tensor of this kind."""
        return made(self.shape.known, self.dtype)


@modelled("tensorflow.contrib.eager.Iterator")
class EagerIterator(Modelled):
    """An iterator of early eager programs."""

    def __init__(self, dataset: Any = None) -> None:
        self.dataset = dataset if isinstance(dataset, Dataset) else Dataset()

    def next(self) -> Any:
        """Return the next element."""
        return mapped(renewed(), self.dataset.element)

    get_next = next

    def iterate(self) -> Iteration:
        """Visit the elements."""
        return self.dataset.iterate()


@modelled("tensorflow.data.Iterator")
class PipelineIterator(Modelled):
    """An iterator of TensorFlow 1: ``get_next`` is a tensor of the graph."""

    def __init__(self, element: Structure = None, last: Any = None) -> None:
        self.element, self.last = element, last
        self.initializer = operation()

    def get_next(self, name: Any = None) -> Any:
        """Return the next element as tensors of the graph."""
        return mapped(_graph_tensor(self.last), self.element)

    def make_initializer(self, dataset: Any, name: Any = None) -> Operation:
        """Return the operation that starts with another pipeline."""
        return operation()

    def string_handle(self, name: Any = None) -> Any:
        """Return a handle."""
        return made(Shape(()), dtypes.string)

    @property
    def output_shapes(self) -> Any:
        """The shapes of the elements."""
        return mapped(lambda value: shape_of(value) if is_tensor(value) else Unknown(), self.element)

    output_types = output_classes = property(lambda self: Unknown())

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, *args: Any, **kwargs: Any
    ) -> PipelineIterator:
        """An iterator that is started with a pipeline later."""
        if output_shapes is None:
            return PipelineIterator(mapped(lambda kind: made(Shape.unknown(), as_dtype(kind)), output_types))
        if isinstance(output_shapes, TensorShape) or type(output_types) in (Dtype, Unknown):
            shape = output_shapes.known if isinstance(output_shapes, TensorShape) else Shape.unknown()
            return PipelineIterator(made(shape, as_dtype(output_types)))
        if type(output_types) is tuple and type(output_shapes) in (tuple, list):
            return PipelineIterator(_declared(output_types, tuple(output_shapes)))
        return PipelineIterator(Unknown())

    @staticmethod
    def from_string_handle(
        handle: Any, output_types: Any = None, output_shapes: Any = None, *args: Any
    ) -> PipelineIterator:
        """An iterator chosen by a fed handle."""
        return PipelineIterator.from_structure(output_types, output_shapes)


def _graph_tensor(last: Any) -> Callable[[Any], Any]:
    """Return a function that makes tensors of the graph: a batch that may be smaller has a size of None there."""
    lead: dict[Any, Any] = {}

    def turn(value: Any) -> Any:
        if not is_tensor(value):
            return value
        shape = value.shape
        if last is not None and shape.prefix:
            size = shape.prefix[0]
            if size not in lead:
                exact = type(size) is int and last[0] != "open"
                lead[size] = unseen("N", domain=(size,)) if exact else unseen("N")
            shape = Shape((lead[size], *shape.prefix[1:]), shape.run, shape.suffix)
        return made(shape, value.dtype)

    return turn


@tf_function(
    "data.make_one_shot_iterator",
    "data.make_initializable_iterator",
    "data.experimental.make_saveable_from_iterator",
    tensor=False,
)
def _make_iterator(dataset: Any, *args: Any, **kwargs: Any) -> Any:
    return dataset.make_one_shot_iterator() if isinstance(dataset, Dataset) else Unknown()


@modelled(
    "tensorflow.data.TFRecordDataset",
    "tensorflow.data.TextLineDataset",
    "tensorflow.data.FixedLengthRecordDataset",
    "tensorflow.contrib.data.TFRecordDataset",
    "tensorflow.contrib.data.TextLineDataset",
)
class FileDataset(Dataset):
    """Records of files: strings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(made(Shape(()), dtypes.string))


@tf_function("data.experimental.map_and_batch", "contrib.data.map_and_batch", tensor=False)
def _map_and_batch(
    map_func: Any, batch_size: Any, *args: Any, drop_remainder: Any = False, **kwargs: Any
) -> Any:
    return _Step(lambda dataset: dataset.map(map_func).batch(batch_size, drop_remainder))


@tf_function("data.experimental.shuffle_and_repeat", "contrib.data.shuffle_and_repeat", tensor=False)
def _shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Any:
    return _Step(lambda dataset: dataset.repeat(count))


@tf_function(
    "data.experimental.prefetch_to_device",
    "data.experimental.ignore_errors",
    "data.experimental.copy_to_device",
    "data.experimental.assert_cardinality",
    tensor=False,
)
def _harmless_step(*args: Any, **kwargs: Any) -> Any:
    return _Step(lambda dataset: dataset)


@tf_function(
    "contrib.data.batch_and_drop_remainder", "data.experimental.dense_to_ragged_batch_free", tensor=False
)
def _batch_and_drop(batch_size: Any) -> Any:
    return _Step(lambda dataset: dataset.batch(batch_size, True))


@tf_function("data.experimental.unbatch", tensor=False)
def _unbatch() -> Any:
    return _Step(lambda dataset: dataset.unbatch())


@tf_function("data.experimental.parallel_interleave", "contrib.data.parallel_interleave", tensor=False)
def _parallel_interleave(map_func: Any, *args: Any, **kwargs: Any) -> Any:
    return _Step(lambda dataset: dataset.flat_map(map_func))


class _Step(Modelled):
    """A transformation for ``Dataset.apply``."""

    library_name = "tensorflow.data.step"

    def __init__(self, turn: Callable[[Dataset], Any]) -> None:
        self.turn = turn

    def __call__(self, dataset: Any) -> Any:
        return self.turn(dataset) if isinstance(dataset, Dataset) else Dataset()


@tf_function("data.get_output_shapes", tensor=False)
def _output_shapes(dataset_or_iterator: Any) -> Any:
    found = dataset_or_iterator
    return found.output_shapes if isinstance(found, (Dataset, PipelineIterator)) else Unknown()


for _name in ("data.AUTOTUNE", "data.experimental.AUTOTUNE", "contrib.data.AUTOTUNE"):
    constant(f"tensorflow.{_name}", -1)
for _name in (
    "data.INFINITE_CARDINALITY",
    "data.UNKNOWN_CARDINALITY",
    "data.experimental.INFINITE_CARDINALITY",
):
    constant(f"tensorflow.{_name}", -2)
