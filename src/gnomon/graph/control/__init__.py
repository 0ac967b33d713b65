"""Loops and choices in expressions: `scan`, `while_loop`, `cond` and their relatives."""

import gnomon.graph.world  # noqa: F401  (arrays need their world)
from gnomon.graph.control.choosing import cond, switch
from gnomon.graph.control.looping import while_loop
from gnomon.graph.control.recomputing import remat
from gnomon.graph.control.scanning import fori_loop, map, scan

__all__ = ["cond", "fori_loop", "map", "remat", "scan", "switch", "while_loop"]
