"""`theano.sandbox.softsign`: softsign under its old name."""

from gnomon.theano.tensor.nnet.activations import softsign

__all__ = ["softsign"]
