"""Why some operations are steps of the reference even where native code is asked for; one table."""

from __future__ import annotations

_DATA = "how often its loop runs depends on the numbers"
_LENGTH = "how many results it has depends on the numbers"
_SERIES = "its series is as long as its arguments ask"
_WINDOWS = "the windows of its body would be laid out in memory; it waits for a kernel of its own"

GAPS: dict[str, str] = {
    **dict.fromkeys("gcd lcm sqrtm random_variates".split(), _DATA),
    **dict.fromkeys("igamma igamma_by_shape".split(), _SERIES),
    **dict.fromkeys(
        "sized unique nonzero where_nonzero boolean_mask masked_select compress".split(), _LENGTH
    ),
    **dict.fromkeys("max_unpool extract_patches".split(), _WINDOWS),
    "lstsq": "its residuals, if they are asked for, are as many as the rank tells; the solution alone is native",
    "histogram": "its edges follow from the numbers, and it counts between them in NumPy",
    "mode": "it counts equal numbers, which NumPy does by sorting",
    "quantile": "only shares that are known are compiled: others are refused when the function runs",
    "call_back": "it calls the user's Python function",
    "ctc_loss": "its body is a chain as long as the sequence, good for derivatives alone",
}
"""Operations that are not native, each judged by a sample as in `docs/table.md`."""
