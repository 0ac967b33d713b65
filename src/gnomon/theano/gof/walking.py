"""Walks over graphs: what an expression needs, and in which order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any


def stack_search(
    start: deque[Any], expand: Callable[[Any], Any], mode: str = "bfs", build_inv: bool = False
) -> Any:
    """Return the nodes reached from ``start``, breadth first or depth first, each once."""
    if mode not in ("bfs", "dfs"):
        raise ValueError(f"mode should be 'bfs' or 'dfs', got {mode!r}")
    take = start.popleft if mode == "bfs" else start.pop
    seen: set[int] = set()
    found: list[Any] = []
    inverse: dict[Any, list[Any]] = {}
    while start:
        node = take()
        if id(node) in seen:
            continue
        seen.add(id(node))
        found.append(node)
        for parent in expand(node) or ():
            if build_inv:
                inverse.setdefault(parent, []).append(node)
            start.append(parent)
    return (found, inverse) if build_inv else found


def ancestors(variable_list: Iterable[Any], blockers: Iterable[Any] | None = None) -> list[Any]:
    """Return the variables that some variables depend on, themselves included, no further than ``blockers``."""
    stop = {id(variable) for variable in blockers or ()}

    def needed(variable: Any) -> Any:
        if variable.owner is not None and id(variable) not in stop:
            return reversed(variable.owner.inputs)
        return None

    found: list[Any] = stack_search(deque(variable_list), needed, "dfs")
    return found


def inputs(variable_list: Iterable[Any], blockers: Iterable[Any] | None = None) -> list[Any]:
    """Return the ancestors without an owner."""
    return [variable for variable in ancestors(variable_list, blockers) if variable.owner is None]


def variables_and_orphans(i: Sequence[Any], o: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return the variables between inputs and outputs, and the roots among them that are not inputs."""
    given = {id(variable) for variable in i}

    def needed(variable: Any) -> Any:
        if variable.owner is None or id(variable) in given:
            return None
        return [*variable.owner.outputs, *variable.owner.inputs][::-1]

    found = stack_search(deque(o), needed, "dfs")
    return found, [v for v in found if v.owner is None and id(v) not in given]


def variables(i: Sequence[Any], o: Sequence[Any]) -> list[Any]:
    """Return the variables between inputs and outputs, both included."""
    return variables_and_orphans(i, o)[0]


def orphans(i: Sequence[Any], o: Sequence[Any]) -> list[Any]:
    """Return the roots that outputs need and that are not among the inputs."""
    return variables_and_orphans(i, o)[1]


def ops(i: Sequence[Any], o: Sequence[Any]) -> set[Any]:
    """Return the applications between inputs and outputs."""
    return set(io_toposort(i, o))


def io_toposort(
    inputs: Iterable[Any], outputs: Iterable[Any], orderings: Any = None, clients: Any = None
) -> list[Any]:
    """Return the applications between inputs and outputs, each after those that it needs.

    ``orderings`` lists, for an application, others that must come before it.
    """
    before: dict[Any, Any] = orderings or {}
    given = {id(variable) for variable in inputs}
    order: list[Any] = []
    done: set[int] = set()
    for output in outputs:
        if output.owner is None or id(output) in given:
            continue
        stack = [(output.owner, False)]
        while stack:
            node, ready = stack.pop()
            if id(node) in done:
                continue
            if ready:
                done.add(id(node))
                order.append(node)
                continue
            stack.append((node, True))
            needed = [v.owner for v in node.inputs if v.owner is not None and id(v) not in given]
            needed += before.get(node, [])
            stack += [(other, False) for other in reversed(needed) if id(other) not in done]
    return order


def general_toposort(
    outputs: Any,
    deps: Callable[[Any], Any] | None,
    debug_print: bool = False,
    compute_deps_cache: Any = None,
    deps_cache: Any = None,
    clients: Any = None,
) -> list[Any]:
    """Return what objects depend on, each after what it depends on itself; a cycle is a ValueError."""
    find: Any = deps or compute_deps_cache
    outputs = outputs if isinstance(outputs, (tuple, list, deque)) else [outputs]
    order: list[Any] = []
    done: set[Any] = set()
    open_now: set[Any] = set()
    stack = [(output, False) for output in reversed(list(outputs))]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if ready:
            open_now.discard(node)
            done.add(node)
            order.append(node)
            continue
        if node in open_now:
            raise ValueError("graph contains cycles")
        open_now.add(node)
        stack.append((node, True))
        stack += [(other, False) for other in reversed(list(find(node) or ()))]
    return order


def io_connection_pattern(inputs: Sequence[Any], outputs: Sequence[Any]) -> list[list[bool]]:
    """Return, for each input, whether each output depends on it as gradients see it."""
    from gnomon.theano.gradient import connection_pattern

    places = {id(variable): {place} for place, variable in enumerate(inputs)}
    for node in io_toposort(inputs, outputs):
        connected = connection_pattern(node)
        for k, output in enumerate(node.outputs):
            found: set[int] = set()
            for j, variable in enumerate(node.inputs):
                if connected[j][k]:
                    found |= places.get(id(variable), set())
            places[id(output)] = found
    return [[place in places.get(id(output), set()) for output in outputs] for place in range(len(inputs))]


def view_roots(r: Any) -> list[Any]:
    """Return the variables whose memory a variable may share."""
    view = getattr(r.owner.op, "view_map", {}) if r.owner is not None else {}
    if isinstance(view, dict) and r.index in view:
        return [root for place in view[r.index] for root in view_roots(r.owner.inputs[place])]
    return [r]


def list_of_nodes(inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
    """Return the applications between inputs and outputs."""
    stop = {id(variable) for variable in inputs}
    start = deque([output.owner for output in outputs if output.owner is not None])
    found: list[Any] = stack_search(
        start,
        lambda node: [v.owner for v in node.inputs if v.owner is not None and id(v) not in stop],
        "dfs",
    )
    return found


def is_in_ancestors(l_node: Any, f_node: Any) -> bool:
    """Whether the application ``f_node`` is needed by the application ``l_node``."""
    return any(node is f_node for node in list_of_nodes([], l_node.outputs))
