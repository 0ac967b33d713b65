"""Functions with shared variables, under their old names."""

from __future__ import annotations

from typing import Any

from gnomon.theano.compile.copies import clone, pairs_of, replaced
from gnomon.theano.compile.function import UnusedInputError, function
from gnomon.theano.compile.io import In, Out, Param


def pfunc(params: Any, outputs: Any = None, mode: Any = None, updates: Any = None, **named: Any) -> Any:
    """Return a function of variables (`theano.function`)."""
    if not isinstance(params, (list, tuple)):
        raise Exception("in pfunc() the first argument must be a list or a tuple")
    return function(params, outputs, mode=mode, updates=updates, **named)


def rebuild_collect_shared(
    outputs: Any,
    inputs: Any = None,
    replace: Any = None,
    updates: Any = None,
    rebuild_strict: bool = True,
    copy_inputs_over: bool = True,
    no_default_updates: bool = False,
) -> Any:
    """Return inputs, copies of outputs with variables replaced, and what the shared variables among them become."""
    from gnomon.theano.compile.function import _with_defaults
    from gnomon.theano.compile.sharedvalue import SharedVariable
    from gnomon.theano.gof.walking import inputs as roots_of

    listed = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    given = list(inputs or [])
    pairs = pairs_of(replace)
    if not copy_inputs_over:
        pairs = [*pairs, *[(entry, entry.clone()) for entry in given]]
    memo: dict[Any, Any] = {}
    found = replaced(listed, pairs, rebuild_strict, memo)
    changes = _with_defaults(found, pairs_of(updates), pairs, no_default_updates)
    shared = [v for v in roots_of([*found, *[new for _, new in changes]]) if isinstance(v, SharedVariable)]
    outs = found if isinstance(outputs, (list, tuple)) else found[0]
    return (
        [memo.get(entry, entry) for entry in given],
        outs,
        [memo, dict(changes), dict(changes), [o for o, _ in changes], shared],
    )


__all__ = ["In", "Out", "Param", "UnusedInputError", "clone", "pfunc", "rebuild_collect_shared"]
