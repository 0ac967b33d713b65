"""Kernels for tests, and running one on every back end."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from gnomon.compile.c import kernel_text
from gnomon.compile.kernel import Buffer, Call, Const, Kernel, Load, Loop, Store
from gnomon.shapes import dtypes, symbol

LENGTHS = (0, 1, 7, 16, 33, 1000)
NUMPY = {"float32": np.float32, "float64": np.float64}


def elementwise(function, dtype, arity=1, result=None):
    """``out[i] = function(x[i], y[i], ...)`` for i below n."""
    n, i = symbol("n"), symbol("i")
    names = ["x", "y", "z", "w", "v", "u"][:arity]
    kinds = [dtype] * arity
    if function == "select":
        kinds[0] = dtypes.bool
    body = (
        *[Load(name, name, i) for name in names],
        Call("r", function, tuple(names), dtype),
        Store("out", i, "r"),
    )
    inputs = [Buffer(name, kind, "in") for name, kind in zip(names, kinds)]
    output = Buffer("out", result or dtype, "out")
    return Kernel(function, (*inputs, output), (n.atom,), (Loop("lane", i.atom, n, body),))


def chain(dtype):
    """``out = 2 * tanh(x) * exp(-y * y) + log1p(x * x)``."""
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


def same(a, b):
    """Whether arrays have the same bits, every NaN being equal."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    whole = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.dtype.itemsize]
    return bool(np.all((a.view(whole) == b.view(whole)) | (np.isnan(a) & np.isnan(b))))


def build_c(kernel, folder):
    """The kernel compiled by the system's C compiler: a function of arrays and sizes. Skips where there is none."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, library = folder / "kernel.c", folder / "kernel.so"
    source.write_text(kernel_text(kernel))
    flags = [
        "-std=c99",
        "-O1",
        "-fPIC",
        "-shared",
        "-ffp-contract=off",
        "-Wall",
        "-Wno-unused",
        "-Wno-overflow",
    ]
    subprocess.run([compiler, *flags, "-o", library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).kernel
    function.restype = ctypes.c_int32

    def run(arrays, sizes):
        pointers = (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])
        return function(pointers, (ctypes.c_int64 * len(sizes))(*sizes))

    return run
