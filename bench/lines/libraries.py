"""Runs one program in each library: what is the same for all programs of pure functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lines import Make

prange = range
"""What loops for Numba name; `jitted` puts Numba's in its place, so that no other library pays for the import."""

Formula = Callable[..., Any]
"""Takes the namespace of a library, then arrays."""

NUMBA_FLOATS = {"reassoc", "contract", "arcp", "nsz"}
"""What Numba may do to sums, so that it vectorises them; infinities and NaN stay right."""


def makers(
    values: Sequence[Any],
    formula: Formula | None = None,
    *,
    numpy: Formula | None = None,
    gnomon: Formula | None = None,
    jax: Formula | None = None,
    torch: Formula | None = None,
    pytensor: Formula | None = None,
    numba: Formula | None = None,
    without: Sequence[str] = (),
) -> dict[str, Make]:
    """Return a pure function in each library: its own form, or ``formula``; Numba needs its own, of loops."""
    forms = {
        "Gnomon": (gnomon_maker, gnomon or formula),
        "NumPy": (numpy_maker, numpy or formula),
        "Numba": (numba_maker, numba),
        "JAX": (jax_maker, jax or formula),
        "PyTorch": (torch_maker, torch or formula),
        "torch.compile": (compiled_torch_maker, torch or formula),
        "PyTensor C": (pytensor_c_maker, pytensor or formula),
        "PyTensor Numba": (pytensor_numba_maker, pytensor or formula),
    }
    found = {}
    for name, (maker, form) in forms.items():
        if form and name not in without:
            found[name] = maker(form, values)
    return found


def gnomon_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """Symbols whose sizes are names, and a compiled function."""

    def make() -> Callable[[], Any]:
        import gnomon as gn

        inputs = [_symbol(gn, f"x{k}", value) for k, value in enumerate(values)]
        compiled = gn.function(inputs, formula(gn, *inputs))
        return lambda: compiled(*values)

    return make


def _symbol(gn: Any, name: str, value: Any) -> Any:
    shape = tuple([f"{name}.{axis}" if size > 1 else 1 for axis, size in enumerate(np.shape(value))])
    return gn.symbol(name, shape=shape, dtype=np.asarray(value).dtype.name)


def numpy_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """The formula on NumPy's arrays."""
    return lambda: lambda: formula(np, *values)


def jax_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """Compiled, and awaited."""

    def make() -> Callable[[], Any]:
        import jax
        import jax.numpy as jnp

        compiled = jax.jit(lambda *given: formula(jnp, *given))
        arrays = [jnp.asarray(value) for value in values]
        return lambda: jax.block_until_ready(compiled(*arrays))

    return make


class Torch:
    """NumPy's names for what PyTorch calls otherwise."""

    def __getattr__(self, name: str) -> Any:
        import torch

        return {"max": torch.amax, "min": torch.amin}.get(name) or getattr(torch, name)


def torch_maker(formula: Formula, values: Sequence[Any], *, compiled: bool = False) -> Make:
    """Called op by op, without recording for gradients unless the formula asks for it."""

    def make() -> Callable[[], Any]:
        import torch

        arrays = [torch.as_tensor(value) for value in values]
        space = Torch()

        def run(*given: Any) -> Any:
            return formula(space, *given)

        torch.compiler.reset()
        called = torch.compile(run, dynamic=False) if compiled else run
        return lambda: called(*arrays)

    return make


def compiled_torch_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """The same through torch.compile."""
    return torch_maker(formula, values, compiled=True)


def pytensor_c_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """Compiled as C."""
    return _pytensor(formula, values, "CVM")


def pytensor_numba_maker(formula: Formula, values: Sequence[Any]) -> Make:
    """Compiled by Numba."""
    return _pytensor(formula, values, "NUMBA")


def pytensor_mode(linker: str) -> Any:
    """Return PyTensor's mode of one linker, with all rewriting."""
    from pytensor.compile.mode import get_mode

    return get_mode(linker)


def _pytensor(formula: Formula, values: Sequence[Any], linker: str) -> Make:
    def make() -> Callable[[], Any]:
        import pytensor
        import pytensor.tensor as pt

        inputs = [
            pt.tensor(f"x{k}", dtype=np.asarray(v).dtype.name, shape=(None,) * np.ndim(v))
            for k, v in enumerate(values)
        ]
        compiled = pytensor.function(
            inputs, formula(pt, *inputs), mode=pytensor_mode(linker), trust_input=True
        )
        arrays = [np.asarray(value) for value in values]
        return lambda: compiled(*arrays)

    return make


def parallel() -> bool:
    """Tell whether there is more than one thread."""
    return os.environ.get("NUMBA_NUM_THREADS", "1") != "1"


def jitted(loops: Callable[..., Any], *, threads: bool = True, floats: Any = NUMBA_FLOATS) -> Any:
    """Compile loops by Numba, in parallel where there are threads."""
    import numba

    loops.__globals__["prange"] = numba.prange
    kept = (
        "NUMBA_CACHE_DIR" in os.environ
    )  # in a folder of the process's own: Numba's cache does not know these options
    return numba.njit(loops, fastmath=floats, parallel=threads and parallel(), nogil=True, cache=kept)


def numba_maker(loops: Callable[..., Any], values: Sequence[Any]) -> Make:
    """Loops compiled by Numba."""

    def make() -> Callable[[], Any]:
        compiled = jitted(loops)
        return lambda: compiled(*values)

    return make
