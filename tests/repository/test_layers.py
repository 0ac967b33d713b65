"""The checker needs the standard library alone, and imports only downward."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gnomon

PACKAGE = Path(gnomon.__file__).parent
LAYERS = ["shapes", "ops", "values", "models", "check", "report", "cli"]
FILES = [file for layer in LAYERS for file in sorted((PACKAGE / layer).rglob("*.py"))]


def imported_names(file: Path) -> Iterator[str]:
    """The modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            yield node.module or ""


@pytest.mark.parametrize("layer", LAYERS)
def test_standard_library_alone(layer):
    for file in FILES:
        if file.is_relative_to(PACKAGE / layer):
            for name in imported_names(file):
                root = name.partition(".")[0]
                assert root == "gnomon" or root in sys.stdlib_module_names, f"{file} imports {name}"


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_go_downward(layer):
    above = LAYERS[LAYERS.index(layer) + 1 :]
    for file in FILES:
        if file.is_relative_to(PACKAGE / layer):
            for name in imported_names(file):
                parts = name.split(".")
                assert not (parts[0] == "gnomon" and len(parts) > 1 and parts[1] in above), (
                    f"{file} imports {name}, a layer above its own"
                )


def test_importing_the_package_is_light():
    """`import gnomon` loads nothing but itself."""
    code = "import sys; before = set(sys.modules); import gnomon; print(*set(sys.modules) - before)"
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert answer.stdout.split() == ["gnomon"]
