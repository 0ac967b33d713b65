"""Hooks of modules: functions of the program that see, and may replace, what a module is given and what it makes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from gnomon.models.api import UNKNOWN, DictValue, Modelled, Tensor, choice, host
from gnomon.values import STAR, alternatives

if TYPE_CHECKING:
    from gnomon.models.torch.layers.module import Module


class Hook:
    """A function that runs at each call of a module.

    ``before``: it runs before the module does and sees only what that is given. ``takes_keywords``: it is handed the
    keyword arguments too, after the positional ones.
    """

    __slots__ = ("before", "function", "takes_keywords")

    def __init__(self, function: Any, before: bool, takes_keywords: bool) -> None:
        self.function, self.before, self.takes_keywords = function, before, takes_keywords


class RemovableHandle(Modelled):
    """What takes a hook away again."""

    library_name = "torch.utils.hooks.RemovableHandle"

    def __init__(self, module: Module, hook: Hook) -> None:
        self.module, self.hook = module, hook

    def remove(self) -> None:
        """Take the hook away."""
        self.module._hooks = self._others()

    def escape(self) -> None:
        """Doubt the module's hooks: code that is not followed may take this one away."""
        self.module._hooks = UNKNOWN

    def _others(self) -> Any:
        left = [_without(held, self.hook) for held in alternatives(self.module._hooks)]
        return choice(left)

    def __enter__(self) -> Any:
        return self

    def restores(self) -> tuple[tuple[Any, Any, Any], ...]:
        """What to write when the context is left: the hook goes."""
        return ((self.module.__dict__, "_hooks", self._others()),)


def _without(hooks: Any, hook: Hook) -> Any:
    return tuple([each for each in hooks if each is not hook]) if type(hooks) is tuple else hooks


def copied(hooks: Any, inner: Callable[[Any], Any]) -> Any:
    """Return the hooks of a copy; ``inner`` copies what is inside of it."""
    if type(hooks) is not tuple:
        return hooks
    return tuple([Hook(inner(hook.function), hook.before, hook.takes_keywords) for hook in hooks])


def add_hook(module: Module, function: Any, before: bool, first: Any, takes_keywords: Any) -> RemovableHandle:
    """Let a function run at each call of a module, as the first or the last of its kind."""
    hook = Hook(function, before, takes_keywords is True)
    known = type(first) is bool and type(takes_keywords) is bool
    module.__dict__.setdefault("_hooks", ())  # what another path has, on which none was added
    module._hooks = (
        choice([_with(held, hook, first) for held in alternatives(module._hooks)]) if known else UNKNOWN
    )
    return RemovableHandle(module, hook)


def _with(hooks: Any, hook: Hook, first: bool) -> Any:
    if type(hooks) is not tuple:
        return hooks
    return (hook, *hooks) if first else (*hooks, hook)


def run_hooked(
    module: Module, forward: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Run a module that has hooks: those that see its arguments, itself, and those that see its output."""
    ways = alternatives(module._hooks)
    known = all(type(hooks) is tuple for hooks in ways)
    if not known or STAR in arguments or _replaces_hooks(module) or _RUNNING:
        host.quietly(partial(forward, *arguments, **named))  # a hook may have changed what it is given
        return UNKNOWN
    if len(ways) == 1:
        return _run_all(ways[0], module, forward, arguments, named)
    return choice(host.fork([partial(_run_all, hooks, module, forward, arguments, named) for hooks in ways]))


_RUNNING: list[Hook] = []
"""The hook at work. What it calls may have hooks too, of which nobody knows how often they call each other."""


def _replaces_hooks(module: Module) -> bool:
    """Whether the program has set the dictionaries of hooks itself."""
    return any(name in getattr(module.me, "cell", ()) for name in HOOKS)


HOOKS = ("_forward_hooks", "_forward_pre_hooks")


def _run_all(
    hooks: tuple[Hook, ...],
    module: Module,
    forward: Callable[..., Any],
    arguments: tuple[Any, ...],
    named: dict[str, Any],
) -> Any:
    for hook in hooks:
        if hook.before:
            replaced = _replaced(hook, module, arguments, named)
            if replaced is None:
                return UNKNOWN
            arguments, named = replaced
    output = forward(*arguments, **named)
    for hook in hooks:
        if not hook.before:
            keywords = (dict(named),) if hook.takes_keywords else ()
            changed = _run(hook, module, arguments, *keywords, output)
            output = choice([output if single is None else single for single in alternatives(changed)])
    return output


def _replaced(
    hook: Hook, module: Module, arguments: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Return the arguments that a hook leaves a module; None where they are not known."""
    keywords = DictValue(dict(named))
    changed = _run(hook, module, arguments, *((keywords,) if hook.takes_keywords else ()))
    if changed is not None and hook.takes_keywords:
        if type(changed) is not tuple or len(changed) != 2 or type(changed[0]) is not tuple:
            return None
        changed, keywords = changed
        if type(keywords) is dict:
            return changed, keywords
    if type(keywords) is not DictValue or keywords.rest is not None:
        return None
    names = dict(keywords.cell.items())
    if changed is None:
        return arguments, names
    if type(changed) not in (tuple, Tensor):
        return None
    return changed if type(changed) is tuple else (changed,), names


def _run(hook: Hook, module: Module, *given: Any) -> Any:
    _RUNNING.append(hook)
    try:
        return host.call(hook.function, module.me, *given)
    finally:
        _RUNNING.pop()
