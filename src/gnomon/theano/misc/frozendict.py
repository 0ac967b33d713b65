"""`theano.misc.frozendict`: dictionaries that do not change, and that may be keys therefore."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import xor
from typing import Any, ClassVar


class frozendict(Mapping[Any, Any]):
    """A dictionary that does not change: it has a hash."""

    dict_cls: ClassVar[type] = dict

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._dict = self.dict_cls(*arguments, **named)

    def copy(self, **add_or_replace: Any) -> frozendict:
        """Return a copy with some entries added or replaced."""
        return type(self)(self, **add_or_replace)

    def __getitem__(self, key: Any) -> Any:
        return self._dict[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._dict)

    def __len__(self) -> int:
        return len(self._dict)

    def __hash__(self) -> int:
        return reduce(xor, map(hash, self.items()), 0)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._dict!r}>"


class FrozenOrderedDict(frozendict):
    """A dictionary in order that does not change."""

    dict_cls = OrderedDict
