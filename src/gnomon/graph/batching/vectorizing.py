"""`gn.vectorize`: a function of cores (scalars, vectors, matrices ...) over all axes in front of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial, wraps
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.api import vmap
from gnomon.graph.batching.arguments import Numbers, parameter_names
from gnomon.graph.batching.registry import ops
from gnomon.graph.batching.signature import Signature, broadcast_loops, loop_shapes, parse_signature
from gnomon.graph.constants import as_array
from gnomon.graph.errors import ArgumentError, BatchingError
from gnomon.graph.sites import user_site
from gnomon.shapes import NO, Equal, Facts, Shape


def vectorize(
    function: Any = None, *, signature: str | None = None, excluded: Collection[int | str] = ()
) -> Callable[..., Any]:
    """Return the function that applies a function to the cores of arrays, whose other axes broadcast.

    The signature, as NumPy writes it, names the axes of each core; without one, cores are scalars. ``excluded``
    are positions and names of arguments that are passed as they are. All cores are computed at once, see `vmap`.

    >>> import gnomon as gn, numpy as np
    >>> distance = vectorize(lambda a, b: gn.sqrt(gn.sum((a - b) ** 2)), signature="(n),(n)->()")
    >>> distance(np.zeros((4, 1, 3)), np.ones((5, 3))).shape
    (4, 5)
    """
    if function is None:
        return partial(vectorize, signature=signature, excluded=excluded)
    if not callable(function) or isinstance(function, Array):
        raise ArgumentError(f"vectorize takes a function, got {function!r}", user_site())
    parsed = None if signature is None else parse_signature(signature)

    @wraps(function, updated=())
    def vectorized(*arguments: Any, **named: Any) -> Any:
        kept = {k for k in range(len(arguments)) if k in excluded}
        words = {name: value for name, value in named.items() if name in excluded}
        rest = [name for name in named if name not in words]
        values = [value for k, value in enumerate(arguments) if k not in kept] + [named[n] for n in rest]
        names = parameter_names(function, len(arguments))
        labels = [name for k, name in enumerate(names) if k not in kept] + rest

        def on_cores(*cores: Any) -> Any:
            given = iter(cores)
            inputs = [value if k in kept else next(given) for k, value in enumerate(arguments)]
            result = function(*inputs, **words, **dict(zip(rest, given)))
            return _held_to(parsed, signature, cores, result)

        return _over_loops(on_cores, labels, values, parsed, signature)

    return vectorized


def _over_loops(
    on_cores: Callable[..., Any],
    names: list[str],
    values: list[Any],
    parsed: Signature | None,
    text: str | None,
) -> Any:
    """Map a function over each loop axis, the last one innermost; what lacks an axis is the same along it."""
    cores = parsed.inputs if parsed is not None else ((),) * len(values)
    if len(cores) != len(values):
        raise ArgumentError(
            f"vectorize: {text} has {len(cores)} inputs, but {len(values)} arguments are given", user_site()
        )
    for name, value in zip(names, values):
        if not isinstance(value, (Array, list, tuple, *Numbers)) and not hasattr(value, "__array__"):
            raise ArgumentError(
                f"vectorize: {name} is a {type(value).__name__}, which is no array",
                user_site(),
                f"excluded={{{name!r}}} passes it as it is",
            )
    arrays = [as_array(value) for value in values]
    loops = loop_shapes(names, arrays, cores, text or "()")
    sizes = broadcast_loops(names, loops)
    mapped = on_cores
    plans: list[tuple[int | None, ...]] = []
    for back in range(-len(sizes), 0):
        plans.append(tuple([_front(loop, back) for loop in loops]))
    kept = [_squeezed(array, loop) for array, loop in zip(arrays, loops)]
    for axes, size in reversed(list(zip(plans, sizes))):
        mapped = vmap(_named(mapped, names), in_axes=axes, axis_size=size)
    return mapped(*kept)


def _front(loop: tuple[Any, ...], back: int) -> int | None:
    """Return that an array has a loop axis, which is its first once those before are mapped."""
    return 0 if -back <= len(loop) and not _is_one(loop[back]) else None


def _is_one(size: Any) -> bool:
    return type(size) is int and size == 1


def _squeezed(array: Array, loop: tuple[Any, ...]) -> Array:
    """Drop the loop axes of size 1, which stretch."""
    ones = tuple([k for k, size in enumerate(loop) if _is_one(size)])
    return ops.squeeze(array, axis=ones) if ones else array


def _named(function: Callable[..., Any], names: list[str]) -> Callable[..., Any]:
    """Let messages call the arguments by their names."""
    from inspect import Parameter, Signature

    def call(*cores: Any) -> Any:
        return function(*cores)

    if all(name.isidentifier() for name in names) and len(set(names)) == len(names):
        call.__signature__ = Signature([Parameter(n, Parameter.POSITIONAL_OR_KEYWORD) for n in names])  # type: ignore[attr-defined]
    return call


def _held_to(parsed: Signature | None, text: str | None, cores: tuple[Any, ...], result: Any) -> Any:
    """Hold the results for one core against the signature."""
    if parsed is None:
        return result
    listed = result if isinstance(result, tuple) else (result,)
    if len(listed) != len(parsed.outputs):
        raise BatchingError(
            f"vectorize: {text} has {len(parsed.outputs)} outputs, but the function gives {len(listed)}",
            user_site(),
        )
    known = {
        label: size
        for core, labels in zip(cores, parsed.inputs)
        for label, size in zip(labels, core.shape.dims)
    }
    for value, labels in zip(listed, parsed.outputs):
        dims = as_array(value).shape.dims
        fits = len(dims) == len(labels) and all(
            Equal(size, known.setdefault(label, size)).ask(Facts()) is not NO
            for size, label in zip(dims, labels)
        )
        if not fits:
            sizes = ", ".join(f"{label}={known.get(label, '?')}" for label in labels)
            raise BatchingError(
                f"vectorize: the function gives shape {Shape(dims)} where {text} says ({','.join(labels)})"
                + (f", with {sizes}" if sizes else ""),
                user_site(),
            )
    return result
