"""Haiku: functions turned into a pair of pure ones."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    modelled,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.jax.flax.scopes import Scoped, Session, executing, inside, opened
from gnomon.models.jax.support import made


@modelled("haiku.Module", "haiku.RNNCore")
class Module(Scoped):
    """Base of modules: layers made in their methods belong to them."""

    raw = True
    entry = "__call__"

    def __init__(self, name: Any = None) -> None:
        self.join(name)

    def numbered(self, kind: str, number: int) -> str:
        """Return an automatic name: ``linear``, ``linear_1``."""
        return kind if number == 0 else f"{kind}_{number}"

    def kind_name(self) -> str:
        """Return the class name that automatic names begin with."""
        name = super().kind_name()
        return "".join("_" + c.lower() if c.isupper() and k else c.lower() for k, c in enumerate(name))

    def around(self, call: Any) -> Any:
        """Run the module's ``__call__``."""
        with inside(self):
            return call()


class Transformed(Modelled):
    """What ``transform`` returns: ``init`` and ``apply``."""

    library_name = "haiku.transform"
    raw = True

    def __init__(self, f: Any, stateful: bool, keyed: bool) -> None:
        self.f = f
        self.stateful = stateful
        self.keyed = keyed

    def init(self, rng: Any, *args: Any, **kwargs: Any) -> Any:
        """The parameters (and the state)."""
        root = Root()
        entered = Session("init", root=root)
        entered.partial = True  # biases and other parameters that no shape depends on are not followed
        with opened(entered), inside(root):
            host.invoke(self.f, *args, **kwargs)
        found = entered.collected().cell.get("params", DictValue(rest=UNKNOWN))
        return (found, DictValue(rest=UNKNOWN)) if self.stateful else found

    init.raw = True  # type: ignore[attr-defined]

    def apply(self, params: Any, *args: Any, **kwargs: Any) -> Any:
        """The result (and the state) for given parameters."""
        given = args[1:] if self.stateful else args
        if self.keyed:
            given = given[1:]
            kwargs.pop("rng", None)
        root = Root()
        with opened(Session("apply", DictValue({"params": params}), root)), inside(root):
            result = host.invoke(self.f, *given, **kwargs)
        return (result, DictValue(rest=UNKNOWN)) if self.stateful else result

    apply.raw = True  # type: ignore[attr-defined]

    def iterate(self) -> Any:
        """Unpacked: the two functions."""
        from gnomon.models.api import Iteration, LibraryFunction

        pair = (("haiku.init", self.init), ("haiku.apply", self.apply))
        return Iteration(
            tuple(LibraryFunction(name, model, raw=True, returns_tensor=False) for name, model in pair)
        )


class Root(Module):
    """The outermost scope of a transformed function."""

    library_name = "haiku.Root"

    def __init__(self) -> None:
        """It has neither parent nor name."""


@function("haiku.transform", raw=True, tensor=False)
def transform(f: Any, *, apply_rng: Any = True) -> Any:
    """A function with layers as a pair of pure ones."""
    return Transformed(f, stateful=False, keyed=True)


@function("haiku.transform_with_state", raw=True, tensor=False)
def transform_with_state(f: Any) -> Any:
    """A function with layers and state as a pair of pure ones."""
    return Transformed(f, stateful=True, keyed=True)


@function("haiku.without_apply_rng", raw=True, tensor=False)
def without_apply_rng(f: Any) -> Any:
    """The pair without the key of ``apply``."""
    return Transformed(f.f, f.stateful, keyed=False) if isinstance(f, Transformed) else UNKNOWN


@function("haiku.multi_transform", "haiku.multi_transform_with_state", raw=True, tensor=False)
def multi_transform(f: Any) -> Any:
    """Several functions at once: not followed."""
    return UNKNOWN


@function("haiku.get_parameter", raw=True)
def get_parameter(name: Any, shape: Any, dtype: Any = None, init: Any = None) -> Any:
    """A parameter of the module whose call is running."""
    wanted = made(as_shape(host_sequence(shape)))
    owner = executing()
    if not isinstance(owner, Scoped):
        return wanted
    given = owner.parameter(name, lambda: wanted)
    return ops.stored(given, wanted, name=name) if given is not wanted and type(given) is Tensor else wanted


def host_sequence(value: Any) -> Any:
    """Return a list of the program as a Python list."""
    seen = host.iterate(value) if not isinstance(value, (int, tuple)) else None
    return value if seen is None or seen.items is None else list(seen.items)


@function("haiku.next_rng_key", "haiku.next_rng_keys", "haiku.maybe_next_rng_key", raw=True, tensor=False)
def next_rng_key(*arguments: Any) -> Any:
    """A key."""
    return Unknown(name="key")


@function("haiku.PRNGSequence", raw=True, tensor=False)
def prng_sequence(*arguments: Any) -> Any:
    """Keys without end."""
    from gnomon.models.api import Iteration

    return Iteration(make=lambda: Unknown(name="key"))
