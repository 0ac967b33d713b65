"""`theano.tensor`: arrays, and the functions of arrays."""

# ruff: noqa: F401, F403 (names that users import from here)

from typing import TYPE_CHECKING, Any

from gnomon.theano.differentiating.forward import Rop
from gnomon.theano.differentiating.reverse import Lop, grad
from gnomon.theano.tensor import (
    basic,
    elemwise,
    extra_ops,
    nlinalg,
    nnet,
    products,
    signal,
    subtensor,
    type,
    variables,
)
from gnomon.theano.tensor import sort as _sort_module
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
from gnomon.theano.tensor.searching import (
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
    AdvancedIncSubtensor,
    AdvancedIncSubtensor1,
    AdvancedSubtensor,
    AdvancedSubtensor1,
    IncSubtensor,
    Subtensor,
    advanced_inc_subtensor1,
    advanced_set_subtensor1,
    advanced_subtensor1,
    inc_subtensor,
    set_subtensor,
    take,
)

square, power = basic.sqr, basic.pow
globals().update({name: value for name, value in vars(basic).items() if name not in globals()})

if TYPE_CHECKING:  # constructors by name

    def __getattr__(name: str) -> Any: ...
