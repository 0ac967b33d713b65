"""Annotations for GitHub Actions: workflow commands that mark lines of a pull request."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic

COMMANDS = {"error": "error", "warning": "warning", "info": "notice", "unproven": "notice"}


def render_github(diagnostic: "Diagnostic") -> str:
    """One workflow command, as one line."""
    span = diagnostic.span
    fields = {
        "file": span.path,
        "line": str(span.line),
        "endLine": str(span.end_line),
        "title": f"gnomon {diagnostic.rule}",
    }
    if span.line == span.end_line:  # columns of a range of lines are not accepted
        fields["col"] = str(span.column)
        fields["endColumn"] = str(span.end_column)
    text = "\n".join([diagnostic.message, *diagnostic.notes, *([diagnostic.help] if diagnostic.help else [])])
    properties = ",".join(f"{name}={_escape_property(value)}" for name, value in fields.items())
    return f"::{COMMANDS[diagnostic.level.value]} {properties}::{_escape(text)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
