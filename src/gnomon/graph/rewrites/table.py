"""All laws, entered in the order in which they are tried: what removes nodes first, what moves them last."""

from importlib import import_module

from gnomon.graph.rewrites.law import LAWS

GROUPS = """folding useless recognising sigmoids stability algebra powers gathering shapes transposing broadcasts storing covering
indexing reductions products loops invariants loop_products""".split()

for _group in GROUPS:
    import_module(f"gnomon.graph.rewrites.{_group}")

__all__ = ["LAWS"]
