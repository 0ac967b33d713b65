"""``functools``, ``operator`` and ``contextlib``: functions made of functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnomon.models.api import UNKNOWN, Modelled, function, host, modelled
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import KEEP, harmless, keeping
from gnomon.values import ABSENT, STAR, Bound, PropertyValue, let_escape


@modelled("functools.partial.object", "functools.partialmethod")
class Partial(Modelled):
    """A function with some arguments given beforehand."""

    raw = True
    variadic = True

    def __init__(self, func: Any, *args: Any, **keywords: Any) -> None:
        self.func = func
        self.args = args
        self.named = tuple(keywords.items())

    @property
    def keywords(self) -> dict[str, Any]:
        """The keyword arguments given beforehand."""
        return dict(self.named)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return host.invoke(self.func, *self.args, *arguments, **{**dict(self.named), **keywords})


@function("functools.partial", "jax.tree_util.Partial", raw=True, tensor=False)
def partial(func: Any, /, *args: Any, **keywords: Any) -> Any:
    """A function with some arguments given beforehand."""
    if keywords or STAR in args:
        return Partial(func, *args, **keywords)
    for argument in args:
        func = Bound(func, argument)
    return func


partial.takes_rest = True  # type: ignore[attr-defined]
"""Arguments that are not known by name or number are handed on with the others."""


@function("functools.reduce", raw=True, tensor=False)
def reduce(function: Any, iterable: Any, initial: Any = ABSENT, /) -> Any:
    """Fold known elements from the left."""
    items = elements(iterable)
    if items is None or len(items) > 256:
        return UNKNOWN
    if initial is not ABSENT:
        items = (initial, *items)
    if not items:
        return UNKNOWN
    total = items[0]
    for item in items[1:]:
        total = host.invoke(function, total, item)
    return total


@function("functools.wraps", raw=True, tensor=False)
def wraps(wrapped: Any, *rest: Any, **keywords: Any) -> Any:
    """A decorator that keeps what it decorates."""
    return KEEP


@function("functools.update_wrapper", raw=True, tensor=False)
def update_wrapper(wrapper: Any, wrapped: Any, *rest: Any, **keywords: Any) -> Any:
    """The wrapper itself."""
    return wrapper


keeping("functools", "lru_cache cache total_ordering")


@function("functools.singledispatch", "functools.singledispatchmethod", raw=True, tensor=False)
def singledispatch(func: Any) -> Any:
    """Which of the functions that are registered later runs goes with the class of the first argument."""
    return UNKNOWN


harmless("functools", "cmp_to_key")


@function("functools.cached_property", raw=True, tensor=False)
def cached_property(func: Any) -> Any:
    """A property computed once."""
    return PropertyValue(func, None, cached=True)


# -- operator -----------------------------------------------------------------------------------------


@modelled("operator.itemgetter")
class ItemGetter(Modelled):
    """A function that takes items of its argument."""

    raw = True

    def __init__(self, *items: Any) -> None:
        self.items = items

    def __call__(self, obj: Any) -> Any:
        found = tuple(host.get_item(obj, item) for item in self.items)
        return found[0] if len(found) == 1 else found


@modelled("operator.attrgetter")
class AttributeGetter(Modelled):
    """A function that takes attributes of its argument."""

    raw = True

    def __init__(self, *names: Any) -> None:
        self.names = names

    def __call__(self, obj: Any) -> Any:
        found = tuple(host.get_attribute(obj, name) if type(name) is str else UNKNOWN for name in self.names)
        return found[0] if len(found) == 1 else found


def _operator(name: str) -> None:
    @function(f"operator.{name}", f"operator.__{name.rstrip('_')}__", raw=True, tensor=False)
    def apply(a: Any, b: Any) -> Any:
        return host.operate(name.rstrip("_"), a, b)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor"):
    _operator(_name)


@function("operator.getitem", raw=True, tensor=False)
def getitem(a: Any, b: Any) -> Any:
    """An item."""
    return host.get_item(a, b)


harmless(
    "operator", "eq ne lt le gt ge not_ neg pos methodcaller concat is_ is_not truth contains index inv iadd"
)

# -- contextlib ----------------------------------------------------------------------------------------


# A generator function is its own context: entering it gives what it yields.
keeping("contextlib", "contextmanager asynccontextmanager")


@function("contextlib.nullcontext", raw=True, tensor=False)
def nullcontext(enter_result: Any = None) -> Any:
    """A context that does nothing."""
    return NullContext(enter_result)


@modelled("contextlib.NullContext")
class NullContext(Modelled):
    """A context that does nothing."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __enter__(self) -> Any:
        return self.value


harmless(
    "contextlib",
    "suppress redirect_stdout redirect_stderr ContextDecorator AbstractContextManager AsyncExitStack",
)


@modelled("contextlib.ExitStack")
class ExitStack(Modelled):
    """Contexts entered one by one."""

    def __init__(self) -> None:
        self.entered: tuple[Any, ...] = ()

    def __enter__(self) -> Any:
        return self

    def restores(self) -> Iterator[tuple[Any, Any, Any]]:
        """What to write when the context is left: what those inside write, each once those after it are left."""
        for context in reversed(self.entered) if type(self.entered) is tuple else ():
            yield from context.restores()

    def enter_context(self, cm: Any) -> Any:
        """What the context gives."""
        if isinstance(cm, Modelled) and hasattr(type(cm), "restores") and type(self.entered) is tuple:
            self.entered = (*self.entered, cm)
        enter = host.find_method(cm, "__enter__")
        return UNKNOWN if enter is None else host.invoke(enter)

    def callback(self, *arguments: Any, **keywords: Any) -> None:
        """Nothing that is followed."""
        for value in (*arguments, *keywords.values()):
            let_escape(value)


@function("contextlib.closing", raw=True, tensor=False)
def closing(thing: Any) -> Any:
    """The thing itself."""
    return NullContext(thing)
