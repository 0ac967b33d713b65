"""Bundled data sets: `load_data()` returns training and test arrays of fixed shapes."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Shape, Size, Tensor, function, host, symbol
from gnomon.shapes import Dtype, dtypes


def _array(sizes: tuple[Size, ...], dtype: Dtype | None, bounds: tuple[int, int] | None = None) -> Tensor:
    return Tensor(Shape(sizes), dtype, "numpy", bounds=bounds, site=host.reporter.site)


def _images(train: int, test: int, size: tuple[int, ...], labels: tuple[int, ...], classes: int) -> Any:
    label_dtype = dtypes.int64 if labels else dtypes.uint8
    pairs = []
    for count in (train, test):
        images = _array((count, *size), dtypes.uint8, (0, 255))
        pairs.append((images, _array((count, *labels), label_dtype, (0, classes - 1))))
    return tuple(pairs)


@function("keras.datasets.mnist.load_data", "keras.datasets.fashion_mnist.load_data")
def _mnist(*args: Any, **kwargs: Any) -> Any:
    return _images(60_000, 10_000, (28, 28), (), 10)


@function("keras.datasets.cifar10.load_data")
def _cifar10(*args: Any, **kwargs: Any) -> Any:
    train, test = _images(50_000, 10_000, (32, 32, 3), (1,), 10)
    train[1].dtype = test[1].dtype = dtypes.uint8
    return train, test


@function("keras.datasets.cifar100.load_data")
def _cifar100(label_mode: Any = "fine") -> Any:
    return _images(50_000, 10_000, (32, 32, 3), (1,), 20 if label_mode == "coarse" else 100)


@function("keras.datasets.imdb.load_data")
def _imdb(*args: Any, **kwargs: Any) -> Any:
    known = not set(kwargs) & {"maxlen"}
    return _texts(25_000 if known else symbol(), 25_000 if known else symbol(), 2)


@function("keras.datasets.reuters.load_data")
def _reuters(*args: Any, **kwargs: Any) -> Any:
    known = not set(kwargs) & {"maxlen", "test_split"}
    return _texts(8_982 if known else symbol(), 2_246 if known else symbol(), 46)


def _texts(train: Size, test: Size, classes: int) -> Any:
    """Return arrays of lists of word numbers, and one label for each."""
    return tuple(
        (_array((n,), dtypes.parse("object")), _array((n,), dtypes.int64, (0, classes - 1)))
        for n in (train, test)
    )


@function("keras.datasets.boston_housing.load_data")
def _boston_housing(*args: Any, **kwargs: Any) -> Any:
    train, test = (404, 102) if "test_split" not in kwargs else (symbol(), symbol())
    return tuple((_array((n, 13), dtypes.float64), _array((n,), dtypes.float64)) for n in (train, test))


@function("keras.datasets.california_housing.load_data")
def _california_housing(version: Any = "large", *args: Any, **kwargs: Any) -> Any:
    sizes: tuple[Size, Size] = (symbol(), symbol())
    if version == "large" and "test_split" not in kwargs:
        sizes = (16_512, 4_128)
    if version == "small" and "test_split" not in kwargs:
        sizes = (480, 120)
    return tuple((_array((n, 8), dtypes.float32), _array((n,), dtypes.float32)) for n in sizes)


@function("keras.datasets.imdb.get_word_index", "keras.datasets.reuters.get_word_index", tensor=False)
def _word_index(*args: Any, **kwargs: Any) -> Any:
    from gnomon.models.api import DictValue, unknown_of

    return DictValue(rest=unknown_of("int"))
