"""`gnomon explain`, `rules`, `shapes` and `why`: what is read rather than checked."""

import os
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from gnomon.cli.config import find_config
from gnomon.cli.errors import UsageError
from gnomon.cli.parser import explain_parser, rules_parser, shapes_parser, why_parser
from gnomon.cli.settings import checker_options
from gnomon.cli.streams import Streams
from gnomon.cli.workers import describe
from gnomon.report.rules import find_rule, rule_names
from gnomon.report.sources import Sources
from gnomon.report.style import Style, wants_colour
from gnomon.report.suggest import did_you_mean

T = TypeVar("T")


def explain_command(arguments: Sequence[str], script_args: Sequence[str] | None, streams: Streams) -> int:
    """Prints the page of a rule."""
    from gnomon.report.explain import render_page_text

    values = explain_parser().parse_all(arguments)
    rule = find_rule(values.rule)
    if rule is None:
        hint = did_you_mean(values.rule, rule_names()) or "; `gnomon rules` lists them"
        raise UsageError(f"there is no rule {values.rule}{hint}")
    style = Style(wants_colour(streams.out, os.environ, values.color))
    streams.print(render_page_text(rule, style))
    return 0


def rules_command(arguments: Sequence[str], script_args: Sequence[str] | None, streams: Streams) -> int:
    """Lists all rules."""
    values = rules_parser().parse_all(arguments)
    rules = [rule for name in rule_names() if (rule := find_rule(name))]
    if values.format == "json":
        import json

        fields = [{"rule": rule.name, "level": rule.level, "summary": rule.summary} for rule in rules]
        streams.print(json.dumps(fields, indent=2, ensure_ascii=False))
        return 0
    style = Style(wants_colour(streams.out, os.environ, values.color))
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        level = style.paint(f"{rule.level:<7}", rule.level)
        streams.print(f"{style.paint(f'{rule.name:<{width}}', 'title')}  {level}  {rule.summary}")
    return 0


def shapes_command(arguments: Sequence[str], script_args: Sequence[str] | None, streams: Streams) -> int:
    """Prints a program with the shapes of its tensors, or writes it as a page."""
    values = shapes_parser().parse_all(arguments)
    path, source = values.file, None
    sources = Sources()
    if path == "-":
        path, source = values.stdin_filename or "<stdin>", streams.read_source()
        sources.add(path, source)
    else:
        _must_be_file(path)
    from gnomon.check.api import shapes_of

    options = checker_options(values, find_config([path] if source is None else []), script_args)
    notes = _guarded(path, lambda: shapes_of(path, options, source))
    lines = sources.lines(path)
    if values.html:
        from gnomon.report.page import render_page

        try:
            with open(values.html, "w", encoding="utf-8") as file:
                file.write(render_page(os.path.basename(path), lines, notes))
        except OSError as error:
            raise UsageError(f"{values.html}: {error.strerror or error}") from None
        streams.print(f"wrote {values.html}")
        return 0
    from gnomon.report.margin import render_margin

    style = Style(wants_colour(streams.out, os.environ, values.color))
    for row in render_margin(lines, notes, style):
        streams.print(row)
    return 0


def why_command(arguments: Sequence[str], script_args: Sequence[str] | None, streams: Streams) -> int:
    """Tells what lost the shape on a line."""
    values = why_parser().parse_all(arguments)
    place = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", values.place)
    if not place:
        raise UsageError(f"why: expected FILE:LINE, not {values.place}")
    path, line = place[1], int(place[2])
    _must_be_file(path)
    if Sources().line(path, line) is None:
        raise UsageError(f"{path}: there is no line {line}")
    from gnomon.check.api import why

    options = checker_options(values, find_config([path]), script_args)
    reasons = _guarded(path, lambda: why(path, line, options))
    for reason in reasons or [f"{path}:{line}: every shape here is known, or nothing here is a tensor"]:
        streams.print(reason)
    return 0


def _must_be_file(path: str) -> None:
    if not os.path.exists(path):
        raise UsageError(f"{path}: no such file")
    if os.path.isdir(path):
        raise UsageError(f"{path}: is a folder, expected a file")


def _guarded(path: str, ask: Callable[[], T]) -> T:
    """The answer of the checker; its failure on a file is one line."""
    try:
        return ask()
    except (Exception, RecursionError) as error:
        if os.environ.get("GNOMON_TRACEBACK"):
            raise
        text = str(error) if isinstance(error, SyntaxError | ValueError | OSError) else describe(error)
        raise UsageError(text if text.startswith(path) else f"{path}: {text}") from None
