"""C code of applications, called with NumPy arrays."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from gnomon.compile.own.compiling import compiler
from gnomon.theano.c_code.building import library_of
from gnomon.theano.c_code.program import program_of
from gnomon.theano.gof.graph import Apply, NoParams
from gnomon.theano.gof.op import Op, PureOp
from gnomon.theano.gof.utils import MethodNotDefined


class Carried:
    """The C code of an application, with the state that it keeps between calls."""

    def __init__(self, node: Apply) -> None:
        self.library = library_of(str(node.op), program_of(node))
        parameters = node.run_params()
        self.made = self.library.gnomon_make(None if parameters is NoParams else parameters)
        weakref.finalize(self, self.library.gnomon_drop, self.made)

    def __call__(self, values: Sequence[Any], storage: list[Any]) -> list[Any]:
        """Run it; ``storage`` holds what it gave before, or None, and then what it gives."""
        self.library.gnomon_run(self.made, tuple(values), storage)
        return storage


def c_code_of(node: Apply) -> Carried | None:
    """Return the compiled C code of an application, None if its operation has none or `perform` must do."""
    found: Carried | None = getattr(node.tag, "c_code", None)
    if found is None and has_c_code(node.op):
        try:
            found = node.tag.c_code = Carried(node)
        except (MethodNotDefined, NotImplementedError):
            return None
    return found


def has_c_code(op: Any) -> bool:
    """Whether an operation's C code computes it: it has some, and there is a compiler or no other way."""
    defined = getattr(type(op), "c_code", Op.c_code)
    if defined is Op.c_code:
        return False
    return compiler() is not None or type(op).perform is PureOp.perform
