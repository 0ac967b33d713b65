"""Checks files one after the other, or in several processes; results come in the order of the files."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from gnomon.check.api import Checker, FileResult, Options

FILES_FOR_PROCESSES = 12
PARSED_TEXT = 6_500_000  # characters of the parsed modules kept in memory: some 300 MB with what they define
MORE_TEXT = (
    1.5  # how much more is kept than one file alone imports: dropping that would not make room for long
)

COLLECTION = (
    50_000,
    20,
    20,
)  # trees and values live long: looking for garbage among them less often saves time


class Job(NamedTuple):
    """One file to check; `source` is given for what is no file."""

    path: str
    source: str | None = None


def process_count(wanted: int | None, files: int) -> int:
    """How many processes to use: as wanted, or one for few files and one per core for many."""
    if wanted is not None:
        return max(1, min(wanted, files))
    if files < FILES_FOR_PROCESSES:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(cores, files)


def check_jobs(jobs: Sequence[Job], options: "Options", processes: int) -> "Iterator[FileResult]":
    """The result of each job in turn."""
    if processes > 1:
        yield from _in_processes(jobs, options, processes)
        return
    for job in jobs:
        yield check_job(job, options)


_checkers: "list[Checker]" = []  # the checker of this process, if any: files of a project import the same

_room = [PARSED_TEXT]  # how many characters this process keeps before it begins anew


def _free_the_last() -> None:
    """Free what the last checker held, before what is there is held for good; this one has taken its place.

    It is in circles, some of them with generators: those are closed by one collection and freed by the next.
    """
    for _ in range(3):
        if not gc.collect():
            break


def check_job(job: Job, options: "Options") -> "FileResult":
    """Checks one file; an internal failure becomes a fault of that file, never a traceback."""
    from gnomon.check.api import Checker

    try:
        if _checkers and (_checkers[0].options != options or _checkers[0].project.text_held > _room[0]):
            _checkers.clear()
        if not _checkers:
            _checkers.append(Checker(options))
            _free_the_last()
            gc.freeze()
            gc.set_threshold(*COLLECTION)
            result = _checkers[0].check(job.path, job.source)
            _room[0] = max(PARSED_TEXT, int(MORE_TEXT * _checkers[0].project.text_held))
            return result
        return _checkers[0].check(job.path, job.source)
    except Exception as error:
        _checkers.clear()
        if os.environ.get("GNOMON_TRACEBACK"):
            raise
        return failed(job.path, describe(error))


def describe(error: BaseException) -> str:
    """An internal failure in one line that is of use in a report of it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        file = os.path.basename(trace.tb_frame.f_code.co_filename)
        where = f" at {file}:{trace.tb_lineno}"
    text = " ".join(str(error).split())[:120]
    return f"internal fault, please report it: {type(error).__name__}{': ' + text if text else ''}{where}"


def failed(path: str, message: str) -> "FileResult":
    """The result of a file that the checker itself failed on."""
    from gnomon.check.api import FileResult

    return FileResult(
        path=path,
        diagnostics=(),
        lines=0,
        fault=message,
        fault_kind="internal",
        calls_total=0,
        calls_known=0,
        statistics={},
    )


def _in_processes(jobs: Sequence[Job], options: "Options", processes: int) -> "Iterator[FileResult]":
    """Results of a pool; when a process dies, the jobs it may have died on run alone, then a new pool."""
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    while done < len(jobs):
        pool = _pool(processes)
        try:
            for future in [pool.submit(check_job, job, options) for job in jobs[done:]]:
                yield future.result()
                done += 1
        except BrokenProcessPool:
            suspects = jobs[done : done + 2 * processes]
            for job in suspects:
                yield _alone(job, options)
            done += len(suspects)
        finally:
            pool.shutdown(cancel_futures=True)


def _alone(job: Job, options: "Options") -> "FileResult":
    """Checks one file in a process of its own, which may die without harm to the others."""
    from concurrent.futures.process import BrokenProcessPool

    with _pool(1) as pool:
        try:
            return pool.submit(check_job, job, options).result()
        except BrokenProcessPool:
            return failed(
                job.path, "internal fault, please report it: the checker's process died on this file"
            )


def _pool(processes: int) -> "ProcessPoolExecutor":
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if sys.platform == "linux" else None
    context = multiprocessing.get_context(method)
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_die_quietly)


def _die_quietly() -> None:
    """Lets Ctrl-C end a worker without a traceback."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
