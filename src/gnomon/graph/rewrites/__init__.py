"""Laws: rewrites of expressions, each a row with its class and an example (listed in docs/laws.md)."""

import gnomon.graph.world  # noqa: F401  (so that operations can be applied to arrays)
from gnomon.graph.rewrites.engine import Firing, Rewriting, rewrite
from gnomon.graph.rewrites.law import LAWS, LEVELS, Law

__all__ = ["LAWS", "LEVELS", "Firing", "Law", "Rewriting", "rewrite"]
