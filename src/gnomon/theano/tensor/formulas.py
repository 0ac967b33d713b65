"""How Theano's own operations look in formulas."""

from __future__ import annotations

from typing import Any

from gnomon.theano.formulas import (
    LOOSE,
    TIGHT,
    FunctionPrinter,
    IgnorePrinter,
    OperatorPrinter,
    PatternPrinter,
    Printer,
    pprint,
    special,
)
from gnomon.theano.scalar import basic as scalars
from gnomon.theano.tensor import blas, creation, elementwise, inplace, products, reductions
from gnomon.theano.tensor.axes import DimShuffle
from gnomon.theano.tensor.elemwise import Elemwise
from gnomon.theano.tensor.joining import Join, MakeVector
from gnomon.theano.tensor.nnet import activations
from gnomon.theano.tensor.subtensor import Subtensor

SIGNS = {
    "add": ("+", -2, "either"),
    "mul": ("*", -1, "either"),
    "sub": ("-", -2, "left"),
    "neg": ("-", 0, "either"),
    "true_div": ("/", -1, "left"),
    "int_div": ("//", -1, "left"),
    "pow": ("**", 1, "right"),
}


class DimShufflePrinter(Printer):
    """``x.T`` of what is transposed; axes of size 1 before the others are not written."""

    def text(self, output: Any, pstate: Any) -> str:
        order = list(self.node(output).op.new_order)
        entry = output.owner.inputs[0]
        found = str(pstate.pprinter.process(entry))
        while order and order[0] == "x":
            order.pop(0)
        if order == list(range(entry.ndim)):
            return found
        if order == list(reversed(range(entry.ndim))):
            return f"{found}.T"
        return f"DimShuffle{{{', '.join([str(axis) for axis in order])}}}({found})"


class SubtensorPrinter(Printer):
    """``x[1:, k]``."""

    def text(self, output: Any, pstate: Any) -> str:
        node = self.node(output)
        values = iter(node.inputs[1:])

        def entry(index: Any) -> str:
            if index is None:
                return ""
            if isinstance(index, slice):
                parts = [entry(bound) for bound in (index.start, index.stop, index.step)]
                return ":".join(parts if parts[2] else parts[:2])
            value = next(values)
            if hasattr(value, "data"):
                return f"Constant{{{value.data}}}"
            with pstate.binding(LOOSE):
                return str(pstate.pprinter.process(value, pstate))

        with pstate.binding(TIGHT):
            whole = pstate.pprinter.process(node.inputs[0], pstate)
        return f"{whole}[{', '.join([entry(index) for index in node.op.idx_list])}]"


class MakeVectorPrinter(Printer):
    """``[a, b]``."""

    def text(self, output: Any, pstate: Any) -> str:
        return f"[{', '.join(self.inputs(output, pstate, TIGHT))}]"


def _assign() -> None:
    for module, ending in ((elementwise, ""), (activations, ""), (inplace, "=")):
        for name, op in list(vars(module).items()):
            if isinstance(op, Elemwise) and not name.startswith("_"):
                pprint.assign(op, FunctionPrinter(name.removesuffix("_inplace") + ending))
    for name, (sign, precedence, assoc) in SIGNS.items():
        for module in (scalars, elementwise):
            pprint.assign(getattr(module, name), OperatorPrinter(sign, precedence, assoc))
        changed = OperatorPrinter(f"{sign}=", precedence, assoc)
        pprint.assign(getattr(inplace, f"{name}_inplace"), changed)
    pprint.assign(scalars.mod, OperatorPrinter("%", -1, "left"))
    pprint.assign(products._dot, OperatorPrinter(special["middle_dot"], -1, "left"))
    pprint.assign(elementwise.abs_, PatternPrinter(("|%(0)s|", LOOSE)))
    for dtype, op in elementwise._CASTS.items():
        pprint.assign(op, FunctionPrinter(dtype))
    pprint.assign(elementwise.tensor_copy, IgnorePrinter())
    for op, text in (
        (elementwise.second, "fill"),
        (creation.alloc, "alloc"),
        (reductions.Sum(), "sum"),
        (Join, "join"),
        (blas.gemm_inplace, "gemm_inplace"),
        (blas.gemm_no_inplace, "gemm_no_inplace"),
    ):
        pprint.assign(op, FunctionPrinter(text))
    pprint.assign(DimShuffle, DimShufflePrinter())
    pprint.assign(Subtensor, SubtensorPrinter())
    pprint.assign(MakeVector, MakeVectorPrinter())


_assign()
