"""The page of errors, `errors.md`: each program fails as the page says, with nothing of Gnomon on top of the traceback.

``python tests/runtime/test_errors.py`` writes the messages anew, to be read before they are kept.
"""

import linecache
import re
import traceback
from pathlib import Path

import numpy as np
import pytest

import gnomon

PAGE = Path(__file__).with_name("errors.md")
SECTION = re.compile(
    r"## (?P<title>.*?)\n\n```python\n(?P<program>.*?)```\n\n```text\n(?P<message>.*?)```\n", re.S
)
PACKAGE = str(Path(gnomon.__file__).parent)
SECTIONS = {found["title"]: found for found in SECTION.finditer(PAGE.read_text("utf-8"))}


def failure(program):
    """Run a program and return its error."""
    linecache.cache["program.py"] = (len(program), None, program.splitlines(keepends=True), "program.py")
    try:
        exec(compile(program, "program.py", "exec"), {"gn": gnomon, "np": np})
    except Exception as error:
        return error
    raise AssertionError("the program does not fail")


def told(error):
    """Return what the user sees of an error, its last line of the traceback included."""
    frames = traceback.extract_tb(error.__traceback__)
    last = [frame for frame in frames if frame.filename == "program.py"][-1]
    return f"line {last.lineno}: {last.line}\n{type(error).__name__}: {error}\n"


@pytest.mark.parametrize("title", SECTIONS)
def test_message(title):
    section = SECTIONS[title]
    error = failure(section["program"])
    assert told(error).replace("program.py:", "line ").strip() == section["message"].strip()
    frames = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    if "f(" in told(error).splitlines()[0]:
        assert not any(name.startswith(PACKAGE) for name in frames)
        assert error.__cause__ is None
        assert error.__suppress_context__ or error.__context__ is None


def test_there_are_twenty():
    assert len(SECTIONS) >= 20


def written(found):
    """A section with the message as it is now."""
    message = told(failure(found["program"])).replace("program.py:", "line ").rstrip("\n")
    return f"## {found['title']}\n\n```python\n{found['program']}```\n\n```text\n{message}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(SECTION.sub(written, PAGE.read_text("utf-8")), "utf-8")
