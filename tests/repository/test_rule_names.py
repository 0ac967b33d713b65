"""Every rule that the source reports has a page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import gnomon
from gnomon.report.rules import rule_names

PACKAGE = Path(gnomon.__file__).parent
REPORTING = {"require", "refute", "fail", "warn", "Refutation", "Diagnostic"}


def reported_rules() -> Iterator[tuple[str, str]]:
    """The rule names that are written as arguments of a call that reports, each with its place."""
    for layer in ("ops", "models", "values", "check"):
        for file in sorted((PACKAGE / layer).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node) in REPORTING:
                    for rule in _rules(node):
                        yield rule, f"{file.name}:{node.lineno}"


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _rules(call: ast.Call) -> Iterator[str]:
    if any(isinstance(argument, ast.Call) and _name(argument) in REPORTING for argument in call.args):
        return
    for argument in [*call.args[:2], *(keyword.value for keyword in call.keywords if keyword.arg == "rule")]:
        if isinstance(argument, ast.Constant) and re.fullmatch(r"[a-z]+(-[a-z]+)*", str(argument.value)):
            yield str(argument.value)


def test_every_rule_has_a_page():
    missing = {f"{rule} ({place})" for rule, place in reported_rules() if rule not in rule_names()}
    assert not missing
