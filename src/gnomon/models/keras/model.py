"""Models: graphs and chains of layers, and the base of the program's own models."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    DictValue,
    ListValue,
    Shape,
    Tensor,
    Unknown,
    host,
    is_unknown,
    modelled,
    text,
    unknown_of,
)
from gnomon.models.keras import training
from gnomon.models.keras.graph import (
    InputLayer,
    accept,
    keeps_states,
    makers,
    recompute,
    tensors_in,
    unknown_like_output,
)
from gnomon.models.keras.layer import Layer, built_shape, is_layer, native
from gnomon.models.keras.tensors import flatten, shapes_of
from gnomon.shapes import Never


@modelled("keras.Model", "keras.models.Model", "keras.models.Functional", "keras.Functional")
class Model(Layer):
    """A model from symbolic inputs to outputs, or the base of a class of the program."""

    input_struct: Any = None
    output_struct: Any = None
    loss: Any = None
    compiled: bool = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = {**dict(zip(("inputs", "outputs", "name"), args)), **kwargs}
        inputs = options.pop("inputs", options.pop("input", None))
        outputs = options.pop("outputs", options.pop("output", None))
        self.start(options)
        if outputs is not None:
            self.connect(inputs, outputs)

    def connect(self, inputs: Any, outputs: Any) -> None:
        """Make this a model of the graph between inputs and outputs."""
        if type(outputs) in (list, tuple) and len(outputs) == 1 and type(outputs[0]) is Tensor:
            outputs = outputs[0]  # Keras gives the one output itself
        self.input_struct, self.output_struct = inputs, outputs
        self.built = True

    # -- calling ---------------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("training", None)
        kwargs.pop("mask", None)
        if not args and "inputs" in kwargs:
            args = (kwargs.pop("inputs"),)
        if not args:
            return Unknown(reason=("not understood", self.library_name))
        outputs = self.compute(args[0])
        self.keep_node(args[0], outputs)
        return outputs

    def call(self, inputs: Any, *args: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        """Compute the outputs, as a user's subclass asks with ``super().call(x)``."""
        return self.compute(inputs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Recompute the outputs from the inputs given."""
        if self.output_struct is None or is_unknown(self.output_struct):
            return Unknown(reason=("not understood", self.library_name))
        pairs = self.pair_inputs(x)
        if pairs is None:
            return unknown_like_output(self.output_struct)
        substitution: dict[int, Any] = {}
        fits = True
        free = not keeps_states(maker.function for maker in makers(flatten(self.output_struct)))
        for wanted, value in pairs:
            given, good = accept(value, wanted, any_batch=free)
            fits = fits and good
            substitution[id(wanted)] = given
        if not fits:
            return unknown_like_output(self.output_struct)
        return recompute(self.output_struct, substitution)

    def pair_inputs(self, inputs: Any) -> list[tuple[Tensor, Any]] | None:
        """Return each symbolic input with the value for it, None if they cannot be matched."""
        wanted = flatten(self.input_struct)
        if type(inputs) is dict and type(self.input_struct) is not dict:
            names = [(tensor.attributes or {}).get("name") for tensor in wanted if type(tensor) is Tensor]
            if len(names) != len(wanted) or any(name not in inputs for name in names):
                return None
            given = [inputs[name] for name in names]
        elif type(inputs) is dict:
            if any(key not in inputs for key in self.input_struct):
                return None
            given = flatten({key: inputs[key] for key in self.input_struct})
        else:
            given = [inputs] if len(wanted) == 1 and not _single_list(inputs) else flatten(inputs)
        if any(type(tensor) is not Tensor for tensor in wanted):
            return None
        if len(given) != len(wanted):
            if type(self.input_struct) is not DictValue:
                refuse_count(given, len(wanted))
            return None
        return list(zip(wanted, given))

    # -- training (see keras/training.py) ------------------------------------------------------------

    def compile(self, optimizer: Any = "rmsprop", loss: Any = None, *args: Any, **kwargs: Any) -> None:
        """Say what to train for."""
        self.loss = loss
        self.optimizer = optimizer
        self.compiled = True

    def fit(self, x: Any = None, y: Any = None, batch_size: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Train on arrays, a dataset or a generator."""
        names = ("epochs", "verbose", "callbacks", "validation_split", "validation_data")
        options = {**dict(zip(names, args)), **kwargs}
        training.fit(self, x, y, batch_size, options)
        return training.History()

    def fit_generator(self, generator: Any, *args: Any, **kwargs: Any) -> Any:
        """Train on what a generator yields (Keras 2)."""
        training.fit(self, generator, None, None, kwargs)
        return training.History()

    def evaluate(
        self, x: Any = None, y: Any = None, batch_size: Any = None, *args: Any, **kwargs: Any
    ) -> Any:
        """Compare the outputs with targets."""
        training.evaluate(self, x, y, batch_size)
        return training.score(kwargs.get("return_dict", False))

    def evaluate_generator(self, generator: Any, *args: Any, **kwargs: Any) -> Any:
        """Compare with the targets that a generator yields (Keras 2)."""
        training.evaluate(self, generator, None, None)
        return Unknown()

    def predict(self, x: Any, batch_size: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the outputs for all rows as NumPy arrays."""
        return training.predict(self, x, batch_size)

    def predict_generator(self, generator: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the outputs for what a generator yields (Keras 2)."""
        return training.predict(self, generator)

    def predict_on_batch(self, x: Any) -> Any:
        """Return the outputs for one batch as NumPy arrays."""
        return training.predict(self, x, 1 << 30)

    predict_proba = predict_on_batch

    def predict_classes(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the most likely class of each row (Keras 2)."""
        return training.predict_classes(self, x)

    def train_on_batch(self, x: Any, y: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Train on one batch."""
        training.one_batch(self, x, y)
        return training.score(kwargs.get("return_dict", False))

    def test_on_batch(self, x: Any, y: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Compare one batch with targets."""
        training.one_batch(self, x, y)
        return training.score(kwargs.get("return_dict", False))

    def compute_loss(
        self, x: Any = None, y: Any = None, y_pred: Any = None, *args: Any, **kwargs: Any
    ) -> Any:
        """Return the loss of predictions."""
        return training.compute_loss(self, y, y_pred)

    @property
    def compiled_loss(self) -> Any:
        """The loss as a function of targets and outputs."""
        return training.CompiledLoss(self)

    def compute_metrics(self, *args: Any, **kwargs: Any) -> Any:
        """Return the metrics: some dict."""
        return Unknown()

    # -- what a program asks of a model ----------------------------------------------------------------------

    @property
    def inputs(self) -> Any:
        """The symbolic inputs."""
        return Unknown() if self.input_struct is None else flatten(self.input_struct)

    @property
    def outputs(self) -> Any:
        """The symbolic outputs."""
        return Unknown() if self.output_struct is None else flatten(self.output_struct)

    @property
    def input(self) -> Any:
        """The symbolic input, or a list of them."""
        return Unknown() if self.input_struct is None else unpacked(self.input_struct)

    @property
    def output(self) -> Any:
        """The symbolic output, or a list of them."""
        return Unknown() if self.output_struct is None else unpacked(self.output_struct)

    @property
    def input_shape(self) -> Any:
        """The shape of the input."""
        return Unknown() if self.input_struct is None else shapes_of(unpacked(self.input_struct))

    @property
    def output_shape(self) -> Any:
        """The shape of the output."""
        return Unknown() if self.output_struct is None else shapes_of(unpacked(self.output_struct))

    @property
    def layers(self) -> Any:
        """The layers; of unknown number unless the graph is a plain chain."""
        chain = self.chain()
        if chain is not None:
            return list(chain)
        return ListValue(None, element=Unknown(reason=("layers", "keras")))

    def chain(self) -> tuple[Any, ...] | None:
        """Return the layers in order where each has one input, None otherwise."""
        if self.output_struct is None:
            return self.sublayers or None
        output = unpacked(self.output_struct)
        given = unpacked(self.input_struct)
        if type(output) is not Tensor or type(given) is not Tensor:
            return None
        found: list[Any] = []
        while output is not given:
            maker = output.maker
            parts = (
                []
                if maker is None or isinstance(maker, str)
                else tensors_in((maker.arguments, maker.keywords))
            )
            if len(parts) != 1 or not is_layer(maker.function) or isinstance(maker.function, Model):
                return None
            found.append(maker.function)
            output = parts[0]
        return (InputLayer.of(given), *reversed(found))

    def get_layer(self, name: Any = None, index: Any = None) -> Any:
        """Return a layer by name or position."""
        wanted = text(name)
        candidates = self.chain()
        if wanted is None:
            if type(index) is int and candidates is not None and -len(candidates) <= index < len(candidates):
                return candidates[index]
            return Unknown(reason=("layers", "keras"))
        found = (
            [maker.function for maker in makers(flatten(self.output_struct))] if self.output_struct else []
        )
        for layer in (*found, *(candidates or ())):
            part = native(layer)
            if part is not None and part.given_name == wanted:
                return layer
        return Unknown(reason=("layers", "keras"))

    def names_of_outputs(self) -> list[str | None]:
        """The names of the layers that give the outputs, None where Keras chose the name."""
        makers = [getattr(output, "maker", None) for output in flatten(self.output_struct)]
        layers = [native(getattr(maker, "function", None)) for maker in makers]
        return [None if layer is None else layer.given_name for layer in layers]

    def summary(self, *args: Any, **kwargs: Any) -> None:
        """Print the layers."""

    def build(self, input_shape: Any = None, *more: Any, **named: Any) -> None:
        """Build the program's model by calling it on inputs of a shape."""
        self.built = True
        if input_shape is None or self.output_struct is not None:
            return
        shape = built_shape(input_shape)
        method = host.find_method(self.me, "call")
        if method is not None and type(shape) is Shape:
            host.call(
                self.me, Tensor(shape, self.compute_in, "keras", maker="input", site=host.reporter.site)
            )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the model."""

    save_weights = load_weights = export = reset_states = reset_metrics = set_weights = save
    make_train_function = make_test_function = make_predict_function = save

    def to_json(self, *args: Any, **kwargs: Any) -> Any:
        """Return the architecture as text."""
        return unknown_of("str")

    to_yaml = to_json

    @property
    def metrics_names(self) -> Any:
        """The names of the metrics."""
        return ListValue(None, element=unknown_of("str"))

    @property
    def output_names(self) -> Any:
        """The names of the outputs."""
        return ListValue(None, element=unknown_of("str"))

    input_names = output_names

    @property
    def history(self) -> Any:
        """The history of training."""
        return training.History()


def refuse_count(given: list[Any], wanted: int) -> None:
    """Report that a model got another number of arrays than it has inputs."""
    if (
        wanted
        and given
        and all(type(entry) is Tensor and "whole" in (entry.attributes or {}) for entry in given)
    ):
        host.require(
            Never(),
            "feed",
            "{op}: {count} given, but the model has {wanted}",
            blame=given[0],
            count="one array is" if len(given) == 1 else f"{len(given)} arrays are",
            wanted="one input" if wanted == 1 else f"{wanted} inputs",
        )


def unpacked(structure: Any) -> Any:
    """Return the only entry of a list of one, other structures as they are."""
    return structure[0] if type(structure) in (list, tuple) and len(structure) == 1 else structure


def _single_list(inputs: Any) -> bool:
    return type(inputs) in (list, tuple) and len(inputs) == 1
