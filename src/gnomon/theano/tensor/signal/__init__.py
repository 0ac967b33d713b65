"""`theano.tensor.signal`: pooling and convolution of signals."""
