"""Tests of `if`, `while`, `assert` and conditional expressions: the answer, and what each outcome teaches."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.check.claims import claim_of, learn_one_of
from gnomon.check.frames import TOLD_APART
from gnomon.check.joining import merge
from gnomon.check.trees import walk
from gnomon.check.truth import truth_of
from gnomon.shapes import Claim, Dim, Equal, Not, Shape
from gnomon.values import (
    ABSENT,
    Choice,
    ClassValue,
    DictValue,
    Instance,
    LibraryFunction,
    LibraryModule,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    choice,
    state,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter

ASKED = "asked"
"""With a scalar, the key of the path's conditions that tells of an undecided test of it."""
Effect = Callable[[bool], None]


class Condition:
    """A test evaluated once: its answer if known, its identity, and what to suppose for an outcome."""

    __slots__ = ("answer", "claim", "doubtful", "effects", "key", "value")

    def __init__(
        self, answer: bool | None, key: Any = None, effects: tuple[Effect, ...] = (), value: Any = None
    ) -> None:
        self.answer = answer
        self.claim: Claim | None = None
        """What an undecided test says of sizes, where it says nothing else."""
        self.doubtful = False
        """Whether the test holds only if a value is not what it was taken for."""
        self.key = key
        self.effects = effects
        self.value = value

    def suppose(self, run: Interpreter, outcome: bool) -> None:
        """Go on as if the test had this outcome."""
        for effect in self.effects:
            effect(outcome)
        if self.key is not None:
            state.write(run.conditions, self.key, outcome)
            for container, name, joined, values in run.arms.get(self.key, ()):
                current = (
                    container.get(name, ABSENT)
                    if isinstance(container, dict)
                    else getattr(container, name, ABSENT)
                )
                if current is joined:
                    state.put(container, name, values[0 if outcome else 1])
            for size, values in run.arms.get(("sizes", self.key), ()):
                state.facts.assume(Equal(size, values[0 if outcome else 1]))


_INSPECTIONS = ("isinstance", "hasattr", "callable")


def decide(run: Interpreter, node: ast.expr, frame: Frame) -> Condition:
    """Evaluate a test."""
    found = _decided(run, node, frame)
    if found.answer is None:
        _note_asked(run, node, frame)
    return found


def _note_asked(run: Interpreter, node: ast.expr, frame: Frame) -> None:
    """Note which scalars an undecided test hands to a function: ``hasattr(x, "__len__")``, ``is_sequence(x)``."""
    names = frame.source.handed.get(node)
    if names is None:
        calls = [inner for inner in walk(node) if isinstance(inner, ast.Call)]
        names = tuple([name.id for call in calls for name in call.args if isinstance(name, ast.Name)])
        frame.source.handed[node] = names
    for name in names:
        value = frame.lookup(name)
        if type(value) is Tensor and value.shape.rank == 0:
            state.write(run.conditions, (ASKED, value), True)


def _decided(run: Interpreter, node: ast.expr, frame: Frame) -> Condition:
    if isinstance(node, ast.UnaryOp) and type(node.op) is ast.Not:
        return _negation(run, decide(run, node.operand, frame))
    if isinstance(node, ast.BoolOp):
        return _connective(run, node, frame)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _comparison(run, node, frame)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _INSPECTIONS:
        return _inspection(run, node, frame)
    return _truthiness(run, node, frame)


def _negation(run: Interpreter, inner: Condition) -> Condition:
    answer = None if inner.answer is None else not inner.answer
    found = Condition(answer, None, (lambda outcome: inner.suppose(run, not outcome),), answer)
    found.claim = None if inner.claim is None else Not(inner.claim)
    return found


def _connective(run: Interpreter, node: ast.BoolOp, frame: Frame) -> Condition:
    """`and` and `or`: a later operand is evaluated under the outcome of the earlier ones that reaches it."""
    stops = type(node.op) is ast.Or
    parts: list[Condition] = []
    answer: bool | None = not stops
    mark = state.mark()
    supposed = False
    for operand in node.values:
        part = decide(run, operand, frame)
        parts.append(part)
        if part.answer is stops:
            answer = stops
            break
        if part.answer is None:
            answer = None
            part.suppose(run, not stops)
            supposed = True
    if supposed:
        state.rollback(mark)

    def suppose(outcome: bool) -> None:
        if outcome is not stops:
            for part in parts:
                if part.answer is None:
                    part.suppose(run, outcome)
        else:
            open_parts = [part for part in parts if part.answer is None]
            if len(open_parts) == 1:
                open_parts[0].suppose(run, outcome)
            else:
                learn_one_of([part.claim for part in open_parts], outcome)

    decided = not supposed and answer is not None
    found = Condition(answer, None, (suppose,), parts[-1].value if decided else answer)
    found.doubtful = not stops and any(part.doubtful for part in parts)
    return found


def _truthiness(run: Interpreter, node: ast.expr, frame: Frame) -> Condition:
    value = run.evaluate(node, frame)
    answer = truth_of(value)
    if answer is not None:
        return Condition(answer, value=value)
    key = None
    if type(value) is Unknown and (value.name or value.reason or value.kind == "bool"):
        key = ("value", value)
        known = run.conditions.get(key)
        if known is not None:
            return Condition(known, value=value)
    effects: tuple[Effect, ...] = ()
    if type(value) is Choice:
        effects = (
            lambda outcome: _keep(run, node, frame, value, lambda v: truth_of(v) is not (not outcome)),
        )
    elif type(value) is Dim:
        claim = Equal(value, 0)
        effects = (lambda outcome: state.facts.assume(Not(claim) if outcome else claim),)
    return Condition(None, key, effects, value)


def _keep(
    run: Interpreter, node: ast.expr, frame: Frame, value: Choice, keeps: Callable[[Any], bool]
) -> None:
    """Narrow the place that a test looked at to the alternatives that fit."""
    kept = [single for single in value.values if keeps(single)]
    if kept and len(kept) < len(value.values):
        rebind(run, node, frame, choice(kept))


def rebind(run: Interpreter, node: ast.expr, frame: Frame, value: Any) -> None:
    """Write a narrowed value back to the name or attribute that a test looked at."""
    if type(node) is ast.Name:
        if node.id in frame.scope.cell:
            state.write(frame.scope.cell, node.id, value)
    elif type(node) is ast.NamedExpr:
        rebind(run, node.target, frame, value)
    elif type(node) is ast.Attribute and type(node.value) is ast.Name:
        owner = frame.lookup(node.value.id)
        if type(owner) is Instance and node.attr in owner.cell:
            state.write(owner.cell, node.attr, value)


def _comparison(run: Interpreter, node: ast.Compare, frame: Frame) -> Condition:
    from gnomon.check.operators import compare

    left = run.evaluate(node.left, frame)
    right_node = node.comparators[0]
    right = run.evaluate(right_node, frame)
    operator = type(node.ops[0])
    if type(left) is Unknown:
        left = run.conditions.get(("is", left), left)
    value = compare(run, operator, left, right, node, frame)
    answer = truth_of(value)
    if answer is None and type(right) is int:
        answer = _by_least_rank(run, operator, node.left, right, frame)
    if answer is not None:
        return Condition(answer, value=value)
    effects: list[Effect] = []
    if type(left) is Unknown and type(right) is str and operator in (ast.Eq, ast.NotEq):
        effects.append(
            lambda outcome: (
                state.write(run.conditions, ("is", left), right) if outcome is (operator is ast.Eq) else None
            )
        )
    claim = claim_of(operator, left, right)
    if claim is not None:
        effects.append(lambda outcome: state.facts.assume(claim if outcome else Not(claim)))
        if operator in (ast.Eq, ast.NotEq):
            effects.append(
                lambda outcome: (
                    None if outcome is (operator is ast.Eq) else run.world.suppose_unequal(left, right)
                )
            )
    effects.extend(_shape_effects(run, operator, node.left, left, right_node, right, frame))
    for place, held, other in ((node.left, left, right), (right_node, right, left)):
        if type(held) is Choice and operator in _TELLING:
            effects.append(_narrowing(run, operator, place, held, other, frame, place is right_node))
    if operator in (ast.Is, ast.IsNot) and right is None and type(left) is Unknown:
        effects.append(
            lambda outcome: rebind(run, node.left, frame, None) if outcome is (operator is ast.Is) else None
        )
    key = _comparison_key(operator, left, right)
    if key is not None:
        known = run.conditions.get(key)
        if known is not None:
            return Condition(known, value=known)
    found = Condition(None, key, tuple(effects), value)
    found.claim = claim
    return found


_TELLING = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_ATOMS = (str, int, float, bool, bytes, type(None))


def _comparison_key(operator: type, left: Any, right: Any) -> Any:
    if type(left) is Unknown and (left.name or left.reason) and type(right) in _ATOMS:
        return (operator, left, right)
    if type(left) is Dim and type(right) in (int, Dim):
        return (operator, left, right)
    return None


def _narrowing(
    run: Interpreter, operator: type, place: ast.expr, held: Choice, other: Any, frame: Frame, flipped: bool
) -> Effect:
    from gnomon.check.operators import compare

    def effect(outcome: bool) -> None:
        def keeps(single: Any) -> bool:
            pair = (other, single) if flipped else (single, other)
            return truth_of(compare(run, operator, *pair, None, frame)) is not (not outcome)

        _keep(run, place, frame, held, keeps)
        _keep_owner(run, place, frame, keeps)

    return effect


def _keep_owner(run: Interpreter, place: ast.expr, frame: Frame, keeps: Callable[[Any], bool]) -> None:
    """Narrow the name in a place such as `x.ndim`, `x.shape[1]` or `len(x.shape)` to what fits."""
    name = _owner_name(place)
    if name is None or name is place or name.id not in frame.scope.cell:
        return
    held = frame.scope.cell[name.id]
    if type(held) is not Choice:
        return
    given = not any(type(single) is Tensor and frame.made_here(single) for single in held.values)

    def fits(single: Any) -> bool:
        mark = state.mark()
        state.write(frame.scope.cell, name.id, single)
        try:
            return keeps(run.quietly(lambda: run.evaluate(place, frame)))
        finally:
            state.rollback(mark)

    _keep(run, name, frame, held, fits)
    if given and frame.scope.cell[name.id] is not held:
        state.write(run.conditions, (TOLD_APART, frame), True)


def _owner_name(place: ast.expr) -> ast.Name | None:
    """Return the name that an expression of attributes, constant subscripts and plain calls starts from."""
    while True:
        if isinstance(place, ast.Name):
            return place
        if isinstance(place, ast.Attribute) or (
            isinstance(place, ast.Subscript) and type(place.slice) in (ast.Constant, ast.UnaryOp)
        ):
            place = place.value
        elif isinstance(place, ast.Call) and not place.keywords:
            function, arguments = place.func, place.args
            if isinstance(function, ast.Name) and function.id == "len" and len(arguments) == 1:
                place = arguments[0]
            elif (
                isinstance(function, ast.Attribute)
                and not arguments
                and function.attr in ("dim", "size", "get_shape", "as_list")
            ):
                place = function.value
            elif (
                isinstance(function, ast.Attribute)
                and len(arguments) == 1
                and function.attr in ("ndim", "rank", "size", "shape")
            ):
                place = arguments[0]
            else:
                return None
        else:
            return None


def _shape_effects(
    run: Interpreter,
    operator: type,
    left_node: ast.expr,
    left: Any,
    right_node: ast.expr,
    right: Any,
    frame: Frame,
) -> list[Effect]:
    """Comparing a rank or a whole shape teaches the shape of the tensor."""
    if operator is not ast.Eq and operator is not ast.NotEq:
        return []
    tensor = _ranked_tensor(run, left_node, frame)
    if tensor is not None and type(right) is int:

        def learn_rank(outcome: bool) -> None:
            if outcome is (operator is ast.Eq) and tensor.shape.rank is None and 0 <= right <= 8:
                refine_rank(tensor, right)

        return [learn_rank]
    if type(left_node) is ast.Attribute and left_node.attr == "shape" and type(right) is tuple:
        owner = as_tensor(_peek(run, left_node.value, frame))
        if owner is not None and all(type(entry) in (int, Dim) for entry in right):

            def learn_shape(outcome: bool) -> None:
                if outcome is (operator is ast.Eq):
                    refine_shape(owner, Shape(right))

            return [learn_shape]
    if type(left) is tuple and type(right) is tuple and len(left) == len(right):

        def learn_sizes(outcome: bool) -> None:
            if outcome is (operator is ast.Eq):
                for a, b in zip(left, right, strict=True):
                    if type(a) in (int, Dim) and type(b) in (int, Dim):
                        state.facts.assume(Equal(a, b))

        return [learn_sizes]
    return []


def _by_least_rank(
    run: Interpreter, operator: type, place: ast.expr, number: int, frame: Frame
) -> bool | None:
    """Compare the rank of a tensor with a number where the axes that it surely has decide that."""
    tensor = _ranked_tensor(run, place, frame)
    if tensor is None or tensor.shape.rank is not None:
        return None
    least = tensor.shape.min_rank
    if operator in (ast.Eq, ast.LtE):
        return False if least > number else None
    if operator in (ast.NotEq, ast.Gt):
        return True if least > number else None
    if operator in (ast.Lt, ast.GtE) and least >= number:
        return operator is ast.GtE
    return None


def _shape_owner(node: ast.expr) -> ast.expr | None:
    """Return whose shape an expression is: ``x.shape`` or ``x.get_shape()``."""
    if type(node) is ast.Attribute and node.attr == "shape":
        return node.value
    if type(node) is ast.Call and type(node.func) is ast.Attribute and node.func.attr == "get_shape":
        return node.func.value
    return None


def _ranked_tensor(run: Interpreter, node: ast.expr, frame: Frame) -> Tensor | None:
    """Return the tensor whose rank an expression is: ``x.ndim``, ``x.dim()``, ``len(x.shape)`` ..."""
    if type(node) is ast.Attribute and node.attr in ("ndim", "rank", "ndims"):
        return as_tensor(_peek(run, _shape_owner(node.value) or node.value, frame))
    if type(node) is ast.Call:
        function = node.func
        if type(function) is ast.Attribute and function.attr in ("dim", "ndimension") and not node.args:
            return as_tensor(_peek(run, function.value, frame))
        if type(function) is ast.Attribute and function.attr in ("ndim", "rank") and len(node.args) == 1:
            module = _peek(run, function.value, frame)
            return as_tensor(_peek(run, node.args[0], frame)) if type(module) is LibraryModule else None
        if type(function) is ast.Name and function.id == "len" and len(node.args) == 1:
            inner = node.args[0]
            if type(inner) is ast.Call:
                inner = inner.func
            if type(inner) is ast.Attribute and inner.attr in ("shape", "size", "get_shape"):
                return as_tensor(_peek(run, inner.value, frame))
    return None


def _peek(run: Interpreter, node: ast.expr, frame: Frame) -> Any:
    """Look at a name or attribute without evaluating anything that could have effects."""
    if type(node) is ast.Name:
        return frame.lookup(node.id)
    if type(node) is ast.Attribute:
        owner = _peek(run, node.value, frame)
        return owner.cell.get(node.attr, ABSENT) if type(owner) is Instance else ABSENT
    return ABSENT


def as_tensor(value: Any) -> Tensor | None:
    """Return the tensor that a value is, or that is learnt about an unknown value."""
    if type(value) is Tensor:
        return value
    if type(value) is Unknown and value.name is not None:
        if value.tensor is None:
            state.write_slot(value, "tensor", Tensor(Shape.unknown()))
        return value.tensor
    return None


def refine_rank(tensor: Tensor, rank: int) -> None:
    """Learn the rank of a tensor whose rank was unknown."""
    from gnomon.shapes import symbol

    old = tensor.shape
    missing = rank - len(old.prefix) - len(old.suffix)
    if missing >= 0:
        sizes = tuple(symbol() for _ in range(missing))
        state.write_slot(tensor, "shape", Shape(old.prefix + sizes + old.suffix))
        if tensor.library == "numpy" and tensor.dtype is not None:
            state.write_slot(tensor, "dtype", None)  # rows of several lengths make an array of objects


def refine_shape(tensor: Tensor, shape: Shape) -> None:
    """Learn the whole shape of a tensor."""
    if tensor.shape.rank is None:
        state.write_slot(tensor, "shape", shape)
    elif tensor.shape.rank == shape.rank:
        for known, told in zip(tensor.shape.dims, shape.dims, strict=True):
            state.facts.assume(Equal(known, told))


def _inspection(run: Interpreter, node: ast.Call, frame: Frame) -> Condition:
    """`isinstance`, `hasattr` and `callable`: answered where certain, and narrowing the inspected name."""
    value = run.evaluate(node, frame)
    answer = truth_of(value)
    if answer is not None or not node.args:
        return Condition(answer, value=value)
    place = node.args[0]
    held = _peek(run, place, frame)
    if type(held) is Choice and node.func.id == "isinstance" and len(node.args) == 2:  # type: ignore[attr-defined]
        from gnomon.check.builtins.kinds import is_instance

        classes = run.evaluate(node.args[1], frame)

        def effect(outcome: bool) -> None:
            _keep(run, place, frame, held, lambda v: is_instance(v, classes) is not (not outcome))

        return Condition(None, None, (effect,), value)
    key = ("value", value) if type(value) is Unknown and value.name else None
    effects: tuple[Effect, ...] = ()
    if (type(held) is Tensor or isinstance(held, Modelled)) and len(node.args) == 2:
        found = Condition(None, key, (), value)
        found.doubtful = _is_of_a_library(run.evaluate(node.args[1], frame))
        return found
    if type(held) is Instance and not held.cls.has_unknown_base and node.func.id == "isinstance":  # type: ignore[attr-defined]
        effects = (lambda outcome: rebind(run, place, frame, Unknown()) if outcome else None,)
    return Condition(None, key, effects, value)


_ARRAYS = ("Tensor", "EagerTensor", "Variable", "Parameter", "Array", "DeviceArray", "Tracer", "ndarray")


def _is_of_a_library(value: Any) -> bool:
    """Whether a class of a library is none of its arrays: sparse tensors, slices with their positions ..."""
    if type(value) is tuple:
        return bool(value) and all(map(_is_of_a_library, value))
    if isinstance(value, Modelled):
        return True  # what stands for the many classes of which nothing needs to be known
    name = value.name if type(value) is LibraryFunction else getattr(value, "reason", None)
    if type(name) is tuple and name[0] == "unmodelled":
        name = name[1]
    if type(name) is not str or name.startswith("builtins."):
        return False
    return name.rpartition(".")[2] not in _ARRAYS


def branch(
    run: Interpreter, condition: Condition, then: Callable[[], bool], otherwise: Callable[[], bool]
) -> bool:
    """Run the arms of an undecided condition and go on from those that live. Returns whether any does."""
    mark = state.mark()
    deltas = []
    for outcome, arm in ((True, then), (False, otherwise)):
        condition.suppose(run, outcome)
        if arm():
            deltas.append(state.capture(mark))
        state.rollback(mark)
    if not deltas:
        return False
    joined, joiner = merge(deltas, mark)
    if condition.key is not None and len(deltas) == 2:
        run.arms[condition.key] = joined
        run.arms["sizes", condition.key] = [
            (size, values) for values, size in joiner.sizes.items() if type(size) is Dim and len(values) == 2
        ]
    return True


def is_object(value: Any) -> bool:
    """Whether a value is certainly an object that is not None."""
    return type(value) in (
        Instance,
        ListValue,
        DictValue,
        ClassValue,
        Tensor,
        tuple,
        str,
        int,
        float,
    ) or isinstance(value, Modelled)
