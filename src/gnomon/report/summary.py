"""The closing lines of a run: what was found, how much was known, and the table of `--statistics`."""

from collections.abc import Iterator

from gnomon.report.result import RunResult
from gnomon.report.style import PLAIN, Style


def found_line(result: RunResult, style: Style = PLAIN) -> str:
    """How many errors and warnings there are in how many files.

    >>> found_line(RunResult(files=3))
    'no shape bug found in 3 files'
    """
    files = plural(result.files - len(result.faults), "file")
    parts = [
        style.paint(plural(number, word), level)
        for level, word in (
            ("error", "error"),
            ("warning", "warning"),
            ("info", "note"),
            ("unproven", "unproven"),
        )
        if (number := result.count(level))
    ]
    if result.faults and result.files == len(result.faults) and not parts:
        return f"{plural(len(result.faults), 'file')} not checked"
    text = f"{', '.join(parts)} in {files}" if parts else f"no shape bug found in {files}"
    if result.baselined:
        text += f" ({result.baselined} known from the baseline)"
    if result.faults:
        text += f", {plural(len(result.faults), 'file')} not checked"
    return text


def known_line(result: RunResult) -> str:
    """How many of the calls that return tensors have a known shape."""
    return f"{result.calls_known} of {result.calls_total} tensor calls known"


def plural(number: int, word: str) -> str:
    """A count with its word.

    >>> plural(1, "file"), plural(2, "file")
    ('1 file', '2 files')
    """
    return f"{number} {word}" if number == 1 or word == "unproven" else f"{number} {word}s"


def statistics_table(result: RunResult) -> Iterator[str]:
    """For each framework: calls of functions that return tensors, and the share with known rank and shape."""
    rows = sorted(result.statistics.items())
    if len(rows) > 1:
        columns = zip(*(counts for _, counts in rows), strict=True)
        total = [sum(column) for column in columns]
        rows.append(("all", (total[0], total[1], total[2])))
    width = max((len(name) for name, _ in rows), default=0)
    width = max(width, len("framework"))
    yield f"{'framework':<{width}}  {'calls':>8}  {'rank known':>10}  {'shape known':>11}"
    for name, (calls, rank, shape) in rows:
        yield f"{name:<{width}}  {calls:>8}  {_share(rank, calls):>10}  {_share(shape, calls):>11}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
