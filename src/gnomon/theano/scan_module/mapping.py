"""`map_variables`: programs with variables replaced, inside of loops and of operations made of expressions too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from gnomon.theano.gof.graph import Constant
from gnomon.theano.gof.walking import inputs as roots_of
from gnomon.theano.gof.walking import io_toposort, variables

Replacer = Callable[[Any], Any]


def map_variables(replacer: Replacer, graphs: Any, additional_inputs: Any = None) -> list[Any]:
    """Return programs with each variable replaced by what a function gives for it; the same variable leaves it."""
    return mapped(replacer, list(graphs), ())


def mapped(replacer: Replacer, outputs: Sequence[Any], ends: Collection[Any]) -> list[Any]:
    """Return expressions with their variables replaced; ``ends`` stay, and nothing behind them is looked at."""
    known: dict[Any, Any] = {end: end for end in ends}
    for variable in variables(list(ends), outputs):
        if variable.owner is None and variable not in known:
            known[variable] = _replaced(replacer, variable, variable)
    for node in io_toposort(list(ends), outputs):
        found = _applied(replacer, node, [known.get(entry, entry) for entry in node.inputs])
        for old, new in zip(node.outputs, found):
            known[old] = _replaced(replacer, old, new)
    return [known.get(output, output) for output in outputs]


def _replaced(replacer: Replacer, old: Any, new: Any) -> Any:
    given = replacer(old)
    return new if given is old else old.type.filter_variable(given)


def _applied(replacer: Replacer, node: Any, inputs: list[Any]) -> list[Any]:
    """Return an application to other inputs, whose operation is another one if it has expressions inside that change."""
    inside = getattr(node.op, "mapped_inside", None)
    found = None if inside is None else inside(replacer)
    if found is not None:
        op, more = found
        outputs: list[Any] = op(*inputs, *more, return_list=True)
        return outputs
    if all(new is old for new, old in zip(inputs, node.inputs)):
        return list(node.outputs)
    return list(node.clone_with_new_inputs(inputs, strict=False).outputs)


def inside_mapped(
    replacer: Replacer, formal: Sequence[Any], own: Collection[Any], outputs: Sequence[Any]
) -> tuple[list[Any], list[Any]] | None:
    """Return the outputs of an inner graph with variables replaced, and what they need from outside besides.

    ``formal`` are its inputs, of which ``own`` are no variables of the graph outside. None where nothing changes.
    """
    from gnomon.theano.compile.copies import replaced
    from gnomon.theano.scan_module.scan import _outside

    pairs = [(entry, _replaced(replacer, entry, entry)) for entry in own]
    found = replaced(mapped(replacer, outputs, formal), [(old, new) for old, new in pairs if new is not old])
    if all(new is old for new, old in zip(found, outputs)):
        return None
    _check_updates(found, formal)
    more = [v for v in _outside(found, set(formal)) if not isinstance(v, Constant)]
    return found, more


def _check_updates(outputs: Sequence[Any], formal: Collection[Any]) -> None:
    """Refuse shared variables that are updated wherever they are used: how often they are would change."""
    for variable in roots_of(outputs):
        update = getattr(variable, "update", None) or getattr(variable, "default_update", None)
        if update is not None:
            raise NotImplementedError(
                f"map_variables cannot change an inner graph that uses {variable}, which is updated where it is used"
            )
