"""`theano.tensor.nnet.nnet`: activations and losses under their module's name."""

# ruff: noqa: F403 (names that users import from here)

from gnomon.theano.tensor.nnet.activations import *
from gnomon.theano.tensor.nnet.losses import *
from gnomon.theano.tensor.nnet.rows import *
