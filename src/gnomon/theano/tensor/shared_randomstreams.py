"""`theano.tensor.shared_randomstreams`."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.tensor.random_streams import RandomStateSharedVariable
from gnomon.theano.tensor.random_streams import Streams as RandomStreams
from gnomon.theano.tensor.raw_random import randomstate_constructor
