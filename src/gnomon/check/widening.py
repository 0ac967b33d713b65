"""What many trips of a loop make of a value: steady growth goes on, other change becomes unknown."""

from __future__ import annotations

from typing import Any

from gnomon.check.equivalence import equivalent
from gnomon.check.joining import Joiner, differing_dtypes, join_attributes
from gnomon.shapes import Dim, Shape, symbol
from gnomon.values import ABSENT, UNKNOWN, Choice, ListValue, Tensor, choice, state, unknown_of
from gnomon.values.cells import Cell, Outcomes, birth
from gnomon.values.journal import Delta, Mark

_SIZES = (int, Dim)


class Growth:
    """A value that each trip changes by the same step: ``at(k)`` is what it is after k trips."""

    __slots__ = ("base", "step")

    def __init__(self, base: Any, step: Any) -> None:
        self.base = base
        self.step = step

    def at(self, trips: Any) -> Any:
        """Return the value after a number of trips."""
        return self.base + self.step * trips


class TensorGrowth:
    """A tensor of which each trip lengthens some axes by the same steps."""

    __slots__ = ("base", "like", "steps")

    def __init__(self, base: Tensor, like: Tensor, steps: tuple[int, ...]) -> None:
        self.base = base
        self.like = like
        self.steps = steps

    def at(self, trips: Any) -> Tensor:
        """Return the tensor after a number of trips."""
        sizes = [size + step * trips for size, step in zip(self.base.shape.dims, self.steps, strict=True)]
        return Tensor(Shape(tuple(sizes)), self.like.dtype, self.like.library, site=self.like.site)


class Summary:
    """A list of which one element that stands for all is kept, and the growth of its length if steady."""

    __slots__ = ("element", "length")

    def __init__(self, element: Any, length: Growth | None) -> None:
        self.element = element
        self.length = length


class Change:
    """One place that trips of a loop have written.

    It is steady if a further trip finds there what one before has found: the second left what the first had left,
    or what only the second has learned is forgotten.
    """

    __slots__ = ("container", "growth", "key", "steady", "widened")

    def __init__(self, container: Any, key: Any, growth: Any, widened: Any, *, steady: bool = False) -> None:
        self.container = container
        self.key = key
        self.growth = growth
        self.steady = steady
        self.widened = widened

    def write(self, trips: Any) -> None:
        """Write what the place holds after a number of trips."""
        if type(self.widened) is Summary:
            summary = self.widened
            self.container.summarize(
                summary.element, None if summary.length is None else summary.length.at(trips)
            )
        else:
            state.put(
                self.container, self.key, self.widened if self.growth is None else self.growth.at(trips)
            )

    def value(self) -> Any:
        """Return what the place holds now."""
        if isinstance(self.container, dict):
            return self.container.get(self.key, ABSENT)
        return getattr(self.container, self.key)


def changes_of(first: Delta, second: Delta, between: Mark) -> list[Change]:
    """Return what differs after one and two trips from the present state, with its growth or wider value.

    What was made since the mark between them is new in each trip: a further one makes another like it.
    """
    joiner = Joiner()
    changes = []
    for identity, (container, key, after) in second.writes.items():
        if isinstance(container, Outcomes):
            continue
        base = container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)
        middle = first.writes[identity][2] if identity in first.writes else base
        if birth(container) >= between.serial or equivalent(middle, after):
            changes.append(Change(container, key, None, after, steady=True))
            continue
        growth = _growth(base, middle, after)
        wider = None if growth is not None else widened(joiner, container, key, base, middle, after)
        forgotten = growth is None and wider is None and base is None and middle is None
        changes.append(Change(container, key, growth, wider, steady=forgotten))
    return changes


def _growth(base: Any, middle: Any, after: Any) -> Growth | TensorGrowth | None:
    if type(base) in _SIZES and type(middle) in _SIZES and type(after) in _SIZES:
        step = after - middle
        return Growth(base, step) if type(step) is int and step == middle - base else None
    if type(base) is Tensor and type(middle) is Tensor and type(after) is Tensor:
        return _tensor_growth(base, middle, after)
    return None


def _tensor_growth(base: Tensor, middle: Tensor, after: Tensor) -> TensorGrowth | None:
    rank = base.shape.rank
    if (
        rank is None
        or middle.shape.rank != rank
        or after.shape.rank != rank
        or middle.library != after.library
    ):
        return None
    steps = []
    for b, m, a in zip(base.shape.dims, middle.shape.dims, after.shape.dims, strict=True):
        step = a - m
        if type(step) is not int or step != m - b:
            return None
        steps.append(step)
    return TensorGrowth(base, after, tuple(steps))


def widened(joiner: Joiner, container: Any, key: Any, base: Any, middle: Any, after: Any) -> Any:
    """Return what stands for a place that was ``middle`` after one trip and ``after`` after the next."""
    if type(container) is ListValue and key == "items":
        return _widened_items(base, middle, after)
    if type(middle) in _SIZES and type(after) in _SIZES:
        rises = (
            type(base) is int and base >= 0 and type(middle) is int and type(after) is int and after > middle
        )
        return symbol(lower=0 if rises else None)
    if type(container) is not Cell and differing_dtypes([middle, after]):
        return None
    if not isinstance(container, dict):
        if key in ("element", "rest"):
            return after
        if key in ("length", "tensor", "items"):
            return None
        if key == "shape":
            shape = joiner.shape([middle, after])
            return Shape.unknown() if shape is None else shape
        if key == "attributes":
            return join_attributes(joiner, [middle, after])
        return None if key in ("contents", "bounds") else joiner.join([middle, after])
    if type(middle) is Tensor and type(after) is Tensor:
        return _widened_tensor(middle, after)
    if type(after) is Choice or type(middle) is Choice:
        return choice([middle, after])
    if type(after) is str:
        return unknown_of("str")
    return joiner.join([middle, after])


def _widened_items(base: Any, middle: Any, after: Any) -> Summary:
    """A list that trips lengthen keeps one element and, if it grows steadily, its length."""
    if type(base) is tuple and type(middle) is tuple and type(after) is tuple and after:
        grown = len(after) - len(middle)
        steady = grown > 0 and grown == len(middle) - len(base)
        element = Joiner().join(list(after))
        return Summary(element, Growth(len(base), grown) if steady else None)
    elements = [element for items in (middle, after) if type(items) is tuple for element in items]
    return Summary(choice(elements) if elements else UNKNOWN, None)


def _widened_tensor(middle: Tensor, after: Tensor) -> Any:
    if middle.shape.rank is None or middle.shape.rank != after.shape.rank or middle.library != after.library:
        return choice([middle, after])
    pairs = zip(middle.shape.dims, after.shape.dims, strict=True)
    sizes = tuple(a if m == a else symbol() for m, a in pairs)
    dtype = after.dtype if middle.dtype is after.dtype else None
    return Tensor(Shape(sizes), dtype, after.library, site=after.site)


def only_numbers_grow(changes: list[Change]) -> bool:
    """Whether nothing but plain counters differs from trip to trip."""
    return all(
        type(change.growth) is Growth or (change.growth is None and _kept(change)) for change in changes
    )


def _kept(change: Change) -> bool:
    return change.steady or type(change.widened) not in (Choice, Summary, type(None))


def changed_entries(mark: Mark) -> list[tuple[Any, Any, Any, Any]]:
    """Return what has changed since a mark in a way that matters: (container, key, old, new)."""
    olds: dict[tuple[int, Any], Any] = {}
    for container, key, old in state.log[mark.writes :]:
        if isinstance(container, Outcomes) or birth(container) >= mark.serial:
            continue
        olds.setdefault((id(container), key), (container, key, old))
    changed = []
    for container, key, old in olds.values():
        new = container.get(key, ABSENT) if isinstance(container, dict) else getattr(container, key)
        if not equivalent(old, new):
            changed.append((container, key, old, new))
    return changed
