"""Small helpers under Theano's names."""
