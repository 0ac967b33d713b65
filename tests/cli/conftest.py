"""The command line, run in this process with a stand-in for the checker."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from gnomon.cli.main import run
from gnomon.cli.streams import Streams

from cli import fake_checker


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def gnomon(project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Runs `gnomon ARGUMENTS` in the project's folder."""
    monkeypatch.setitem(sys.modules, "gnomon.check.api", fake_checker)
    fake_checker.asked.clear()

    def call(*arguments: str, stdin: str = "") -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        code = run(arguments, Streams(out, err, io.StringIO(stdin)))
        return Outcome(code, out.getvalue(), err.getvalue())

    return call


@pytest.fixture
def write(project: Path) -> Callable[[str, str], Path]:
    """Writes a file of the project."""

    def write_file(name: str, text: str) -> Path:
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write_file
