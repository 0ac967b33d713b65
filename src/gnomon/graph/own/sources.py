"""Source text of an operation of the user's, and how it is to be compiled."""

from __future__ import annotations

import linecache
import os
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import Site, user_site

ENDINGS = (".cpp", ".cc", ".cxx", ".c", ".hpp", ".h", ".cu", ".cl")


class Cpp(NamedTuple):
    """C++ with the function ``entry``: text, or a file if ``path`` is set.

    ``place`` says where the text stands in the user's program, if that is known: a path and the number of its first line.
    """

    entry: str
    text: str
    path: str | None = None
    place: tuple[str, int] | None = None
    include: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


def cpp_source(
    source: str | os.PathLike[str],
    entry: str,
    include: Sequence[str | os.PathLike[str]],
    flags: Sequence[str],
    libraries: Sequence[str],
) -> Cpp:
    """Return the source of an operation, given as text or as a path.

    A path of a file, relative to the file of the user's line, or to the current folder.
    """
    site = user_site()
    path = _path(source, site)
    folders = tuple([os.path.abspath(os.fspath(folder)) for folder in include])
    if path is not None:
        return Cpp(entry, "", path, None, folders, tuple(flags), tuple(libraries))
    text = str(source)
    if site is not None and os.path.isfile(site.path):
        folders = (*folders, os.path.dirname(os.path.abspath(site.path)))
    return Cpp(entry, text, None, _place(text, site), folders, tuple(flags), tuple(libraries))


def text_of(source: str | os.PathLike[str]) -> str:
    """Return source text, that of a file if a path is given."""
    path = _path(source, user_site())
    if path is None:
        return str(source)
    with open(path, encoding="utf-8") as file:
        return file.read()


def _path(source: str | os.PathLike[str], site: Site | None) -> str | None:
    """Return the path that a source is, None if it is text."""
    text = os.fspath(source)
    if not isinstance(source, os.PathLike) and ("\n" in text or not text.strip().endswith(ENDINGS)):
        return None
    beside = [os.path.dirname(site.path)] if site is not None else []
    for folder in (*beside, os.getcwd()):
        path = os.path.abspath(os.path.join(folder, text))
        if os.path.isfile(path):
            return path
    raise ArgumentError(f"the source {text} is not found", site)


def _place(text: str, site: Site | None) -> tuple[str, int] | None:
    """Return where text stands in the file of a line of the user's, by its lines."""
    if site is None:
        return None
    wanted = text.splitlines()
    lines = [line.rstrip("\n") for line in linecache.getlines(site.path)]
    marks = [k for k, line in enumerate(wanted) if line.strip()]
    if not marks:
        return None
    first = marks[0]
    body = wanted[first:]
    for start in range(len(lines) - len(body) + 1):
        if lines[start].endswith(body[0]) and lines[start + 1 : start + len(body) - 1] == body[1:-1]:
            return site.path, start + 1 - first
    return None
