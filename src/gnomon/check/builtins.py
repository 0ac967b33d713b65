"""Python's builtin functions and classes on abstract values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.iterating import iterate, known_items, length_of, refuse_scalar
from gnomon.check.operators import Ratio, binary
from gnomon.check.truth import truth_of
from gnomon.models.disk.found import note_given
from gnomon.shapes import YES, Dim, Dtype, maximum, minimum, symbol
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Bound,
    Choice,
    ClassMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    Iteration,
    LibraryFunction,
    ListValue,
    Modelled,
    PropertyValue,
    SequenceValue,
    SetValue,
    StaticMethod,
    Tensor,
    Unknown,
    choice,
    host,
    state,
    unknown_of,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

BUILTINS: dict[str, Any] = {}
"""Builtin names."""


def builtin(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a builtin that sees interpreter values."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            BUILTINS[name] = LibraryFunction(f"builtins.{name}", function, raw=True, returns_tensor=False)
        return function

    return declare


def _run() -> Interpreter:
    return host.current  # type: ignore[no-any-return]


def _frame() -> Frame:
    frame = _run().frame
    assert frame is not None
    return frame


@builtin(
    "print", "breakpoint", "delattr", "exec", "compile", "help", "locals", "globals", "vars", "reveal_shape"
)
def _nothing(*args: Any, **kwargs: Any) -> None:
    return None


@builtin("len")
def _len(value: Any) -> Any:
    length = length_of(value)
    if type(length) in (int, Dim):
        return length
    refuse_scalar(_run(), value, "len()")
    if isinstance(value, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(_run(), value, "__len__")
        if method is not None:
            return _run().invoke(method)
    if type(value) is Unknown and value.name is not None:
        return _named_length(value)
    return symbol()


def _named_length(value: Unknown) -> Any:
    """Return the same size each time the length of the same unknown value is asked."""
    from gnomon.check.attributes import part_of

    part = part_of(value, "len()")
    if part.parts is None:
        part.parts = {}
    found: Any = part.parts.get("#size")
    if found is None:
        found = symbol()
        part.parts["#size"] = found
    return found


@builtin("range", "xrange")
def _range(*parts: Any) -> Any:
    if all(type(part) is int for part in parts):
        try:
            return range(*parts)
        except (TypeError, ValueError):
            return UNKNOWN
    sizes = [part if type(part) in (int, Dim) else _whole(part) for part in parts]
    start, stop, step = (0, sizes[0], 1) if len(sizes) == 1 else (*sizes, 1)[:3]
    if step == 1:
        lower = start if type(start) is int else None
        return Iteration(make=lambda: symbol(lower=lower), length=maximum(stop - start, 0))
    length = stop - start
    for count in range(1, WHOLE_STEPS + 1):
        if state.facts.equal(length, count * step) is YES:
            return Iteration(tuple(start + number * step for number in range(count)))
    return Iteration(make=lambda: symbol(lower=0 if start == 0 else None))


def _whole(value: Any) -> Any:
    """Return what a range is given as a number: the same one each time for a value that has a name."""
    if type(value) is Unknown and value.name is not None and value.kind is None:
        from gnomon.models.arguments import size

        return size(value)
    return symbol(lower=None)


WHOLE_STEPS = 4
"""Ranges of up to so many steps are recognised, whatever the step: ``range(0, n, n)``, ``range(0, 2 * n, n)``."""


@builtin("int", "long")
def _int(value: Any = 0, base: Any = None) -> Any:
    kind = type(value)
    if kind in (int, bool, float, str) and base is None:
        try:
            return int(value)
        except (ValueError, OverflowError):
            return symbol(lower=None)
    if kind is Dim:
        return value
    if kind is Ratio:
        return value.size // value.divisor if value.divisor != 0 else UNKNOWN
    if (
        kind is Tensor
        and value.contents is not None
        and len(value.contents) == 1
        and value.contents[0] is not None
    ):
        return value.contents[0]
    if kind is Tensor and value.bounds is not None:
        return symbol(lower=value.bounds[0], upper=value.bounds[1])
    if kind is Choice:
        return choice([_int(single) for single in value.values])
    if kind is Unknown and value.name is not None and value.kind is None:
        from gnomon.models.arguments import size

        return size(value)
    return symbol(lower=None)


@builtin("float")
def _float(value: Any = 0.0) -> Any:
    if type(value) in (int, float, bool, str):
        try:
            return float(value)
        except (ValueError, OverflowError):
            return unknown_of("float")
    return Ratio(value, 1) if type(value) is Dim else unknown_of("float")


@builtin("bool")
def _bool(value: Any = False) -> Any:
    answer = truth_of(value)
    return unknown_of("bool") if answer is None else answer


@builtin("str", "repr", "format", "ascii", "unicode", "chr", "hex", "bin", "oct", "input", "raw_input")
def _str(value: Any = "", *rest: Any, **kwargs: Any) -> Any:
    return str(value) if type(value) in (int, str) and not rest else unknown_of("str")


@builtin("bytes", "bytearray", "memoryview")
def _bytes(*args: Any, **kwargs: Any) -> Any:
    return unknown_of("bytes")


@builtin("complex")
def _complex(*args: Any) -> Any:
    return unknown_of("complex")


@builtin("list")
def _list(value: Any = ()) -> Any:
    seen = iterate(_run(), value)
    if seen is None:
        return ListValue(None)
    if seen.items is not None:
        return ListValue(seen.items)
    element = seen.typical()
    return ListValue(None, element=UNKNOWN if element is ABSENT else element, length=seen.length)


@builtin("tuple")
def _tuple(value: Any = ()) -> Any:
    if type(value) is SequenceValue:
        return value
    seen = iterate(_run(), value)
    if seen is None:
        return SequenceValue(UNKNOWN)
    if seen.items is not None:
        return seen.items
    element = seen.typical()
    return SequenceValue(UNKNOWN if element is ABSENT else element, seen.length)


@builtin("set", "frozenset")
def _set(value: Any = ()) -> Any:
    items = known_items(_run(), value)
    from gnomon.check.expressions import hashable

    return SetValue(items) if items is not None and all(map(hashable, items)) else SetValue(None)


@builtin("dict")
def _dict(value: Any = None, **entries: Any) -> Any:
    from gnomon.check.mappings import entries_of

    made = DictValue()
    held = entries_of(value)
    if held is not None:
        made.cell.update(held.cell)
        made.rest = held.rest
    elif value is not None:
        pairs = known_items(_run(), value)
        from gnomon.check.expressions import hashable

        if pairs is None:
            made.rest = UNKNOWN
        else:
            for pair in pairs:
                if type(pair) is tuple and len(pair) == 2 and hashable(pair[0]):
                    made.cell[pair[0]] = pair[1]
                else:
                    made.rest = UNKNOWN
    made.cell.update(entries)
    return made


@builtin("zip")
def _zip(*values: Any, strict: Any = False) -> Any:
    if len(values) > 1 and all(value is values[0] for value in values[1:]) and _is_iterator(values[0]):
        return _in_groups(values[0], len(values))
    seen = [iterate(_run(), value) for value in values]
    known = [part.items for part in seen if part is not None and part.items is not None]
    if len(known) == len(values):
        return ListValue([tuple(row) for row in zip(*known, strict=False)], kind="zip")
    lengths = [part.length for part in seen if part is not None]
    whole = len(lengths) == len(values) and all(type(length) is int for length in lengths)
    if known and not whole and any(len(items) <= 64 for items in known):
        count = min(len(items) for items in known)
        return ListValue([_row(seen, position) for position in range(count)], kind="zip")
    return Iteration(make=lambda: _row(seen, None), length=min(lengths) if whole else None)


def _is_iterator(value: Any) -> bool:
    return type(value) is Iteration or (type(value) is ListValue and value.kind == "iterator")


def _in_groups(iterator: Any, count: int) -> Any:
    """Return the groups that one iterator, given so many times to `zip`, is taken apart into."""
    items = None if type(iterator) is Iteration else iterator.items
    if items is None:
        return Iteration(make=lambda: _row([iterate(_run(), iterator)] * count, None))
    iterator.replace(())
    return ListValue(list(zip(*[iter(items)] * count, strict=False)), kind="zip")


def _row(seen: list[Iteration | None], position: int | None) -> tuple[Any, ...]:
    row = []
    for part in seen:
        if part is None:
            row.append(UNKNOWN)
        elif position is not None and part.items is not None:
            row.append(part.items[position])
        else:
            element = part.typical()
            row.append(UNKNOWN if element is ABSENT else element)
    return tuple(row)


@builtin("enumerate")
def _enumerate(value: Any, start: Any = 0) -> Any:
    seen = iterate(_run(), value)
    if seen is not None and seen.items is not None and type(start) is int:
        return ListValue(
            [(start + position, item) for position, item in enumerate(seen.items)], kind="enumerate"
        )
    make = (lambda: UNKNOWN) if seen is None else seen.typical
    count = None if seen is None else seen.length
    smaller = None if seen is None else seen.last
    low, high, final = _numbers(start, count, smaller is not None)

    def element() -> Any:
        item = make()
        return (symbol(lower=low, upper=high), UNKNOWN if item is ABSENT else item)

    last = None if smaller is None else lambda: (final, smaller())
    return Iteration(make=element, length=count, last=last)


def _numbers(start: Any, count: Any, apart: bool) -> tuple[int | None, int | None, Any]:
    """Return the limits of the numbers of counted elements, and the number of the last where it stands apart."""
    if type(start) is not int:
        return None, None, symbol(lower=None)
    if type(count) is not int or count < 2:
        return start, None, symbol(lower=start + 1)  # a loop whose last element differs has another before
    return start, start + count - 1 - apart, start + count - 1


@builtin("map")
def _map(function: Any, *values: Any) -> Any:
    run = _run()
    seen = [iterate(run, value) for value in values]
    if seen and all(part is not None and part.items is not None and len(part.items) <= 1000 for part in seen):
        rows = zip(
            *(part.items for part in seen if part is not None and part.items is not None), strict=False
        )
        return ListValue([_called(function, *row) for row in rows], kind="map")
    return Iteration(
        make=lambda: _called(function, *_row(seen, None)), length=seen[0].length if seen and seen[0] else None
    )


def _called(function: Any, *arguments: Any) -> Any:
    from gnomon.check.calls import call_value

    run, frame = _run(), _frame()
    site = run.reporter.site
    return call_value(run, function, arguments, {}, site.node if site else None, frame, [])


@builtin("filter")
def _filter(function: Any, value: Any) -> Any:
    items = known_items(_run(), value)
    if items is None:
        seen = iterate(_run(), value)
        return Iteration(make=lambda: UNKNOWN) if seen is None else Iteration(make=seen.typical)
    kept = []
    for item in items:
        answer = truth_of(item if function is None else _called(function, item))
        if answer is None:
            return ListValue(None, element=choice(items) if items else UNKNOWN)
        if answer:
            kept.append(item)
    return ListValue(kept)


@builtin("sorted", "reversed")
def _reordered(value: Any, *, key: Any = None, reverse: Any = False) -> Any:
    items = known_items(_run(), value)
    if items is None:
        seen = iterate(_run(), value)
        element = UNKNOWN if seen is None else seen.typical()
        return ListValue(None, element=element, length=None if seen is None else seen.length)
    if key is None and all(type(item) in (int, float) for item in items):
        return ListValue(sorted(items, reverse=truth_of(reverse) is True))
    if key is None and all(type(item) is str for item in items):
        return ListValue(sorted(items, reverse=truth_of(reverse) is True))
    from gnomon.check.expressions import joined

    element = joined(items) if items else UNKNOWN
    return ListValue([element] * len(items)) if len(items) > 1 else ListValue(items)


def _reversed(value: Any) -> Any:
    items = known_items(_run(), value)
    if items is None:
        return _reordered(value)
    return ListValue(items[::-1])


BUILTINS["reversed"] = LibraryFunction("builtins.reversed", _reversed, raw=True, returns_tensor=False)


@builtin("sum")
def _sum(value: Any, start: Any = 0) -> Any:
    import ast

    run, frame = _run(), _frame()
    items = known_items(run, value)
    if items is None:
        seen = iterate(run, value)
        element = seen.typical() if seen is not None else UNKNOWN
        if type(element) is Tensor:
            return binary(run, ast.Add, element, start, _node(), frame, (None, None))
        if type(element) in (int, Dim):
            return symbol(lower=None)
        return UNKNOWN
    total = start
    for item in items[:2000]:
        total = binary(run, ast.Add, total, item, _node(), frame, (None, None))
    return total


def _node() -> Any:
    site = _run().reporter.site
    return site.node if site is not None else None


@builtin("min")
def _min(*values: Any, key: Any = None, default: Any = None) -> Any:
    return _extreme(values, key, minimum, min)


@builtin("max")
def _max(*values: Any, key: Any = None, default: Any = None) -> Any:
    return _extreme(values, key, maximum, max)


def _extreme(values: tuple[Any, ...], key: Any, of_sizes: Any, of_numbers: Any) -> Any:
    items = known_items(_run(), values[0]) if len(values) == 1 else list(values)
    if items is None or not items:
        seen = iterate(_run(), values[0]) if values else None
        element = seen.typical() if seen is not None else UNKNOWN
        return symbol(lower=None) if type(element) in (int, Dim) else UNKNOWN
    if key is None and all(type(item) in (int, float) for item in items):
        return of_numbers(items)
    if key is None and all(type(item) in (int, Dim) for item in items):
        best = items[0]
        for item in items[1:]:
            best = of_sizes(best, item)
        return best
    if any(type(item) in (Unknown, Tensor) for item in items) and len(values) > 1:
        return (
            symbol(lower=None)
            if all(type(i) in (int, Dim) or getattr(i, "kind", "") == "int" for i in items)
            else UNKNOWN
        )
    from gnomon.check.expressions import joined

    return joined(items)


@builtin("abs")
def _abs(value: Any) -> Any:
    if type(value) in (int, float):
        return abs(value)
    if type(value) is Dim:
        return maximum(value, -value)
    if type(value) is Tensor:
        from gnomon.check.library import apply_operation

        return apply_operation(_run(), "abs", (value,), _node(), _frame(), (None,))
    return UNKNOWN


@builtin("round")
def _round(value: Any, ndigits: Any = None) -> Any:
    if type(value) in (int, float):
        try:
            return round(value) if ndigits is None else unknown_of("float")
        except (ValueError, OverflowError):
            return UNKNOWN
    if type(value) is Dim:
        return value
    if type(value) is Tensor:
        return value
    return symbol(lower=None) if ndigits is None else unknown_of("float")


@builtin("divmod")
def _divmod(first: Any, second: Any) -> Any:
    if type(first) in (int, Dim) and type(second) in (int, Dim) and second != 0:
        return (first // second, first % second)
    return (UNKNOWN, UNKNOWN)


@builtin("pow")
def _pow(first: Any, second: Any, modulo: Any = None) -> Any:
    import ast

    if modulo is not None:
        return UNKNOWN
    return binary(_run(), ast.Pow, first, second, _node(), _frame(), (None, None))


def _any(value: Any) -> Any:
    return _quantified(value, True)


def _all(value: Any) -> Any:
    return _quantified(value, False)


def _quantified(value: Any, stops: bool) -> Any:
    items = known_items(_run(), value)
    if items is None:
        return Unknown("bool")
    answers = [truth_of(item) for item in items]
    if stops in answers:
        return stops
    return Unknown("bool") if None in answers else not stops


BUILTINS["any"] = LibraryFunction("builtins.any", _any, raw=True, returns_tensor=False)
BUILTINS["all"] = LibraryFunction("builtins.all", _all, raw=True, returns_tensor=False)

_TYPE_NAMES: dict[type, str] = {
    int: "int",
    float: "float",
    str: "str",
    bool: "bool",
    tuple: "tuple",
    bytes: "bytes",
    Dim: "int",
    DictValue: "dict",
    SetValue: "set",
    SequenceValue: "tuple",
    Ratio: "float",
}


@builtin("isinstance")
def _isinstance(value: Any, classes: Any) -> Any:
    answer = is_instance(value, classes)
    return Unknown("bool") if answer is None else answer


def is_instance(value: Any, classes: Any) -> bool | None:
    """Return whether a value is of a class, None if not known."""
    if type(classes) is tuple:
        answers = [is_instance(value, single) for single in classes]
        return True if True in answers else (None if None in answers else False)
    if classes is None:
        return None if type(value) in (Unknown, Choice) else value is None
    if type(value) is Choice:
        found = {is_instance(single, classes) for single in value.values}
        return found.pop() if len(found) == 1 else None
    if type(value) is Unknown:
        if (
            value.kind in ("str", "float")
            and type(classes) is LibraryFunction
            and classes.name.startswith("builtins.")
        ):
            return classes.name == f"builtins.{value.kind}"
        number = value.kind in ("str", "int", "float", "bool") and value.tensor is None
        return False if number and getattr(classes, "name", None) in _ARRAY_CLASSES else None
    if type(classes) is ClassValue:
        if type(value) is Instance:
            return True if classes in value.cls.lineage else (None if value.cls.has_unknown_base else False)
        return False if _is_plain(value) else None
    if isinstance(classes, type) and issubclass(classes, Modelled):
        if isinstance(value, Modelled):
            return isinstance(value, classes)
        if type(value) is Instance:
            base = value.cls.modelled_base
            if base is not None and issubclass(base, classes):
                return True
            return None if value.cls.has_unknown_base else False
        if type(value) is Tensor:
            return None
        if type(value) is LibraryFunction:  # compiled functions are records in some libraries
            return None if getattr(classes, "field_like", False) else False
        return False if _is_plain(value) else None
    if type(classes) is LibraryFunction and classes.name.startswith("builtins."):
        return _is_builtin(value, classes.name[9:])
    if type(classes) is LibraryFunction and classes.name in _ARRAY_CLASSES:
        return _is_array(value, _ARRAY_CLASSES[classes.name])
    if type(value) is Instance and _is_foreign(classes):
        return None if value.cls.has_unknown_base else False
    return False if _is_plain(value) and _holds_arrays(classes) else None


_ABSTRACT = ("abc", "collections", "numbers", "typing", "typing_extensions")
"""Modules whose classes may count others among their own that do not derive from them."""


def _is_foreign(classes: Any) -> bool:
    """Whether a class is one of a library that is not modelled, of which no class of the program is one by chance."""
    reason = getattr(classes, "reason", None)
    if type(reason) is not tuple or reason[0] != "unmodelled":
        return False
    return reason[1].partition(".")[0] not in _ABSTRACT


def _holds_arrays(classes: Any) -> bool:
    """Whether a class of a library that is not modelled as one holds arrays: nothing of Python's own is one."""
    name = classes.name if type(classes) is LibraryFunction else getattr(classes, "reason", None)
    if type(name) is tuple and name[0] == "unmodelled":
        name = name[1]
    return type(name) is str and name.rpartition(".")[2] in (
        "Tensor",
        "RaggedTensor",
        "Variable",
        "Parameter",
    )


_ARRAY_CLASSES = {
    "torch.Tensor": "torch",
    "torch.autograd.Variable": "torch",
    "numpy.ndarray": "numpy",
    "jax.numpy.ndarray": "jax",
}


def _is_array(value: Any, library: str) -> bool | None:
    if type(value) is not Tensor:
        known = type(value) is ClassValue or (type(value) is Instance and not value.cls.has_unknown_base)
        return False if known or _is_plain(value) else None
    if value.library != library:
        return False if value.library is not None else None
    if library == "numpy":  # a result without axes is a scalar, no array, most of the time
        return True if value.shape.rank or value.shape.prefix else None
    return True


def _is_builtin(value: Any, name: str) -> bool | None:
    if name == "object":
        return True
    if type(value) is ListValue:
        return name == value.kind
    if type(value) is Tensor:
        return False if name in ("list", "tuple", "dict", "str", "set", "bytes") else None
    if type(value) is Instance:
        if getattr(value.cls.modelled_base, "library_name", "") == "dict":
            return name == "dict"
        return None if value.cls.has_unknown_base else False
    own = _TYPE_NAMES.get(type(value))
    if own is not None:
        return own == name or (own == "bool" and name == "int")
    if value is None or isinstance(value, (Modelled, FunctionValue)):
        return False
    return None


def _is_plain(value: Any) -> bool:
    return value is None or type(value) in _TYPE_NAMES or type(value) in (ListValue, FunctionValue)


@builtin("issubclass")
def _issubclass(value: Any, classes: Any) -> Any:
    if type(value) is ClassValue and type(classes) is ClassValue:
        return True if classes in value.lineage else (unknown_of("bool") if value.has_unknown_base else False)
    return unknown_of("bool")


@builtin("hasattr")
def _hasattr(value: Any, name: Any) -> Any:
    if type(value) is Tensor and value.library is not None and name in ("__array__", "shape", "dtype"):
        return True
    if type(value) is Instance and type(name) is str:
        if name in value.cell or value.cls.lookup(name) is not None:
            return True
        if value.native is None and not value.cls.has_unknown_base and value.cls.modelled_base is None:
            return Unknown("bool")
    return Unknown("bool")


@builtin("getattr")
def _getattr(value: Any, name: Any, *default: Any) -> Any:
    from gnomon.check.attributes import get_attribute

    if type(name) is str:
        found = get_attribute(_run(), value, name)
        if type(found) is Unknown and default:
            return UNKNOWN
        return found
    if type(name) is Choice:
        return choice([_getattr(value, single, *default) for single in name.values])
    return UNKNOWN


@builtin("setattr")
def _setattr(value: Any, name: Any, new: Any) -> None:
    from gnomon.check.attributes import forget_settings, set_attribute

    if type(name) is str:
        set_attribute(_run(), value, name, new)
    elif type(value) is Instance:
        forget_settings(value)


@builtin("type")
def _type(value: Any, *rest: Any) -> Any:
    if rest:
        return UNKNOWN
    if type(value) is Instance:
        return value.cls
    if isinstance(value, Modelled):
        return type(value)
    if type(value) is ListValue:
        return BUILTINS["list"]
    if type(value) is Tensor:
        return unknown_of("array class")
    own = _TYPE_NAMES.get(type(value))
    return UNKNOWN if own is None else BUILTINS.get(own, UNKNOWN)


@builtin("id", "hash", "ord")
def _number(value: Any) -> Any:
    return unknown_of("int")


@builtin("iter")
def _iter(value: Any, *rest: Any) -> Any:
    run = _run()
    seen = iterate(run, value)
    if seen is None:
        return UNKNOWN
    return ListValue(seen.items, kind="iterator") if seen.items is not None else seen


@builtin("next")
def _next(value: Any, *default: Any) -> Any:
    from gnomon.check.functions import Generator

    run = _run()
    if type(value) is Generator:
        value = value.left()
    if type(value) is ListValue and value.items == () and default:
        return default[0]
    if type(value) is ListValue and value.items:
        first = value.items[0]
        if value.kind in ("iterator", "zip", "map", "enumerate", "list"):
            value.replace(value.items[1:])
        return first
    if isinstance(value, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(run, value, "__next__")
        if method is not None:
            return run.invoke(method)
    seen = iterate(run, value)
    if seen is None:
        return UNKNOWN
    element = seen.typical()
    return UNKNOWN if element is ABSENT else element


@builtin("open", "file")
def _open(*args: Any, **kwargs: Any) -> Any:
    mode = args[1] if len(args) > 1 else kwargs.get("mode", "r")
    if args and (type(mode) is not str or set(mode) & set("wax+")):
        note_given(args[:1])
    return Unknown("file")


@builtin("callable")
def _callable(value: Any) -> Any:
    if type(value) in (FunctionValue, ClassValue, LibraryFunction, Bound) or isinstance(value, type):
        return True
    if value is None or type(value) in (int, str, float, Tensor, ListValue, tuple):
        return False
    return unknown_of("bool")


@builtin("slice")
def _slice(*parts: Any) -> Any:
    return slice(*parts)


@builtin("property", "abstractproperty")
def _property(getter: Any = None, setter: Any = None, *rest: Any, **kwargs: Any) -> Any:
    return PropertyValue(getter, setter)


@builtin("staticmethod")
def _staticmethod(function: Any) -> Any:
    return StaticMethod(function)


@builtin("classmethod")
def _classmethod(function: Any) -> Any:
    return ClassMethod(function)


@builtin("dir")
def _dir(*args: Any) -> Any:
    return ListValue(None, element=unknown_of("str"))


@builtin("__import__", "eval")
def _evaluated(*args: Any, **kwargs: Any) -> Any:
    return UNKNOWN


@builtin("exit", "quit")
def _exit(*args: Any) -> Any:
    from gnomon.check.interpreter import PathEnds

    raise PathEnds


@builtin("object")
def _object(*args: Any, **kwargs: Any) -> Any:
    return UNKNOWN


BUILTINS["NotImplemented"] = Unknown(name="NotImplemented")
BUILTINS["__debug__"] = True
BUILTINS["Ellipsis"] = Ellipsis


def cast_scalar(
    run: Interpreter,
    dtype: Dtype,
    arguments: tuple[Any, ...],
    node: Any,
    frame: Frame,
    spots: list[tuple[Any, Any]],
) -> Any:
    """Calling a dtype casts: ``np.float32(x)``."""
    if not arguments:
        return UNKNOWN
    value = arguments[0]
    if type(value) in (int, float, bool, Dim):
        if dtype.kind in ("int", "uint") and type(value) in (int, Dim):
            return value
        return value if type(value) is not Dim else unknown_of("float")
    if type(value) is Tensor:
        return Tensor(value.shape, dtype, value.library, contents=value.contents, site=run.site(frame, node))
    if type(value) is ListValue or type(value) is tuple:
        from gnomon.check.world import as_array

        array = as_array(value)
        return Tensor(array.shape, dtype, "numpy", contents=array.contents, site=run.site(frame, node))
    number = type(value) is Unknown and value.kind in ("int", "float", "bool")
    return unknown_of("float") if number and dtype.kind == "float" else UNKNOWN
