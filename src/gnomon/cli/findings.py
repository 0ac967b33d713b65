"""From what the checker found to what is reported: ignore comments, chosen rules, order, no repetition."""

from collections.abc import Iterable, Sequence

from gnomon.cli.workers import Job
from gnomon.report.ignores import UNUSED, Ignore, Unused, apply_ignores, find_ignores, unused_message
from gnomon.report.notebooks import SUFFIX
from gnomon.report.rules import rule_names
from gnomon.report.selection import Selection, chosen
from gnomon.report.sources import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic


def reported(raw: "Iterable[Diagnostic]", jobs: Sequence[Job], selection: Selection) -> "list[Diagnostic]":
    """The diagnostics to report, in the order of the jobs' files and of the lines.

    A finding may lie in another file than the one whose check found it, so comments and choices are
    those of the file where it lies.
    """
    by_path: dict[str, dict[object, Diagnostic]] = {job.path: {} for job in jobs}
    for diagnostic in raw:
        key = (diagnostic.rule, diagnostic.span, diagnostic.message)
        by_path.setdefault(diagnostic.span.path, {}).setdefault(key, diagnostic)
    sources = {job.path: job.source for job in jobs}
    result: list[Diagnostic] = []
    for path, found in by_path.items():
        result += _of_file(path, list(found.values()), sources.get(path), path in sources, selection)
    return result


def _of_file(
    path: str, found: "list[Diagnostic]", source: str | None, checked: bool, selection: Selection
) -> "list[Diagnostic]":
    ignores = ignores_of(path, source)
    kept, unused = apply_ignores(found, ignores)
    if checked:
        kept += unused_diagnostics(path, unused, selection)
    kept = selection.keep(path, kept)
    kept.sort(key=lambda diagnostic: (diagnostic.span.line, diagnostic.span.column, diagnostic.rule))
    return kept


def ignores_of(path: str, source: str | None) -> list[Ignore]:
    """The ignore comments of a file, which is read unless its source is given."""
    if source is None:
        try:
            with open(path, "rb") as file:
                content = file.read()
        except (OSError, ValueError):
            return []
        if b"gnomon:" not in content:
            return []
        source = decode(content)
    if path.endswith(SUFFIX):
        from gnomon.check.reading import notebook_text

        program = notebook_text(source)
        return find_ignores(program) if isinstance(program, str) else []
    return find_ignores(source)


def unused_diagnostics(path: str, unused: Sequence[Unused], selection: Selection) -> "list[Diagnostic]":
    """An info for each comment that silences nothing; none for rules that this run does not look for."""
    if not unused:
        return []
    from gnomon.check.diagnostic import Diagnostic, Level, Span

    select, ignore = selection.names(path)
    known = rule_names()
    found: list[Diagnostic] = []
    for comment, idle in unused:
        if idle:
            idle = tuple(name for name in idle if name not in known or chosen(name, "", select, ignore))
            if not idle:
                continue
        elif select or ignore:
            continue
        span = Span(path, comment.line, comment.column, comment.line, comment.end_column)
        found.append(Diagnostic(UNUSED, Level.INFO, span, unused_message(comment, idle, known)))
    return found
