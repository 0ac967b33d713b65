"""The JSON format: a stable contract, described in docs/json.md."""

import json
from typing import Any

from gnomon.report.result import RunResult
from gnomon.report.sources import Sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic, Label, Span

UNPROVEN_NOTE = "unproven: it depends on a size that is not known here"


def render_json(result: RunResult, sources: Sources | None = None) -> str:
    """The whole run as one JSON document; with sources, findings in notebooks also tell the cell."""
    document = {
        "diagnostics": [diagnostic_fields(diagnostic, sources) for diagnostic in result.diagnostics],
        "files": result.files,
        "seconds": round(result.seconds, 3),
        "calls": {"total": result.calls_total, "known": result.calls_known},
        "faults": [{"path": f.path, "kind": f.kind, "message": f.message} for f in result.faults],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def diagnostic_fields(diagnostic: "Diagnostic", sources: Sources | None = None) -> dict[str, Any]:
    """One diagnostic in the contract's fields; an unproven one is an info with a note that says so."""
    unproven = diagnostic.level.value == "unproven"
    notes = list(diagnostic.notes)
    labels = [_label(label) for label in diagnostic.labels]
    if diagnostic.label:
        labels.insert(0, {**_place(diagnostic.span), "text": diagnostic.label})
    fields = {
        "rule": diagnostic.rule,
        "level": "info" if unproven else diagnostic.level.value,
        **_place(diagnostic.span),
        "message": diagnostic.message,
        "labels": labels,
        "notes": [*notes, UNPROVEN_NOTE] if unproven else notes,
        "help": diagnostic.help,
    }
    cells = sources.cells(diagnostic.span.path) if sources else None
    if cells is not None:
        number, line = cells.place(diagnostic.span.line)
        fields["cell"] = {"number": number, "line": line}
    return fields


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
