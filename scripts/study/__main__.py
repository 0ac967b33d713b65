"""Measures and writes docs/study.md with its plots: `make study` (STUDY="--only laws" chooses sections)."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from pathlib import Path

for _name in ("OMP", "OPENBLAS", "MKL", "GNOMON"):
    os.environ[f"{_name}_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "src")]
os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), str(ROOT / "src")])


INTRODUCTION = """# The study

What laws, fusions and symbolic gradients save, what they do for accuracy, and how cost grows with size: measured by
`make study`, which writes this page. Ratios are of the fastest of several rounds in which the variants take turns.
"""
SECTIONS = ("laws", "fusions", "gradients", "accuracy", "sizes", "compiling")


def main() -> None:
    """Measure the chosen sections and put them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, separated by commas")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs", help="where study.md goes")
    options = parser.parse_args()
    chosen = options.only.split(",")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    page, folder = options.folder / "study.md", options.folder / "study"
    folder.mkdir(exist_ok=True)
    parts = _parts(page)
    for name in chosen:
        lines, plots = _measured(name)
        about = f"<!-- {name} -->\n{lines[0]}\n\n*{_machine()}*\n"
        parts[name] = "\n".join([about, *lines[2:]]).rstrip() + "\n"
        for plot, svg in plots.items():
            (folder / f"{plot}.svg").write_text(svg)
        page.write_text("\n".join([INTRODUCTION, *[parts[each] for each in SECTIONS if each in parts]]))


def _measured(name: str) -> tuple[list[str], dict[str, str]]:
    from study import accuracy, growth, savings, sizes
    from study.models import MODELS

    if name == "accuracy":
        return accuracy.section(), {}
    if name == "sizes":
        return sizes.section()
    if name == "compiling":
        return growth.section()
    models = [make() for make in MODELS]
    if name == "gradients":
        return savings.gradients(models), {}
    return savings.laws(models) if name == "laws" else savings.fusions(models)


def _parts(page: Path) -> dict[str, str]:
    """The sections that the page has."""
    if not page.exists():
        return {}
    pieces = re.split(r"^<!-- (\w+) -->\n", page.read_text(), flags=re.M)[1:]
    return {
        name: f"<!-- {name} -->\n{text.rstrip()}\n"
        for name, text in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _machine() -> str:
    import numpy as np

    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor()
    return f"{processor}, one thread, Python {platform.python_version()}, NumPy {np.__version__}"


if __name__ == "__main__":
    main()
