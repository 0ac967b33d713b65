"""`theano.tensor.signal`: pooling and convolution of signals."""

from gnomon.theano.tensor.signal import conv, downsample, pool

__all__ = ["conv", "downsample", "pool"]
