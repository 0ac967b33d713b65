"""Hooks of modules: functions of the program that see, and may replace, what a module is given and what it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gnomon.models.api import UNKNOWN, Modelled, Tensor, choice, host
from gnomon.values import STAR, alternatives

if TYPE_CHECKING:
    from gnomon.models.torch.layers.module import Module


@dataclass(frozen=True, eq=False)
class Hook:
    """A function that runs at each call of a module."""

    function: Any
    before: bool
    """Whether it runs before the module does and sees only what that is given."""
    takes_keywords: bool
    """Whether it is handed the keyword arguments too, after the positional ones."""


class RemovableHandle(Modelled):
    """What takes a hook away again."""

    library_name = "torch.utils.hooks.RemovableHandle"

    def __init__(self, module: Module, hook: Hook) -> None:
        self.module, self.hook = module, hook

    def remove(self) -> None:
        """Take the hook away."""
        self.module._hooks = self._others()

    def _others(self) -> Any:
        held = self.module._hooks
        return tuple(hook for hook in held if hook is not self.hook) if type(held) is tuple else held

    def __enter__(self) -> Any:
        return self

    def restores(self) -> tuple[tuple[Any, Any, Any], ...]:
        """What to write when the context is left: the hook goes."""
        return ((self.module.__dict__, "_hooks", self._others()),)


def add_hook(module: Module, function: Any, before: bool, first: Any, takes_keywords: Any) -> RemovableHandle:
    """Let a function run at each call of a module, as the first or the last of its kind."""
    hook = Hook(function, before, takes_keywords is True)
    held = module._hooks
    if type(held) is tuple:
        known = type(first) is bool and type(takes_keywords) is bool
        module._hooks = UNKNOWN if not known else (hook, *held) if first else (*held, hook)
    return RemovableHandle(module, hook)


def run_hooked(
    module: Module, forward: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Run a module that has hooks: those that see its arguments, itself, and those that see its output."""
    hooks = module._hooks
    if type(hooks) is not tuple or STAR in arguments:
        forward(*arguments, **named)
        return UNKNOWN
    for hook in hooks:
        if hook.before:
            arguments = _replaced(_run(hook, module, arguments, named), arguments, hook)
    output = forward(*arguments, **named)
    for hook in hooks:
        if not hook.before:
            changed = _run(hook, module, arguments, named, output)
            output = choice([output if single is None else single for single in alternatives(changed)])
    return output


def _replaced(changed: Any, arguments: tuple[Any, ...], hook: Hook) -> tuple[Any, ...]:
    """Return the arguments that a hook leaves a module, by what the hook returned."""
    if changed is None:
        return arguments
    if hook.takes_keywords or type(changed) not in (tuple, Tensor):
        return (UNKNOWN,) * len(arguments)
    return changed if type(changed) is tuple else (changed,)


def _run(hook: Hook, module: Module, arguments: tuple[Any, ...], named: dict[str, Any], *made: Any) -> Any:
    keywords = (dict(named),) if hook.takes_keywords else ()
    return host.call(hook.function, module.me, arguments, *keywords, *made)
