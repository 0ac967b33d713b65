"""Soundness by running: programs run under the real library, and each shape seen is one that the checker allows.

`instrumenting` rewrites a program, `tracing` runs it, `claiming` keeps what the checker says of each expression,
`agreeing` compares. `arrays` and `nets_*` write programs at random, `mistakes` plants one mistake in them.
`scripts/soundness_page.py` does all that and writes `docs/soundness.md`.
"""

import sys
from pathlib import Path

sys.path.append(
    str(Path(__file__).resolve().parents[2] / "scripts")
)  # running programs is shared with the scripts
