"""Rows for array methods and attributes that are no functions of the namespace."""

from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import ALL, NUMBERS, REALS, arrays, call

ROWS = [
    Row(
        "astype",
        call(arrays(dtypes=REALS), st.sampled_from(["float32", "int32", "bool", "f8"])),
        method="numpy",
    ),
    Row("copy", call(arrays()), method="numpy"),
    Row("conj", call(arrays(dtypes=(*NUMBERS, "complex64"))), method="numpy"),
    Row("clip", call(arrays(dtypes=NUMBERS), 0, 2), method="numpy"),
    Row("round", call(arrays(dtypes=NUMBERS)), method="numpy"),
    Row("item", call(arrays(dtypes=ALL, size=st.just(1))), method="numpy"),
    Row(
        "ptp",
        call(arrays(low=1)),
        method="numpy",
        real=lambda x: x.max() - x.min(),
        lenient=True,
        dtype=False,
    ),
    Row("diagonal", call(arrays(low=2)), method="numpy"),
    Row("compress", call(arrays(low=1, high=1, size=st.just(2)), [True, False]), method="numpy", open=True),
]
