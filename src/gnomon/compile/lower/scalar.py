"""Elementwise operations of the table as calls of scalar functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.lower.draws import DRAWING
from gnomon.compile.lower.held import computing
from gnomon.compile.scalars import SCALARS
from gnomon.graph.own.record import OwnOp
from gnomon.shapes import Dim, Dtype, dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application

RENAMED = {
    "pow": "power",
    "where": "select",
    "logical_and": "logical_and",
    "abs": "abs",
}
REDUCING = frozenset("sum prod max min any all".split())
"""Reductions: over no axes they only convert."""
NATIVE = frozenset(SCALARS) | frozenset(RENAMED)
"""Operations that kernels compute themselves, whatever they are made of."""
COMPARING = frozenset("equal not_equal less less_equal greater greater_equal".split())
KEEPING = frozenset("cast positive stop_gradient broadcast_to".split())
"""Operations that give their argument, as another dtype at most."""
ALIKE = KEEPING | frozenset("square relu".split())
LOGICAL = frozenset("logical_and logical_or logical_xor logical_not".split())
ASKING = frozenset("isnan isinf isfinite signbit".split())
OF_BITS = frozenset("uniform_of_bits normal_of_bits".split())
COUNTING = frozenset(["arange", "size"])
"""What gives numbers that the loops know: sizes, and positions along an axis."""
CHEAP = (
    COMPARING
    | LOGICAL
    | COUNTING
    | frozenset(
        "add subtract multiply negative abs minimum maximum select cast square positive relu "
        "bitwise_and bitwise_or bitwise_xor invert broadcast_to real imag".split()
    )
)
"""Functions that are computed again rather than stored."""


PARTS = frozenset("real imag complex".split())
"""What takes complex numbers out of memory, and puts them there: kernels compute with real ones."""
REAL = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}
"""The dtype of the parts of complex numbers, which lie side by side in memory."""


class ScalarCall(NamedTuple):
    """A scalar function, and the dtype in which its arguments meet."""

    function: str
    dtype: Dtype


def scalar_call(application: Application) -> ScalarCall | None:
    """Return the scalar function of an elementwise application, None if there is none for its dtypes."""
    name = application.op.name
    if isinstance(application.op, OwnOp):
        from gnomon.compile.own.scalars import function_of

        own = function_of(application)
        return None if own is None else ScalarCall(*own)
    if name in PARTS:
        return _part_call(application)
    if len(application.outputs) != 1 or any(entry is None for entry in application.inputs):
        return None
    out = application.outputs[0].dtype
    if name in ALIKE:
        if name == "broadcast_to" and out.kind == "complex":
            return ScalarCall(name, out)
        if _foreign(application) or out.kind not in ("float", "int", "bool", "uint"):
            return None
        return ScalarCall(name, out if name in KEEPING else computing(out))
    if name in DRAWING:
        return None if _foreign(application) else ScalarCall(name, dtypes.uint64)
    if name == "constant":
        return ScalarCall("size", dtypes.int64) if size_of(application) is not None else None
    if name == "arange":
        return ScalarCall("arange", application.outputs[0].dtype) if _counts(application) else None
    if name in REDUCING and application.attributes.get("axis") == () and not _foreign(application):
        return ScalarCall("cast", application.outputs[0].dtype)
    function = RENAMED.get(name, name)
    record = SCALARS.get(function)
    if record is None or record.arity != len(application.inputs) or _foreign(application):
        return None
    if application.attributes and function not in ("select",):
        return None
    meeting = _meeting(application, function)
    if meeting is None or computing(meeting) not in record.dtypes:
        return None
    if function == "nextafter" and meeting is not computing(meeting):
        return None  # the next float32 is not the next float16
    return ScalarCall(function, computing(meeting))


def _part_call(application: Application) -> ScalarCall | None:
    """Parts of complex numbers in memory, and numbers made of parts of one dtype and shape."""
    (out,) = application.outputs
    if application.op.name != "complex":
        (source,) = application.arrays()
        return ScalarCall(application.op.name, out.dtype) if REAL.get(source.dtype) is out.dtype else None
    fits = all(
        array.dtype is REAL.get(out.dtype) and array.shape == out.shape for array in application.arrays()
    )
    return ScalarCall("complex", REAL[out.dtype]) if fits else None


def size_of(application: Application) -> Dim | None:
    """Return the size that an application gives as a number, None if it gives something else."""
    entries = application.attributes.get("entries")
    out = application.outputs[0]
    return (
        entries
        if isinstance(entries, Dim) and not out.ndim and out.dtype.kind in ("int", "uint", "float")
        else None
    )


def is_known(application: Application) -> bool:
    """Whether the place of an element is enough to compute it, so that every kernel does and none stores it."""
    if application.op.name in ("constant", "arange"):
        return scalar_call(application) is not None
    if application.op.name not in ("broadcast_to", "cast") or scalar_call(application) is None:
        return False
    (source,) = application.arrays()
    if source.ndim and application.op.name == "broadcast_to":
        return False
    maker = source.application
    return type(source).__name__ == "Constant" and not source.ndim if maker is None else is_known(maker)


def _counts(application: Application) -> bool:
    """Whether an application gives whole numbers at even distances."""
    given = application.attributes
    whole = all(isinstance(given.get(key, 0), (int, Dim)) for key in ("start", "stop", "step"))
    return (
        whole and type(given.get("step", 1)) is int and application.outputs[0].dtype.kind in ("int", "uint")
    )


def _foreign(application: Application) -> bool:
    return any(
        array.dtype.kind not in ("float", "int", "uint", "bool")
        for array in (*application.arrays(), *application.outputs)
    )


def _meeting(application: Application, function: str) -> Dtype | None:
    if function in LOGICAL:
        return dtypes.bool
    if function in OF_BITS:
        return next(application.arrays()).dtype
    if function in COMPARING or function in ASKING:
        return together(application)
    return application.outputs[0].dtype


def together(application: Application) -> Dtype | None:
    """Return the dtype in which the arguments of a comparison meet."""
    from gnomon.ops.promotion import promote_arrays
    from gnomon.ops.rule import Rule
    from gnomon.shapes import Facts

    return promote_arrays(Rule(Facts(), application.op), list(application.arrays()))
