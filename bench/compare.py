"""Compares Gnomon with its peers, side by side in one run: `make bench`.

    python bench/compare.py [--only TEXT] [--peers NAME,NAME] [--threads N] [--json FILE] [--page FILE]

Each program runs in each library in turns; the ratios are those of neighbouring measurements. All results are held
against NumPy in float64 before they are timed. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

MODULES = {
    "JAX": "jax",
    "PyTorch": "torch",
    "torch.compile": "torch",
    "PyTensor": "pytensor",
    "NumPy": "numpy",
}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="lines whose names contain this")
    parser.add_argument("--peers", default=",".join(MODULES), help="whom to compare with")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--page", type=Path, help="write the page there")
    options = parser.parse_args()
    peers = [name for name in options.peers.split(",") if importlib.util.find_spec(MODULES[name])]
    _limit(options.threads)
    from page import machine, written
    from starting import starts

    found = []
    for line in _lines():
        if options.only in line.name:
            found.append(_measured(line, peers, options.rounds))
            print(_told(found[-1]), flush=True)
    if options.only in "start":
        found += starts(peers)
    result = {"machine": machine(peers), "peers": peers, "threads": options.threads, "lines": found}
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    if options.page:
        options.page.write_text(written(result))


def _limit(threads: int) -> None:
    """Give each library so many threads; with one, also one processor."""
    for name in ("OMP", "OPENBLAS", "MKL", "NUMBA", "GNOMON"):
        os.environ[f"{name}_NUM_THREADS"] = str(threads)
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


def _lines() -> list[Any]:
    from lines import LINES, formulas, recurrent, training  # noqa: F401  (each adds its lines)

    return [line for make in LINES for line in make()]


def _measured(line: Any, peers: list[str], rounds: int) -> dict[str, Any]:
    import numpy as np
    from measuring import compare

    calls, failed = {}, dict(line.notes)
    for name, make in line.makers.items():
        if name != "Gnomon" and name not in peers:
            continue
        try:
            call = make()
            result = call()
            np.testing.assert_allclose(
                np.asarray(result, "float64"), line.expected, rtol=line.tolerance, atol=line.tolerance
            )
            calls[name] = call
        except Exception as error:
            if name == "Gnomon":
                raise
            failed[name] = f"{type(error).__name__}: {str(error).strip().splitlines()[0][:100]}"
    figures = compare(calls, "Gnomon", min(rounds, line.rounds))
    return {"name": line.name, "figures": {n: f._asdict() for n, f in figures.items()}, "failed": failed}


def _told(line: dict[str, Any]) -> str:
    figures = line["figures"]
    ours = figures["Gnomon"]["seconds"]
    rest = "  ".join(f"{name} {f['ratio']:.2f}x" for name, f in figures.items() if name != "Gnomon")
    failed = "".join(f"\n    {name}: {why}" for name, why in line["failed"].items())
    return f"{line['name']:52} {ours * 1e6:11,.2f} us   {rest}{failed}"


if __name__ == "__main__":
    main()
