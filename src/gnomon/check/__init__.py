"""The checker: an abstract interpreter of Python programs."""
