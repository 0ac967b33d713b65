"""The page of a comparison, as Markdown with plots: what is not ahead first, with the reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from plots import plots
from probe import least
from results import quantity

REASONS = Path(__file__).parent / "reasons.tsv"
TIE = 0.95
TITLES = {
    "calls": "Calls and chains of functions",
    "rows": "Along the rows of a matrix",
    "reductions": "Reductions over one axis",
    "products": "Matrix products",
    "dense": "Networks of dense layers",
    "convolutions": "Convolutions",
    "recurrent": "Recurrent networks",
    "loops": "Loops",
    "likelihood": "Derivatives of a likelihood",
    "embedding": "Embeddings",
    "start": "Starting",
    "memory": "Peak memory",
}
Line = dict[str, Any]


def write(place: Path, whole: dict[str, Any], peers: list[str]) -> None:
    """Write the page, and its plots into a folder of the same name beside it."""
    lines = [line for line in whole["lines"] if len(line["figures"]) > 1]
    for line in lines:
        line["best"] = min((f["ratio"], name) for name, f in line["figures"].items() if name != "Gnomon")[1]
        line["share"] = _share(line, whole["limits"])
    folder = place.with_suffix("")
    text = [*_head(whole, lines, folder.name), *_behind(lines)]
    drawn = plots(lines, peers)
    for family, title in TITLES.items():
        rows = [line for line in lines if line["family"] == family]
        if rows:
            text += ["", f"## {title}", ""]
            if family in drawn:
                text += [f"![{title}]({folder.name}/{family}.svg)", ""]
            text += _table(rows, [name for name in peers if any(name in row["figures"] for row in rows)])
    text += _failures(lines)
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in drawn.items():
        (folder / f"{name}.svg").write_text(svg)
    place.write_text("\n".join(text).rstrip() + "\n")


def _share(line: Line, limits: dict[str, dict[str, float]]) -> float | None:
    """Return which part of the machine's limit a line reaches, where it has one."""
    demand, known = line.get("demand"), limits.get(str(line["threads"]))
    if not demand or not known or not demand["read"] + demand["work"]:
        return None
    return least(demand, known) / float(line["figures"]["Gnomon"]["value"])


def _head(whole: dict[str, Any], lines: list[Line], folder: str) -> list[str]:
    about = ", ".join(f"{key} {value}" for key, value in whole["machine"].items())
    ahead = [line for line in lines if _state(line) == "ahead"]
    tied = [line for line in lines if _state(line) == "level"]
    told = [
        f"with {threads} {'thread' if threads == '1' else 'threads'} {_rates(rates)}"
        for threads, rates in sorted(whole["limits"].items())
    ]
    return [
        "# Performance",
        "",
        "<!-- Written by `bench/compare.py --page`; run `make bench` instead of editing. -->",
        "",
        "Each row is one program, written as one writes it in each library, held against a reference in float64, and measured",
        "side by side in turns. A ratio says how many times longer a library takes than Gnomon: the median of neighbouring",
        "measurements, in brackets the 95 % bounds. Above 1, Gnomon is ahead. The programs stand in `bench/lines/`.",
        "",
        f"Machine: {about}.",
        "",
        f"The machine does at most, {'; '.join(told)}. *Limit* is the time that the nearer of these limits",
        "leaves at least for what a program demands, as a part of the time that Gnomon takes; exp, log, tanh and sin count as 20",
        "operations each. Where work is done in a cache, the limit is that of the cache.",
        "",
        f"**Ahead of every peer on {len(ahead)} of {len(lines)} rows** (the lower bound of the best peer is above 1), level on"
        f" {len(tied)}, behind on {len(lines) - len(ahead) - len(tied)}.",
        "",
        *([f"![The best peer's time by Gnomon's, row by row]({folder}/all.svg)", ""] if lines else []),
    ]


def _rates(rates: dict[str, float]) -> str:
    return (
        f"{rates['float32'] / 1e9:,.0f} billion operations a second in float32, {rates['float64'] / 1e9:,.0f} in float64, and"
        f" moves {rates['read far'] / 1e9:.1f} GB/s from memory ({rates['copy far'] / 1e9:.1f} where it also writes)"
    )


def _state(line: Line) -> str:
    """Ahead, level or behind."""
    best = line["figures"][line["best"]]
    if best["low"] > 1:
        return "ahead"
    return "level" if best["ratio"] >= TIE else "behind"


def _behind(lines: list[Line]) -> list[str]:
    rows = [line for line in lines if _state(line) != "ahead"]
    if not rows:
        return []
    rows.sort(key=lambda line: line["figures"][line["best"]]["ratio"])
    reasons = [row.split("\t") for row in REASONS.read_text().splitlines() if "\t" in row]
    text = [
        "## Rows that are not ahead",
        "",
        "| program | threads | Gnomon | best peer | ratio | limit | reason |",
        "|---|--:|--:|---|--:|--:|---|",
    ]
    for line in rows:
        reason = next(
            (
                why
                for pattern, why in reasons
                if re.search(pattern, f"{line['name']}; threads {line['threads']}")
            ),
            "",
        )
        cells = [
            line["name"],
            line["threads"],
            _ours(line),
            line["best"],
            _cell(line["figures"][line["best"]]),
        ]
        text.append(f"| {' | '.join(map(str, cells))} | {_percent(line)} | {reason} |")
    return text


def _table(rows: list[Line], peers: list[str]) -> list[str]:
    text = [
        f"| program | threads | Gnomon | limit | {' | '.join(peers)} |",
        f"|---|--:|--:|--:|{'--:|' * len(peers)}",
    ]
    for line in rows:
        cells = [_cell(line["figures"].get(name), bold=name == line["best"]) for name in peers]
        text.append(
            f"| {line['name']} | {line['threads']} | {_ours(line)} | {_percent(line)} | {' | '.join(cells)} |"
        )
    shares = [line for line in rows if line.get("shares")]
    if shares:
        told = "; ".join(map(_parts, shares))
        text += [
            "",
            "Of the processor time of a cold first call of Gnomon, this share is Python's, the rest LLVM's (in brackets the",
            f"share of the whole that loads modules, once per process, and is left out of the first figure): {told}.",
        ]
    return text


def _parts(line: Line) -> str:
    """Which part of a cold first call is Python's."""
    program = line["name"].removeprefix("start: first call of ").removesuffix(", cold")
    loading, llvm = line["shares"]["loading"], line["shares"]["LLVM"]
    return f"{program}: {1 - llvm / (1 - loading):.0%} ({loading:.0%})"


def _failures(lines: list[Line]) -> list[str]:
    found = [f"* {line['name']}: {name} ({why})" for line in lines for name, why in line["failed"].items()]
    return ["", "## What did not run", "", *found] if found else []


def _ours(line: Line) -> str:
    return quantity(line["figures"]["Gnomon"]["value"], line["unit"])


def _percent(line: Line) -> str:
    return "" if line["share"] is None else f"{min(line['share'], 1):.0%}"


def _cell(figure: dict[str, float] | None, *, bold: bool = False) -> str:
    if figure is None:
        return ""
    ratio, low, high = (_short(figure[key]) for key in ("ratio", "low", "high"))
    text = f"**{ratio}**" if bold else ratio
    return text if figure["low"] == figure["high"] else f"{text} ({low}-{high})"


def _short(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
