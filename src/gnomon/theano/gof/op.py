"""Operations: what an application does. Users derive their own from `Op`."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.gof import utils
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.testing_values import (
    compute_test_values,
    get_debug_values,
    get_test_value,
    missing_test_message,
)
from gnomon.theano.gof.utils import MethodNotDefined, object2


class PureOp:
    """What every operation does: make applications, compute, and differentiate."""

    default_output: Any = None

    def make_node(self, *inputs: Any) -> Apply:
        """Return the application to some variables."""
        raise MethodNotDefined("make_node", type(self), type(self).__name__)

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """Apply the operation; returns its output, or a list of outputs."""
        as_list = named.pop("return_list", False)
        name = named.pop("name", None)
        node = self.make_node(*inputs, **named)
        self.add_tag_trace(node)
        compute_test_values(node)
        place = self.default_output
        if place is not None:
            found = node.outputs[place]
            if name is not None:
                found.name = name
            return [found] if as_list else found
        if as_list:
            return list(node.outputs)
        if len(node.outputs) == 1:
            if name is not None:
                node.outputs[0].name = name
            return node.outputs[0]
        return node.outputs

    @staticmethod
    def add_tag_trace(node: Apply) -> None:
        """Note the user's line in the application and in what it gives."""
        from gnomon.theano.gof.utils import add_tag_trace

        add_tag_trace(node)
        trace = node.tag.trace
        for output in node.outputs:
            output.tag.trace = trace

    @classmethod
    def _get_test_value(cls, variable: Any) -> Any:
        return get_test_value(variable)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        """Return the cost's gradients by inputs, given those by outputs."""
        grad = getattr(self, "grad", None)
        if grad is None:
            raise AttributeError(f"{self} has no gradient: its class defines neither grad nor L_op")
        return grad(inputs, output_grads)

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        """Return how outputs change when inputs change by ``eval_points``."""
        raise MethodNotDefined("R_op", type(self), type(self).__name__)

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        """Compute: store each output in the only entry of its list."""
        raise MethodNotDefined("perform", type(self), type(self).__name__)

    def make_thunk(
        self, node: Apply, storage_map: Any, compute_map: Any, no_recycling: Any, impl: str | None = None
    ) -> Any:
        """Return a function without arguments that computes an application: its inputs and outputs lie in ``storage_map``."""
        from gnomon.theano.performing import carried_out

        def thunk() -> None:
            found = carried_out(node, [storage_map[variable][0] for variable in node.inputs])
            for output, value in zip(node.outputs, found):
                storage_map[output][0], compute_map[output][0] = value, True

        thunk.lazy = False  # type: ignore[attr-defined]
        return thunk

    def do_constant_folding(self, node: Apply) -> bool:
        """Whether it may be computed once where all its inputs are constants."""
        return True


class Op(object2, PureOp):
    """The base of operations.

    ``lower(node, *values)`` says what an application is in Gnomon, where there is such a thing; operations without it are
    carried out by ``perform``.
    """

    lower: Any = None
    itypes: Any = None
    otypes: Any = None
    view_map: Any = {}
    destroy_map: Any = {}

    def get_params(self, node: Apply) -> Any:
        """Return the parameters that ``perform`` and C code take."""
        if hasattr(self, "params_type"):
            wrapper = self.params_type
            if hasattr(wrapper, "wrapit"):
                return wrapper.wrapit(self)
        raise MethodNotDefined("get_params")

    def make_node(self, *inputs: Any) -> Apply:
        """Apply to variables of the types ``itypes``, which gives variables of the types ``otypes``."""
        if self.itypes is None or self.otypes is None:
            raise NotImplementedError(
                f"define make_node in {type(self).__name__}, or give it itypes and otypes"
            )
        if len(inputs) != len(self.itypes):
            raise ValueError(f"{self} takes {len(self.itypes)} inputs, got {len(inputs)}: {inputs}")
        from gnomon.theano.tensor.variables import as_variable

        entries = [as_variable(entry) for entry in inputs]
        for entry, wanted in zip(entries, self.itypes):
            if entry.type != wanted:
                raise TypeError(f"{self} takes {wanted}, got {entry} of type {entry.type}")
        return Apply(self, entries, [kind() for kind in self.otypes])

    def c_code(self, node: Any, name: Any, inputs: Any, outputs: Any, sub: Any) -> str:
        """Return the C code of an application."""
        raise MethodNotDefined(f"{type(self).__name__}.c_code")

    def c_code_cache_version(self) -> Any:
        """Return the version of the C code; () means that it is not kept."""
        return ()

    def c_headers(self) -> list[str]:
        """Return the headers that the C code includes."""
        raise MethodNotDefined("c_headers", type(self), type(self).__name__)

    def c_support_code(self) -> str:
        """Return C code that stands before all applications."""
        raise MethodNotDefined("c_support_code", type(self), type(self).__name__)


class GnomonOp(Op):
    """The base of operations that Gnomon carries out: `lower` says how, and gives their gradients."""

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.pullbacks import generic_pullback

        return generic_pullback(self, inputs, outputs, output_grads)

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return self.L_op(inputs, self.make_node(*inputs).outputs, output_grads)


class OpenMPOp(Op):
    """The base of operations whose C code may use several threads."""

    def __init__(self, openmp: bool | None = None) -> None:
        self.openmp = bool(openmp)


def debug_error_message(message: str) -> None:
    """Tell of a mistake that test values show, as ``config.compute_test_value`` says."""
    from gnomon.theano.configuration import config

    action = config.compute_test_value
    if action in ("raise", "ignore"):
        raise ValueError(message)
    if action == "warn":
        warnings.warn(message, stacklevel=2)


def debug_assert(condition: Any, msg: str | None = None) -> None:
    """Tell of a condition of test values that does not hold, as ``config.compute_test_value`` says."""
    from gnomon.theano.configuration import config

    text = "debug_assert failed" if msg is None else msg
    if not condition and config.compute_test_value in ("raise", "ignore"):
        raise AssertionError(text)
    if not condition:
        warnings.warn(text, stacklevel=2)


__all__ = [
    "Apply",
    "Constant",
    "GnomonOp",
    "Op",
    "OpenMPOp",
    "PureOp",
    "Variable",
    "debug_assert",
    "debug_error_message",
    "get_debug_values",
    "get_test_value",
    "missing_test_message",
    "utils",
]
