"""Running a finished graph: fetches are computed again with what is fed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.models.api import (
    DictValue,
    Dim,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    host,
    modelled,
    state,
    unknown_of,
)
from gnomon.models.tensorflow.common import current_root, is_tensor
from gnomon.models.tensorflow.feeds import fed, settled
from gnomon.shapes import Symbol

REMEMBERED = 200
"""How many finished runs are remembered, so that a loop does not compute the graph each time."""
LIMIT = 400
"""How many runs of a program are computed; later ones give what the graph says without them."""


@modelled("tensorflow.Operation")
class Operation(Modelled):
    """A node of the graph that is run for its effect, such as a training step."""

    def __init__(self, *inputs: Any) -> None:
        self.inputs = tuple(inputs)

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Run the operation."""
        run_graph(self, feed_dict, 0)

    run.raw = True  # type: ignore[attr-defined]

    @property
    def name(self) -> Any:
        """The name of the node."""
        return unknown_of("str")


def operation(*inputs: Any) -> Operation:
    """Return an operation that depends on these values."""
    return Operation(*inputs)


class _Runs:
    """Runs of the present root that gave no report, by what was fetched and what was fed."""

    def __init__(self) -> None:
        self.root: Any = None
        self.finished: dict[Any, Any] = {}
        self.count = 0

    def find(self, key: Any) -> Any:
        """Return what is remembered of a run like this one."""
        if self.root is not current_root():
            self.root, self.finished, self.count = current_root(), {}, 0
        return self.finished.get(key)

    def keep(self, key: Any, value: Any) -> None:
        """Remember a run."""
        if len(self.finished) < REMEMBERED:
            self.finished[key] = value


_runs = _Runs()


def run_graph(fetches: Any, feed_dict: Any, position: int) -> Any:
    """Compute fetches with values fed; errors of the run are reported where the graph was built."""
    substitution = fed(feed_dict, position)
    leaves: list[Any] = []
    _collect(fetches, leaves)
    names: dict[Symbol, Dim] = {}
    key = (
        tuple(map(id, leaves)),
        tuple((name, *_pattern(value, names)) for name, value in substitution.items()),
    )
    kept = _runs.find(key)
    renamed: dict[Symbol, Any] = {}
    if kept is not None:
        values, symbols = kept[:2]
        renamed = dict(zip(symbols, names.values(), strict=True))
    else:
        values = _computed_once(leaves, substitution, key, names, feed_dict)
    known: dict[Symbol, Any] = {}
    made = iter([_number(value, known, renamed) for value in values])
    return _assembled(fetches, lambda: next(made))


def _computed_once(
    leaves: list[Any], substitution: dict[int, Any], key: Any, names: dict[Symbol, Dim], feed_dict: Any
) -> Any:
    """Compute a run that is not remembered, report what it finds, and remember it if that is nothing."""
    _runs.count += 1
    if _runs.count > LIMIT:
        return tuple(leaves)
    values, found = host.reporter.collect(lambda: _replayed(leaves, substitution))
    if _replaces_unrecorded(substitution, feed_dict):
        values = tuple(map(_of_any_shape, values))
    for diagnostic in found:
        host.reporter.report(diagnostic)
    if not found:
        _runs.keep(key, (values, list(names), leaves, feed_dict))
    return values


def _replaces_unrecorded(substitution: dict[int, Any], feed_dict: Any) -> bool:
    """Whether a fed tensor has another shape than the one with which all that follows from it was computed.

    What depends on no placeholder is not recorded, so that it cannot be computed again.
    """
    places = [key for key in feed_dict.cell if id(key) in substitution] if substitution else []
    return any(place.maker is None and place.shape != substitution[id(place)].shape for place in places)


def _of_any_shape(value: Any) -> Any:
    return Tensor(Shape.unknown(), value.dtype, value.library, site=value.site) if is_tensor(value) else value


def _pattern(value: Tensor, names: dict[Symbol, Dim]) -> tuple[Any, ...]:
    """Return what a run depends on: sizes that are plain symbols count by where they occur first."""
    shape = value.shape
    sizes = tuple(_named(size, names) for size in (*shape.prefix, *shape.suffix))
    return sizes, len(shape.prefix), shape.run is None, value.dtype, value.contents


def _named(size: Any, names: dict[Symbol, Dim]) -> Any:
    if type(size) is not Dim:
        return size
    atom = size.atom
    if type(atom) is not Symbol or atom.domain is not None:
        return size
    names.setdefault(atom, size)
    return ("?", list(names).index(atom), atom.lower, atom.upper)


class _Running:
    """What a finished graph is being run with; None while it is built."""

    fed: dict[int, Any] | None = None


def is_running() -> bool:
    """Whether a finished graph is being run: what TensorFlow checks only while building does not count then."""
    return _Running.fed is not None


def computed(values: Any) -> Any:
    """Return tensors of the graph as the present run computes them; as they are while the graph is built."""
    return values if _Running.fed is None else host.replay(values, _Running.fed)


def inputs_of(value: Any) -> list[Tensor]:
    """Return the placeholders that a value depends on."""
    found: dict[int, Tensor] = {}
    seen: set[int] = set()
    stack = [value]
    while stack:
        current = stack.pop()
        if type(current) is Tensor:
            maker = current.maker
            if maker is None or id(current) in seen:
                continue
            seen.add(id(current))
            if type(maker) is str:
                found[id(current)] = current
            else:
                stack.extend((*maker.arguments, *maker.keywords.values()))
        elif type(current) in (tuple, list):
            stack.extend(current)
        elif type(current) is ListValue:
            stack.extend(current.items or ())
        elif type(current) is DictValue:
            stack.extend(current.cell.values())
        elif type(current) is dict:
            stack.extend(current.values())
        elif isinstance(current, Modelled) and hasattr(type(current), "parts"):
            stack.extend(current.parts())  # type: ignore[attr-defined]
    return list(found.values())


def _replayed(leaves: list[Any], substitution: dict[int, Any]) -> Any:
    if not substitution:
        return tuple(leaves)
    held, _Running.fed = _Running.fed, substitution
    before = state.facts.mark()
    try:
        return host.replay(tuple(leaves), substitution)
    finally:
        _Running.fed = held
        state.facts.rollback(before)


def _collect(fetch: Any, leaves: list[Any]) -> None:
    if is_tensor(fetch):
        leaves.append(fetch)
    elif isinstance(fetch, Operation):
        for value in fetch.inputs:
            _collect(value, leaves)
    elif type(fetch) in (tuple, list):
        for item in fetch:
            _collect(item, leaves)
    elif type(fetch) is ListValue and fetch.items is not None:
        for item in fetch.items:
            _collect(item, leaves)
    elif type(fetch) is DictValue:
        for item in fetch.cell.values():
            _collect(item, leaves)
    elif isinstance(fetch, Modelled) and hasattr(type(fetch), "parts"):
        for item in fetch.parts():  # type: ignore[attr-defined]
            _collect(item, leaves)


def _assembled(fetch: Any, following: Callable[[], Any]) -> Any:
    """Return the results in the structure of the fetches."""
    if is_tensor(fetch):
        return following()
    if isinstance(fetch, Operation):
        for value in fetch.inputs:
            _assembled(value, following)
        return None
    if type(fetch) is tuple:
        return tuple(_assembled(item, following) for item in fetch)
    if type(fetch) is list:
        return ListValue([_assembled(item, following) for item in fetch])
    if type(fetch) is ListValue and fetch.items is not None:
        return ListValue([_assembled(item, following) for item in fetch.items])
    if type(fetch) is DictValue:
        return DictValue(
            {key: _assembled(item, following) for key, item in fetch.cell.items()}, rest=fetch.rest
        )
    if isinstance(fetch, Modelled) and hasattr(type(fetch), "parts"):
        return type(fetch).rebuilt([_assembled(item, following) for item in fetch.parts()])  # type: ignore[attr-defined]
    return Unknown(reason=("fetched", type(fetch).__name__))


def _number(value: Any, known: dict[Symbol, Any], renamed: dict[Symbol, Any]) -> Any:
    """Return a computed tensor as the NumPy array that the program gets."""
    if type(value) is not Tensor:
        return value
    shape = value.shape.substitute(renamed) if renamed else value.shape
    made = Tensor(settled(shape, known), value.dtype, "numpy", site=host.reporter.site)
    made.contents, made.bounds = None if renamed else value.contents, value.bounds
    return made
