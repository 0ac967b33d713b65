"""What each group of laws and each fusion saves: models with one of them switched off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gnomon.compile.schedule import ABOUT, Schedule
from gnomon.graph.rewrites.table import LAWS
from study.drawing import marks
from study.making import Made, made
from study.models import Model
from study.timing import in_turns

Ratios = dict[str, dict[str, tuple[float, float]]]
"""For each name and model: time and memory without it by those with everything."""


def laws(models: list[Model]) -> tuple[list[str], dict[str, str]]:
    """The section on laws, and its plots."""

    def variants(model: Model) -> Mapping[str, Callable[[], Made]]:
        fired = {firing.law.group for firing in made(model).firings}
        groups = [group for group in dict.fromkeys(law.group for law in LAWS) if group in fired]
        found: dict[str, Callable[[], Made]] = {
            group: lambda group=group: made(model, only=lambda law: law.group != group)  # type: ignore[misc]
            for group in groups
        }
        return {**found, "all laws": lambda: made(model, laws="none")}

    ratios = measured(models, variants)
    text = [
        "## What laws save",
        "",
        "Each row leaves one group of [laws](laws.md) out (the last one all of them). The figures say how many times as long",
        "a call then takes, and in brackets how many times the memory of intermediate values it needs. No figure: no law",
        "of the group fires in this model. What a group saves alone is often saved by another one that stays.",
        "",
        "![Time without groups of laws](study/laws.svg)",
        "",
        *table(ratios, models),
    ]
    return text, {"laws": marks(times(ratios), "time of a call without these laws, by that with all")}


def fusions(models: list[Model]) -> tuple[list[str], dict[str, str]]:
    """The section on fusions and the memory plan, and its plots."""

    def variants(model: Model) -> Mapping[str, Callable[[], Made]]:
        found: dict[str, Callable[[], Made]] = {
            name: lambda name=name: made(model, off=[name])  # type: ignore[misc]
            for name in Schedule._fields
        }
        return {**found, "everything": lambda: made(model, off=Schedule._fields)}

    ratios = measured(models, variants)
    text = [
        "## What fusions save",
        "",
        "Each row switches one of the scheduler's ways off (`gnomon.compile.schedule`), the last one all of them.",
        "",
        *[f"* **{name}**: {ABOUT[name]}." for name in Schedule._fields],
        "",
        "![Time without fusions](study/fusions.svg)",
        "",
        *table(ratios, models),
    ]
    return text, {"fusions": marks(times(ratios), "time of a call without this, by that with everything")}


def measured(models: list[Model], variants: Callable[[Model], Mapping[str, Callable[[], Made]]]) -> Ratios:
    """Measure each variant of each model beside the whole."""
    ratios: Ratios = {}
    for model in models:
        found: dict[str, Made] = {"": made(model)}
        found |= {name: make() for name, make in variants(model).items()}
        seconds = in_turns({name: each.call for name, each in found.items()})
        whole = found.pop("")
        for name, each in found.items():
            memory = (each.memory + 1) / (whole.memory + 1)
            ratios.setdefault(name, {})[model.name] = (seconds[name] / seconds[""], memory)
        print(model.name, flush=True)
    last = [name for name in ("all laws", "everything") if name in ratios]
    return {name: ratios[name] for name in [*[name for name in ratios if name not in last], *last]}


def times(ratios: Ratios) -> dict[str, dict[str, float]]:
    """The times alone."""
    return {name: {model: time for model, (time, _) in each.items()} for name, each in ratios.items()}


def table(ratios: Ratios, models: list[Model]) -> list[str]:
    """A table of ratios: a row for each name, a column for each model."""
    lines = [
        f"| without | {' | '.join(model.name for model in models)} |",
        f"|---|{'--:|' * len(models)}",
    ]
    for name, each in ratios.items():
        cells = [_cell(each.get(model.name)) for model in models]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def _cell(pair: tuple[float, float] | None) -> str:
    if pair is None:
        return ""
    time, memory = pair
    return f"{time:.2f}x" if 0.995 < memory < 1.005 else f"{time:.2f}x ({memory:.3g}x)"


def gradients(models: list[Model]) -> list[str]:
    """The section on gradients with and without laws."""
    lines = [
        "## What symbolic differentiation with rewriting saves",
        "",
        "A model's cost alone, and with its gradient: as differentiation writes it, and after the laws. Everything is",
        "compiled with all fusions, so that the difference is that of the expressions. *Nodes* are operations, *steps* are",
        "kernels and calls, KB are intermediate values.",
        "",
        "| model | cost: nodes | ms | gradient as written: nodes | steps | ms | KB "
        "| after laws: nodes | steps | ms | KB | gain |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for model in models:
        if len(model.outputs) == 1:
            continue
        cost, plain, whole = made(model, count=1), made(model, laws="none"), made(model)
        seconds = in_turns({"cost": cost.call, "plain": plain.call, "whole": whole.call})
        cells: list[Any] = [model.name, cost.nodes, f"{seconds['cost'] * 1e3:.3g}"]
        for name, each in (("plain", plain), ("whole", whole)):
            cells += [each.nodes, each.steps, f"{seconds[name] * 1e3:.3g}", f"{each.memory:,.0f}"]
        cells.append(f"{seconds['plain'] / seconds['whole']:.2f}x")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]
