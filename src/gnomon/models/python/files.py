"""Files and paths: ``os``, ``pathlib``, ``glob``, ``shutil``, ``tempfile``, ``io``; nothing is read."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable
from typing import Any

from gnomon.models.api import (
    Iteration,
    ListValue,
    Modelled,
    alias,
    choice,
    constant,
    function,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.disk.found import note_written
from gnomon.models.python.harmless import giving, harmless, returning


def texts() -> ListValue:
    """Return a list of unknown many unknown strings."""
    return ListValue(None, element=unknown_of("str"))


# -- os.path: exact on known strings ------------------------------------------------------------------


def _on_strings(real: Callable[..., Any], parts: int) -> Callable[..., Any]:
    def model(*arguments: Any) -> Any:
        if arguments and all(type(value) is str for value in arguments):
            return real(*arguments)
        return unknown_of("str") if parts == 1 else tuple(unknown_of("str") for _ in range(parts))

    return model


for _name in ("join", "basename", "dirname", "normpath", "normcase"):
    function(f"os.path.{_name}", tensor=False)(_on_strings(getattr(posixpath, _name), 1))
for _name in ("split", "splitext", "splitdrive"):
    function(f"os.path.{_name}", tensor=False)(_on_strings(getattr(posixpath, _name), 2))
giving("str", "os.path", "expanduser expandvars relpath commonprefix commonpath")


@function("os.path.abspath", "os.path.realpath", tensor=False)
def abspath(path: Any, *rest: Any, **keywords: Any) -> Any:
    """The whole path of what there is, such as the program itself; otherwise an unknown string."""
    return os.path.abspath(path) if type(path) is str and os.path.exists(path) else unknown_of("str")


giving("bool", "os.path", "exists isfile isdir islink isabs lexists samefile ismount")
giving("int", "os.path", "getsize")
giving("float", "os.path", "getmtime getctime getatime")
constant("os.path.sep", "/")
alias("posixpath", "os.path")

# -- os ------------------------------------------------------------------------------------------------

constant("os.sep", "/")
constant("os.linesep", "\n")
constant("os.pathsep", ":")
constant("os.curdir", ".")
constant("os.pardir", "..")
constant("os.extsep", ".")
constant("os.name", unknown_of("str"))
returning(
    None,
    "os",
    "mkdir makedirs remove unlink rename replace rmdir removedirs chmod chown link symlink utime putenv"
    " kill setpgrp umask nice",
)
giving("str", "os", "getcwd getlogin strerror fspath readlink")
giving("bool", "os", "access")
giving("int", "os", "getpid getppid getuid system")
harmless("os", "stat popen scandir times uname fork pipe fdopen environb DirEntry PathLike error")


@function("os.cpu_count", "multiprocessing.cpu_count", "os.process_cpu_count", tensor=False)
def cpu_count() -> Any:
    """At least one."""
    return symbol(lower=1)


@function("os.chdir", tensor=False)
def chdir(path: Any) -> None:
    """From here on, which files the program means is not known."""
    note_written(None)


@function("os.listdir", tensor=False)
def listdir(path: Any = ".") -> Any:
    """Unknown names."""
    return texts()


@function("os.walk", tensor=False)
def walk(top: Any, topdown: Any = True, onerror: Any = None, followlinks: Any = False) -> Any:
    """Triples of a folder, its folders and its files."""
    return Iteration(make=lambda: (unknown_of("str"), texts(), texts()))


@function("os.getenv", tensor=False)
def getenv(key: Any, default: Any = None) -> Any:
    """An unknown string (or the default)."""
    return unknown_of("str") if type(default) is str else choice([default, unknown_of("str")])


class Environment(Modelled):
    """``os.environ``: unknown strings."""

    library_name = "os.environ"
    may_be_false = True

    def __getitem__(self, key: Any) -> Any:
        return unknown_of("str")

    def __setitem__(self, key: Any, value: Any) -> None:
        """The environment is not followed."""

    def get(self, key: Any, default: Any = None) -> Any:
        """An unknown string, or the default."""
        return getenv(key, default)

    def copy(self) -> Any:
        """The same again."""
        return self

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """An unknown string."""
        return unknown_of("str")

    def update(self, *arguments: Any, **keywords: Any) -> None:
        """The environment is not followed."""

    def pop(self, key: Any, default: Any = None) -> Any:
        """An unknown string."""
        return unknown_of("str")

    def iterate(self) -> Iteration:
        """Unknown names."""
        return Iteration(make=lambda: unknown_of("str"))


constant("os.environ", Environment())

# -- pathlib -------------------------------------------------------------------------------------------


@modelled(
    "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath", "pathlib.WindowsPath"
)
class Path(Modelled):
    """A path; its text is kept where it is known."""

    def __init__(self, *segments: Any) -> None:
        known = [segment.text if type(segment) is Path else segment for segment in segments]
        self.text: Any = (
            posixpath.join(*known) if known and all(type(part) is str for part in known) else None
        )

    def __truediv__(self, key: Any) -> Path:
        return Path(self, key)

    def __rtruediv__(self, key: Any) -> Path:
        return Path(key, self)

    def _named(self, real: Callable[[str], str]) -> Any:
        return unknown_of("str") if self.text is None else real(self.text)

    @property
    def name(self) -> Any:
        """The last part."""
        return self._named(posixpath.basename)

    @property
    def stem(self) -> Any:
        """The last part without its suffix."""
        return self._named(lambda text: posixpath.splitext(posixpath.basename(text))[0])

    @property
    def suffix(self) -> Any:
        """The suffix of the last part."""
        return self._named(lambda text: posixpath.splitext(text)[1])

    @property
    def parent(self) -> Path:
        """The folder."""
        return Path(self._named(posixpath.dirname))

    @property
    def parents(self) -> Any:
        """The folders above."""
        return ListValue(None, element=Path())

    @property
    def parts(self) -> Any:
        """The parts of the path."""
        return texts()

    def absolute(self, *arguments: Any, **keywords: Any) -> Path:
        """The whole path of what there is, such as the program itself."""
        return Path(abspath(self.text))

    resolve = absolute

    def _same(self, *arguments: Any, **keywords: Any) -> Path:
        return Path()

    expanduser = with_suffix = with_name = with_stem = relative_to = rename = replace = _same
    joinpath = __truediv__
    cwd = home = classmethod(lambda cls: Path())

    def _answer(self, *arguments: Any, **keywords: Any) -> Any:
        return unknown_of("bool")

    exists = is_file = is_dir = is_symlink = is_absolute = match = samefile = _answer

    def _paths(self, *arguments: Any, **keywords: Any) -> Iteration:
        return Iteration(make=Path)

    glob = rglob = iterdir = _paths

    def _nothing(self, *arguments: Any, **keywords: Any) -> None:
        return None

    mkdir = rmdir = chmod = _nothing

    def _written(self, *arguments: Any, **keywords: Any) -> None:
        note_written(self)

    touch = unlink = write_text = write_bytes = symlink_to = _written

    def read_text(self, *arguments: Any, **keywords: Any) -> Any:
        """Unknown text."""
        return unknown_of("str")

    def as_posix(self) -> Any:
        """The text of the path."""
        return self._named(str)

    __str__ = as_posix

    def read_bytes(self) -> Any:
        """Unknown bytes."""
        return unknown_of("bytes")

    def open(self, mode: Any = "r", *arguments: Any, **keywords: Any) -> Any:
        """An open file."""
        if type(mode) is not str or set(mode) & set("wax+"):
            note_written(self)
        return File()


# -- open files ---------------------------------------------------------------------------------------


class File(Modelled):
    """An open file: unknown text, line by line."""

    library_name = "io.File"

    def __enter__(self) -> File:
        return self

    def _text(self, *arguments: Any, **keywords: Any) -> Any:
        return unknown_of("str")

    read = readline = getvalue = _text

    def readlines(self, hint: Any = -1) -> Any:
        """Unknown lines."""
        return texts()

    def _nothing(self, *arguments: Any, **keywords: Any) -> None:
        return None

    write = writelines = close = flush = seek = truncate = _nothing

    def iterate(self) -> Iteration:
        """A loop over a file sees unknown lines."""
        return Iteration(make=lambda: unknown_of("str"))


@function(
    "io.open", "io.StringIO", "codecs.open", "os.open", "gzip.open", "bz2.open", "lzma.open",
    "urllib.request.urlopen",
    "tempfile.TemporaryFile", "tempfile.NamedTemporaryFile", "io.TextIOWrapper", raw=True, tensor=False,
)  # fmt: skip
def open_file(*arguments: Any, **keywords: Any) -> Any:
    """An open file."""
    return File()


harmless("io", "BytesIO BufferedReader")
giving("str", "tempfile", "mkdtemp gettempdir mktemp")
harmless("tempfile", "TemporaryDirectory SpooledTemporaryFile mkstemp")
returning(
    None,
    "shutil",
    "copy copy2 copyfile copytree copyfileobj rmtree move make_archive unpack_archive chown copymode",
)
harmless("shutil", "which disk_usage get_terminal_size")
for _module in ("zipfile", "tarfile", "gzip", "bz2", "lzma", "codecs", "fcntl", "stat", "errno", "mimetypes"):
    harmless(f"{_module}.*")


@function("glob.glob", "glob.iglob", "fnmatch.filter", tensor=False)
def glob(pathname: Any, *rest: Any, **keywords: Any) -> Any:
    """Unknown paths."""
    return texts()


giving("bool", "fnmatch", "fnmatch fnmatchcase")
giving("str", "glob", "escape")
