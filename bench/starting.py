"""What it takes to begin: imports, and the first call of a compiled function, each in a process of its own."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
IMPORTS = {"Gnomon": "import gnomon as gn; gn.function", "NumPy": "import numpy", "JAX": "import jax.numpy",
           "PyTorch": "import torch", "PyTensor": "import pytensor.tensor"}  # fmt: skip
PROGRAMS = ("small function", "network 784-500-500-10, step", "LSTM, 100 steps, with gradient")
LEFT_OUT = {("torch.compile", PROGRAMS[2]), ("PyTensor", PROGRAMS[2])}
"""The LSTM is not written for these."""
ROUNDS = 5


def starts(peers: list[str]) -> list[dict[str, Any]]:
    """Measure imports, cold and warm compilation."""
    found = [_line("start: import", {name: _import(name) for name in IMPORTS if name in ("Gnomon", *peers)})]
    print(_told(found[-1]), flush=True)
    for program in PROGRAMS:
        cold, warm, shares = {}, {}, (0.0, 0.0)
        for name in ("Gnomon", "JAX", "torch.compile", "PyTensor"):
            if name in ("Gnomon", *peers) and (name, program) not in LEFT_OUT:
                cold[name], warm[name], found_shares = _compile(name, program)
                shares = found_shares or shares
        for kind, seconds in (("cold", cold), ("warm, in a second process", warm)):
            found.append(_line(f"start: compile and first call, {kind}: {program}", seconds))
            print(_told(found[-1]), flush=True)
        found[-2]["shares"] = {"program": program, "LLVM": shares[0], "loading": shares[1]}
    return found


def _line(name: str, seconds: dict[str, float]) -> dict[str, Any]:
    ours = seconds["Gnomon"]
    figures = {
        who: {"seconds": s, "ratio": s / ours, "low": s / ours, "high": s / ours}
        for who, s in seconds.items()
    }
    return {"name": name, "figures": figures, "failed": {}}


def _told(line: dict[str, Any]) -> str:
    figures = line["figures"]
    rest = "  ".join(f"{name} {f['ratio']:.2f}x" for name, f in figures.items() if name != "Gnomon")
    return f"{line['name']:72} {figures['Gnomon']['seconds'] * 1e3:9,.1f} ms   {rest}"


def _import(name: str) -> float:
    """Seconds of an import above those of a bare interpreter."""
    bare = statistics.median(_spent(["-c", "pass"]) for _ in range(ROUNDS))
    _spent(["-c", IMPORTS[name]])
    return statistics.median(_spent(["-c", IMPORTS[name]]) for _ in range(ROUNDS)) - bare


def _spent(arguments: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, env=_environment(), capture_output=True)
    return time.perf_counter() - began


def _compile(name: str, program: str) -> tuple[float, float, tuple[float, float] | None]:
    """Seconds from the finished import to the first result, without and with what an earlier process kept.

    For Gnomon also the shares of processor time in LLVM and in loading modules in the former.
    """
    cold, warm, parts = [], [], []
    for _ in range(3 if name == "Gnomon" else 1):
        with tempfile.TemporaryDirectory() as folder:
            caches = {
                "GNOMON_CACHE_DIR": folder,
                "TORCHINDUCTOR_CACHE_DIR": folder,
                "PYTENSOR_FLAGS": f"base_compiledir={folder}",
                "JAX_COMPILATION_CACHE_DIR": folder,
                "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            }
            for times in (cold, warm):
                done = subprocess.run(
                    [sys.executable, str(HERE / "first_call.py"), name, program],
                    env={**_environment(), **caches}, check=True, capture_output=True, text=True,
                )  # fmt: skip
                seconds, *shares = map(float, done.stdout.split())
                times.append(seconds)
                if times is cold and shares:
                    parts.append(shares)
    found: Any = tuple([statistics.median(column) for column in zip(*parts)]) if parts else None
    return statistics.median(cold), statistics.median(warm), found


def _environment() -> dict[str, str]:
    """Return the environment of a user, whose Python keeps the modules that it has compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": f"{HERE.parent / 'src'}{os.pathsep}{HERE}"}
