"""Compiled functions as C functions: in this process, and in libraries."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile import interpret
from gnomon.compile.llvm import this_machine
from gnomon.compile.lower.plain_products import COLUMNS, STEPS, TERMS, plain_product, product_kernel
from gnomon.compile.lower.tiles import steps_of
from gnomon.compile.verify import verify
from gnomon.shapes import dtypes

linker = pytest.mark.skipif(not any(map(shutil.which, ("cc", "ld"))), reason="no linker is installed")
compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler is installed")


def addresses(*arrays):
    return [array.ctypes.data for array in arrays]


def density():
    """A log-density and its gradient, with data of its own."""
    data = np.random.default_rng(0).normal(size=(20, 3))
    w, y = gn.symbol("w", ("k",)), gn.shared(np.arange(20.0) % 2, name="y")
    x = gn.asarray(data)
    logits = x @ w
    log_density = gn.sum(y * logits - gn.log1p(gn.exp(logits))) - 0.5 * gn.sum(w * w)
    return gn.function([w], [log_density, gn.grad(log_density, w)], name="log density")


def test_a_pointer():
    f = density()
    pointer = f.pointer
    w = np.array([0.5, -1, 2])
    value, slope = np.zeros(()), np.zeros(3)
    assert pointer(3, *addresses(w, value, slope)) == 0
    np.testing.assert_allclose(value, f(w)[0])
    np.testing.assert_allclose(slope, f(w)[1])
    again = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, *[ctypes.c_void_p] * 3)(pointer.address)
    assert again(3, *addresses(w, slope, value)) == 0


def test_sizes_that_do_not_fit():
    f = density()
    assert f.pointer(4, *addresses(np.zeros(4), np.zeros(()), np.zeros(4))) == -2


@linker
def test_a_library(tmp_path):
    f = density()
    place = f.export(tmp_path / "density")
    library = ctypes.CDLL(str(place))
    w = np.array([0.5, -1, 2])
    value, slope = np.zeros(()), np.zeros(3)
    arguments = [ctypes.c_int64(3), *[ctypes.c_void_p(each) for each in addresses(w, value, slope)]]
    assert library.density(*arguments) == 0
    np.testing.assert_allclose(value, f(w)[0])
    header = (tmp_path / "density.h").read_text("utf-8")
    assert "int density(int64_t k, const double *w, double *result0, double *result1);" in header
    assert "extern double density_y[20];" in header
    held = (ctypes.c_double * 20).in_dll(library, "density_y")
    held[:] = [0.0] * 20
    assert library.density(*arguments) == 0
    (y,) = [leaf for leaf in f.plan.leaves if leaf.name == "y"]
    y.set_value(np.zeros(20))
    np.testing.assert_allclose(value, f(w)[0])


PROGRAM = """
#include <stdio.h>
#include "step.h"

int main(void) {
    double x[6] = {1, 2, 3, 4, 5, 6}, cost;
    for (int turn = 0; turn < 3; turn++) {
        if (step(2, x, &cost)) return 1;
        printf("%.12g ", cost);
    }
    printf("%.12g\\n", step_w[2]);
    return 0;
}
"""


@compiler
@pytest.mark.parametrize("processor", [None, "x86-64"])
def test_a_c_program_that_trains(tmp_path, processor):
    if processor and not this_machine().triple.startswith("x86_64"):
        pytest.skip("another processor")
    x, w = gn.symbol("x", ("n", 3)), gn.shared(np.array([1.0, -1.0, 0.5]), name="w")
    cost = gn.sum(gn.tanh(x @ w) ** 2)
    f = gn.function([x], cost, updates={w: w - 0.1 * gn.grad(cost, w)})
    f.export(tmp_path / "step.o", processor=processor)
    (tmp_path / "main.c").write_text(PROGRAM)
    files = [str(tmp_path / name) for name in ("main.c", "step.o")]
    subprocess.run(["cc", "-o", str(tmp_path / "main"), *files, "-lm"], check=True)
    done = subprocess.run([str(tmp_path / "main")], check=True, capture_output=True, text=True)
    given = np.arange(1.0, 7.0).reshape(2, 3)
    wanted = [*[float(f(given)) for _ in range(3)], w.get_value()[2]]
    np.testing.assert_allclose([float(word) for word in done.stdout.split()], wanted, rtol=1e-10)


@linker
def test_a_loop_in_a_library(tmp_path):
    x, w = gn.symbol("x", ("steps", 4)), gn.symbol("w", (4, 4))
    _, hs = gn.scan(lambda h, x: (gn.tanh(x + h @ w),) * 2, gn.zeros(4), x)
    f = gn.function([x, w], hs)
    place = f.export(tmp_path / "loop.so", name="unrolled")
    rng = np.random.default_rng(1)
    given = rng.normal(size=(5, 4)), rng.normal(size=(4, 4))
    got = np.zeros((5, 4))
    function = ctypes.CDLL(str(place)).unrolled
    assert function(ctypes.c_int64(5), *map(ctypes.c_void_p, addresses(*given, got))) == 0
    np.testing.assert_allclose(got, f(*given))


def test_what_cannot_be_exported(tmp_path):
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.nonzero(x)[0])
    with pytest.raises(gn.ExportError, match="not native: NumPy: where_nonzero"):
        f.export(tmp_path / "f.so")


def test_no_linker(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(gn.ExportError, match="needs a linker"):
        density().export(tmp_path / "f.so")
    assert density().export(tmp_path / "f.o").stat().st_size > 1000


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("many", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("flipped", [(False, False), (True, False), (False, True), (True, True)])
def test_products_without_blas(flipped, many, single, dtype):
    turns, rows, inner, columns = 2, 3, 21, 1 if single else 5
    rng = np.random.default_rng(2)
    shapes = [
        (inner, rows) if flipped[0] else (rows, inner),
        (columns, inner) if flipped[1] else (inner, columns),
    ]
    left, right = [
        (rng.normal(size=(turns, *shape) if each else shape) * 9).astype(dtype)
        for shape, each in zip(shapes, many)
    ]
    wanted = np.matmul(*[np.swapaxes(m, -1, -2) if f else m for m, f in zip((left, right), flipped)])
    wanted = np.broadcast_to(wanted, (turns, rows, columns))
    sizes = [turns, rows, inner, columns]
    sizes += steps_of(sizes, flipped, many)
    way = TERMS if sizes[6] == sizes[8] == 1 else COLUMNS if sizes[9] == 1 else STEPS
    kernel = product_kernel(getattr(dtypes, dtype), way)
    verify(kernel)
    for run in (
        plain_product(getattr(dtypes, dtype)).run,
        lambda arrays, sizes: interpret.run(kernel, arrays, sizes),
    ):
        out = np.zeros(turns * rows * columns, dtype)
        run([left.ravel(), right.ravel(), out], sizes)
        np.testing.assert_allclose(out, wanted.ravel(), rtol=1e-4 if dtype == "float32" else 1e-12)
