"""What goes wrong with operations on single numbers."""

from __future__ import annotations


class ComplexError(NotImplementedError):
    """An operation without a meaning for complex numbers."""


class IntegerDivisionError(Exception):
    """A division of integers, which ``config.int_division`` forbids."""
