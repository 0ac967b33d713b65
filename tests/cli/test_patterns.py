"""Patterns agree with what git makes of a `.gitignore`."""

import random
import shutil
import subprocess

import pytest

from gnomon.cli.patterns import Patterns

PATHS = [
    "a.py",
    "b/a.py",
    "b/c/a.py",
    "b/c/d.txt",
    "c/a.py",
    "build/x.py",
    "b/build/y.py",
    "old/b/c/e.py",
    "x[1].py",
]


@pytest.mark.parametrize(
    "patterns, path, expected",
    [
        (["a.py"], "b/a.py", True),
        (["/a.py"], "b/a.py", False),
        (["b/*.py"], "b/c/a.py", False),
        (["b/**"], "b/c/a.py", True),
        (["**/c"], "b/c/a.py", True),
        (["b/**/a.py"], "b/a.py", True),
        (["*.py", "!a.py"], "b/a.py", False),
        (["b/", "!b/a.py"], "b/a.py", True),
        (["# a.py", "", "\\#x"], "#x", True),
        (["[a-c].py"], "b.py", True),
        (["[!a-c].py"], "b.py", False),
        (["a.py "], "a.py", True),
        (["[", "*.py"], "[", True),
        (["[z-a].py"], "a.py", False),
    ],
)
def test_examples(patterns, path, expected):
    assert Patterns(patterns).matches(path) is expected


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git")
def test_as_git_does(project):
    subprocess.run(["git", "init", "-q", "."], check=True)
    for path in PATHS:
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    dice = random.Random(1)
    parts = [
        "*",
        "**",
        "a.py",
        "b",
        "c",
        "?.py",
        "build",
        "*.txt",
        "[a-b]",
        "[!a]*",
        "d*",
        "x\\[1\\].py",
        "o?d",
    ]
    for _ in range(60):
        lines = []
        for _ in range(dice.randrange(1, 4)):
            text = "/".join(dice.choices(parts, k=dice.randrange(1, 4)))
            lines.append(
                dice.choice(["", "", "!"]) + dice.choice(["", "", "/"]) + text + dice.choice(["", "", "/"])
            )
        (project / ".gitignore").write_text("\n".join(lines) + "\n")
        answer = subprocess.run(["git", "check-ignore", *PATHS], capture_output=True, text=True, check=False)
        ours = [path for path in PATHS if Patterns(lines).matches(path)]
        assert ours == answer.stdout.splitlines(), lines
