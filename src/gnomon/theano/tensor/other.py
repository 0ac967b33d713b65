"""Smaller functions of arrays, and lists of dtypes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import GnomonOp, Op
from gnomon.theano.scalar import basic as scalar
from gnomon.theano.scalar import named_types
from gnomon.theano.tensor.reductions import CAReduce, axes_of
from gnomon.theano.tensor.variables import as_tensor_variable

int_dtypes = [kind.dtype for kind in named_types.int_types]
uint_dtypes = [kind.dtype for kind in named_types.uint_types]
float_dtypes = [kind.dtype for kind in named_types.float_types]
integer_dtypes = [kind.dtype for kind in named_types.integer_types]
discrete_dtypes = [kind.dtype for kind in named_types.discrete_types]
complex_dtypes = [kind.dtype for kind in named_types.complex_types]
continuous_dtypes = [kind.dtype for kind in named_types.continuous_types]
all_dtypes = [kind.dtype for kind in named_types.all_types]


class Default(Op):
    """A value, or another one where it is None."""

    __props__ = ()
    view_map = {0: [0]}

    def make_node(self, x: Any, default: Any) -> Apply:
        x, default = as_tensor_variable(x), as_tensor_variable(default)
        if x.type != default.type:
            raise TypeError("Both default() arguments must have same type", x, default)
        return Apply(self, [x, default], [default.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = inputs[1].copy() if inputs[0] is None else inputs[0]


default = setdefault = Default()


class Mean(CAReduce):
    """The mean along one axis, or of all elements, as float64."""

    def __init__(self, axis: Any = None) -> None:
        super().__init__(scalar.add, axis)
        if self.axis is not None and len(self.axis) != 1:
            raise AssertionError(f"Mean takes one axis, got {axis}")

    def _output_dtype(self, dtype: str) -> str:
        return "float64"

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.mean(gn.astype(x, gn.float64), axis=axes_of(self.axis, x.ndim))


class Tri(GnomonOp):
    """Ones at and below a diagonal: sizes and the diagonal's place -> matrix."""

    __props__ = ("dtype",)

    def __init__(self, dtype: Any = None) -> None:
        from gnomon.theano.configuration import config

        self.dtype = str(config.floatX if dtype is None else dtype)

    def make_node(self, N: Any, M: Any, k: Any) -> Apply:
        from gnomon.theano.tensor.type import TensorType

        entries = [as_tensor_variable(entry) for entry in (N, M, k)]
        if any(entry.ndim for entry in entries):
            raise AssertionError("tri takes single integers")
        return Apply(self, entries, [TensorType(self.dtype, (False, False))()])

    def lower(self, node: Apply, rows: Any, columns: Any, place: Any) -> Any:
        from gnomon.theano.tensor.creation import sizes_of

        down, right = sizes_of([rows, columns])
        below = gn.arange(right)[None, :] <= gn.arange(down)[:, None] + gn.astype(place, gn.int64)
        return gn.astype(below, getattr(gn, self.dtype))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that nothing is differentiated by."""
        return [[False] for _ in node.inputs]


def extract_constant(x: Any, elemwise: bool = True, only_process_constants: bool = False) -> Any:
    """Return the number that a variable is known to be, or the variable."""
    from gnomon.theano.scalar.types import ScalarVariable
    from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value
    from gnomon.theano.tensor.conversion import ScalarFromTensor, tensor_from_scalar

    with suppress(NotScalarConstantError):
        x = get_scalar_constant_value(x, elemwise, only_process_constants)
    if isinstance(x, ScalarVariable):
        if x.owner is not None and isinstance(x.owner.op, ScalarFromTensor):
            return x.owner.inputs[0]
        return tensor_from_scalar(x)
    return x


def ceil_intdiv(a: Any, b: Any) -> Any:
    """Return the quotient of integers, rounded up."""
    from gnomon.theano.tensor.elementwise import cast, int_div, neq

    whole = int_div(a, b)
    return cast(neq(as_tensor_variable(a) % b, 0), whole.dtype) + whole


def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
) -> Any:
    """Return the covariances of the rows of a matrix, or of its columns if not ``rowvar``."""
    from gnomon.theano.tensor.joining import concatenate

    if fweights is not None or aweights is not None:
        raise NotImplementedError("weights of observations are not supported: fweights, aweights")
    rows = m if rowvar else m.T
    if y is not None:
        rows = concatenate((rows, y if rowvar else y.T), axis=0)
    off = (0 if bias else 1) if ddof is None else ddof
    centred = rows - rows.mean(axis=1, keepdims=True)
    return centred.dot(centred.T) / (rows.shape[1] - off).astype(centred.dtype)


class _Grid:
    """Coordinates of the points of a grid, by slices as in ``mgrid[0:5, 0:3]``."""

    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def __getitem__(self, slices: Any) -> list[Any]:
        from gnomon.theano.tensor.creation import arange, ones_like

        listed = slices if isinstance(slices, tuple) else (slices,)
        if any(isinstance(entry.step, complex) for entry in listed):
            raise NotImplementedError("Not implemented for slices whose step is complex")
        count = len(listed)
        lines = [
            arange(entry.start or 0, entry.stop, entry.step or 1).dimshuffle(
                *["x"] * k, 0, *["x"] * (count - 1 - k)
            )
            for k, entry in enumerate(listed)
        ]
        if self.sparse:
            return lines
        found = []
        for k in range(count):
            grid = lines[k]
            for other, line in enumerate(lines):
                if other != k:
                    grid = grid * ones_like(line)
            found.append(grid)
        return found


mgrid, ogrid = _Grid(sparse=False), _Grid(sparse=True)

float16_atol, float16_rtol = 5e-3, 1e-2
float32_atol, float32_rtol = 1e-5, 1e-5
float64_atol, float64_rtol = 1e-8, 1e-5


def make_constant(value: Any) -> Constant:
    """Return numbers as a constant array."""
    from gnomon.theano.tensor.variables import constant

    found: Constant = constant(np.asarray(value))
    return found
