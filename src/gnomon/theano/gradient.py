"""`theano.gradient`: derivatives, and what says that there are none."""

from typing import Any

from gnomon.theano.differentiating.borders import (
    ConsiderConstant,
    DisconnectedGrad,
    GradClip,
    GradScale,
    UndefinedGrad,
    ViewOp,
    ZeroGrad,
    consider_constant,
    consider_constant_,
    disconnected_grad,
    disconnected_grad_,
    grad_clip,
    grad_scale,
    undefined_grad,
    undefined_grad_,
    zero_grad,
    zero_grad_,
)
from gnomon.theano.differentiating.checking import GradientError, numeric_grad, verify_grad
from gnomon.theano.differentiating.forward import Rop
from gnomon.theano.differentiating.matrices import hessian, hessian_vector_product, jacobian
from gnomon.theano.differentiating.reverse import (
    DisconnectedInputError,
    DisconnectedType,
    Lop,
    connection_pattern,
    disconnected_type,
    grad,
    subgraph_grad,
)
from gnomon.theano.gof.null_type import (
    NullType,
    NullTypeGradError,
    grad_not_implemented,
    grad_undefined,
    null_type,
)


def format_as(use_list: bool, use_tuple: bool, outputs: Any) -> Any:
    """Return outputs as a list, as a tuple, or the only one as it is."""
    if use_list and use_tuple:
        raise AssertionError("outputs are asked for as a list and as a tuple; choose one")
    listed = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    if use_list or use_tuple:
        return listed if use_list else tuple(listed)
    if len(listed) != 1:
        raise AssertionError(f"one output was expected, got {len(listed)}")
    return listed[0]


__all__ = [
    "ConsiderConstant",
    "DisconnectedGrad",
    "DisconnectedInputError",
    "DisconnectedType",
    "GradClip",
    "GradScale",
    "GradientError",
    "Lop",
    "NullType",
    "NullTypeGradError",
    "Rop",
    "UndefinedGrad",
    "ViewOp",
    "ZeroGrad",
    "connection_pattern",
    "consider_constant",
    "consider_constant_",
    "disconnected_grad",
    "disconnected_grad_",
    "disconnected_type",
    "format_as",
    "grad",
    "grad_clip",
    "grad_not_implemented",
    "grad_scale",
    "grad_undefined",
    "hessian",
    "hessian_vector_product",
    "jacobian",
    "null_type",
    "numeric_grad",
    "subgraph_grad",
    "undefined_grad",
    "undefined_grad_",
    "verify_grad",
    "zero_grad",
    "zero_grad_",
]
