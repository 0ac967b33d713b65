"""Compares Gnomon with its peers, side by side in one run: `make bench`.

    python bench/compare.py [--only TEXT] [--peers NAME,NAME] [--threads N] [--missing] [--json FILE] [--page FILE]

Each program runs in each library in turns; the ratios are those of neighbouring measurements. With several threads each
measurement begins when those of the library before are asleep: BLAS and OpenMP go on spinning for a while. All results are
held against NumPy in float64 before they are timed. Peers that are not installed are left out. Figures are added to those
that the JSON holds, line by line, so that a run can be broken off and taken up (`--missing`), or repeated in part (`--only`).
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

MODULES = {
    "NumPy": "numpy",
    "Numba": "numba",
    "JAX": "jax",
    "PyTorch": "torch",
    "torch.compile": "torch",
    "PyTensor C": "pytensor",
    "PyTensor Numba": "pytensor",
}


def main() -> None:
    """Measure, print and write."""
    options = _options()
    asked = options.peers.split(",") if options.peers is not None else peers_by_default(options.threads)
    peers = [name for name in asked if name and importlib.util.find_spec(MODULES[name])]
    limit(options.threads)
    import lines
    import measuring
    from results import Results

    if options.busy:
        measuring.CLOCK[:] = [time.process_time]

    measuring.ALONE[:] = [options.threads > 1]

    results = Results(options.json, peers, options.threads)
    if options.quick:
        lines.LARGEST[:] = [64]
    else:
        results.probe()
    for line in lines.every_line():
        if chosen(line.name, options, results) and (line.threads or options.threads == 1):
            found = measured(line, peers, 1 if options.quick else options.rounds)
            found["family"] = line.family
            print(told(found), flush=True)
            results.add(found)
    if not options.quick and options.threads == 1:
        from processes import more_lines

        for found in more_lines(peers, lambda name: chosen(name, options, results)):
            print(told(found), flush=True)
            results.add(found)
    if options.page:
        from page import write

        write(options.page, results.whole, list(MODULES))


def _options() -> Any:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="lines whose names contain one of these, separated by |")
    parser.add_argument("--peers", help="whom to compare with")
    parser.add_argument("--threads", type=int, default=1, help="with more than one, only large programs run")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--missing", action="store_true", help="lines that the JSON does not hold")
    parser.add_argument("--json", type=Path, help="add the figures there")
    parser.add_argument("--page", type=Path, help="write the page there, with all that the JSON holds")
    parser.add_argument("--busy", action="store_true", help="count processor time: others use the machine")
    parser.add_argument("--quick", action="store_true", help="small sizes: does each line run?")
    return parser.parse_args()


def chosen(name: str, options: Any, results: Any) -> bool:
    """Tell whether a line is to be measured."""
    if options.missing and results.holds(name):
        return False
    return any(part in name for part in options.only.split("|"))


def peers_by_default(threads: int) -> list[str]:
    """PyTensor's loops take one thread."""
    return [name for name in MODULES if threads == 1 or not name.startswith("PyTensor")]


def limit(threads: int) -> None:
    """Give each library so many threads; with one, also one processor."""
    for name in ("OMP", "OPENBLAS", "MKL", "NUMBA", "GNOMON"):
        os.environ[f"{name}_NUM_THREADS"] = str(threads)
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # NumPy's BLAS knows the processor itself
        os.environ.pop(name, None)
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(threads)
    if importlib.util.find_spec("jax"):
        import jax

        jax.config.update("jax_enable_x64", True)


def measured(line: Any, peers: list[str], rounds: int) -> dict[str, Any]:
    """Return the figures of a line, and why peers failed."""
    from measuring import check, compare

    program = line.program()
    calls, failed, expected = {}, {}, program.expected()
    for name, make in program.makers.items():
        if name != "Gnomon" and name not in peers:
            continue
        try:
            call = make()
            for _ in range(program.repeats):
                result = call()
            check(result, expected, program.tolerance, whole=program.whole)
            calls[name] = call
        except Exception as error:
            if name == "Gnomon":
                raise
            told = [*str(error).strip().splitlines(), ""]
            failed[name] = f"{type(error).__name__}: {told[0][:160]}"
    figures = compare(calls, "Gnomon", rounds)
    demand = {
        "read": int(program.read),
        "written": int(program.written),
        "work": float(program.work),
        "dtype": program.dtype,
    }
    calls.clear()
    gc.collect()
    return {
        "name": line.name,
        "unit": "s",
        "figures": {n: f._asdict() for n, f in figures.items()},
        "failed": failed,
        "demand": demand,
    }


def told(line: dict[str, Any]) -> str:
    """Return a line as it is printed."""
    from results import quantity

    figures = line["figures"]
    rest = "  ".join(f"{name} {f['ratio']:.2f}" for name, f in figures.items() if name != "Gnomon")
    failed = "".join(f"\n    {name}: {why}" for name, why in line["failed"].items())
    ours = quantity(figures["Gnomon"]["value"], line["unit"])
    return f"{line['name']:64} {ours:>10}   {rest}{failed}"


if __name__ == "__main__":
    main()
