"""`theano.d3viz`: a program as a page that a browser shows."""

from gnomon.theano.d3viz.d3viz import d3viz, d3write

__all__ = ["d3viz", "d3write"]
