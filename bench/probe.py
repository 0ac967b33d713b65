"""What this machine can do at most: bytes it moves and operations it does in a second, by small loops of LLVM's.

No program is faster than these: a line of the page tells which share of the nearer limit it reaches.
"""

from __future__ import annotations

import ctypes
import threading
import time
from typing import Any

import numpy as np

CHAINS = 16
"""Multiply-adds that run beside one another, so that none waits for the one before."""

SIZES = {"near": 1 << 18, "middle": 1 << 23, "far": 1 << 28}
"""Bytes of arrays that lie in the caches of a processor, in the cache that all share, and in memory."""

TURN = 1 << 27
"""Bytes that a loop goes through at least, in several turns where its array is smaller."""

SECONDS = 0.2


def limits(threads: int) -> dict[str, float]:
    """Return operations per second by dtype, and bytes per second by kind and place."""
    found: dict[str, float] = {}
    with _Loops() as loops:
        for dtype in ("float32", "float64"):
            places = [np.zeros(1024, "uint8") for _ in range(threads)]
            seconds = _together(loops.function(f"work_{dtype}"), places, places, 200_000)
            lanes = loops.bytes // np.dtype(dtype).itemsize
            found[dtype] = 2 * lanes * CHAINS * 200_000 * threads / seconds
        for place, size in SIZES.items():
            sources = [np.ones(size // threads, "uint8") for _ in range(threads)]
            targets = [np.ones_like(source) for source in sources]
            turns = max(1, TURN // size)
            rates = {
                name: turns * size / _together(loops.function(name), sources, targets, turns)
                for name in ("read", "copy", "stream")
            }
            found[f"read {place}"] = rates["read"]
            found[f"copy {place}"] = 2 * max(rates["copy"], rates["stream"])
    return found


def least(demand: dict[str, Any], limits: dict[str, float]) -> float:
    """Return the seconds that the machine needs at least for what a program demands."""
    moved = demand["read"] + demand["written"]
    place = next((name for name, size in SIZES.items() if moved <= 4 * size), "far")
    reads = max(demand["read"] - demand["written"], 0)
    moving = reads / limits[f"read {place}"] + (moved - reads) / limits[f"copy {place}"]
    return max(moving, demand["work"] / limits[demand["dtype"]])


def _together(loop: Any, sources: list[Any], targets: list[Any], turns: int) -> float:
    """Return the least seconds in which a loop was done on each pair of arrays, each in a thread of its own."""
    spent = []
    until = time.perf_counter() + SECONDS
    pairs = [(a.ctypes.data, a.nbytes, b.ctypes.data, turns) for a, b in zip(sources, targets)]
    while len(spent) < 5 or time.perf_counter() < until:
        crew = [threading.Thread(target=loop, args=pair) for pair in pairs[1:]]
        began = time.perf_counter()
        for thread in crew:
            thread.start()
        loop(*pairs[0])
        for thread in crew:
            thread.join()
        spent.append(time.perf_counter() - began)
    return min(spent)


class _Loops:
    """The loops, compiled for this processor."""

    def __enter__(self) -> _Loops:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        features = llvm.get_host_cpu_features()
        self.bytes = 64 if features.get("avx512f") else 32 if features.get("avx2") else 16
        target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=features.flatten() + ",-prefer-256-bit", opt=2
        )
        kinds = (("float32", "float", self.bytes // 4), ("float64", "double", self.bytes // 8))
        text = "\n".join(
            [*(_work(*kind) for kind in kinds), _read(self.bytes), *map(_copy, ("copy", "stream"))]
        )
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), target)
        self.engine.finalize_object()
        return self

    def function(self, name: str) -> Any:
        """Return a loop (from, bytes, to, turns) as a function that gives Python's lock back."""
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
        return kind(self.engine.get_function_address(name))

    def __exit__(self, *_: object) -> None:
        self.engine.close()


def _work(dtype: str, element: str, lanes: int) -> str:
    """Chains of multiply-adds in registers; ``turns`` counts, ``bytes`` is not read."""
    vector = f"<{lanes} x {element}>"
    fma = f"{vector} @llvm.fma.v{lanes}f{dtype[5:]}"
    phis = "\n".join(f" %a{k} = phi {vector} [ %start, %entry ], [ %b{k}, %loop ]" for k in range(CHAINS))
    steps = "\n".join(
        f" %b{k} = call {fma}({vector} %a{k}, {vector} %start, {vector} %start)" for k in range(CHAINS)
    )
    sums = "\n".join(
        f" %s{k} = fadd {vector} {'%b0' if k == 1 else f'%s{k - 1}'}, %b{k}" for k in range(1, CHAINS)
    )
    return f"""
declare {fma}({vector}, {vector}, {vector})
define void @work_{dtype}(ptr %from, i64 %bytes, ptr %to, i64 %turns) {{
entry:
 %start = load {vector}, ptr %from, align 1
 br label %loop
loop:
 %i = phi i64 [ 0, %entry ], [ %j, %loop ]
{phis}
{steps}
 %j = add i64 %i, 1
 %more = icmp slt i64 %j, %turns
 br i1 %more, label %loop, label %end
end:
{sums}
 store {vector} %s{CHAINS - 1}, ptr %to, align 1
 ret void
}}"""


def _read(size: int) -> str:
    """Four running sums of an array of float32."""
    vector = f"<{size // 4} x float>"
    loads = "\n".join(
        f" %o{k} = add i64 %i, {size * k}\n %p{k} = getelementptr i8, ptr %from, i64 %o{k}\n"
        f" %v{k} = load {vector}, ptr %p{k}, align 4\n %b{k} = fadd {vector} %a{k}, %v{k}"
        for k in range(4)
    )
    phis = "\n".join(f" %a{k} = phi {vector} [ %z{k}, %again ], [ %b{k}, %loop ]" for k in range(4))
    kept = "\n".join(f" %z{k} = phi {vector} [ zeroinitializer, %entry ], [ %b{k}, %next ]" for k in range(4))
    sums = "\n".join(
        f" %s{k} = fadd {vector} {'%b0' if k == 1 else f'%s{k - 1}'}, %b{k}" for k in range(1, 4)
    )
    return _turned("read", kept, phis, loads, 4 * size, f"{sums}\n store {vector} %s3, ptr %to, align 4", "")


def _copy(name: str) -> str:
    """A copy, past the caches where it is called stream."""
    hint = ", !nontemporal !0" if name == "stream" else ""
    moves = "\n".join(
        f" %o{k} = add i64 %i, {64 * k}\n %p{k} = getelementptr i8, ptr %from, i64 %o{k}\n"
        f" %v{k} = load <16 x float>, ptr %p{k}, align 4\n %q{k} = getelementptr i8, ptr %to, i64 %o{k}\n"
        f" store <16 x float> %v{k}, ptr %q{k}, align 16{hint}"
        for k in range(4)
    )
    return _turned(name, "", "", moves, 256, "", "\n!0 = !{i32 1}" if hint else "")


def _turned(name: str, kept: str, phis: str, body: str, step: int, last: str, note: str) -> str:
    """A loop over the bytes within a loop of turns."""
    return f"""
define void @{name}(ptr %from, i64 %bytes, ptr %to, i64 %turns) {{
entry:
 br label %again
again:
 %turn = phi i64 [ 0, %entry ], [ %turned, %next ]
{kept}
 br label %loop
loop:
 %i = phi i64 [ 0, %again ], [ %j, %loop ]
{phis}
{body}
 %j = add i64 %i, {step}
 %more = icmp slt i64 %j, %bytes
 br i1 %more, label %loop, label %next
next:
 %turned = add i64 %turn, 1
 %rest = icmp slt i64 %turned, %turns
 br i1 %rest, label %again, label %end
end:
{last}
 ret void
}}{note}"""


if __name__ == "__main__":
    for threads in (1, 2):
        print(threads, {name: f"{rate / 1e9:.1f} G/s" for name, rate in limits(threads).items()})
