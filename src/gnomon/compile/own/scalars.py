"""Operations of the user's as scalar functions: a formula becomes one of the functions that kernels call."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.evaluation import by_formula
from gnomon.compile.formulas.terms import Formula, Term, enter
from gnomon.compile.kernel import Call
from gnomon.compile.scalars import ANSWER, FLOATS, SAME, SCALARS, Scalar
from gnomon.graph.bodies import completed
from gnomon.graph.errors import EvaluationError
from gnomon.graph.own.record import OwnOp
from gnomon.ops.promotion import promote_arrays, to_float
from gnomon.ops.rule import Rule
from gnomon.shapes import Dtype, Facts, dtypes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gnomon.graph.array import Application

_known: dict[Any, str] = {}
_numbers = itertools.count()


def function_of(application: Application) -> tuple[str, Dtype] | None:
    """Return the scalar function of an application and the dtype in which it computes; None if it has none."""
    op = application.op
    assert isinstance(op, OwnOp)
    if op.formula is None:
        return None
    dtype = to_float(promote_arrays(Rule(Facts(), op), list(application.arrays())), "numpy")
    if dtype is dtypes.float16:
        dtype = dtypes.float32
    if dtype not in FLOATS:
        return None
    return _entered(application, dtype), dtype


def values_of(application: Application, inputs: Sequence[Any]) -> Any:
    """Return what a formula gives for NumPy arrays, line by line."""
    found = function_of(application)
    if found is None:
        arrays = ", ".join([str(array.dtype) for array in application.arrays()])
        raise EvaluationError(
            f"{application.op.name}: a formula computes with floats, not with {arrays}", application.site
        )
    name, dtype = found
    return SCALARS[name].meaning(*[np.asarray(array).astype(str(dtype)) for array in inputs])


def _entered(application: Application, dtype: Dtype) -> str:
    """Enter the function of an operation with its attributes among those of kernels, and return its name."""
    op = application.op
    assert isinstance(op, OwnOp)
    attributes = completed(application)
    key = (op, dtype, tuple([(name, repr(value)) for name, value in attributes.items()]))
    name = _known.get(key)
    if name is None:
        name = f"own{next(_numbers)}_{re.sub(r'[^A-Za-z0-9]', '_', op.name)}"
        assert op.formula is not None
        formula = op.formula
        written, result = enter(name, dtype, len(op.names), lambda *terms: formula(*terms, **attributes))
        if result not in (dtype, dtypes.bool):
            raise EvaluationError(
                f"{op.name}: its formula gives {result}, but {dtype} or bool is needed", application.site
            )
        kind = SAME if result is dtype else ANSWER
        SCALARS[name] = Scalar(name, len(op.names), (dtype,), kind, by_formula(name), _is_exact(written))
        _known[key] = name
    return name


def _is_exact(written: Formula) -> bool:
    return all(SCALARS[line.function].exact for line in written.lines if isinstance(line, Call))


__all__ = ["Term", "function_of", "values_of"]
