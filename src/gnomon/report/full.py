"""The full format: each diagnostic with labelled source excerpts, notes and one concrete help."""

from collections.abc import Iterator

from gnomon.report.excerpt import Excerpt
from gnomon.report.marks import Mark, marks_by_file
from gnomon.report.sources import Sources
from gnomon.report.style import PLAIN, Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic


def render_full(diagnostic: "Diagnostic", sources: Sources, style: Style = PLAIN) -> str:
    """One diagnostic as a text of several lines, without a line feed at its end."""
    return "\n".join(_rows(diagnostic, sources, style))


def _rows(diagnostic: "Diagnostic", sources: Sources, style: Style) -> Iterator[str]:
    paint = style.paint
    level, span = diagnostic.level.value, diagnostic.span
    message = " ".join(diagnostic.message.split())
    yield paint(f"{level}[{diagnostic.rule}]", level) + paint(f": {message}", "title")

    excerpts = [
        (path, marks, Excerpt(sources.lines(path), marks, style))
        for path, marks in marks_by_file(diagnostic).items()
    ]
    largest = max((number for _, _, excerpt in excerpts for number in excerpt.numbers()), default=1)
    gutter = max(len(str(largest)), 2)
    indent = " " * gutter

    lost: list[str] = []
    for index, (path, marks, excerpt) in enumerate(excerpts):
        lost += [f"{m.text}   {_place(path, m.line, m.column)}" for m in excerpt.lost if m.text]
        if index and not excerpt.numbers():
            continue
        place = _place(path, span.line, span.column) if index == 0 else _place(path, *_first(marks))
        if index and excerpts[index - 1][2].numbers():
            yield indent + paint(" |", "frame")
        yield indent + paint("-->" if index == 0 else ":::", "frame") + " " + place
        if excerpt.numbers():
            yield indent + paint(" |", "frame")
            yield from excerpt.rows(gutter)

    for note in [*lost, *diagnostic.notes]:
        yield from _note(note, indent, style)
    if diagnostic.help:
        yield from _note(paint("help", "help") + ": " + diagnostic.help, indent, style)


def _place(path: str, line: int, column: int) -> str:
    return f"{path}:{line}:{column}"


def _first(marks: list[Mark]) -> tuple[int, int]:
    first = min(marks, key=lambda mark: (mark.line, mark.column))
    return first.line, first.column


def _note(text: str, indent: str, style: Style) -> Iterator[str]:
    sign = style.paint("=", "frame")
    for index, line in enumerate(text.splitlines()):
        yield f"{indent} {sign} {line}" if index == 0 else f"{indent}   {line}"
