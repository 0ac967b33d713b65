"""Progress bars and command lines made of functions: ``tqdm``, ``click``, ``fire``."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.models.api import UNKNOWN, Iteration, Modelled, Unknown, function, host, modelled
from gnomon.models.python.harmless import HARMLESS, harmless
from gnomon.values import ABSENT, Bound, FunctionValue

TQDM = ("tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.notebook.tqdm", "tqdm.std.tqdm", "tqdm.autonotebook.tqdm",
        "tqdm.asyncio.tqdm", "tqdm.rich.tqdm", "tqdm.tqdm_notebook",
        "progressbar.progressbar", "alive_progress.alive_it",
        "rich.progress.track", "fastprogress.progress_bar")  # fmt: skip


@modelled(*TQDM)
class Tqdm(Modelled):
    """A bar around something that is looped over."""

    raw = True

    def __init__(self, iterable: Any = None, *arguments: Any, **keywords: Any) -> None:
        self.iterable = iterable

    def iterate(self) -> Iteration | None:
        """The same as a loop over what it is around."""
        if self.iterable is None:
            return Iteration(make=lambda: UNKNOWN)
        found: Iteration | None = host.iterate(self.iterable)
        return Iteration(make=lambda: UNKNOWN) if found is None else found

    def __len__(self) -> Any:
        seen = self.iterate()
        return UNKNOWN if seen is None or seen.length is None else seen.length

    def __enter__(self) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith(
            ("set_", "update", "close", "write", "refresh", "clear", "reset", "n", "total", "disable")
        ):
            return HARMLESS
        raise AttributeError(name)


@function("tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange", "tqdm.tnrange", raw=True, tensor=False)
def trange(*bounds: Any, **keywords: Any) -> Any:
    """A bar around a range."""
    return Tqdm(host.builtin("range", *bounds))


harmless("tqdm.*")

# -- click: a command called without arguments gets its options' defaults ------------------------------


@modelled("click.Command")
class Command(Modelled):
    """A function that takes its arguments from the command line."""

    raw = True

    def __init__(self, function: Any, options: tuple[tuple[str, Any], ...] = ()) -> None:
        self.function = function
        self.options = options

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return call_with_defaults(self.function, dict(self.options))

    def command(self, *arguments: Any, **keywords: Any) -> Any:
        """A decorator of a sub-command."""
        return HARMLESS

    group = command

    @property
    def callback(self) -> Any:
        """The function itself."""
        return self.function


@modelled("click.Option")
class OptionDecorator(Modelled):
    """A decorator that adds an option to a command."""

    raw = True

    def __init__(self, name: str, default: Any) -> None:
        self.name = name
        self.default = default

    def __call__(self, function: Any) -> Any:
        entry = ((self.name, self.default),)
        if isinstance(function, Command):
            return Command(function.function, function.options + entry)
        return Command(function, entry)


@function("click.option", "click.argument", raw=True, tensor=False)
def option(*flags: Any, **keywords: Any) -> Any:
    """A decorator that adds an option."""
    words = [flag for flag in flags if type(flag) is str]
    if not words:
        return HARMLESS
    names = [word for word in words if not word.startswith("-")]
    name = names[0] if names else max(words, key=len).lstrip("-").partition("/")[0]
    default = keywords.get("default", ABSENT)
    if default is ABSENT or default is None:
        default = False if keywords.get("is_flag") is True else Unknown(name=name)
    return OptionDecorator(name.replace("-", "_").lower(), default)


@function("click.command", "click.group", raw=True, tensor=False)
def command(*arguments: Any, **keywords: Any) -> Any:
    """A decorator that makes a command."""
    if len(arguments) == 1 and not keywords and type(arguments[0]) in (FunctionValue, Command):
        return command()(arguments[0])
    return CommandDecorator()


@modelled("click.CommandDecorator")
class CommandDecorator(Modelled):
    """A decorator that makes a command."""

    raw = True

    def __call__(self, function: Any) -> Any:
        return function if isinstance(function, Command) else Command(function)


@function("fire.Fire", "typer.run", "plac.call", raw=True, tensor=False)
def fire(component: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """Call a function with its own defaults."""
    return call_with_defaults(component, {}) if type(component) is FunctionValue else None


def call_with_defaults(function: Any, known: dict[str, Any]) -> Any:
    """Call a function of the program; parameters without default or known value are unknown."""
    inner = function.function if type(function) is Bound else function
    if type(inner) is not FunctionValue or isinstance(inner.node, ast.Lambda):
        return UNKNOWN
    spec = inner.node.args
    places = [*spec.posonlyargs, *spec.args]
    required = places[: len(places) - len(inner.defaults)]
    needed = [parameter.arg for parameter in required]
    needed += [p.arg for p in spec.kwonlyargs if p.arg not in inner.keyword_defaults]
    names = {parameter.arg for parameter in (*places, *spec.kwonlyargs)}
    given = {name: value for name, value in known.items() if name in names or spec.kwarg is not None}
    return host.invoke(function, **{**{name: Unknown(name=name) for name in needed}, **given})


harmless("click.*")
harmless("fire.*")
