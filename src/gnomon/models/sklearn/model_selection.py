"""Splitting samples, cross-validation and searches for parameters."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Iteration,
    ListValue,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    dtypes,
    function,
    host,
    items,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.numpy.support import made
from gnomon.models.sklearn.estimator import Estimator
from gnomon.models.sklearn.support import array_of, labels_of, opaque, same_length


def share(value: Any) -> Any:
    """Return a share or count of samples; None where it is not given, `Unknown` where it is not known."""
    if value is None or type(value) in (int, float, Dim):
        return value
    return Unknown()


@function(
    "sklearn.model_selection.train_test_split",
    "sklearn.cross_validation.train_test_split",
    "sklearn.model_selection._split.train_test_split",
)
def train_test_split(
    *arrays: Any,
    test_size: Any = None,
    train_size: Any = None,
    random_state: Any = None,
    shuffle: Any = True,
    stratify: Any = None,
) -> Any:
    test, train = share(test_size), share(train_size)
    tensors = [array_of(single) for single in arrays]
    if Unknown in (type(test), type(train)):
        test, train = symbol(lower=1), None
    parts = ops.split_samples(tensors, test=test, train=train)
    if type(parts) is not tuple or len(parts) != 2 * len(arrays):
        return ListValue(
            None, element=opaque("sklearn.model_selection.train_test_split"), length=2 * len(arrays)
        )
    results = []
    for place, part in enumerate(parts):
        source = arrays[place // 2]
        part.bounds = tensors[place // 2].bounds
        results.append(source.like(part) if hasattr(source, "like") else _listed(source, part))
    return results


def _listed(source: Any, part: Tensor) -> Any:
    """Lists are split into lists."""
    if type(source) not in (list, tuple, ListValue) or part.shape.rank is None:
        return part
    element: Any = Unknown()
    if part.shape.rank == 1 and part.dtype is not None:
        element = unknown_of({"string": "str"}.get(part.dtype.name, part.dtype.kind))
    return ListValue(None, element=element, length=part.shape.dims[0])


class Splitter(Modelled):
    """Gives the positions of training and test samples, several times."""

    default = 5
    exact = False

    def __init__(self, n_splits: Any = None, *arguments: Any, **options: Any) -> None:
        self.count = self.default if n_splits is None else n_splits

    def get_n_splits(self, *arguments: Any, **options: Any) -> Any:
        return self.count

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Any:
        x = array_of(X)
        same_length(x, labels_of(y))
        size = x.shape.axis(0)
        if self.exact and type(size) is int and type(self.count) is int and 1 < self.count <= size:
            parts = [size // self.count + (k < size % self.count) for k in range(self.count)]
            return Iteration(tuple(_positions(size - part, part) for part in parts))
        length = self.count if type(self.count) is int else None
        return Iteration(make=lambda: _positions(symbol(), symbol()), length=length)


def _positions(train: Size, test: Size) -> tuple[Tensor, Tensor]:
    return made(Shape((train,)), dtypes.int64), made(Shape((test,)), dtypes.int64)


for _name, _default, _exact in (
    ("KFold", 5, True),
    ("StratifiedKFold", 5, False),
    ("GroupKFold", 5, False),
    ("RepeatedKFold", 5, False),
    ("RepeatedStratifiedKFold", 5, False),
    ("ShuffleSplit", 10, False),
    ("StratifiedShuffleSplit", 10, False),
    ("GroupShuffleSplit", 5, False),
    ("TimeSeriesSplit", 5, False),
    ("LeaveOneOut", None, False),
):
    modelled(f"sklearn.model_selection.{_name}")(
        type(_name, (Splitter,), {"__doc__": Splitter.__doc__, "default": _default, "exact": _exact})
    )


def folds(cv: Any) -> Size:
    """Return the number of folds that a `cv` argument means."""
    if cv is None:
        return 5
    if type(cv) in (int, Dim):
        return cv  # type: ignore[no-any-return]
    count = getattr(cv, "count", None)
    return count if type(count) is int else symbol()


@function("sklearn.model_selection.cross_val_score", "sklearn.cross_validation.cross_val_score")
def cross_val_score(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: Any = None,
    scoring: Any = None,
    cv: Any = None,
    **options: Any,
) -> Any:
    same_length(array_of(X), labels_of(y))
    return made(Shape((folds(cv),)), dtypes.float64)


@function("sklearn.model_selection.cross_validate", tensor=False)
def cross_validate(estimator: Any, X: Any, y: Any = None, *, cv: Any = None, **options: Any) -> Any:
    same_length(array_of(X), labels_of(y))
    scores = made(Shape((folds(cv),)), dtypes.float64)
    if set(options) & {"scoring", "return_train_score", "return_estimator", "return_indices"}:
        return opaque("sklearn.model_selection.cross_validate")
    return {"fit_time": scores, "score_time": scores, "test_score": scores}


@function("sklearn.model_selection.cross_val_predict")
def cross_val_predict(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: Any = None,
    cv: Any = None,
    method: Any = "predict",
    **options: Any,
) -> Any:
    x, labels = array_of(X), labels_of(y)
    same_length(x, labels)
    simple = method == "predict" and labels is not None and labels.shape.rank == 1
    return ops.per_sample(x, sizes=() if simple else None)


@function("sklearn.model_selection.learning_curve", "sklearn.learning_curve.learning_curve")
def learning_curve(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    train_sizes: Any = None,
    cv: Any = None,
    **options: Any,
) -> Any:
    if "return_times" in options:
        return None
    count: Size = 5
    if train_sizes is not None:
        size = array_of(train_sizes).shape.axis(0)
        count = symbol() if size is None else size
    scores = made(Shape((count, folds(cv))), dtypes.float64)
    return made(Shape((count,)), dtypes.int64), scores, scores


@function("sklearn.model_selection.validation_curve")
def validation_curve(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    param_name: Any,
    param_range: Any,
    cv: Any = None,
    **options: Any,
) -> Any:
    entries = items(param_range)
    count = array_of(param_range).shape.axis(0) if entries is None else len(entries)
    scores = made(Shape((symbol() if count is None else count, folds(cv))), dtypes.float64)
    return scores, scores


class Search(Estimator):
    """Tries parameters of an estimator, and then works like it."""

    def __init__(self, estimator: Any, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.inner = estimator

    def learn(self, X: Any, y: Any = None) -> Tensor:
        host.call(host.get_attribute(self.inner, "fit"), X, y)
        return array_of(X)

    def predict(self, X: Any) -> Any:
        return host.call(host.get_attribute(self.inner, "predict"), X)

    def predict_proba(self, X: Any) -> Any:
        return host.call(host.get_attribute(self.inner, "predict_proba"), X)

    def transform(self, X: Any) -> Any:
        return host.call(host.get_attribute(self.inner, "transform"), X)

    def score(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        return made(Shape(()), dtypes.float64)

    @property
    def best_estimator_(self) -> Any:
        return self.inner

    @property
    def best_score_(self) -> Any:
        return unknown_of("float")


for _name in ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV"):
    modelled(f"sklearn.model_selection.{_name}", f"sklearn.grid_search.{_name}")(
        type(_name, (Search,), {"__doc__": Search.__doc__})
    )
