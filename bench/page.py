"""The page of a comparison, as Markdown."""

from __future__ import annotations

import importlib.metadata
import platform
from pathlib import Path
from typing import Any

PACKAGES = {"NumPy": "numpy", "JAX": "jax", "PyTorch": "torch", "PyTensor": "pytensor"}


def machine(peers: list[str]) -> dict[str, str]:
    """Return what was measured on, and the versions of what was measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    found = {"processor": names[0] if names else platform.processor(), "Python": platform.python_version()}
    for name, package in PACKAGES.items():
        if name in peers:
            found[name] = importlib.metadata.version(package)
    return found


def written(result: dict[str, Any]) -> str:
    """Return the page."""
    from compare import MODULES

    names = [name for name in MODULES if any(name in line["figures"] for line in result["lines"])]
    about = ", ".join(f"{key} {value}" for key, value in result["machine"].items())
    threads = "one thread" if result["threads"] == 1 else f"{result['threads']} threads"
    text = [
        "# Performance",
        "",
        f"Written by `make bench BENCH='--peers {','.join(result['peers'])} --page docs/performance.md'`. Each row is one",
        "program; the columns say how many times longer the others take than Gnomon (median of neighbouring measurements",
        "in one run, in brackets the 95 % bounds). Above 1, Gnomon is ahead.",
        f"Measured with {threads}: {about}.",
        "",
        f"| program | Gnomon | {' | '.join(names)} |",
        f"|---|--:|{'--:|' * len(names)}",
    ]
    for line in result["lines"]:
        figures = line["figures"]
        cells = [_cell(figures.get(name)) for name in names]
        text.append(f"| {line['name']} | {_time(figures['Gnomon']['seconds'])} | {' | '.join(cells)} |")
    behind = [line for line in result["lines"] if min(f["ratio"] for f in line["figures"].values()) < 1]
    text += ["", f"Ahead of all on {len(result['lines']) - len(behind)} of {len(result['lines'])} rows.", ""]
    text += where_it_goes(result["lines"])
    for line in result["lines"]:
        text += [f"* {line['name']}: {name} did not run ({why})." for name, why in line["failed"].items()]
    return "\n".join(text).rstrip() + "\n"


def where_it_goes(lines: list[dict[str, Any]]) -> list[str]:
    """Return the paragraph about what Python takes of cold first calls."""
    shares = [line["shares"] for line in lines if "shares" in line]
    if not shares:
        return []
    told = "; ".join(
        f"{each['program']}: {1 - each['LLVM'] / (1 - each['loading']):.0%} ({each['loading']:.0%})"
        for each in shares
    )
    return [
        "Of the processor time of a cold first call of Gnomon, this share is Python's, the rest LLVM's (in brackets the share",
        f"of the whole that loads modules, once per process, and is left out of the first figure): {told}.",
        "",
    ]


def _cell(figure: dict[str, float] | None) -> str:
    if figure is None:
        return ""
    text = f"{figure['ratio']:.2f}x"
    return text if figure["low"] == figure["high"] else f"{text} ({figure['low']:.2f}-{figure['high']:.2f})"


def _time(seconds: float) -> str:
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:,.1f} {unit}"
    return f"{seconds * 1e6:.3f} us"
