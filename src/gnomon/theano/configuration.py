"""`theano.config`: the settings of old programs, read from THEANO_FLAGS and ~/.theanorc, and changed in place."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnomon.theano.flags import FLAGS, Flag


class Config:
    """Settings as attributes; names with dots are settings of a section, as ``config.traceback.limit``."""

    def __init__(self, prefix: str = "") -> None:
        self.__dict__["_prefix"] = prefix

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        whole = self._prefix + name
        if whole == "compiledir":
            place = Path(FLAGS[whole].value).expanduser()
            place.mkdir(parents=True, exist_ok=True)
            return str(place)
        if whole == "cxx" and FLAGS[whole].value is None:
            return _compiler()
        if whole in FLAGS:
            return FLAGS[whole].value
        if any(flag.startswith(whole + ".") for flag in FLAGS):
            return Config(whole + ".")
        raise AttributeError(f"theano.config has no setting {whole!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        whole = self._prefix + name
        if whole not in FLAGS:
            raise AttributeError(f"theano.config has no setting {whole!r}")
        FLAGS[whole].set(value)

    def __dir__(self) -> list[str]:
        found = {flag[len(self._prefix) :].split(".")[0] for flag in FLAGS if flag.startswith(self._prefix)}
        return sorted(found)

    def __str__(self) -> str:
        return "\n".join([f"{flag}: {entry.value}" for flag, entry in sorted(FLAGS.items())])

    def change_flags(self, *given: Mapping[str, Any], **flags: Any) -> change_flags:
        """Return a context manager and decorator that changes settings for a while."""
        return change_flags(*given, **flags)


def _compiler() -> str:
    """Return the command of the C++ compiler that is found, or nothing."""
    from gnomon.compile.own.compiling import compiler

    found = compiler()
    return "" if found is None else " ".join(found.command)


class change_flags:
    """Change settings for a while: ``with change_flags(floatX="float32"):`` or as a decorator.

    Names with dots come as a dictionary or as pairs: ``change_flags([("conv.assert_shape", True)])``.
    """

    def __init__(self, *given: Any, **flags: Any) -> None:
        self.flags: dict[str, Any] = {}
        for entries in (*given, flags):
            self.flags.update(entries)
        for name in self.flags:
            if name not in FLAGS:
                raise AttributeError(f"theano.config has no setting {name!r}")

    def __enter__(self) -> None:
        self.old = {name: FLAGS[name].value for name in self.flags}
        done: list[str] = []
        try:
            for name, value in self.flags.items():
                FLAGS[name].set(value)
                done.append(name)
        except Exception:
            for name in done:
                FLAGS[name].set(self.old[name])
            raise

    def __exit__(self, *error: object) -> None:
        for name, value in self.old.items():
            FLAGS[name].set(value)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def changed(*arguments: Any, **named: Any) -> Any:
            with change_flags(self.flags):
                return function(*arguments, **named)

        return changed


def parsed(text: str) -> Iterator[tuple[str, str]]:
    """Yield the settings of a text such as ``floatX=float32,device=cpu``; commas may be quoted."""
    for entry in entries_of(text):
        name, equals, value = entry.partition("=")
        if not equals:
            raise ValueError(f"THEANO_FLAGS: {entry!r} should be name=value")
        yield name.strip(), value.strip().strip("'\"")


def entries_of(text: str) -> list[str]:
    """Return the settings of a text; commas in quotes do not divide them."""
    parts, quote, start = [], "", 0
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == ",":
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def from_files() -> Iterator[tuple[str, str]]:
    """Yield the settings in the files that THEANORC names, or in ~/.theanorc."""
    places = os.environ.get("THEANORC", "~/.theanorc").split(os.pathsep)
    files = [Path(place).expanduser() for place in places]
    if not any(file.exists() for file in files):
        return
    import configparser

    reader = configparser.ConfigParser(interpolation=None)
    reader.optionxform = str  # type: ignore[method-assign,assignment]
    try:
        reader.read(files)
    except (configparser.Error, UnicodeDecodeError) as error:
        warnings.warn(f"the settings in {' '.join(places)} are not read: {error}", stacklevel=3)
        return
    for section in reader.sections():
        prefix = "" if section == "global" else section + "."
        for name, value in reader.items(section):
            yield prefix + name, value


def _read() -> None:
    for name, value in [*from_files(), *parsed(os.environ.get("THEANO_FLAGS", ""))]:
        if name in FLAGS:
            FLAGS[name].set(value)
        else:
            warnings.warn(f"Theano does not recognise this flag: {name}", stacklevel=3)


def add_setting(name: str, doc: str, flag: Flag) -> None:
    """Add a setting (AddConfigVar)."""
    flag.doc = doc
    FLAGS.setdefault(name, flag)


@contextmanager
def only(**flags: Any) -> Iterator[None]:
    """Change settings for a while."""
    with change_flags(flags):
        yield


config = Config()
_read()
