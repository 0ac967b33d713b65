"""Settings that programs add themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnomon.theano.configuration import add_setting, change_flags, config
from gnomon.theano.flags import FLAGS, Flag, choice, text, truth

THEANO_FLAGS_DICT: dict[str, str] = {}


def ConfigParam(default: Any, filter: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting with a default and a function that reads values."""
    return Flag(default, filter or text)


def EnumStr(default: str, *options: str, **named: Any) -> Flag:
    """Return a setting that is one of some texts."""
    return Flag(default, choice(default, *options))


def BoolParam(default: bool, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is true or false."""
    return Flag(default, truth)


def IntParam(default: int, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a whole number."""
    return Flag(default, int)


def FloatParam(default: float, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a number."""
    return Flag(default, float)


def StrParam(default: str, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a text."""
    return Flag(default, str)


def AddConfigVar(name: str, doc: str, configparam: Flag, root: Any = None, in_c_key: bool = True) -> None:
    """Add a setting: ``config.name``."""
    add_setting(name, doc, configparam)


class Setting:
    """A setting with its name, as programs find it in `_config_var_list`."""

    def __init__(self, fullname: str, flag: Flag) -> None:
        self.fullname, self.flag, self.doc = fullname, flag, flag.doc

    def __get__(self, holder: Any, kind: Any = None) -> Any:
        return self.flag.value

    def __set__(self, holder: Any, value: Any) -> None:
        self.flag.set(value)


class _Settings:
    """All settings, those included that programs add."""

    def __iter__(self) -> Iterator[Setting]:
        return iter([Setting(name, flag) for name, flag in FLAGS.items()])

    def __len__(self) -> int:
        return len(FLAGS)


_config_var_list = _Settings()


__all__ = [
    "THEANO_FLAGS_DICT",
    "AddConfigVar",
    "BoolParam",
    "ConfigParam",
    "EnumStr",
    "FloatParam",
    "IntParam",
    "StrParam",
    "change_flags",
    "config",
]
