"""The command line: `gnomon check`, `explain`, `rules`, `shapes` and `why`."""
