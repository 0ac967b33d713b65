"""`map`, `reduce`, `foldl` and `foldr`: loops of a simple kind."""

from __future__ import annotations

from typing import Any

from gnomon.theano.scan_module.scan import scan


def map(
    fn: Any, sequences: Any, non_sequences: Any = None, truncate_gradient: int = -1, go_backwards: bool = False,
    mode: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Apply a function to each row of sequences."""
    return scan(
        fn,
        sequences,
        [],
        non_sequences,
        truncate_gradient=truncate_gradient,
        go_backwards=go_backwards,
        mode=mode,
        name=name,
    )


def reduce(
    fn: Any, sequences: Any, outputs_info: Any, non_sequences: Any = None, go_backwards: bool = False, mode: Any = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Apply a function along sequences and return the last of what it gives."""
    found = scan(
        fn,
        sequences,
        outputs_info,
        non_sequences,
        go_backwards=go_backwards,
        truncate_gradient=-1,
        mode=mode,
        name=name,
    )
    outs = found[0]
    if isinstance(outs, (list, tuple)):
        return [out[-1] for out in outs], found[1]
    return outs[-1], found[1]


def foldl(
    fn: Any,
    sequences: Any,
    outputs_info: Any,
    non_sequences: Any = None,
    mode: Any = None,
    name: str | None = None,
) -> Any:
    """Reduce sequences from the first row to the last."""
    return reduce(fn, sequences, outputs_info, non_sequences, go_backwards=False, mode=mode, name=name)


def foldr(
    fn: Any,
    sequences: Any,
    outputs_info: Any,
    non_sequences: Any = None,
    mode: Any = None,
    name: str | None = None,
) -> Any:
    """Reduce sequences from the last row to the first."""
    return reduce(fn, sequences, outputs_info, non_sequences, go_backwards=True, mode=mode, name=name)
