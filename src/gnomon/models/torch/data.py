"""``torch.utils.data``: datasets, loaders and the batches they give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Choice,
    DictValue,
    Dim,
    Instance,
    Iteration,
    ListValue,
    Modelled,
    Ratio,
    SequenceValue,
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    choice,
    dtypes,
    flag,
    function,
    host,
    items,
    modelled,
    size,
    symbol,
    unknown_of,
)
from gnomon.models.torch.common import reporting_at
from gnomon.models.torch.renewal import Renewal, moment
from gnomon.shapes import Equal


@modelled(
    "torch.utils.data.Dataset", "torch.utils.data.dataset.Dataset", "torch.utils.data.datapipes.MapDataPipe"
)
class Dataset(TakesAnything):
    """Samples by number. Programs inherit from it and define ``__getitem__`` and ``__len__``."""

    def sample(self) -> Any:
        """Return a sample, made anew."""
        return UNKNOWN

    def count(self) -> Any:
        """Return the number of samples, None if unknown."""
        return None

    def __add__(self, other: Any) -> Any:
        return ConcatDataset([self.me, other])


@modelled("torch.utils.data.IterableDataset", "torch.utils.data.dataset.IterableDataset")
class IterableDataset(Dataset):
    """Samples one after another."""


class Known(Dataset):
    """A dataset of the library: its samples and its length can be asked."""

    def __getitem__(self, index: Any) -> Any:
        return self.sample()

    def __len__(self) -> Any:
        count = self.count()
        return symbol() if count is None else count

    def iterate(self) -> Iteration:
        """Looping visits the samples."""

        def make() -> Any:
            with reporting_at(self):
                return self.sample()

        return Iteration(make=make, length=self.count())


def length_of(dataset: Any) -> Any:
    """Return the number of samples of a dataset as a size, None if unknown."""
    kind = type(dataset)
    if kind is Instance:
        method = host.find_method(dataset, "__len__")
        if method is not None:
            found = host.invoke(method)
            return found if type(found) in (int, Dim) else None
        dataset = dataset.native
    if isinstance(dataset, Dataset):
        return dataset.count()
    if kind is Tensor:
        return dataset.shape.axis(0)
    if kind in (list, tuple, range, str):
        return len(dataset)
    if kind is ListValue:
        return len(dataset.items) if dataset.items is not None else dataset.length
    return None


def sample_of(dataset: Any) -> Any:
    """Return a sample of a dataset, made anew."""
    kind = type(dataset)
    if kind is Instance:
        method = host.find_method(dataset, "__getitem__")
        if method is not None:
            count = length_of(dataset)
            upper = count - 1 if type(count) is int and count > 0 else None
            return host.invoke(method, symbol(lower=0, upper=upper))
        if host.find_method(dataset, "__iter__") is not None:
            seen = host.iterate(dataset)
            found = UNKNOWN if seen is None else seen.typical()
            return found if type(found).__name__ != "_Absent" else UNKNOWN
        dataset = dataset.native
    if isinstance(dataset, Dataset):
        return dataset.sample()
    if kind is Tensor:
        return row_of(dataset)
    if kind in (list, tuple):
        return imported(dataset[0]) if len(dataset) == 1 else _any_of(list(map(imported, dataset)))
    if kind is ListValue:
        return dataset.any_element() if dataset.items is None else _any_of(list(dataset.items))
    return UNKNOWN


def imported(value: Any) -> Any:
    """Return exported Python data as values of the program."""
    kind = type(value)
    if kind is list:
        return ListValue([imported(item) for item in value])
    if kind is dict:
        return DictValue({key: imported(item) for key, item in value.items()})
    if kind is tuple:
        return tuple(imported(item) for item in value)
    return value


def _any_of(samples: list[Any]) -> Any:
    """Return one sample that stands for all: of a few known ones, or the first of many that look alike."""
    if not samples:
        return UNKNOWN
    return samples[0] if len(samples) > 4 or len(samples) == 1 else choice(samples)


def row_of(tensor: Tensor) -> Tensor:
    """Return one row of a tensor."""
    made = ops.iterate(tensor)
    if type(made) is Tensor:
        made.bounds = tensor.bounds
    return made  # type: ignore[no-any-return]


# -- datasets made of others ---------------------------------------------------------------------------


@modelled("torch.utils.data.TensorDataset", "torch.utils.data.dataset.TensorDataset")
class TensorDataset(Known):
    """Rows of tensors of one length."""

    def __init__(self, *tensors: Any, data_tensor: Any = None, target_tensor: Any = None) -> None:
        given = tensors or tuple(t for t in (data_tensor, target_tensor) if t is not None)
        self.tensors = given
        for other in given[1:]:
            if type(given[0]) is Tensor and type(other) is Tensor:
                ops.same_length(given[0], other)

    def sample(self) -> Any:
        """Return one row of each tensor."""
        return tuple(row_of(tensor) if type(tensor) is Tensor else UNKNOWN for tensor in self.tensors)

    def count(self) -> Any:
        """Return the common length."""
        first = self.tensors[0] if self.tensors else None
        return first.shape.axis(0) if type(first) is Tensor else None


class Part(Known):
    """Some samples of another dataset."""

    dataset: Any = None
    number: Any = None

    def sample(self) -> Any:
        """Return a sample of the whole."""
        return sample_of(self.dataset)

    def count(self) -> Any:
        """Return the number of samples in the part."""
        return self.number


@modelled("torch.utils.data.Subset", "torch.utils.data.dataset.Subset")
class Subset(Part):
    """The samples with some numbers."""

    def __init__(self, dataset: Any, indices: Any) -> None:
        self.dataset, self.indices = dataset, UNKNOWN
        self.number = length_of(indices) if type(indices) is not Unknown else None


@function("torch.utils.data.random_split", "torch.utils.data.dataset.random_split", tensor=False)
def random_split(dataset: Any, lengths: Any, generator: Any = None) -> Any:
    """Cut a dataset into random parts of given lengths, or of given shares of the whole."""
    parts = items(lengths)
    if parts is None:
        return ListValue(None, element=_part(dataset, None))
    total = length_of(dataset)
    if all(type(part) is int for part in parts):
        if type(total) is int:
            message = "{op}: the parts hold {sum} samples, but the dataset has {total}"
            host.require(
                Equal(sum(parts), total),
                "split-size",
                message,
                op="random_split",
                sum=sum(parts),
                total=total,
            )
        return [_part(dataset, part) for part in parts]
    if all(type(part) in (int, float) for part in parts) and type(total) is int:
        shares = [int(total * part) for part in parts]
        for number in range(total - sum(shares)):
            shares[number % len(shares)] += 1
        return [_part(dataset, share) for share in shares]
    return [_part(dataset, part if type(part) is Dim else None) for part in parts]


def _part(dataset: Any, number: Any) -> Subset:
    made: Subset = Subset.__new__(Subset)
    made.dataset, made.number, made.indices = dataset, number, UNKNOWN
    return made


@modelled(
    "torch.utils.data.ConcatDataset",
    "torch.utils.data.dataset.ConcatDataset",
    "torch.utils.data.ChainDataset",
)
class ConcatDataset(Known):
    """Several datasets one after another."""

    def __init__(self, datasets: Any) -> None:
        found = items(datasets)
        self.datasets = () if found is None else tuple(found)

    def sample(self) -> Any:
        """Return a sample of the first."""
        return sample_of(self.datasets[0]) if self.datasets else UNKNOWN

    def count(self) -> Any:
        """Return the number of all samples."""
        counts = [length_of(dataset) for dataset in self.datasets]
        return None if None in counts or not counts else sum(counts)


# -- which samples, in which order ---------------------------------------------------------------------


class Sampler(Known):
    """Chooses sample numbers."""

    def __init__(self, data_source: Any = None, *settings: Any, **named: Any) -> None:
        self.number = length_of(data_source)

    def sample(self) -> Any:
        """Return a sample number."""
        return symbol()

    def count(self) -> Any:
        """Return how many numbers are chosen."""
        return self.number

    def set_epoch(self, epoch: Any) -> None:
        """Choose another order."""


modelled("torch.utils.data.Sampler", "torch.utils.data.sampler.Sampler")(type("Sampler", (Sampler,), {}))
for _name in ("SequentialSampler", "SubsetRandomSampler"):
    modelled(f"torch.utils.data.{_name}", f"torch.utils.data.sampler.{_name}")(type(_name, (Sampler,), {}))


@modelled("torch.utils.data.RandomSampler", "torch.utils.data.sampler.RandomSampler")
class RandomSampler(Sampler):
    """All numbers in random order, or some drawn at random."""

    def __init__(
        self, data_source: Any, replacement: Any = False, num_samples: Any = None, generator: Any = None
    ) -> None:
        self.number = length_of(data_source) if num_samples is None else size(num_samples)


@modelled("torch.utils.data.WeightedRandomSampler", "torch.utils.data.sampler.WeightedRandomSampler")
class WeightedRandomSampler(Sampler):
    """Numbers drawn by weights."""

    def __init__(
        self, weights: Any, num_samples: Any, replacement: Any = True, generator: Any = None
    ) -> None:
        self.number = size(num_samples)


@modelled("torch.utils.data.distributed.DistributedSampler", "torch.utils.data.DistributedSampler")
class DistributedSampler(Sampler):
    """The share of one of several processes."""

    def __init__(self, dataset: Any, *settings: Any, **named: Any) -> None:
        self.number = None


@modelled("torch.utils.data.BatchSampler", "torch.utils.data.sampler.BatchSampler")
class BatchSampler(Sampler):
    """Numbers in batches."""

    def __init__(self, sampler: Any, batch_size: Any, drop_last: Any) -> None:
        self.number = length_of(sampler)
        self.batch_size, self.drop_last = size(batch_size), drop_last

    def sample(self) -> Any:
        """Return a batch of numbers."""
        return ListValue(None, element=symbol(), length=self.batch_size)

    def count(self) -> Any:
        """The number of batches is not told."""
        return None


# -- batches -------------------------------------------------------------------------------------------


def collate(sample: Any, batch: Any) -> Any:
    """Return the batch that a number of samples like this one make (PyTorch's default collation)."""
    kind = type(sample)
    if kind is Tensor:
        shape = sample.shape
        made = Tensor(
            Shape((batch, *shape.prefix), shape.run, shape.suffix), sample.dtype, "torch", site=sample.site
        )
        made.bounds = sample.bounds
        return made
    if kind is bool or (kind is Unknown and sample.kind == "bool"):
        return Tensor(Shape((batch,)), dtypes.bool, "torch")
    if kind in (int, Dim) or (kind is Unknown and sample.kind == "int"):
        made = Tensor(Shape((batch,)), dtypes.int64, "torch")
        if kind is Dim:
            low, high = state_bounds(sample)
            if low is not None and high is not None:
                made.bounds = (low, high)
        return made
    if kind is float or (kind is Unknown and sample.kind == "float") or kind is Ratio:
        return Tensor(Shape((batch,)), dtypes.float64, "torch")
    if kind is str or (kind is Unknown and sample.kind == "str"):
        return ListValue(None, element=unknown_of("str"), length=batch)
    if kind is tuple:
        return ListValue([collate(part, batch) for part in sample])
    if kind is ListValue:
        if sample.items is None:
            return ListValue(None, element=collate(sample.element, batch), length=sample.length)
        return ListValue([collate(part, batch) for part in sample.items])
    if kind is DictValue:
        rest = None if sample.rest is None else collate(sample.rest, batch)
        return DictValue({key: collate(part, batch) for key, part in sample.cell.items()}, rest=rest)
    if kind is Choice:
        return choice([collate(single, batch) for single in sample.values])
    return UNKNOWN


def stackable(one: Any, other: Any) -> None:
    """Require that two samples make a batch: PyTorch's default collation stacks tensors of one shape."""
    if type(one) is not type(other):
        return
    if type(one) is Tensor:
        ops.batched([one, other])
    elif type(one) is tuple and len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            stackable(a, b)
    elif type(one) is ListValue and one.items and other.items and len(one.items) == len(other.items):
        for a, b in zip(one.items, other.items, strict=True):
            stackable(a, b)
    elif type(one) is DictValue:
        for key in one.cell.keys() & other.cell.keys():
            stackable(one.cell[key], other.cell[key])


def state_bounds(sample: Any) -> tuple[Any, Any]:
    """Return the known limits of a size."""
    from gnomon.models.api import state

    return state.facts.bounds(sample)


@modelled(
    "torch.utils.data.DataLoader",
    "torch.utils.data.dataloader.DataLoader",
    "torch.utils.data.dataloader_experimental.DataLoader2",
    "torch_geometric.loader.DataLoader_",
)
class DataLoader(Modelled):
    """Batches of a dataset; the last one is smaller where the samples do not divide evenly."""

    def __init__(
        self,
        dataset: Any,
        batch_size: Any = 1,
        shuffle: Any = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: Any = 0,
        collate_fn: Any = None,
        pin_memory: Any = False,
        drop_last: Any = False,
        timeout: Any = 0,
        worker_init_fn: Any = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        **named: Any,
    ) -> None:
        self.dataset, self.sampler, self.collate_fn = dataset, sampler, collate_fn
        self.batch_sampler = batch_sampler
        self.drop_last = flag(drop_last, default=None)
        self.batch_size: Any = None if batch_size is None else size(batch_size)
        if batch_sampler is not None:
            known = isinstance(batch_sampler, BatchSampler)
            self.batch_size = batch_sampler.batch_size if known else symbol(lower=1)
            self.drop_last = flag(batch_sampler.drop_last, default=None) if known else None

    def samples(self) -> Any:
        """Return the number of samples, None if unknown."""
        if self.batch_sampler is not None:
            return self.batch_sampler.number if isinstance(self.batch_sampler, BatchSampler) else None
        if self.sampler is not None:
            native = self.sampler.native if type(self.sampler) is Instance else self.sampler
            return (
                native.number if isinstance(native, Sampler) and type(self.sampler) is not Instance else None
            )
        return length_of(self.dataset)

    def batch(self, count: Any) -> Any:
        """Return a batch of so many samples; the program's dataset is asked once, further batches are copies."""
        made: tuple[tuple[Any, Any, int], ...] = self.__dict__.get("made", ())
        held = next((entry for entry in made if entry[0] == count), None)
        if held is None:
            since = moment()
            held = (count, self._collected(count), since)
            self.made = (*made[-1:], held)
        return Renewal(held[2]).value(held[1])

    def _collected(self, count: Any) -> Any:
        sample = sample_of(self.dataset)
        if self.collate_fn is None:
            return collate(sample, count)
        if type(self.collate_fn) is Unknown:
            return UNKNOWN
        if type(count) is int and count <= 4:
            many = ListValue([sample, *(sample_of(self.dataset) for _ in range(count - 1))])
        else:
            many = ListValue(None, element=sample, length=count)
        return host.invoke(self.collate_fn, many)

    def iterate(self) -> Iteration:
        """Looping visits the batches."""
        count, batch = self.samples(), self.batch_size
        if batch is None:
            return Iteration(make=self._sample, length=count)
        if type(count) is not int or type(batch) is not int or batch <= 0:
            return Iteration(make=self._maker(batch), length=self._length(count, batch))
        self._probe(count, batch)
        rest = count % batch
        if count < batch:
            alone = 0 if self.drop_last else 1
            return Iteration(make=self._maker(count), length=alone if self.drop_last is not None else None)
        last = self._maker(rest) if rest and self.drop_last is False else None
        return Iteration(make=self._maker(batch), length=self._length(count, batch), last=last)

    def _sample(self) -> Any:
        with reporting_at(self):
            return sample_of(self.dataset)

    def _probe(self, count: int, batch: int) -> None:
        """Ask the program's dataset for its first and last samples, which a pass loads, and compare them."""
        if self.sampler is not None or self.batch_sampler is not None or type(self.dataset) is not Instance:
            return
        method = host.find_method(self.dataset, "__getitem__")
        if method is None or count < 1:
            return
        last = host.invoke(method, count - 1)
        if self.collate_fn is None and batch > 1 and count > 1:
            neighbours = [(host.invoke(method, 0), host.invoke(method, 1))]
            if self.drop_last is False and count % batch != 1:
                neighbours.append((host.invoke(method, count - 2), last))
            for one, other in neighbours:
                stackable(one, other)

    def _maker(self, count: Any) -> Callable[[], Any]:
        def make() -> Any:
            with reporting_at(self):
                return self.batch(count)

        return make

    def _length(self, count: Any, batch: Any) -> Any:
        if type(count) not in (int, Dim) or type(batch) not in (int, Dim) or self.drop_last is None:
            return None
        if type(batch) is int and batch <= 0:
            return None
        return count // batch if self.drop_last else -(-count // batch)

    def __len__(self) -> Any:
        found = None if self.batch_size is None else self._length(self.samples(), self.batch_size)
        return symbol() if found is None else found


@function(
    "torch.utils.data.default_collate", "torch.utils.data.dataloader.default_collate", raw=True, tensor=False
)
@function("torch.utils.data._utils.collate.default_collate", raw=True, tensor=False)
def default_collate(batch: Any) -> Any:
    """Make a batch of samples."""
    seen = host.iterate(batch)
    if seen is None:
        return UNKNOWN
    count = len(seen.items) if seen.items is not None else seen.length
    sample = seen.typical()
    if sample is UNKNOWN or type(sample).__name__ == "_Absent":
        return UNKNOWN
    return collate(sample, symbol(lower=1) if type(count) not in (int, Dim) else count)


@function("torch.utils.data.get_worker_info", tensor=False)
def get_worker_info() -> Any:
    """What a loader's process knows of itself."""
    return UNKNOWN


_ = SequenceValue
