"""`gnomon check`: files in, findings out."""

import os
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import TextIO

from gnomon.cli.config import find_config, read_config
from gnomon.cli.errors import UsageError
from gnomon.cli.files import find_files
from gnomon.cli.findings import reported
from gnomon.cli.parser import check_parser, pairs
from gnomon.cli.progress import stderr_progress
from gnomon.cli.settings import SHAPE_EXAMPLE, checker_options, file_filter, selection
from gnomon.cli.streams import Streams
from gnomon.cli.workers import Job, check_jobs, process_count
from gnomon.report.notebooks import in_cells
from gnomon.report.result import Fault, RunResult
from gnomon.report.selection import Selection
from gnomon.report.sources import Sources
from gnomon.report.style import Style, wants_colour
from gnomon.report.summary import found_line, known_line, plural, statistics_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter

    from gnomon.check.api import Options
    from gnomon.check.diagnostic import Diagnostic

DEFAULT_BASELINE = "gnomon-baseline.json"
NOTHING_FOUND, FOUND, COULD_NOT = 0, 1, 2


def check_command(arguments: Sequence[str], script_args: Sequence[str] | None, streams: Streams) -> int:
    """Runs the command and returns its exit code."""
    values = check_parser().parse_all(arguments)
    if not values.paths:
        raise UsageError("check: name a file or folder, or - for standard input")
    started = time.perf_counter()
    paths = [path for path in values.paths if path != "-"]
    config = read_config(values.config) if values.config else find_config(paths)
    chosen = selection(values, config)
    baseline = values.baseline or config.baseline
    known = _read_baseline(baseline) if baseline and not values.write_baseline else None
    sources = Sources()
    jobs = [Job(path) for path in find_files(paths, file_filter(values, config))]
    if "-" in values.paths:
        jobs.append(_standard_input(values, sources, streams))
    options = checker_options(values, config, script_args)
    if not jobs:
        streams.complain(f"no Python file in {', '.join(paths)}")
    result = check_files(jobs, options, values.jobs, chosen)
    for name in pairs(values.assume, "--assume", SHAPE_EXAMPLE):
        if name not in result.assumed:
            streams.complain(f"--assume {name}: no value of this name is unknown in what was checked")
    if values.write_baseline:
        return _write_baseline(baseline or DEFAULT_BASELINE, result, sources, streams)
    if baseline and known is not None:
        from gnomon.report.baseline import new_findings

        folder = os.path.dirname(baseline)
        result.diagnostics, result.baselined = new_findings(result.diagnostics, known, sources, folder)
    result.seconds = time.perf_counter() - started
    show(result, sources, values, streams)
    return exit_code(result, paths, values.exit_zero)


def check_files(
    jobs: Sequence[Job], options: "Options", processes: int | None, chosen: Selection
) -> RunResult:
    """Checks the files and gathers what is to be reported."""
    result = RunResult(files=len(jobs))
    raw: list[Diagnostic] = []
    progress = stderr_progress(len(jobs))
    for checked in check_jobs(jobs, options, process_count(processes, len(jobs))):
        progress.advance(checked.path)
        raw.extend(checked.diagnostics)
        result.lines += checked.lines
        result.calls_total += checked.calls_total
        result.calls_known += checked.calls_known
        result.add_statistics(checked.statistics)
        result.assumed |= checked.assumed
        if checked.fault:
            result.faults.append(Fault(checked.path, checked.fault_kind or "internal", checked.fault))
    progress.close()
    faulty = {fault.path for fault in result.faults}
    result.diagnostics = reported(raw, [job for job in jobs if job.path not in faulty], chosen)
    return result


def _standard_input(values: Namespace, sources: Sources, streams: Streams) -> Job:
    job = Job(values.stdin_filename or "<stdin>", streams.read_source())
    sources.add(job.path, job.source or "")
    return job


def exit_code(result: RunResult, named: Sequence[str], exit_zero: bool) -> int:
    """2 if the checker failed or a file named by the user is no program, 1 if a bug was found, else 0."""
    files = {os.path.normpath(path) for path in named if not os.path.isdir(path)}
    for fault in result.faults:
        named_itself = fault.path in files or fault.path == "<stdin>"
        if fault.kind == "internal" or (named_itself and fault.kind != "python2"):
            return COULD_NOT
    found = result.count("error") + result.count("warning")
    return FOUND if found and not exit_zero else NOTHING_FOUND


def show(result: RunResult, sources: Sources, values: Namespace, streams: Streams) -> None:
    """Prints a run in the wanted format; what is no part of that format goes to standard error."""
    style = Style(wants_colour(streams.out, os.environ, values.color))
    for fault in result.faults:
        streams.complain(
            fault.message if fault.message.startswith(fault.path) else f"{fault.path}: {fault.message}"
        )
    if values.format == "json":
        from gnomon.report.json_format import render_json

        streams.print(render_json(result, sources))
    elif values.format == "sarif":
        from gnomon.report.sarif import render_sarif

        streams.print(render_sarif(result))
    else:
        _show_each(result, sources, values.format, style, streams)
    machine = values.format in ("json", "sarif", "github")
    aside: TextIO = streams.err if machine else streams.out
    if values.statistics:
        streams.print("\n".join(statistics_table(result)), aside)
    if not machine:
        streams.print(found_line(result, style))
    streams.print(known_line(result), aside)


def _show_each(result: RunResult, sources: Sources, form: str, style: Style, streams: Streams) -> None:
    if form == "full":
        from gnomon.report.full import render_full

        for diagnostic in result.diagnostics:
            streams.print(render_full(in_cells(diagnostic, sources), sources, style) + "\n")
    elif form == "concise":
        from gnomon.report.concise import render_concise

        for diagnostic in result.diagnostics:
            streams.print(render_concise(in_cells(diagnostic, sources), style))
    else:
        from gnomon.report.github import render_github

        for diagnostic in result.diagnostics:
            streams.print(render_github(diagnostic))


def _read_baseline(file: str) -> "Counter[tuple[str, str, str]]":
    from gnomon.report.baseline import read_baseline

    try:
        with open(file, encoding="utf-8") as handle:
            return read_baseline(handle.read())
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{file}: the baseline cannot be read") from None
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None


def _write_baseline(file: str, result: RunResult, sources: Sources, streams: Streams) -> int:
    from gnomon.report.baseline import write_baseline

    text = write_baseline(result.diagnostics, sources, os.path.dirname(file))
    try:
        with open(file, "w", encoding="utf-8") as handle:
            handle.write(text)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from None
    held = result.count("error") + result.count("warning")
    streams.print(f"{file} holds {plural(held, 'finding')}")
    streams.print(known_line(result))
    return NOTHING_FOUND
