"""Rows for `keras.quantizers` and what surrounds Keras's layers."""

import numpy as np
from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import arrays, call, filled, of_rank, pairs

just = st.just
float32 = ("float32",)

ROWS = [
    Row(
        "keras.quantizers.abs_max_quantize",
        call(of_rank(2, 3, dtypes=float32), st.integers(-2, 1)),
        dtype=False,
    ),
    Row(
        "keras.quantizers.quantize_and_dequantize",
        call(of_rank(2, dtypes=float32), just(2.0), just("float16"), just("float32")),
        dtype=False,
    ),
    Row(
        "keras.quantizers.fake_quant_with_min_max_vars",
        call(of_rank(2, 1, dtypes=float32), just(-1.0), just(1.0)),
        dtype=False,
    ),
    Row(
        "keras.quantizers.compute_float8_scale",
        call(just(np.float32(2)), arrays(0, 0, float32), just(448.0)),
        dtype=False,
    ),
    Row("keras.quantizers.compute_float8_amax_history", call(of_rank(2), arrays(1, 1, float32))),
    Row(
        "keras.quantizers.pack_int4", call(just(filled((5, 4), "int8"))), unknown=True, open=True, dtype=False
    ),
    Row("keras.quantizers.unpack_int4", call(just(filled((3, 4), "int8")), just(5)), open=True, dtype=False),
    Row(
        "keras.utils.bounding_boxes.convert_format",
        call(arrays(3, 3, float32, size=just(4)), just("xyxy"), just("xywh")),
        dtype=False,
    ),
    Row(
        "keras.metrics.pearson_correlation",
        pairs(float32).map(lambda pair: (pair, {})),
        lenient=True,
        dtype=False,
    ),
    Row(
        "keras.losses.dice",
        call(just(filled((2, 3, 3, 1))), just(filled((2, 3, 3, 1)))),
        unknown=True,
        dtype=False,
    ),
    Row("keras.version", call()),
]
