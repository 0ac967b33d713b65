"""The JSON format: a stable contract, described in docs/json.md."""

import json
from typing import Any

from gnomon.report.result import RunResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Label, Span

UNPROVEN_NOTE = "unproven: it depends on a size that is not known here"


def render_json(result: RunResult) -> str:
    """The whole run as one JSON document."""
    document = {
        "diagnostics": [diagnostic_fields(diagnostic) for diagnostic in result.diagnostics],
        "files": result.files,
        "seconds": round(result.seconds, 3),
        "calls": {"total": result.calls_total, "known": result.calls_known},
        "faults": [{"path": f.path, "kind": f.kind, "message": f.message} for f in result.faults],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def diagnostic_fields(diagnostic: "Diagnostic") -> dict[str, Any]:
    """One diagnostic in the contract's fields; an unproven one is an info with a note that says so."""
    unproven = diagnostic.level.value == "unproven"
    notes = list(diagnostic.notes)
    labels = [_label(label) for label in diagnostic.labels]
    if diagnostic.label:
        labels.insert(0, {**_place(diagnostic.span), "text": diagnostic.label})
    return {
        "rule": diagnostic.rule,
        "level": "info" if unproven else diagnostic.level.value,
        **_place(diagnostic.span),
        "message": diagnostic.message,
        "labels": labels,
        "notes": [*notes, UNPROVEN_NOTE] if unproven else notes,
        "help": diagnostic.help,
    }


def _label(label: "Label") -> dict[str, Any]:
    return {**_place(label.span), "text": label.text}


def _place(span: "Span") -> dict[str, Any]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
