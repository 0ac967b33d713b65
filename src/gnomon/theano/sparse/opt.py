"""`theano.sparse.opt`: names of operations that Theano put in the place of others; here those are the same."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.sparse.arithmetic import AddSD as AddSD_ccode
from gnomon.theano.sparse.parts import CSMGrad as CSMGradC
from gnomon.theano.sparse.products import StructuredDot as StructuredDotCSC
from gnomon.theano.sparse.products import StructuredDot as StructuredDotCSR
from gnomon.theano.sparse.products import Usmm as UsmmCscDense
