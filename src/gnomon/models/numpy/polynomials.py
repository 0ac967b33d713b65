"""Polynomials as functions of arrays: `numpy.poly1d` and the classes of `numpy.polynomial`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Modelled, Shape, Tensor, modelled, symbol, unknown_of
from gnomon.models.api import size as as_size
from gnomon.models.numpy.support import as_array, made, words


class Series(Modelled):
    """Base of polynomials: called on an array, they give one of its shape."""

    library_name = "numpy.polynomial.Series"

    def __init__(self, coef: Any = None, *arguments: Any, **options: Any) -> None:
        found = as_array(coef) if coef is not None else None
        self.coefficients = found if type(found) is Tensor and found.shape.rank == 1 else None

    def __call__(self, arg: Any) -> Any:
        if isinstance(arg, Series):
            return type(self)()
        return ops.cast(ops.positive(as_array(arg)), dtype=None)

    @property
    def coef(self) -> Any:
        """The numbers that powers are multiplied by."""
        return made(Shape((symbol(),)), None) if self.coefficients is None else self.coefficients

    def roots(self) -> Any:
        """Where it is zero."""
        return made(Shape((symbol(),)), None)

    def degree(self) -> Any:
        """The highest power."""
        return unknown_of("int")

    def linspace(self, n: Any = 100, domain: Any = None) -> Any:
        """Even places, and its values there."""
        places = ops.full(shape=(as_size(n),))
        return places, ops.positive(places)

    @classmethod
    def fit(cls, x: Any, y: Any, deg: Any, *arguments: Any, **options: Any) -> Any:
        """Return the one that comes nearest to points."""
        ops.same_length(as_array(x), as_array(y))
        return cls()

    @classmethod
    def _another(cls, *arguments: Any, **options: Any) -> Any:
        return cls()

    fromroots = identity = basis = cast = _another
    deriv = integ = convert = copy = trim = truncate = cutdeg = _another
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = _another
    __truediv__ = __floordiv__ = __mod__ = __neg__ = _another

    def __divmod__(self, other: Any) -> Any:
        return self._another(), self._another()

    def mapparms(self) -> Any:
        """How the domain is scaled."""
        return unknown_of("float"), unknown_of("float")


for _name in words("Polynomial Chebyshev Legendre Laguerre Hermite HermiteE"):
    modelled(f"numpy.polynomial.{_name}", f"numpy.polynomial.polynomial.{_name}")(
        type(_name, (Series,), {"__doc__": f"A series of the kind {_name}.", "__module__": __name__})
    )


@modelled("numpy.poly1d")
class Poly1d(Series):
    """A polynomial, highest power first."""

    @property
    def c(self) -> Any:
        """The numbers that powers are multiplied by."""
        return super().coef

    coeffs = c

    @property
    def r(self) -> Any:
        """Where it is zero."""
        return made(Shape((symbol(),)), None)

    roots = r  # an attribute here, a method of the classes above

    @property
    def order(self) -> Any:
        """The highest power."""
        return unknown_of("int")

    o = order

    def __getitem__(self, power: Any) -> Any:
        return UNKNOWN
