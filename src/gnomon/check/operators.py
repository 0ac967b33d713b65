"""Operators: exact on numbers, strings and sequences; operations of the table on tensors."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.claims import claim_of
from gnomon.check.converting import TENSORFLOW
from gnomon.check.interpreter import expression
from gnomon.check.truth import from_claim, truth_of
from gnomon.shapes import Dim, Dtype, dtypes
from gnomon.values import (
    UNKNOWN,
    Choice,
    ClassValue,
    DictValue,
    Instance,
    LibraryFunction,
    ListValue,
    Modelled,
    Ratio,
    SequenceValue,
    SetValue,
    Tensor,
    Unknown,
    alternatives,
    choice,
    state,
    unknown_of,
)
from gnomon.values.choice import same

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

NUMBERS = (int, float, Dim, bool, complex)
SEQUENCE_LIMIT = 20_000
WRITTEN_OUT = 512
MAGNITUDE = 1 << 64

_EXACT: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
}

_METHODS: dict[type, str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}

_OPS: dict[type, str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift",
    ast.RShift: "right_shift",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
}


@expression(ast.BinOp)
def _binary(run: Interpreter, node: ast.BinOp, frame: Frame) -> Any:
    """A sum of many terms is nested at its left: it is followed down there without recursion."""
    chain = [node]
    left = node.left
    while isinstance(left, ast.BinOp):
        chain.append(left)
        left = left.left
    value = run.evaluate(left, frame)
    for part in reversed(chain):
        right = run.evaluate(part.right, frame)
        value = binary(run, type(part.op), value, right, part, frame, (part.left, part.right))
    return value


def binary(
    run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame, places: tuple[Any, Any]
) -> Any:
    """Return the value of a binary operator."""
    first, second = type(left), type(right)
    if first in NUMBERS and second in NUMBERS:
        return _numbers(kind, left, right)
    if first is Tensor or second is Tensor:
        return _tensors(run, kind, left, right, node, frame, places)
    if first is Choice or second is Choice:
        return _each(run, kind, left, right, node, frame, places)
    if first is str and kind is ast.Mod:
        return _formatted(left, right)
    if first is str and second is str and kind is ast.Add:
        return left + right if len(left) + len(right) < SEQUENCE_LIMIT else unknown_of("str")
    if first is tuple and second is tuple and kind is ast.Add:
        return left + right
    if first is ListValue and second in (ListValue, tuple) and kind is ast.Add:
        return _concatenated(left, right)
    if kind is ast.Mult and (first in (ListValue, tuple, str) or second in (ListValue, tuple, str)):
        sequence, count = (left, right) if first in (ListValue, tuple, str) else (right, left)
        return _repeated(sequence, count)
    if kind is ast.BitOr and _may_be_class(left) and _may_be_class(right):
        return (left, right)  # what `isinstance` takes for "one of these"
    if isinstance(left, (Instance, Modelled)) or isinstance(right, (Instance, Modelled)):
        found = _dunder(run, kind, left, right, node, frame, places)
        if found is not None:
            return found
    if first is Unknown or second is Unknown:
        return _with_unknown(run, kind, left, right, node, frame, places)
    if first is SetValue and second is SetValue and left.items is not None and right.items is not None:
        return _sets(kind, left, right)
    if (
        first is DictValue
        and second is DictValue
        and kind is ast.BitOr
        and left.rest is None
        and right.rest is None
    ):
        return DictValue({**left.cell, **right.cell})
    if SequenceValue in (first, second) and kind is ast.Add:
        return SequenceValue(choice([_element(left), _element(right)]), kind="tuple")
    if Dtype in (first, second):
        return UNKNOWN
    return UNKNOWN


def _numbers(kind: type, left: Any, right: Any) -> Any:
    if kind is ast.Pow:
        return _power(left, right)
    if kind is ast.LShift:
        return (
            left << right
            if type(left) is int and type(right) is int and 0 <= right <= 64
            else unknown_of("int")
        )
    exact = _EXACT.get(kind)
    if exact is None:
        return UNKNOWN
    if Dim in (type(left), type(right)):
        if float in (type(left), type(right)) or kind is ast.Div:
            return _quotient(kind, left, right)
        if kind in (ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift):
            return unknown_of("int")
    try:
        value = exact(left, right)
    except (ZeroDivisionError, TypeError, ValueError, OverflowError):
        return UNKNOWN
    if type(value) is int and not -MAGNITUDE < value < MAGNITUDE:
        return unknown_of("int")
    return value


def _quotient(kind: type, left: Any, right: Any) -> Any:
    if kind is ast.Div and type(left) in (int, Dim) and type(right) in (int, Dim):
        return Ratio(left, right)
    if kind is ast.Mult and type(left) is Dim and type(right) is float and right and (1 / right).is_integer():
        return Ratio(left, int(1 / right))
    return unknown_of("float")


def _power(left: Any, right: Any) -> Any:
    if type(right) is int and 0 <= right <= 64 and type(left) in (int, Dim):
        if type(left) is int and abs(left) < 1 << 16:
            value = left**right
            return value if abs(value) < MAGNITUDE else unknown_of("int")
        if type(left) is Dim and right <= 4:
            value = 1
            for _ in range(right):
                value = value * left
            return value
        return unknown_of("int")
    if type(left) is int and type(right) is int and right >= 0:
        return unknown_of("int")
    if type(left) in (int, float) and type(right) in (int, float):
        try:
            value = float(left) ** right
        except (OverflowError, ZeroDivisionError):
            return unknown_of("float")
        return value if type(value) is float else unknown_of("float")
    return unknown_of("float")


def _tensors(
    run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame, places: tuple[Any, Any]
) -> Any:
    from gnomon.check.library import apply_operation

    name = _OPS.get(kind)
    if name is None:
        return UNKNOWN
    if isinstance(left, Modelled) or isinstance(right, Modelled):
        found = _dunder(run, kind, left, right, node, frame, places)
        if found is not None:
            return found
    if kind is ast.Mult:
        for sequence, count in ((left, right), (right, left)):
            if type(sequence) in (ListValue, tuple, str) and _repeats(count):
                return _repeated(sequence, count.contents[0] if count.contents else unknown_of("int"))
    if type(left) is str or type(right) is str:
        return UNKNOWN
    if left is None or right is None:
        array = right if left is None else left
        if getattr(array, "library", None) in (None, "numpy"):
            return UNKNOWN
    if isinstance(left, Instance) or isinstance(right, Instance):
        return _dunder(run, kind, left, right, node, frame, places) or UNKNOWN
    attributes = None
    if kind is ast.MatMult:
        libraries = [getattr(value, "library", None) for value in (left, right)]
        if "keras" not in libraries and any(library in TENSORFLOW for library in libraries):
            attributes = {"vectors": False}
    return apply_operation(run, name, (left, right), node, frame, places, attributes)


_KEEPS_ARRAYS = frozenset(
    "array asarray asanyarray ascontiguousarray copy squeeze reshape zeros ones full empty".split()
)
"""Functions of NumPy that give an array where others give a number, if there are no axes."""


def _repeats(count: Any) -> bool:
    """Whether ``[0] * count`` repeats the list: so do whole numbers of NumPy, and tensors that are no arrays of it."""
    if count.shape.rank != 0 or count.dtype is None or count.dtype.kind not in ("int", "uint"):
        return False
    if count.library != "numpy":
        return count.library in ("torch", "jax")
    made = getattr(getattr(count.site, "node", None), "func", None)
    return getattr(made, "attr", getattr(made, "id", None)) not in _KEEPS_ARRAYS


def _may_be_class(value: Any) -> bool:
    kind = type(value)
    if kind is tuple:
        return all(map(_may_be_class, value))
    return kind in (ClassValue, LibraryFunction) or isinstance(value, type) or value is None


def _each(
    run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame, places: tuple[Any, Any]
) -> Any:
    pairs = [
        (a, b)
        for a in (left.values if type(left) is Choice else (left,))
        for b in (right.values if type(right) is Choice else (right,))
    ]
    if len(pairs) > 12:
        return UNKNOWN
    return choice(
        run.fork([lambda a=a, b=b: binary(run, kind, a, b, node, frame, places) for a, b in pairs])  # type: ignore[misc]
        or [UNKNOWN]
    )


def _dunder(
    run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame, places: tuple[Any, Any]
) -> Any:
    """Call what an object defines for an operator; None if neither does."""
    from gnomon.check.attributes import find_method

    name = _METHODS.get(kind)
    if name is None:
        return None
    run.reporter.site = run.site(frame, node)
    run.reporter.arguments = [
        (part, place)
        for value, place in zip((left, right), places, strict=True)
        for part in (value, getattr(value, "array", None))
        if part is not None
    ]
    method = find_method(run, left, f"__{name}__")
    if method is not None:
        return run.invoke(method, right)
    method = find_method(run, right, f"__r{name}__")
    return None if method is None else run.invoke(method, left)


def _with_unknown(
    run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame, places: tuple[Any, Any]
) -> Any:
    kinds = {_unknown_kind(value) if type(value) is Unknown else _kind_name(value) for value in (left, right)}
    if "str" in kinds and kind in (ast.Add, ast.Mod):
        return unknown_of("str")
    if kinds == {"bool"} and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
        return unknown_of("bool")
    if kinds <= {"int", "bool"}:
        derived = _derived(kind, left, right)
        if derived is not None:
            return derived
    if kinds <= {"int", "float", "bool"}:
        return unknown_of("int" if kinds <= {"int", "bool"} and kind is not ast.Div else "float")
    if any(type(value) is Unknown and value.tensor is not None for value in (left, right)):
        return _tensors(run, kind, left, right, node, frame, places)
    derived = _derived(kind, left, right)
    if derived is not None:
        return derived
    for value in (left, right):
        if type(value) is Unknown and value.reason is not None:
            return Unknown(reason=value.reason)
    return UNKNOWN


def _unknown_kind(value: Unknown) -> str | None:
    """Return the kind of an unknown value: an integer, if it has served as a size."""
    if value.kind is None and value.tensor is None and value.parts is not None and "#size" in value.parts:
        return "int"
    return value.kind


_FORMULAS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def _derived(kind: type, left: Any, right: Any) -> Unknown | None:
    """Return an unknown that remembers how it was computed, should it turn out to be a size."""
    sign = _FORMULAS.get(kind)
    if sign is None:
        return None
    for value in (left, right):
        if type(value) is Unknown:
            if value.name is None or value.kind not in (None, "int"):
                return None
        elif type(value) not in (int, Dim):
            return None
    first, second = [str(value.name) if type(value) is Unknown else str(value) for value in (left, right)]
    derived = Unknown(name=f"{first} {sign} {second}" if len(first) + len(second) < 60 else "it")
    derived.parts = {"#formula": (sign, left, right)}  # type: ignore[dict-item]
    return derived


def _kind_name(value: Any) -> str | None:
    if type(value) in (int, float, bool, str):
        return type(value).__name__
    return "int" if type(value) is Dim else ("float" if type(value) is Ratio else None)


_WIDE = re.compile(r"%[^a-zA-Z%]*(\d{5}|\*)")
"""A place of a template that is filled up to a width which is long, or not written there."""


def _formatted(template: str, right: Any) -> Any:
    parts = right if type(right) is tuple else (right,)
    if all(type(part) in (int, float, str) for part in parts) and not _WIDE.search(template):
        try:
            text = template % parts
        except (TypeError, ValueError, OverflowError, MemoryError):
            return unknown_of("str")
        return text if len(text) < SEQUENCE_LIMIT else unknown_of("str")
    return unknown_of("str")


def _concatenated(left: ListValue, right: Any) -> Any:
    first, other = _written_out(left), _written_out(right)
    if first is None or other is None:
        lengths: list[Any] = [
            len(items) if items is not None else getattr(part, "length", None)
            for part, items in ((left, first), (right, other))
        ]
        length: Any = lengths[0] + lengths[1] if all(type(n) in (int, Dim) for n in lengths) else None
        return ListValue(None, element=choice([_element(left), _element(right)]), length=length)
    return ListValue(first + other)


def _written_out(part: Any) -> tuple[Any, ...] | None:
    """Return the items of a list or tuple, also of one that holds a number of arrays of one shape; None if unknown."""
    if type(part) is tuple or part.items is not None:
        return part if type(part) is tuple else part.items
    element, length = part.element, part.length
    if type(length) is not int or not 0 < length <= WRITTEN_OUT or type(element) is not Tensor:
        return None
    alike = element.shape.rank is not None and all(type(size) is int for size in element.shape.dims)
    if not alike or element.contents is not None or element.attributes is not None:
        return None
    return (element,) * length


def _element(value: Any) -> Any:
    if type(value) is tuple:
        return choice(list(value)) if value else UNKNOWN
    if type(value) is ListValue:
        return value.any_element()
    return getattr(value, "element", UNKNOWN)


def _repeated(sequence: Any, count: Any) -> Any:
    if type(sequence) is str:
        return (
            sequence * count
            if type(count) is int and len(sequence) * count < SEQUENCE_LIMIT
            else unknown_of("str")
        )
    items = sequence if type(sequence) is tuple else sequence.items
    if items is not None and type(count) in (int, bool) and len(items) * count < SEQUENCE_LIMIT:
        return items * count if type(sequence) is tuple else ListValue(items * count)
    element = _element(sequence)
    length = len(items) * count if items is not None and type(count) in (int, Dim) else None
    if type(sequence) is tuple:
        return SequenceValue(element, length)
    return ListValue(None, element=element, length=length)


def _sets(kind: type, left: SetValue, right: SetValue) -> Any:
    if kind is ast.BitOr:
        return SetValue(left.items + right.items)  # type: ignore[operator]
    if kind is ast.BitAnd:
        return SetValue([item for item in left.items if item in right.items])  # type: ignore[union-attr,operator]
    if kind is ast.Sub:
        return SetValue([item for item in left.items if item not in right.items])  # type: ignore[union-attr,operator]
    return SetValue(None)


# -- unary ---------------------------------------------------------------------------------------------------


@expression(ast.UnaryOp)
def _unary(run: Interpreter, node: ast.UnaryOp, frame: Frame) -> Any:
    kind = type(node.op)
    if kind is ast.Not:
        answer = truth_of(run.evaluate(node.operand, frame))
        return unknown_of("bool") if answer is None else not answer
    value = run.evaluate(node.operand, frame)
    return unary(run, kind, value, node, frame)


_UNARY: dict[type, str] = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_UNARY_METHODS: dict[type, str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


def unary(run: Interpreter, kind: type, value: Any, node: ast.UnaryOp, frame: Frame) -> Any:
    """Return the value of a unary operator other than `not`."""
    if type(value) in (int, float, bool, complex):
        if kind is ast.USub:
            return -value
        return +value if kind is ast.UAdd else (~value if type(value) in (int, bool) else UNKNOWN)
    if type(value) is Dim:
        return -value if kind is ast.USub else (value if kind is ast.UAdd else unknown_of("int"))
    if type(value) is Tensor:
        from gnomon.check.library import apply_operation

        name = _UNARY[kind]
        return apply_operation(run, name, (value,), node, frame, (node.operand,))
    if type(value) is Choice:
        return choice([unary(run, kind, single, node, frame) for single in value.values])
    if isinstance(value, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        run.reporter.site, run.reporter.arguments = run.site(frame, node), [(value, node.operand)]
        method = find_method(run, value, _UNARY_METHODS[kind])
        return UNKNOWN if method is None else run.invoke(method)
    if type(value) is Unknown and value.kind in ("int", "float"):
        return unknown_of(value.kind)
    return UNKNOWN


# -- comparison ----------------------------------------------------------------------------------------------

_ORDER: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_PLAIN = (int, float, str, bool, bytes, complex, type(None))


@expression(ast.Compare)
def _compare(run: Interpreter, node: ast.Compare, frame: Frame) -> Any:
    left = run.evaluate(node.left, frame)
    result: Any = True
    for kind, right_node in zip(node.ops, node.comparators, strict=True):
        right = run.evaluate(right_node, frame)
        value = compare(run, type(kind), left, right, node, frame)
        if len(node.ops) == 1:
            return value
        answer = truth_of(value)
        if answer is False:
            return False
        if answer is None:
            result = unknown_of("bool")
        left = right
    return result


def compare(run: Interpreter, kind: type, left: Any, right: Any, node: Any, frame: Frame) -> Any:
    """Return the value of one comparison: a bool, an unknown bool, or a tensor."""
    first, second = type(left), type(right)
    if kind is ast.Is or kind is ast.IsNot:
        return _identical(left, right, kind is ast.Is)
    if kind is ast.In or kind is ast.NotIn:
        return contained(run, left, right, kind is ast.In)
    if first is Tensor or second is Tensor:
        array, other = (left, right) if first is Tensor else (right, left)
        if type(other) is str and array.library != "torch":
            return Tensor(array.shape, dtypes.bool, array.library, site=array.site)
        if type(other) in (str, type(None)) or isinstance(other, (Instance, Modelled)):
            return unknown_of("bool")
        if node is None:
            return UNKNOWN
        from gnomon.check.library import apply_operation

        found = apply_operation(run, _OPS[kind], (left, right), node, frame, (node.left, node.comparators[0]))
        if kind in (ast.Eq, ast.NotEq) and array.library in ("tf", "tf1") and type(found) is Tensor:
            if run.version("tensorflow") is None:
                found.dtype = found.contents = (
                    None  # before its version 2, TensorFlow left it to Python, which gives a plain bool
                )
        return found
    if first in _PLAIN and second in _PLAIN:
        try:
            return _ORDER[kind](left, right)
        except TypeError:
            return unknown_of("bool")
    claim = claim_of(kind, left, right)
    if claim is not None:
        answer = from_claim(claim.ask(state.facts))
        return Unknown("bool") if answer is None else answer
    if first is Choice or second is Choice:
        lefts = left.values if first is Choice else (left,)
        rights = right.values if second is Choice else (right,)
        answers = {truth_of(compare(run, kind, a, b, None, frame)) for a in lefts for b in rights}
        return answers.pop() if len(answers) == 1 and None not in answers else _answer(left, right)
    for value, other in ((left, right), (right, left)):
        compared = getattr(type(value), "compared", None) if isinstance(value, Modelled) else None
        if compared is not None:
            return compared(value, other)
    if kind in (ast.Eq, ast.NotEq):
        equal = equal_values(left, right)
        return _answer(left, right) if equal is None else equal is (kind is ast.Eq)
    return _answer(left, right)


def _answer(left: Any, right: Any) -> Unknown:
    """Return what an undecided comparison gives: a bool, or perhaps an array if an operand may be one."""
    singles = [single for value in (left, right) for single in alternatives(value)]
    if any(type(single) in (Unknown, Tensor) and getattr(single, "kind", None) is None for single in singles):
        return Unknown()
    return Unknown("bool")


def _identical(left: Any, right: Any, positive: bool) -> Any:
    if type(left) is Choice or type(right) is Choice:
        answers = {
            _identical(a, b, positive)
            for a in (left.values if type(left) is Choice else (left,))
            for b in (right.values if type(right) is Choice else (right,))
        }
        return answers.pop() if len(answers) == 1 else Unknown("bool")
    if Unknown in (type(left), type(right)):
        if _is_array_class(left, right):
            return not positive
        if any(type(value) is Unknown and value.kind is not None for value in (left, right)) and None in (
            left,
            right,
        ):
            return not positive
        return unknown_of("bool")
    if left is right:
        return positive
    if left is None or right is None:
        return not positive
    if type(left) in _PLAIN and type(right) in _PLAIN:
        return (left == right and type(left) is type(right)) is positive
    return unknown_of("bool") if same(left, right) else not positive


def _is_array_class(left: Any, right: Any) -> bool:
    """Whether one is the class of an array and the other one of Python's own."""
    kinds = {getattr(value, "kind", None) for value in (left, right) if type(value) is Unknown}
    return "array class" in kinds and any(
        type(value) is LibraryFunction and value.name in _OWN_CLASSES for value in (left, right)
    )


_OWN_CLASSES = frozenset(f"builtins.{name}" for name in "tuple list dict set str int float bool".split())


def equal_values(left: Any, right: Any) -> bool | None:
    """Return whether two values are equal, None if not known."""
    if type(left) is Unknown or type(right) is Unknown:
        return False if _is_array_class(left, right) else None
    if type(left) is tuple and type(right) is tuple:
        return _equal_sequences(left, right)
    if (
        type(left) is ListValue
        and type(right) is ListValue
        and left.items is not None
        and right.items is not None
    ):
        return _equal_sequences(left.items, right.items)
    claim = claim_of(ast.Eq, left, right)
    if claim is not None:
        return from_claim(claim.ask(state.facts))
    if type(left) in _PLAIN and type(right) in _PLAIN:
        return bool(left == right)
    if type(left) is Dtype and type(right) is Dtype:
        return left is right
    if left is right and not isinstance(left, (Instance, Modelled)):
        return True
    if {type(left), type(right)} & {str, type(None)} and {type(left), type(right)} & {
        tuple,
        ListValue,
        DictValue,
        int,
    }:
        return False
    return None


def _equal_sequences(left: tuple[Any, ...], right: tuple[Any, ...]) -> bool | None:
    if len(left) != len(right):
        return False
    answers = [_same_list(a, b) or equal_values(a, b) for a, b in zip(left, right, strict=True)]
    if False in answers:
        return False
    return None if None in answers else True


def _same_list(left: Any, right: Any) -> bool:
    """Whether both are one and the same list, which Python takes for equal without a look inside."""
    return left is right and type(left) is ListValue


def contained(run: Interpreter, item: Any, container: Any, positive: bool) -> Any:
    """Return whether a container holds an item (or, not ``positive``, whether it does not)."""
    answer: bool | None = None
    if type(container) is str and type(item) is str:
        answer = item in container
    elif type(container) is DictValue:
        if type(item) in _PLAIN or type(item) is tuple:
            try:
                answer = item in container.cell or (None if container.rest is not None else False)
            except TypeError:
                answer = None
    else:
        items = container if type(container) is tuple else getattr(container, "items", None)
        claim = claim_of(ast.In, item, items)
        if claim is not None:
            answer = from_claim(claim.ask(state.facts))
        elif type(items) is tuple:
            answers = [equal_values(item, other) for other in items]
            answer = True if True in answers else (None if None in answers else False)
        elif type(container) is range and type(item) is int:
            answer = item in container
        elif isinstance(container, (Instance, Modelled)):
            from gnomon.check.attributes import find_method

            method = find_method(run, container, "__contains__")
            answer = truth_of(run.invoke(method, item)) if method is not None else None
    return Unknown("bool") if answer is None else answer is positive
