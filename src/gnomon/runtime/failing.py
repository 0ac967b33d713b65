"""Errors of calls without frames of Gnomon on top: the traceback ends at the user's call."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.compile.reference.engine import evaluate
from gnomon.graph.errors import EvaluationError, GnomonError
from gnomon.runtime import layout
from gnomon.runtime.linking import Table, callable_of
from gnomon.runtime.writing import Writer, function_text

if TYPE_CHECKING:
    from gnomon.graph.array import Array
    from gnomon.graph.capture import Capture


class Failure:
    """What the Python path returns instead of raising: native code raises the error in its place."""

    __slots__ = ("error",)

    def __init__(self, error: GnomonError) -> None:
        self.error = error


def trimmed(error: GnomonError) -> GnomonError:
    """Return an error without frames and without what led to it."""
    error.__cause__ = None
    error.__suppress_context__ = True
    return error.with_traceback(None)


def as_written(capture: Capture, given: Mapping[Array, Any], error: EvaluationError) -> GnomonError:
    """Return the error that the expressions raise as the user wrote them, before laws and bodies made others of them."""
    if capture.before is None:
        return error
    try:
        evaluate(capture.before.outputs, given)
    except EvaluationError as found:
        return found
    return error


def write_slow(code: Writer, fallback: str) -> None:
    """Write the call of the Python path, which is the end of an entry."""
    arguments = f"ptr {fallback}", "ptr %args", "i64 %count", "ptr %names"
    made = code.python("ptr", "PyObject_Vectorcall", *arguments)
    some, none, failed, fine = (code.name(word) for word in ("some", "none", "failed", "fine"))
    code.do(f"br i1 {code.put(f'icmp eq ptr {made}, null')}, label %{none}, label %{some}")
    code.start(some)
    failure = code.address(code.table.of_object(Failure))
    same = code.put(f"icmp eq ptr {code.field('ptr', made, layout.TYPE)}, {failure}")
    code.do(f"br i1 {same}, label %{failed}, label %{fine}")
    code.start(failed)
    error = code.field("ptr", made, 16)
    kind = code.field("ptr", error, layout.TYPE)
    code.python("void", "PyErr_SetObject", f"ptr {kind}", f"ptr {error}")
    code.python("void", "Py_DecRef", f"ptr {made}")
    code.do(f"br label %{none}")
    code.start(none)
    code.do("ret ptr null")
    code.start(fine)
    code.do(f"ret ptr {made}")


def trampoline(fallback: Any) -> Any:
    """Return a builtin that calls a Python path and raises what it failed with; the path itself where there is none."""
    if not layout.available():
        return _raising(fallback)
    make = _trampolines()
    return make(fallback)


@functools.cache
def _trampolines() -> Any:
    code = Writer(Table())
    write_slow(code, code.python("ptr", "PyTuple_GetItem", "ptr %self", "i64 0"))
    text = function_text(code, "ptr %self, ptr %args, i64 %count, ptr %names")
    return callable_of(text, code.table, "call", keywords=True, given=True)


def _raising(fallback: Any) -> Any:
    def call(*arguments: Any, **named: Any) -> Any:
        made = fallback(*arguments, **named)
        if type(made) is Failure:
            raise made.error from None
        return made

    return staticmethod(call)
