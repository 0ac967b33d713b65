"""``itertools``: exact on known elements, typical elements otherwise."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from gnomon.models.api import UNKNOWN, Dim, Iteration, ListValue, function, host, symbol
from gnomon.models.python.choosing import EXACT_ITEMS, any_element, elements


def _typical(values: tuple[Any, ...]) -> Callable[[], Any]:
    return lambda: tuple(any_element(value) for value in values)


@function("itertools.chain", raw=True, tensor=False)
def chain(*iterables: Any) -> Any:
    """The elements of one after the other."""
    known = [elements(iterable) for iterable in iterables]
    if all(items is not None for items in known):
        return ListValue([item for items in known if items is not None for item in items])
    return Iteration(make=lambda: any_element(iterables[0]) if len(iterables) == 1 else _either(iterables))


def _either(iterables: tuple[Any, ...]) -> Any:
    from gnomon.models.python.choosing import any_of

    return any_of([any_element(iterable) for iterable in iterables])


@function("itertools.chain.from_iterable", raw=True, tensor=False)
def from_iterable(iterable: Any) -> Any:
    """The elements of the elements."""
    items = elements(iterable)
    return chain(*items) if items is not None else Iteration(make=lambda: any_element(any_element(iterable)))


@function("itertools.count", raw=True, tensor=False)
def count(start: Any = 0, step: Any = 1) -> Any:
    """Integers without end."""
    return Iteration(make=lambda: symbol(lower=start if type(start) is int else None))


@function("itertools.cycle", raw=True, tensor=False)
def cycle(iterable: Any) -> Any:
    """The elements again and again."""
    return Iteration(make=lambda: any_element(iterable))


@function("itertools.repeat", raw=True, tensor=False)
def repeat(object: Any, times: Any = None) -> Any:
    """One element again and again."""
    if type(times) is int and 0 <= times <= EXACT_ITEMS:
        return ListValue((object,) * times)
    return Iteration(make=lambda: object, length=times if type(times) is Dim else None)


@function("itertools.islice", raw=True, tensor=False)
def islice(iterable: Any, *bounds: Any) -> Any:
    """A part of the elements."""
    items = elements(iterable)
    known = all(bound is None or type(bound) is int for bound in bounds)
    if items is not None and known and bounds:
        try:
            taken = ListValue(itertools.islice(items, *bounds))
        except ValueError:
            return UNKNOWN
        if type(iterable) is ListValue and iterable.kind == "iterator":
            stop = bounds[0] if len(bounds) == 1 else bounds[1]
            iterable.replace(() if stop is None else items[stop:])
        return taken
    most = bounds[0] if len(bounds) == 1 and type(bounds[0]) is int and bounds[0] >= 0 else None
    return Iteration(make=lambda: any_element(iterable), length=symbol(lower=0, upper=most))


def _combined(name: str) -> None:
    real = getattr(itertools, name)

    @function(f"itertools.{name}", raw=True, tensor=False)
    def combine(iterable: Any, r: Any = None) -> Any:
        items = elements(iterable)
        if r is None and items is not None:
            r = len(items)  # only permutations may leave it out
        if items is not None and len(items) <= 12 and type(r) is int:
            rows = tuple(itertools.islice(real(items, r), EXACT_ITEMS + 1))
            if len(rows) <= EXACT_ITEMS:
                return ListValue(rows)
        width = r if type(r) is int and 0 <= r <= 16 else 2
        return (
            Iteration(make=_typical((iterable,) * width))
            if type(r) is int
            else Iteration(make=lambda: UNKNOWN)
        )


for _name in ("permutations", "combinations", "combinations_with_replacement"):
    _combined(_name)


@function("itertools.product", raw=True, tensor=False)
def product(*iterables: Any, repeat: Any = 1) -> Any:
    """All combinations of elements."""
    if type(repeat) is not int or not 0 <= repeat <= 8:
        return Iteration(make=lambda: UNKNOWN)
    columns = iterables * repeat
    known = [elements(column) for column in columns]
    total = 1
    for items in known:
        total *= EXACT_ITEMS + 1 if items is None else len(items)
    if total <= EXACT_ITEMS:
        return ListValue(itertools.product(*[items for items in known if items is not None]))
    return Iteration(make=_typical(columns))


@function("itertools.zip_longest", raw=True, tensor=False)
def zip_longest(*iterables: Any, fillvalue: Any = None) -> Any:
    """Rows of elements, the short ones filled up."""
    known = [elements(iterable) for iterable in iterables]
    if all(items is not None for items in known):
        return ListValue(itertools.zip_longest(*[i for i in known if i is not None], fillvalue=fillvalue))
    return Iteration(make=lambda: tuple(UNKNOWN for _ in iterables))


@function("itertools.starmap", raw=True, tensor=False)
def starmap(function: Any, iterable: Any) -> Any:
    """A function of the parts of each element."""
    items = elements(iterable)
    if items is not None and len(items) <= 64 and all(type(item) is tuple for item in items):
        return ListValue([host.invoke(function, *item) for item in items])
    return Iteration(make=lambda: UNKNOWN)


@function("itertools.accumulate", raw=True, tensor=False)
def accumulate(iterable: Any, func: Any = None, *, initial: Any = None) -> Any:
    """Running totals."""
    items = elements(iterable)
    if items is not None and func is None and all(type(item) in (int, float, Dim) for item in items):
        start = () if initial is None else (initial,)
        return ListValue(itertools.accumulate((*start, *items)))
    return Iteration(make=lambda: UNKNOWN)


@function("itertools.tee", raw=True, tensor=False)
def tee(iterable: Any, n: Any = 2) -> Any:
    """The same elements several times."""
    return (iterable,) * n if type(n) is int and 0 <= n <= 64 else UNKNOWN


@function("itertools.pairwise", raw=True, tensor=False)
def pairwise(iterable: Any) -> Any:
    """Neighbouring elements."""
    items = elements(iterable)
    if items is not None:
        return ListValue(itertools.pairwise(items))
    return Iteration(make=_typical((iterable, iterable)))


@function("itertools.batched", raw=True, tensor=False)
def batched(iterable: Any, n: Any) -> Any:
    """Tuples of elements."""
    items = elements(iterable)
    if items is not None and type(n) is int and n > 0:
        return ListValue([items[start : start + n] for start in range(0, len(items), n)])
    return Iteration(make=lambda: UNKNOWN)


def _filtered(name: str) -> None:
    @function(f"itertools.{name}", raw=True, tensor=False)
    def keep(first: Any, second: Any) -> Any:
        source = first if name == "compress" else second
        return Iteration(make=lambda: any_element(source))


for _name in ("takewhile", "dropwhile", "filterfalse", "compress"):
    _filtered(_name)


@function("itertools.groupby", raw=True, tensor=False)
def groupby(iterable: Any, key: Any = None) -> Any:
    """Pairs of a key and the elements that have it."""
    return Iteration(make=lambda: (UNKNOWN, Iteration(make=lambda: any_element(iterable))))
