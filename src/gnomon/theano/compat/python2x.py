"""Names of Python's own library that Theano once carried for Python 2.6."""

from __future__ import annotations

from collections import Counter, OrderedDict
from functools import partial
from itertools import combinations, product

__all__ = ["Counter", "OrderedDict", "combinations", "partial", "product"]
