"""Methods of strings, lists, dicts, sets and other plain values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.builtins.containers import as_list
from gnomon.check.builtins.registry import interpreter
from gnomon.check.expressions import hashable, joined, plain
from gnomon.check.iterating import iterate, known_items
from gnomon.check.operators import SEQUENCE_LIMIT, equal_values
from gnomon.check.subscripts import set_entry, set_list_item
from gnomon.shapes import Dim, Dtype, product
from gnomon.values import (
    ABSENT,
    OTHERS,
    UNKNOWN,
    Bound,
    DictValue,
    Iteration,
    LibraryFunction,
    ListValue,
    Ratio,
    SequenceValue,
    SetValue,
    Unknown,
    choice,
    state,
    unknown_of,
)

if TYPE_CHECKING:
    Method = Callable[..., Any]

METHODS: dict[str, dict[str, LibraryFunction]] = {}


def method(kind: str, *names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a method of a kind of plain value."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            record = LibraryFunction(f"{kind}.{name}", function, raw=True, returns_tensor=False)
            METHODS.setdefault(kind, {})[name] = record
        return function

    return declare


_KINDS: dict[type, str] = {
    str: "str",
    bytes: "bytes",
    ListValue: "list",
    DictValue: "dict",
    SetValue: "set",
    tuple: "tuple",
    SequenceValue: "tuple",
    int: "number",
    float: "number",
    Dim: "number",
    Ratio: "number",
    bool: "number",
    Dtype: "dtype",
    Iteration: "iteration",
}


def method_of(owner: Any, name: str) -> Any:
    """Return a method or attribute of a plain value, None if it has none."""
    kind = _KINDS.get(type(owner))
    if kind is None:
        return None
    if kind == "dtype":
        return _of_dtype(owner, name)
    if kind == "number" and name in ("real", "numerator", "value"):
        return owner
    if kind == "tuple" and name in ("ndims", "rank"):
        return len(owner) if type(owner) is tuple else unknown_of("int")
    if kind == "list" and owner.kind in METHODS and name in METHODS[owner.kind]:
        return Bound(METHODS[owner.kind][name], owner)
    found = METHODS.get(kind, {}).get(name)
    if found is not None:
        return Bound(found, owner)
    if kind == "str" and hasattr(str, name):
        return Bound(
            LibraryFunction(f"str.{name}", _string_method(name), raw=True, returns_tensor=False), owner
        )
    return None


def method_of_kind(kind: str, name: str) -> Any:
    """Return a method of an unknown value of a kind."""
    if kind == "str" and hasattr(str, name):
        return LibraryFunction(f"str.{name}", _unknown_string_method(name), raw=True, returns_tensor=False)
    return UNKNOWN


def _of_dtype(owner: Dtype, name: str) -> Any:
    if name == "name":
        return owner.name
    if name == "itemsize":
        return max(owner.bits // 8, 1)
    if name in _KINDS_OF_DTYPE:
        return owner.kind in _KINDS_OF_DTYPE[name]
    if name in ("max", "min") and owner.kind in ("int", "uint", "float"):
        return unknown_of("float") if owner.kind == "float" else _limit(owner, name)
    return owner if name in ("type", "as_numpy_dtype", "base_dtype") else None


_KINDS_OF_DTYPE = {
    "is_floating": ("float",),
    "is_floating_point": ("float",),
    "is_integer": ("int", "uint"),
    "is_unsigned": ("uint",),
    "is_bool": ("bool",),
    "is_complex": ("complex",),
}


def _limit(dtype: Dtype, name: str) -> int:
    """Return the largest or smallest whole number that a dtype holds."""
    bits = dtype.bits - (dtype.kind == "int")
    if name == "max":
        return int((1 << bits) - 1)
    return int(-(1 << bits)) if dtype.kind == "int" else 0


_STRING_RESULTS = {
    "split": "list",
    "rsplit": "list",
    "splitlines": "list",
    "startswith": "bool",
    "endswith": "bool",
    "isdigit": "bool",
    "find": "int",
    "rfind": "int",
    "index": "int",
    "count": "int",
    "encode": "bytes",
    "isupper": "bool",
    "islower": "bool",
    "isalpha": "bool",
}


def _string_method(name: str) -> Callable[..., Any]:
    def call(owner: str, *arguments: Any, **keywords: Any) -> Any:
        if name == "join" and len(arguments) == 1:
            items = known_items(interpreter(), arguments[0])
            if items is not None and all(type(item) is str for item in items):
                return owner.join(items)
            return unknown_of("str")
        if (
            all(type(a) in (str, int, tuple) and hashable(a) for a in arguments)
            and all(type(v) in (str, int) for v in keywords.values())
            and not _is_long(owner, name, arguments)
        ):
            try:
                value = getattr(owner, name)(*arguments, **keywords)
            except Exception:
                return UNKNOWN
            if type(value) is list:
                return ListValue(value)
            if type(value) in (str, int, bool, tuple, bytes) and (
                type(value) is not str or len(value) < 20_000
            ):
                return value
        return _unknown_string_method(name)()

    return call


_WIDE = re.compile(r":[^{}]*(\d{5}|\{)")
"""A place of a format that is filled up to a width which is long, or not written there."""
_FILLING = ("center", "ljust", "rjust", "zfill", "expandtabs")


def _is_long(text: str, name: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a method may fill a text up to a length that nobody wants to hold."""
    if name == "format":
        return _WIDE.search(text) is not None
    return name in _FILLING and any(type(a) is int and a > SEQUENCE_LIMIT for a in arguments)


def _unknown_string_method(name: str) -> Callable[..., Any]:
    def call(*arguments: Any, **keywords: Any) -> Any:
        kind = _STRING_RESULTS.get(name, "str")
        if kind == "list":
            return ListValue(None, element=unknown_of("str"))
        return Unknown("bool") if kind == "bool" else unknown_of(kind)

    return call


# -- lists ---------------------------------------------------------------------------------------------------


@method("list", "append", "add", "put")
def _append(owner: ListValue, value: Any) -> None:
    if owner.items is not None and len(owner.items) < 5_000:
        owner.replace((*owner.items, value))
    else:
        length = owner.length + 1 if type(owner.length) in (int, Dim) else None
        if owner.items is not None:
            length = len(owner.items) + 1
        elements = [owner.any_element(), value]
        owner.summarize(joined([e for e in elements if e is not UNKNOWN] or [UNKNOWN]), length)


method("list", "__setitem__")(set_list_item)


@method("list", "extend")
def _extend(owner: ListValue, values: Any) -> None:
    seen = iterate(interpreter(), values)
    if owner.items is not None and seen is not None and seen.items is not None:
        owner.replace(owner.items + seen.items)
        return
    element = seen.typical() if seen is not None else UNKNOWN
    parts = [part for part in (owner.any_element(), element) if part is not ABSENT and part is not UNKNOWN]
    owner.summarize(joined(parts) if parts else UNKNOWN)


@method("list", "insert")
def _insert(owner: ListValue, index: Any, value: Any) -> None:
    if owner.items is not None and type(index) is int:
        items = list(owner.items)
        items.insert(index, value)
        owner.replace(tuple(items))
    else:
        owner.forget()


@method("list", "pop")
def _pop(owner: ListValue, index: Any = -1) -> Any:
    if owner.items is None:
        return owner.element
    if not owner.items:
        return UNKNOWN
    if type(index) is int and -len(owner.items) <= index < len(owner.items):
        position = index % len(owner.items)
        value = owner.items[position]
        owner.replace(owner.items[:position] + owner.items[position + 1 :])
        return value
    value = owner.any_element()
    owner.forget()
    return value


@method("list", "appendleft")
def _append_left(owner: ListValue, value: Any) -> None:
    if owner.items is not None:
        owner.replace((value, *owner.items))
    else:
        _append(owner, value)


@method("list", "popleft")
def _pop_left(owner: ListValue) -> Any:
    return _pop(owner, 0)


@method("list", "remove")
def _remove(owner: ListValue, value: Any) -> None:
    if owner.items is not None:
        for position, item in enumerate(owner.items):
            if item is value or equal_values(item, value) is True:
                owner.replace(owner.items[:position] + owner.items[position + 1 :])
                return
    owner.forget()


@method("list", "clear")
def _clear(owner: ListValue) -> None:
    owner.replace(())


@method("list", "copy")
def _copy(owner: ListValue) -> ListValue:
    return ListValue(owner.items, element=owner.element, length=owner.length, kind=owner.kind)


@method("list", "reverse")
def _reverse(owner: ListValue) -> None:
    if owner.items is not None:
        owner.replace(owner.items[::-1])


@method("list", "sort")
def _sort(owner: ListValue, *, key: Any = None, reverse: Any = False) -> None:
    if owner.items:
        if key is None and all(type(item) in (int, float) for item in owner.items) and type(reverse) is bool:
            owner.replace(tuple(sorted(owner.items, reverse=reverse)))
        else:
            owner.replace((joined(list(owner.items)),) * len(owner.items))


@method("list", "index", "count")
def _index(owner: ListValue, value: Any, *rest: Any) -> Any:
    return unknown_of("int")


@method("tuple", "index", "count")
def _tuple_index(owner: Any, value: Any, *rest: Any) -> Any:
    if type(owner) is tuple and type(value) in (int, str) and not rest and value in owner:
        return owner.index(value)
    return unknown_of("int")


@method("tuple", "numel", "num_elements")
def _numel(owner: Any) -> Any:
    if type(owner) is tuple and all(type(entry) in (int, Dim) for entry in owner):
        return product(owner)
    return unknown_of("int")


@method("tuple", "as_list", "tolist")
def _as_list(owner: Any) -> Any:
    return as_list(owner)


# -- dicts ---------------------------------------------------------------------------------------------------


def _values(owner: DictValue) -> list[Any]:
    return owner.values()


@method("dict", "get", "setdefault")
def _get(owner: DictValue, key: Any, default: Any = None) -> Any:
    key = plain(key)
    if not hashable(key):
        found = [*_values(owner), default]
        return joined(found)
    try:
        value = owner.cell.get(key, ABSENT)
    except TypeError:
        return UNKNOWN
    if value is not ABSENT:
        return owner.found(value)
    if owner.rest is OTHERS:
        return UNKNOWN
    return default if owner.rest is None else choice([owner.rest, default])


def _setdefault(owner: DictValue, key: Any, default: Any = None) -> Any:
    key = plain(key)
    value = _get(owner, key, default)
    if hashable(key) and key not in owner.cell:
        owner.put(key, value)
    return value


method("dict", "__setitem__")(set_entry)
METHODS["dict"]["setdefault"] = LibraryFunction(
    "dict.setdefault", _setdefault, raw=True, returns_tensor=False
)


@method("dict", "items", "iteritems", "most_common")
def _items(owner: DictValue, *args: Any) -> Any:
    if owner.rest is None:
        return ListValue([(key, value) for key, value in owner.cell.items()], kind="items")
    element = joined(_values(owner))
    return Iteration(make=lambda: (UNKNOWN, element))


@method("dict", "keys", "iterkeys")
def _keys(owner: DictValue) -> Any:
    return ListValue(owner.cell, kind="keys") if owner.rest is None else Iteration(make=lambda: UNKNOWN)


@method("dict", "values", "itervalues")
def _dict_values(owner: DictValue) -> Any:
    if owner.rest is None:
        return ListValue(owner.cell.values(), kind="values")
    element = joined(_values(owner))
    return Iteration(make=lambda: element)


@method("dict", "update")
def _update(owner: DictValue, other: Any = None, **entries: Any) -> None:
    if type(other) is DictValue:
        for key, value in other.cell.items():
            owner.put(key, value)
        if other.rest is not None:
            owner.put_unknown(other.rest)
    elif other is not None:
        pairs = known_items(interpreter(), other)
        if pairs is None:
            owner.forget()
        else:
            for pair in pairs:
                if type(pair) is tuple and len(pair) == 2 and hashable(pair[0]):
                    owner.put(*pair)
                else:
                    owner.put_unknown(UNKNOWN)
    for key, value in entries.items():
        owner.put(key, value)


@method("dict", "pop")
def _dict_pop(owner: DictValue, key: Any, *default: Any) -> Any:
    key = plain(key)
    value = _get(owner, key, *default) if default else _get(owner, key, UNKNOWN)
    if hashable(key):
        state.delete(owner.cell, key)
    else:
        owner.forget()
    return value


@method("dict", "copy")
def _dict_copy(owner: DictValue) -> DictValue:
    made = DictValue(dict(owner.cell), rest=owner.rest, kind=owner.kind)
    made.factory = owner.factory
    return made


@method("dict", "clear")
def _dict_clear(owner: DictValue) -> None:
    for key in list(owner.cell):
        state.delete(owner.cell, key)
    state.write_slot(owner, "rest", None)


@method("dict", "popitem", "move_to_end")
def _dict_forget(owner: DictValue, *args: Any, **kwargs: Any) -> Any:
    owner.forget()
    return UNKNOWN


# -- sets and numbers ----------------------------------------------------------------------------------------


@method("set", "add")
def _set_add(owner: SetValue, value: Any) -> None:
    if owner.items is not None and hashable(value):
        try:
            if value not in owner.items:
                owner.replace((*owner.items, value))
        except TypeError:
            owner.replace(None)
    else:
        owner.replace(None)


@method("set", "update", "remove", "discard", "pop", "clear")
def _set_change(owner: SetValue, *args: Any) -> Any:
    owner.replace(None)
    return UNKNOWN


@method(
    "set", "union", "intersection", "difference", "copy", "issubset", "issuperset", "symmetric_difference"
)
def _set_make(owner: SetValue, *args: Any) -> Any:
    return SetValue(None)


@method(
    "number",
    "item",
    "numpy",
    "cpu",
    "detach",
    "tolist",
    "conjugate",
    "squeeze",
    "copy",
)
def _same_number(owner: Any) -> Any:
    return owner


@method("number", "bit_length")
def _bit_length(owner: Any) -> Any:
    return owner.bit_length() if type(owner) in (int, bool) else unknown_of("int")


@method("number", "is_integer")
def _is_integer(owner: Any) -> Any:
    return owner.is_integer() if type(owner) is float else unknown_of("bool")


@method("number", "float", "double")
def _to_float(owner: Any, *args: Any, **kwargs: Any) -> Any:
    return owner if type(owner) is float else unknown_of("float")


@method("number", "int", "long")
def _to_whole(owner: Any, *args: Any, **kwargs: Any) -> Any:
    return owner if type(owner) in (int, Dim) else unknown_of("int")


@method("number", "astype", "to")
def _converted(owner: Any, *args: Any, **kwargs: Any) -> Any:
    from gnomon.models.numpy.support import dtype_of

    dtype = dtype_of(args[0]) if args else None
    if dtype is None or dtype.kind not in ("int", "uint", "float"):
        return UNKNOWN
    return _to_float(owner) if dtype.kind == "float" else _to_whole(owner)


@method("iteration", "__next__", "next")
def _iteration_next(owner: Iteration) -> Any:
    element = owner.typical()
    return UNKNOWN if element is ABSENT else element


@method("list", "__next__", "next")
def _list_next(owner: ListValue) -> Any:
    return _pop(owner, 0)
