"""Samples and tables: covariances, histograms, fitted polynomials, products of features, interpolation."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


@reference("covariance")
def covariance(x: Any, y: Any = None, *, rows: bool = True, correlation: bool = False) -> Any:
    function = np.corrcoef if correlation else np.cov
    return np.asarray(function(x, y, rowvar=rows))


@reference("histogram")
def histogram(x: Any, edges: Any = None, *, bins: Any = None) -> Any:
    return tuple(np.histogram(x, bins if edges is None else edges))


@reference("polynomial_fit")
def polynomial_fit(x: Any, y: Any, *, degree: int) -> Any:
    """Coefficients of the nearest polynomial, the highest power first, by least squares over scaled powers."""
    powers = np.vander(x.astype(np.float64), degree + 1)
    scale = np.sqrt(np.sum(powers * powers, 0))
    scale = np.where(scale == 0, 1, scale)
    solution = np.linalg.lstsq(powers / scale, y.astype(np.float64))[0]
    return solution / scale.reshape((-1,) + (1,) * (y.ndim - 1))


@reference("polynomial_features")
def polynomial_features(x: Any, *, degree: int, bias: bool = True, interactions: bool = False) -> Any:
    choose = combinations if interactions else combinations_with_replacement
    columns = []
    for size in range(0 if bias else 1, degree + 1):
        for chosen in choose(range(x.shape[1]), size):
            columns.append(np.prod(x[:, list(chosen)], axis=1))
    return np.stack(columns, 1) if columns else x[:, :0]


@reference("square_form")
def square_form(x: Any) -> Any:
    """Distances of pairs as a symmetric matrix, or the other way round."""
    if x.ndim == 2:
        return x[np.triu_indices(x.shape[0], 1)]
    size = (1 + int(np.sqrt(1 + 8 * x.size) + 0.5)) // 2
    result = np.zeros((size, size), x.dtype)
    upper = np.triu_indices(size, 1)
    result[upper] = x
    result[upper[::-1]] = x
    return result


@reference("interpolate")
def interpolate(x: Any, positions: Any, values: Any) -> Any:
    return np.asarray(np.interp(x, positions, values))


MERGE = {"add": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum}


@reference("merge")
def merge(arrays: Any, *, mode: str = "add") -> Any:
    """Combine batches entry by entry; axes go in after the batch where ranks differ."""
    rank = max(x.ndim for x in arrays)
    wide = [x.reshape((*x.shape[:1], *(1,) * (rank - x.ndim), *x.shape[1:])) if x.ndim else x for x in arrays]
    total = wide[0]
    for x in wide[1:]:
        total = (np.add if mode == "mean" else MERGE[mode])(total, x)
    return total / len(arrays) if mode == "mean" else total
