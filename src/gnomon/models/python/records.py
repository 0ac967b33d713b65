"""Classes of records: named tuples, dataclass fields, enumerations, and names used in annotations."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Instance,
    Iteration,
    Modelled,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import harmless, keeping, plain_class, returning
from gnomon.values import ABSENT, ClassValue, ModuleValue

# -- named tuples --------------------------------------------------------------------------------------


@modelled("typing.NamedTuple", "typing_extensions.NamedTuple")
class NamedTuple(Modelled):
    """Base of classes of tuples whose entries have names."""

    field_like = True
    raw = True

    def __new__(cls, typename: Any = ABSENT, fields: Any = (), **keywords: Any) -> Any:
        if typename is ABSENT:
            return object.__new__(cls)
        pairs = elements(fields)
        if pairs is None or not all(type(pair) is tuple and pair and type(pair[0]) is str for pair in pairs):
            return UNKNOWN
        return record_class(typename if type(typename) is str else "tuple", [pair[0] for pair in pairs], ())

    def prepare(self) -> None:
        """Give the object the methods whose names begin with an underscore."""
        for name, model in (("_replace", replace), ("_asdict", asdict)):
            bound = partial(model, self.me)
            bound.raw = True  # type: ignore[attr-defined]
            self.__dict__[name] = bound

    def _instance(self) -> Instance:
        return self.me  # type: ignore[no-any-return]

    def _values(self) -> tuple[Any, ...]:
        instance = self._instance()
        return tuple(instance.cell.get(name, UNKNOWN) for name in field_names(instance.cls))

    def iterate(self) -> Iteration:
        """The entries in order."""
        return Iteration(self._values())

    def common_record(self, records: Sequence[Instance], join: Callable[[list[Any]], Any]) -> Instance:
        """Return one record that stands for any of these."""
        entries = {
            name: join([record.cell.get(name, UNKNOWN) for record in records]) for name in self.me.cell
        }
        return replace(self.me, **entries)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self._values())

    def __getitem__(self, index: Any) -> Any:
        values = self._values()
        if type(index) in (int, slice):
            try:
                return values[index]
            except (IndexError, TypeError):
                return UNKNOWN
        return UNKNOWN

    def __add__(self, other: Any) -> Any:
        return self._values() + other if type(other) is tuple else UNKNOWN


def replace(self: Any, **entries: Any) -> Any:
    """Return a record with some entries exchanged."""
    if type(self) is not Instance:
        return UNKNOWN
    made = Instance(self.cls)
    made.native = self.native
    made.cell = {**self.cell, **{name: value for name, value in entries.items() if name != "**"}}
    if isinstance(self.native, NamedTuple):
        made.native = object.__new__(NamedTuple)
        made.native.__dict__["outer"] = made
        made.native.prepare()
    return made


function("dataclasses.replace", "copy.replace", raw=True, tensor=False)(replace)


@function("dataclasses.asdict", raw=True, tensor=False)
def asdict(self: Any, *, dict_factory: Any = None) -> Any:
    """Return the entries as a dict."""
    return DictValue(dict(self.cell)) if type(self) is Instance else UNKNOWN


@function("dataclasses.astuple", raw=True, tensor=False)
def astuple(obj: Any, *, tuple_factory: Any = None) -> Any:
    """Return the entries as a tuple."""
    return tuple(obj.cell.values()) if type(obj) is Instance else UNKNOWN


def field_names(cls: ClassValue) -> list[str]:
    """Return the annotated names of a class and its bases, in order."""
    names: dict[str, None] = {}
    for entry in reversed(cls.lineage):
        if type(entry) is ClassValue and entry.node is not None:
            for line in entry.node.body:
                if type(line) is ast.AnnAssign and type(line.target) is ast.Name:
                    names[line.target.id] = None
    return list(names)


def record_class(name: str, names: list[str], defaults: tuple[Any, ...]) -> ClassValue:
    """Return a class of named tuples."""
    kept = [field for field in names if field.isidentifier()]
    lines: list[ast.stmt] = [
        ast.AnnAssign(ast.Name(field, ast.Store()), ast.Name("object", ast.Load()), None, 1) for field in kept
    ]
    node = ast.ClassDef(name=name, bases=[], keywords=[], body=lines, decorator_list=[])
    cell = dict(zip(kept[len(kept) - len(defaults) :], defaults, strict=False)) if defaults else {}
    cell["_fields"] = tuple(kept)
    return ClassValue(name, (NamedTuple,), cell, ModuleValue("collections"), node)


# -- dataclasses --------------------------------------------------------------------------------------


@modelled("dataclasses.Field", "attr.Attribute")
class Field(Modelled):
    """The default of a field, or what makes it."""

    raw = True

    def __init__(self, default: Any, factory: Any) -> None:
        self.default = default
        self.factory = factory


@function(
    "dataclasses.field", "attr.ib", "attr.field", "attrs.field", "flax.struct.field", raw=True, tensor=False
)
def field(*, default: Any = ABSENT, default_factory: Any = None, factory: Any = None, **keywords: Any) -> Any:
    """A field of a dataclass."""
    return Field(default, factory if default_factory is None else default_factory)


keeping("dataclasses", "dataclass")
keeping("attr", "s attrs define frozen dataclass")
keeping("attrs", "define frozen mutable")
returning(unknown_of("bool"), "dataclasses", "is_dataclass")
harmless("dataclasses", "InitVar KW_ONLY MISSING FrozenInstanceError")
harmless("attr", "Factory asdict validators converters")


@function("dataclasses.fields", raw=True, tensor=False)
def fields(class_or_instance: Any) -> Any:
    """The fields: unknown objects."""
    return Iteration(make=lambda: UNKNOWN)


# -- enumerations -------------------------------------------------------------------------------------


@modelled("enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag")
class Enum(Modelled):
    """Base of enumerations; their members are what is assigned to them."""

    function_like = True


harmless("enum", "EnumMeta EnumType unique")
keeping("enum", "unique global_enum")


@function("enum.auto", raw=True, tensor=False)
def auto() -> Any:
    """A member that is equal to nothing else for certain."""
    return UNKNOWN


# -- names of annotations and abstract classes --------------------------------------------------------

for _module in ("typing", "typing_extensions"):
    for _name in ("Generic", "Protocol"):
        plain_class(f"{_module}.{_name}")
    keeping(_module, "final overload runtime_checkable no_type_check override deprecated")
    returning(False, _module, "reveal_type")
    harmless(f"{_module}.*")


@function("typing.cast", "typing_extensions.cast", raw=True, tensor=False)
def cast(typ: Any, val: Any) -> Any:
    """The value itself."""
    return val


@function("typing.get_type_hints", raw=True, tensor=False)
def get_type_hints(obj: Any, *rest: Any, **keywords: Any) -> Any:
    """Unknown types by name."""
    return DictValue(rest=UNKNOWN)


plain_class("abc.ABC")
harmless("abc", "ABCMeta")
keeping("abc", "abstractmethod abstractclassmethod abstractstaticmethod")
harmless("types.*")
harmless("numbers.*")
