"""`theano.tensor.nnet.sigm`: sigmoids under their module's name."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.tensor.nnet.activations import (
    hard_sigmoid,
    scalar_sigmoid,
    scalar_softplus,
    sigmoid,
    sigmoid_inplace,
    softplus,
    ultra_fast_scalar_sigmoid,
    ultra_fast_sigmoid,
    ultra_fast_sigmoid_inplace,
)

ScalarSigmoid = type(scalar_sigmoid)
ScalarSoftplus = type(scalar_softplus)
UltraFastScalarSigmoid = type(ultra_fast_scalar_sigmoid)
