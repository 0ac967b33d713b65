"""Sessions and graphs: where parts of a graph are run and built."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Modelled, Unknown, function, method, modelled
from gnomon.models.tensorflow.running import run_graph


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
