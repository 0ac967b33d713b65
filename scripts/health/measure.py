"""Checks one project in this process, as `gnomon check --jobs 1` does, and prints what came of it as JSON.

    python -m health.measure FOLDER [--seconds-per-file 60] [--lost] [--swallowed]

Beside the findings it tells lines, seconds, peak memory, slow files and, per framework, how many calls were
evaluated and of how many the rank and the whole shape are known; `--lost` adds which calls lost them, `--swallowed`
which exceptions of models and calls that do not bind were taken for unknown results, and where they were raised.
"""

import argparse
import json
import os
import resource
import signal
import time
from collections import Counter
from typing import Any

from gnomon.check.api import Options
from gnomon.cli.files import EXCLUDE, INCLUDE, Filter, find_files
from gnomon.cli.findings import reported
from gnomon.cli.patterns import Patterns
from gnomon.cli.workers import Job, check_job
from gnomon.report.selection import Selection
from gnomon.values.host import host

SLOW = 3.0
"""Seconds after which a file is listed as slow."""


def main() -> None:
    """Measures the folder of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--seconds-per-file", type=int, default=60)
    parser.add_argument("--lost", action="store_true")
    parser.add_argument("--swallowed", action="store_true")
    options = parser.parse_args()
    swallowed: Counter[tuple[str, str]] | None = Counter() if options.swallowed else None
    lost = watch_losses() if options.lost else None
    result = measure(options.folder, options.seconds_per_file, swallowed)
    print(json.dumps({**result, "lost": lost and told(lost), "swallowed": swallowed and told(swallowed)}))


def measure(
    folder: str, seconds_per_file: int, swallowed: Counter[tuple[str, str]] | None = None
) -> dict[str, Any]:
    """Checks each file of a folder."""
    chosen = Filter([(None, Patterns(INCLUDE))], [(None, Patterns(EXCLUDE))])
    files = find_files([folder], chosen)
    started = time.process_time()
    lines = 0
    raw, faults, slow = [], [], []
    known: dict[str, list[int]] = {}
    signal.signal(signal.SIGVTALRM, give_up)
    for file in files:
        before = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds_per_file)
        result = check_job(Job(file), Options())
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if swallowed is not None:
            swallowed.update(host.current.misunderstood)
            host.current.misunderstood.clear()
        lines += result.lines
        raw.extend(result.diagnostics)
        if result.fault:
            faults.append([os.path.relpath(file, folder), result.fault_kind, result.fault])
        spent = time.process_time() - before
        if spent > SLOW:
            slow.append([round(spent, 1), os.path.relpath(file, folder)])
        for framework, counts in result.statistics.items():
            entry = known.setdefault(framework, [0, 0, 0])
            entry[:] = [a + b for a, b in zip(entry, counts, strict=True)]
    found = reported(raw, [Job(file) for file in files], Selection())
    return {
        "files": len(files),
        "lines": lines,
        "seconds": time.process_time() - started,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "findings": sorted(
            {
                (os.path.relpath(d.span.path, folder), d.span.line, d.rule, d.level.value, d.message)
                for d in found
                if d.level.value in ("error", "warning")
            }
        ),
        "faults": faults,
        "slow": sorted(slow, reverse=True),
        "known": known,
    }


def give_up(*_: Any) -> None:
    """Ends a file that takes too long; the checker reports it as a fault of that file."""
    raise TimeoutError("took too long")


def watch_losses() -> Counter[tuple[str, str, str]]:
    """Counts, from now on, the places of library calls of which rank or sizes are not known, by function."""
    from gnomon.check import library
    from gnomon.values import Tensor, Unknown

    lost: Counter[tuple[str, str, str]] = Counter()
    seen: set[tuple[str, str, int, int]] = set()
    count, note = library.count_call, library.note_unmodelled
    told_names: list[str] = []
    outer = library._count

    def counted(run: Any, function: Any, value: Any, site: Any) -> None:
        told_names.append(function.name)
        outer(run, function, value, site)
        told_names.pop()

    def counting(run: Any, framework: str, value: Any, site: Any) -> None:
        count(run, framework, value, site)
        rank, whole = run.statistics.get((framework, site.source.path, id(site.node)), (True, True))
        name = told_names[-1] if told_names else "?"
        add(run, framework, site, name, rank, whole, value)

    def add(run: Any, framework: str, site: Any, name: str, rank: bool, whole: bool, value: Any) -> None:
        place = (site.source.path, framework, site.node.lineno, site.node.col_offset)
        if whole or place in seen:
            return
        seen.add(place)
        why = "sizes" if rank else "rank"
        if type(value) is Unknown and isinstance(value.reason, tuple):
            why = ": ".join(map(str, value.reason))
        elif not rank and type(value) is not Tensor:
            why = "no tensor"
        lost[framework, name, why] += 1

    def noting(run: Any, callee: Any, node: Any, frame: Any) -> None:
        note(run, callee, node, frame)
        reason = callee.reason
        if type(reason) is tuple and reason[0] == "unmodelled":
            framework = library.TENSOR_LIBRARIES.get(reason[1].partition(".")[0])
            if framework is not None:
                add(run, framework, run.site(frame, node), reason[1], False, False, callee)

    library._count = counted
    library.count_call = counting
    from gnomon.check import calls

    calls.note_unmodelled = noting  # type: ignore[attr-defined]
    return lost


def told(lost: Counter[Any]) -> list[list[Any]]:
    """Losses and swallowed exceptions as JSON: [count, framework, function, why], [count, exception, place]."""
    return [[count, *key] for key, count in lost.most_common()]


if __name__ == "__main__":
    main()
