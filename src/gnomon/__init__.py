"""Gnomon knows tensor shapes: it checks array programs without running them.

Importing the package loads nothing else; each part loads on first use.
"""

__version__ = "0.1.0"
