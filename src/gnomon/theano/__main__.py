"""``python -m gnomon.theano script.py``: run a program that was written for Theano."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from gnomon.theano import old_names
from gnomon.theano.install import install


def main(arguments: list[str]) -> int:
    """Run a script, or ``-m module``, with ``import theano`` meaning this package, and old names of Python and NumPy."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(
            "usage: python -m gnomon.theano SCRIPT.py [ARGUMENT...]\n       python -m gnomon.theano -m MODULE [ARGUMENT...]"
        )
        return 0 if arguments else 2
    install()
    old_names.restore()
    if arguments[0] == "-m":
        if len(arguments) < 2:
            print("gnomon.theano: -m needs the name of a module", file=sys.stderr)
            return 2
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    script = Path(arguments[0])
    if not script.is_file():
        print(f"gnomon.theano: there is no file {script}", file=sys.stderr)
        return 2
    sys.argv = arguments
    sys.path.insert(0, str(script.resolve().parent))
    runpy.run_path(str(script), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
