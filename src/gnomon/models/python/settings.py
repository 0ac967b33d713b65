"""Objects that hold settings by attribute and by item, such as ``ml_collections.ConfigDict``."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, DictValue, Iteration, Modelled, Unknown, function, modelled
from gnomon.models.python.harmless import harmless


@modelled(
    "ml_collections.ConfigDict", "ml_collections.config_dict.ConfigDict", "ml_collections.FrozenConfigDict",
    "ml_collections.config_dict.FrozenConfigDict", "easydict.EasyDict", "munch.Munch", "attrdict.AttrDict",
    "addict.Dict", "yacs.config.CfgNode",
)  # fmt: skip
class Settings(Modelled):
    """A dict whose entries are attributes too."""

    raw = True
    may_be_false = True

    def __init__(self, initial_dictionary: Any = None, *arguments: Any, **entries: Any) -> None:
        known = initial_dictionary.cell if type(initial_dictionary) is DictValue else {}
        for name, value in {**known, **entries}.items():
            if type(name) is str and name != "**":
                setattr(self, name, Settings(value) if type(value) is DictValue else value)

    def __getitem__(self, key: Any) -> Any:
        return self.__dict__.get(key, Unknown(name=key)) if type(key) is str else UNKNOWN

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is str:
            setattr(self, key, value)

    def get(self, key: Any, default: Any = None) -> Any:
        """The entry or the default."""
        return self.__dict__.get(key, default) if type(key) is str else UNKNOWN

    def _entries(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("site", "outer")}

    def keys(self) -> Any:
        """The names."""
        return list(self._entries())

    def values(self) -> Any:
        """The values."""
        return list(self._entries().values())

    def items(self) -> Any:
        """Pairs of name and value."""
        return list(self._entries().items())

    def iterate(self) -> Iteration:
        """The names."""
        return Iteration(tuple(self._entries()))

    def to_dict(self) -> Any:
        """A dict of the entries."""
        return DictValue(self._entries())

    def __vars__(self) -> DictValue:
        return DictValue(self._entries())

    def _same(self, *arguments: Any, **keywords: Any) -> Any:
        return self

    lock = unlock = unlocked = freeze = defrost = clone = copy = copy_and_resolve_references = _same

    def _forget(self, *arguments: Any, **keywords: Any) -> None:
        for name in self._entries():
            setattr(self, name, Unknown(name=name))

    update = merge_from_file = merge_from_list = merge_from_other_cfg = _forget


@function("ml_collections.config_dict.placeholder", "ml_collections.FieldReference", raw=True, tensor=False)
def placeholder(*arguments: Any, **keywords: Any) -> Any:
    """A value that is given later."""
    return Unknown(name="placeholder")


harmless("ml_collections.*")
harmless("easydict.*")
