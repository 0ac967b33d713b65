"""`theano.raise_op`: an error that a function raises when it comes to a value."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op


class Raise(Op):
    """A value that is never computed: the function raises ``exc(msg)``."""

    __props__ = ("msg", "exc")

    def __init__(self, msg: str = "", exc: type[Exception] = NotImplementedError) -> None:
        self.msg, self.exc = msg, exc

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [x], [x.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        raise self.exc(self.msg)

    def do_constant_folding(self, node: Apply) -> bool:
        return False

    def __str__(self) -> str:
        return f"Raise{{{self.exc}({self.msg})}}"
