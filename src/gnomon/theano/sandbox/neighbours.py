"""`theano.sandbox.neighbours`: neighbourhoods under their old name."""

from gnomon.theano.tensor.nnet.neighbours import Images2Neibs, images2neibs, neibs2images

__all__ = ["Images2Neibs", "images2neibs", "neibs2images"]
