"""The code on the pages for users of arrays runs, block after block in one file, and prints what the pages say."""

import contextlib
import io
import linecache
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

ROOT = Path(__file__).parent.parent.parent
PAGES = ["README.md", "docs/arrays.md", "docs/networks.md", "docs/own_operations.md", "docs/from_theano.md"]
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page):
    """Each block of Python with the text that follows it, if one does before the next block."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    for place, (kind, code) in enumerate(found):
        if kind == "python":
            after = found[place + 1] if place + 1 < len(found) else ("", "")
            yield code, after[1] if after[0] == "text" else None


@pytest.mark.parametrize("name", PAGES)
def test_the_code_of_a_page(name, tmp_path, monkeypatch):
    if name == "docs/own_operations.md" and not any(map(shutil.which, ("c++", "g++", "clang++"))):
        pytest.skip("no C++ compiler is installed")
    monkeypatch.chdir(tmp_path)
    space = {"__name__": "page"}
    whole, compared = "", 0
    for code, wanted in blocks(ROOT / name):
        before = "\n" * whole.count("\n")
        whole += code
        (tmp_path / "tour.py").write_text(whole, encoding="utf-8")
        linecache.clearcache()  # errors tell the line
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(before + code, "tour.py", "exec"), space)
        if wanted is not None:
            assert out.getvalue() == wanted
            compared += 1
    assert compared or name == "README.md"
