"""Metrics: they gather numbers batch by batch and give one number."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    DictValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    is_unknown,
    modelled,
    text,
    unknown_of,
)
from gnomon.models.keras.promoting import tensor
from gnomon.models.keras.tensors import declared_shape, parse_dtype
from gnomon.models.keras.wording import words
from gnomon.shapes import Shape, dtypes


@modelled("keras.metrics.Metric", "keras.Metric")
class Metric(Modelled):
    """A metric; its value is a number."""

    entry = None
    given_name: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.given_name = kwargs.get("name")

    @property
    def name(self) -> Any:
        """The metric's name."""
        return self.given_name if type(self.given_name) is str else unknown_of("str")

    def update_state(self, *args: Any, **kwargs: Any) -> None:
        """Take in a batch."""

    reset_state = reset_states = update_state

    def add_weight(self, *args: Any, **kwargs: Any) -> Any:
        """Make a variable: a number unless a shape is given."""
        shape = kwargs.get("shape", args[0] if args and type(args[0]) is tuple else ())
        return Tensor(declared_shape(shape), parse_dtype(kwargs.get("dtype"), dtypes.float32), "tf")

    add_variable = add_weight

    def result(self) -> Any:
        """Return the number."""
        return ops.full(shape=(), dtype=dtypes.float32)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        own = host.find_method(self.me, "update_state")
        if own is not None:
            host.call(own, *args, **kwargs)
            result = host.find_method(self.me, "result")
            return Unknown() if result is None else host.call(result)
        return self.result()

    @property
    def variables(self) -> Any:
        """What the metric gathers in."""
        return ListValue(None, element=Unknown())


for _name in words(
    """
    Mean Sum Accuracy BinaryAccuracy CategoricalAccuracy SparseCategoricalAccuracy
    TopKCategoricalAccuracy SparseTopKCategoricalAccuracy MeanSquaredError MeanAbsoluteError
    RootMeanSquaredError MeanAbsolutePercentageError MeanSquaredLogarithmicError BinaryCrossentropy
    CategoricalCrossentropy SparseCategoricalCrossentropy KLDivergence Poisson Hinge SquaredHinge
    CategoricalHinge LogCoshError CosineSimilarity AUC Precision Recall TruePositives TrueNegatives
    FalsePositives FalseNegatives SensitivityAtSpecificity SpecificityAtSensitivity
    PrecisionAtRecall RecallAtPrecision MeanMetricWrapper MeanRelativeError MeanTensor R2Score
    PearsonCorrelation ConcordanceCorrelation
    """
):
    modelled(f"keras.metrics.{_name}")(
        type(_name, (Metric,), {"__doc__": f"The metric {_name}.", "__module__": __name__})
    )


class _Many(Metric):
    def result(self) -> Any:
        return Unknown()


for _name in words(
    """
    F1Score FBetaScore MeanIoU IoU OneHotIoU OneHotMeanIoU BinaryIoU
    """
):
    modelled(f"keras.metrics.{_name}")(
        type(_name, (_Many,), {"__doc__": f"The metric {_name}.", "__module__": __name__})
    )


for _name in words(
    """
    categorical_accuracy sparse_categorical_accuracy top_k_categorical_accuracy
    sparse_top_k_categorical_accuracy accuracy
    """
):

    @function(f"keras.metrics.{_name}")
    def accuracy(y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
        """Whether each prediction is right: one number for each row."""
        given = tensor(y_pred)
        if type(given) is not Tensor or not given.shape.rank:
            return Unknown()
        rest = given.shape.drop_last(1)
        return Tensor(
            Shape.unknown() if rest is None else rest, dtypes.float32, "tf", site=host.reporter.site
        )


@function("keras.metrics.binary_accuracy")
def binary_accuracy(y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
    """Whether each prediction is right: for each entry in Keras 3, for each row in Keras 2."""
    return Unknown()


@function("keras.metrics.get", "keras.metrics.deserialize", tensor=False)
def get(identifier: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Return a metric by name."""
    if text(identifier) is not None or type(identifier) is dict or is_unknown(identifier):
        return Unknown()
    return identifier


__all__ = ["DictValue", "Metric"]
