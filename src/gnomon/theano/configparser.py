"""Settings that programs add themselves."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnomon.theano.configuration import (
    Config,
    add_setting,
    change_flags,
    config,
    entries_of,
    from_files,
    parsed,
)
from gnomon.theano.flags import FLAGS, Flag, choice, text, truth

TheanoConfigParser = Config
THEANO_FLAGS = os.environ.get("THEANO_FLAGS", "")


class TheanoConfigWarning(Warning):
    """A setting that is not understood."""

    @classmethod
    def warn(cls, message: str, stacklevel: int = 0) -> None:
        """Warn of a setting."""
        warnings.warn(message, cls, stacklevel=stacklevel + 3)


def parse_config_string(config_string: str, issue_warnings: bool = True) -> dict[str, str]:
    """Return the settings of a text such as ``floatX=float32,device=cpu``; those without a value are left out."""
    found: dict[str, str] = {}
    for entry in entries_of(config_string):
        if "=" in entry:
            found.update(parsed(entry))
        elif issue_warnings:
            TheanoConfigWarning.warn(f"Config key {entry!r} has no value, ignoring it", stacklevel=1)
    return found


THEANO_FLAGS_DICT = parse_config_string(THEANO_FLAGS)


def config_files_from_theanorc() -> list[str]:
    """Return the files that settings are read from: those that THEANORC names, or ~/.theanorc."""
    places = os.environ.get("THEANORC", "~/.theanorc").split(os.pathsep)
    return [str(Path(place).expanduser()) for place in places]


config_files = config_files_from_theanorc()


def fetch_val_for_key(key: str, delete_key: bool = False) -> Any:
    """Return what THEANO_FLAGS, or else a file of settings, says; nothing is a KeyError."""
    if key in THEANO_FLAGS_DICT:
        return THEANO_FLAGS_DICT.pop(key) if delete_key else THEANO_FLAGS_DICT[key]
    found = dict(from_files())
    if key not in found:
        raise KeyError(key)
    return found[key]


def get_config_hash() -> str:
    """Return a text that equal settings share."""
    return hashlib.sha256(str(config).encode()).hexdigest()


def TypedParam(default: Any, mytype: Any, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting whose values a type reads, and ``is_valid`` may refuse."""

    def read(value: Any) -> Any:
        found = mytype(value)
        if callable(is_valid) and not is_valid(found):
            raise ValueError(f"{value!r} is not allowed for this setting")
        return found

    return Flag(default, read)


def ConfigParam(default: Any, filter: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting with a default and a function that reads values."""
    return Flag(default, filter or text)


def EnumStr(default: str, *options: str, **named: Any) -> Flag:
    """Return a setting that is one of some texts."""
    return Flag(default, choice(default, *options))


def BoolParam(default: bool, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is true or false."""
    return TypedParam(default, truth, is_valid)


def IntParam(default: int, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a whole number."""
    return TypedParam(default, int, is_valid)


def FloatParam(default: float, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a number."""
    return TypedParam(default, float, is_valid)


def StrParam(default: str, is_valid: Any = None, allow_override: bool = True) -> Flag:
    """Return a setting that is a text."""
    return TypedParam(default, str, is_valid)


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
    "THEANO_FLAGS",
    "THEANO_FLAGS_DICT",
    "AddConfigVar",
    "BoolParam",
    "ConfigParam",
    "EnumStr",
    "FloatParam",
    "IntParam",
    "StrParam",
    "TheanoConfigParser",
    "TheanoConfigWarning",
    "TypedParam",
    "change_flags",
    "config",
    "config_files",
    "config_files_from_theanorc",
    "fetch_val_for_key",
    "get_config_hash",
    "parse_config_string",
]
