"""Rewrites that programs write and register."""

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano import gof
from gnomon.theano.compile import optdb
from gnomon.theano.gof.opt import MergeOptimizer, OpRemove, OpSub, PatternSub
from gnomon.theano.scalar import add, float64, identity, mul, true_div


@pytest.fixture
def graph():
    x, y, z = float64("x"), float64("y"), float64("z")
    return lambda expression: gof.FunctionGraph([x, y, z], [expression(x, y, z)])


def test_a_pattern_is_replaced_wherever_it_is(graph):
    fgraph = graph(lambda x, y, z: add(z, mul(true_div(mul(y, x), y), z)))
    gof.TopoOptimizer(PatternSub((true_div, (mul, "a", "b"), "a"), "b")).optimize(fgraph)
    assert str(fgraph) == "[add(z, mul(x, z))]"


def test_a_text_in_a_pattern_is_one_expression(graph):
    fgraph = graph(lambda x, y, z: true_div(mul(add(y, z), x), add(y, z)))
    rewrite = gof.TopoOptimizer(PatternSub((true_div, (mul, "a", "b"), "a"), "b"))
    rewrite.optimize(fgraph)
    assert str(fgraph) == "[true_div(mul(add(y, z), x), add(y, z))]"
    MergeOptimizer().optimize(fgraph)
    rewrite.optimize(fgraph)
    assert str(fgraph) == "[x]"


def test_operations_are_replaced_and_removed(graph):
    fgraph = graph(lambda x, y, z: add(identity(x), y))
    gof.EquilibriumOptimizer([OpSub(add, mul), OpRemove(identity)]).optimize(fgraph)
    assert str(fgraph) == "[mul(x, y)]"


class Twice(gof.Op):
    """Twice a vector, but with a message of its own that a rewrite takes away."""

    __props__ = ()

    def make_node(self, x):
        return gof.Apply(self, [x], [x.type()])

    def perform(self, node, inputs, output_storage):
        raise AssertionError("not rewritten")


def test_functions_are_rewritten_as_registered():
    @gof.local_optimizer([Twice])
    def as_product(node):
        return [node.inputs[0] * 2]

    x, total = T.dvector("x"), theano.shared(np.zeros(2))
    optdb.register("twice as product", as_product, 2, "fast_run")
    try:
        f = theano.function([x], Twice()(x), updates=[(total, total + Twice()(x))])
        np.testing.assert_array_equal(f([1.0, 2.0]), [2.0, 4.0])
        np.testing.assert_array_equal(total.get_value(), [2.0, 4.0])
        without = theano.function([x], Twice()(x), mode=theano.Mode(optimizer=None))
        with pytest.raises(AssertionError, match="not rewritten"):
            without([1.0])
        with pytest.raises(ValueError, match="registered as 'twice as product' already"):
            optdb.register("twice as product", as_product, 2, "fast_run")
    finally:
        optdb.remove("twice as product")


def test_a_rewrite_of_other_types_is_refused(graph):
    class Halved(gof.LocalOptimizer):
        def transform(self, node):
            return [T.dvector()]

    fgraph = graph(lambda x, y, z: add(x, y))
    with pytest.raises(TypeError):
        gof.TopoOptimizer(Halved()).optimize(fgraph)
