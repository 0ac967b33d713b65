"""The page of figures about the healthy projects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from health.ledger import Entry

HEADER = """# Healthy projects

`gnomon check` on public projects that work, at fixed commits (`tests/healthy/projects.tsv`). Every finding was
looked at: `tests/healthy/ledger.tsv` says of each whether it is true. Written by

    python scripts/healthy.py --page docs/healthy.md FOLDER...

on one process per project. *Rank* and *shape* are the shares of evaluated calls of tensor-returning library
functions, modelled or not, of which the rank and the whole shape (named sizes allowed) are known.
"""
COLUMNS = """
| project | files | lines | true | arguable | false | lines/s | MB | calls | rank | shape |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"""
FRAMEWORK_COLUMNS = """
| framework | calls | rank | shape |
|---|--:|--:|--:|
"""
CHOSEN = frozenset(
    "pytorch-examples nanoGPT minGPT vit-pytorch Pytorch-UNet pytorch-cifar TensorFlow-Examples bert gpt-2"
    " PyTorch-Tutorial ML-From-Scratch numpy-100 jax deep-learning-with-python-notebooks keras-examples"
    " keras-guides".split()
)
"""Projects of many styles, by which the share of known shapes is judged; of jax and keras the examples."""
LATER = frozenset(
    "keras-hub pytorch-image-models yolov5 whisper segment-anything nn-zero-to-hero optax jax-md Lasagne"
    " DeepLearningTutorials improved-gan tensorflow-wavenet deep-rl-tensorflow cleanrl d2l-en scikit-image pyro".split()
)
"""Projects that were tried once the rules and models had been written, to see what unseen programs bring."""


def page(results: Mapping[str, dict[str, Any]], ledger: list[Entry]) -> str:
    """The Markdown page for these results."""
    verdicts = {entry.key: entry.verdict for entry in ledger}
    chosen = {name: result for name, result in results.items() if name in CHOSEN}
    later = {name: result for name, result in results.items() if name in LATER}
    others = {name: result for name, result in results.items() if name not in CHOSEN | LATER}
    return (
        HEADER
        + table("Small projects, tutorials and examples", chosen, verdicts)
        + table("Further projects", others, verdicts)
        + table("Projects of other kinds, chosen later", later, verdicts)
    )


def table(title: str, results: Mapping[str, dict[str, Any]], verdicts: Mapping[Any, str]) -> str:
    """One heading with its projects, all of them first, and the shares of each framework."""
    if not results:
        return ""
    rows = [total_row(results, verdicts)]
    rows += [
        row(name, result, verdicts) for name, result in sorted(results.items(), key=lambda p: p[0].lower())
    ]
    shares = [
        f"| {name} | {calls:,} | {share(rank, calls)} | {share(whole, calls)} |"
        for name, calls, rank, whole in frameworks(results)
    ]
    return f"\n## {title}\n{COLUMNS}" + "\n".join(rows) + f"\n{FRAMEWORK_COLUMNS}" + "\n".join(shares) + "\n"


def row(name: str, result: dict[str, Any], verdicts: Mapping[Any, str]) -> str:
    """One project as a row of the table."""
    counts = count_verdicts({name: result}, verdicts)
    calls, rank, whole = sums(result["known"])
    rate = round(result["lines"] / max(result["seconds"], 0.01))
    return (
        f"| {name} | {result['files']} | {result['lines']:,} | {counts['true']} | {counts['arguable']} |"
        f" {counts['false']} | {rate:,} | {result['megabytes']:.0f} | {calls:,} | {share(rank, calls)} |"
        f" {share(whole, calls)} |"
    )


def total_row(results: Mapping[str, dict[str, Any]], verdicts: Mapping[Any, str]) -> str:
    """All projects together."""
    together = {
        "files": sum(r["files"] for r in results.values()),
        "lines": sum(r["lines"] for r in results.values()),
        "seconds": sum(r["seconds"] for r in results.values()),
        "megabytes": max((r["megabytes"] for r in results.values()), default=0),
        "known": {f"{n}/{k}": v for n, r in results.items() for k, v in r["known"].items()},
    }
    counts = count_verdicts(results, verdicts)
    text = row("all", {**together, "findings": []}, verdicts).split("|")
    text[4:7] = [f" {counts[kind]} " for kind in ("true", "arguable", "false")]
    return "|".join(text)


def count_verdicts(results: Mapping[str, dict[str, Any]], verdicts: Mapping[Any, str]) -> dict[str, int]:
    """How many findings are true, arguable and false; one that nobody has decided counts as false."""
    counts = {"true": 0, "arguable": 0, "false": 0}
    for name, result in results.items():
        for path, line, rule, *_ in result["findings"]:
            counts[verdicts.get((name, path, line, rule), "false")] += 1
    return counts


def frameworks(results: Mapping[str, dict[str, Any]]) -> list[tuple[str, int, int, int]]:
    """Calls, known ranks and known shapes for each framework, then for all."""
    counts: dict[str, list[int]] = {}
    for result in results.values():
        for framework, numbers in result["known"].items():
            entry = counts.setdefault(framework, [0, 0, 0])
            entry[:] = [a + b for a, b in zip(entry, numbers, strict=True)]
    rows = [(name, *entry) for name, entry in sorted(counts.items())]
    return [*rows, ("all", *sums(counts))]  # type: ignore[list-item]


def sums(known: Mapping[str, list[int]]) -> tuple[int, int, int]:
    """The sums over frameworks."""
    calls, rank, whole = (sum(numbers[k] for numbers in known.values()) for k in range(3))
    return calls, rank, whole


def share(part: int, of: int) -> str:
    """A share as a percentage."""
    return f"{100 * part / of:.0f} %" if of else "-"
