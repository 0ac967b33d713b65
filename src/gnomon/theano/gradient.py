"""`theano.gradient`: derivatives, and what says that there are none."""

from gnomon.theano.differentiating.forward import Rop
from gnomon.theano.differentiating.reverse import (
    DisconnectedInputError,
    DisconnectedType,
    Lop,
    connection_pattern,
    disconnected_type,
    grad,
    subgraph_grad,
)
from gnomon.theano.gof.null_type import NullType, NullTypeGradError, grad_not_implemented, grad_undefined

__all__ = [
    "DisconnectedInputError",
    "DisconnectedType",
    "Lop",
    "NullType",
    "NullTypeGradError",
    "Rop",
    "connection_pattern",
    "disconnected_type",
    "grad",
    "grad_not_implemented",
    "grad_undefined",
    "subgraph_grad",
]
