"""The graph of a model: symbolic inputs, applying layers at the place they were made, recomputing outputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, Shape, Tensor, function, host, is_unknown, modelled, state, symbol
from gnomon.models.keras.layer import Layer, declared_input, native
from gnomon.models.keras.tensors import (
    array,
    converted,
    declared_shape,
    hidden,
    parse_dtype,
    rename,
    symbolic,
    visible,
    whole_shape,
)
from gnomon.shapes import Claim, Equal, Never, Size, dtypes

INPUT = "{op}: {x} is {have}, but the model was made for {want}"


@function("keras.Input", "keras.layers.Input")
def make_input(
    shape: Any = None,
    batch_size: Any = None,
    dtype: Any = None,
    sparse: Any = None,
    batch_shape: Any = None,
    name: Any = None,
    tensor: Any = None,
    optional: Any = False,
    **kwargs: Any,
) -> Any:
    """Return a symbolic input: `shape` leaves out the batch, `batch_shape` begins with it."""
    if type(tensor) is Tensor:
        return tensor
    if type(batch_size) in (tuple, list):
        batch_shape, batch_size = batch_size, None
    if type(shape) is str or (shape is None and batch_shape is None and not kwargs):
        return symbolic(Shape((hidden("batch"),), Shape.unknown().run), None)
    whole = kwargs.get("batch_input_shape", batch_shape)
    if whole is not None:
        sizes = whole_shape(whole)
    else:
        batch = hidden("batch") if batch_size is None or is_unknown(batch_size) else batch_size
        sizes = declared_shape(shape, batch)
    made = symbolic(sizes, parse_dtype(dtype if type(dtype) is not str or dtype else None, dtypes.float32))
    if type(name) is str:
        made.attributes = {"name": name}
    return made


@modelled("keras.layers.InputLayer")
class InputLayer(Layer):
    """The first layer of a model: it only states the shape of the input."""

    def __init__(self, shape: Any = None, batch_size: Any = None, dtype: Any = None, **kwargs: Any) -> None:
        self.start({"name": kwargs.get("name")})
        given = kwargs.get("input_shape", shape)
        self.declared = declared_input({"input_shape": given, "batch_size": batch_size, **kwargs})
        if self.declared is None:
            self.declared = Shape((hidden("batch"),), Shape.unknown().run)
        made = symbolic(self.declared, parse_dtype(kwargs.get("input_dtype", dtype), dtypes.float32))
        self.node = (made, made)
        self.given = made

    @classmethod
    def of(cls, given: Tensor) -> InputLayer:
        """Return the layer that stands for a tensor at the beginning of a graph."""
        made = cls(batch_shape=None, name=(given.attributes or {}).get("name"))
        made.declared = given.shape
        made.node = (given, given)
        made.given = given
        return made

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.positive(x)


@modelled("keras.KerasTensor")
class KerasTensor(Modelled):
    """The class of symbolic tensors, for `isinstance`."""

    def __new__(cls, shape: Any = None, dtype: Any = "float32", *args: Any, **kwargs: Any) -> Any:
        return symbolic(whole_shape(shape), parse_dtype(dtype))


def apply(layer: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a layer from inside a model: what it refuses is reported where the layer was made."""
    reporter = host.reporter
    part = native(layer)
    site = part.__dict__.get("site") if part is layer and part is not None else None
    held = reporter.site, reporter.arguments, reporter.callers
    if site is not None and held[0] is not None and site.node is not held[0].node:
        reporter.callers = [*held[2], held[0]]
        reporter.site, reporter.arguments = site, []
    try:
        return host.call(layer, *args, **kwargs)
    finally:
        reporter.site, reporter.arguments, reporter.callers = held


def errors_so_far() -> int:
    """Return how many errors are found on this path: a model whose building failed is not asked again."""
    return sum(1 for diagnostic in host.reporter.found if str(diagnostic.level) == "error")


def input_of(layer: Any) -> Any:
    """Return the symbolic input that a first layer declares, None if it declares none."""
    if type(layer) is Tensor:
        return layer
    part = native(layer)
    if part is None:
        return None
    if isinstance(part, InputLayer):
        return part.given
    given = getattr(part, "input_struct", None)
    if type(given) is Tensor:
        return symbolic(fresh_batch(given.shape), given.dtype)
    if part.declared is not None:
        return symbolic(part.declared, None if type(part).__name__ == "Embedding" else part.compute_in)
    return None


def fresh_batch(shape: Shape) -> Shape:
    """Return a shape with another unknown batch."""
    if shape.prefix and visible(shape.prefix[0]) is None:
        return shape.with_axis(0, hidden("batch"))
    return shape


def accept(x: Any, wanted: Tensor, sizes_too: bool = True, any_batch: bool = False) -> tuple[Any, bool]:
    """Return a value as a model's input: cast, a last axis of 1 added or dropped; and whether it fits.

    With ``sizes_too`` false only the rank is required. With ``any_batch`` a batch of another size than the input
    states is taken, as Keras 3 does without states.
    """
    x = array(x)
    if type(x) is not Tensor:
        return x, True
    given = converted(x, wanted.dtype, integers=True)
    if wanted.dtype is None:
        given = converted(x, x.dtype)
    have, want = given.shape, wanted.shape
    if have.rank is None or want.rank is None:
        return given, True
    if have.rank == want.rank + 1 and have.dims[-1] == 1:
        given = rename(ops.squeeze(given, axis=-1), x)
    elif have.rank == want.rank - 1 and want.dims[-1] == 1:
        given = rename(ops.expand_dims(given, axis=-1), x)
    elif have.rank != want.rank:
        return given, _refuse(Never(), x, given, want)
    for place, (size, stated) in enumerate(zip(given.shape.dims, want.dims)) if sizes_too else ():
        if visible(stated) is None or size is stated or size == stated or (any_batch and place == 0):
            continue
        same = Equal(size, stated)
        if type(stated) is not int and not same.ask(state.facts).is_no:
            continue  # it may be None: each call may bring another size
        if not _refuse(same, x, given, want):
            return given, False
    return given, True


def other_sizes(x: Any, wanted: Tensor, any_batch: bool = False) -> dict[str, Any] | None:
    """Return what to say of data of another size than a model declares, None where none is known to differ."""
    if type(x) is Tensor and x.shape.rank is not None and x.shape.rank == wanted.shape.rank:
        for place, (size, stated) in enumerate(zip(x.shape.dims, wanted.shape.dims)):
            if any_batch and place == 0:
                continue
            if type(size) is int and type(stated) is int and size != stated:
                return {"blame": x, "x": x, "have": whole(x), "want": wanted.shape}
    return None


def keeps_states(layers: Iterable[Any]) -> bool:
    """Whether one of these layers carries states from batch to batch, so that batches have one size."""
    return any(getattr(native(layer), "stateful", False) is True for layer in layers)


def _refuse(claim: Claim, x: Tensor, given: Tensor, want: Shape) -> bool:
    """Require that a value fits the model's input."""
    have = whole(x)
    seen = given.shape.dims if have.rank is None else have.dims
    help = _cure(seen, want.dims, (x.attributes or {}).get("name") == DATA)
    return bool(host.require(claim, "feed", INPUT, blame=given, x=given, have=have, want=want, help=help))


def _cure(have: tuple[Size, ...], want: tuple[Size, ...], from_data: bool) -> str | None:
    """Return what to do where the mistake is a common one."""
    if have == want[1:]:
        return (
            "the data give single samples, not batches: dataset.batch(32) makes batches, a generator may yield x[None]"
            if from_data
            else "a single sample still needs a batch axis: np.expand_dims(x, 0)"
        )
    if have[2:] == want[1:] and from_data:
        return "the data give batches of batches: one .batch(...) or expand_dims is too many"
    sizes = (*have[1:], *want[1:])
    if len(have) == len(want) >= 4 and all(type(size) is int for size in sizes):
        if sorted(have[1:]) == sorted(want[1:]):
            return "the axes are in another order: np.transpose puts them in that of the model"
    return None


DATA = "an input from the data"
"""How messages call what a dataset or generator gives."""


def whole(x: Tensor) -> Shape:
    """Return the shape of all rows where a tensor is one batch of them."""
    found = (x.attributes or {}).get("whole")
    return found if type(found) is Shape else x.shape


def unknown_like_output(value: Any) -> Any:
    """Return outputs of unknown batch, for a model that refused its input."""
    if type(value) is Tensor:
        sizes = value.shape
        if sizes.prefix:
            sizes = sizes.with_axis(0, symbol())
        return Tensor(sizes, value.dtype, "tf", site=host.reporter.site)
    if type(value) in (list, tuple):
        return [unknown_like_output(entry) for entry in value]
    if type(value) is dict:
        return {key: unknown_like_output(entry) for key, entry in value.items()}
    return value


def recompute(outputs: Any, substitution: dict[int, Any]) -> Any:
    """Return outputs with the symbolic inputs replaced, in the same structure."""
    if type(outputs) is dict:
        keys = list(outputs)
        values = host.replay([outputs[key] for key in keys], substitution)
        return dict(zip(keys, values))
    if type(outputs) in (list, tuple) and any(type(entry) in (list, tuple, dict) for entry in outputs):
        return [recompute(entry, substitution) for entry in outputs]
    return host.replay(outputs, substitution)


def makers(outputs: list[Any]) -> list[Any]:
    """Return what made the outputs, last first."""
    found: list[Any] = []
    seen: set[int] = set()
    stack = [output for output in outputs if type(output) is Tensor]
    while stack:
        tensor = stack.pop()
        maker = tensor.maker
        if maker is None or isinstance(maker, str) or id(maker) in seen:
            continue
        seen.add(id(maker))
        found.append(maker)
        stack.extend(tensors_in((maker.arguments, maker.keywords)))
    return found


def tensors_in(value: Any) -> list[Tensor]:
    """Return the tensors of nested data."""
    kind = type(value)
    if kind is Tensor:
        return [value]
    if kind in (list, tuple):
        return [tensor for entry in value for tensor in tensors_in(entry)]
    if kind is dict:
        return [tensor for entry in value.values() for tensor in tensors_in(entry)]
    inner = getattr(value, "items", None)
    if kind.__name__ == "ListValue" and inner is not None:
        return tensors_in(inner)
    cell = getattr(value, "cell", None)
    return tensors_in(cell) if kind.__name__ == "DictValue" and cell is not None else []
