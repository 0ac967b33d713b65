"""`theano.tensor`: arrays, and the functions of arrays."""

# ruff: noqa: F401, F403 (names that users import from here)

from typing import TYPE_CHECKING, Any

from gnomon.theano import scalar as scal
from gnomon.theano.compile.sharedvalue import shared as _shared
from gnomon.theano.differentiating.borders import consider_constant
from gnomon.theano.differentiating.checking import numeric_grad, verify_grad
from gnomon.theano.differentiating.forward import Rop
from gnomon.theano.differentiating.matrices import hessian, jacobian
from gnomon.theano.differentiating.reverse import DisconnectedType, Lop, grad
from gnomon.theano.printing import min_informative_str, pprint
from gnomon.theano.tensor import (
    basic,
    elemwise,
    extra_ops,
    fft,
    inplace,
    io,
    nlinalg,
    nnet,
    opt,
    other,
    products,
    raw_random,
    sharedvar,
    signal,
    slinalg,
    subtensor,
    type,
    type_other,
    utils,
    variables,
    xlogx,
)
from gnomon.theano.tensor import sort as _sort_module
from gnomon.theano.tensor import (
    var as _var,
)
from gnomon.theano.tensor.axes import squeeze
from gnomon.theano.tensor.basic import *
from gnomon.theano.tensor.diagonals import AllocDiag, ExtractDiag, diag, diagonal
from gnomon.theano.tensor.extra_ops import (
    bartlett,
    bincount,
    compress,
    cumprod,
    cumsum,
    diff,
    fill_diagonal,
    fill_diagonal_offset,
    ravel_multi_index,
    repeat,
    searchsorted,
    to_one_hot,
    unravel_index,
)
from gnomon.theano.tensor.io import LoadFromDisk, load
from gnomon.theano.tensor.methods import _tensor_py_operators
from gnomon.theano.tensor.mpi import *
from gnomon.theano.tensor.nlinalg import trace
from gnomon.theano.tensor.opt import ShapeError
from gnomon.theano.tensor.other import (
    Default,
    Mean,
    Tri,
    all_dtypes,
    ceil_intdiv,
    complex_dtypes,
    continuous_dtypes,
    cov,
    default,
    discrete_dtypes,
    extract_constant,
    float_dtypes,
    int_dtypes,
    integer_dtypes,
    mgrid,
    ogrid,
    setdefault,
    uint_dtypes,
)
from gnomon.theano.tensor.searching import (
    Choose,
    Nonzero,
    PermuteRowElements,
    Tile,
    choose,
    flatnonzero,
    inverse_permutation,
    nonzero,
    nonzero_values,
    permute_row_elements,
    roll,
    tile,
)
from gnomon.theano.tensor.shapes import SpecifyShape
from gnomon.theano.tensor.sort import argsort, argtopk, sort, topk, topk_and_argtopk
from gnomon.theano.tensor.subtensor import (
    AdvancedBooleanIncSubtensor,
    AdvancedBooleanIndexingError,
    AdvancedBooleanSubtensor,
    AdvancedIncSubtensor,
    AdvancedIncSubtensor1,
    AdvancedIndexingError,
    AdvancedSubtensor,
    AdvancedSubtensor1,
    IncSubtensor,
    SliceType,
    Subtensor,
    advanced_boolean_inc_subtensor,
    advanced_boolean_set_subtensor,
    advanced_boolean_subtensor,
    advanced_inc_subtensor,
    advanced_inc_subtensor1,
    advanced_set_subtensor,
    advanced_set_subtensor1,
    advanced_subtensor1,
    get_canonical_form_slice,
    get_idx_list,
    inc_subtensor,
    set_subtensor,
    slicetype,
    take,
)
from gnomon.theano.tensor.type_other import (
    MakeSlice,
    NoneConst,
    NoneTypeT,
    SliceConstant,
    as_index_variable,
    as_int_none_variable,
    make_slice,
    none_type_t,
)

Tensor = type.TensorType
for _name, _value in list(vars(other).items()):
    if _name.endswith(("_dtypes", "_atol", "_rtol")):
        setattr(basic, _name, _value)

square, power = basic.sqr, basic.pow
bitwise_and, bitwise_or, bitwise_xor, bitwise_not = basic.and_, basic.or_, basic.xor, basic.invert
_OF_BASIC = """
AllocDiag bitwise_and bitwise_not bitwise_or bitwise_xor square Choose Default DisconnectedType
ExtractDiag Mean NoneConst PermuteRowElements ShapeError Tensor Tile Tri ceil_intdiv choose cov
default diag diagonal extract_constant flatnonzero inverse_permutation mgrid min_informative_str
nonzero nonzero_values ogrid permute_row_elements power pprint roll setdefault tile
"""
for _name in _OF_BASIC.split():
    setattr(basic, _name, globals()[_name])
globals().update({name: value for name, value in vars(basic).items() if name not in globals()})

# Programs that say `from theano.tensor import *` get these names too.
import numpy as np  # noqa: E402

import gnomon.theano as theano  # noqa: E402
from gnomon.theano import compile, gof, gradient  # noqa: E402
from gnomon.theano.tensor import formulas as _formulas  # noqa: E402 (after what it writes)

if TYPE_CHECKING:  # constructors by name

    def __getattr__(name: str) -> Any: ...
