"""Checking in several processes."""

import multiprocessing

from gnomon.check.api import Options
from gnomon.cli.workers import Job, check_jobs


def test_processes_end_with_the_results():
    """The command ends at once after its last result: a worker that stayed would outlive it."""
    jobs = [Job(f"{number}.py", "x = 1\n") for number in range(6)]
    results = list(check_jobs(jobs, Options(), processes=2))
    assert [result.path for result in results] == [job.path for job in jobs]
    assert multiprocessing.active_children() == []
