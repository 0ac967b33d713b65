"""NumPy without its static types, whose overloads refuse what is only known as an array."""

from __future__ import annotations

from typing import Any

import numpy

np: Any = numpy
