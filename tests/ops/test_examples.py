"""The examples in the documentation of operations run in the world of sketches."""

import doctest

import pytest

from gnomon import ops
from gnomon.ops.sketch import SKETCHES, array
from gnomon.shapes import Shape, dtypes

EXAMPLES = {name: record for name, record in ops.TABLE.items() if ">>>" in record.doc}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of(name: str) -> None:
    names = {**ops.TABLE, "array": array, "dtypes": dtypes, "Shape": Shape}
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name].doc, names, name, None, 0)
    report: list[str] = []
    with ops.entered(SKETCHES):
        outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not outcome.failed, "".join(report)
