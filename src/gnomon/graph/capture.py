"""What a function computes, as it is when the function is made: equal expressions merged, names replaced.

With ``opened`` applications are replaced by what that gives for their inputs, where it is not None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Application, Array, Constant, Input, WeakArray, arrays_in
from gnomon.graph.constants import as_array
from gnomon.graph.refitting import refitted
from gnomon.graph.telling import born, nameless, tellers
from gnomon.shapes import Dim, Shape, Size, substitute

if TYPE_CHECKING:
    from gnomon.shapes import Claim, Symbol

Opened = Callable[["Application", Any, Any], "tuple[Array, ...] | None"]


class Capture:
    """The merged graph of some arrays. ``order`` has each application once, after those it needs."""

    def __init__(
        self,
        outputs: Sequence[Array],
        replaced: Mapping[Array, Array] | None = None,
        *,
        opened: Opened | None = None,
    ) -> None:
        self._opened = opened
        self.order: list[Application] = []
        self.origins: dict[Application, list[Application]] = {}
        self.before: Capture | None = None
        """The graph as the user wrote it, before laws and expansion."""
        self.fired: list[Any] = []
        """The laws that were applied (`gnomon.graph.rewrites.Firing`)."""
        self._merged: dict[Array, Array] = dict(replaced or {})
        self._known: dict[Any, Any] = {}
        self._sizes: dict[Symbol, Size] = {}
        """What stands for sizes that came to be in an application that is now another one."""
        self._opening: set[Any] = set()
        """What is being opened: the same again, where it tells a size of what stands for it, stays as it is."""
        self._roots = outputs
        self._tellers: dict[Symbol, Array] | None = None
        self.outputs = [self._of(array) for array in outputs]
        if opened is not None:
            self.order = self._needed()

    def leaves(self) -> Iterator[Array]:
        """Each leaf that the outputs depend on, in the order of use."""
        seen: dict[Array, None] = {}
        for array in (*self._used(), *self.outputs):
            if array.application is None:
                seen[array] = None
        if self.before is not None:  # an input that laws have made useless is still an input
            seen.update({array: None for array in self.before.leaves() if isinstance(array, Input)})
        return iter(seen)

    def guards(self) -> list[tuple[Application, Claim]]:
        """Each claim that is checked when the function runs, those of replaced expressions included."""
        found: dict[Claim, Application] = {}
        if self.before is not None:
            found = {claim: application for application, claim in self.before.guards()}
        for application in self.order:
            for claim in application.guards:
                found.setdefault(claim, application)
        return [(application, claim) for claim, application in found.items()]

    def merged(self, array: Array) -> Array:
        """Return what stands for an array of the user's graph."""
        return self._merged.get(array, array)

    def _used(self) -> Iterator[Array]:
        for application in self.order:
            yield from needed_by(application)

    def _needed(self) -> list[Application]:
        """The applications that the outputs depend on: bodies may have made more."""
        wanted = {array.application for array in self.outputs}
        kept = []
        for application in reversed(self.order):
            if application in wanted:
                kept.append(application)
                wanted.update(array.application for array in needed_by(application))
        return kept[::-1]

    def _of(self, array: Array) -> Array:
        waiting = [array]
        while waiting:
            top = waiting[-1]
            if top in self._merged:
                waiting.pop()
                continue
            application = top.application
            if application is None:
                self._merged[top] = self._leaf(top)
                continue
            missing = [part for part in self._parts(application) if part not in self._merged]
            if missing:
                waiting.extend(missing)
                continue
            found = self._applied(application)
            for old, new in zip(application.outputs, found):
                self._merged.setdefault(old, new)
                if old.shape is not new.shape:
                    self._resize(application, old.shape, new.shape)
        return self._merged[array]

    def _parts(self, application: Application) -> tuple[Array, ...]:
        if not application.tellers:
            return needed_by(application)
        return (*application.taken(), *[self._teller(array) for array in application.tellers])

    def _teller(self, array: Array) -> Array:
        """What tells the same sizes in this graph: what was made from other arrays stands in place of it."""
        if array in self._merged:
            return array
        if self._tellers is None:
            self._tellers = tellers(self._roots)
        own = [self._tellers[atom] for atom in nameless(array.shape.dims) if atom in self._tellers]
        return own[0] if own else array

    def _resize(self, application: Application, old: Shape, new: Shape) -> None:
        """Note which sizes that came to be in an application are others in what stands for it."""
        for before, after in zip(old.dims, new.dims):
            atom = before.atom if isinstance(before, Dim) and before != after else None
            if atom is not None and atom not in self._sizes and atom in born(application):
                self._sizes[atom] = after

    def _leaf(self, leaf: Array) -> Array:
        if isinstance(leaf, Constant) and leaf.data.nbytes <= 64:
            key = (leaf.dtype, leaf.weak, leaf.data.shape, leaf.data.tobytes())
            return self._known.setdefault(key, leaf)  # type: ignore[no-any-return]
        return leaf

    def _applied(self, application: Application) -> tuple[Array, ...]:
        inputs = tuple([self._entry(entry) for entry in application.inputs])
        attributes = {key: self._entry(value) for key, value in application.attributes.items()}
        if self._sizes:
            attributes = refitted(application.op, inputs, attributes, self._sizes)
        key = (application.op, _frozen(inputs), _frozen(attributes))
        found: tuple[Array, ...] | None = self._known.get(key)
        if found is None:
            results = None
            if self._opened is not None and key not in self._opening:
                results = self._opened(application, inputs, attributes)
            if results is not None:
                self._opening.add(key)
                found = tuple([self._of(array) for array in results])
                self._opening.remove(key)
            if found is None:
                found = self._rebuilt(application, inputs, attributes)
                if found[0].application is not None:
                    self.order.append(found[0].application)
            self._known[key] = found
        if found[0].application is not None:
            self.origins.setdefault(found[0].application, []).append(application)
        return found

    def _entry(self, entry: Any) -> Any:
        if isinstance(entry, Array):
            return self._merged[entry]
        if type(entry) in (tuple, list):
            return type(entry)([self._entry(part) for part in entry])
        if type(entry) is slice:
            return slice(self._entry(entry.start), self._entry(entry.stop), self._entry(entry.step))
        if self._sizes and type(entry) is Dim:
            return substitute(entry, self._sizes)
        if self._sizes and type(entry) is Shape:
            return entry.substitute(self._sizes)
        return entry

    def _rebuilt(self, application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...]:
        before, after = application.needed(), [*arrays_in(inputs), *arrays_in(attributes.values())]
        told: tuple[Array, ...] = ()
        if application.tellers:
            told = tuple([self._merged[self._teller(array)] for array in application.tellers])
            after += told
        same = not self._sizes or _frozen(attributes) == _frozen(application.attributes)
        if same and all(old is new for old, new in zip(before, after, strict=True)):
            return application.outputs
        if same and all(
            old.shape == new.shape and old.dtype is new.dtype for old, new in zip(before, after, strict=True)
        ):
            made = Application(application.op, inputs, attributes, application.guards, application.site)
            made.outputs = tuple([_copied(out, made) for out in application.outputs])
            made.tellers = told
            return made.outputs
        results = _again(application, inputs, attributes)
        rebuilt: tuple[Array, ...] = results if type(results) is tuple else (results,)
        if rebuilt[0].application is not None:
            rebuilt[0].application.tellers = tuple([x for x in told if any(nameless(x.shape.dims))])
        return rebuilt


def _again(application: Application, inputs: Any, attributes: Any) -> Any:
    from gnomon.graph.world import build

    if inputs:
        return application.op(*inputs, **attributes)
    if application.outputs[0].weak:
        return as_array(attributes["entries"])
    return build(application.op, (), attributes, application.site)


def _copied(out: Array, application: Application) -> Array:
    kind = WeakArray if out.weak else Array
    return kind(
        out.shape,
        out.dtype,
        application=application,
        index=out.index,
        contents=out.contents,
        name=out.name,
        site=out.site,
    )


def needed_by(application: Application) -> tuple[Array, ...]:
    """Each array that an application needs, those among its attributes included."""
    return application.needed()


def _frozen(entry: Any) -> Any:
    if isinstance(entry, Array):
        return id(entry)
    if type(entry) in (tuple, list):
        return (type(entry).__name__, *[_frozen(part) for part in entry])
    if type(entry) is dict:
        return tuple(sorted((key, _frozen(value)) for key, value in entry.items()))
    if type(entry) is slice:
        return ("slice", _frozen(entry.start), _frozen(entry.stop), _frozen(entry.step))
    try:
        hash(entry)
    except TypeError:
        return id(entry)
    return (type(entry).__name__, entry)
