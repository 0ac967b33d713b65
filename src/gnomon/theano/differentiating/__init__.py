"""Gradients of Theano's graphs."""
