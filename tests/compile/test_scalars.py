"""Each scalar function, on each of its dtypes, is the same everywhere."""

import numpy as np
import pytest

from gnomon.compile import interpret, llvm
from gnomon.compile.kernel import Buffer, Cast, Kernel, Load, Loop, Store
from gnomon.compile.scalars import ANY, SCALARS, STORED, result_dtype
from gnomon.compile.verify import verify
from gnomon.shapes import dtypes, symbol

from compile.kernels import build_c, elementwise, same

EXACT = [(name, dtype) for name, scalar in SCALARS.items() if scalar.exact for dtype in scalar.dtypes]


def values(dtype):
    """Numbers of a dtype, the odd ones first."""
    rng = np.random.default_rng(0)
    if dtype is dtypes.bool:
        return np.array([False, True])
    if dtype.kind == "float":
        odd = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -1.5,
            2.5,
            np.inf,
            -np.inf,
            np.nan,
            1e-40,
            -1e-40,
            1e30,
            2.0**63,
            -7.0,
        ]
        with np.errstate(all="ignore"):
            return np.concatenate([odd, rng.standard_normal(4) * 5]).astype(str(dtype))
    limit = np.iinfo(str(dtype))
    odd = [0, 1, 2, 3, 7, limit.max, limit.min, limit.max // 3, dtype.bits - 1, dtype.bits]
    if dtype.kind == "int":
        odd += [-1, -2, -3, -7]
    return np.array(odd, str(dtype))


def tuples(name, dtype):
    """All combinations of values, shuffled so that lanes differ."""
    kinds = [dtype] * SCALARS[name].arity
    if name == "select":
        kinds[0] = dtypes.bool
    grids = np.meshgrid(*[values(kind) for kind in kinds])
    order = np.random.default_rng(1).permutation(grids[0].size)[:1500]
    return [np.ascontiguousarray(grid.ravel()[order]) for grid in grids]


def agree(kernel, arrays, result, run):
    length = len(arrays[0])
    expected, found = np.zeros(length, str(result)), np.zeros(length, str(result))
    assert interpret.run(kernel, [*arrays, expected], [length]) == 0
    assert run([*arrays, found], [length]) == 0
    assert same(found, expected)


@pytest.mark.parametrize("name, dtype", EXACT)
def test_native(name, dtype):
    result = result_dtype(name, dtype)
    kernel = elementwise(name, dtype, SCALARS[name].arity, result)
    verify(kernel)
    agree(kernel, tuples(name, dtype), result, llvm.build(kernel).run)


@pytest.mark.parametrize("name", [name for name, scalar in SCALARS.items() if scalar.exact])
def test_c(name, tmp_path):
    dtype = SCALARS[name].dtypes[-1]
    result = result_dtype(name, dtype)
    kernel = elementwise(name, dtype, SCALARS[name].arity, result)
    agree(kernel, tuples(name, dtype), result, build_c(kernel, tmp_path))


def casting(old, new):
    n, i = symbol("n"), symbol("i")
    body = (Load("x", "x", i), Cast("y", "x", new), Store("out", i, "y"))
    return Kernel(
        "cast",
        (Buffer("x", old, "in"), Buffer("out", new, "out")),
        (n.atom,),
        (Loop("lane", i.atom, n, body),),
    )


@pytest.mark.parametrize("new", ANY)
@pytest.mark.parametrize("old", ANY)
def test_casts(old, new):
    kernel = casting(old, new)
    verify(kernel)
    agree(kernel, [np.tile(values(old), 3)], new, llvm.build(kernel).run)


@pytest.mark.parametrize("old, new", [("float64", "int32"), ("float32", "uint8"), ("int64", "float32")])
def test_casts_in_c(old, new, tmp_path):
    old, new = dtypes.parse(old), dtypes.parse(new)
    kernel = casting(old, new)
    agree(kernel, [values(old)], new, build_c(kernel, tmp_path))


def test_halves():
    single, half = dtypes.float32, dtypes.float16
    assert half in STORED
    data = values(single)
    there, back = casting(single, half), casting(half, single)
    agree(there, [data], half, llvm.build(there).run)
    with np.errstate(all="ignore"):
        small = data.astype(np.float16)
    agree(back, [small], single, llvm.build(back).run)
