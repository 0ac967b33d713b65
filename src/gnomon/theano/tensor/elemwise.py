"""Elementwise operations: `Elemwise` makes them of operations on single numbers."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op, OpenMPOp
from gnomon.theano.scalar.types import get_scalar_type
from gnomon.theano.tensor.axes import DimShuffle, dimshuffled
from gnomon.theano.tensor.reductions import All, Any_, CAReduce, CAReduceDtype, Prod, Sum
from gnomon.theano.tensor.type import TensorType


class Elemwise(OpenMPOp):
    """An operation on single numbers, carried out for each element; axes of size 1 broadcast."""

    def __init__(
        self,
        scalar_op: Any,
        inplace_pattern: dict[int, Any] | None = None,
        name: str | None = None,
        nfunc_spec: Any = None,
        openmp: Any = None,
    ) -> None:
        super().__init__(openmp)
        self.scalar_op = scalar_op
        self.inplace_pattern = dict(inplace_pattern or {})
        self.destroy_map = {out: [place] for out, place in self.inplace_pattern.items()}
        self.name = name
        self.nfunc_spec = nfunc_spec
        self.nin = scalar_op.nin
        self.nout = scalar_op.nout

    def make_node(self, *inputs: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable

        entries = [as_tensor_variable(entry) for entry in inputs]
        kinds = self.scalar_op.make_node(*[get_scalar_type(entry.type.dtype)() for entry in entries]).outputs
        rank = max((entry.type.ndim for entry in entries), default=0)
        entries = [
            entry
            if entry.type.ndim == rank
            else dimshuffled(entry, ["x"] * (rank - entry.type.ndim) + list(range(entry.type.ndim)))
            for entry in entries
        ]
        pattern = [all(entry.type.broadcastable[axis] for entry in entries) for axis in range(rank)]
        for place in self.inplace_pattern.values():
            if any(has and not wanted for has, wanted in zip(entries[place].type.broadcastable, pattern)):
                raise ValueError("Operation cannot be done inplace on an input with broadcasted dimensions.")
        dtypes = [kind.type.dtype for kind in kinds]
        for out, place in self.inplace_pattern.items():
            dtypes[out] = entries[place].type.dtype
        return Apply(self, entries, [TensorType(dtype, pattern)() for dtype in dtypes])

    def lower(self, node: Apply, *values: Any) -> Any:
        if self.scalar_op.lower is not None:
            natural = Elemwise(self.scalar_op).make_node(*node.inputs) if self.inplace_pattern else node
            return self.scalar_op.lower(natural, *values)
        from gnomon.theano.tensor.own_elementwise import called_each

        return called_each(self.scalar_op, node, values)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.tensor.own_elementwise import has_own_gradient, own_gradient

        if has_own_gradient(self.scalar_op):
            return own_gradient(self, inputs, outputs, output_grads)
        from gnomon.theano.differentiating.pullbacks import generic_pullback
        from gnomon.theano.tensor import slopes

        found = slopes.backward(self, inputs, outputs, output_grads[0]) if self.nout == 1 else None
        return generic_pullback(self, inputs, outputs, output_grads) if found is None else found

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        from gnomon.theano.tensor import slopes

        if self.nout != 1 or not hasattr(self.scalar_op, "lower") or self.scalar_op.lower is None:
            return super().R_op(inputs, eval_points)
        found = slopes.forward(self, inputs, self(*inputs), eval_points)
        return super().R_op(inputs, eval_points) if found is None else [found]

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and self.scalar_op == other.scalar_op
            and self.inplace_pattern == other.inplace_pattern
        )

    def __hash__(self) -> int:
        return hash((type(self), self.scalar_op, tuple(sorted(self.inplace_pattern.items()))))

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        kind = str(list(self.inplace_pattern.items())) if self.inplace_pattern else "no_inplace"
        return f"Elemwise{{{self.scalar_op},{kind}}}"


__all__ = [
    "All",
    "Any_",
    "CAReduce",
    "CAReduceDtype",
    "DimShuffle",
    "Elemwise",
    "Op",
    "Prod",
    "ProdWithoutZeros",
    "Sum",
]


class ProdWithoutZeros(CAReduceDtype):
    """The product of those elements that are not zero; 1 where all are."""

    def __init__(self, axis: Any = None, dtype: str | None = None, acc_dtype: str | None = None) -> None:
        from gnomon.theano.scalar import basic as scalar

        super().__init__(scalar.mul, axis, dtype, acc_dtype)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.gof.null_type import grad_undefined

        return [
            grad_undefined(
                self, 0, inputs[0], "It is itself a part of a gradient: second ones are not there."
            )
        ]

    def lower(self, node: Apply, x: Any) -> Any:
        import gnomon as gn

        return super().lower(node, gn.where(x == 0, gn.ones_like(x), x))
