"""Losses: functions, classes and names, all checking the targets against the outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import (
    LibraryFunction,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    is_unknown,
    modelled,
    text,
)
from gnomon.models.keras.tensors import array, converted
from gnomon.shapes import dtypes

KINDS: dict[str, str] = {
    "categorical_crossentropy": "categorical_crossentropy",
    "categorical_focal_crossentropy": "categorical_crossentropy",
    "categorical_generalized_cross_entropy": "sparse_categorical_crossentropy",
    "sparse_categorical_crossentropy": "sparse_categorical_crossentropy",
    "binary_crossentropy": "binary_crossentropy",
    "binary_focal_crossentropy": "binary_crossentropy",
    **dict.fromkeys(
        (
            "mean_squared_error",
            "mean_absolute_error",
            "mean_absolute_percentage_error",
            "mean_squared_logarithmic_error",
            "hinge",
            "squared_hinge",
            "categorical_hinge",
            "huber",
            "log_cosh",
            "poisson",
            "kl_divergence",
            "cosine_similarity",
        ),
        "keras_regression",
    ),
}
"""The operation behind each loss."""

SHORT = {
    "mse": "mean_squared_error",
    "mae": "mean_absolute_error",
    "mape": "mean_absolute_percentage_error",
    "msle": "mean_squared_logarithmic_error",
    "bce": "binary_crossentropy",
    "kld": "kl_divergence",
    "kullback_leibler_divergence": "kl_divergence",
    "logcosh": "log_cosh",
    "cosine_proximity": "cosine_similarity",
}
"""Shorter and older names."""

NAMES = {**{name: name for name in KINDS}, **SHORT}


def compare(name: str, target: Any, output: Any, reduction: str, aligned: bool = True) -> Any:
    """Apply the loss of a name to targets and outputs."""
    output = array(output)
    dtype = output.dtype if type(output) is Tensor else None
    if dtype is not None and dtype.kind != "float":
        dtype = dtypes.float32
        output = converted(output, dtype, integers=True)
    target = converted(array(target), dtype, integers=True)
    return ops.TABLE[KINDS[name]](target, output, reduction=reduction)


def apply_loss(loss: Any, target: Any, output: Any) -> Any:
    """Apply what a model was compiled with: a name, a loss object, or a function."""
    name = text(loss)
    if name is not None:
        known = loss_name(name)
        return compare(known, target, output, "mean") if known is not None else None
    if is_unknown(loss):
        return None
    if isinstance(loss, Loss) and type(loss) is not Loss:
        return loss(target, output)
    if type(loss) is LibraryFunction:
        known = loss_name(loss.name.rpartition(".")[2])
        if known is not None and loss.name.startswith("keras."):
            return compare(known, target, output, "mean")
    target, output = squeezed(target, output)
    return host.call(loss, as_output(target, output), output)


def squeezed(target: Any, output: Any) -> tuple[Any, Any]:
    """Return targets and outputs as a function of the program gets them: a last axis of 1 too many is dropped."""
    more = (output.shape.rank or 0) - (target.shape.rank or 0)
    if None in (output.shape.rank, target.shape.rank) or abs(more) != 1:
        return target, output
    long, short = (output, target) if more == 1 else (target, output)
    if long.shape.dims[-1] != 1 or short.shape.rank < 2:
        return target, output
    less = Tensor(long.shape.drop_last(1), long.dtype, "tf", bounds=long.bounds, site=long.site)
    less.attributes = long.attributes
    return (target, less) if more == 1 else (less, output)


def as_output(target: Any, output: Any) -> Any:
    """Return targets as a loss of the program sees them: floats of the output's dtype; integers differ."""
    sizes = target.shape if target.shape.rank == output.shape.rank else type(target.shape).unknown()
    dtype = output.dtype if target.dtype is not None and target.dtype.kind == "float" else None
    return Tensor(sizes, dtype, "tf", bounds=target.bounds, site=target.site)


def loss_name(name: str) -> str | None:
    """Return the full name of a loss, None if there is none of this name."""
    found = NAMES.get(name)
    if found is None:
        snake = "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
        found = NAMES.get(snake) or NAMES.get(name.lower())
    return found


@modelled("keras.losses.Loss", "keras.Loss")
class Loss(Modelled):
    """A loss object: called on targets and outputs it gives a number."""

    entry: ClassVar[str | None] = None
    kind: ClassVar[str] = ""
    reduction: Any = "sum_over_batch_size"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.reduction = kwargs.get("reduction", "sum_over_batch_size")

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        if not self.kind:
            own = host.find_method(self.me, "call")
            value = host.call(own, y_true, y_pred) if own is not None else None
            if self.reduction in (None, "none", "NONE"):
                return value if type(value) is Tensor else Unknown()
            return ops.full(shape=(), dtype=dtypes.float32)
        kept = self.reduction in (None, "none", "NONE")
        if not kept and is_unknown(self.reduction):
            compare(self.kind, y_true, y_pred, "mean")
            return Unknown()
        return compare(self.kind, y_true, y_pred, "none" if kept else "mean")

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """Return one loss for each sample."""
        return compare(self.kind, y_true, y_pred, "none") if self.kind else Unknown()


@modelled("keras.losses.Reduction", "tensorflow.losses.Reduction")
class Reduction(Modelled):
    """Names of reductions."""

    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"
    AUTO = "sum_over_batch_size"


def _function(name: str) -> Callable[..., Any]:
    def loss(y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
        return compare(name, y_true, y_pred, "none")

    loss.__name__ = name
    return loss


CLASSES = {
    "MeanSquaredError": "mean_squared_error",
    "MeanAbsoluteError": "mean_absolute_error",
    "MeanAbsolutePercentageError": "mean_absolute_percentage_error",
    "MeanSquaredLogarithmicError": "mean_squared_logarithmic_error",
    "Hinge": "hinge",
    "SquaredHinge": "squared_hinge",
    "CategoricalHinge": "categorical_hinge",
    "Huber": "huber",
    "LogCosh": "log_cosh",
    "Poisson": "poisson",
    "KLDivergence": "kl_divergence",
    "CosineSimilarity": "cosine_similarity",
    "BinaryCrossentropy": "binary_crossentropy",
    "BinaryFocalCrossentropy": "binary_crossentropy",
    "CategoricalCrossentropy": "categorical_crossentropy",
    "CategoricalFocalCrossentropy": "categorical_crossentropy",
    "SparseCategoricalCrossentropy": "sparse_categorical_crossentropy",
}

for _name in KINDS:
    function(
        f"keras.losses.{_name}",
        f"keras.metrics.{_name}",
        *[f"keras.losses.{short}" for short, full in SHORT.items() if full == _name],
        *[
            f"keras.losses.{short.upper()}"
            for short, full in SHORT.items()
            if full == _name and len(short) <= 4
        ],
        *[f"keras.metrics.{short}" for short, full in SHORT.items() if full == _name],
        *[
            f"keras.metrics.{short.upper()}"
            for short, full in SHORT.items()
            if full == _name and len(short) <= 4
        ],
    )(_function(_name))

for _name, _kind in CLASSES.items():
    _made = type(
        _name, (Loss,), {"kind": _kind, "__doc__": f"The loss {_kind} as an object.", "__module__": __name__}
    )
    modelled(f"keras.losses.{_name}")(_made)


for _name in ("CTC", "Circle", "Dice", "Tversky", "CategoricalGeneralizedCrossEntropy"):
    modelled(f"keras.losses.{_name}")(
        type(
            _name, (Loss,), {"__doc__": f"The loss {_name}: shapes are not checked.", "__module__": __name__}
        )
    )


@function("keras.losses.get", "keras.losses.deserialize", tensor=False)
def get(identifier: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a loss by name."""
    name = text(identifier)
    if name is None:
        return Unknown() if type(identifier) is dict else identifier
    from gnomon.models.api import lookup

    known = loss_name(name)
    return Unknown() if known is None else lookup(f"keras.losses.{known}")
