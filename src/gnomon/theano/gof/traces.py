"""Where the user's program made variables: from those that were to those that stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gnomon.theano.gof.graph import nodes_constructed


def copy_stack_trace(from_var: Any, to_var: Any) -> Any:
    """Let variables, one or a list, say that they come from where others come from besides."""
    before: list[Any] = []
    for variable in from_var if isinstance(from_var, list) else [from_var]:
        before += listed(getattr(variable.tag, "trace", []))
    for variable in to_var if isinstance(to_var, list) else [to_var]:
        variable.tag.trace = listed(getattr(variable.tag, "trace", [])) + before
    return to_var


def listed(trace: Any) -> list[Any]:
    """Return traces as a list of them; a single one is a list of its lines."""
    found = list(trace or [])
    return [found] if found and isinstance(found[0], tuple) else found


@contextmanager
def inherit_stack_trace(from_var: Any) -> Iterator[None]:
    """Let what is made inside come from where some variables come from."""
    with nodes_constructed() as made:
        yield
    copy_stack_trace(from_var, made)
