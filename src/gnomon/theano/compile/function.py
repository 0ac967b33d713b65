"""`theano.function`: a program's expressions as a function, compiled by Gnomon."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.theano.compile.copies import pairs_of, replaced
from gnomon.theano.compile.io import In, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.mode import get_mode
from gnomon.theano.compile.overwriting import overwritten_inputs
from gnomon.theano.compile.profiled import Profiled
from gnomon.theano.compile.running import Function
from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.gof.utils import user_trace
from gnomon.theano.gof.walking import ancestors


class UnusedInputError(Exception):
    """An input that no output needs."""


class AliasedMemoryError(Exception):
    """Memory that two things share although they may not."""


def function(
    inputs: Any,
    outputs: Any = None,
    mode: Any = None,
    updates: Any = None,
    givens: Any = None,
    no_default_updates: Any = False,
    accept_inplace: bool = False,
    name: str | None = None,
    rebuild_strict: bool = True,
    allow_input_downcast: bool | None = None,
    profile: Any = None,
    on_unused_input: str | None = None,
) -> Function:
    """Return a function of ``inputs`` that gives ``outputs`` and updates shared variables.

    ``outputs`` is a variable, a list, or a dictionary of variables by name. ``updates`` are pairs of a shared variable and its
    next value, ``givens`` pairs of variables and what stands for them.
    """
    if not isinstance(inputs, (list, tuple)):
        raise Exception(
            "Inputs variable of a Theano function should be contained in a list, even when there is a single input."
        )
    listed = [_input(entry, allow_input_downcast) for entry in inputs]
    _check_inputs(listed)
    keys, outs = _outputs(outputs)
    wrapped = [out if isinstance(out, SymbolicOutput) else SymbolicOutput(_variable(out)) for out in outs]
    pairs = _updates(updates, rebuild_strict)
    pairs += [(entry.variable, entry.update) for entry in listed if entry.update is not None]
    given = _givens(givens, {entry.variable for entry in listed})
    wanted = replaced([out.variable for out in wrapped], given, rebuild_strict)
    new_values = replaced([new for _, new in pairs], given, rebuild_strict)
    pairs = [(old, new) for (old, _), new in zip(pairs, new_values)]
    pairs = _with_defaults(wanted, pairs, given, no_default_updates, [entry.variable for entry in listed])
    _check_used(listed, wanted, pairs, on_unused_input or config.on_unused_input, given)
    name = name or _place_of_caller()
    how = get_mode(mode)
    rewritten = how.rewrite(listed, [*wanted, *[new for _, new in pairs]])
    wanted, new_values = rewritten[: len(wanted)], rewritten[len(wanted) :]
    pairs = [(old, new) for (old, _), new in zip(pairs, new_values)]
    kind = Profiled if profile else Function
    made = kind(listed, wanted, pairs, keys, outputs, how, name, profile, [out.borrow for out in wrapped])
    made.overwritten = overwritten_inputs(listed, wanted, accept_inplace)
    return made


def function_dump(
    filename: str, inputs: Any, outputs: Any = None, extra_tag_to_remove: Any = None, **named: Any
) -> None:
    """Write the arguments of `function` to a file, from which ``function(**pickle.load(file))`` makes it elsewhere."""
    with Path(filename).open("wb") as file:
        pickle.dump({"inputs": inputs, "outputs": outputs, **named}, file)


def _place_of_caller() -> str | None:
    """Return the user's line that makes a function, as its name."""
    lines = user_trace(1)
    return f"{lines[0][0][0]}:{lines[0][0][1]}" if lines else None


def _input(entry: Any, downcast: bool | None) -> Any:
    if isinstance(entry, SymbolicInput):
        if entry.allow_downcast is None and downcast is not None:
            entry.allow_downcast = downcast
        return entry
    if isinstance(entry, (list, tuple)):
        return _shortened(entry, downcast)
    if isinstance(entry, Constant):
        raise TypeError("Cannot have a constant as an input to a function", entry)
    if not isinstance(entry, Variable):
        raise TypeError(f"Unknown parameter type: {type(entry)}: an input is a variable, not {entry!r}")
    return In(entry, allow_downcast=downcast)


def _shortened(entry: Any, downcast: bool | None) -> In:
    """Return the input that a short form means: (name, variable), (variable, value), (name, variable, value).

    A pair (variable, update) may stand for the variable.
    """
    parts = list(entry)
    name = parts.pop(0) if parts and isinstance(parts[0], str) else None
    target = parts.pop(0) if parts else None
    variable, update = target, None
    if isinstance(target, (list, tuple)) and len(target) == 2:
        variable, update = target
    if not isinstance(variable, Variable) or len(parts) > 1 or (name is None and not parts):
        raise TypeError(f"an input is a variable or In(variable), not {entry!r}")
    value = parts[0] if parts else None
    return In(variable, name=name, value=value, update=update, allow_downcast=downcast)


def _check_inputs(listed: list[Any]) -> None:
    seen: set[Any] = set()
    for entry in listed:
        variable = entry.variable
        if isinstance(variable, Constant):
            raise TypeError("Cannot have a constant as an input to a function", variable)
        if isinstance(variable, SharedVariable):
            raise TypeError(
                f"Cannot use a shared variable ({variable}) as explicit input. Consider substituting a non-shared variable via "
                "the `givens` parameter"
            )
        if variable in seen:
            raise UnusedInputError(
                f"theano.function was asked to create a function with the same variable ({variable}) listed twice"
            )
        seen.add(variable)


def _outputs(outputs: Any) -> tuple[list[str] | None, list[Any]]:
    if outputs is None:
        return None, []
    if isinstance(outputs, Mapping):
        for key in outputs:
            if not isinstance(key, str):
                raise AssertionError(f"the keys of outputs must be strings, got {key!r}")
        keys = sorted(outputs)
        return keys, [outputs[key] for key in keys]
    return None, list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


def _variable(out: Any) -> Any:
    if isinstance(out, Variable):
        return out
    from gnomon.theano.gof.graph import Apply

    if isinstance(out, Apply):
        return out.default_output()
    raise TypeError(f"Outputs must be theano Variable or Out instances. Received {out!r} of type {type(out)}")


def _updates(updates: Any, strict: bool) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    seen: set[Any] = set()
    for old, new in pairs_of(updates):
        if not isinstance(old, SharedVariable):
            raise TypeError(f"update target must be a SharedVariable, got {old}")
        if old in seen:
            raise ValueError(f"this shared variable already has an update expression: {old} has two updates")
        seen.add(old)
        found.append((old, _new_value(old, new)))
    return found


def _new_value(old: Any, new: Any) -> Any:
    try:
        return old.type.filter_variable(new, allow_convert=False)
    except TypeError:
        raise TypeError(
            f"An update must have the same type as the original shared variable (shared_var={old}, "
            f"shared_var.type={old.type}, update_val={new}, update_val.type={getattr(new, 'type', None)}). If the difference is "
            "related to the broadcast pattern, you can call the tensor.unbroadcast(var, axis_to_unbroadcast[, ...]) function "
            "to remove broadcastable dimensions."
        ) from None


def _givens(givens: Any, inputs: set[Any]) -> list[tuple[Any, Any]]:
    pairs = pairs_of(givens)
    for old, _ in pairs:
        if old in inputs:
            raise RuntimeError(
                f"You are trying to replace variable '{old}' through the `givens` parameter, but this variable is an input to "
                "your function: remove it from the inputs, or do not replace it"
            )
    return pairs


def _with_defaults(
    wanted: list[Any], pairs: list[Any], given: list[Any], without: Any, inputs: Sequence[Any] = ()
) -> list[tuple[Any, Any]]:
    """Return the updates with those that shared variables bring by themselves."""
    if without is True:
        return pairs
    if without is not False and not isinstance(without, (list, tuple, set)):
        raise TypeError(f"no_default_updates should be either a bool or a list, got {without!r}")
    left_out = set(without) if isinstance(without, (list, tuple, set)) else set()
    done = {old for old, _ in pairs}
    while True:
        needed = ancestors([*wanted, *[new for _, new in pairs]], inputs)
        fresh = [
            v
            for v in needed
            if isinstance(v, SharedVariable)
            and v.default_update is not None
            and v not in done
            and v not in left_out
        ]
        if not fresh:
            return pairs
        for shared in fresh:
            done.add(shared)
            (new,) = replaced([shared.type.filter_variable(shared.default_update)], given)
            pairs = [*pairs, (shared, new)]


def _check_used(listed: list[Any], wanted: list[Any], pairs: list[Any], action: str, given: Any) -> None:
    results = [*wanted, *[new for _, new in pairs]]
    used = set(ancestors(results, [entry.variable for entry in listed]))
    of = [getattr(variable.tag, "derivative_of", None) for variable in used]
    used |= set(ancestors([variable for variable in of if variable is not None]))
    used |= set(ancestors([new for _, new in given if isinstance(new, Variable)]))
    for place, entry in enumerate(listed):
        if entry.variable in used or entry.update is not None:
            continue
        message = (
            "theano.function was asked to create a function computing outputs given certain inputs, but the provided input "
            f"variable at index {place} is not part of the computational graph needed to compute the outputs: {entry.variable}.\n"
            "To make this error into a warning, you can pass the parameter on_unused_input='warn' to theano.function. To "
            "disable it completely, use on_unused_input='ignore'."
        )
        if action == "raise":
            raise UnusedInputError(message)
        if action == "warn":
            warnings.warn(message, stacklevel=4)
        elif action != "ignore":
            raise ValueError(f"Invalid value for keyword on_unused_input of theano.function: '{action}'.")
