"""The command line's entry point."""

import sys


def entry() -> None:
    """Runs the command line and ends the process with its exit code."""
    sys.exit("gnomon: the command line is not there yet")
