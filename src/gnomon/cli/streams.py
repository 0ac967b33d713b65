"""Standard input, output and error of a command, so that tests can hand in their own."""

import sys
from typing import NamedTuple, TextIO

from gnomon.report.sources import decode


class Streams(NamedTuple):
    """The three streams of a run."""

    out: TextIO
    err: TextIO
    stdin: TextIO | None

    def print(self, text: str, stream: TextIO | None = None) -> None:
        """Writes a text and a line feed."""
        (stream or self.out).write(text + "\n")

    def complain(self, message: str) -> None:
        """One line on standard error."""
        self.err.write(f"gnomon: {' '.join(message.split())}\n")

    def read_source(self) -> str:
        """All of standard input as Python source; nothing where it is closed."""
        if self.stdin is None:
            return ""
        binary = getattr(self.stdin, "buffer", None)
        return decode(binary.read()) if binary is not None else self.stdin.read()


def process_streams() -> Streams:
    """The streams of this process; characters that they cannot write are escaped, not fatal."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    return Streams(sys.stdout, sys.stderr, sys.stdin)
