"""Theano's basic functions of arrays, under their module's name."""

# ruff: noqa: F401, F403 (names that users import from here)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Constant, Variable
from gnomon.theano.gof.null_type import grad_not_implemented, grad_undefined
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.params_type import ParamsType
from gnomon.theano.gof.type import Generic, Type
from gnomon.theano.gof.utils import MethodNotDefined, hashtype
from gnomon.theano.scalar.types import autocast_float, autocast_float_as, autocast_int
from gnomon.theano.tensor import elementwise
from gnomon.theano.tensor import symbols as _symbols
from gnomon.theano.tensor.asked import *
from gnomon.theano.tensor.axes import (
    DimShuffle,
    shape_padaxis,
    shape_padleft,
    shape_padright,
    swapaxes,
    transpose,
)
from gnomon.theano.tensor.broadcasting import Rebroadcast, addbroadcast, patternbroadcast, unbroadcast
from gnomon.theano.tensor.constants import (
    EmptyConstantError,
    NotScalarConstantError,
    get_constant_value,
    get_scalar_constant_value,
    get_vector_length,
    numpy_scalar,
)
from gnomon.theano.tensor.conversion import (
    ScalarFromTensor,
    TensorFromScalar,
    scalar_from_tensor,
    tensor_from_scalar,
)
from gnomon.theano.tensor.creation import (
    Alloc,
    AllocEmpty,
    ARange,
    Eye,
    alloc,
    arange,
    eye,
    fill,
    identity_like,
    ones,
    ones_like,
    tri,
    tril,
    triu,
    zeros,
    zeros_like,
)
from gnomon.theano.tensor.elementwise import *
from gnomon.theano.tensor.elemwise import CAReduce, Elemwise
from gnomon.theano.tensor.joining import (
    Join,
    MakeVector,
    Split,
    concatenate,
    horizontal_stack,
    join,
    join_,
    make_vector,
    split,
    stack,
    stacklists,
    vertical_stack,
)
from gnomon.theano.tensor.nearness import _allclose
from gnomon.theano.tensor.products import (
    Dot,
    batched_dot,
    batched_tensordot,
    dense_dot,
    dot,
    outer,
    tensordot,
)
from gnomon.theano.tensor.reductions import Max, Min, Prod, Sum
from gnomon.theano.tensor.shapes import (
    Reshape,
    Shape,
    flatten,
    is_flat,
    reshape,
    shape,
    shape_i,
    specify_shape,
)
from gnomon.theano.tensor.statistics import (
    Argmax,
    MaxAndArgmax,
    all,
    any,
    argmax,
    argmin,
    max,
    max_and_argmax,
    mean,
    min,
    prod,
    ptp,
    std,
    sum,
    var,
)
from gnomon.theano.tensor.subtensor import (
    inc_subtensor,
    set_subtensor,
    take,
)
from gnomon.theano.tensor.symbols import tensor
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import (
    AsTensorError,
    TensorConstant,
    TensorVariable,
    as_tensor_variable,
    constant,
)

as_tensor = as_tensor_variable
_as_tensor_variable = as_tensor_variable
globals().update(_symbols.names())

_dot = Dot()
isnan_ = elementwise._isnan
isinf_ = elementwise._isinf
globals().update({f"_convert_to_{dtype}": op for dtype, op in elementwise._CASTS.items()})

if TYPE_CHECKING:  # constructors by name

    def __getattr__(name: str) -> Any: ...
