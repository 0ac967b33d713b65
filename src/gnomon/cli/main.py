"""The command line's entry point: finds the command, guards its run, gives its exit code."""

import errno
import gc
import os
import sys
from collections.abc import Sequence

from gnomon import __version__
from gnomon.cli.errors import UsageError
from gnomon.cli.parser import COMMANDS
from gnomon.cli.streams import Streams, process_streams
from gnomon.report.suggest import did_you_mean

OVERVIEW = """Gnomon finds the shape bugs of array programs without running them.

usage: gnomon COMMAND ...

{commands}

`gnomon COMMAND --help` tells more. Start with: gnomon check ."""
INTERRUPTED = 130


def entry() -> None:
    """Runs the command line and ends the process with its exit code.

    It ends at once: taking millions of objects apart first would take a noticeable time.
    """
    gc.set_threshold(100_000, 50, 100)  # few cycles are made: frequent collections cost a tenth of the time
    streams = process_streams()
    try:
        code = run(sys.argv[1:], streams)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    os._exit(code)


def run(arguments: Sequence[str], streams: Streams) -> int:
    """Runs one command: 0 nothing found, 1 found, 2 could not do the job."""
    try:
        return _dispatch(list(arguments), streams)
    except UsageError as error:
        streams.complain(str(error))
    except SystemExit as stop:  # argparse printed the help
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        streams.complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            streams.complain(f"what was found cannot be written: {error.strerror}")
            return 2
        if os.environ.get("GNOMON_TRACEBACK"):
            raise
        from gnomon.cli.workers import describe

        streams.complain(describe(error))
    return 2


def _dispatch(arguments: list[str], streams: Streams) -> int:
    script_args: list[str] | None = None
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, script_args = arguments[:cut], arguments[cut + 1 :]
    if arguments[0:1] == ["help"] and len(arguments) == 2 and arguments[1] in COMMANDS:
        arguments = [arguments[1], "--help"]
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        width = max(map(len, COMMANDS))
        commands = "\n".join(f"  gnomon {name:<{width}}  {text}" for name, text in COMMANDS.items())
        streams.print(OVERVIEW.format(commands=commands))
        return 0
    if arguments[0] in ("-V", "--version", "version"):
        streams.print(f"gnomon {__version__}")
        return 0
    name, rest = arguments[0], arguments[1:]
    if name == "check":
        from gnomon.cli.check import check_command as command
    elif name == "explain":
        from gnomon.cli.show import explain_command as command
    elif name == "rules":
        from gnomon.cli.show import rules_command as command
    elif name == "shapes":
        from gnomon.cli.show import shapes_command as command
    elif name == "why":
        from gnomon.cli.show import why_command as command
    elif os.path.exists(name):
        raise UsageError(f"unknown command {name}; did you mean gnomon check {name}?")
    else:
        raise UsageError(f"unknown command {name}{did_you_mean(name, COMMANDS)}")
    return command(rest, script_args, streams)
