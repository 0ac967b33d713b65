"""Which files are checked."""

import os

import pytest

from gnomon.cli.errors import UsageError
from gnomon.cli.files import EXCLUDE, INCLUDE, Filter, find_files
from gnomon.cli.patterns import Patterns

DEFAULT = Filter([(None, Patterns(INCLUDE))], [(None, Patterns(EXCLUDE))])


@pytest.fixture
def tree(write):
    for name in ["b.py", "a.py", "n.ipynb", "t.txt", "sub/c.py", ".venv/d.py", "env/pyvenv.cfg", "env/e.py"]:
        write(name, "")


def test_defaults(tree):
    assert find_files(["."], DEFAULT) == ["a.py", "b.py", "n.ipynb", "sub/c.py"]


def test_each_once_in_the_order_named(tree):
    assert find_files(["sub", "b.py", ".", "./b.py"], DEFAULT) == ["sub/c.py", "b.py", "a.py", "n.ipynb"]


def test_named_files_are_checked_whatever_they_are(tree):
    assert find_files(["t.txt", ".venv/d.py"], DEFAULT) == ["t.txt", ".venv/d.py"]
    assert find_files([".venv"], DEFAULT) == [".venv/d.py"]


def test_missing(tree):
    with pytest.raises(UsageError, match=r"^nowhere: no such file or folder$"):
        find_files(["a.py", "nowhere"], DEFAULT)


def test_links_in_a_circle_end(tree, project):
    os.symlink(project, project / "sub" / "up")
    assert find_files(["."], DEFAULT) == ["a.py", "b.py", "n.ipynb", "sub/c.py"]


def test_include_and_exclude(gnomon, write, tree):
    def checked(*options):
        out = gnomon("check", "--format", "concise", ".", *options).out
        return int(out.split("found in ")[1].split()[0])

    assert checked() == 4
    assert checked("--exclude", "sub/", "--exclude", "b.py") == 2
    assert checked("--include", "*.txt") == 1
    write("pyproject.toml", '[tool.gnomon]\nexclude = ["*.ipynb"]\n')
    assert checked() == 3
    assert checked("--exclude", "/a.py") == 2


def test_nothing_there(gnomon, write):
    write("t.txt", "")
    assert gnomon("check", ".") == (
        0,
        "no shape bug found in 0 files\n0 of 0 tensor calls known\n",
        "gnomon: no Python file in .\n",
    )
