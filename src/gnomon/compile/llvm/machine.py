"""The processor that code is made for."""

from __future__ import annotations

import functools
import itertools
import json
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.compile import cache


class Machine(NamedTuple):
    """A processor: its name, its features, bytes of a vector, and whether vectors can be masked cheaply."""

    triple: str
    processor: str
    features: str
    vector_bytes: int
    masks: bool

    def target(self, *, plain: bool = False) -> Any:
        """LLVM's target machine, made once, since it takes its time to learn about the processor.

        With ``plain`` it writes code as it stands, which takes a fifth of the time.
        """
        return _target(self, plain)


@functools.cache
def _target(machine: Machine, plain: bool) -> Any:
    binding = llvm()
    return binding.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.processor,
        features=machine.features,
        opt=0 if plain else 2,
        reloc="pic",
        codemodel="small",
    )


@functools.cache
def llvm() -> Any:
    """llvmlite's binding, ready for this processor."""
    import llvmlite.binding as binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@functools.cache
def library() -> str:
    """What tells one LLVM from another, without loading it: llvmlite's version, and the size and time of its library."""
    import llvmlite

    files = sorted(Path(llvmlite.__file__).parent.glob("binding/*llvmlite*.*"))
    told = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return f"{llvmlite.__version__} {told}"


@functools.cache
def this_machine() -> Machine:
    """The processor at hand, with its widest vectors; what LLVM found out about one of its kind is kept."""
    told = _described()
    if not told:
        return _asked()
    key = cache.key_of("processor", told, library())
    found = cache.kept(key, lambda: json.dumps(_asked()).encode())
    return Machine(*json.loads(found))


def _described() -> str:
    """What Linux says of the first processor, but for its speed of the moment; nothing on other systems."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = itertools.takewhile(str.strip, file)
            return "".join(
                [line for line in lines if not line.startswith(("cpu MHz", "bogomips", "BogoMIPS"))]
            )
    except OSError:
        return ""


def _asked() -> Machine:
    binding = llvm()
    try:
        found = binding.get_host_cpu_features()
    except RuntimeError:
        return Machine(binding.get_process_triple(), binding.get_host_cpu_name(), "", 16, False)
    masks = all(found.get(name, False) for name in ("avx512f", "avx512bw", "avx512vl", "avx512dq"))
    size = 64 if masks else 32 if found.get("avx2", False) else 16
    features = found.flatten() + (",-prefer-256-bit" if masks else "")
    return Machine(binding.get_process_triple(), binding.get_host_cpu_name(), features, size, masks)


def narrower(vector_bytes: int) -> Machine:
    """The processor at hand with vectors of so many bytes and no masks, as if older: for tests."""
    machine = this_machine()
    older = {16: ",-avx,-fma", 32: ",-avx512f"}
    drop = older.get(vector_bytes, "") if machine.triple.startswith("x86") else ""
    return machine._replace(features=machine.features + drop, vector_bytes=vector_bytes, masks=False)
