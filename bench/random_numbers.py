"""Random numbers per second, in millions: Gnomon, NumPy's Generator, and JAX where it is installed.

    python bench/random_numbers.py [--size N] [--rounds N]

One thread; the best of a few rounds, in turns, so that other work on the machine hits all alike.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

for _name in ("OMP", "OPENBLAS", "GNOMON"):
    os.environ[f"{_name}_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

DRAWS = {
    "uniform": ("uniform", (), ("random", ()), "uniform"),
    "normal": ("normal", (), ("standard_normal", ()), "normal"),
    "exponential": ("exponential", (), ("standard_exponential", ()), "exponential"),
    "gamma of 2.5": ("gamma", (2.5,), ("standard_gamma", (2.5,)), "gamma"),
    "poisson of 3": ("poisson", (3.0,), ("poisson", (3.0,)), "poisson"),
    "poisson of 50": ("poisson", (50.0,), ("poisson", (50.0,)), "poisson"),
}
"""Names in Gnomon, NumPy and JAX, with the parameters."""


def ours(name: str, parameters: tuple[float, ...], size: int, dtype: str) -> Callable[[], Any]:
    """A compiled function that draws."""
    import numpy as np

    import gnomon as gn

    key = gn.symbol("key", (), "uint64")
    more = {} if name == "poisson" else {"dtype": dtype}
    draw = gn.function([key], getattr(gn.random, name)(key, *parameters, shape=(size,), **more))
    seed = np.uint64(1)
    return lambda: draw(seed)


def of_numpy(name: str, parameters: tuple[float, ...], size: int, dtype: str) -> Callable[[], Any]:
    """A method of NumPy's Generator."""
    import numpy as np

    method = getattr(np.random.default_rng(0), name)
    more = {} if name == "poisson" else {"dtype": dtype}
    return lambda: method(*parameters, size=size, **more)


def of_jax(name: str, parameters: tuple[float, ...], size: int, dtype: str) -> Callable[[], Any]:
    """A jitted function of JAX."""
    import jax

    jax.config.update("jax_enable_x64", True)
    more = {} if name == "poisson" else {"dtype": dtype}
    draw = jax.jit(lambda key: getattr(jax.random, name)(key, *parameters, shape=(size,), **more))
    key = jax.random.key(0, impl="threefry2x32")
    return lambda: draw(key).block_until_ready()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'':22}{'Gnomon':>9}{'NumPy':>9}{'JAX':>9}")
    for title, (name, parameters, (theirs, same), third) in DRAWS.items():
        for dtype in ("float32", "float64") if name != "poisson" else ("int64",):
            size = options.size
            runs = [ours(name, parameters, size, dtype), of_numpy(theirs, same, size, dtype)]
            if importlib.util.find_spec("jax"):
                runs.append(of_jax(third, parameters, size, dtype))
            best = [float("inf")] * len(runs)
            for turn in range(options.rounds + 1):
                for place, run in enumerate(runs):
                    start = time.perf_counter()
                    run()
                    spent = time.perf_counter() - start
                    best[place] = min(best[place], spent if turn else float("inf"))
            print(
                f"{title:14}{dtype:8}" + "".join(f"{size / seconds / 1e6:9.0f}" for seconds in best),
                flush=True,
            )


if __name__ == "__main__":
    main()
