"""Native code and all that it calls as one module, which needs nothing of this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.compile.llvm import Native
from gnomon.compile.llvm.emitter import SPREAD
from gnomon.compile.llvm.machine import llvm
from gnomon.compile.polling import poller
from gnomon.compile.steps import NativeStep

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.compile.steps import Step

SILENT = "define i32 @kernel(ptr %buffers, ptr %sizes) {\n  ret i32 0\n}\n"
"""What stands for looking for signals where there is no Python."""

ALONE = f"""
define i32 @{SPREAD}(ptr %part, ptr %buffers, ptr %sizes, i64 %turns, i64 %grain) {{
  %status = call i32 %part(ptr %buffers, ptr %sizes, i64 0, i64 %turns)
  ret i32 %status
}}
"""
"""What stands for the team of threads: a library has none."""


class Source(NamedTuple):
    """Text of a module with a function ``@kernel`` (or another name), and what it calls by name."""

    text: str
    symbols: Mapping[str, Any]
    entry: str = "kernel"


def all_steps(plan: Plan) -> Iterator[Step]:
    """Each step of a plan and of the plans inside of it."""
    for planned in plan.steps:
        yield planned.step
        for inner in planned.step.plans:
            yield from all_steps(inner)


def replacements(plan: Plan) -> tuple[dict[int, Source], list[NativeStep]]:
    """Return what stands for code that calls functions of this process, and the steps for which nothing does."""
    found: dict[int, Source] = {}
    missing: list[NativeStep] = []
    polling = poller()
    if polling is not None:
        found[id(polling)] = Source(SILENT, {})
    for step in all_steps(plan):
        if isinstance(step, NativeStep) and not step.plans and _is_foreign(step.native):
            other = step.portable()
            if other is None:
                missing.append(step)
            else:
                found[id(step.native)] = Source(other.text, other.symbols)
    return found, missing


def _is_foreign(native: Native) -> bool:
    return any(not isinstance(known, Native) and name != SPREAD for name, known in native.symbols.items())


def assembled(entry: Source, replaced: Mapping[int, Source]) -> Any:
    """Return LLVM's module of a function with all that it calls, of which only the function is seen from outside."""
    names: dict[int, str] = {}
    modules: list[Any] = []

    def add(source: Source, name: str | None) -> None:
        module = llvm().parse_assembly(source.text)
        for symbol, known in source.symbols.items():
            module.get_function(symbol).name = alone() if symbol == SPREAD else place(known)
        if name is not None:
            for function in module.functions:
                if function.name == "part" and not function.is_declaration:
                    function.name = f"{name}.part"
            module.get_function(source.entry).name = name
        modules.append(module)

    def place(known: Native) -> str:
        name = names.get(id(known))
        if name is None:
            name = names[id(known)] = f"gnomon.{len(names)}"
            add(replaced.get(id(known)) or Source(known.text, known.symbols), name)
        return name

    def alone() -> str:
        if SPREAD not in names.values():
            names[-1] = SPREAD
            add(Source(ALONE, {}), None)
        return SPREAD

    add(entry, None)
    whole, *others = reversed(modules)
    for module in others:
        whole.link_in(module)
    for function in whole.functions:
        if function.name.startswith(("gnomon.", SPREAD)) and not function.is_declaration:
            function.linkage = "internal"
    whole.verify()
    return whole
