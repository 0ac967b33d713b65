"""Fourier transforms of real arrays; complex numbers are pairs in the last axis."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class RFFTOp(GnomonOp):
    """The transform of real arrays along all axes but the first: array, sizes -> pairs."""

    __props__ = ()

    def make_node(self, a: Any, s: Any = None) -> Apply:
        a = as_tensor_variable(a)
        if a.ndim < 2:
            raise TypeError(
                f"{type(self).__name__}: input must have dimension > 2, with first dimension batches"
            )
        s = as_tensor_variable(a.shape[1:] if s is None else s)
        if not s.dtype.startswith(("int", "uint")):
            raise TypeError(f"{type(self).__name__}: length of the transformed axis must be of type integer")
        return Apply(self, [a, s], [TensorType(a.dtype, (False,) * (a.ndim + 1))()])

    def lower(self, node: Apply, a: Any, s: Any) -> Any:
        found = gn.fft.rfftn(a, axes=tuple(range(1, a.ndim)))
        return gn.stack([gn.real(found), gn.imag(found)], axis=-1)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], [False]]


class IRFFTOp(GnomonOp):
    """The real array of a transform: pairs, sizes -> array, not yet divided by its size."""

    __props__ = ()

    def make_node(self, a: Any, s: Any = None) -> Apply:
        a = as_tensor_variable(a)
        if a.ndim < 3:
            raise TypeError(
                f"{type(self).__name__}: input must have dimension >= 3, with first dimension batches and last real/imag parts"
            )
        if s is None:
            from gnomon.theano.tensor.subtensor import set_subtensor

            s = a.shape[1:-1]
            s = set_subtensor(s[-1], (s[-1] - 1) * 2)
        s = as_tensor_variable(s)
        if not s.dtype.startswith(("int", "uint")):
            raise TypeError(f"{type(self).__name__}: length of the transformed axis must be of type integer")
        return Apply(self, [a, s], [TensorType(a.dtype, (False,) * (a.ndim - 1))()])

    def lower(self, node: Apply, a: Any, s: Any) -> Any:
        from gnomon.theano.tensor.creation import sizes_of

        count = a.ndim - 2
        sizes = sizes_of([s[k] for k in range(count)])
        whole = gn.astype(a[..., 0], gn.complex128) + 1j * gn.astype(a[..., 1], gn.complex128)
        found = gn.fft.irfftn(whole, s=sizes, axes=tuple(range(1, count + 1)))
        total = gn.astype(gn.prod(s), gn.float64)
        return gn.astype(found, gn.float64) * total

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], [False]]


rfft_op, irfft_op = RFFTOp(), IRFFTOp()


def rfft(inp: Any, norm: str | None = None) -> Any:
    """Return the transform of real arrays along all axes but the first; ``norm`` is None, "ortho" or "no_norm"."""
    from gnomon.theano.tensor.elementwise import sqrt

    inp = as_tensor_variable(inp)
    s = inp.shape[1:]
    scale: Any = 1
    if _norm(norm) == "ortho":
        scale = sqrt(s.prod().astype(inp.dtype))
    return rfft_op(inp, s) / scale


def irfft(inp: Any, norm: str | None = None, is_odd: bool = False) -> Any:
    """Return the real arrays of transforms; ``is_odd`` says that the last axis had an odd size."""
    from gnomon.theano.tensor.elementwise import sqrt
    from gnomon.theano.tensor.subtensor import set_subtensor

    if is_odd not in (True, False):
        raise ValueError(f"Invalid value {is_odd} for id_odd, must be True or False")
    inp = as_tensor_variable(inp)
    s = inp.shape[1:-1]
    s = set_subtensor(s[-1], (s[-1] - 1) * 2 + (1 if is_odd else 0))
    scale: Any = 1
    kind = _norm(norm)
    if kind is None:
        scale = s.prod().astype(inp.dtype)
    elif kind == "ortho":
        scale = sqrt(s.prod().astype(inp.dtype))
    return irfft_op(inp, s) / scale


def _norm(norm: Any) -> Any:
    if norm not in (None, "ortho", "no_norm"):
        raise ValueError(f"Invalid value {norm} for norm, must be None, 'ortho' or 'no norm'")
    return norm
