"""Inputs and outputs of functions, with what is said about them."""

from __future__ import annotations

from typing import Any


class SymbolicInput:
    """An input: ``variable``, its ``name``, an ``update`` of it, and how values are taken."""

    def __init__(
        self,
        variable: Any,
        name: str | None = None,
        update: Any = None,
        mutable: bool | None = None,
        strict: bool = False,
        allow_downcast: bool | None = None,
        autoname: bool = True,
        implicit: bool = False,
    ) -> None:
        if implicit is None:
            raise AssertionError("implicit must be True or False")
        self.variable = variable
        self.name = variable.name if autoname and name is None else name
        if self.name is not None and not isinstance(self.name, str):
            raise TypeError(f"name must be a string! (got: {self.name})")
        self.update = update
        if update is not None and update.type != variable.type:
            raise TypeError(
                f"Variable {variable} has type {variable.type} but an update of type {update.type}"
            )
        self.mutable = mutable if mutable is not None else update is not None
        self.strict = strict
        self.allow_downcast = allow_downcast
        self.implicit = implicit

    def __str__(self) -> str:
        return f"In({self.variable} -> {self.update})" if self.update is not None else f"In({self.variable})"

    __repr__ = __str__


class In(SymbolicInput):
    """An input with a default value."""

    def __init__(
        self,
        variable: Any,
        name: str | None = None,
        value: Any = None,
        update: Any = None,
        mutable: bool | None = None,
        strict: bool = False,
        allow_downcast: bool | None = None,
        autoname: bool = True,
        implicit: bool | None = None,
        borrow: bool | None = None,
        shared: bool = False,
    ) -> None:
        from gnomon.theano.compile.sharedvalue import Container

        if borrow is None:
            borrow = bool(mutable)
        elif mutable and not borrow:
            raise AssertionError(
                f"the input {variable} is mutable, so it is borrowed too: borrow=False contradicts mutable=True"
            )
        if implicit is None:
            implicit = isinstance(value, Container) or hasattr(value, "container")
        super().__init__(variable, name, update, mutable, strict, allow_downcast, autoname, implicit)
        self.value = value.container if hasattr(value, "container") else value
        self.borrow = borrow
        self.shared = shared


class SymbolicOutput:
    """An output; ``borrow`` allows it to be memory that the function uses again."""

    def __init__(self, variable: Any, borrow: bool = False) -> None:
        self.variable = variable
        self.borrow = borrow

    def __str__(self) -> str:
        return f"Out({self.variable},{self.borrow})"

    __repr__ = __str__


Out = SymbolicOutput
Param = In
