"""What a compiled function does, in words: `gn.explain(f)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.arena import bytes_of
from gnomon.compile.lower.direct import HAVE_STEPS
from gnomon.compile.lower.inside import BodyStep
from gnomon.compile.own.calling import OwnStep
from gnomon.compile.program import KernelStep, NativeStep, ReferenceStep, ViewStep
from gnomon.compile.steps import InnerStep
from gnomon.graph.array import Constant, Shared
from gnomon.graph.errors import ArgumentError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.sites import user_site
from gnomon.runtime.deciding import decisions, in_all, names_of, purposes, shared_memory, told

if TYPE_CHECKING:
    from gnomon.compile.plan import Planned
    from gnomon.graph.array import Application, Array
    from gnomon.runtime.function import Function


class Explanation(str):
    """Text that shows itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def explain(function: Any) -> Explanation:
    """Tell what a compiled function does: its steps, what each fuses, the user's lines, and the memory it takes.

    Takes what `gn.function` or `gn.jit` returns.
    """
    from gnomon.runtime.jitting import Jitted

    if isinstance(function, Jitted):
        parts = [explain(version) for version in dict.fromkeys(function.versions.values())]
        return Explanation("\n\n".join([repr(function), *parts]))
    check_compiled("explain", function)
    return Explanation("\n".join(_lines(function)))


def check_compiled(name: str, function: Any) -> None:
    """Refuse what is no compiled function."""
    from gnomon.runtime.function import Function

    if not isinstance(function, Function):
        raise ArgumentError(
            f"{name}: what gn.function or gn.jit returns is wanted, not {function!r}",
            user_site(),
            "compile an expression first, as gn.function(inputs, expression); gn.debug_print(expression) prints it as it is",
        )


def _lines(function: Function) -> Iterator[str]:
    plan = function.plan
    yield repr(function)
    count = len(function.capture.order)
    yield f"{count} operations in {len(plan.steps)} steps; a call {_way(function)}"
    names = names_of(plan)
    for number, planned in enumerate(plan.steps):
        yield ""
        yield f"{number + 1}. {title_of(planned.step)}"
        yield from _details(function, number, planned, names)
    yield ""
    yield from _laws(function)
    yield from _bodies(function)
    yield from _memory(function, names)


def _laws(function: Function) -> Iterator[str]:
    fired = Counter(firing.law.name for firing in function.capture.fired)
    if fired:
        yield "laws  " + ", ".join(name if n == 1 else f"{name} ({n} times)" for name, n in fired.items())


def _bodies(function: Function) -> Iterator[str]:
    """The user's operations in place of which their bodies stand."""
    capture = function.capture
    left = {application.op for application in capture.order}
    written = Counter(
        application.op.name
        for application in (capture.before or capture).order
        if isinstance(application.op, OwnOp) and application.op not in left
    )
    if written:
        names = ", ".join(name if n == 1 else f"{name} ({n} times)" for name, n in written.items())
        yield f"written out by their bodies: {names}"


def _way(function: Function) -> str:
    if function.is_native:
        return "runs as native code from its arguments to its results"
    if not function.options.native:
        return "runs step by step with NumPy, because native=False"
    slow = [p for p in function.plan.steps if not isinstance(p.step, (NativeStep, ViewStep))]
    if slow:
        return f"runs step by step, because {len(slow)} of the steps are not native"
    return "runs step by step through Python"


LIBRARIES = {"linalg": "LAPACK", "fourier": "pocketfft", "order": "NumPy's sort"}
"""What the native step of an operation calls, by the module that makes it."""


def title_of(step: Any) -> str:
    """Return what a step is, in a few words."""
    if isinstance(step, KernelStep):
        names = [member.op.name for member in step.group.members]
        shape = f"over {step.group.space}"
        return f"native kernel {shape}, one loop over {_kind(step)}: {' '.join(names)}"
    if isinstance(step, BodyStep):
        return f"native {step.title}: {step.application.op.name}"
    if isinstance(step, InnerStep):
        return f"run step by step by Python: {step.application.op.name}"
    if isinstance(step, OwnStep):
        return f"native call of your C++: {step.application.op.name}"
    if isinstance(step, NativeStep) and step.way:
        return f"{step.way}: {step.members[0].op.name}"
    if isinstance(step, NativeStep):
        text = " ".join(member.op.name for member in step.members)
        library = LIBRARIES.get(HAVE_STEPS.get(text, "").partition(".")[0])
        return f"native call of {library}: {text}" if library else f"native: {text}"
    if isinstance(step, ViewStep):
        return f"the same memory as another shape: {step.application.op.name}"
    if isinstance(step, ReferenceStep) and isinstance(step.application.op, OwnOp):
        return f"your Python function: {step.application.op.name}"
    if isinstance(step, ReferenceStep):
        return f"NumPy: {step.application.op.name}"
    return repr(step).strip("<>")


def _kind(step: KernelStep) -> str:
    return {"elementwise": "elements", "rows": "rows", "leading": "columns"}.get(step.group.kind, "elements")


def _details(function: Function, number: int, planned: Planned, names: dict[int, str]) -> Iterator[str]:
    step, plan = planned.step, function.plan
    for line in user_lines(function, step):
        yield f"     {line}"
    for line in decisions(step):
        yield f"   {line}"
    read = [names.get(slot) or _array(plan.arrays[slot]) for slot in planned.reads]
    yield f"   reads     {', '.join(read) or 'nothing'}"
    for slot in planned.writes:
        array = plan.arrays[slot]
        text = f"{names[slot]} {array.dtype}{array.shape}{told(array)}"
        yield f"   writes    {'; '.join(filter(None, [text, purposes(function, number, slot)]))}"
    if type(step) is ReferenceStep and function.options.native:
        yield f"   not native: {_why(step.application)}"
    yield from inside(step, "   ")


def inside(step: Any, margin: str) -> Iterator[str]:
    """The steps of what a loop or a choice runs."""
    if not step.plans:
        return
    for title, plan in zip(_PARTS[step.application.op.name], step.plans):
        yield f"{margin}{title}"
        for planned in plan.steps:
            yield f"{margin}  - {title_of(planned.step)}"
            for line in decisions(planned.step):
                yield f"{margin}      {line}"
            for member in members_of(planned.step):
                if member.site is not None:
                    yield f"{margin}      {member.site}"
                    break
            if type(planned.step) is ReferenceStep:
                yield f"{margin}      not native: {_why(planned.step.application)}"
            yield from inside(planned.step, f"{margin}    ")


_PARTS = {
    "scan": ("each step:",),
    "while_loop": ("the condition:", "each step:"),
    "branch": ("if it holds:", "else:"),
    "call": ("once:",),
}
"""What the plans of an operation with inner graphs are."""


def members_of(step: Any) -> Sequence[Application]:
    """The applications that a step carries out."""
    return step.members if isinstance(step, NativeStep) else [step.application]


def _why(application: Application) -> str:
    if isinstance(application.op, OwnOp):
        return f"{application.op.name} is computed in Python; gn.op(..., body=True) or cpp= would be native"
    for array in (*application.arrays(), *application.outputs):
        if array.dtype.kind == "float" and array.dtype.bits == 16:
            return f"kernels have no {array.dtype}"
    return f"there is no kernel for {application.op.name} with these arguments"


def user_lines(function: Function, step: Any) -> list[str]:
    """Return the lines of the user that a step computes, each once."""
    found: dict[str, None] = {}
    for member in members_of(step):
        for origin in function.capture.origins.get(member, [member]):
            if origin.site is not None:
                found[str(origin.site)] = None
    return list(found)


def _array(array: Array) -> str:
    text = repr(array)
    if isinstance(array, Constant):
        text = "a constant" if array.data.ndim else text
    return f"{text if len(text) <= 40 else '...'} {array.dtype}{array.shape}"


def _memory(function: Function, names: dict[int, str]) -> Iterator[str]:
    plan = function.plan
    layout = plan.layout
    results = ", ".join(f"{bytes_of(plan.arrays[slot])}" for slot in plan.results) or "none"
    yield f"memory in bytes: results {results}"
    if layout.buffer:
        count, buffers = len(layout.buffer), len(layout.bytes)
        yield f"  {count} intermediate values in {buffers} buffers: {in_all(plan)}"
    yield from shared_memory(plan, names)
    for number, slot in function.reused.items():
        yield f"  result {number + 1} is made in the memory of {plan.arrays[slot]!r}, which is donated"
    held = [leaf for leaf in plan.leaves if isinstance(leaf, Shared)]
    if held:
        yield f"  shared: {', '.join(f'{leaf!r} {bytes_of(leaf)}' for leaf in held)}"
