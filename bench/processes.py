"""Lines that need a process for each figure: imports, first calls, peak memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
IMPORTS = {
    "Gnomon": "import gnomon as gn; gn.function",
    "Numba": "import numba",
    "JAX": "import jax.numpy",
    "PyTorch": "import torch",
    "PyTensor C": "import pytensor.tensor",
}
"""What is imported; each imports NumPy, or does without, so that NumPy is none of the peers."""

COMPILED = {
    "small function": "chain of functions, 1,000, float32",
    "network 784-500-500-10, step": "network 784-500-500-10, step of 128, float32",
    "LSTM, 100 steps, with gradient": "LSTM, 100 steps of 32x128, forward and backward, float32",
}
COMPILERS = "Numba", "JAX", "torch.compile", "PyTensor C", "PyTensor Numba"
PATIENCE = 120
"""Seconds after which a process counts as failed; PyTensor compiles the LSTM for longer, and is not asked."""

REMEMBERED = {
    "network 784-500-500-10": "network 784-500-500-10, step of 128, float32",
    "LeNet": "LeNet, step of 128 pictures of 28x28, float32",
    "LSTM 128": "LSTM, 100 steps of 32x128, forward and backward, float32",
    "LSTM 650": "LSTM, 100 steps of 32x650, forward and backward, float32",
}
ROUNDS = 5
Figures = dict[str, dict[str, float]]


def more_lines(peers: list[str], wanted: Callable[[str], bool]) -> Iterator[dict[str, Any]]:
    """Measure the lines that are wanted."""
    if wanted("start: import"):
        imports = {name: _import(name) for name in IMPORTS if name in ("Gnomon", *peers)}
        yield _line("start: import", "s", {name: [seconds] for name, seconds in imports.items()})
    for short, name in COMPILED.items():
        titles = [f"start: first call of {short}, {kind}" for kind in ("cold", "warm in a second process")]
        if any(map(wanted, titles)):
            yield from _first_calls(titles, name, peers)
    for short, name in REMEMBERED.items():
        titles = [f"memory: step of {short}, {kind}" for kind in ("above the import", "whole process")]
        if any(map(wanted, titles)):
            found = [(who, _run("memory.py", who, name)) for who in _runners(name, ("JAX", "PyTorch"), peers)]
            for title, key in zip(titles, ("step", "whole")):
                yield _line(title, "B", {who: [memory[key]] for who, memory in found})


def _runners(name: str, others: tuple[str, ...], peers: list[str]) -> list[str]:
    from lines import line_of

    makers = line_of(name).program().makers
    return [who for who in ("Gnomon", *others) if who in makers and who in ("Gnomon", *peers)]


def _line(name: str, unit: str, values: dict[str, list[float]]) -> dict[str, Any]:
    ours = statistics.median(values["Gnomon"])
    figures: Figures = {}
    for who, found in values.items():
        ratio = statistics.median(found) / ours
        figures[who] = {
            "value": statistics.median(found),
            "ratio": ratio,
            "low": min(found) / max(values["Gnomon"]),
            "high": max(found) / min(values["Gnomon"]),
        }
    return {"name": name, "unit": unit, "family": name.split(":")[0], "figures": figures, "failed": {}}


def _import(name: str) -> float:
    """Seconds of an import above those of a bare interpreter."""
    bare = statistics.median(_spent(["-c", "pass"]) for _ in range(ROUNDS))
    _spent(["-c", IMPORTS[name]])
    return statistics.median(_spent(["-c", IMPORTS[name]]) for _ in range(ROUNDS)) - bare


def _spent(arguments: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, env=_environment(), capture_output=True)
    return time.perf_counter() - began


def _first_calls(titles: list[str], name: str, peers: list[str]) -> list[dict[str, Any]]:
    """Seconds from the finished import to the first result, without and with what an earlier process kept."""
    cold: dict[str, list[float]] = {}
    warm: dict[str, list[float]] = {}
    shares, failed = [], {}
    for who in _runners(name, COMPILERS[: 2 if "LSTM" in name else 5], peers):
        for _ in range(3 if who in ("Gnomon", "JAX") else 1):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    for times in (cold, warm):
                        found = _run("first_call.py", who, name, folder)
                        times.setdefault(who, []).append(found["seconds"])
                        if times is cold and who == "Gnomon":
                            shares.append((found["LLVM"], found["loading"]))
                except subprocess.SubprocessError as error:
                    told = str(getattr(error, "stderr", "") or error).strip().splitlines()
                    failed[who] = told[-1][:160]
                    break
    lines = [_line(title, "s", times) for title, times in zip(titles, (cold, warm))]
    medians = [statistics.median(column) for column in zip(*shares)]
    lines[0] |= {"shares": dict(zip(("LLVM", "loading"), medians)), "failed": failed}
    return lines


def _run(script: str, who: str, name: str, caches: str = "") -> dict[str, float]:
    places = {
        "GNOMON_CACHE_DIR": caches,
        "TORCHINDUCTOR_CACHE_DIR": caches,
        "NUMBA_CACHE_DIR": caches,
        "PYTENSOR_FLAGS": f"base_compiledir={caches}",
        "JAX_COMPILATION_CACHE_DIR": caches,
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }
    done = subprocess.run(
        [sys.executable, str(HERE / script), who, name],
        env={**_environment(), **(places if caches else {})},
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _environment() -> dict[str, str]:
    """Return the environment of a user, whose Python keeps the modules that it has compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": f"{HERE.parent / 'src'}{os.pathsep}{HERE}"}
