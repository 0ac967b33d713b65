"""Types: the sets of values that variables may take."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon.theano.c_code.values import ObjectInC
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.utils import MethodNotDefined, object2


class PureType:
    """What every type does: check values, and make variables."""

    Variable: ClassVar[type] = Variable
    Constant: ClassVar[type] = Constant

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        """Return the value as this type has it, or raise a TypeError."""
        raise MethodNotDefined("filter", type(self), type(self).__name__)

    def filter_variable(self, other: Any, allow_convert: bool = True) -> Any:
        """Return a variable of this type for another variable, or raise a TypeError."""
        if not isinstance(other, Variable):
            other = self.Constant(type=self, data=other)
        if other.type != self and allow_convert:
            converted = self.convert_variable(other)
            if converted is not None:
                return converted
        if other.type != self:
            raise TypeError(
                f"cannot convert type {other.type} (of the variable {other}) into type {self}; "
                f"a variable of type {self} is needed"
            )
        return other

    def convert_variable(self, variable: Any) -> Any:
        """Return the variable as one of this type if its type is compatible, else None."""
        return None

    def is_valid_value(self, value: Any) -> bool:
        """Whether `filter` takes the value as it is."""
        try:
            self.filter(value, strict=True)
        except (TypeError, ValueError):
            return False
        return True

    def value_validity_msg(self, value: Any) -> str:
        """Why a value is not of this type."""
        return "none"

    def make_variable(self, name: str | None = None) -> Any:
        """Return a new variable of this type."""
        return self.Variable(self, name=name)

    def make_constant(self, value: Any, name: str | None = None) -> Any:
        """Return a constant of this type."""
        return self.Constant(type=self, data=value, name=name)

    def __call__(self, name: str | None = None) -> Any:
        """Return a new variable of this type."""
        from gnomon.theano.gof.utils import add_tag_trace

        return add_tag_trace(self.make_variable(name))

    def values_eq(self, a: Any, b: Any) -> bool:
        """Whether two values are equal."""
        return bool(a == b)

    def values_eq_approx(self, a: Any, b: Any) -> bool:
        """Whether two values are equal but for rounding."""
        return self.values_eq(a, b)


class Type(object2, PureType):
    """The base of types; users may derive their own."""

    def lower_constant(self, data: Any) -> Any:
        """Return what a constant of this type is when a function is compiled."""
        return data


class SingletonType(Type):
    """A type that has one instance."""

    _instance: ClassVar[Any] = None

    def __new__(cls) -> Any:
        if cls.__dict__.get("_instance") is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __str__(self) -> str:
        return type(self).__name__

    def __eq__(self, other: object) -> bool:
        return self is other or type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class Generic(ObjectInC, SingletonType):
    """Any Python object."""

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        return data

    def is_valid_value(self, value: Any) -> bool:
        return True

    def __str__(self) -> str:
        return "<theano.gof.type.Generic>"

    __repr__ = __str__


generic = Generic()


def __getattr__(name: str) -> Any:
    if name in ("EnumType", "EnumList", "CEnumType"):
        from gnomon.theano.gof import enums

        return getattr(enums, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
