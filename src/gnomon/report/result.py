"""What one run of the checker found, as every output format takes it."""

from collections.abc import Mapping
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic


class Fault(NamedTuple):
    """A file that could not be checked, and why, in one line."""

    path: str
    kind: str
    message: str


class RunResult:
    """The findings of a run in the order of files and lines, and its counts."""

    lines = 0
    seconds = 0.0
    calls_total = 0
    calls_known = 0
    baselined = 0

    def __init__(self, files: int = 0) -> None:
        self.files = files
        self.diagnostics: list[Diagnostic] = []
        self.faults: list[Fault] = []
        self.statistics: dict[str, tuple[int, int, int]] = {}
        self.assumed: set[str] = set()

    def add_statistics(self, counts: Mapping[str, tuple[int, int, int]]) -> None:
        """Adds what one file counted for each framework: calls, rank known, whole shape known."""
        for framework, (calls, rank, shape) in counts.items():
            old = self.statistics.get(framework, (0, 0, 0))
            self.statistics[framework] = (old[0] + calls, old[1] + rank, old[2] + shape)

    def count(self, level: str) -> int:
        """How many diagnostics have this level."""
        return sum(diagnostic.level.value == level for diagnostic in self.diagnostics)
