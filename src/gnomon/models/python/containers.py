"""``collections``: dicts with factories, deques, counters and named tuples."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, DictValue, ListValue, function, unknown_of
from gnomon.models.python.choosing import any_element, elements, length
from gnomon.models.python.harmless import harmless, words
from gnomon.models.python.records import record_class


def hashable(key: Any) -> bool:
    """Whether a value can be a known key of a dict."""
    if type(key) is tuple:
        return all(map(hashable, key))
    return type(key) in (str, int, float, bool, bytes) or key is None


def fill(made: DictValue, value: Any, entries: dict[str, Any]) -> DictValue:
    """Put what ``dict(value, **entries)`` holds into a new dict."""
    if type(value) is DictValue:
        made.cell.update(value.cell)
        made.rest = value.rest
    elif value is not None:
        pairs = elements(value)
        for pair in pairs or ():
            if type(pair) is tuple and len(pair) == 2 and hashable(pair[0]):
                made.cell[pair[0]] = pair[1]
            else:
                made.rest = UNKNOWN
        if pairs is None:
            made.rest = UNKNOWN
    made.cell.update(entries)
    return made


@function("collections.OrderedDict", "collections.UserDict", raw=True, tensor=False)
def ordered_dict(items: Any = None, /, **entries: Any) -> Any:
    """A dict."""
    return fill(DictValue(), items, entries)


@function("collections.defaultdict", raw=True, tensor=False)
def defaultdict(default_factory: Any = None, items: Any = None, /, **entries: Any) -> Any:
    """A dict that makes a missing entry by calling its factory."""
    made = fill(DictValue(), items, entries)
    made.factory = default_factory
    return made


@function("collections.Counter", raw=True, tensor=False)
def counter(iterable: Any = None, /, **entries: Any) -> Any:
    """A dict from elements to unknown counts."""
    return DictValue(rest=unknown_of("int"))


@function("collections.ChainMap", raw=True, tensor=False)
def chain_map(*maps: Any) -> Any:
    """The entries of several dicts, the first ones winning."""
    made = DictValue()
    for single in reversed(maps):
        fill(made, single, {})
    return made


@function("collections.deque", raw=True, tensor=False)
def deque(iterable: Any = (), maxlen: Any = None) -> Any:
    """A list with two ends; one of limited length is summed up by its typical element."""
    items = elements(iterable)
    if items is not None and maxlen is None:
        return ListValue(items, kind="deque")
    if items == ():
        return ListValue(None, kind="deque")
    return ListValue(
        None,
        element=any_element(iterable),
        length=None if maxlen is not None else length(iterable),
        kind="deque",
    )


@function("collections.namedtuple", raw=True, tensor=False)
def namedtuple(
    typename: Any, field_names: Any, *, rename: Any = False, defaults: Any = None, module: Any = None
) -> Any:
    """A class of tuples whose entries have names."""
    if type(field_names) is str:
        names: list[Any] | None = field_names.replace(",", " ").split()
    else:
        known = elements(field_names)
        names = None if known is None else list(known)
    given = () if defaults is None else elements(defaults)
    if names is None or given is None or not all(type(name) is str for name in names):
        return UNKNOWN
    return record_class(typename if type(typename) is str else "tuple", names, given)


harmless("collections", "UserList UserString abc")
for _name in words(
    "Iterable Sequence Mapping Callable Iterator Hashable MutableMapping Sized Generator Collection Set"
):
    harmless("collections.abc", _name)
    harmless("collections", _name)
