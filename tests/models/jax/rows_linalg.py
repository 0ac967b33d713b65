"""Rows for ``jax.lax.linalg`` and for what surrounds JAX's functions."""

import jax
import numpy as np
from hypothesis import strategies as st

from models.jax.comparing import Row
from models.jax.drawing import same_shapes
from models.numpy.drawing import along, arrays, call, filled, matrices, pairs, positive, shapes

FLOAT = ("float32",)
KEY = np.zeros((2,), "uint32")
small = st.integers(1, 4)
square = matrices(FLOAT, low=1, square=True)
DEVICE = jax.sharding.SingleDeviceSharding(jax.devices()[0])


@st.composite
def triangular(draw):
    lead = draw(shapes(0, 1, positive))
    n, m = draw(small), draw(small)
    left = draw(st.booleans())
    other = n if draw(st.integers(0, 5)) else n + 1
    b = (*lead, other, m) if left else (*lead, m, other)
    return (filled((*lead, n, n), "float32"), filled(b, "float32")), {"left_side": left}


@st.composite
def grouped(draw):
    m, k, n, groups = (draw(small) for _ in range(4))
    inner = k if draw(st.integers(0, 5)) else k + 1
    x, y = filled((m, k), "float32"), filled((groups, inner, n), "float32")
    return (x, y, np.zeros(groups, "int32")), {}


@st.composite
def transforms(draw):
    x = filled((*draw(shapes(0, 1, positive)), 4, 6), "float32")
    kind = draw(st.sampled_from(["FFT", "IFFT", "RFFT", "IRFFT"]))
    if kind != "RFFT":
        x = x.astype("complex64")
    lengths = draw(st.sampled_from([(6,), (4, 6), (4, 10)] if kind == "IRFFT" else [(6,), (4, 6)]))
    return (x, kind, lengths), {}


ROWS = [
    Row("jax.lax.linalg.cholesky", call(square)),
    Row("jax.lax.linalg.eigh", call(square)),
    Row(
        "jax.lax.linalg.svd",
        call(matrices(FLOAT, low=1), full_matrices=st.booleans(), compute_uv=st.booleans()),
    ),
    Row("jax.lax.linalg.qr", call(matrices(FLOAT, low=1), full_matrices=st.booleans())),
    Row("jax.lax.linalg.triangular_solve", triangular()),
    Row("jax.lax.linalg.householder_product", call(filled((4, 3), "float32"), filled((3,), "float32"))),
    Row("jax.lax.linalg.lu_pivots_to_permutation", call(filled((2, 3), "int32"), st.integers(3, 5))),
    Row("jax.lax.linalg.symmetric_product", call(filled((3, 2), "float32"), filled((3, 3), "float32"))),
    Row("jax.lax.ragged_dot", grouped()),
    Row("jax.lax.fft", transforms(), lenient=True, open=True),
    *(
        Row(f"jax.lax.{name}", same_shapes(2).map(lambda a: (a, {})))
        for name in ("igamma", "igammac", "zeta", "polygamma")
    ),
    Row("jax.lax.betainc", same_shapes(3).map(lambda a: (a, {}))),
    *(Row(f"jax.lax.{name}", call(arrays(dtypes=FLOAT))) for name in ("bessel_i0e", "bessel_i1e")),
    Row("jax.lax.rng_uniform", call(np.float32(0), np.float32(1), shapes())),
    Row("jax.lax.rng_bit_generator", call(np.zeros(4, "uint32"), shapes())),
    Row("jax.lax.stack", same_shapes(2).map(lambda a: ((list(a),), {}))),
    Row("jax.lax.unstack", along(low=1, dtypes=FLOAT, none=False, many=False), lenient=True),
    Row(
        "jax.make_array_from_callback",
        call((2, 3), DEVICE, lambda index: np.zeros((2, 3))),
        eager=True,
        dtype=False,
    ),
    Row("jax.experimental.pallas.cdiv", call(small, small), eager=True),
    Row(
        "jax.experimental.ode.odeint",
        call(lambda y, t: y, arrays(low=1, high=2, dtypes=FLOAT, size=positive), filled((5,), "float32")),
    ),
    Row("jax.scipy.linalg.polar", call(matrices(FLOAT, high=2)), lenient=True),
    *(
        Row(f"jax.scipy.linalg.{name}", call(small), eager=True)
        for name in ("hilbert", "invhilbert", "pascal", "dft")
    ),
    *(
        Row(f"jax.scipy.linalg.{name}", call(arrays(low=1, high=1, dtypes=FLOAT, size=positive)))
        for name in ("toeplitz", "hankel", "circulant", "fiedler")
    ),
    Row("jax.scipy.linalg.toeplitz", call(filled((3,), "float32"), filled((4,), "float32"))),
    Row(
        "jax.scipy.linalg.expm_frechet",
        call(filled((3, 3), "float32"), filled((3, 3), "float32")),
        dtype=False,
    ),
    Row("jax.scipy.linalg.block_diag", pairs(dtypes=FLOAT, high=2).map(lambda a: (a, {})), lenient=True),
    *(
        Row(f"jax.scipy.special.{name}", pairs(dtypes=FLOAT).map(lambda a: (a, {})))
        for name in ("boxcox", "boxcox1p", "comb", "owens_t")
    ),
    *(Row(f"jax.scipy.special.{name}", call(arrays(dtypes=FLOAT))) for name in ("fresnel", "sici")),
    Row("jax.scipy.stats.sem", along(low=1, dtypes=FLOAT, many=False, positional=False), lenient=True),
    Row("jax.scipy.stats.rankdata", along(low=1, dtypes=FLOAT, many=False, positional=False), lenient=True),
    Row("jax.scipy.signal.detrend", call(arrays(low=1, dtypes=FLOAT, size=positive))),
]
