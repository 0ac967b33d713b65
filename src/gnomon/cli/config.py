"""`[tool.gnomon]` in pyproject.toml: what a project always wants."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.cli.errors import UsageError
from gnomon.report.suggest import did_you_mean

LISTS = ("select", "ignore", "include", "exclude", "roots")
TEXT_TABLES = ("assume", "library-versions")
LIST_TABLES = ("per-path-select", "per-path-ignore")
KEYS = (*LISTS, *TEXT_TABLES, *LIST_TABLES, "baseline", "unproven")


class Config:
    """The project's wishes; paths and patterns count from `folder`."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    assume: Mapping[str, str] = {}
    library_versions: Mapping[str, str] = {}
    per_path_select: Mapping[str, tuple[str, ...]] = {}
    per_path_ignore: Mapping[str, tuple[str, ...]] = {}
    baseline: str | None = None
    unproven = False

    def __init__(self, folder: str = "") -> None:
        self.folder = folder


def find_config(paths: Sequence[str]) -> Config:
    """The settings of the project that all these paths lie in; the defaults where there are none."""
    try:
        start = os.path.commonpath([os.path.abspath(path) for path in paths] or [os.getcwd()])
    except ValueError:
        return Config()
    folder = start if os.path.isdir(start) else os.path.dirname(start)
    while True:
        file = os.path.join(folder, "pyproject.toml")
        text = _read_quietly(file)
        if text is not None and "[tool.gnomon" in text:
            return parse_config(text, file)
        parent = os.path.dirname(folder)
        if parent == folder:
            return Config()
        folder = parent


def read_config(file: str) -> Config:
    """The settings in a file named by the user."""
    text = _read_quietly(file)
    if text is None:
        raise UsageError(f"{file}: cannot be read")
    return parse_config(text, file)


def _read_quietly(file: str) -> str | None:
    try:
        with open(file, encoding="utf-8") as handle:
            return handle.read()
    except (OSError, UnicodeDecodeError):
        return None


def parse_config(text: str, file: str) -> Config:
    """The settings in the text of a pyproject.toml; UsageError says what is wrong in it."""
    import tomllib

    shown = os.path.relpath(file)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{shown}: {error}") from None
    tool = document.get("tool")
    table: Any = tool.get("gnomon", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{shown}: tool.gnomon is no table")
    config = Config(os.path.dirname(file))
    for key, value in table.items():
        name = key.replace("-", "_")
        if key in LISTS:
            setattr(config, name, _texts(value, f"{shown}: tool.gnomon.{key}"))
        elif key in TEXT_TABLES:
            setattr(config, name, _text_table(value, f"{shown}: tool.gnomon.{key}"))
        elif key in LIST_TABLES:
            setattr(config, name, _list_table(value, f"{shown}: tool.gnomon.{key}"))
        elif key == "baseline" and isinstance(value, str):
            config.baseline = os.path.join(config.folder, value)
        elif key == "unproven" and isinstance(value, bool):
            config.unproven = value
        elif key in KEYS:
            raise UsageError(f"{shown}: tool.gnomon.{key} is of the wrong kind")
        else:
            raise UsageError(f"{shown}: tool.gnomon has no setting {key}{did_you_mean(key, KEYS)}")
    config.roots = tuple(os.path.join(config.folder, root) for root in config.roots)
    return config


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{where} is no list of texts")
    return tuple(value)


def _text_table(value: Any, where: str) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(item, str) for item in value.values()):
        raise UsageError(f"{where} is no table of texts")
    return dict(value)


def _list_table(value: Any, where: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise UsageError(f"{where} is no table")
    return {key: _texts(item, f'{where}."{key}"') for key, item in value.items()}
