"""Helpers for tests of programs, under Theano's names."""
