"""Operations of the user's in Python: the function that the user gave is called with NumPy arrays."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.own.compiling import uses_cpp
from gnomon.compile.own.scalars import values_of
from gnomon.compile.reference.dtypes import converted, numpy_dtype
from gnomon.graph.bodies import completed
from gnomon.graph.constants import constant
from gnomon.graph.errors import EvaluationError, GnomonError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.sites import PACKAGE

if TYPE_CHECKING:
    from gnomon.compile.reference.sizes import Solution
    from gnomon.graph.array import Application, Array


def is_computable(op: OwnOp) -> bool:
    """Whether an operation can be computed here; one that has sources for devices alone cannot."""
    return op.compute is not None or op.cpp is not None or op.composed is not None or op.formula is not None


def own_results(application: Application, known: Mapping[Array, Any], solution: Solution) -> list[Any]:
    """Return the results of an application: by the Python function, by C++, or by the body, which is there first."""
    op = application.op
    assert isinstance(op, OwnOp)
    inputs = [known[array] for array in application.arrays()]
    attributes = {name: solution.filled(value, dict(known)) for name, value in completed(application).items()}
    if op.formula is not None and op.compute is None and op.cpp is None:
        return _checked(application, values_of(application, inputs), inputs, solution)
    if (op.compute is None or solution.explains) and op.cpp is not None and uses_cpp(op):
        from gnomon.compile.own.calling import results_of

        return results_of(application, inputs, solution)
    if not is_computable(op):
        raise EvaluationError(
            f"{op.name} cannot be evaluated: it has {' and '.join(map(_DEVICES.__getitem__, op.gpu))} source alone, "
            "which runs where Gnomon has a back end for that device",
            application.site,
            "give cpp= or a function that computes with NumPy besides",
        )
    try:
        found = _computed(op, inputs, attributes)
    except GnomonError:
        raise
    except Exception as error:
        raise EvaluationError(_told(op, inputs, error), application.site) from error
    return _checked(application, found, inputs, solution)


_DEVICES = {"cuda": "CUDA", "opencl": "OpenCL"}


def _computed(op: OwnOp, inputs: Sequence[Any], attributes: dict[str, Any]) -> Any:
    if op.compute is not None:
        return op.compute(*[_shielded(array) for array in inputs], **attributes)
    assert op.composed is not None
    found = op.composed(*[constant(_shielded(array)) for array in inputs], **attributes)
    return tuple([one.eval() for one in found]) if isinstance(found, (tuple, list)) else found.eval()


def _shielded(array: Any) -> Any:
    """Return a view that cannot be written to: others use the same memory."""
    view = array.view()
    view.flags.writeable = False
    return view


def _told(op: OwnOp, inputs: Sequence[Any], error: Exception) -> str:
    """Return what went wrong in the user's function, with the line of it that failed."""
    shapes = ", ".join([str(array.shape) for array in inputs])
    text = f"{op.name} of {shapes}: {type(error).__name__}: {error}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(PACKAGE)]
    if frames:
        last = frames[-1]
        text += f"\n  in {last.name} at {last.filename}:{last.lineno}: {last.line}"
    return text


def _checked(application: Application, found: Any, inputs: Sequence[Any], solution: Solution) -> list[Any]:
    """Return results in the dtypes and shapes that were inferred."""
    op = application.op
    listed = list(found) if isinstance(found, (tuple, list)) and len(application.outputs) > 1 else [found]
    if len(listed) != len(application.outputs):
        raise EvaluationError(
            f"{op.name}: {len(application.outputs)} results were inferred, but it returned {_kind(found)}",
            application.site,
        )
    results = []
    for out, one in zip(application.outputs, listed):
        data = None if one is None else np.asarray(one)
        if data is None or data.dtype == object:
            raise EvaluationError(
                f"{op.name}: it returned {_kind(one)} where an array is needed", application.site
            )
        wanted = numpy_dtype(out.dtype)
        if data.dtype != wanted and not np.can_cast(data.dtype, wanted, "same_kind"):
            raise EvaluationError(
                f"{op.name}: {out.dtype} was inferred, but the result is {data.dtype}",
                application.site,
                'gn.op(..., dtype="float64") says what it gives',
            )
        data = converted(data, out.dtype)
        if data.ndim != out.ndim or solution.meet(out.shape, data.shape) is not None:
            raise EvaluationError(
                f"{op.name}: {out.shape} was inferred, but the result is {data.shape}", application.site
            )
        shared = any(np.may_share_memory(data, array) for array in inputs)
        results.append(data.copy() if shared else data)
    return results


def _kind(value: Any) -> str:
    return (
        f"a {type(value).__name__} of {len(value)}"
        if isinstance(value, (tuple, list))
        else type(value).__name__
    )
