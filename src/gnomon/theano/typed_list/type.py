"""The type of lists whose entries are all of one type."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.type import Type


class TypedListType(Type):
    """The type of lists with entries of one type; ``depth`` nests lists in lists."""

    def __init__(self, ttype: Any, depth: int = 0) -> None:
        if depth < 0:
            raise ValueError(f"the depth of a list may not be below 0, got {depth}")
        if not isinstance(ttype, Type):
            raise TypeError("Expected a Theano Type")
        self.ttype: Any = ttype if depth == 0 else TypedListType(ttype, depth - 1)

    def filter(self, x: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if strict:
            if not isinstance(x, list):
                raise TypeError("Expected a python list")
            return x
        return [self.ttype.filter(entry) for entry in x]

    def get_depth(self) -> int:
        """Return how many lists lie around a list's entries."""
        return self.ttype.get_depth() + 1 if isinstance(self.ttype, TypedListType) else 0

    def values_eq(self, a: Any, b: Any) -> bool:
        return len(a) == len(b) and all(self.ttype.values_eq(x, y) for x, y in zip(a, b))

    def may_share_memory(self, a: Any, b: Any) -> bool:
        """Whether entries of two lists may share memory."""
        if a is b:
            return True
        mine, its = (a if isinstance(a, list) else [a]), (b if isinstance(b, list) else [b])
        return any(self.ttype.may_share_memory(x, y) for x in mine for y in its)

    @property
    def dtype(self) -> Any:
        """The type of the entries."""
        return self.ttype

    @property
    def ndim(self) -> int:
        """One more than the entries have."""
        return int(self.ttype.ndim) + 1

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.ttype == other.ttype

    def __hash__(self) -> int:
        return hash((type(self), self.ttype))

    def __str__(self) -> str:
        return f"TypedList <{self.ttype}>"
