"""The package as a whole: light to import, and documented."""

import inspect
import subprocess
import sys
from pathlib import Path

import gnomon.shapes

HEAVY = {"typing", "dataclasses", "inspect", "re", "enum", "collections", "functools", "numpy"}


def test_importing_is_cheap():
    """A checker starts often, and each of these modules takes longer to import than the package itself."""
    source = Path(gnomon.shapes.__file__).parents[2]
    program = f"import sys; sys.path.insert(0, {str(source)!r}); import gnomon.shapes; print(*sys.modules)"
    command = [sys.executable, "-I", "-S", "-c", program]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "gnomon.shapes.facts" in output.split()
    assert not HEAVY & set(output.split())


def test_public_names():
    names = gnomon.shapes.__all__
    assert len(set(names)) == len(names)
    for name in names:
        thing = getattr(gnomon.shapes, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
