"""Checking in several processes."""

import multiprocessing
import weakref

from gnomon.check.api import Options
from gnomon.cli import workers
from gnomon.cli.workers import Job, check_jobs


def test_processes_end_with_the_results():
    """The command ends at once after its last result: a worker that stayed would outlive it."""
    jobs = [Job(f"{number}.py", "x = 1\n") for number in range(6)]
    results = list(check_jobs(jobs, Options(), processes=2))
    assert [result.path for result in results] == [job.path for job in jobs]
    assert multiprocessing.active_children() == []


def test_what_one_file_imports_is_kept_for_the_next(tmp_path, monkeypatch):
    """A package that imports more than is kept would else be read anew for each of its files."""
    monkeypatch.setattr(workers, "PARSED_TEXT", 10)
    monkeypatch.setattr(workers, "_checkers", [])
    monkeypatch.setattr(workers, "_room", [10])
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("from package import wide\n")
    (tmp_path / "package" / "wide.py").write_text("x = 1  # and more\n" * 50)
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text("import package\n")
    workers.check_job(Job(str(tmp_path / "first.py")), Options())
    checker = workers._checkers[0]
    workers.check_job(Job(str(tmp_path / "second.py")), Options())
    assert workers._checkers[0] is checker


def test_a_checker_that_is_dropped_is_freed(monkeypatch):
    """Its modules hold hundreds of megabytes in large projects."""
    monkeypatch.setattr(workers, "_checkers", [])
    workers.check_job(Job("first.py", "class A:\n    def f(self):\n        return self.f\n"), Options())
    dropped = weakref.ref(workers._checkers[0].project)
    workers.check_job(Job("second.py", "x = 1\n"), Options(assume={"x": "(3,)"}))
    assert dropped() is None
