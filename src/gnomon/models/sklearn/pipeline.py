"""Pipelines: transformers one after another, and an estimator at the end."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, Shape, dtypes, function, host, modelled, symbol
from gnomon.models.numpy.support import made
from gnomon.models.sklearn.estimator import Estimator
from gnomon.models.sklearn.support import opaque
from gnomon.models.sklearn.transformers import Widening


def _call(step: Any, name: str, *arguments: Any) -> Any:
    return host.call(host.get_attribute(step, name), *arguments)


@modelled("sklearn.pipeline.Pipeline")
class Pipeline(Estimator):
    """Transformers one after another, and an estimator or transformer at the end."""

    def __init__(self, steps: Any, *arguments: Any, **options: Any) -> None:
        super().__init__()
        pairs = steps if type(steps) in (list, tuple) else ()
        self.steps_known = all(type(pair) is tuple and len(pair) == 2 for pair in pairs) and bool(pairs)
        self.parts = tuple(pair[1] for pair in pairs) if self.steps_known else ()
        self.names = tuple(pair[0] for pair in pairs) if self.steps_known else ()

    def through(self, X: Any, y: Any = None, *, learning: bool) -> Any:
        """Return a table after all steps but the last."""
        for step in self.parts[:-1]:
            if step is None or step == "passthrough":
                continue
            X = _call(step, "fit_transform", X, y) if learning else _call(step, "transform", X)
        return X

    def fit(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        if self.parts and isinstance(self.parts[-1], Modelled):
            _call(self.parts[-1], "fit", self.through(X, y, learning=True), y)
        return self.me

    def _last(self, name: str, X: Any, *arguments: Any) -> Any:
        if not self.parts:
            return opaque("sklearn.pipeline.Pipeline")
        return _call(self.parts[-1], name, self.through(X, learning=False), *arguments)

    def predict(self, X: Any, *arguments: Any, **options: Any) -> Any:
        return self._last("predict", X)

    def predict_proba(self, X: Any) -> Any:
        return self._last("predict_proba", X)

    def decision_function(self, X: Any) -> Any:
        return self._last("decision_function", X)

    def transform(self, X: Any) -> Any:
        return self._last("transform", X)

    def fit_transform(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        if not self.parts:
            return opaque("sklearn.pipeline.Pipeline")
        return _call(self.parts[-1], "fit_transform", self.through(X, y, learning=True), y)

    def fit_predict(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        if not self.parts:
            return opaque("sklearn.pipeline.Pipeline")
        return _call(self.parts[-1], "fit_predict", self.through(X, y, learning=True), y)

    def score(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self._last("score", X, y)
        return made(Shape(()), dtypes.float64)

    @property
    def named_steps(self) -> Any:
        return dict(zip(self.names, self.parts))

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and -len(self.parts) <= key < len(self.parts):
            return self.parts[key]
        if key in self.names:
            return self.parts[self.names.index(key)]
        return opaque("sklearn.pipeline.Pipeline")


@function("sklearn.pipeline.make_pipeline", tensor=False)
def make_pipeline(*steps: Any, memory: Any = None, **options: Any) -> Any:
    return Pipeline([(str(place), step) for place, step in enumerate(steps)])


class Wide(Widening):
    """Puts the results of several transformers side by side."""

    sparse = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__()

    def output(self, x: Any) -> Any:
        return ops.cast(
            ops.per_sample(
                x, sizes=(symbol() if self.learnt_size("size") is None else self.learnt_size("size"),)
            ),
            dtype=None,
        )


for _name in ("pipeline.FeatureUnion", "compose.ColumnTransformer"):
    modelled(f"sklearn.{_name}")(type(_name.rpartition(".")[2], (Wide,), {"__doc__": Wide.__doc__}))


@function("sklearn.pipeline.make_union", "sklearn.compose.make_column_transformer", tensor=False)
def make_union(*arguments: Any, **options: Any) -> Any:
    return Wide()
