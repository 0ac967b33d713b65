"""Attributes that decide values and never shapes: a shift, an order, a mode, an epsilon, with their defaults.

Shape rules do not see them; `Op.values` has those of an operation, and the compiler reads them.
"""

from __future__ import annotations

from typing import Any

from gnomon.ops.record import TABLE

_CLOSE = {"rtol": 1e-5, "atol": 1e-8, "equal_nan": False}
_SORTED = {"descending": False, "stable": True}
_SPREAD = {"correction": 0.0}
_EPSILON = {"epsilon": 1e-5}
_NORM = {"norm": "backward"}
_ORDINAL = {"offset": 0}
KEYS = 0xFFFFFFFF << 32
"""The stream of Philox from which keys are made; numbers are drawn from others."""

VALUES: dict[str, dict[str, Any]] = {
    # creation
    "linspace": {"start": 0.0, "stop": 1.0, "endpoint": True},
    "eye": _ORDINAL,
    "full_like": {"value": 0},
    # random numbers
    "random_bits": {"stream": 0},
    "random_gamma": {"stream": 0},
    "random_poisson": {"stream": 0},
    "random_binomial": {"stream": 0},
    "random_vonmises": {"stream": 0},
    "random_zipf": {"stream": 0},
    "random_hypergeometric": {"stream": 0},
    "random_variates": {"stream": 0, "distribution": "logseries"},
    "fold_in": {"stream": KEYS},
    # structure
    "tril": _ORDINAL,
    "triu": _ORDINAL,
    "roll": {"shift": 0},
    "pad": {"value": 0},
    # elementwise
    "round": {"decimals": 0},
    "isclose": _CLOSE,
    "allclose": _CLOSE,
    "array_equal": {"equal_nan": False},
    "nan_to_num": {"nan": 0.0, "posinf": None, "neginf": None},
    "elu": {"alpha": 1.0},
    "celu": {"alpha": 1.0},
    "leaky_relu": {"slope": 0.01},
    "gelu": {"approximate": "none"},
    "hard_shrink": {"threshold": 0.5},
    "soft_shrink": {"threshold": 0.5},
    "hard_tanh": {"low": -1.0, "high": 1.0},
    "softplus": {"beta": 1.0},
    "threshold": {"threshold": 0.0, "value": 0.0},
    # reductions and order
    "std": _SPREAD,
    "var": _SPREAD,
    "nanstd": _SPREAD,
    "nanvar": _SPREAD,
    "quantile": {"method": "linear"},
    "cumulative": {"mode": "add"},
    "sort": _SORTED,
    "argsort": _SORTED,
    "partition": {"kth": 0},
    "argpartition": {"kth": 0},
    "searchsorted": {"side": "left"},
    "topk": {"largest": True},
    "kth_value": {"k": 1},
    # storing: set, add, multiply, min, max
    "index_update": {"mode": "set"},
    "scatter": {"mode": "set"},
    "scatter_nd": {"mode": "add"},
    "update_along": {"mode": "add"},
    "segment_reduce": {"mode": "add"},
    "merge": {"mode": "add"},
    "put": {"mode": "set"},
    # linear algebra
    "cholesky": {"upper": False},
    "matrix_power": {"n": 1},
    "matrix_rank": {"rtol": None},
    "pinv": {"rtol": None},
    "lstsq": {"rtol": None},
    "eigh": {"upper": False},
    "eigvalsh": {"upper": False},
    "norm": {"ord": None},
    "triangular_solve": {"lower": True, "unit_diagonal": False, "transpose": False},
    # Fourier transforms
    **dict.fromkeys(
        ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn"), _NORM
    ),
    # networks
    "batch_norm": _EPSILON,
    "layer_norm": _EPSILON,
    "group_norm": _EPSILON,
    "instance_norm": _EPSILON,
    "cross_entropy": {"label_smoothing": 0.0, "ignore_index": None},
    "nll_loss": {"ignore_index": None},
    "huber_loss": {"delta": 1.0},
    "avg_pool": {"count_padding": True},
    "avg_pool_back": {"count_padding": True},
    "lp_pool": {"p": 2.0},
    "resample": {"method": "nearest"},
    "resize": {"method": "linear"},
    "resized_to": {"method": "linear"},
    "local_response_norm": {"size": 5, "alpha": 1e-4, "beta": 0.75, "k": 1.0, "axis": 1},
    "moments_norm": {"epsilon": 1e-3},
    "cosine_embedding_loss": {"margin": 0.0},
    "triplet_margin_loss": {"margin": 1.0},
    "margin_ranking_loss": {"margin": 0.0},
    "gaussian_nll": {"epsilon": 1e-6},
    "ctc_loss": {"blank": 0},
    "keras_regression": {"loss": "squared"},
    "covariance": {"correlation": False},
    "triangle_indices": {"offset": 0, "upper": False},
    "scaled_dot_product_attention": {"causal": False, "scale": None},
    "normalize": {"ord": 2.0, "epsilon": 1e-12},
    "cosine_similarity": {"epsilon": 1e-8},
}


def declare_values() -> None:
    """Give each operation of the table its value attributes."""
    for name, values in VALUES.items():
        TABLE[name].values = values
