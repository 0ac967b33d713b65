"""Settings that programs add themselves."""

from __future__ import annotations

from typing import Any

from gnomon.theano.configuration import add_setting, change_flags, config
from gnomon.theano.flags import Flag, choice, text, truth

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
