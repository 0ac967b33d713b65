"""The estimator: fitted to a table of samples and their labels, it predicts, transforms or scores."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Modelled, Shape, Size, Tensor, dtypes, flag, symbol, unknown_of
from gnomon.models.numpy.support import made
from gnomon.models.sklearn.support import array_of, labels_of, opaque, same_length, table_of


class Estimator(Modelled):
    """Base of all estimators. What it has learnt is None before it is fitted, and where it is not known."""

    entry = None
    checks_tables = True

    def __init__(self, *arguments: Any, **parameters: Any) -> None:
        self.arguments = arguments
        self.parameters = tuple(parameters.items())

    def parameter(self, name: str, default: Any = None) -> Any:
        """Return a parameter given by name; the default if it was not given."""
        held = self.__dict__.get("parameters")
        return dict(held).get(name, default) if type(held) is tuple else default

    def position(self, place: int, default: Any = None) -> Any:
        """Return a parameter given by position; the default if it was not given."""
        held = self.__dict__.get("arguments")
        return held[place] if type(held) is tuple and len(held) > place else default

    def learnt_size(self, name: str) -> Size | None:
        """Return a size that was learnt: one that branches disagree about is not known."""
        size = self.__dict__.get(name)
        return size if isinstance(size, (int, Dim)) else None

    @property
    def width(self) -> Size | None:
        """The number of features."""
        return self.learnt_size("features")

    @property
    def classes(self) -> Size | None:
        """The number of classes."""
        return self.learnt_size("class_count")

    @property
    def trailing(self) -> tuple[Size, ...] | None:
        """The axes of the labels after the first."""
        sizes = self.__dict__.get("label_axes")
        return sizes if type(sizes) is tuple else None

    def learn(self, X: Any, y: Any = None) -> Tensor:
        """Check a table and its labels, and remember their sizes."""
        x = self.table(X)
        labels = labels_of(y)
        same_length(x, labels)
        self.features = x.shape.axis(1)
        self.label_axes = None if labels is None or labels.shape.rank is None else labels.shape.dims[1:]
        self.class_count = symbol()
        return x

    def table(self, X: Any, width: Any = None) -> Tensor:
        """Return a table of samples; one that passes it on may take arrays of more axes."""
        array = array_of(X)
        if not self.checks_tables and array.shape.rank not in (None, 1, 2):
            return array
        return table_of(X, width)

    def fit(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self.learn(X, y)
        return self.me

    def partial_fit(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        return self.fit(X, y)

    def seen(self, X: Any) -> Tensor:
        """Return a table that must have the features of the fit."""
        return self.table(X, self.width)

    def score(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        same_length(self.seen(X), labels_of(y))
        return made(Shape(()), dtypes.float64)

    def get_params(self, deep: Any = True) -> Any:
        return opaque("sklearn.get_params")

    def set_params(self, **params: Any) -> Any:
        self.parameters = tuple({**dict(self.parameters), **params}.items())
        return self.me

    def set_output(self, *, transform: Any = None) -> Any:
        return self.me

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        return opaque("sklearn.get_feature_names_out")

    @property
    def n_features_in_(self) -> Any:
        return unknown_of("int") if self.width is None else self.width

    def vector(self, size: Any) -> Any:
        """Return a learnt vector of a size."""
        return made(Shape((size if type(size) in (int, Dim) else symbol(),)), dtypes.float64)

    @property
    def feature_importances_(self) -> Any:
        return self.vector(self.width)

    @property
    def classes_(self) -> Any:
        if self.trailing is None or len(self.trailing):
            return opaque("sklearn.classes_")
        return made(Shape((symbol() if self.classes is None else self.classes,)), None)


class Predictor(Estimator):
    """Predicts labels. ``column`` says what becomes of labels (n, 1): they stay ("keeps") or become (n,)."""

    column = "unknown"
    learns_numbers = True

    def predict(self, X: Any, *arguments: Any, **options: Any) -> Any:
        x = self.seen(X)
        result = ops.cast(ops.per_sample(x, sizes=self.outputs()), dtype=self.label_dtype())
        spread = [flag(options.get(name, False)) for name in ("return_std", "return_cov")]
        if None in spread or arguments:
            return opaque("sklearn.predict")
        if True in spread:
            return result, ops.cast(ops.per_sample(x, sizes=() if spread[0] else None), dtype=dtypes.float64)
        return result

    def outputs(self) -> tuple[Size, ...] | None:
        """Return the axes of a prediction after the first, None where they are not known."""
        if self.trailing is None:
            return None
        if len(self.trailing) == 1 and self.column != "keeps":
            size = self.trailing[0]
            if type(size) is not int:
                return None
            if size == 1:
                return () if self.column == "drops" else None
        return self.trailing

    def label_dtype(self) -> Any:
        """Return the dtype of predictions."""
        return dtypes.float64 if self.learns_numbers else None

    def fit_predict(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self.learn(X, y)
        return ops.per_sample(self.seen(X))

    @property
    def coef_(self) -> Any:
        if self.trailing is None or self.width is None or self.column == "unknown":
            return opaque("sklearn.coef_")
        if self.trailing == () or (self.column == "drops" and self.trailing == (1,)):
            return self.vector(self.width)
        if self.column == "drops" and any(type(size) is not int for size in self.trailing):
            return opaque("sklearn.coef_")
        return made(Shape((*self.trailing, self.width)), dtypes.float64)

    @property
    def intercept_(self) -> Any:
        return opaque("sklearn.intercept_")


class Classifier(Predictor):
    """Predicts classes, and probabilities or scores for each of them."""

    column = "drops"
    learns_numbers = False

    def predict_proba(self, X: Any) -> Any:
        return self._scores(X)

    def predict_log_proba(self, X: Any) -> Any:
        return self._scores(X)

    def _scores(self, X: Any) -> Any:
        if self.trailing is not None and self.trailing not in ((), (1,)):
            return opaque("sklearn.predict_proba")
        size = symbol() if self.classes is None else self.classes
        return ops.cast(ops.per_sample(self.seen(X), sizes=(size,)), dtype=dtypes.float64)

    def decision_function(self, X: Any) -> Any:
        return ops.cast(ops.per_sample(self.seen(X), sizes=None), dtype=dtypes.float64)

    @property
    def coef_(self) -> Any:
        width = symbol() if self.width is None else self.width
        return made(Shape((symbol(), width)), dtypes.float64)

    @property
    def intercept_(self) -> Any:
        return self.vector(None)


class Transformer(Estimator):
    """Makes one table of another."""

    def transform(self, X: Any, *arguments: Any, **options: Any) -> Any:
        return self.output(self.seen(X))

    def fit_transform(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self.learn(X, y)
        return self.transform(X)

    def output(self, x: Tensor) -> Any:
        """Return the transformed table: of the same shape, unless a class says otherwise."""
        return ops.cast(x, dtype=x.dtype if x.dtype in (dtypes.float32, dtypes.float64) else dtypes.float64)

    def inverse_transform(self, X: Any, *arguments: Any, **options: Any) -> Any:
        size = symbol() if self.width is None else self.width
        return ops.cast(ops.per_sample(table_of(X), sizes=(size,)), dtype=None)
