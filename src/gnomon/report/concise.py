"""The concise format: one line for each diagnostic, which editors and `grep` read."""

from gnomon.report.style import PLAIN, Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic


def render_concise(diagnostic: "Diagnostic", style: Style = PLAIN) -> str:
    """`path:line:column: level[rule] message`."""
    span, level = diagnostic.span, diagnostic.level.value
    place = f"{span.path}:{span.line}:{span.column}:"
    head = style.paint(f"{level}[{diagnostic.rule}]", level)
    return f"{place} {head} {' '.join(diagnostic.message.split())}"
