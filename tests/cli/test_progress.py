"""The progress bar: only for a person, only for many files, and it goes away."""

import io

from gnomon.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nobody_watches():
    stream = io.StringIO()
    progress = Progress(100, stream)
    progress.advance("a.py")
    progress.close()
    assert stream.getvalue() == ""


def test_few_files():
    stream = Terminal()
    Progress(3, stream).advance("a.py")
    assert stream.getvalue() == ""


def test_bar(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    progress = Progress(40, stream)
    for number in range(40):
        progress.advance(f"f{number}.py")
    assert "40/40 f39.py" in stream.getvalue()
    progress.close()
    assert stream.getvalue().endswith("\r\x1b[K")
