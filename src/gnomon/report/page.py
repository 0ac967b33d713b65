"""A self-contained HTML page of a source with its shapes at the right."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from gnomon.report.margin import Note, notes_by_line

STYLE = """
:root { color-scheme: light dark; --note: #0b6e4f; --faint: #8a8f98; --line: #8881; }
@media (prefers-color-scheme: dark) { :root { --note: #6fd6a8; } }
body { margin: 2rem auto; max-width: 78rem; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.1rem; }
p { color: var(--faint); }
table { border-collapse: collapse; width: 100%; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }
td { white-space: pre-wrap; vertical-align: top; padding: 0 .6rem; }
td.number { color: var(--faint); text-align: right; width: 1%; user-select: none; }
td.note { color: var(--note); border-left: 1px solid var(--line); width: 32%; }
tr:hover { background: var(--line); }
""".strip()


def render_page(title: str, lines: Sequence[str], notes: Iterable[Note]) -> str:
    """The page as text."""
    return "\n".join(_page(title, lines, notes)) + "\n"


def _page(title: str, lines: Sequence[str], notes: Iterable[Note]) -> Iterator[str]:
    texts = notes_by_line(notes)
    name = escape(title)
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{name} - shapes</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>\n{STYLE}\n</style></head><body>"
    yield f"<h1>{name}</h1>"
    yield "<p>At the right: the shape of each assigned tensor, found by <code>gnomon shapes</code>.</p>"
    yield "<table>"
    rows = lines[:-1] if lines and not lines[-1] else lines
    for number, line in enumerate(rows, 1):
        note = escape("\n".join(texts.get(number, [])))
        yield (
            f'<tr id="L{number}"><td class="number">{number}</td>'
            f'<td>{escape(line)}</td><td class="note">{note}</td></tr>'
        )
    yield "</table></body></html>"
