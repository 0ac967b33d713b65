"""Training, evaluation and prediction: the data go through the model, and the outputs meet the targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    host,
    is_unknown,
    modelled,
    text,
)
from gnomon.models.keras.data import Batch, all_rows, first_batch, last_batch, plain, rows
from gnomon.models.keras.graph import DATA
from gnomon.models.keras.losses import apply_loss
from gnomon.models.keras.tensors import export_structure, flatten, rename
from gnomon.shapes import Size, dtypes

if TYPE_CHECKING:
    from gnomon.models.keras.model import Model


@modelled("keras.callbacks.History")
class History(Modelled):
    """What `fit` returns: numbers for each epoch."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.history = DictValue(rest=ListValue(None, element=Unknown("float")))
        self.epoch = ListValue(None, element=Unknown("int"))
        self.params = DictValue(rest=UNKNOWN)


class CompiledLoss(Modelled):
    """The loss that a model was compiled with, as a function."""

    library_name = "keras.compiled_loss"

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, y: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
        return compute_loss(self.model, y, y_pred)


def fit(model: Model, x: Any, y: Any, batch_size: Any, options: dict[str, Any]) -> None:
    """Follow the first step of training, and of validation where its data are given."""
    split = options.get("validation_split", 0.0)
    batch = first_batch(x, y, batch_size, split)
    if batch is not None:
        reported = len(host.reporter.found)
        step(model, batch, "train_step")
        if options.get("steps_per_epoch") is None and len(host.reporter.found) == reported:
            smaller = last_batch(x, y, batch_size, split)
            if smaller is not None and minds_batch(model):
                step(model, smaller, "train_step")
    validation = options.get("validation_data")
    if validation is None or is_unknown(validation):
        return
    if type(validation) in (list, tuple) and 2 <= len(validation) <= 3:
        batch = first_batch(validation[0], validation[1], options.get("validation_batch_size", batch_size))
    else:
        batch = first_batch(validation, None, None)
    if batch is not None:
        step(model, batch, "test_step")


def minds_batch(model: Model) -> bool:
    """Whether a smaller batch may be a mistake: the model has a batch size, or code of the program runs in a step."""
    return fixed_batch(model) or model.me is not model or not isinstance(text(model.loss), str)


def evaluate(model: Model, x: Any, y: Any, batch_size: Any) -> None:
    """Follow the first step of evaluation."""
    batch = first_batch(x, y, batch_size)
    if batch is not None:
        step(model, batch, "test_step")


def one_batch(model: Model, x: Any, y: Any) -> None:
    """Follow a step on one batch."""
    batch = first_batch(x, y, 1 << 30)
    if batch is not None:
        step(model, batch, "train_step")


def step(model: Model, batch: Batch, custom: str) -> None:
    """Call the model on a batch and compare its outputs with the targets; or run the program's own step."""
    own = host.find_method(model.me, custom)
    if own is not None:
        host.call(own, batch.x if batch.y is None else (batch.x, batch.y))
        return
    if custom == "test_step" and host.find_method(model.me, "train_step") is not None:
        return
    reported = len(host.reporter.found)
    outputs = export_structure(host.call(model.me, batch.x))
    if batch.y is not None and len(host.reporter.found) == reported:
        compare(model, batch.y, outputs, model.loss)


def compute_loss(model: Model, y: Any, outputs: Any) -> Any:
    """Return the loss of outputs as a scalar."""
    compare(model, plain(y), outputs, model.loss)
    return ops.full(shape=(), dtype=dtypes.float32)


def compare(model: Model, targets: Any, outputs: Any, loss: Any) -> None:
    """Give each output with its target to its loss."""
    if loss is None or is_unknown(loss) or host.find_method(model.me, "compute_loss") is not None:
        return
    targets = plain(targets)
    if type(outputs) in (list, tuple) and len(outputs) == 1:
        outputs = outputs[0]
    if type(outputs) is Tensor:
        if type(targets) in (list, tuple) and len(targets) == 1:
            targets = targets[0]
        if type(targets) is dict and len(targets) == 1:
            targets = next(iter(targets.values()))
        if type(loss) in (list, tuple) and len(loss) == 1:
            loss = loss[0]
        if type(loss) is dict and len(loss) == 1:
            loss = next(iter(loss.values()))
        one(loss, targets, outputs)
    elif type(outputs) in (list, tuple):
        several(loss, targets, outputs, model.names_of_outputs())
    elif type(outputs) is dict:
        for key, output in outputs.items():
            target = targets.get(key) if type(targets) is dict else None
            each = loss.get(key) if type(loss) is dict else None if type(loss) in (list, tuple) else loss
            one(each, target, output)


def several(loss: Any, targets: Any, outputs: Any, names: list[str | None]) -> None:
    """Compare outputs with targets; dicts of losses or targets go by the names of the outputs."""
    each = by_name(loss, names) if type(loss) in (list, tuple, dict) else [loss] * len(outputs)
    wanted = by_name(targets, names)
    if len(each) == len(wanted) == len(outputs):
        labels = names if len(names) == len(outputs) else [None] * len(outputs)
        for entry, target, output, name in zip(each, wanted, outputs, labels):
            one(entry, target, output, name)


def by_name(given: Any, names: list[str | None]) -> list[Any]:
    """Return what is given for each output, in their order; nothing where it is not known for which one."""
    if type(given) is dict:
        return [given.get(name) for name in names] if None not in names else []
    return list(given) if type(given) in (list, tuple) else []


def one(loss: Any, target: Any, output: Any, name: Any = None) -> None:
    """Compare one output with one target."""
    if loss is None or type(target) is not Tensor or type(output) is not Tensor:
        return
    named = Tensor(output.shape, output.dtype, "tf", site=output.site)
    named.attributes = {"name": "the model's output" + (f" {name!r}" if type(name) is str else "")}
    given = rename(Tensor(target.shape, target.dtype, "tf", bounds=target.bounds, site=target.site), target)
    kept = target.attributes or {}
    given.attributes = {
        **kept,
        "name": "of the batch" if kept.get("name") == DATA else kept.get("name", "of the batch"),
    }
    apply_loss(loss, given, named)


def predict(model: Model, x: Any, batch_size: Any = None) -> Any:
    """Return the outputs for all rows as NumPy arrays."""
    if fixed_batch(model):
        return predict_fixed(model, x, batch_size)
    x, size, total = all_rows(x)
    if x is None:
        return Unknown(reason=("not understood", "keras.Model.predict"))
    outputs = export_structure(host.call(model.me, x))
    return as_numpy(outputs, size, total)


def fixed_batch(model: Model) -> bool:
    """Whether a model was made for batches of one size."""
    inputs = flatten(model.input_struct)
    return any(type(given) is Tensor and type(given.shape.axis(0)) is int for given in inputs)


def predict_fixed(model: Model, x: Any, batch_size: Any) -> Any:
    """Return the outputs of a model that takes batches of one size only."""
    total = rows(plain(x))
    batch = first_batch(x, None, batch_size)
    if batch is None:
        return Unknown(reason=("not understood", "keras.Model.predict"))
    outputs = as_numpy(export_structure(host.call(model.me, batch.x)), None, None)
    if type(outputs) is Tensor and total is not None and outputs.shape.prefix:
        outputs.shape = outputs.shape.with_axis(0, total)
    return outputs


def as_numpy(value: Any, size: Any, total: Size | None) -> Any:
    """Return outputs for a batch as arrays for all rows."""
    kind = type(value)
    if kind is Tensor:
        shape = value.shape
        if size is not None and total is not None:
            symbols = size.symbols()
            shape = shape.substitute(dict.fromkeys(symbols, total))
        elif shape.prefix and size is None:
            from gnomon.models.api import symbol as fresh

            shape = shape.with_axis(0, fresh())
        return Tensor(shape, value.dtype, "numpy", site=host.reporter.site)
    if kind in (list, tuple):
        return [as_numpy(entry, size, total) for entry in value]
    if kind is dict:
        return {key: as_numpy(entry, size, total) for key, entry in value.items()}
    return Unknown()


def predict_classes(model: Model, x: Any) -> Any:
    """Return class numbers: the position of the largest output, or a column of 0 and 1."""
    outputs = predict(model, x)
    if type(outputs) is not Tensor or outputs.shape.axis(-1) is None:
        return Unknown()
    last = outputs.shape.axis(-1)
    if type(last) is int and last > 1:
        return Tensor(outputs.shape.drop_last(1) or Shape.unknown(), dtypes.int64, "numpy")
    return Tensor(outputs.shape, dtypes.int32, "numpy") if last == 1 else Unknown()


def score(as_dict: Any) -> Any:
    """Return what evaluation returns: a number, a list of numbers, or a dict."""
    return DictValue(rest=Unknown("float")) if as_dict is True else Unknown(name="score")
