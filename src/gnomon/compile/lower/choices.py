"""Inner graphs that run at most once: the branch that a condition chooses, and what is computed apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gnomon.compile.arena import block_of
from gnomon.compile.frames import Frame
from gnomon.compile.launches import parts_of
from gnomon.compile.lower.inside import BodyStep, begun, names_of, plan_of, run_once, truth, work_of
from gnomon.compile.steps import InnerStep
from gnomon.graph.telling import nameless
from gnomon.shapes import AtLeast, Divides, Equal

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.compile.steps import Step
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import Claim, Size, Symbol


def branch_step(application: Application, makers: Mapping[Array, Application]) -> Step:
    """Return the step of a choice: native if both branches are."""
    plans = [plan_of(application.attributes[name]) for name in ("then", "otherwise")]
    (predicate, arrays), outputs = application.inputs, application.outputs
    claims = [claim for plan in plans for claim in plan.claims]
    if not all(plan.is_native for plan in plans) or not all(map(_is_asked, claims)):
        return InnerStep(application, plans)
    names, first = _names(application, plans), 1 + len(arrays)
    totals = [plan.layout.total for plan in plans]
    frame = Frame(names, first + len(outputs), block_of(totals))
    code = frame.code
    holds = truth(frame, frame.pointers[0], predicate.dtype)
    blocks = parts_of(frame, frame.block, totals)
    for plan, block, chosen in zip(plans, blocks, (holds, code.put(f"xor i1 {holds}, true"))):

        def run(plan: Plan = plan, block: str = block) -> list[str]:
            for claim in dict.fromkeys(plan.claims):  # of the branch alone: the other one may not fit
                _ask(frame, claim)
            run_once(begun(frame, plan, frame.pointers[1:first], block), frame.pointers[first:])
            return []

        code.when(chosen, [], run)
    return BodyStep(
        application,
        plans,
        frame.linked(),
        names,
        workspace=block_of(totals),
        work=work_of(plans[0]) + work_of(plans[1]),
        title="choice between two branches",
    )


def call_step(application: Application, makers: Mapping[Array, Application]) -> Step:
    """Return the step of an inner graph that runs once: native if the graph is."""
    plan = plan_of(application.attributes["inner"])
    if not plan.is_native:
        return InnerStep(application, [plan])
    (arrays,), outputs = application.inputs, application.outputs
    names = _names(application, [plan])
    total, work = plan.layout.total, work_of(plan)
    frame = Frame(names, len(arrays) + len(outputs), total)
    run_once(begun(frame, plan, frame.pointers, frame.block), frame.pointers[len(arrays) :])
    return BodyStep(
        application, [plan], frame.linked(), names, workspace=total, work=work, title="steps of their own"
    )


def _names(application: Application, plans: list[Plan]) -> list[Symbol]:
    arrays = (*application.arrays(), *application.outputs)
    claimed = [size for plan in plans for claim in plan.claims for size in claim.sizes()]
    return names_of(plans, [*[size for array in arrays for size in array.shape.dims], *claimed])


def _is_asked(claim: Claim) -> bool:
    """Whether native code can ask a claim, of sizes that have names."""
    divides = isinstance(claim, Divides) and type(claim.divisor) is int and claim.divisor > 0
    return (divides or isinstance(claim, (Equal, AtLeast))) and not any(nameless(claim.sizes()))


def _ask(frame: Frame, claim: Claim) -> None:
    """Fail where a claim does not hold; the reference then says what is wrong."""
    left: Size
    right: Size
    if isinstance(claim, Divides):
        how, left, right = "eq", claim.size % claim.divisor, 0
    else:
        assert isinstance(claim, (Equal, AtLeast))
        how, left, right = "eq" if isinstance(claim, Equal) else "sge", claim.left, claim.right
    numbers = f"{frame.sizes.value(left)}, {frame.sizes.value(right)}"
    frame.require(frame.code.put(f"icmp {how} i64 {numbers}"), 1)
