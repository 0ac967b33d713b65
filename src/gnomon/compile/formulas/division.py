"""Quotients of floats rounded down and their remainders, as NumPy defines them."""

from __future__ import annotations

from gnomon.compile.formulas.terms import Term, formula


@formula("remainder")
def _remainder(x: Term, y: Term) -> Term:
    rest = x.call("fmod", y)
    wrong = ((y < 0.0).call("not_equal", rest < 0.0)) & rest.call("not_equal", 0.0)
    moved = wrong.where(rest + y, rest)
    return moved.equals(0.0).where(moved.call("copysign", y), moved)


@formula("floor_divide")
def _floor_divide(x: Term, y: Term) -> Term:
    rest = x.call("fmod", y)
    wrong = ((y < 0.0).call("not_equal", rest < 0.0)) & rest.call("not_equal", 0.0)
    quotient = (x - rest) / y
    quotient = wrong.where(quotient - 1.0, quotient)
    down = quotient.call("floor")
    down = ((quotient - down) > 0.5).where(down + 1.0, down)
    plain = x / y
    down = quotient.equals(0.0).where(plain.const(0.0).call("copysign", plain), down)
    return y.equals(0.0).where(plain, down)
