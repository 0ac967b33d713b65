"""Every rule that the source reports has a page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gnomon
from gnomon.report.rules import rule_names

PACKAGE = Path(gnomon.__file__).parent
REPORTING = {"require", "refute", "fail", "warn", "Diagnostic"}


def reported_rules() -> Iterator[tuple[str, str]]:
    """The rule names that are written as arguments of a call that reports, each with its place."""
    for layer in ("ops", "models", "values", "check"):
        for file in sorted((PACKAGE / layer).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    function = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                    function = node.func.id if isinstance(node.func, ast.Name) else function
                    if function in REPORTING:
                        for argument in [
                            *node.args[:2],
                            *(k.value for k in node.keywords if k.arg == "rule"),
                        ]:
                            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                                if re.fullmatch(r"[a-z]+(-[a-z]+)*", argument.value):
                                    yield argument.value, f"{file.name}:{node.lineno}"


def test_every_rule_has_a_page():
    missing = {f"{rule} ({place})" for rule, place in reported_rules() if rule not in rule_names()}
    assert not missing
