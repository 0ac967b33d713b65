"""Data sets: those that come with scikit-learn have known sizes, and made ones the sizes asked for."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    Dim,
    Dtype,
    ListValue,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    dtypes,
    flag,
    function,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.numpy.support import made
from gnomon.models.sklearn.support import opaque
from gnomon.ops.reach import Reached

BUNDLED: dict[str, tuple[int, int, Dtype]] = {
    "load_iris": (150, 4, dtypes.int64),
    "load_wine": (178, 13, dtypes.int64),
    "load_breast_cancer": (569, 30, dtypes.int64),
    "load_diabetes": (442, 10, dtypes.float64),
    "load_boston": (506, 13, dtypes.float64),
    "fetch_california_housing": (20640, 8, dtypes.float64),
    "fetch_covtype": (581012, 54, dtypes.int32),
}
CLASSES = {"load_iris": 3, "load_wine": 3, "load_breast_cancer": 2}


@modelled("sklearn.utils.Bunch")
class Bunch(Modelled):
    """What a loader returns: a record of arrays, read by attribute or by key."""

    def __init__(self, **entries: Any) -> None:
        for name, value in entries.items():
            setattr(self, name, value)

    def __getitem__(self, key: Any) -> Any:
        value = self.__dict__.get(key) if type(key) is str else None
        return opaque("sklearn.utils.Bunch") if value is None else value

    @property
    def feature_names(self) -> Any:
        return ListValue(None, element=unknown_of("str"))

    @property
    def target_names(self) -> Any:
        """Return the names of the classes; without classes there may be a list, or none."""
        count, kind = self.__dict__.get("classes"), self.__dict__.get("named", dtypes.string)
        return Unknown() if count is None else made(Shape((count,)), kind)


def bunch(data: Any, target: Any, pair: Any, frame: Any, **more: Any) -> Any:
    """Return data and labels as a record, or as a pair where `return_X_y` asks for it."""
    if flag(frame) is not False:
        data, target = framed(data), framed(target)
    wanted = flag(pair)
    if wanted is None:
        return None
    return (data, target) if wanted else Bunch(data=data, target=target, **more)


def framed(array: Any) -> Any:
    """Return an array as a data frame or series."""
    from gnomon.models.pandas.frames import DataFrame, Series

    if type(array) is not Tensor or array.shape.rank is None:
        return array
    return Series(array) if array.shape.rank == 1 else DataFrame(array)


def _declare(name: str, samples: int, features: int, labels: Dtype) -> None:
    @function(f"sklearn.datasets.{name}", f"sklearn.datasets.base.{name}")
    def model(*arguments: Any, return_X_y: Any = False, as_frame: Any = False, **options: Any) -> Any:
        data = made(Shape((samples, features)), dtypes.float64)
        target = made(Shape((samples,)), labels)
        count = CLASSES.get(name)
        if count is not None:
            target.bounds = Reached(0, count - 1)
        return bunch(data, target, return_X_y, as_frame, classes=count)

    model.__name__ = name


for _name, _facts in BUNDLED.items():
    _declare(_name, *_facts)


@function("sklearn.datasets.load_digits", "sklearn.datasets.base.load_digits")
def load_digits(*, n_class: Any = 10, return_X_y: Any = False, as_frame: Any = False) -> Any:
    count: Size = 1797 if n_class == 10 else symbol()
    target = made(Shape((count,)), dtypes.int64, bounds=(0, n_class - 1) if type(n_class) is int else None)
    data, images = (made(Shape((count, *sizes)), dtypes.float64) for sizes in ((64,), (8, 8)))
    return bunch(data, target, return_X_y, as_frame, images=images, classes=10, named=dtypes.int64)


@function("sklearn.datasets.load_linnerud")
def load_linnerud(*, return_X_y: Any = False, as_frame: Any = False) -> Any:
    data, target = (made(Shape((20, 3)), dtypes.float64) for _ in range(2))
    return bunch(data, target, return_X_y, as_frame)


@function("sklearn.datasets.fetch_olivetti_faces")
def fetch_olivetti_faces(*arguments: Any, return_X_y: Any = False, **options: Any) -> Any:
    data, images = (made(Shape((400, *sizes)), dtypes.float32) for sizes in ((4096,), (64, 64)))
    return bunch(data, made(Shape((400,)), dtypes.int64), return_X_y, False, images=images)


@function(
    "sklearn.datasets.fetch_lfw_people", "sklearn.datasets.fetch_kddcup99", "sklearn.datasets.fetch_rcv1"
)
@function(
    "sklearn.datasets.load_svmlight_file", "sklearn.datasets.fetch_20newsgroups_vectorized", tensor=False
)
@function("sklearn.datasets.fetch_20newsgroups", "sklearn.datasets.load_files", tensor=False)
def fetched(*arguments: Any, **options: Any) -> Any:
    return opaque("sklearn.datasets")


@function("sklearn.datasets.fetch_openml", "sklearn.datasets.fetch_mldata")
def fetch_openml(
    name: Any = None,
    version: Any = "active",
    *arguments: Any,
    return_X_y: Any = False,
    as_frame: Any = "auto",
    **options: Any,
) -> Any:
    known = name in ("mnist_784", "MNIST original", "Fashion-MNIST", "mnist-original")
    rows: Size = 70000 if known else symbol()
    columns: Size = 784 if known else symbol()
    data, target = made(Shape((rows, columns)), None), made(Shape((rows,)), None)
    # Where nothing is asked for, newer versions return data frames and older ones arrays.
    return bunch(data, target, return_X_y, False if as_frame == "auto" else as_frame)


# -- made data ----------------------------------------------------------------------------------------------


def count_of(n_samples: Any) -> Size:
    """Return a number of samples; several numbers, one for each group, add up."""
    if type(n_samples) in (int, Dim):
        return n_samples  # type: ignore[no-any-return]
    if type(n_samples) in (tuple, list) and n_samples and all(type(n) in (int, Dim) for n in n_samples):
        total: Size = 0
        for single in n_samples:
            total = total + single
        return total
    return symbol()


def _size(value: Any) -> Size:
    return value if type(value) in (int, Dim) else symbol()


def _samples(rows: Any, features: Any, labels: Dtype = dtypes.int64) -> tuple[Tensor, Tensor]:
    """Return made samples and their labels."""
    count = count_of(rows)
    return made(Shape((count, _size(features))), dtypes.float64), made(Shape((count,)), labels)


@function("sklearn.datasets.make_blobs", "sklearn.datasets.samples_generator.make_blobs")
def make_blobs(
    n_samples: Any = 100,
    n_features: Any = 2,
    *,
    centers: Any = None,
    return_centers: Any = False,
    **options: Any,
) -> Any:
    if type(centers) in (list, tuple) and centers and type(centers[0]) in (list, tuple):
        n_features = len(centers[0])
    elif type(centers) is Tensor and centers.shape.rank == 2:
        n_features = centers.shape.dims[1]
    elif type(centers) not in (int, Dim, type(None)):
        n_features = None
    X, y = _samples(n_samples, n_features)
    if flag(return_centers) is not False:
        return X, y, made(Shape((symbol(), X.shape.dims[1])), dtypes.float64)
    return X, y


@function("sklearn.datasets.make_moons", "sklearn.datasets.samples_generator.make_moons")
def make_moons(
    n_samples: Any = 100, *, shuffle: Any = True, noise: Any = None, random_state: Any = None
) -> Any:
    return _samples(n_samples, 2)


@function("sklearn.datasets.make_circles", "sklearn.datasets.samples_generator.make_circles")
def make_circles(n_samples: Any = 100, **options: Any) -> Any:
    return _samples(n_samples, 2)


@function("sklearn.datasets.make_classification", "sklearn.datasets.samples_generator.make_classification")
def make_classification(n_samples: Any = 100, n_features: Any = 20, *arguments: Any, **options: Any) -> Any:
    if options.get("return_X_y", True) is not True:
        return opaque("sklearn.datasets.make_classification")
    return _samples(n_samples, n_features)


@function("sklearn.datasets.make_gaussian_quantiles")
def make_gaussian_quantiles(
    *, mean: Any = None, cov: Any = 1.0, n_samples: Any = 100, n_features: Any = 2, **options: Any
) -> Any:
    return _samples(n_samples, n_features)


@function("sklearn.datasets.make_hastie_10_2")
def make_hastie_10_2(n_samples: Any = 12000, *, random_state: Any = None) -> Any:
    return _samples(n_samples, 10, dtypes.float64)


@function("sklearn.datasets.make_regression", "sklearn.datasets.samples_generator.make_regression")
def make_regression(
    n_samples: Any = 100,
    n_features: Any = 100,
    *,
    n_informative: Any = 10,
    n_targets: Any = 1,
    coef: Any = False,
    **options: Any,
) -> Any:
    X, y = _samples(n_samples, n_features, dtypes.float64)
    if n_targets != 1:
        y = made(Shape((y.shape.dims[0], n_targets)) if type(n_targets) is int else Shape.unknown())
    wanted = flag(coef)
    if wanted is None:
        return None
    if not wanted:
        return X, y
    weights = X.shape.dims[1:] if n_targets == 1 else (X.shape.dims[1], symbol())
    return X, y, made(Shape(weights))


def _declare_regression(name: str, default: int, least: int) -> None:
    @function(f"sklearn.datasets.{name}")
    def model(n_samples: Any = 100, *arguments: Any, n_features: Any = None, **options: Any) -> Any:
        width = n_features if n_features is not None else (arguments[0] if arguments else default)
        return _samples(n_samples, width if least else default, dtypes.float64)

    model.__name__ = name


_declare_regression("make_friedman1", 10, 1)
_declare_regression("make_sparse_uncorrelated", 10, 1)
_declare_regression("make_friedman2", 4, 0)
_declare_regression("make_friedman3", 4, 0)
_declare_regression("make_swiss_roll", 3, 0)
_declare_regression("make_s_curve", 3, 0)


@function("sklearn.datasets.make_multilabel_classification")
def make_multilabel_classification(
    n_samples: Any = 100, n_features: Any = 20, *, n_classes: Any = 5, **options: Any
) -> Any:
    X, y = _samples(n_samples, n_features)
    return X, made(Shape((y.shape.dims[0], _size(n_classes))), dtypes.int64)


@function("sklearn.datasets.load_sample_image")
def load_sample_image(image_name: Any) -> Any:
    return made(Shape((427, 640, 3)), dtypes.uint8)


@function("sklearn.datasets.load_sample_images")
def load_sample_images() -> Any:
    return Bunch(images=tuple(made(Shape((427, 640, 3)), dtypes.uint8) for _ in range(2)))
