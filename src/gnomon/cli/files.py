"""Which files a run checks: those named, and the Python files and notebooks of the folders named."""

import os
from collections.abc import Iterator, Sequence

from gnomon.cli.errors import UsageError
from gnomon.cli.patterns import Patterns

INCLUDE = ("*.py", "*.ipynb")
BasedPatterns = tuple[str | None, Patterns]  # None: counted from the folder being walked
EXCLUDE = (
    ".*/",
    "__pycache__/",
    "node_modules/",
    "site-packages/",
    "build/",
    "dist/",
    "*.egg-info/",
)


class Filter:
    """The included and excluded patterns; each list counts from a folder, or from the folder being walked."""

    def __init__(self, include: Sequence[BasedPatterns], exclude: Sequence[BasedPatterns]) -> None:
        self._include = include
        self._exclude = exclude

    def excluded(self, path: str, root: str, folder: bool) -> bool:
        """Whether a file or folder below the root is left out."""
        return any(_matches(based, path, root, folder) for based in self._exclude)

    def included(self, path: str, root: str) -> bool:
        """Whether a file below the root is of the kind that is checked."""
        return any(_matches(based, path, root, False) for based in self._include)


def _matches(based: BasedPatterns, path: str, root: str, folder: bool) -> bool:
    base, patterns = based
    relative = relative_path(path, base) if base is not None else None
    if relative is None:
        relative = relative_path(path, root)
    return bool(relative) and patterns.matches(relative or "", folder)


def relative_path(path: str, base: str) -> str | None:
    """A path as seen from a folder, with forward slashes; None if it lies outside.

    >>> relative_path("a/b/c.py", "a"), relative_path("a/c.py", "b")
    ('b/c.py', None)
    """
    try:
        relative = os.path.relpath(path, base or ".").replace(os.sep, "/")
    except ValueError:  # another drive
        return None
    return None if relative == ".." or relative.startswith("../") else relative


def find_files(paths: Sequence[str], chosen: Filter) -> list[str]:
    """The files to check, each once, in a fixed order; UsageError for a path that is not there.

    A file named on the command line is checked whatever the patterns say.
    """
    found: dict[str, None] = {}
    seen: set[str] = set()
    for path in paths:
        if os.path.isdir(path):
            files = _walk(path, path, chosen, set())
        elif os.path.exists(path):
            files = iter((os.path.normpath(path),))
        else:
            raise UsageError(f"{path}: no such file or folder")
        for file in files:
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                found[file] = None
    return list(found)


def _walk(folder: str, root: str, chosen: Filter, parents: set[str]) -> Iterator[str]:
    """The checked files under a folder, sorted; links that lead back into a parent are not followed."""
    real = os.path.realpath(folder)
    if real in parents:
        return
    try:
        with os.scandir(folder) as entries:
            items = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    if any(entry.name == "pyvenv.cfg" for entry in items):
        return
    for entry in items:
        path = os.path.normpath(os.path.join(folder, entry.name))
        try:
            is_folder = entry.is_dir()
        except OSError:
            continue
        if chosen.excluded(path, root, is_folder):
            continue
        if is_folder:
            yield from _walk(path, root, chosen, parents | {real})
        elif chosen.included(path, root) and entry.is_file():
            yield path
