"""The same function by native code and by NumPy."""

import numpy as np

import gnomon as gn

CLOSE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-9, "complex128": 1e-9}


def symbols_for(arrays):
    """Inputs for arrays, with sizes that only the call tells: equal ones have one name."""
    names = {}
    return [
        gn.symbol(
            f"x{k}", [names.setdefault(size, f"n{size}") if size != 1 else 1 for size in a.shape], a.dtype
        )
        for k, a in enumerate(arrays)
    ]


def both(call, *arrays, named=True):
    """The native function of a call over symbols, its results, and those of NumPy, as lists."""
    inputs = (
        symbols_for(arrays) if named else [gn.symbol(f"x{k}", a.shape, a.dtype) for k, a in enumerate(arrays)]
    )
    outputs = call(*inputs)
    native = gn.function(inputs, outputs, on_unused_input="ignore")
    plain = gn.function(inputs, outputs, on_unused_input="ignore", native=False)
    results = [f(*arrays) for f in (native, plain)]
    got, wanted = (list(r) if isinstance(r, (tuple, list)) else [r] for r in results)
    for one, other in zip(got, wanted, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
    return native, got, wanted


def same(call, *arrays, close=None, named=True, native=True):
    """Assert that native results are close to NumPy's, and (unless told) that no step is left to NumPy."""
    function, got, wanted = both(call, *arrays, named=named)
    for one, other in zip(got, wanted):
        bound = CLOSE[str(one.dtype)] if close is None and str(one.dtype) in CLOSE else close or 0
        np.testing.assert_allclose(one, other, rtol=bound, atol=bound)
    assert function.is_native or not native, gn.explain(function)
    return function


def numbers(shape, dtype, seed=0):
    """Random numbers of a dtype."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=shape) * 3
    if "complex" in str(dtype):
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)
