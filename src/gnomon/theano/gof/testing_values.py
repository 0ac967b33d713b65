"""Test values: small examples that a program computes with while it is written, so that mistakes show where they are made."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.gof.graph import Constant


def get_test_value(variable: Any) -> Any:
    """Return the test value of a variable, the value of a constant or of a shared variable; an AttributeError if none."""
    if isinstance(variable, Constant):
        return variable.value
    if hasattr(variable, "get_value") and hasattr(variable, "container"):
        return variable.get_value(borrow=True, return_internal_type=True)
    if hasattr(variable, "tag") and hasattr(variable.tag, "test_value"):
        return variable.type.filter(variable.tag.test_value)
    if not hasattr(variable, "tag"):
        from gnomon.theano.tensor.variables import as_tensor_variable

        return get_test_value(as_tensor_variable(variable))
    raise AttributeError(f"{variable} has no test value")


def missing_test_message(message: str) -> None:
    """Tell of a missing test value, as ``config.compute_test_value`` says."""
    from gnomon.theano.configuration import config

    action = config.compute_test_value
    if action == "raise":
        raise AttributeError(message)
    if action == "warn":
        warnings.warn(message, stacklevel=2)


def compute_test_values(node: Any) -> None:
    """Compute the test values of what an application gives, if ``config.compute_test_value`` asks for it."""
    from gnomon.theano.configuration import config

    if config.compute_test_value == "off":
        return
    values = []
    for place, variable in enumerate(node.inputs):
        try:
            values.append(get_test_value(variable))
        except AttributeError:
            _missing(config.compute_test_value, node, place, variable)
            return
    from gnomon.theano.lowering import performed

    for output, value in zip(node.outputs, performed(node, values)):
        output.tag.test_value = value


def _missing(action: str, node: Any, place: int, variable: Any) -> None:
    text = f"Cannot compute test value: input {place} ({variable}) of Op {node} missing default value"
    if action == "raise":
        raise ValueError(text)
    if action == "warn":
        warnings.warn(text, stacklevel=5)


def get_debug_values(*arguments: Any) -> Any:
    """Return a list with the test values of all arguments, or an empty one where they are off or missing."""
    from gnomon.theano.configuration import config

    if config.compute_test_value == "off":
        return []
    values = []
    for place, argument in enumerate(arguments):
        try:
            values.append(get_test_value(argument))
        except AttributeError:
            if config.compute_test_value == "raise":
                raise AttributeError(f"argument {place} ({argument}) has no test value") from None
            return []
    return [tuple(values)] if len(values) > 1 else values
