"""Types of named constants, for parameters of operations: `EnumType(PI=3.14)`, `EnumList("FIRST", "SECOND")`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gnomon.theano.c_code.values import InC
from gnomon.theano.gof.type import Type


class EnumType(InC, Type, dict):  # type: ignore[type-arg]
    """Named constants: attributes in Python, macros in C. ``NAME=value``, or ``NAME=(alias, value)``."""

    aliases: dict[str, str]
    ctype: str
    cname: str

    def __init__(self, **constants: Any) -> None:
        ctype = constants.pop("ctype", "double")
        if not all(word.isidentifier() for word in ctype.split()):
            raise TypeError(f"{type(self).__name__}: {ctype!r} is no C type")
        cname = constants.pop("cname", "_".join(ctype.split()))
        if not cname.isidentifier():
            raise TypeError(f"{type(self).__name__}: {cname!r} is no name in C")
        aliases: dict[str, str] = {}
        values = {name: self._constant(name, entry, aliases) for name, entry in constants.items()}
        both = sorted(set(aliases) & set(values))
        if both:
            raise TypeError(f"{type(self).__name__}: {', '.join(both)} would be both an alias and a constant")
        dict.__init__(self, values)
        self.__dict__.update(ctype=" ".join(ctype.split()), cname=cname, aliases=aliases)

    def _constant(self, name: str, entry: Any, aliases: dict[str, str]) -> Any:
        """Return a constant's value, and note its alias."""
        kind = type(self).__name__
        if not re.fullmatch("[A-Z][A-Z0-9_]*", name):
            raise AttributeError(
                f"{kind}: a constant is named in capitals, digits and underscores, not {name!r}"
            )
        if isinstance(entry, (list, tuple)):
            if len(entry) != 2 or not isinstance(entry[0], str):
                raise TypeError(
                    f"{kind}: {name} should be a value or a pair of alias and value, got {entry!r}"
                )
            alias, entry = entry
            if alias in aliases or alias == name:
                raise TypeError(f"{kind}: {name} needs an alias of its own, got {alias!r}")
            aliases[alias] = name
        if isinstance(entry, bool):
            return int(entry)
        if not isinstance(entry, (int, float)):
            raise TypeError(f"{kind}: {name} should be a number, got {type(entry).__name__} {entry!r}")
        return entry

    def fromalias(self, alias: str) -> Any:
        """Return the constant of an alias, or of that name."""
        return self[self.aliases.get(alias, alias)]

    def has_alias(self, alias: str) -> bool:
        """Whether there is such an alias."""
        return alias in self.aliases

    def get_aliases(self) -> tuple[str, ...]:
        """Return all aliases, sorted."""
        return tuple(sorted(self.aliases))

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if not strict:
            data = (
                self.fromalias(data)
                if isinstance(data, str)
                else int(data)
                if isinstance(data, bool)
                else data
            )
        if data not in self.values():
            raise AssertionError(f"{data!r} is none of {self}")
        return data

    def c_support_code(self) -> str:
        """Return the macros of the constants."""
        return "\n".join(
            [f"#undef {name}\n#define {name} {value}" for name, value in sorted(self.items())]
        )  # fmt: skip

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"{self.ctype} {name};\n"

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"{name} = ({self.ctype})0;\n"

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        read = f"PyLong_Check(py_{name}) ? ({self.ctype})PyLong_AsLong(py_{name}) : ({self.ctype})PyFloat_AsDouble(py_{name})"
        return f"{name} = {read};\nif (PyErr_Occurred()) {{ {sub['fail']} }}\n"

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name}; it has {', '.join(self)}") from None

    def _refuse(self, *_: Any) -> None:
        raise NotImplementedError(f"the constants of {type(self).__name__} do not change")

    __setitem__ = __delitem__ = _refuse

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self:
            self._refuse()
        self.__dict__[name] = value

    def _told(self) -> tuple[Any, ...]:
        return type(self), self.ctype, tuple(sorted(self.items())), tuple(sorted(self.aliases.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EnumType) and self._told() == other._told()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._told())

    def __repr__(self) -> str:
        named = {constant: f"({alias})" for alias, constant in self.aliases.items()}
        entries = [f"{name}{named.get(name, '')}:{value}" for name, value in sorted(self.items())]
        return f"{type(self).__name__}<{self.ctype}>({', '.join(entries)})"

    __str__ = __repr__


class EnumList(EnumType):
    """Constants numbered from 0: names, or pairs of name and alias."""

    def __init__(self, *constants: Any, ctype: str = "int", cname: str | None = None) -> None:
        values: dict[str, Any] = {}
        for number, entry in enumerate(constants):
            pair = isinstance(entry, (list, tuple))
            if not (isinstance(entry, str) or (pair and len(entry) == 2 and isinstance(entry[0], str))):
                raise TypeError(
                    f"{type(self).__name__}: a name or a pair of name and alias is needed, got {entry!r}"
                )
            name, value = (entry[0], (entry[1], number)) if pair else (entry, number)
            if name in values:
                raise TypeError(f"{type(self).__name__}: the constant {name} is given twice")
            values[name] = value
        if cname is not None:
            values["cname"] = cname
        super().__init__(ctype=ctype, **values)


class CEnumType(EnumList):
    """Names of constants of C: in Python they are numbered from 0, in C code they have the values that C gives them."""

    def c_support_code(self) -> str:
        """Return nothing: the constants are defined by a header."""
        return ""

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        cases = " ".join([f"case {number}: {name} = {constant}; break;" for constant, number in self.items()])
        refused = f'PyErr_SetString(PyExc_ValueError, "{type(self).__name__}: no such constant"); {{ {sub["fail"]} }}'
        return f"switch (PyLong_AsLong(py_{name})) {{ {cases} default: {refused} }}\n"
