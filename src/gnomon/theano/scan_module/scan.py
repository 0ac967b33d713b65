"""`theano.scan`: loops described by a function of one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.testing_values import get_test_value
from gnomon.theano.gof.walking import inputs as roots_of
from gnomon.theano.scan_module.beginnings import after_steps
from gnomon.theano.scan_module.one_step import once
from gnomon.theano.scan_module.scan_op import Layout, Scan, first_place
from gnomon.theano.scan_module.scan_utils import until
from gnomon.theano.tensor.elementwise import cast, minimum
from gnomon.theano.tensor.variables import as_tensor_variable
from gnomon.theano.updates import OrderedUpdates


def _listed(entry: Any) -> list[Any]:
    if entry is None:
        return []
    return list(entry) if isinstance(entry, (list, tuple)) else [entry]


class _Sequence:
    """A sequence of a loop: its array and the taps that a step sees."""

    def __init__(self, entry: Any) -> None:
        given = dict(entry) if isinstance(entry, Mapping) else {"input": entry}
        if "input" not in given:
            raise ValueError('a sequence is described by {"input": array, "taps": [...]}')
        self.array = as_tensor_variable(given["input"])
        if not self.array.ndim:
            raise ValueError(f"the sequence {self.array} has no axis to step along")
        taps = given.get("taps", [0])
        self.taps = tuple(_listed(0 if taps is None else taps))
        kind = self.array.type.clone(broadcastable=self.array.type.broadcastable[1:])
        self.rows = [kind(_name(self.array, tap)) for tap in self.taps]

    @property
    def length(self) -> Any:
        """How many steps the sequence allows."""
        lost = max(0, *self.taps) - min(0, *self.taps)
        return self.array.shape[0] - lost if lost else self.array.shape[0]


def _name(array: Any, tap: int) -> str | None:
    if not array.name:
        return None
    return f"{array.name}[t{tap:+d}]" if tap else f"{array.name}[t]"


class _State:
    """An output of a loop that later steps see."""

    def __init__(self, given: Mapping[str, Any], place: int) -> None:
        self.place = place
        self.initial = as_tensor_variable(given["initial"])
        taps = given.get("taps", [-1])
        self.taps = tuple(sorted(_listed(taps)))
        if not self.taps or any(tap >= 0 for tap in self.taps):
            raise ValueError(f"All the tap values must be strictly smaller than 0: {self.taps}")
        if len(set(self.taps)) < len(self.taps):
            raise ValueError(f"a tap of the output {self.initial} is given twice: {_listed(taps)}")
        if self.taps == (-1,):
            kind = self.initial.type
        else:
            if not self.initial.ndim:
                raise ValueError(
                    f"the initial state {self.initial} needs an axis for its {len(self.taps)} taps"
                )
            kind = self.initial.type.clone(broadcastable=self.initial.type.broadcastable[1:])
        self.order = _listed(taps)
        self.rows = [kind(_name(self.initial, tap)) for tap in self.taps]

    def seen(self) -> list[Any]:
        """Return what a step sees, in the order of the taps as they are given."""
        by_tap = dict(zip(self.taps, self.rows))
        return [by_tap[tap] for tap in self.order]


def _described(outputs_info: Any) -> list[dict[str, Any] | None]:
    found: list[dict[str, Any] | None] = []
    for entry in _listed(outputs_info):
        if entry is None:
            found.append(None)
            continue
        given = dict(entry) if isinstance(entry, Mapping) else {"initial": entry}
        if given.get("taps", [-1]) is None and given.get("initial") is not None:
            raise ValueError(
                "If you are using slices of an output you need to provide a initial state for it"
            )
        if given.get("initial") is None:
            if given.get("taps"):
                raise ValueError(
                    "If you are using slices of an output you need to provide a initial state for it"
                )
            found.append(None)
            continue
        found.append(given)
    return found


def _of_step(result: Any) -> tuple[list[Any], list[tuple[Any, Any]], Any]:
    """Return the outputs, updates and end condition that the function of a step returns."""
    entries = list(result) if isinstance(result, tuple) else [result]
    outputs: list[Any] = []
    updates: list[tuple[Any, Any]] = []
    condition = None
    if isinstance(result, list):
        entries = [result]
    if len(entries) > 1 and not any(_special(entry) for entry in entries):
        return [as_tensor_variable(entry) for entry in entries], [], None
    for entry in entries:
        if isinstance(entry, until):
            condition = entry.condition
        elif isinstance(entry, Mapping):
            updates += list(entry.items())
        elif isinstance(entry, (list, tuple)):
            pairs = bool(entry) and all(_is_pair(pair) for pair in entry)
            if pairs:
                updates += [(old, new) for old, new in entry]
            elif len(entry) == 2 and isinstance(entry[-1], Mapping):
                outputs += [as_tensor_variable(out) for out in _listed(entry[0])]
                updates += list(entry[1].items())
            else:
                outputs += [as_tensor_variable(out) for out in entry]
        elif entry is not None:
            outputs.append(as_tensor_variable(entry))
    return outputs, updates, condition


def _special(entry: Any) -> bool:
    return isinstance(entry, (until, Mapping, list, tuple)) or entry is None


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[0], SharedVariable)


def scan(
    fn: Any,
    sequences: Any = None,
    outputs_info: Any = None,
    non_sequences: Any = None,
    n_steps: Any = None,
    truncate_gradient: int = -1,
    go_backwards: bool = False,
    mode: Any = None,
    name: str | None = None,
    profile: Any = False,
    allow_gc: Any = None,
    strict: bool = False,
    return_list: bool = False,
    again: bool = False,
) -> tuple[Any, OrderedUpdates]:
    """Apply a function of one step along sequences, feeding what it gives back to it; returns outputs and updates.

    ``fn`` takes the rows of ``sequences`` (each a variable, or {"input": variable, "taps": [...]}), then earlier outputs
    (``outputs_info``: an initial state, {"initial": ..., "taps": [...]}, or None where none is seen), then ``non_sequences``.
    It returns outputs, perhaps updates of shared variables, perhaps ``until(condition)``. Outputs are stacked along a new first
    axis. With ``again`` gradients compute anew what a step did between its inputs and outputs, to save memory.
    """
    rows = [_Sequence(entry) for entry in _listed(sequences)]
    described = _described(outputs_info)
    states = [_State(given, place) for place, given in enumerate(described) if given is not None]
    constants = [
        as_tensor_variable(entry) if not isinstance(entry, Variable) else entry
        for entry in _listed(non_sequences)
    ]
    arguments = [row for sequence in rows for row in sequence.rows]
    arguments += [row for state in states for row in state.seen()]
    if config.compute_test_value != "off":
        _give_test_values(rows, states, go_backwards)
    outputs, updates, condition = _of_step(fn(*arguments, *constants))
    if described and len(outputs) != len(described):
        if len(outputs) < len(described):
            raise ValueError(
                f"outputs_info describes {len(described)} outputs, but fn returns {len(outputs)}"
            )
        if outputs_info is not None:
            raise ValueError(
                f"outputs_info describes {len(described)} outputs, but fn returns {len(outputs)}"
            )
    updates = _with_defaults(outputs, updates, condition, constants)
    if _is_one(n_steps):
        return once(rows, states, outputs, updates, go_backwards, return_list)
    steps = _steps(n_steps, rows, condition)
    return _applied(
        rows, states, outputs, updates, condition, steps, constants,
        go_backwards, truncate_gradient, name, profile, strict, return_list, again,
    )  # fmt: skip


def _give_test_values(rows: Sequence[_Sequence], states: Sequence[_State], backwards: bool) -> None:
    """Give what the first step sees test values, where the sequences and initial states have some."""
    for sequence in rows:
        for tap, row in zip(sequence.taps, sequence.rows):
            with suppress(AttributeError, IndexError):
                values = get_test_value(sequence.array)
                values = values[::-1] if backwards else values
                row.tag.test_value = values[first_place(tap, sequence.taps, backwards)]
    for state in states:
        for tap, row in zip(state.taps, state.rows):
            with suppress(AttributeError, IndexError):
                value = get_test_value(state.initial)
                row.tag.test_value = value if state.taps == (-1,) else value[tap - state.taps[0]]


def _with_defaults(
    outputs: list[Any], updates: list[Any], condition: Any, constants: Sequence[Any]
) -> list[Any]:
    """Return updates with those that shared variables of a step bring by themselves; constants are computed before."""
    known = {old for old, _ in updates}
    ends = [*outputs, *[new for _, new in updates], *([condition] if condition is not None else [])]
    found = list(updates)
    for variable in roots_of(ends, [entry for entry in constants if entry.owner is not None]):
        if (
            isinstance(variable, SharedVariable)
            and variable.default_update is not None
            and variable not in known
        ):
            found.append((variable, variable.default_update))
    return [(old, old.type.filter_variable(new)) for old, new in found]


def _is_one(n_steps: Any) -> bool:
    """Whether a loop makes one step: none is needed then, and a state may change its dtype."""
    known = n_steps.data if isinstance(n_steps, Constant) else n_steps
    return isinstance(known, (int, np.integer, np.ndarray)) and not np.ndim(known) and int(known) == 1


def _steps(n_steps: Any, rows: Sequence[_Sequence], condition: Any) -> Any:
    """Return how many steps there are at most."""
    if n_steps is not None:
        if isinstance(n_steps, float) and not n_steps.is_integer():
            raise ValueError("n_steps must be an int. dtype provided is float64")
        given = as_tensor_variable(n_steps)
        if given.dtype.startswith(("float", "complex")):
            raise ValueError(f"n_steps must be an int. dtype provided is {given.dtype}")
        return cast(given, "int64")
    if not rows:
        raise ValueError(
            "scan does not know how many steps to make: give n_steps, or a sequence whose rows are the steps"
        )
    steps = rows[0].length
    for sequence in rows[1:]:
        steps = minimum(steps, sequence.length)
    return cast(steps, "int64")


def _applied(
    rows: list[_Sequence],
    states: list[_State],
    outputs: list[Any],
    updates: list[Any],
    condition: Any,
    steps: Any,
    constants: list[Any],
    backwards: bool,
    truncate: int,
    name: str | None,
    profile: Any,
    strict: bool,
    return_list: bool,
    again: bool,
) -> tuple[Any, OrderedUpdates]:
    """Return the results of a loop, in the order in which its function gives them."""
    places = {state.place: state for state in states}
    kept = [_as_state(places[place], out) for place, out in enumerate(outputs) if place in places]
    collected = [out for place, out in enumerate(outputs) if place not in places]
    inner_outputs = [*kept, *collected, *[new for _, new in updates]]
    if condition is not None:
        inner_outputs.append(condition)
    inner_inputs = [row for sequence in rows for row in sequence.rows]
    inner_inputs += [row for state in states for row in state.rows]
    targets = [old for old, _ in updates]
    inner_inputs += targets
    known = set(inner_inputs)
    outside = [v for v in _outside(inner_outputs, known, constants) if not isinstance(v, Constant)]
    if strict:
        undeclared = _undeclared(outside, constants)
        if undeclared:
            from gnomon.theano.gof.fg import MissingInputError

            raise MissingInputError(
                f"scan is strict, but its function uses {undeclared[0]}, which is not among non_sequences",
                undeclared[0],
            )
    layout = Layout(
        tuple([sequence.taps for sequence in rows]),
        tuple([state.taps for state in states]),
        len(collected),
        len(targets),
        condition is not None,
        bool(backwards),
        truncate,
        again,
    )
    op = Scan([*inner_inputs, *outside], inner_outputs, layout, name, profile)
    outer = [sequence.array for sequence in rows] + [state.initial for state in states] + targets + outside
    found = op(steps, *outer, return_list=True)
    ordered: list[Any] = []
    after = [after_steps(s.initial, s.taps, values) for s, values in zip(states, found)]
    from_states, rest = iter(after), iter(found[len(states) : len(states) + len(collected)])
    for place in range(len(outputs)):
        ordered.append(next(from_states) if place in places else next(rest))
    changes = OrderedUpdates(zip(targets, found[len(states) + len(collected) :]))
    if return_list:
        return ordered, changes
    return (ordered[0] if len(ordered) == 1 else ordered or None), changes


def _outside(ends: Sequence[Any], known: set[Any], constants: Sequence[Any] = ()) -> list[Any]:
    """Return the variables that a step needs and that do not depend on what it sees, as constants do not."""
    from gnomon.theano.gof.walking import ancestors

    fixed = [entry for entry in constants if entry.owner is not None and entry not in known]
    found = ancestors(ends, {*known, *fixed})
    depends: dict[Any, bool] = dict.fromkeys(fixed, False)
    for variable in reversed(found):
        _depends(variable, known, depends)
    edge: list[Any] = []
    seen: set[Any] = set()
    stack = list(ends)
    while stack:
        variable = stack.pop()
        if variable in seen or variable in known:
            continue
        seen.add(variable)
        if not _depends(variable, known, depends):
            edge.append(variable)
        elif variable.owner is not None:
            stack += variable.owner.inputs
    return edge[::-1]


def _depends(variable: Any, known: set[Any], memo: dict[Any, bool]) -> bool:
    stack = [variable]
    while stack:
        top = stack[-1]
        if top in memo:
            stack.pop()
            continue
        if top in known:
            memo[top] = True
            stack.pop()
            continue
        inputs = [] if top.owner is None else top.owner.inputs
        missing = [v for v in inputs if v not in memo]
        if missing:
            stack += missing
            continue
        memo[top] = any(memo[v] for v in inputs)
        stack.pop()
    return memo[variable]


def _undeclared(needed: Sequence[Any], constants: Sequence[Any]) -> list[Any]:
    """Return the shared variables that a loop needs beside its constants."""
    from gnomon.theano.gof.walking import ancestors

    given = set(constants)
    return [v for v in ancestors(needed, given) if isinstance(v, SharedVariable) and v not in given]


def _as_state(state: _State, out: Any) -> Any:
    """Return an output of a step in the type of the state that it becomes."""
    wanted = state.rows[0].type
    if out.type == wanted:
        return out
    if out.dtype != wanted.dtype:
        from gnomon.theano.scalar.types import upcast

        if upcast(out.dtype, wanted.dtype) != wanted.dtype:
            raise ValueError(
                f"the state {state.initial} (entry {state.place} of outputs_info) begins with dtype {wanted.dtype}, but a step "
                f"gives {out.dtype}, which does not fit: cast what fn returns, or begin with {out.dtype}"
            )
        out = cast(out, wanted.dtype)
    if out.ndim != wanted.ndim:
        raise ValueError(
            f"the state {state.initial} (entry {state.place} of outputs_info) begins with {wanted.ndim} axes, but a step gives "
            f"{out.ndim}"
        )
    from gnomon.theano.tensor.broadcasting import patternbroadcast

    return patternbroadcast(out, wanted.broadcastable)
