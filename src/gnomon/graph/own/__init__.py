"""The user's own operations: `gn.op` makes a record like those of the table, which is in no table."""

from gnomon.graph.own.declaring import op
from gnomon.graph.own.record import OwnOp

__all__ = ["OwnOp", "op"]
