"""``argparse``: a namespace whose attributes are the defaults, converted by their type."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Iteration,
    ListValue,
    Modelled,
    Unknown,
    choice,
    constant,
    host,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import HARMLESS, harmless
from gnomon.values import ABSENT, alternatives


@modelled("argparse.Namespace", "types.SimpleNamespace")
class Namespace(Modelled):
    """An object with attributes."""

    raw = True

    def __init__(self, *mapping: Any, **entries: Any) -> None:
        for name, value in entries.items():
            setattr(self, name, value)

    def _entries(self) -> dict[str, Any]:
        own = ("site", "outer", "_open", "_born")
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def __vars__(self) -> DictValue:
        """Return what ``vars(args)`` gives."""
        return DictValue(Namespace._entries(self), rest=UNKNOWN if self.__dict__.get("_open") else None)

    def __contains__(self, name: Any) -> Any:
        return unknown_of("bool") if type(name) is not str else name in self.__dict__

    def iterate(self) -> Iteration:
        """The names of the attributes."""
        return Iteration(tuple(Namespace._entries(self)))


class Option:
    """One argument of a parser."""

    __slots__ = ("action", "choices", "const", "converter", "default", "dest", "flags", "nargs", "required")

    def __init__(self, flags: tuple[str, ...], keywords: dict[str, Any]) -> None:
        self.flags = flags
        self.action = keywords.get("action", "store")
        self.nargs = keywords.get("nargs")
        self.const = keywords.get("const")
        self.default = keywords.get("default", ABSENT)
        self.converter = keywords.get("type")
        self.choices = keywords.get("choices")
        self.required = keywords.get("required") is True or not flags[0].startswith("-")
        self.dest = keywords["dest"] if type(keywords.get("dest")) is str else _destination(flags)

    def value(self) -> Any:
        """Return the value of the argument when the command line does not give it."""
        if self.action in ("store_true", "store_false"):
            absent = self.action == "store_false"
            return absent if self.default is ABSENT else self.default
        if self.action == "count":
            return (
                choice([None, symbol(self.dest, lower=0)]) if self.default in (ABSENT, None) else self.default
            )
        if self.default is ABSENT or self.default is None:
            given = self.given()
            optional_place = self.nargs in ("?", "*") and not self.flags[0].startswith("-")
            if self.required and not optional_place:
                return given
            if type(given) is Unknown:
                return Unknown(name=self.dest)
            return choice([None, given])
        if type(self.default) is str and self.converter is not None:
            return host.call(self.converter, self.default)
        return self.default

    def given(self) -> Any:
        """Return an unknown value of the kind that the command line gives."""
        if self.action in ("append", "extend"):
            return ListValue(None, element=self.single())
        if self.nargs in ("+", "*") or (
            self.nargs is not None and type(self.nargs) is not int and self.nargs != "?"
        ):
            return ListValue(None, element=self.single())
        if type(self.nargs) is int:
            return ListValue([self.single() for _ in range(self.nargs)])
        return self.single()

    def single(self) -> Any:
        """Return one unknown word of the command line, converted."""
        kind = type_name(self.converter)
        if kind == "int":
            options = None if self.choices is None else elements(self.choices)
            if options and all(type(option) is int for option in options):
                return symbol(self.dest, lower=min(options), upper=max(options), domain=frozenset(options))
            return symbol(self.dest, lower=None)
        if kind in ("float", "bool"):
            return unknown_of(kind)
        if kind == "str" or self.converter is None:
            return Unknown("str", name=self.dest)
        return Unknown(name=self.dest)


def type_name(converter: Any) -> str | None:
    """Return the name of a builtin type, None for any other converter."""
    if isinstance(converter, type):
        return converter.__name__
    name = getattr(converter, "name", None)
    return (
        name.rpartition(".")[2] if type(name) is str and name.rpartition(".")[0] in ("", "builtins") else None
    )


def _destination(flags: tuple[str, ...]) -> str:
    long = next((flag for flag in flags if flag.startswith("--")), flags[0])
    return long.lstrip("-").replace("-", "_")


class _Container(Modelled):
    """What arguments can be added to: a parser or a group of one."""

    raw = True

    def add_argument(self, *flags: Any, **keywords: Any) -> Any:
        """Add an argument; without a known name, any attribute may exist."""
        parser = self._parser()
        if not flags or not all(type(flag) is str for flag in flags) or "**" in keywords:
            parser.open = True
            return HARMLESS
        parser.options = (*parser.known_options(), Option(flags, keywords))
        return HARMLESS

    add_argument.raw = True  # type: ignore[attr-defined]

    def _parser(self) -> Any:
        return self

    def add_argument_group(self, *arguments: Any, **keywords: Any) -> Any:
        """A group adds its arguments to the parser."""
        return Group(self._parser())

    add_mutually_exclusive_group = add_argument_group


class Group(_Container):
    """A group of arguments."""

    library_name = "argparse.Group"

    def __init__(self, parser: Any) -> None:
        self.parser = parser

    def _parser(self) -> Any:
        return self.parser


@modelled("argparse.ArgumentParser", "configargparse.ArgumentParser", "configargparse.ArgParser")
class ArgumentParser(_Container):
    """A parser of the command line."""

    options: Any = ()
    defaults: Any = ()
    open = False
    commands: Any = ()

    def __init__(self, *arguments: Any, parents: Any = (), **keywords: Any) -> None:
        self.options = ()
        self.defaults = ()
        self.commands = ()
        self.open = False
        for parent in elements(parents) or ():
            if isinstance(parent, ArgumentParser):
                self.options = (*self.options, *parent.known_options())
            else:
                self.open = True

    def known_options(self) -> tuple[Option, ...]:
        """Return the arguments; where branches added different ones, all of them."""
        found: dict[str, Option] = {}
        for single in alternatives(self.options):
            for option in single if type(single) is tuple else ():
                found.setdefault(option.dest + "|" + option.flags[0], option)
        return tuple(found.values())

    def set_defaults(self, **keywords: Any) -> None:
        """Give defaults by name."""
        current = self.defaults if type(self.defaults) is tuple else ()
        self.defaults = (*current, *((name, value) for name, value in keywords.items() if name != "**"))
        if "**" in keywords:
            self.open = True

    set_defaults.raw = True  # type: ignore[attr-defined]

    def get_default(self, dest: Any) -> Any:
        """Return the default of an argument."""
        return next((option.value() for option in self.known_options() if option.dest == dest), None)

    def add_subparsers(self, **keywords: Any) -> Any:
        """Return what makes a parser for each command."""
        dest = keywords.get("dest")
        self.open = True
        return Commands(self, dest if type(dest) is str else None)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the namespace."""
        if args is None and self.open is False:
            self._tell_refusal()
        return self._namespace(args, namespace)

    def _namespace(self, args: Any, namespace: Any) -> Any:
        made = namespace if isinstance(namespace, Namespace) else Namespace()
        words = _words(args)
        parsed = None if words is None else self._parse(words)
        if self.open is not False:
            made._open = True
        for option in self.known_options():
            if option.action in ("help", "version"):
                continue
            given = None if parsed is None else parsed.get(option.dest, ABSENT)
            if given is None or given is ABSENT:
                setattr(made, option.dest, option.value())
            else:
                setattr(made, option.dest, _converted(option, given))
        for name, value in self.defaults if type(self.defaults) is tuple else ():
            setattr(made, name, value)
        for command in alternatives(self.commands):
            for parser in command if type(command) is tuple else ():
                for option in parser.known_options():
                    if option.dest not in made.__dict__:
                        setattr(made, option.dest, Unknown(name=option.dest))
        return made

    parse_args.raw = True  # type: ignore[attr-defined]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the namespace and the words that are left."""
        return self._namespace(args, namespace), ListValue(None, element=unknown_of("str"))

    parse_known_args.raw = True  # type: ignore[attr-defined]
    parse_intermixed_args = parse_args
    parse_known_intermixed_args = parse_known_args

    def _tell_refusal(self) -> None:
        """Tell that the program would not take the arguments that the check was given for it."""
        words = host.script_arguments()
        options = self.known_options()
        if not words or any(option.nargs in ("...", "A...") for option in options):
            return
        flags = {"--help", *(flag for option in options for flag in option.flags)}
        for word in words:
            name = word.partition("=")[0].replace("--no-", "--", 1)
            long = name.startswith("--") and len(name) > 2
            if long and not any(flag.replace("--no-", "--", 1).startswith(name) for flag in flags):
                host.inform("script-arguments", f"the program takes no argument {word.partition('=')[0]}")

    def _parse(self, words: list[str]) -> dict[str, Any] | None:
        """Parse known words; returns what they give by destination, as text, or None if they do not fit."""
        import argparse

        class Quiet(argparse.ArgumentParser):
            def error(self, message: str) -> Any:
                raise ValueError(message)

        parser = Quiet(add_help=False, argument_default=argparse.SUPPRESS)
        for option in self.known_options():
            keywords: dict[str, Any] = {}
            if option.flags[0].startswith("-"):
                keywords["dest"] = option.dest
            if option.action in ("store_true", "store_false", "count", "append", "extend", "store_const"):
                keywords["action"] = option.action
            if option.action in ("store", "append", "extend") and (
                option.nargs is None or type(option.nargs) in (int, str)
            ):
                keywords["nargs"] = option.nargs
            if option.action == "store_const":
                keywords["const"] = option.const
            try:
                parser.add_argument(*option.flags, **keywords)
            except (ValueError, TypeError, argparse.ArgumentError):
                continue
        try:
            return dict(vars(parser.parse_known_args(words)[0]))
        except (ValueError, TypeError, SystemExit):
            return None

    def _nothing(self, *arguments: Any, **keywords: Any) -> None:
        return None

    print_help = print_usage = register = convert_arg_line_to_args = _nothing

    def format_help(self) -> Any:
        """Unknown text."""
        return unknown_of("str")

    format_usage = format_help

    def error(self, message: Any) -> None:
        """The program ends here."""
        host.end_path()

    exit = error


class Commands(Modelled):
    """Sub-commands of a parser."""

    library_name = "argparse.Commands"

    def __init__(self, parser: ArgumentParser, dest: str | None) -> None:
        self.parser = parser
        if dest is not None:
            parser.options = (*parser.known_options(), Option((f"--{dest}",), {"required": True}))

    def add_parser(self, name: Any, **keywords: Any) -> Any:
        """Return the parser of one command."""
        made = ArgumentParser()
        parser = self.parser
        known = parser.commands if type(parser.commands) is tuple else ()
        parser.commands = (*known, made)
        return made


def _words(args: Any) -> list[str] | None:
    """Return the words to parse where they are known: given in the program, or to the check."""
    if args is None:
        given = host.script_arguments()
        return None if given is None else list(given)
    items = elements(args) if type(args) in (ListValue, tuple) else None
    if items is not None and all(type(item) is str for item in items):
        return list(items)
    return None


def _converted(option: Option, given: Any) -> Any:
    if option.action in ("store_true", "store_false", "count", "store_const") or option.converter is None:
        return ListValue(given) if type(given) is list else given
    if type(given) is list:
        return ListValue([host.call(option.converter, word) for word in given])
    return host.call(option.converter, given) if type(given) is str else given


harmless("argparse", "Action HelpFormatter RawTextHelpFormatter FileType ArgumentError ArgumentTypeError")
harmless(
    "argparse", "ArgumentDefaultsHelpFormatter RawDescriptionHelpFormatter MetavarTypeHelpFormatter SUPPRESS"
)
harmless("argparse", "BooleanOptionalAction REMAINDER OPTIONAL ZERO_OR_MORE ONE_OR_MORE PARSER")
constant("argparse.REMAINDER", "...")
constant("argparse.ZERO_OR_MORE", "*")
constant("argparse.ONE_OR_MORE", "+")
constant("argparse.OPTIONAL", "?")
