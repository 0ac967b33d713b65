"""Native kernels against NumPy, one thread: an elementwise chain, softmax of rows, sums of rows.

`python bench/kernels.py` prints times in microseconds and how many times faster the kernel is (median of pairs).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.compile import llvm
from gnomon.compile.kernel import Buffer, Call, Const, Kernel, Load, Loop, Reduce, Store
from gnomon.shapes import Dtype, dtypes, symbol

PAIRS = 15


def chain(dtype: Dtype) -> Kernel:
    """2 * tanh(x) * exp(-y * y) + log1p(x * x)."""
    n, i = symbol("n"), symbol("i")
    body = (
        Load("x", "x", i),
        Load("y", "y", i),
        Const("two", 2.0, dtype),
        Call("t", "tanh", ("x",), dtype),
        Call("a", "multiply", ("two", "t"), dtype),
        Call("yy", "multiply", ("y", "y"), dtype),
        Call("minus", "negative", ("yy",), dtype),
        Call("e", "exp", ("minus",), dtype),
        Call("b", "multiply", ("a", "e"), dtype),
        Call("xx", "multiply", ("x", "x"), dtype),
        Call("l", "log1p", ("xx",), dtype),
        Call("r", "add", ("b", "l"), dtype),
        Store("out", i, "r"),
    )
    buffers = (Buffer("x", dtype, "in"), Buffer("y", dtype, "in"), Buffer("out", dtype, "out"))
    return Kernel("chain", buffers, (n.atom,), (Loop("lane", i.atom, n, body),))


def softmax(dtype: Dtype) -> Kernel:
    """Softmax along rows of an m by n matrix."""
    m, n, r, i, j, k = (symbol(name) for name in "mnrijk")
    place = n * r
    largest = Reduce(
        ("top",),
        Loop("lane", i.atom, n, (Load("x", "x", place + i),)),
        ("x",),
        ("maximum",),
        (dtype,),
    )
    exponentials = (
        Load("x", "x", place + j),
        Call("d", "subtract", ("x", "top"), dtype),
        Call("e", "exp", ("d",), dtype),
        Store("out", place + j, "e"),
    )
    total = Reduce(("total",), Loop("lane", j.atom, n, exponentials), ("e",), ("add",), (dtype,))
    scaled = (
        Load("e", "out", place + k),
        Call("y", "multiply", ("e", "factor"), dtype),
        Store("out", place + k, "y"),
    )
    body = (
        largest,
        total,
        Const("one", 1.0, dtype),
        Call("factor", "divide", ("one", "total"), dtype),
        Loop("lane", k.atom, n, scaled),
    )
    buffers = (Buffer("x", dtype, "in"), Buffer("out", dtype, "inout"))
    return Kernel("softmax", buffers, (m.atom, n.atom), (Loop("grid", r.atom, m, body),))


def sums(dtype: Dtype) -> Kernel:
    """Sums along rows of an m by n matrix."""
    m, n, r, i = (symbol(name) for name in "mnri")
    total = Reduce(
        ("s",),
        Loop("lane", i.atom, n, (Load("x", "x", n * r + i),)),
        ("x",),
        ("add",),
        (dtype,),
    )
    buffers = (Buffer("x", dtype, "in"), Buffer("out", dtype, "out"))
    rows = Loop("grid", r.atom, m, (total, Store("out", r, "s")))
    return Kernel("sums", buffers, (m.atom, n.atom), (rows,))


def seconds(run: Callable[[], Any]) -> float:
    """How long a call takes, from as many calls as fill 10 ms."""
    start = time.perf_counter()
    run()
    turns = max(1, int(0.01 / max(time.perf_counter() - start, 1e-7)))
    start = time.perf_counter()
    for _ in range(turns):
        run()
    return (time.perf_counter() - start) / turns


def compare(title: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> None:
    """Print the times of both and their ratio."""
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(PAIRS)]
    ratio = statistics.median(b / a for a, b in pairs)
    first, second = (statistics.median(column) * 1e6 for column in zip(*pairs))
    print(f"{title:34} {first:11.1f} us   NumPy {second:11.1f} us   {ratio:6.2f}x")


def main() -> None:
    """Build the kernels, then time them."""
    rng = np.random.default_rng(0)
    for dtype in (dtypes.float32, dtypes.float64):
        natives = {}
        for make in (chain, softmax, sums):
            start = time.perf_counter()
            kernel = make(dtype)
            text = llvm.module_text(kernel)
            middle = time.perf_counter()
            image = llvm.object_file(text, llvm.this_machine())
            end = time.perf_counter()
            natives[kernel.name] = llvm.Native(image)
            print(
                f"{kernel.name} {dtype}: text {1e3 * (middle - start):.1f} ms, code {1e3 * (end - middle):.1f} ms"
            )
        for size in (1_000, 100_000, 10_000_000):
            measure_chain(natives["chain"], *rng.standard_normal((2, size)).astype(str(dtype)))
        for shape in ((64, 1000), (4096, 4096), (10_000, 10)):
            measure_rows(natives, rng.standard_normal(shape).astype(str(dtype)))


def measure_chain(native: llvm.Native, x: Any, y: Any) -> None:
    """Time the chain on two arrays."""
    out = np.empty_like(x)
    compare(
        f"chain {x.dtype} {x.size}",
        native.prepared([x, y, out], [x.size]),
        lambda: 2 * np.tanh(x) * np.exp(-y * y) + np.log1p(x * x),
    )


def measure_rows(natives: dict[str, llvm.Native], x: Any) -> None:
    """Time softmax and sums on a matrix, and check them."""
    out, total = np.empty_like(x), np.empty(len(x), x.dtype)

    def numpy_softmax() -> Any:
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    shown = f"{x.dtype} {x.shape[0]}x{x.shape[1]}"
    compare(f"softmax {shown}", natives["softmax"].prepared([x, out], x.shape), numpy_softmax)
    compare(f"sums {shown}", natives["sums"].prepared([x, total], x.shape), lambda: x.sum(axis=1))
    np.testing.assert_allclose(out, numpy_softmax(), rtol=1e-4)
    np.testing.assert_allclose(total, x.sum(axis=1), rtol=1e-2, atol=1e-3)


if __name__ == "__main__":
    main()
