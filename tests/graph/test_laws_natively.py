"""Exact laws keep the bits of native code too."""

import numpy as np
import pytest

from gnomon.compile.program import Program
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.rewritten import rewritten
from gnomon.graph.array import Constant
from gnomon.graph.rewrites.examples import arrays, expression
from gnomon.graph.rewrites.table import LAWS

from graph.law_cases import value
from graph.test_laws import same_bits

EXACT = [law for law in LAWS if law.kind == "exact"]


@pytest.mark.parametrize("law", EXACT, ids=lambda law: law.name)
def test_exact_laws_natively(law):
    symbols = arrays(("n", 3), "float32")
    rng = np.random.default_rng(1)
    values = {array: value(array, 5, rng, True) for array in symbols.values()}
    results = []
    for only in (lambda other: False, lambda other: other is law):
        capture = rewritten([expression(law.example, symbols)], {}, laws="all", only=only, expand=True)
        sizes = Solution()
        for array in symbols.values():
            sizes.meet(array.shape, values[array].shape)
        memory = dict(values)
        memory.update({leaf: leaf.data for leaf in capture.leaves() if isinstance(leaf, Constant)})
        results.append(Program(capture, native=True).run(memory, sizes)[0])
    same_bits(results[1], results[0])
