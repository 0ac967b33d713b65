"""Models read from files or made from descriptions: nothing is known of them."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Unknown, function, host, unknown_of
from gnomon.models.keras.layer import is_layer
from gnomon.models.keras.tensors import flatten
from gnomon.models.keras.wording import words

for _name in words(
    """
    models.load_model saving.load_model models.model_from_json models.model_from_yaml
    models.model_from_config layers.deserialize saving.deserialize_keras_object
    utils.deserialize_keras_object saving.get_custom_objects saving.serialize_keras_object
    utils.serialize_keras_object utils.get_source_inputs layers.get_source_inputs
    saving.get_registered_name saving.get_registered_object
    saving.serialization_lib.deserialize_keras_object
    saving.serialization_lib.serialize_keras_object saving.serialization_lib.in_safe_mode
    dtype_policies.get config.dtype_policy mixed_precision.global_policy
    mixed_precision.dtype_policy
    """
):

    @function(f"keras.{_name}", tensor=False)
    def _unknown(*args: Any, **kwargs: Any) -> Any:
        return Unknown(reason=("saved", "keras"))


@function("keras.models.clone_model", tensor=False)
def clone_model(model: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a model like another one."""
    return model if is_layer(model) else Unknown()


@function("keras.tree.map_structure", tensor=False)
def map_structure(func: Any, *structures: Any, **kwargs: Any) -> Any:
    """Apply a function to each leaf of a structure."""
    if len(structures) != 1:
        return Unknown()
    return _mapped(func, structures[0])


def _mapped(func: Any, value: Any) -> Any:
    if type(value) in (list, tuple):
        return type(value)(_mapped(func, entry) for entry in value)
    if type(value) is dict:
        return {key: _mapped(func, entry) for key, entry in value.items()}
    return host.call(func, value)


@function("keras.tree.flatten", tensor=False)
def flat(structure: Any) -> Any:
    """Return the leaves of a structure."""
    return flatten(structure)


@function("keras.tree.is_nested", tensor=False)
def is_nested(structure: Any) -> Any:
    """Whether a value is a list, tuple or dict."""
    return True if type(structure) in (list, tuple, dict) else unknown_of("bool")
