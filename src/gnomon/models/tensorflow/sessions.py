"""Sessions: running parts of a graph with values fed to its placeholders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.models.api import (
    DictValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    method,
    modelled,
    state,
    unknown_of,
)
from gnomon.models.tensorflow.common import current_root, is_tensor
from gnomon.models.tensorflow.feeds import fed, settled
from gnomon.shapes import Symbol

REMEMBERED = 200
"""How many finished runs are remembered, so that a loop does not recompute the graph each time."""


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
    """Runs of the present root that raised no report, by what was fetched and what was fed."""

    def __init__(self) -> None:
        self.root: Any = None
        self.finished: dict[Any, Any] = {}

    def find(self, key: Any) -> Any:
        if self.root is not current_root():
            self.root, self.finished = current_root(), {}
        return self.finished.get(key)

    def keep(self, key: Any, value: Any) -> None:
        if len(self.finished) < REMEMBERED:
            self.finished[key] = value


_runs = _Runs()


def run_graph(fetches: Any, feed_dict: Any, position: int) -> Any:
    """Compute fetches with values fed; errors of the run are reported where the graph was built."""
    substitution = fed(feed_dict, position)
    leaves: list[Any] = []
    _collect(fetches, leaves)
    key = (
        tuple(map(id, leaves)),
        tuple((name, value.shape, value.dtype) for name, value in substitution.items()),
    )
    kept = _runs.find(key)
    if kept is not None:
        values = kept[0]
    else:
        values, found = host.reporter.collect(lambda: _replayed(leaves, substitution))
        for diagnostic in found:
            host.reporter.report(diagnostic)
        if not found:
            _runs.keep(key, (values, leaves, feed_dict))
    known: dict[Symbol, Any] = {}
    made = iter([_number(value, known) for value in values])
    return _assembled(fetches, lambda: next(made))


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
            stack.extend(current.parts())
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
        for item in fetch.parts():
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


def _number(value: Any, known: dict[Symbol, Any]) -> Any:
    """Return a computed tensor as the NumPy array that the program gets."""
    if type(value) is not Tensor:
        return value
    made = Tensor(settled(value.shape, known), value.dtype, "numpy", site=host.reporter.site)
    made.contents, made.bounds = value.contents, value.bounds
    return made


@modelled("tensorflow.Session", "tensorflow.InteractiveSession")
class Session(Modelled):
    """A session: ``run`` computes parts of the graph."""

    def __init__(self, target: Any = "", graph: Any = None, config: Any = None) -> None:
        self.graph = graph

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *args: Any) -> None:
        return None

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """Compute fetches with values fed to placeholders."""
        return run_graph(fetches, feed_dict, 1)

    run.raw = True  # type: ignore[attr-defined]

    def as_default(self) -> Session:
        """The session as a context."""
        return self

    def _nothing(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown(reason=("nothing known", "session"))

    close = make_callable = partial_run = partial_run_setup = list_devices = reset = _nothing

    def should_stop(self) -> Any:
        """Whether training should stop."""
        return Unknown("bool")


@modelled(
    "tensorflow.train.MonitoredTrainingSession",
    "tensorflow.train.MonitoredSession",
    "tensorflow.train.SingularMonitoredSession",
)
class MonitoredSession(Session):
    """A session that initialises, saves and stops by itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.graph = None

    def run_step_fn(self, step_fn: Any) -> Any:
        """Run a function of the program with the session."""
        return Unknown()


@method("tf", "eval", raw=True)
def _eval(self: Any, feed_dict: Any = None, session: Any = None) -> Any:
    return run_graph(self, feed_dict, 0)


@function("tensorflow.get_default_session", tensor=False)
def _default_session() -> Any:
    return Session()


@modelled("tensorflow.Graph")
class Graph(Modelled):
    """A graph as a context for building."""

    def __init__(self) -> None:
        pass

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *args: Any) -> None:
        return None

    def as_default(self) -> Graph:
        """The graph as a context."""
        return self

    def device(self, name: Any = None) -> Graph:
        """A context that places operations."""
        return self

    name_scope = control_dependencies = colocate_with = gradient_override_map = device

    def _nothing(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown(reason=("nothing known", "graph"))

    get_tensor_by_name = get_operation_by_name = get_operations = get_collection = as_graph_def = _nothing
    add_to_collection = add_to_collections = finalize = unique_name = clear_collection = seed = version = (
        _nothing
    )


@function("tensorflow.get_default_graph", tensor=False)
def _default_graph() -> Graph:
    return Graph()
