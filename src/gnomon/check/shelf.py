"""Modules of a project that its files share: run once, then put in place again for each further file.

A module is put in place as if the file had loaded it: what it requires comes first, then the module with all
those that import each other in a circle with it, then what their bodies wrote to objects of other modules, each
write only where what was there before is there again. Whatever does not fit is run anew, so that no result
depends on which files were checked before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.values import ABSENT, ModuleValue, state
from gnomon.values.cells import Outcomes, birth, clock

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter
    from gnomon.check.source import Source
    from gnomon.shapes import Claim


class Effect(NamedTuple):
    """A write of a module's body to an object that another module owns."""

    container: Any
    key: Any
    old: Any
    new: Any


class Loading:
    """What running a module's body did.

    ``head`` is the position, among the modules being loaded, of the first one with which it forms a circle:
    it can only be put in place together with that one, which keeps it in ``inner``. ``before`` counts the modules
    that were in place when the body began.
    """

    __slots__ = (
        "before",
        "called",
        "claims",
        "effects",
        "found",
        "head",
        "inner",
        "module",
        "requires",
        "span",
        "statistics",
    )

    def __init__(self, module: ModuleValue, depth: int, before: int) -> None:
        self.module = module
        self.head = depth
        self.before = before
        self.inner: list[Loading] = []
        self.requires: list[ModuleValue] = []
        self.effects: list[Effect] = []
        self.claims: list[Claim] = []
        self.found: list[Any] = []
        self.called: set[int] = set()
        self.statistics: dict[Any, Any] = {}
        self.span = (clock.now, clock.now)

    @property
    def path(self) -> str:
        """The file of the module."""
        path: str = self.module.source.path
        return path


class Shelf:
    """The modules that the files checked so far have loaded, and which of them are in place now."""

    def __init__(self) -> None:
        self.loadings: dict[str, Loading] = {}
        self.open: list[Loading] = []
        self.placed: list[Loading] = []
        self.required: set[str] = set()
        """Files that were imported by any file so far."""
        self.undo: list[tuple[Any, Any, Any]] = []
        self.called: set[int] = set()
        self.statistics: dict[Any, Any] = {}
        self.start = clock.now

    def clear_away(self) -> None:
        """Take all modules away, as a file finds it that is the first: undo what they wrote to each other."""
        for container, key, old in reversed(self.undo):
            _set(container, key, old)
        self.undo.clear()
        self.placed.clear()
        self.open.clear()
        self.called = set()
        self.statistics = {}
        self.start = state.mark().serial

    # -- running a module ------------------------------------------------------------------------------------

    def begin(self, name: str, source: Source) -> Loading:
        """Make a module whose body begins now."""
        state.mark()
        loading = Loading(ModuleValue(name, source), len(self.open), len(self.placed))
        self.open.append(loading)
        return loading

    def require(self, module: ModuleValue) -> None:
        """Note that a module is imported, and that the body at work needs it."""
        self.required.add(module.source.path)
        if not self.open:
            return
        self.open[-1].requires.append(module)
        for depth, loading in enumerate(self.open):
            if loading.module is module or any(inner.module is module for inner in loading.inner):
                self._tie(depth)
                return

    def use_once(self) -> None:
        """Note that the body at work depends on the file that is checked, so that it is run for each file."""
        if self.open:
            self._tie(-1)

    def end(self, log: list[tuple[Any, Any, Any]], keep: bool) -> None:
        """Note that the innermost body has ended, with the log of its writes."""
        loading = self.open[-1]
        first: dict[tuple[int, Any], tuple[Any, Any, Any]] = {}
        nested = [done.span for done in self.placed[loading.before :]]
        for container, key, old in log:
            born = birth(container)
            foreign = born < loading.span[0] or any(start <= born <= end for start, end in nested)
            if foreign and not isinstance(container, Outcomes):
                first.setdefault((id(container), key), (container, key, old))
        for container, key, old in first.values():
            loading.effects.append(Effect(container, key, old, _get(container, key)))
            self.undo.append((container, key, old))
            self._tie(self._owner(birth(container)))
        self.open.pop()
        loading.span = (loading.span[0], clock.now)
        state.mark()
        self._count(loading)
        if not keep:
            loading.head = -1
        if loading.head == len(self.open):
            self.loadings[loading.path] = loading
        elif loading.head >= 0:
            self.open[loading.head].inner += [*loading.inner, loading]
        elif self.open:
            self._tie(-1)

    def _tie(self, depth: int) -> None:
        """Note that the innermost module, and all that wait for it, belong to the circle of a waiting one."""
        for loading in self.open[depth + 1 :]:
            loading.head = min(loading.head, depth)

    def _owner(self, born: int) -> int:
        """Return the position of the waiting module that made an object, -1 if its maker is not known."""
        if born < self.start or any(done.span[0] <= born <= done.span[1] for done in self.placed):
            return len(self.open)
        depths = [depth for depth, loading in enumerate(self.open) if loading.span[0] <= born]
        return max(depths, default=-1)

    def _count(self, loading: Loading) -> None:
        self.placed.append(loading)
        self.called |= loading.called
        self.statistics.update(loading.statistics)

    # -- putting a module in place ---------------------------------------------------------------------------

    def place(self, run: Interpreter, path: str) -> ModuleValue | None:
        """Put a module in place again, with its circle; None if it has to be run."""
        head = self.loadings.get(path)
        modules = run.project.modules
        if head is None or any(loading.path in modules for loading in head.inner):
            return None
        circle = [*head.inner, head]
        modules.update({loading.path: loading.module for loading in circle})
        written: list[tuple[Any, Any, Any]] = []
        if not all(self._fits(run, loading, written) for loading in circle):
            for container, key, old in reversed(written):
                _set(container, key, old)
            for loading in circle:
                del modules[loading.path]
            del self.loadings[path]
            return None
        self.undo += written
        for loading in circle:
            for claim in loading.claims:
                state.facts.assume(claim)
            run.found_in[loading.path] = loading.found
            self._count(loading)
        return head.module

    def _fits(self, run: Interpreter, loading: Loading, written: list[tuple[Any, Any, Any]]) -> bool:
        """Put in place what a module requires and repeat its writes, if all is as it was."""
        from gnomon.check.imports import load

        modules = run.project.modules
        for needed in loading.requires:
            if not self.open and modules.get(needed.source.path) is needed:
                continue  # its packages are required beside it
            if load(run, needed.source.path, needed.name) is not needed:
                return False
        for container, key, old, new in loading.effects:
            if not _same(_get(container, key), old):
                return False
            written.append((container, key, old))
            _set(container, key, new)
        return True


def _get(container: Any, key: Any) -> Any:
    return container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)


def _set(container: Any, key: Any, value: Any) -> None:
    if not isinstance(container, dict):
        object.__setattr__(container, key, value)
    elif value is ABSENT:
        container.pop(key, None)
    else:
        container[key] = value


def _same(now: Any, then: Any) -> bool:
    if now is then:
        return True
    if type(now) is tuple and type(then) is tuple and len(now) == len(then):
        return all(a is b or _same(a, b) for a, b in zip(now, then, strict=True))
    return type(now) is type(then) and type(now) in (int, str, bool, float) and bool(now == then)
