"""SARIF 2.1.0, which code hosts and editors import."""

import json
from typing import Any
from urllib.parse import quote

from gnomon import __version__
from gnomon.report.result import RunResult
from gnomon.report.rules import find_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Span

LEVELS = {"error": "error", "warning": "warning", "info": "note", "unproven": "note"}


def render_sarif(result: RunResult) -> str:
    """The whole run as one SARIF log."""
    used = sorted({diagnostic.rule for diagnostic in result.diagnostics})
    driver = {
        "name": "gnomon",
        "semanticVersion": __version__,
        "rules": [_rule(name) for name in used],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, used) for diagnostic in result.diagnostics],
        "invocations": [
            {
                "executionSuccessful": not any(fault.kind == "internal" for fault in result.faults),
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": f"{fault.path}: {fault.message}"}}
                    for fault in result.faults
                ],
            }
        ],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=2, ensure_ascii=False)


def _rule(name: str) -> dict[str, Any]:
    rule = find_rule(name)
    if rule is None:
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.text, "markdown": rule.text},
        "defaultConfiguration": {"level": LEVELS[rule.level]},
    }


def _result(diagnostic: "Diagnostic", rules: list[str]) -> dict[str, Any]:
    text = "\n".join([diagnostic.message, *diagnostic.notes, *([diagnostic.help] if diagnostic.help else [])])
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": rules.index(diagnostic.rule),
        "level": LEVELS[diagnostic.level.value],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
        "relatedLocations": [
            {"id": number, "physicalLocation": _location(label.span), "message": {"text": label.text}}
            for number, label in enumerate(diagnostic.labels)
        ],
    }


def _location(span: "Span") -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": quote(span.path.replace("\\", "/"))},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }
