"""Data sets that came with TensorFlow: MNIST of the tutorials."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Dtype,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    flag,
    host,
    modelled,
    symbol,
)
from gnomon.models.tensorflow.common import as_dtype, tf_function, whole

PIXELS, SIDE, CLASSES = 784, 28, 10
PLACES = (
    "examples.tutorials.mnist.input_data",
    "contrib.learn.python.learn.datasets.mnist",
    "contrib.learn.datasets.mnist",
    "models.tutorials.image.mnist.input_data",
)


def _array(shape: Shape, dtype: Dtype | None, classes: bool = False) -> Tensor:
    made = Tensor(shape, dtype, "numpy", site=host.reporter.site)
    if classes:
        made.bounds = (0, CLASSES - 1)
    return made


@modelled("tensorflow.contrib.learn.python.learn.datasets.mnist.DataSet")
class DataSet(Modelled):
    """One part of a data set: images and labels, and batches of both."""

    def __init__(self, count: Any, one_hot: Any, dtype: Any, reshape: Any) -> None:
        self.num_examples = count
        self.epochs_completed = symbol()
        self.hot, self.kind, self.flat = one_hot, dtype, reshape

    def _images(self, count: Any) -> Tensor:
        if self.flat is None:
            return _array(Shape((count, symbol())), self.kind)
        return _array(Shape((count, PIXELS) if self.flat else (count, SIDE, SIDE, 1)), self.kind)

    def _labels(self, count: Any) -> Tensor:
        if self.hot is None:
            return _array(Shape.unknown(), None)
        if self.hot:
            return _array(Shape((count, CLASSES)), dtypes.float64)
        return _array(Shape((count,)), dtypes.uint8, classes=True)

    @property
    def images(self) -> Tensor:
        """All images."""
        return self._images(self.num_examples)

    @property
    def labels(self) -> Tensor:
        """All labels."""
        return self._labels(self.num_examples)

    def next_batch(self, batch_size: Any, fake_data: Any = False, shuffle: Any = True) -> Any:
        """Return the images and labels of the next batch, which is always full."""
        count = whole(batch_size)
        return self._images(count), self._labels(count)


@modelled("tensorflow.contrib.learn.python.learn.datasets.base.Datasets")
class DataSets(Modelled):
    """Training, validation and test data."""

    def __init__(self, train: Any = None, validation: Any = None, test: Any = None) -> None:
        self.train, self.validation, self.test = train, validation, test


def _read(
    train_dir: Any,
    fake_data: Any = False,
    one_hot: Any = False,
    dtype: Any = dtypes.float32,
    reshape: Any = True,
    validation_size: Any = 5000,
    seed: Any = None,
    source_url: Any = None,
) -> DataSets:
    held = validation_size if type(validation_size) in (int, Dim) else symbol()
    settings = (flag(one_hot), as_dtype(dtype, dtypes.float32), flag(reshape))
    return DataSets(DataSet(60000 - held, *settings), DataSet(held, *settings), DataSet(10000, *settings))


for _place in PLACES:
    tf_function(f"{_place}.read_data_sets", tensor=False)(_read)


@tf_function("contrib.learn.datasets.load_dataset", tensor=False)
def _load_dataset(name: Any, *args: Any, **kwargs: Any) -> Any:
    if name == "mnist":
        return DataSets(*(DataSet(count, False, dtypes.float32, True) for count in (55000, 5000, 10000)))
    return Unknown()


@tf_function("contrib.learn.python.learn.datasets.mnist.dense_to_one_hot")
def _dense_to_one_hot(labels_dense: Any, num_classes: Any) -> Any:
    hot = ops.one_hot(labels_dense, classes=whole(num_classes))
    return _array(hot.shape, dtypes.float64)
