"""C++ of the user's in what is exported: object files, in which only what Gnomon calls is seen from outside."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gnomon.compile.assembling import all_steps
from gnomon.compile.own.calling import OwnStep
from gnomon.compile.own.compiling import CompileError, compiler, linking, native_flags

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan


def own_steps(plan: Plan) -> list[OwnStep]:
    """Return the steps of a plan, and of plans inside, that call C++: one for each function."""
    found = {step.library.symbol: step for step in all_steps(plan) if isinstance(step, OwnStep)}
    return list(found.values())


def own_objects(steps: Sequence[OwnStep], processor: str | None) -> tuple[list[bytes], list[str]]:
    """Return the object files of functions, and what a linker is told of the libraries that they use."""
    flags = native_flags() if processor is None else (f"-march={processor}",)
    images = [_closed(step.object_file(flags), step.library.symbol) for step in steps]
    named = [word for step in steps for word in linking(step.cpp)]
    shared = [
        flag
        for step in steps
        for flag in step.cpp.flags
        if flag.startswith(("-L", "-fopenmp", "-Wl,", "-pthread"))
    ]
    return images, [*dict.fromkeys([*shared, *named]), "-lm"] if steps else []


def own_compiler() -> tuple[str, ...]:
    """The command of the C++ compiler, which links."""
    found = compiler()
    if found is None:
        raise CompileError("a library with C++ in it needs a C++ compiler to be linked")
    return found.command


def _closed(image: bytes, symbol: str) -> bytes:
    """Hide all other names of an object file, so that functions of equal names in several sources do not meet."""
    tool = shutil.which("objcopy")
    if tool is None:
        return image
    with tempfile.TemporaryDirectory(prefix="gnomon-") as folder:
        place = Path(folder) / "part.o"
        place.write_bytes(image)
        command = [tool, f"--keep-global-symbol={symbol}", str(place)]
        done = subprocess.run(command, capture_output=True, check=False)
        return image if done.returncode else place.read_bytes()
