"""Programs as formulas, written as Theano 1.0.5 writes them, and printers that programs assign to their operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.printing import (
    FunctionPrinter,
    IgnorePrinter,
    OperatorPrinter,
    PatternPrinter,
    hex_digest,
    pp,
    pprint,
)

x, y = T.dmatrices("x", "y")
v, alpha, k = T.dvector("v"), T.dscalar("alpha"), T.lscalar("k")


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        (x + y * 2, "(x + (y * TensorConstant{2}))"),
        (-x, "(-x)"),
        (x / y - v, "((x / y) - v)"),
        (x**2, "(x ** TensorConstant{2})"),
        (T.dot(x, y.T), "(x \\dot y.T)"),
        (abs(x), "|x|"),
        (T.nnet.sigmoid(x), "sigmoid(x)"),
        (x.astype("float32"), "float32(x)"),
        (v.dimshuffle(0, "x"), "DimShuffle{0, x}(v)"),
        (v.dimshuffle("x", 0), "v"),
        (T.stack([alpha, alpha]), "[\\alpha, \\alpha]"),
        (T.zeros_like(x), "fill(x, TensorConstant{0.0})"),
        (T.maximum(x // y, 1), "maximum((x // y), TensorConstant{1})"),
        (T.join(0, x, y), "join(TensorConstant{0}, x, y)"),
        (T.tensor_copy(x), "x"),
        (T.inplace.add_inplace(x, y), "(x += y)"),
        (T.inplace.exp_inplace(x), "exp=(x)"),
        (T.batched_dot(x, y), "BatchedDot(x, y)"),
        (v[k], "v[k]"),
    ],
)
def test_formulas(expression: Any, wanted: str) -> None:
    assert pp(expression) == wanted


class Mine(theano.Op):
    """An operation of the user's."""

    __props__ = ()

    def make_node(self, *inputs: Any) -> Any:
        return theano.Apply(self, list(inputs), [inputs[0].type()])


def test_printers_are_assigned_to_operations_classes_and_conditions() -> None:
    mine, other = Mine(), type("Other", (Mine,), {})()
    printer = pprint.clone()
    assert printer(mine(x, y)) == "Mine(x, y)"
    printer.assign(mine, OperatorPrinter("@", -1, "left"))
    assert printer(mine(x, mine(y, x))) == "(x @ (y @ x))"
    printer.assign(type(other), PatternPrinter(("<%(0)s|%(1)s>", -1000, -1000)))
    assert printer(other(x, y + 1)) == "<x|(y + TensorConstant{1})>"
    assert printer.clone_assign(type(other), IgnorePrinter())(other(x, y)) == "x"
    printer.assign(Mine, FunctionPrinter("mine"))
    assert printer(mine(x)) == "(@x)"

    class Own:
        def process(self, output: Any, pstate: Any) -> str:
            return f"own {pstate.pprinter.process(output.owner.inputs[0], pstate)}"

    third = type("Third", (Mine,), {})()
    printer.assign(lambda pstate, r: r.owner is not None and r.owner.op == third, Own())
    assert printer(third(x + y) * 2) == "(own (x + y) * TensorConstant{2})"
    assert pprint(mine(x, y)) == "Mine(x, y)"
    with pytest.raises(TypeError, match="comes from none"):
        FunctionPrinter("f").process(x, theano.printing.PrinterState(pprinter=printer))
    with pytest.raises(AssertionError, match="assoc"):
        OperatorPrinter("@", 1, "middle")


def test_programs_are_written_line_by_line() -> None:
    total = x + y
    total.name = "total"
    w = theano.shared(np.ones((2, 2)), "w")
    text = pprint([x, y], [total * 2, total.sum()], {w: w - total}, True)
    assert text.splitlines() == [
        "inputs: x, y, w",
        "total = (x + y)",
        "w <- (w - total)",
        "out[0] = (total * TensorConstant{2})",
        "out[1] = sum(total)",
    ]
    assert pprint([x], [-x], None) == "return (-x)"


def test_digests_tell_arrays_apart() -> None:
    array = np.arange(6.0).reshape(2, 3)
    assert hex_digest(array).startswith(
        "84a6e8b7afdd286a48ab0aab2c72227fff91a935b0489e633018914bd01693cd|strides=[24,8]|shape"
    )
    assert hex_digest(array) != hex_digest(array.reshape(3, 2))
