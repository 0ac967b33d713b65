"""`theano.gof.cmodule`: what programs ask of compiled modules."""

from __future__ import annotations

import sys


def get_lib_extension() -> str:
    """Return the ending of libraries on this system, without a dot."""
    return {"win32": "pyd", "cygwin": "dll"}.get(sys.platform, "so")
