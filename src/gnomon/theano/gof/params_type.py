"""Parameters of operations as one object: attributes in Python, a struct in C."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from gnomon.theano.c_code.values import InC
from gnomon.theano.gof.enums import EnumType
from gnomon.theano.gof.type import Type


class Params(dict):  # type: ignore[type-arg]
    """The values of an operation's parameters, as attributes; they do not change."""

    def __init__(self, params_type: Any, **values: Any) -> None:
        if not isinstance(params_type, ParamsType):
            raise TypeError(f"Params takes a ParamsType first, got {params_type!r}")
        lacking = [field for field in params_type.fields if field not in values]
        if lacking:
            raise TypeError(f"Params lacks {', '.join(lacking)}, which {params_type} has")
        super().__init__(values)
        self.__dict__["__params_type__"] = params_type

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no parameter {name}, only {', '.join(self)}") from None

    def _refuse(self, *_: Any) -> None:
        raise NotImplementedError("parameters do not change")

    __setitem__ = __delitem__ = __setattr__ = _refuse

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Params)
            and self.__params_type__ == other.__params_type__
            and self.__params_type__.values_eq(self, other)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:  # type: ignore[override]
        kind = self.__params_type__
        constants = [each.make_constant(self[field]) for field, each in zip(kind.fields, kind.types)]
        return hash((kind, *[constant.signature() for constant in constants]))

    def __repr__(self) -> str:
        return f"Params({', '.join(f'{name}:{type(value).__name__}:{value}' for name, value in sorted(self.items()))})"


class ParamsType(InC, Type):
    """The type of parameters, each of a type of its own: `ParamsType(rate=Scalar("float64"))`."""

    def __init__(self, **types: Any) -> None:
        if not types:
            raise ValueError("ParamsType needs at least one parameter")
        for name, kind in types.items():
            if not name.isidentifier():
                raise AttributeError(f"ParamsType: {name!r} is no name in Python and C")
            if not isinstance(kind, Type):
                raise TypeError(f"ParamsType: {name} should be a type of Theano, got {kind!r}")
        self.fields = tuple(sorted(types))
        self.types = tuple([types[field] for field in self.fields])
        self.length = len(self.fields)
        self.name = f"Params_{hashlib.sha256(repr((self.fields, self.types)).encode()).hexdigest()[:16]}"
        self.enums = [kind for kind in self.types if isinstance(kind, EnumType)]
        names = [name for kind in self.enums for name in (*kind, *kind.aliases)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise AttributeError(
                f"ParamsType: {', '.join(twice)} would be a constant or alias of several enumerations"
            )

    def __getattr__(self, name: str) -> Any:
        for kind in self.__dict__.get("enums", ()):
            if name in kind:
                return kind[name]
        raise AttributeError(f"ParamsType has no {name}")

    def get_enum(self, name: str) -> Any:
        """Return the constant of that name."""
        return getattr(self, name)

    def enum_from_alias(self, alias: str) -> Any:
        """Return the constant of an alias, or of that name."""
        for kind in self.enums:
            if alias in kind.aliases:
                return kind.fromalias(alias)
        return getattr(self, alias)

    def has_type(self, kind: Any) -> bool:
        """Whether a parameter has that type."""
        return kind in self.types

    def get_type(self, field: str) -> Any:
        """Return the type of a parameter."""
        return self.types[self.fields.index(field)]

    def get_field(self, kind: Any) -> str:
        """Return the name of the first parameter of a type."""
        return self.fields[self.types.index(kind)]

    def get_params(self, *objects: Any, **values: Any) -> Params:
        """Return the parameters that are given by name, or else are attributes of some objects."""
        found = dict(values)
        for field in self.fields:
            if field in found:
                continue
            holder = next((thing for thing in objects if hasattr(thing, field)), None)
            if holder is None:
                raise AttributeError(
                    f"the parameter {field} is given by none of {', '.join(map(repr, objects))}"
                )
            found[field] = getattr(holder, field)
        return self.filter(Params(self, **found), strict=False, allow_downcast=True)  # type: ignore[no-any-return]

    wrapit = get_params

    def extended(self, **types: Any) -> ParamsType:
        """Return a type that has more parameters."""
        return ParamsType(**dict(zip(self.fields, self.types)) | types)

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if strict and not isinstance(data, Params):
            raise TypeError(f"{self} takes Params, got {type(data).__name__}")
        entries = [kind.filter(getattr(data, field), strict, allow_downcast) for field, kind in self._pairs()]
        return data if strict else Params(self, **dict(zip(self.fields, entries)))

    def values_eq(self, a: Any, b: Any) -> bool:
        return all(kind.values_eq(getattr(a, field), getattr(b, field)) for field, kind in self._pairs())

    def values_eq_approx(self, a: Any, b: Any) -> bool:
        return all(
            kind.values_eq_approx(getattr(a, field), getattr(b, field)) for field, kind in self._pairs()
        )

    def _pairs(self) -> list[tuple[str, Any]]:
        return list(zip(self.fields, self.types))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ParamsType) and self._pairs() == other._pairs()

    def __hash__(self) -> int:
        return hash((ParamsType, self.fields, self.types))

    def __repr__(self) -> str:
        return f"ParamsType<{', '.join(f'{field}:{kind}' for field, kind in self._pairs())}>"

    __str__ = __repr__

    def c_macros(self) -> dict[str, str]:
        """Return macros that name the struct and the types of elements."""
        elements = {
            f"DTYPE_PARAM_{field}": kind.c_element_type()
            for field, kind in self._pairs()
            if hasattr(kind, "c_element_type")
        }
        return {"PARAMS_TYPE": self.name, **elements}

    def c_support_code(self) -> str:
        """Return the struct, with what the types of the parameters need before it."""
        sub = {"fail": "{ failed = 1; return; }", "failure_var": "failed", "id": 0}
        before = [kind.c_support_code() for kind in self.types if hasattr(kind, "c_support_code")]
        declared = [kind.c_declare(field, sub) for field, kind in self._pairs()]
        begun = [kind.c_init(field, sub) for field, kind in self._pairs()]
        let_go = [kind.c_cleanup(field, sub) for field, kind in self._pairs()]
        taken = [
            f"void take_{field}(PyObject *py_{field}) {{\n{kind.c_extract(field, sub)}\n}}"
            for field, kind in self._pairs()
        ]
        calls = [
            f'if (!failed) {{ PyObject *entry = PyObject_GetAttrString(all, "{field}");\n'
            f"if (entry) {{ take_{field}(entry); Py_DECREF(entry); }} else failed = 1; }}"
            for field in self.fields
        ]
        return "\n".join(
            [
                *before, f"struct {self.name} {{\nint failed = 0;", *declared, f"{self.name}() {{", *begun, "}",
                f"~{self.name}() {{", *let_go, "}", *taken, "void take(PyObject *all) {", *calls, "}\n};",
            ]
        )  # fmt: skip

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"{self.name} *{name};\n"

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"{name} = NULL;\n"

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return (
            f"{name} = new {self.name};\n{name}->take(py_{name});\nif ({name}->failed) {{ {sub['fail']} }}\n"
        )

    def c_cleanup(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"delete {name};\n"
