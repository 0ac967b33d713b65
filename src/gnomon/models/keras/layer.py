"""The base of all Keras layers: built on the first call, remembers what it was called on, holds weights."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon.models.api import (
    PROMOTES,
    UNKNOWN,
    DictValue,
    Dtype,
    Instance,
    ListValue,
    Modelled,
    Shape,
    Size,
    Tensor,
    Unknown,
    dtypes,
    host,
    is_unknown,
    modelled,
    text,
    unknown_of,
)
from gnomon.models.keras.settings import Setting, before_keras_3
from gnomon.models.keras.tensors import (
    array,
    converted,
    declared_shape,
    hidden,
    parse_dtype,
    shapes_of,
    visible_shape,
    whole_shape,
)

_policy = Setting(dtypes.float32)


def compute_dtype() -> Dtype | None:
    """Return the dtype that layers compute in unless they name another."""
    return _policy.get()  # type: ignore[no-any-return]


def set_compute_dtype(dtype: Dtype | None) -> None:
    """Set the dtype that layers compute in from now on."""
    _policy.set(dtype)


@modelled("keras.layers.Layer", "keras.Layer", "keras.Operation", "keras.layers.Operation")
class Layer(Modelled):
    """A layer. Subclasses define `compute`, and `build_from` where they have weights."""

    entry: ClassVar[str] = "call"
    numbers: ClassVar[bool] = False
    """Whether integer inputs are cast to the layer's dtype as floats are."""

    built: Any = False
    trainable: Any = True
    given_name: str | None = None
    declared: Shape | None = None
    weights_known: tuple[Tensor, ...] | None = None
    node: tuple[Any, Any] | None = None
    sublayers: tuple[Any, ...] = ()
    path: Any = unknown_of("str")
    supports_masking: Any = unknown_of("bool")
    autocast: Any = unknown_of("bool")
    input_spec: Any = Unknown()
    quantization_mode: Any = Unknown()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        names = ("trainable", "name", "dtype", "dynamic")
        self.start({**dict(zip(names, args)), **kwargs})

    def prepare(self) -> None:
        """Be ready to be used before the user's ``__init__`` has called this one."""
        self.compute_in = compute_dtype()

    def start(self, options: dict[str, Any]) -> None:
        """Take the options that every layer has: name, dtype and a declared input shape."""
        self.compute_in = parse_dtype(options.get("dtype"), compute_dtype())
        self.given_name = text(options.get("name"))
        self.declared = declared_input(options)

    # -- calling ---------------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("training", None)
        kwargs.pop("mask", None)
        if not args:
            if "inputs" not in kwargs:
                return Unknown(reason=("not understood", self.library_name))
            args = (kwargs.pop("inputs"),)
        inputs = self.standardize(args[0])
        self.build_once(inputs)
        outputs = self.compute(inputs, *args[1:], **kwargs)
        self.keep_node(args[0], outputs)
        return outputs

    def call(self, inputs: Any, *args: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        """Compute the outputs, as a user's subclass asks with ``super().call(x)``."""
        inputs = self.standardize(inputs)
        self.build_once(inputs)
        return self.compute(inputs, *args, **kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the layer's outputs; a layer that is not modelled gives unknown."""
        return Unknown(reason=("unmodelled", self.library_name))

    def standardize(self, inputs: Any) -> Any:
        """Return the inputs as tensors of the layer's dtype."""
        return converted(array(inputs), self.compute_in, integers=self.numbers)

    def before_call(self, *args: Any) -> tuple[Any, ...]:
        """Build a user's layer before its ``call`` runs for the first time, and cast its floats."""
        given = tuple([converted(value, self.compute_in) for value in args])
        if self.built is not True:
            self.built = True
            build = host.find_method(self.me, "build")
            if build is not None:
                host.call(build, shapes_of(given[0]) if given else UNKNOWN)
            elif given:
                self.build_from(shape_of_inputs(given[0]))
        return given

    def cast_argument(self, value: Any) -> Any:
        """Cast what a user's layer is given by name: floats take its dtype."""
        return converted(value, self.compute_in)

    def on_set(self, name: str, value: Any) -> None:
        """Notice a layer that the user's object now holds."""
        if type(self.sublayers) is not tuple:
            return
        if is_layer(value):
            if not any(value is held for held in self.sublayers):
                self.sublayers = (*self.sublayers, value)
        elif type(value) is ListValue and value.items is not None:
            added = tuple(entry for entry in value.items if is_layer(entry))
            self.sublayers = (*self.sublayers, *added)
        elif name == "built" and not is_unknown(value):
            self.built = value

    # -- building --------------------------------------------------------------------------------------------

    def build_once(self, inputs: Any) -> None:
        """Make the weights if there are none yet."""
        if self.built is not True:
            self.built = True
            build = host.find_method(self.me, "build")
            if build is not None:
                host.call(build, shapes_of(inputs))
            else:
                self.build_from(shape_of_inputs(inputs))

    def build(self, input_shape: Any = None, *more: Any, **named: Any) -> None:
        """Make the weights for an input shape whose first entry is the batch."""
        self.built = True
        if input_shape is not None:
            self.build_from(built_shape(input_shape))

    def build_from(self, inputs: Any) -> None:
        """Make the weights for inputs of this shape (a list or dict of shapes for several inputs)."""

    def add_weight(self, *args: Any, **kwargs: Any) -> Tensor:
        """Make a weight. Keras 2 begins with the name, Keras 3 with the shape."""
        if args and (type(args[0]) is str or args[0] is None):
            names = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")
        else:
            names = ("shape", "initializer", "dtype", "trainable", "autocast", "regularizer", "constraint")
        options = {**dict(zip(names, args)), **kwargs}
        shape = options.get("shape")
        sizes = Shape() if shape is None else declared_shape(shape)
        name = text(options.get("name"))
        weight = self.weight(sizes, parse_dtype(options.get("dtype"), self.compute_in))
        if self.halved and type(options.get("dtype")) is not str:
            weight.dtype = None  # stored in 32 bits by a mixed policy, and in a call used in 16
        if name is not None:
            weight.attributes = {**(weight.attributes or {}), "name": name}
        return weight

    add_variable = add_weight

    def weight(
        self, sizes: Shape | tuple[Size, ...], dtype: Dtype | None = None, role: str | None = None
    ) -> Tensor:
        """Return a new weight, labelled in messages by its role."""
        shape = sizes if type(sizes) is Shape else Shape(sizes)  # type: ignore[arg-type]
        site = self.__dict__.get("site") if role else None
        weight = Tensor(shape, dtype or self.compute_in, "tf", site=site or host.reporter.site, role=role)
        if not before_keras_3():
            weight.attributes = {PROMOTES: True}
        return weight

    # -- what a program asks of a layer ----------------------------------------------------------------------

    @property
    def name(self) -> Any:
        """The name given, unknown if Keras chose it."""
        return self.given_name if self.given_name is not None else unknown_of("str")

    @property
    def compute_dtype(self) -> Any:
        """The dtype of the outputs."""
        return Unknown() if self.compute_in is None else self.compute_in.name

    @property
    def halved(self) -> bool:
        """Whether the layer computes in 16 bits."""
        return self.compute_in in (dtypes.float16, dtypes.bfloat16)

    @property
    def dtype(self) -> Any:
        """The dtype of the weights; a policy may store floats of 32 bits for a layer that computes in 16."""
        return unknown_of("str") if self.halved else self.compute_dtype

    variable_dtype = dtype

    @property
    def dtype_policy(self) -> Any:
        """Which dtypes the layer computes and stores in."""
        from gnomon.models.keras.harmless import Policy

        return Policy(None if self.compute_in is None else self.compute_in.name)

    @property
    def input(self) -> Any:
        """The symbolic tensor that the layer was called on."""
        return Unknown() if self.node is None else self.node[0]

    @property
    def output(self) -> Any:
        """The symbolic tensor that the layer gave."""
        return Unknown() if self.node is None else self.node[1]

    @property
    def input_shape(self) -> Any:
        """The shape of `input`."""
        return Unknown() if self.node is None else shapes_of(self.node[0])

    @property
    def output_shape(self) -> Any:
        """The shape of `output`."""
        return Unknown() if self.node is None else shapes_of(self.node[1])

    def compute_output_shape(self, *shapes: Any, **named: Any) -> Any:
        """Return the shape of the outputs for inputs of a shape."""
        given = shapes[0] if shapes else next(iter(named.values()), None)
        inputs = imagined(given, self.compute_in)
        if inputs is None:
            return Unknown()
        outputs = host.quietly(lambda: host.call(self.me, inputs))
        if type(outputs) is Tensor:
            return visible_shape(outputs.shape)
        return shapes_of(outputs)

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """Return the outputs as symbolic tensors."""
        return host.quietly(lambda: host.call(self.me, *args, **kwargs))

    def compute_mask(self, *args: Any, **kwargs: Any) -> Any:
        """Masks are not followed."""
        return UNKNOWN

    @property
    def weights(self) -> Any:
        """The weights, of unknown number unless the layer is simple and built."""
        if self.weights_known is None:
            return ListValue(None, element=Unknown(reason=("weights", "keras")))
        return list(self.weights_known)

    trainable_weights = trainable_variables = variables = non_trainable_weights = weights
    non_trainable_variables = losses = metrics = updates = weights

    def get_weights(self) -> Any:
        """Return the weights as NumPy arrays."""
        if self.weights_known is None:
            return ListValue(None, element=Unknown())
        return [Tensor(weight.shape, weight.dtype, "numpy") for weight in self.weights_known]

    def stateless_call(self, trainable: Any, others: Any, *args: Any, **kwargs: Any) -> Any:
        """Call with the weights given, and return the outputs with the other weights."""
        for name in ("return_losses", "training"):
            kwargs.pop(name, None)
        return host.call(self.me, *args, **kwargs), others

    def count_params(self) -> Any:
        """Return the number of weights."""
        return unknown_of("int")

    def get_config(self) -> Any:
        """Return the layer's options: some dict."""
        return DictValue(rest=UNKNOWN)

    @staticmethod
    def from_config(*args: Any, **kwargs: Any) -> Any:
        """Return a layer made from options: nothing is known of it."""
        return Unknown()

    def set_weights(self, weights: Any = None) -> None:
        """Replace the weights."""

    def quantize(self, *args: Any, **kwargs: Any) -> None:
        """Store the weights as whole numbers."""

    def build_from_config(self, *args: Any, **kwargs: Any) -> None:
        """Make the weights for the shapes in a dict."""

    def get_build_config(self) -> Any:
        """Return the shapes that the weights were made for: some dict."""
        return DictValue(rest=UNKNOWN)

    def save_own_variables(self, *args: Any, **kwargs: Any) -> None:
        """Store the weights."""

    load_own_variables = quantized_build = save_own_variables

    def add_loss(self, *args: Any, **kwargs: Any) -> None:
        """Add a term to the loss."""

    def add_metric(self, *args: Any, **kwargs: Any) -> None:
        """Add a metric."""

    def add_update(self, *args: Any, **kwargs: Any) -> None:
        """Add an update."""

    def keep_node(self, inputs: Any, outputs: Any) -> None:
        """Remember the first symbolic call, for `input` and `output`."""
        if self.node is None and deferred(inputs):
            self.node = (inputs, outputs)


def deferred(inputs: Any) -> bool:
    """Whether a structure holds a symbolic tensor."""
    kind = type(inputs)
    if kind is Tensor:
        return inputs.maker is not None
    if kind is list or kind is tuple:
        return any(map(deferred, inputs))
    if kind is dict:
        return any(map(deferred, inputs.values()))
    return False


def is_layer(value: Any) -> bool:
    """Whether a value is a layer or model, the library's or the user's."""
    return isinstance(value, Layer) or (type(value) is Instance and isinstance(value.native, Layer))


def native(value: Any) -> Layer | None:
    """Return the modelled part of a layer, None if the value is no layer."""
    if isinstance(value, Layer):
        return value
    if type(value) is Instance and isinstance(value.native, Layer):
        return value.native
    return None


def declared_input(options: dict[str, Any]) -> Shape | None:
    """Return the input shape, batch first, that a first layer's options declare, None if none."""
    whole = options.get("batch_input_shape") or options.get("batch_shape")
    if whole is not None:
        return whole_shape(whole)
    shape = options.get("input_shape")
    batch = options.get("batch_size")
    leading = hidden("batch") if batch is None or is_unknown(batch) else batch
    if shape is not None:
        return declared_shape(shape, leading)
    width = options.get("input_dim")
    if width is not None:
        length = options.get("input_length")
        if "input_length" in options:
            return declared_shape((length, width), leading)
        return declared_shape((width,), leading)
    return None


def shape_of_inputs(inputs: Any) -> Any:
    """Return the shape of a tensor, or of each tensor of a structure."""
    kind = type(inputs)
    if kind is Tensor:
        return inputs.shape
    if kind is list or kind is tuple:
        return [shape_of_inputs(entry) for entry in inputs]
    if kind is dict:
        return {key: shape_of_inputs(entry) for key, entry in inputs.items()}
    return Shape.unknown()


def built_shape(value: Any) -> Any:
    """Return what ``build`` was given as a shape, or a list of shapes."""
    if type(value) is list or type(value) is tuple:
        if value and all(type(entry) in (list, tuple) for entry in value):
            return [built_shape(entry) for entry in value]
    if type(value) is dict:
        return {key: built_shape(entry) for key, entry in value.items()}
    return whole_shape(value)


def imagined(value: Any, dtype: Dtype | None) -> Any:
    """Return a tensor of a given shape (or a list of tensors), to learn what a layer makes of it."""
    if value is None or is_unknown(value):
        return None
    shape = built_shape(value)
    if type(shape) is list:
        return [Tensor(entry, dtype, "keras") for entry in shape if type(entry) is Shape]
    return Tensor(shape, dtype, "keras") if type(shape) is Shape else None
