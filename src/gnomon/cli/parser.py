"""The options of each command."""

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from gnomon.cli.errors import UsageError
from gnomon.report.suggest import did_you_mean

COMMANDS = {
    "check": "find the shape bugs of programs without running them",
    "explain": "tell what a rule means, why it matters and how to fix it",
    "rules": "list all rules",
    "shapes": "show a program with the shape of each assigned tensor at the right",
    "why": "tell which unknown or unmodelled thing lost the shape on a line",
}
FORMATS = ("full", "concise", "json", "github", "sarif")


class Parser(argparse.ArgumentParser):
    """Ends with one line, which names the closest option or choice, instead of the usage text."""

    def error(self, message: str) -> NoReturn:
        """Raises what the user is to read."""
        choice = re.match(r"argument (\S+): invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if choice:
            names = re.findall(r"[\w-]+", choice[3])
            message = f"{choice[1]} cannot be {choice[2]}{did_you_mean(choice[2], names)}"
            if "did you mean" not in message:
                message += f" (one of {', '.join(names)})"
        message = re.sub(r"^argument (?=--)", "", message)
        raise UsageError(message.replace("the following arguments are required:", "missing:"))

    def known_options(self) -> list[str]:
        """The long options."""
        return [name for name in self._option_string_actions if name.startswith("--")]

    def parse_all(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The values of the arguments; UsageError if one is unknown."""
        for argument in arguments:
            name = argument.partition("=")[0]
            if name.startswith("--") and len(name) > 2 and name not in self._option_string_actions:
                raise UsageError(f"unknown option {name}{did_you_mean(name, self.known_options())}")
        values, unknown = self.parse_known_args(arguments)
        if unknown:
            raise UsageError(f"unknown option {unknown[0]}{did_you_mean(unknown[0], self.known_options())}")
        return values


def _parser(command: str, usage: str) -> Parser:
    description = COMMANDS[command]
    return Parser(
        prog=f"gnomon {command}",
        usage=f"gnomon {command} {usage}",
        description=description[0].upper() + description[1:] + ".",
        allow_abbrev=False,
    )


def check_parser() -> Parser:
    """Options of `gnomon check`."""
    parser = _parser("check", "[options] PATH... [-- script arguments]")
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files, folders, notebooks; - reads standard input")
    add("--format", choices=FORMATS, default="full", help="how to print (default: full)")
    add(
        "--select",
        action="append",
        default=[],
        metavar="RULES",
        help="only these rules or levels, with commas",
    )
    add("--ignore", action="append", default=[], metavar="RULES", help="not these rules or levels")
    add("--unproven", action="store_true", help="also report what depends on a size that is not known")
    add("--exit-zero", action="store_true", help="exit with 0 even if something is found")
    add("--statistics", action="store_true", help="print how much is known of each framework's calls")
    add(
        "--assume",
        action="append",
        default=[],
        metavar="NAME=SHAPE",
        help="the shape of an unseen name, such as x=(B,3,224,224)",
    )
    add(
        "--library-version",
        action="append",
        default=[],
        metavar="NAME=VERSION",
        help="judge by this version, such as tensorflow=1.12",
    )
    add(
        "--include",
        action="append",
        default=[],
        metavar="PATTERN",
        help="check files that match (as in .gitignore)",
    )
    add(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="leave out what matches (as in .gitignore)",
    )
    add("--baseline", metavar="FILE", help="do not report the findings that this file holds")
    add("--write-baseline", action="store_true", help="write all findings to the baseline file")
    add(
        "--config",
        metavar="FILE",
        help="read [tool.gnomon] from this file instead of the project's pyproject.toml",
    )
    add("--stdin-filename", metavar="NAME", help="the name for what is read from standard input")
    add("--jobs", type=positive, metavar="N", help="number of processes (default: by the number of files)")
    add("--color", choices=("auto", "always", "never"), default="auto", help="colours (default: auto)")
    return parser


def explain_parser() -> Parser:
    """Options of `gnomon explain`."""
    parser = _parser("explain", "RULE")
    parser.add_argument("rule", metavar="RULE", help="name of a rule, such as inner-size")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    return parser


def rules_parser() -> Parser:
    """Options of `gnomon rules`."""
    parser = _parser("rules", "[--format FORMAT]")
    parser.add_argument("--format", choices=("full", "json"), default="full", help="how to print")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    return parser


def shapes_parser() -> Parser:
    """Options of `gnomon shapes`."""
    parser = _parser("shapes", "[options] FILE [-- script arguments]")
    add = parser.add_argument
    add("file", metavar="FILE", help="a program or notebook; - reads standard input")
    add("--html", metavar="OUT", help="write a page to this file")
    add(
        "--assume",
        action="append",
        default=[],
        metavar="NAME=SHAPE",
        help="the shape of an unseen name, such as x=(B,3,224,224)",
    )
    add("--library-version", action="append", default=[], metavar="NAME=VERSION", help="such as torch=2.1")
    add("--stdin-filename", metavar="NAME", help="the name for what is read from standard input")
    add("--color", choices=("auto", "always", "never"), default="auto")
    return parser


def why_parser() -> Parser:
    """Options of `gnomon why`."""
    parser = _parser("why", "[options] FILE:LINE [-- script arguments]")
    add = parser.add_argument
    add("place", metavar="FILE:LINE", help="a line whose shape is not known")
    add(
        "--assume",
        action="append",
        default=[],
        metavar="NAME=SHAPE",
        help="the shape of an unseen name, such as x=(B,3,224,224)",
    )
    add("--library-version", action="append", default=[], metavar="NAME=VERSION", help="such as torch=2.1")
    return parser


def positive(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1")
    return int(text)


def comma_list(values: Sequence[str]) -> tuple[str, ...]:
    """The names in repeated options, each of which may list several.

    >>> comma_list(["rank,axis", "feed"])
    ('rank', 'axis', 'feed')
    """
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def pairs(values: Sequence[str], option: str, example: str) -> dict[str, str]:
    """`NAME=VALUE` arguments as a dict; UsageError for another form."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip() or not text.strip():
            raise UsageError(f"{option} {value}: expected a name and a value, such as {example}")
        found[name.strip()] = text.strip()
    return found
