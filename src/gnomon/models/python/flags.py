"""``absl``: flags that programs define, and the application that calls ``main``."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    ListValue,
    Modelled,
    Unknown,
    alias,
    constant,
    function,
    host,
    unknown_of,
)
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import HARMLESS, harmless, words


class FlagValues(Modelled):
    """``FLAGS``: the defaults of the flags of the program that is being checked."""

    library_name = "absl.flags.FLAGS"
    raw = True

    def _current(self) -> dict[str, Any]:
        """Return the flags, forgotten when another program begins."""
        if self.__dict__.get("_program") is not host.current:
            self.__dict__.clear()
            self.__dict__["_program"] = host.current
        return self.__dict__

    def define(self, name: Any, value: Any) -> None:
        """Add a flag."""
        self._current()
        if type(name) is str:
            setattr(self, name, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return ListValue(None, element=unknown_of("str"))

    def __getitem__(self, name: Any) -> Any:
        return Holder(self.__dict__.get(name, UNKNOWN) if type(name) is str else UNKNOWN)

    def _nothing(self, *arguments: Any, **keywords: Any) -> Any:
        return HARMLESS

    mark_as_parsed = _parse_flags = flag_values_dict = append_flags_into_file = _nothing


class Holder(Modelled):
    """A flag's holder, with its value."""

    library_name = "absl.flags.FlagHolder"
    raw = True

    def __init__(self, value: Any) -> None:
        self.value = value


FLAGS = FlagValues()
constant("absl.flags.FLAGS", FLAGS)
alias("tensorflow.app.flags", "absl.flags")
alias("tensorflow.compat.v1.app.flags", "absl.flags")
alias("tensorflow.flags", "absl.flags")
alias("tensorflow.compat.v1.flags", "absl.flags")
alias("gflags", "absl.flags")


def given(name: str) -> str | None:
    """Return the value that the check was given for a flag on the command line of the program."""
    arguments: list[str] = list(host.script_arguments() or ())
    for place, word in enumerate(arguments):
        bare = word.lstrip("-")
        if word.startswith("-") and bare == name and place + 1 < len(arguments):
            return arguments[place + 1]
        if word.startswith("-") and bare.startswith(name + "="):
            return bare[len(name) + 1 :]
    return None


def _number(kind: type) -> Any:
    def read(written: str) -> Any:
        try:
            return kind(written)
        except ValueError:
            return UNKNOWN

    return read


READ: dict[str, Any] = {
    "integer": _number(int),
    "float": _number(float),
    "bool": lambda written: written.lower() in ("true", "t", "1", "yes"),
    "list": lambda written: ListValue(written.split(",")),
}
READ["boolean"] = READ["bool"]


def _definition(kind: str) -> None:
    @function(f"absl.flags.DEFINE_{kind}", raw=True, tensor=False)
    def define(name: Any, default: Any = None, *rest: Any, **keywords: Any) -> Any:
        default = keywords.get("default", keywords.get("default_value", default))
        if kind in ("list", "multi_string", "spaceseplist") and type(default) is str:
            default = ListValue(default.split(",") if default else ())
        elif kind.startswith("multi_") and type(default) in (int, float):
            default = ListValue((default,))
        elif default is None:
            default = Unknown(name=name if type(name) is str else None)
        written = given(name) if type(name) is str else None
        if written is not None:
            default = READ.get(kind, str)(written)
        FLAGS.define(name, default)
        return Holder(default)


for _kind in words(
    "string integer float bool boolean list enum multi_string multi_integer multi_float multi_enum"
    " spaceseplist enum_class multi_enum_class alias"
):
    _definition(_kind)


@function("absl.app.run", raw=True, tensor=False)
def run(main: Any = None, argv: Any = None, **keywords: Any) -> Any:
    """Call ``main`` with the command line; the program ends with it."""
    words = host.script_arguments() or ()
    given = elements(argv) if argv is not None else words
    if main is not None:
        host.invoke(main, ListValue([unknown_of("str"), *(given or ())]))
    host.end_path()


harmless("absl.*")
harmless(
    "absl.flags",
    "mark_flag_as_required mark_flags_as_required register_validator validator DEFINE declare_key_flag",
)
harmless("absl.flags", "adopt_module_key_flags DuplicateFlagError Error")
