"""The float next to another one."""

from __future__ import annotations

from gnomon.compile.formulas.terms import Term, formula


@formula("nextafter")
def _next(x: Term, y: Term) -> Term:
    """One more or one less as an integer; 0 is followed by the smallest number of either sign."""
    bits = x.call("bits")
    inward = (y > x).call("logical_xor", x > 0.0)
    moved = inward.where(bits - 1, bits + 1).call("from_bits")
    smallest = bits.const(1).call("from_bits").call("copysign", y)
    found = x.equals(y).where(y, x.equals(0.0).where(smallest, moved))
    return (x.call("isnan") | y.call("isnan")).where(x + y, found)
