"""Variable scopes and name scopes, and the variables of the graph by their full names."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    Modelled,
    TakesAnything,
    Tensor,
    Unknown,
    function,
    is_unknown,
    modelled,
    state,
    text,
)
from gnomon.models.tensorflow.common import current_root


class _Table:
    """Variables of the present root by full name; writes go through the log of the path."""

    def __init__(self) -> None:
        self.root: Any = None
        self.cell: dict[str, Any] = {}

    def get(self, name: str) -> Tensor | None:
        return self.cell.get(name)

    def put(self, name: str, variable: Tensor) -> None:
        state.write(self.cell, name, variable)


class _Present:
    """The scope that is open on the path."""

    def __init__(self) -> None:
        self.root: Any = None
        self.cell: dict[str, Any] = {}


_table = _Table()
_present = _Present()


def _fresh_root() -> None:
    root = current_root()
    if _present.root is not root:
        _present.root = root
        _present.cell = {}
        _table.cell = {}


def variables() -> _Table:
    """Return the variables of the graph by full name."""
    _fresh_root()
    return _table


def current() -> VariableScope:
    """Return the variable scope that is open."""
    _fresh_root()
    scope = _present.cell.get("scope")
    if scope is None:
        scope = _present.cell["scope"] = VariableScope("", None, {})
    return scope


@modelled("tensorflow.VariableScope")
class VariableScope(Modelled):
    """A prefix of variable names, with whether variables are reused."""

    def __init__(self, path: str | None, reuse: Any, outer: Any) -> None:
        self.path = path
        self.reuse = reuse
        self.initializer = None

    @property
    def name(self) -> Any:
        """The full name of the scope."""
        return Unknown("str") if self.path is None else self.path

    original_name_scope = name_scope = name

    def full_name(self, name: str | None) -> str | None:
        """Return the full name of a variable in this scope, None where it is not known."""
        if name is None or self.path is None or self.reuse == "unknown":
            return None
        return f"{self.path}/{name}" if self.path else name

    def reuse_variables(self) -> None:
        """Reuse variables from now on."""
        self.reuse = True

    def _nothing(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown()

    set_initializer = set_regularizer = set_caching_device = set_partitioner = set_custom_getter = _nothing
    set_dtype = set_use_resource = global_variables = trainable_variables = get_collection = _nothing


@modelled("tensorflow.variable_scope", "tensorflow.variable_op_scope")
class OpenScope(Modelled):
    """``with tf.variable_scope(name, reuse=...)``."""

    def __init__(
        self,
        name_or_scope: Any = None,
        default_name: Any = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: Any = None,
        constraint: Any = None,
        auxiliary_name_scope: Any = True,
    ) -> None:
        self.target = name_or_scope
        self.default = default_name
        self.wanted = reuse
        self.held: tuple[VariableScope, ...] = ()

    def __enter__(self) -> VariableScope:
        outer = current()
        target = self.target
        if isinstance(target, VariableScope):
            path = target.path
            inherited = target.reuse
        else:
            name = text(target)
            known = name is not None and outer.path is not None
            path = (f"{outer.path}/{name}" if outer.path else name) if known else None
            inherited = outer.reuse
        reuse = self.wanted
        if is_unknown(reuse):
            reuse = "unknown"
        elif reuse is None or reuse is False:
            reuse = inherited
        elif reuse is not True and type(reuse) is not str:
            reuse = True
        scope = VariableScope(path, reuse, None)
        self.held = (outer,)
        state.write(_present.cell, "scope", scope)
        return scope

    def restores(self) -> tuple[tuple[Any, Any, Any], ...]:
        """What to write when the scope closes: the scope around it is the open one again."""
        return ((_present.cell, "scope", self.held[0]),) if self.held else ()


@function("tensorflow.get_variable_scope", tensor=False)
def _get_scope() -> VariableScope:
    return current()


@modelled(
    "tensorflow.name_scope",
    "tensorflow.op_scope",
    "tensorflow.device",
    "tensorflow.control_dependencies",
    "tensorflow.colocate_with",
    "tensorflow.init_scope",
    "tensorflow.variable_creator_scope",
    "tensorflow.contrib.framework.arg_scope_free",
    "tensorflow.keras.backend.name_scope",
    "tensorflow.profiler.experimental.Trace",
    "tensorflow.profiler.experimental.Profile",
    "tensorflow.test.TestCase.session",
    "tensorflow.contrib.eager.restore_variables_on_create",
    "tensorflow.custom_gradient_scope",
    "tensorflow.xla.experimental.jit_scope",
    "tensorflow.contrib.compiler.jit.experimental_jit_scope",
)
class Context(TakesAnything):
    """A context that changes no shape; as a value it is its name."""

    def __enter__(self) -> Any:
        return Unknown("str")

    def __exit__(self, *args: Any) -> None:
        return None


@function("tensorflow.no_regularizer", "tensorflow.make_template", tensor=False)
def _template(name: Any, function_: Any = None, *args: Any, **kwargs: Any) -> Any:
    return Unknown() if args or kwargs else function_
