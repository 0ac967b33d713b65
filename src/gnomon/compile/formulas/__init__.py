"""Formulas of transcendental functions over simple ones, the same bits on every back end."""

from gnomon.compile.formulas import (
    counts,
    division,
    error_functions,
    exponential,
    gamma,
    gamma_variates,
    inverse,
    logarithm,
    neighbours,
    philox,
    powers,
    rare_variates,
    roots,
    trigonometric,
    unit,
)
from gnomon.compile.formulas.terms import Formula, formula_of

__all__ = [
    "Formula",
    "counts",
    "division",
    "error_functions",
    "exponential",
    "formula_of",
    "gamma",
    "gamma_variates",
    "inverse",
    "logarithm",
    "neighbours",
    "philox",
    "powers",
    "rare_variates",
    "roots",
    "trigonometric",
    "unit",
]
