"""Compiled functions without Python: `f.pointer` for this process, `f.export` for a library with a C header."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.compile.assembling import assembled, replacements
from gnomon.compile.exports import c_function, parameters
from gnomon.compile.llvm import linked, this_machine
from gnomon.compile.own.joining import own_compiler, own_objects, own_steps
from gnomon.compile.steps import NativeStep, ViewStep
from gnomon.graph.array import Shared
from gnomon.graph.errors import ArgumentError, GnomonError
from gnomon.graph.sites import user_site
from gnomon.runtime.entry import is_asked
from gnomon.runtime.explaining import title_of
from gnomon.runtime.header import header_of, identifiers

if TYPE_CHECKING:
    from gnomon.runtime.function import Function


class ExportError(GnomonError, RuntimeError):
    """A function that cannot do without this process, or no linker where a library is to be made."""


def pointer_of(function: Function) -> Any:
    """Return a function as a ctypes function: sizes, then addresses of inputs and of room for the results."""
    name, _ = _names(function, None)
    text, _ = _module(function, name)
    own = {step.library.symbol: step.library.address for step in own_steps(function.plan)}
    address = linked(str(text), symbols=own, entry=name)
    count = len(parameters(function.plan))
    pointers = len(function.inputs) + len(function._outputs)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int64] * count, *[ctypes.c_void_p] * pointers)
    made: Any = kind(address.address)
    made.kept = address
    made.address = address.address
    return made


def export(function: Function, path: str | os.PathLike[str], name: str | None, processor: str | None) -> Path:
    """Write a shared library (or an object file) and its header."""
    place = Path(path)
    if not place.suffix:
        place = place.with_suffix({"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so"))
    name, globals_ = _names(function, name or _identifier(place.stem))
    module, globals_ = _module(function, name)
    machine = this_machine()
    if processor is not None:
        machine = machine._replace(processor=processor, features="")
    image = bytes(machine.target().emit_object(module))
    steps = own_steps(function.plan)
    if place.suffix in (".o", ".obj") and not steps:
        place.write_bytes(image)
    else:
        _link(image, place, *own_objects(steps, processor))
    place.with_suffix(".h").write_text(header_of(function, name, globals_), encoding="utf-8")
    return place


def _names(function: Function, name: str | None) -> tuple[str, dict[Shared, str]]:
    """The C names of a function and of its shared arrays."""
    name = name or _identifier(function.name or "function")
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise ArgumentError(f"{name!r} is no name for a C function", user_site())
    held = [leaf for leaf in function.plan.leaves if isinstance(leaf, Shared)]
    return name, dict(zip(held, [f"{name}_{one}" for one in identifiers(held, "shared")]))


def _identifier(text: str) -> str:
    found = re.sub(r"\W", "_", text, flags=re.ASCII)
    return f"f_{found}" if not found or found[0].isdigit() else found


def _module(function: Function, name: str) -> tuple[Any, dict[Shared, str]]:
    """LLVM's module of the C function."""
    plan = function.plan
    if not plan.is_native:
        steps = [planned.step for planned in plan.steps]
        wrong = [step for step in steps if not isinstance(step, (NativeStep, ViewStep))]
        raise _refused(
            function, [f"not native: {title_of(step)}" for step in wrong] or ["sizes are not known"]
        )
    claims = [claim for claim in plan.claims if not is_asked(claim)]
    if claims:
        raise _refused(function, [f"it asks whether {claim}" for claim in claims])
    replaced, missing = replacements(plan)
    if missing:
        raise _refused(
            function, [f"it calls a library of this process: {title_of(step)}" for step in missing]
        )
    _, globals_ = _names(function, name)
    source = c_function(plan, name, function.updated, globals_)
    return assembled(source, replaced), globals_


def _refused(function: Function, reasons: list[str]) -> ExportError:
    listed = "".join([f"\n  {reason}" for reason in dict.fromkeys(reasons)])
    return ExportError(f"{function!r} cannot run without Python:{listed}", user_site())


def _link(image: bytes, place: Path, others: Sequence[bytes] = (), libraries: Sequence[str] = ()) -> None:
    """Make a shared library of an object file, by the C compiler at hand or the linker alone.

    With other object files, which are of C++, the C++ compiler does it; they and the first may also become one object file.
    """
    whole = ["-shared"] if place.suffix not in (".o", ".obj") else ["-r", "-nostdlib"]
    if others:
        _run_linker(
            [*own_compiler(), *whole], [image, *others], place, libraries if whole == ["-shared"] else ()
        )
        return
    chosen = os.environ.get("CC") or next(
        (name for name in ("cc", "gcc", "clang") if shutil.which(name)), None
    )
    command = [*chosen.split(), "-shared"] if chosen else ["ld", "-shared"] if shutil.which("ld") else None
    if command is None:
        raise ExportError(
            "a shared library needs a linker, but neither cc, gcc, clang nor ld is installed",
            user_site(),
            "export to a path that ends with .o and link that elsewhere",
        )
    _run_linker(command, [image], place, ["-lm"])


def _run_linker(
    command: Sequence[str], images: Sequence[bytes], place: Path, libraries: Sequence[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        parts = [Path(folder) / f"part{number}.o" for number in range(len(images))]
        for part, image in zip(parts, images):
            part.write_bytes(image)
        done = subprocess.run(
            [*command, "-o", str(place), *map(str, parts), *libraries],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise ExportError(f"{' '.join(command)} failed:\n{done.stderr.strip()}", user_site())
