"""A program: the steps that compute a function's results, kernels where there is one, else reference steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.reference.telling import broken
from gnomon.compile.sizes import strict
from gnomon.compile.steps import KernelStep, Memory, NativeStep, ReferenceStep, Step, ViewStep
from gnomon.graph.capture import Capture
from gnomon.graph.telling import nameless
from gnomon.shapes import Facts

if TYPE_CHECKING:
    from gnomon.compile.reference.sizes import Solution
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import Claim, Size, Symbol

__all__ = ["KernelStep", "Memory", "Misfit", "NativeStep", "Program", "ReferenceStep", "Step", "ViewStep"]


class Misfit(Exception):
    """Sizes that come to be in a step are not what kernels take them for: one is 1 that NumPy would broadcast."""


class Program:
    """What computes the outputs of a capture."""

    def __init__(self, capture: Capture, *, native: bool) -> None:
        self.capture = capture
        self.steps = _steps(capture, native)
        self.guards = [*capture.guards(), *_fullness(capture)]

    def run(self, memory: Memory, sizes: Solution) -> list[Any]:
        """Compute the outputs from the leaves in memory."""
        self.check(sizes)
        for step in self.fitting(sizes):
            step.run(memory, sizes)
        self.check(sizes)
        return [memory[array] for array in self.capture.outputs]

    def check(self, sizes: Solution) -> None:
        """Raise what is told by the first claim that is broken."""
        for application, claim in self.guards:
            if sizes.denies(claim):
                raise broken(application, claim, sizes)

    def fitting(self, sizes: Solution) -> Iterator[Step]:
        """The steps in turn; raises a `Misfit` before native code that these sizes do not fit.

        What a step before has told of sizes counts.
        """
        open_claims = [strict(claim) for _, claim in self.guards]
        for step in self.steps:
            if isinstance(step, NativeStep):
                known = [claim.substitute(sizes.values) for claim in open_claims]
                answers = [claim.ask(Facts()) for claim in known]
                if any(answer.is_no for answer in answers):
                    raise Misfit
                open_claims = [claim for claim, answer in zip(known, answers) if not answer.is_yes]
            yield step


def _fullness(capture: Capture) -> Iterator[tuple[Application, Claim]]:
    """What the maxima and minima that the user wrote ask for; one inside of a softmax may have no element."""
    from gnomon.compile.lower.group import fullness

    for application in (capture.before or capture).order:
        claim = fullness(application)
        if claim is not None:
            yield application, claim


def _steps(capture: Capture, native: bool) -> list[Step]:
    if not native:
        return [ReferenceStep(application) for application in capture.order]
    from gnomon.compile.llvm import build
    from gnomon.compile.lower.direct import direct_steps
    from gnomon.compile.lower.group import Group
    from gnomon.compile.lower.groups import find_groups
    from gnomon.compile.lower.nests import nest_of
    from gnomon.compile.lower.siblings import in_turn

    groups = find_groups(capture.order, capture.outputs)
    makers = {out: application for application in capture.order for out in application.outputs}
    steps: list[Step] = []
    for unit in in_turn(capture.order, groups, makers):
        if isinstance(unit, Group):
            name = unit.members[-1].op.name.replace(".", "_")  # of an operation of the user's
            steps.append(KernelStep(unit, nest_of(unit, f"k{len(steps)}_{name}"), None))
        else:
            steps.extend(direct_steps(unit, makers) or (ReferenceStep(unit),))
    kept = _needed(steps, capture.outputs)
    for step in kept:
        if isinstance(step, KernelStep):
            step.native = build(step.nest.kernel)
    return kept


def _needed(steps: Sequence[Step], outputs: Sequence[Array]) -> list[Step]:
    """Return the steps whose results are used, or tell sizes that those need."""
    tellers: dict[Symbol, Array] = {}
    for step in steps:
        for array in step.writes():
            for atom in nameless(array.shape.dims):
                tellers.setdefault(atom, array)
    wanted = set(outputs)
    kept = []
    for step in reversed(steps):
        if not wanted.isdisjoint(step.writes()):
            wanted.update(step.reads())
            wanted.update([tellers[atom] for atom in nameless(_sizes(step)) if atom in tellers])
            kept.append(step)
    return kept[::-1]


def _sizes(step: Step) -> Iterator[Size]:
    for array in step.writes():
        yield from array.shape.dims
    if isinstance(step, NativeStep):
        yield from (*step.sizes, step.workspace)
