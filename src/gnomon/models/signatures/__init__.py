"""The parameters of functions and layers as the libraries themselves tell them, one a line.

``torch.nn.Linear in_features out_features bias=`` are a layer's settings, ``torch.nn.Linear() input`` what a
call of it takes. ``name=`` may be left out; ``/`` ends what is given by position alone, ``*`` begins what is given by name alone.
`tests/models/test_signatures.py` compares them with the libraries.
"""

from __future__ import annotations

import os

from gnomon.values.parameters import Parameters

FOLDER = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ("torch", "numpy", "jax")

_LINES: dict[str, dict[str, str]] = {}
_PARSED: dict[str, Parameters | None] = {}


def parameters_of(library: str, name: str) -> Parameters | None:
    """Return what a function of a library takes, None if that is not written down.

    >>> parameters_of("torch", "torch.nn.Linear()").positional
    ('input',)
    """
    if library not in LIBRARIES:
        return None
    lines = _LINES.get(library)
    if lines is None:
        lines = _LINES[library] = {}
        with open(os.path.join(FOLDER, f"{library}.txt"), encoding="utf-8") as file:
            for line in file:
                first, _, rest = line.strip().partition(" ")
                lines[first] = rest
    if name not in _PARSED:
        found = lines.get(name)
        _PARSED[name] = None if found is None else Parameters.parse(found)
    return _PARSED[name]
