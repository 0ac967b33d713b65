"""The smallest world that runs: NumPy arrays, checked by the rules of the table, raising on NO."""

import numpy as np

from gnomon import ops
from gnomon.shapes import Facts, Shape, dtypes


class ShapeError(Exception):
    """A rule refuted the operation."""


class Concrete:
    """A NumPy array with what rules ask for."""

    def __init__(self, data):
        self.data = np.asarray(data)
        self.shape = Shape(self.data.shape)
        self.dtype = dtypes.parse(self.data.dtype.name)
        whole = self.data.dtype.kind in "iu" and self.data.size <= 16
        self.contents = tuple(int(entry) for entry in self.data.ravel()) if whole else None
        self.world = World()

    def __str__(self):
        return "array"


class World:
    """Runs a reference function on the data, and holds it against what the rule inferred."""

    def apply(self, op, arguments, attributes):
        try:
            outs = ops.infer(ops.Rule(Facts(), op), op, arguments, attributes)
        except ops.Refuted as refuted:
            raise ShapeError(refuted.refutation.text(op.name)) from None
        return outs
