"""What surrounds Keras's layers: devices and dtype policies, structures, masks, paths inside of the library."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    ListValue,
    Shape,
    Tensor,
    Unknown,
    alias,
    function,
    host,
    is_unknown,
    items,
    modelled,
    repeated,
    unknown_of,
)
from gnomon.models.api import axis as as_axis
from gnomon.models.keras.harmless import Harmless, Policy, Scope
from gnomon.models.keras.options import default_layout
from gnomon.models.keras.promoting import tensor
from gnomon.models.keras.wording import words

for _path, _meaning in {
    "keras.backend.common": "keras",
    "keras.layers.core.einsum_dense": "keras.layers",
    "keras.layers.core.embedding": "keras.layers",
    "keras.layers.core.input_layer": "keras.layers",
    "keras.layers.merging": "keras.layers",
    "keras.layers.regularization": "keras.layers",
    "keras.layers.reshaping": "keras.layers",
    "keras.utils.progbar": "keras.utils",
    "keras.backend.random": "keras.random",
}.items():
    alias(_path, _meaning)

for _group, _names in {
    "distribution": "DataParallel DeviceMesh LayoutMap ModelParallel TensorLayout",
    "dtype_policies": "AWQDTypePolicy DTypePolicyMap GPTQDTypePolicy Int4DTypePolicy QuantizedDTypePolicy"
    " QuantizedFloat8DTypePolicy",
    "export": "ExportArchive",
    "wrappers": "SKLearnClassifier SKLearnRegressor SKLearnTransformer",
    "saving": "KerasFileEditor",
    "utils": "Config",
    "callbacks": "OrbaxCheckpoint",
}.items():
    for _name in words(_names):
        modelled(f"keras.{_group}.{_name}")(
            type(_name, (Harmless,), {"__doc__": f"{_group}: {_name}.", "__module__": __name__})
        )
for _name in words(
    "keras.FloatDTypePolicy keras.dtype_policies.FloatDTypePolicy keras.mixed_precision.DTypePolicy"
):
    modelled(_name)(type("FloatDTypePolicy", (Policy,), {"__doc__": Policy.__doc__, "__module__": __name__}))
modelled("keras.backend.AutocastScope", "keras.distribution.DistributionScope")(
    type("AutocastScope", (Scope,), {"__doc__": Scope.__doc__, "__module__": __name__})
)

_RESULTS: dict[str, Any] = {
    "backend.set_keras_mask distribution.initialize distribution.set_distribution config.set_max_epochs"
    " config.set_max_steps_per_epoch visualization.plot_bounding_box_gallery visualization.plot_image_gallery"
    " visualization.plot_segmentation_mask_gallery tree.assert_same_structure tree.assert_same_paths": None,
    "backend.is_float_dtype backend.is_int_dtype backend.in_stateless_scope config.is_flash_attention_enabled"
    " config.is_interactive_logging_enabled config.is_nnx_enabled config.is_traceback_filtering_enabled"
    " utils.is_interactive_logging_enabled": unknown_of("bool"),
    "config.max_epochs config.max_steps_per_epoch distribution.get_device_count": unknown_of("int"),
    "version utils.get_registered_name": unknown_of("str"),
    "backend.get_keras_mask backend.get_stateless_scope utils.get_registered_object utils.standardize_dtype"
    " dtype_policies.deserialize dtype_policies.serialize distribution.distribution"
    " tree.pack_sequence_as tree.traverse tree.map_structure_up_to tree.flatten_with_path"
    " tree.lists_to_tuples visualization.draw_bounding_boxes visualization.draw_segmentation_masks": UNKNOWN,
    "initializers.stft initializers.variance_scaling regularizers.orthogonal_regularizer": Harmless(),
}
for _names, _value in _RESULTS.items():
    for _name in words(_names):

        @function(f"keras.{_name}", tensor=False)
        def _result(*args: Any, _value: Any = _value, **kwargs: Any) -> Any:
            return _value


@function("keras.distribution.list_devices", tensor=False)
def list_devices(device_type: Any = None) -> Any:
    """The names of the devices."""
    return ListValue(None, element=unknown_of("str"))


@function("keras.distribution.distribute_tensor")
def distribute_tensor(tensor: Any, layout: Any) -> Any:
    """The tensor, in parts on devices."""
    return ops.positive(tensor)


@function("keras.remat", raw=True, tensor=False)
def remat(f: Any) -> Any:
    """The function itself."""
    return f


@function("keras.tree.map_shape_structure", tensor=False)
def map_shape_structure(func: Any, structure: Any) -> Any:
    """A function applied to each shape of a structure."""
    if type(structure) is tuple and all(entry is None or type(entry) is int for entry in structure):
        return host.call(func, structure)
    return Unknown()


@function("keras.utils.bounding_boxes.convert_format", tensor=False)
def convert_format(
    boxes: Any, source: Any, target: Any, height: Any = None, width: Any = None, dtype: Any = "float32"
) -> Any:
    """Boxes of the same number, told in another way."""
    return mapped_boxes(boxes)


def mapped_boxes(boxes: Any) -> Any:
    """Return boxes, or a dict with boxes, of the same shapes."""
    if type(boxes) is dict:
        return {key: mapped_boxes(value) for key, value in boxes.items()}
    return ops.positive(tensor(boxes))


# -- what layers of Keras itself call -------------------------------------------------------------------


@function("keras.backend.standardize_data_format", tensor=False)
def standardize_data_format(data_format: Any = None) -> Any:
    """A layout's name."""
    if type(data_format) is str:
        return data_format.lower()
    found = default_layout() if data_format is None else None
    return unknown_of("str") if found is None else f"channels_{found}"


@function("keras.backend.standardize_shape", tensor=False)
def standardize_shape(shape: Any) -> Any:
    """A shape as a tuple."""
    entries = items(shape)
    return Unknown() if entries is None else tuple(entries)


@function("keras.utils.argument_validation.standardize_tuple", tensor=False)
def standardize_tuple(value: Any, n: Any, name: Any = None, allow_zero: Any = False) -> Any:
    """As many numbers as asked for: one number stands for each."""
    return Unknown() if type(n) is not int or is_unknown(value) else tuple(repeated(value, n))


@function("keras.backend.compute_output_spec", tensor=False)
def compute_output_spec(fn: Any, *args: Any, **kwargs: Any) -> Any:
    """The outputs of a function as symbolic tensors."""
    return host.call(fn, *args, **kwargs)


@function("keras.backend.pattern_broadcast")
def pattern_broadcast(x: Any, broadcastable: Any) -> Any:
    """The tensor itself."""
    return ops.positive(tensor(x))


@function("keras.losses.circle", "keras.losses.ctc", "keras.losses.dice", "keras.losses.tversky")
def unchecked_loss(y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
    """A loss whose shape depends on its options."""
    return Tensor(Shape.unknown(), None, "tf", site=host.reporter.site)


@function("keras.metrics.pearson_correlation", "keras.metrics.concordance_correlation")
def correlation(y_true: Any, y_pred: Any, axis: Any = -1) -> Any:
    """How two arrays go together along an axis."""
    return ops.mean(ops.multiply(tensor(y_true), tensor(y_pred)), axis=as_axis(axis))
