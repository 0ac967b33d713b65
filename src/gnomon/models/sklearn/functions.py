"""Functions of preprocessing, and utilities: shuffle, resample, label_binarize, check_array ..."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    constant,
    dtypes,
    function,
    items,
    symbol,
    unknown_of,
)
from gnomon.models.numpy.random import RandomState
from gnomon.models.numpy.support import keeping_bounds, made
from gnomon.models.sklearn.support import array_of, labels_of, same_length, table_of
from gnomon.models.sklearn.transformers import columns_of


@function(
    "sklearn.preprocessing.scale",
    "sklearn.preprocessing.minmax_scale",
    "sklearn.preprocessing.maxabs_scale",
    "sklearn.preprocessing.robust_scale",
    "sklearn.preprocessing.normalize",
    "sklearn.preprocessing.binarize",
    "sklearn.preprocessing.quantile_transform",
)
def scale(X: Any, *arguments: Any, **options: Any) -> Any:
    if "return_norm" in options:
        return None
    x = array_of(X)
    return ops.cast(x, dtype=x.dtype if x.dtype in (dtypes.float32, dtypes.float64) else dtypes.float64)


@function("sklearn.preprocessing.label_binarize")
def label_binarize(y: Any, *, classes: Any, **options: Any) -> Any:
    size = columns_of(classes)
    if type(classes) is Tensor and classes.shape.rank == 1 and classes.shape.dims[0] != 2:
        size = classes.shape.dims[0]
    return ops.cast(ops.per_sample(array_of(y), sizes=(size,)), dtype=dtypes.int64)


@function("sklearn.preprocessing.add_dummy_feature")
def add_dummy_feature(X: Any, value: Any = 1.0) -> Any:
    return ops.insert(table_of(X), count=1, axis=1)


# -- utilities ----------------------------------------------------------------------------------------------


@function("sklearn.utils.shuffle")
def shuffle(*arrays: Any, random_state: Any = None, n_samples: Any = None) -> Any:
    return _drawn(arrays, n_samples)


@function("sklearn.utils.resample")
def resample(*arrays: Any, n_samples: Any = None, **options: Any) -> Any:
    return _drawn(arrays, n_samples)


def _drawn(arrays: tuple[Any, ...], n_samples: Any) -> Any:
    """Return arrays with their samples drawn in another order, all in the same way."""
    results = []
    for place, source in enumerate(arrays):
        x = array_of(source)
        if place:
            ops.same_length(array_of(arrays[0]), x)
        drawn: Any = ops.positive(x)
        if n_samples is not None:
            size = n_samples if type(n_samples) is int else symbol()
            drawn = ops.take(x, ops.full(shape=(size,), dtype=dtypes.int64), axis=0)
        keeping_bounds(drawn, x)
        results.append(source.like(drawn) if hasattr(source, "like") else drawn)
    return results[0] if len(results) == 1 else results


@function("sklearn.utils.check_array", "sklearn.utils.validation.check_array")
def check_array(array: Any, *arguments: Any, ensure_2d: Any = True, **options: Any) -> Any:
    if ensure_2d is True and not set(options) & {"accept_sparse", "allow_nd"}:
        return ops.cast(table_of(array), dtype=None)
    return ops.cast(array_of(array), dtype=None)


@function("sklearn.utils.check_X_y", "sklearn.utils.validation.check_X_y")
def check_X_y(X: Any, y: Any, *arguments: Any, **options: Any) -> Any:
    x, labels = check_array(X, **options), labels_of(y)
    same_length(x, labels)
    return x, unknown_of("tensor") if labels is None else labels


@function("sklearn.utils.validation.column_or_1d", "sklearn.utils.column_or_1d")
def column_or_1d(y: Any, *arguments: Any, **options: Any) -> Any:
    return ops.flatten(array_of(y))


@function("sklearn.utils.check_random_state", "sklearn.utils.validation.check_random_state", tensor=False)
def check_random_state(seed: Any) -> Any:
    return RandomState()


@function("sklearn.utils.class_weight.compute_class_weight")
def compute_class_weight(class_weight: Any, *, classes: Any, y: Any) -> Any:
    listed = items(classes)
    count = array_of(classes).shape.axis(0) if listed is None else len(listed)
    return made(Shape((symbol() if count is None else count,)), dtypes.float64)


@function("sklearn.utils.class_weight.compute_sample_weight")
def compute_sample_weight(class_weight: Any, y: Any, **options: Any) -> Any:
    return ops.cast(ops.per_sample(array_of(y)), dtype=dtypes.float64)


@function("sklearn.base.clone", tensor=False)
def clone(estimator: Any, *, safe: Any = True) -> Any:
    if not isinstance(estimator, Modelled):
        return UNKNOWN
    copy = object.__new__(type(estimator))
    copy.__dict__.update(estimator.__dict__)
    copy.__dict__.pop("outer", None)
    return copy


@function(
    "sklearn.utils.validation.check_is_fitted",
    "sklearn.utils.check_consistent_length",
    "sklearn.utils.multiclass.check_classification_targets",
    "sklearn.set_config",
    "sklearn.tree.export_graphviz",
    "sklearn.tree.plot_tree",
    tensor=False,
)
def nothing(*arguments: Any, **options: Any) -> None:
    return None


@function("sklearn.cluster.k_means")
def k_means(X: Any, n_clusters: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("return_n_iter"):
        return None
    x = table_of(X)
    size = n_clusters if type(n_clusters) is int else symbol()
    centers = made(Shape((size, *x.shape.dims[1:])), dtypes.float64)
    return centers, ops.cast(ops.per_sample(x), dtype=dtypes.int32), made(Shape(()), dtypes.float64)


for _name in ("BaseEstimator", "TransformerMixin", "ClassifierMixin", "RegressorMixin", "ClusterMixin"):
    constant(f"sklearn.base.{_name}", UNKNOWN)
