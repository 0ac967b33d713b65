"""The page of the table of operations: what each has, and why it lacks what it lacks."""

import sys
import warnings
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from gnomon import ops
from gnomon.compile.gaps import GAPS
from gnomon.compile.lower.direct import HAVE_STEPS
from gnomon.compile.program import KernelStep, NativeStep, Program, ViewStep
from gnomon.compile.reference.absent import NOT_EXECUTED
from gnomon.compile.rewritten import rewritten
from gnomon.graph.array import Array
from gnomon.graph.batching.interpret import rule_of
from gnomon.graph.batching.reasons import REASONS as NOT_BATCHED
from gnomon.graph.constants import constant, symbol
from gnomon.graph.errors import GnomonError
from gnomon.graph.gradients.reasons import ONCE, REASONS, ZERO
from gnomon.shapes import dtypes

LIBRARIES = {"products", "linalg", "order", "fourier"}
"""Modules under `compile/lower/` whose steps call a library."""
INTRODUCTION = """# The table

What each operation of the table has. *Native* tells how a sample of it is computed by a compiled function: *fused*
into kernels (its own code or that of its body), by an *own kernel*, by a *library* without Python objects, as a *view*
of memory, or by a step of the *reference*; what takes no arrays is *known* when it is compiled. Gradients and
mappings over an axis come from a *rule* or from a *body*; second gradients follow wherever there are first ones. Each
gap has its reason below the table.

"""


def sample(row):
    """Return a row's operation applied to symbols."""
    count = [0]

    def lifted(argument):
        if argument is None or isinstance(argument, Array):
            return argument
        if isinstance(argument, (list, tuple)):
            return tuple(lifted(entry) for entry in argument)
        array = np.asarray(argument)
        if array.dtype.kind not in "fc" and not row.symbolic:
            return constant(array)
        count[0] += 1
        return symbol(f"x{count[0]}", array.shape, str(array.dtype))

    def attribute(value):
        if isinstance(value, np.ndarray):
            return constant(value)
        return tuple(attribute(entry) for entry in value) if type(value) is tuple else value

    inputs = [lifted(argument) for argument in row.arguments]
    attributes = {key: attribute(value) for key, value in row.attributes.items()}
    if isinstance(attributes.get("dtype"), str):
        attributes["dtype"] = dtypes.parse(attributes["dtype"])
    if not count[0]:
        return None
    out = ops.TABLE[row.op](*inputs, **attributes)
    return [out] if isinstance(out, Array) else list(out)


def way_of(outputs):
    """Return how a compiled function computes outputs, and the operations that the reference carries out."""
    program = Program(rewritten(outputs, {}, laws="none", expand=True), native=True)
    ways, left = set(), []
    for step in program.steps:
        if isinstance(step, KernelStep):
            ways.add("fused")
        elif isinstance(step, ViewStep):
            ways.add("view")
        elif isinstance(step, NativeStep):
            place = HAVE_STEPS.get(step.members[0].op.name, "direct.view_step")
            ways.add("library" if place.split(".")[0] in LIBRARIES else "own kernel")
        else:
            left.append(step.application.op.name)
    if left:
        return "reference", left
    if len(ways) > 1:
        ways.discard("view")
    return " + ".join(sorted(ways)) or "fused", left


def native(name, rows):
    """Return how an operation is computed natively, judged by the first sample that is usual."""
    for row in rows:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                outputs = sample(row)
                if outputs is not None:
                    return way_of(outputs)
        except GnomonError:
            continue
    return "known", []


def usual(row):
    """Whether a row has real numbers of 32 or 64 bits, or whole ones of 64, if it has any arrays."""
    opened = [a for entry in row.arguments for a in (entry if type(entry) in (tuple, list) else (entry,))]
    kinds = {str(np.asarray(a).dtype) for a in opened if a is not None and not isinstance(a, Array)}
    return kinds <= {"float32", "float64", "int64", "bool"}


def lines():
    """Return a row of cells for each operation, and the gaps: (operation, column, reason or None)."""
    from compile.reference.test_table import ROWS

    samples = {}
    for row in sorted(ROWS, key=lambda row: not usual(row)):
        samples.setdefault(row.op, []).append(row)
    table, gaps = [], []
    for name in sorted(ops.TABLE):
        op = ops.TABLE[name]
        executed = name not in NOT_EXECUTED
        if not executed:
            gaps.append((name, "reference", NOT_EXECUTED[name]))
        way, left = native(name, samples.get(name, [])) if executed else ("", [])
        if left:
            gaps.append((name, "native", GAPS.get(name)))
        gradient = "rule" if op.pullback_rule else "zero" if name in ZERO else ""
        if not gradient and op.body and name not in REASONS:
            gradient = "body"
        if not gradient and executed:
            gaps.append((name, "gradient", REASONS.get(name)))
        second = "yes" if gradient and name not in ONCE else ""
        if gradient and not second:
            gaps.append((name, "second gradient", ONCE[name]))
        batching = "rule" if rule_of(op) else "body" if op.body else ""
        if not batching and executed:
            gaps.append((name, "batching", NOT_BATCHED.get(name, "its rule is not written yet")))
        table.append((name, "yes" if executed else "", way, gradient, second, batching))
    return table, gaps


HEAD = ("operation", "reference", "native", "gradient", "second gradient", "batching")


def page(table, gaps):
    """Return the page as Markdown."""
    text = INTRODUCTION
    executed = sum(1 for row in table if row[1])
    ways = Counter("reference step" if row[2] == "reference" else row[2] for row in table if row[2])
    text += f"{len(table)} operations; {executed} are carried out, the others describe shapes for the checker.\n\n"
    text += "| | operations |\n|---|---|\n"
    text += "".join(
        f"| {way} | {count} |\n" for way, count in sorted(ways.items(), key=lambda pair: -pair[1])
    )
    for column, title in ((3, "gradient"), (4, "second gradient"), (5, "batching")):
        text += f"| {title} | {sum(1 for row in table if row[column])} |\n"
    text += f"\n| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}\n"
    text += "".join(f"| `{row[0]}` | {' | '.join(row[1:])} |\n" for row in table)
    text += "\n## Gaps\n"
    for column in HEAD[1:]:
        reasons = {}
        for name, kind, reason in gaps:
            if kind == column:
                reasons.setdefault(reason or "no reason is given", []).append(name)
        if reasons:
            text += f"\n### {column.capitalize()}\n\n"
            text += "".join(
                f"* {', '.join(f'`{name}`' for name in names)}: {reason}\n"
                for reason, names in sorted(reasons.items(), key=lambda pair: pair[1])
            )
    stale = sorted(set(GAPS) - {name for name, kind, _ in gaps if kind == "native"})
    if stale:
        text += f"\nReasons for what is native meanwhile (take them out of `compile/gaps.py`): {', '.join(stale)}\n"
    return text


if __name__ == "__main__":
    print(page(*lines()))
