"""Apply laws to expressions: sweeps in the order of computation, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from gnomon.graph.array import Application, Array
from gnomon.graph.capture import Capture, needed_by
from gnomon.graph.inner import Inner, frozen, ordered
from gnomon.graph.rewrites.joining import LOOPS, joined, rebodied
from gnomon.graph.rewrites.law import LAWS, LEVELS, MATCHED, Law
from gnomon.graph.rewrites.numbers import uniform
from gnomon.graph.rewrites.patterns import NUMBER
from gnomon.graph.sites import Site
from gnomon.shapes import Claim, Dim, Facts, Shape, Size

SWEEPS = 8
"""So many sweeps at most."""
FIRINGS = 8
"""So many firings at most for each application, and a thousand more."""


class Firing(NamedTuple):
    """A law that was applied, and the lines of the expressions that it replaced."""

    law: Law
    sites: tuple[Site, ...]


class Rewriting:
    """Expressions after rewriting: ``outputs`` in the order given, ``fired`` in the order of application."""

    __slots__ = ("fired", "outputs")

    def __init__(self, outputs: list[Array], fired: list[Firing]) -> None:
        self.outputs = outputs
        self.fired = fired


def rewrite(
    outputs: Sequence[Array], laws: str = "stable", only: Callable[[Law], bool] | None = None
) -> Rewriting:
    """Apply laws to expressions until none fires: ``laws`` is "none", "exact", "stable" or "all".

    >>> from gnomon import ops
    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", ("n", 3))
    >>> rewrite([ops.log(ops.add(1.0, ops.exp(x)))]).outputs
    [-log_sigmoid(-x)]
    """
    if laws not in LEVELS:
        raise ValueError(f"laws is one of {', '.join(LEVELS)}, not {laws!r}")
    rules = (
        chosen(laws) if only is None else _by_operation([law for law in LAWS if law.on(laws) and only(law)])
    )
    if not rules:
        return Rewriting(list(outputs), [])
    state = State(rules, join=only is None)
    return Rewriting(swept(outputs, state), state.fired)


class State:
    """What the sweeps of one rewriting share, those over inner graphs included."""

    __slots__ = ("bodies", "done", "fired", "join", "rules")

    def __init__(self, rules: dict[str, tuple[Law, ...]], join: bool) -> None:
        self.rules = rules
        self.join = join
        self.done: set[Application] = set()
        self.fired: list[Firing] = []
        self.bodies: dict[Inner, tuple[Inner, list[Array]]] = {}
        """Inner graphs after rewriting, and the constants that they then take besides."""

    def body(self, inner: Inner) -> tuple[Inner, list[Array]]:
        """Return an inner graph after rewriting."""
        found = self.bodies.get(inner)
        if found is None:
            outputs = swept(inner.outputs, self)
            found = (inner, [])
            if any(new is not old for new, old in zip(outputs, inner.outputs)):
                found = frozen(inner.inputs, outputs, ordered(outputs))
            self.bodies[inner] = self.bodies[found[0]] = found
            self.bodies[found[0]] = (found[0], [])
        return found


def swept(outputs: Sequence[Array], state: State) -> list[Array]:
    """Return outputs after as many sweeps as it takes."""
    current = list(outputs)
    join = state.join and any(application.op.name == "scan" for application in ordered(current))
    for _ in range(SWEEPS):
        before = len(state.fired)
        current = joined(current) if join else current
        current = Sweep(current, state).outputs
        if len(state.fired) == before:
            break
    return current


@cache
def chosen(laws: str) -> dict[str, tuple[Law, ...]]:
    """Return the laws of a level by the operation at the root of their patterns."""
    from gnomon.graph.rewrites import table  # noqa: F401  (enters the laws)

    return _by_operation([law for law in LAWS if law.on(laws)])


def _by_operation(laws: Iterable[Law]) -> dict[str, tuple[Law, ...]]:
    found: dict[str, list[Law]] = {}
    for law in laws:
        for name in law.pattern.names:
            found.setdefault(name, []).append(law)
    return {name: tuple(listed) for name, listed in found.items()}


_filtered: dict[tuple[tuple[Law, ...], frozenset[str]], tuple[Law, ...]] = {}


class Sweep(Capture):
    """One sweep: each application is merged with its equals, then replaced as long as a law fires."""

    def __init__(self, outputs: Sequence[Array], state: State) -> None:
        self.state = state
        self.rules = state.rules
        self.done = state.done
        self.final: dict[Array, Array] = {}
        self.wholes: dict[Application, tuple[Array, ...]] = {}
        self.survey = Survey(outputs)
        self.limit = len(state.fired) + FIRINGS * self.survey.count + 1000
        self._facts: Facts | None = None
        self.uses: dict[Array, int] = {}
        self.context = {
            "settled": self.settled,
            "single": self.single,
            "present": self.present,
            "used": lambda array: self.uses.get(array, 0) > 0,
        }
        super().__init__(outputs)

    def settled(self, size: Size | Shape) -> bool:
        """Say whether a size is known as soon as the inputs are: it has a name, or is one of a leaf."""
        if type(size) is int:
            return True
        return all(symbol.name or symbol in self.survey.names for symbol in size.symbols())  # type: ignore[union-attr]

    def single(self, array: Array) -> bool:
        """Say whether an array is used once at most."""
        return self.uses.get(array, 0) <= 1

    def present(self, name: str, array: Array) -> bool:
        """Say whether an operation was applied to an array when the sweep began."""
        return (name, array) in self.survey.present

    def _applied(self, application: Application) -> tuple[Array, ...]:
        found = super()._applied(application)
        for old, new in zip(application.outputs, found):
            self.uses[new] = self.uses.get(new, 0) + self.survey.users.get(old, 0)
        if application.op.name in LOOPS and found[0].application is not None:
            found = self._whole(found[0].application, application in self.survey.seen)
        elif len(found) == 1 and found[0].application is not None:
            simplified = self._simplified(found[0])
            if simplified is not found[0]:
                (old,) = application.outputs
                self.uses[simplified] = self.uses.get(simplified, 0) + self.survey.users.get(old, 0)
            found = (simplified,)
        for array in found:
            self._merged.setdefault(array, array)
        return found

    def _simplified(self, array: Array) -> Array:
        known = self.final.get(array)
        if known is not None:
            return known
        self.final[array] = array
        application = array.application
        assert application is not None
        for law in self._candidates(application):
            for result, bound in law.results(array, self.context):
                if len(self.state.fired) >= self.limit or not self._fits(result, array):
                    continue
                made = _made(result, self._merged)
                if not all(self._executable(each) for each in made):
                    continue
                _placed(result, made, array)
                self.state.fired.append(Firing(law, _sites(bound[MATCHED])))
                new = self.final[array] = self._of(result)
                return new
        self.done.add(application)
        return array

    def _whole(self, application: Application, known: bool) -> tuple[Array, ...]:
        """Return what takes the place of an application over inner graphs; ``known`` are the uses of its results."""
        found = self.wholes.get(application)
        if found is not None:
            return found
        self.wholes[application] = application.outputs
        again = application in self.done
        results = None if again else self._with_bodies(application)
        for law in self.rules.get(application.op.name, ()):
            if results is not None:
                break
            if not law.whole or (again and not law.counts) or (law.counts and not known):
                continue
            results = self._replaced(law, application)
        if results is None:
            self.done.add(application)
            return application.outputs
        self.wholes[application] = new = tuple([self._of(result) for result in results])
        for result, array in zip(results, new):
            self.uses[array] = self.uses.get(array, 0) + self.uses.get(result, 0)
        return new

    def _replaced(self, law: Law, application: Application) -> Sequence[Array] | None:
        if len(self.state.fired) >= self.limit:
            return None
        results = law.replaced(application, self.context)
        if results is None or not all(self._fits(a, b) for a, b in zip(results, application.outputs)):
            return None
        made = list(dict.fromkeys([array for result in results for array in _made(result, self._merged)]))
        if not all(self._executable(array) for array in made):
            return None
        for result, old in zip(results, application.outputs):
            if result is not old:
                _placed(result, _made(result, self._merged), old)
        self.state.fired.append(Firing(law, _sites([application])))
        return results

    def _with_bodies(self, application: Application) -> Sequence[Array] | None:
        """Apply the laws inside of inner graphs."""
        graphs = {key: v for key, v in application.attributes.items() if isinstance(v, Inner)}
        changed = {key: self.state.body(inner) for key, inner in graphs.items()}
        if all(changed[key][0] is inner for key, inner in graphs.items()):
            return None
        return rebodied(application, changed)

    def _candidates(self, application: Application) -> tuple[Law, ...]:
        """Return the laws whose patterns may match, judged by the operations of the inputs."""
        laws = self.rules.get(application.op.name)
        if laws is None:
            return ()
        if application in self.done:  # nothing has changed but uses
            return tuple([law for law in laws if law.counts])
        names: set[str] = set()
        for array in application.arrays():
            if array.application is not None:
                names.add(array.application.op.name)
            if NUMBER not in names and uniform(array) is not None:
                names.add(NUMBER)
        key = (laws, frozenset(names))
        found = _filtered.get(key)
        if found is None:
            found = _filtered[key] = tuple([law for law in laws if law.pattern.may_match(names)])
        return found

    def _executable(self, array: Array) -> bool:
        """Say whether the sizes among what an operation is given are known when it runs."""
        application = array.application
        assert application is not None
        return all(self.settled(size) for size in _sizes(application.attributes.values()))

    def _fits(self, new: Array, old: Array) -> bool:
        if new.dtype is not old.dtype or new.ndim != old.ndim:
            return False
        return all(self._equal(a, b) for a, b in zip(new.shape.dims, old.shape.dims))

    def _equal(self, a: Size, b: Size) -> bool:
        if a is b or a == b:
            return True
        if type(a) is int and type(b) is int:
            return False
        if self._facts is None:
            self._facts = Facts()
            for claim in self.survey.claims:
                self._facts.assume(claim)
        return bool(self._facts.equal(a, b).is_yes)


class Survey:
    """What a sweep knows of a graph before it begins: claims, uses of each array, sizes that leaves tell."""

    def __init__(self, outputs: Iterable[Array]) -> None:
        self.claims: list[Claim] = []
        self.users: dict[Array, int] = {}
        self.names: set[Any] = set()
        self.present: set[tuple[str, Any]] = set()
        self.seen: set[Application] = set()
        waiting = list(outputs)
        while waiting:
            array = waiting.pop()
            self.users[array] = self.users.get(array, 0) + 1
            application = array.application
            if application is None:
                self._leaf(array)
            elif application not in self.seen:
                self.seen.add(application)
                self.claims += application.guards
                if application.inputs:
                    self.present.add((application.op.name, application.inputs[0]))
                waiting += needed_by(application)
        self.count = len(self.seen)

    def _leaf(self, leaf: Array) -> None:
        for size in leaf.shape.dims:
            if isinstance(size, Dim) and size.atom is not None:
                self.names.add(size.atom)


def _made(result: Array, known: dict[Array, Array]) -> list[Array]:
    """Return the arrays that a law has made."""
    made: dict[Array, None] = {}
    waiting = [result]
    while waiting:
        array = waiting.pop()
        if array.application is not None and array not in known and array not in made:
            made[array] = None
            waiting += needed_by(array.application)
    return list(made)


def _placed(result: Array, made: list[Array], old: Array) -> None:
    """Give what a law has made the line and the name of what it replaces."""
    for array in made:
        assert array.application is not None
        array.application.site = array.site = old.site
    if old.name and not result.name and any(array is result for array in made):
        result.name = old.name


def _sizes(entries: Iterable[Any]) -> Iterator[Dim | Shape]:
    for entry in entries:
        if isinstance(entry, (Dim, Shape)):
            yield entry
        elif type(entry) in (tuple, list):
            yield from _sizes(entry)
        elif type(entry) is slice:
            yield from _sizes((entry.start, entry.stop, entry.step))


def _sites(applications: Iterable[Application]) -> tuple[Site, ...]:
    return tuple(dict.fromkeys([a.site for a in applications if a.site is not None]))
