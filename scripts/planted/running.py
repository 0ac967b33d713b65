"""Running programs under the real library, each in a process of its own with the libraries already loaded."""

import ast
import hashlib
import importlib
import json
import linecache
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

SHAPE_LIKE = re.compile(
    r"shape|size|dimension|\bdims?\b|rank|axis|axes|axe\b|broadcast|align|channels?|mat1|matri[xc]|element|unpack|"
    r"divi|out of (range|bounds)|length|invalid for|inhomogeneous|expected .* got|must match|batch|index(es)? |"
    r"squeeze|incompatible|features|samples|1-D|2-D|1D|2D|3D|4D|operands|einsum|singular|square|einops|axis",
    re.IGNORECASE,
)
UNRELATED = re.compile(
    r"^(list|tuple|deque|string) (assignment )?index out of range|Sample larger than population"
    r"|all elements of \w+ should be between"
)
ERRORS = frozenset(
    "RuntimeError ValueError IndexError TypeError AssertionError InvalidArgumentError UnimplementedError"
    " EinopsError LinAlgError AxisError ScopeParamShapeError InvalidRearrangement".split()
)
GLOBALS = {"__name__": "__main__", "__file__": "program.py", "reveal_shape": lambda value: value}


@dataclass(frozen=True)
class Outcome:
    """How a run ended: "runs", "shape" (it crashed for a shape), "other" (it crashed otherwise) or "slow"."""

    kind: str
    error: str = ""
    lines: tuple[int, ...] = ()


class Runs:
    """Runs texts of programs, each one once."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self.known: dict[str, Outcome] = {}

    def outcome(self, text: str, folder: Path) -> Outcome:
        """Return how a program ends, running it unless that is known."""
        key = hashlib.sha256(text.encode()).hexdigest()[:20]
        if key not in self.known:
            self.known[key] = run(text, folder, self.seconds)
        return self.known[key]

    def recall(self, kept: dict[str, list[Any]]) -> None:
        """Take over what earlier runs gave."""
        for key, (kind, error, lines) in kept.items():
            self.known[key] = Outcome(kind, error, tuple(lines))

    def kept(self) -> dict[str, tuple[Any, ...]]:
        """Return what all runs gave, for a later recall; what took too long is tried again then."""
        return {key: astuple(outcome) for key, outcome in self.known.items() if outcome.kind != "slow"}


def load_libraries(texts: list[str]) -> None:
    """Import once what the programs import, so that each run starts with it; what is missing is left out."""
    names = {
        name
        for text in texts
        for node in ast.walk(ast.parse(text))
        for name in _imported(node)
        if name.partition(".")[0] not in sys.stdlib_module_names
    }
    for name in sorted(names):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def run(text: str, folder: Path, seconds: int) -> Outcome:
    """Run a program in a child process and tell how it ended."""
    answer = in_child(lambda: _run_here(text, folder), folder, seconds)
    if answer is None:
        return Outcome("slow")
    error, lines = answer
    return Outcome("runs" if not error else kind_of(error), error, tuple(lines))


def in_child(action: Callable[[], Any], folder: Path, seconds: int) -> Any:
    """Do something in a silent child process in a folder; None if it ends without an answer or takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(seconds)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        sys.argv = ["program.py"]
        answer = json.dumps(action()).encode()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return json.loads(data) if data else None


def _run_here(text: str, folder: Path) -> tuple[str, list[int]]:
    linecache.cache["program.py"] = (len(text), None, text.splitlines(keepends=True), "program.py")
    try:
        exec(compile(text, "program.py", "exec"), {**GLOBALS})
    except BaseException as error:
        lines = [
            f.lineno or 0 for f in traceback.extract_tb(error.__traceback__) if f.filename == "program.py"
        ]
        return f"{type(error).__name__}: {_message(error)}"[:300], lines
    return "", []


def _message(error: BaseException) -> str:
    """The message of an error; of one that TensorFlow wraps in its stacks, the line that says what is wrong."""
    text = str(error)
    if text.startswith("Graph execution error"):
        return text.partition("\n\t [[")[0].rpartition("\n")[2]
    return text


def kind_of(error: str) -> str:
    """Whether an error speaks of shapes ("shape") or of something else ("other")."""
    name, _, message = error.partition(": ")
    shape_like = name in ERRORS and SHAPE_LIKE.search(message) and not UNRELATED.match(message)
    return "shape" if shape_like else "other"
