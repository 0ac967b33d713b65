"""Symbolic arrays: immutable expressions over the table of operations, with names for their sizes."""
