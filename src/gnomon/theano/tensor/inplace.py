"""`theano.tensor.inplace`: elementwise operations that may overwrite their first input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.theano.scalar import basic as scalar
from gnomon.theano.scalar import special
from gnomon.theano.tensor import elementwise
from gnomon.theano.tensor.elemwise import Elemwise

for _name, _op in list(vars(elementwise).items()):
    if isinstance(_op, Elemwise) and not _name.startswith("_"):
        globals()[f"{_name}_inplace"] = Elemwise(_op.scalar_op, {0: 0}, name=f"{_name}_inplace")

abs__inplace = Elemwise(scalar.abs_, {0: 0}, name="abs__inplace")
erf_inplace = Elemwise(special.erf, {0: 0}, name="erf_inplace")
erfc_inplace = Elemwise(special.erfc, {0: 0}, name="erfc_inplace")

if TYPE_CHECKING:  # each elementwise operation has one

    def __getattr__(name: str) -> Any: ...
