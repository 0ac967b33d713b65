"""x log x and x log y, 0 where x is 0."""

from __future__ import annotations

import gnomon as gn
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.basic import operation
from gnomon.theano.tensor.elemwise import Elemwise

scalar_xlogx = operation("xlogx", 1, lambda x: gn.special.xlogy(x, x), rules.upgrade_to_float, kind="XlogX")
scalar_xlogy0 = operation("xlogy0", 2, gn.special.xlogy, rules.upgrade_to_float, kind="XlogY0")
xlogx = Elemwise(scalar_xlogx, name="xlogx")
xlogy0 = Elemwise(scalar_xlogy0, name="xlogy0")
XlogX, XlogY0 = type(scalar_xlogx), type(scalar_xlogy0)
