"""``flax.linen``: modules, their variables, and what creates and applies them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Tensor,
    Unknown,
    alias,
    function,
    host,
    modelled,
    unknown_of,
)
from gnomon.models.jax.flax.scopes import Held, Scoped, Session, inside, native_of, opened, session
from gnomon.models.jax.support import under
from gnomon.models.python.harmless import HARMLESS, harmless, keeping
from gnomon.values import ClassValue, alternatives

_INITIALIZING = unknown_of("bool")
"""Whether modules are being initialised that nobody calls."""


class Runnable(Scoped):
    """What modules and layers share: they are initialised, applied, and have parameters."""

    library_name = "flax.linen.Module"

    # -- creating and applying -------------------------------------------------------------------------

    def _run(
        self, entered: Session, arguments: tuple[Any, ...], keywords: dict[str, Any], method: Any
    ) -> Any:
        with opened(entered):
            target = self.me if method is None else method
            if type(method) is str:
                target = host.get_attribute(self.me, method)
            if type(method) is Unknown:
                return UNKNOWN
            bound = method is not None and type(method) is not str
            if bound and type(method).__name__ == "FunctionValue":
                arguments = (self.me, *arguments)
            if target is self.me:
                return host.invoke(target, *arguments, **keywords)
            with inside(self):
                return host.invoke(target, *arguments, **keywords)

    def init(self, rngs: Any, *args: Any, method: Any = None, mutable: Any = None, **kwargs: Any) -> Any:
        """Run once and return the variables."""
        return self.init_with_output(rngs, *args, method=method, **kwargs)[1]

    def init_with_output(
        self, rngs: Any, *args: Any, method: Any = None, mutable: Any = None, **kwargs: Any
    ) -> Any:
        """Run once and return the result and the variables."""
        entered = Session("init", root=self)
        result = self._run(entered, args, kwargs, method)
        found = entered.collected()
        if not found.cell:
            found = DictValue(rest=UNKNOWN)
        return result, found

    def lazy_init(self, rngs: Any, *args: Any, method: Any = None, **kwargs: Any) -> Any:
        """The variables."""
        return self.init(rngs, *args, method=method, **kwargs)

    def apply(
        self,
        variables: Any,
        *args: Any,
        rngs: Any = None,
        method: Any = None,
        mutable: Any = False,
        capture_intermediates: Any = False,
        **kwargs: Any,
    ) -> Any:
        """Run with given variables."""
        result = self._run(Session("apply", variables, self), args, kwargs, method)
        if mutable is False:
            return result
        if type(mutable) is Unknown:
            return UNKNOWN
        return result, DictValue(rest=UNKNOWN)

    init.raw = True  # type: ignore[attr-defined]
    init_with_output.raw = True  # type: ignore[attr-defined]
    lazy_init.raw = True  # type: ignore[attr-defined]
    apply.raw = True  # type: ignore[attr-defined]

    def bind(self, variables: Any, *args: Any, **kwargs: Any) -> Any:
        """The module itself, ready to be called."""
        return self.me

    def unbind(self) -> Any:
        """The module itself and unknown variables."""
        return self.me, DictValue(rest=UNKNOWN)

    def clone(self, **kwargs: Any) -> Any:
        """The module itself."""
        return self.me if not kwargs else UNKNOWN

    copy = clone

    # -- inside a call ---------------------------------------------------------------------------------

    def param(self, name: Any, init_fn: Any, *init_args: Any, unbox: Any = True, **init_kwargs: Any) -> Any:
        """A parameter that an initializer makes."""
        fresh = host.invoke(init_fn, Unknown(name="key"), *init_args, **init_kwargs)
        given = self.parameter(name, lambda: fresh)
        if given is not fresh and type(given) is Tensor and type(fresh) is Tensor:
            return ops.stored(given, fresh, name=name)
        return given

    param.raw = True  # type: ignore[attr-defined]

    def variable(self, col: Any, name: Any, init_fn: Any = None, *init_args: Any, **kwargs: Any) -> Any:
        """A variable of another collection."""
        fresh = UNKNOWN if init_fn is None else host.invoke(init_fn, *init_args, **kwargs)
        if type(col) is not str:
            return Held(fresh)
        return Held(self.parameter(name, lambda: fresh, col))

    variable.raw = True  # type: ignore[attr-defined]

    def make_rng(self, name: Any = "params") -> Any:
        """A key."""
        return Unknown(name="key")

    def sow(self, col: Any, name: Any, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Keep a value for later inspection."""
        return unknown_of("bool")

    def perturb(self, name: Any, value: Any, collection: Any = "perturbations") -> Any:
        """The value itself."""
        return value

    def has_variable(self, col: Any, name: Any) -> Any:
        """Whether a variable exists."""
        current = session()
        return False if current is not None and current.mode == "init" else unknown_of("bool")

    def has_rng(self, name: Any) -> Any:
        """Whether there is such a key."""
        return unknown_of("bool")

    def is_mutable_collection(self, col: Any) -> Any:
        """Whether a collection may change."""
        return unknown_of("bool")

    def is_initializing(self) -> Any:
        """Whether the variables are being made."""
        current = session()
        return _INITIALIZING if current is None else current.mode == "init"

    def get_variable(self, col: Any, name: Any, default: Any = None) -> Any:
        """A variable by name."""
        return UNKNOWN

    def put_variable(self, col: Any, name: Any, value: Any) -> None:
        """Set a variable."""

    def tabulate(self, *args: Any, **kwargs: Any) -> Any:
        """A table of layers, as text."""
        return unknown_of("str")

    @property
    def variables(self) -> Any:
        """The variables at hand."""
        return DictValue(rest=UNKNOWN)

    @property
    def scope(self) -> Any:
        """Where the variables live."""
        return HARMLESS


@modelled("flax.linen.Module", "flax.linen.module.Module")
class Module(Runnable):
    """Base of modules: annotated fields are arguments, ``setup`` or a compact ``__call__`` makes layers."""

    field_like = True
    raw = True

    def prepare(self) -> None:
        """Join the module whose call is running."""
        self.join()

    def on_set(self, name: str, value: Any) -> None:
        """Give layers set in ``setup`` their names."""
        for single in alternatives(value):
            self._adopt(name, single)

    def _adopt(self, name: str, value: Any) -> None:
        native = native_of(value)
        if native is not None:
            if native.__dict__.get("parent") is not self or native.__dict__.get("name") is None:
                native.__dict__["parent"] = self
                native.__dict__["name"] = name
        elif type(value) in (tuple, ListValue):
            parts = value if type(value) is tuple else value.items or ()
            for position, part in enumerate(parts):
                self._adopt(f"{name}_{position}", part)
        elif type(value) is DictValue:
            for key, part in value.cell.items():
                self._adopt(f"{name}_{key}", part)

    def around(self, call: Any) -> Any:
        """Run the module's ``__call__``: layers that it makes belong to it."""
        with inside(self):
            return call()


keeping("flax.linen", "compact nowrap compact_name_scope jit checkpoint remat named_call")


@function(
    *under(
        "flax.linen",
        "scan vmap map_variables remat_scan while_loop cond switch vjp jvp grad value_and_grad"
        " custom_vjp add_metadata_axis",
    ),
    raw=True,
    tensor=False,
)
def lifted(target: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """A module class mapped over an axis, or looped: its results are unknown."""
    return UNKNOWN if type(target) is not ClassValue else Unknown(reason=("lifted", target.name))


@function("flax.linen.init", "flax.linen.init_with_output", "flax.linen.apply", raw=True, tensor=False)
def functional(*arguments: Any, **keywords: Any) -> Any:
    """A function that runs a module: not followed."""
    return UNKNOWN


@function("flax.linen.merge_param", raw=True, tensor=False)
def merge_param(name: Any, a: Any, b: Any) -> Any:
    """Whichever is given."""
    return b if a is None else a


@function("flax.linen.with_partitioning", "flax.linen.with_logical_partitioning", raw=True, tensor=False)
def with_partitioning(fn: Any, *arguments: Any, **keywords: Any) -> Any:
    """The initializer itself."""
    return fn


@function(
    *under("flax.linen", "with_logical_constraint unbox FrozenDict"),
    "flax.linen.meta.unbox",
    *under("flax.core", "freeze unfreeze FrozenDict"),
    *under("flax.core.frozen_dict", "freeze unfreeze FrozenDict"),
    raw=True,
    tensor=False,
)
def kept(x: Any = None, *arguments: Any, **entries: Any) -> Any:
    """The value itself."""
    return DictValue(dict(entries)) if x is None else x


@function("flax.core.pop", "flax.core.frozen_dict.pop", raw=True, tensor=False)
def pop(x: Any, key: Any) -> Any:
    """The rest of a dict, and one of its entries."""
    if type(x) is not DictValue or x.rest is not None or type(key) is not str:
        return DictValue(rest=UNKNOWN), UNKNOWN
    rest = {name: value for name, value in x.cell.items() if name != key}
    return DictValue(rest), x.cell.get(key, UNKNOWN)


@function("flax.core.copy", "flax.core.frozen_dict.copy", raw=True, tensor=False)
def copy(x: Any, add_or_replace: Any = None) -> Any:
    """A dict with some entries exchanged."""
    if type(x) is not DictValue or type(add_or_replace) not in (DictValue, type(None)):
        return DictValue(rest=UNKNOWN)
    added = {} if add_or_replace is None else add_or_replace.cell
    return DictValue({**x.cell, **added}, rest=x.rest)


harmless(
    "flax.linen", "enable_named_call disable_named_call logical_axis_rules set_logical_axis_rules tabulate"
)
harmless(
    "flax.linen",
    "get_partition_spec logical_to_mesh_sharding logical_to_mesh Partitioned DenyList share_scope",
)
harmless("flax", "config errors io ids")
for _name in (
    "module",
    "transforms",
    "linear",
    "normalization",
    "attention",
    "recurrent",
    "stochastic",
    "pooling",
):
    alias(f"flax.linen.{_name}", "flax.linen")
for _name in ("linear", "normalization", "attention", "recurrent", "stochastic"):
    alias(f"flax.nnx.nn.{_name}", "flax.nnx")
alias("flax.nnx.nn.initializers", "flax.nnx.initializers")
alias("flax.nnx.rnglib", "flax.nnx")
alias("flax.nnx.module", "flax.nnx")
