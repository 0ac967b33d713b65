"""`theano.tensor.signal.downsample`: pooling under its old name."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.tensor.signal.pool import max_pool_2d_same_size, pool_2d

max_pool_2d = pool_2d
