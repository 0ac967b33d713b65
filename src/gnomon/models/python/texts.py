"""Text: ``re``, ``string`` and their like give unknown strings."""

from __future__ import annotations

import string
from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Iteration,
    ListValue,
    Modelled,
    constant,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.python.harmless import giving, harmless

for _name in (
    "ascii_letters",
    "ascii_lowercase",
    "ascii_uppercase",
    "digits",
    "hexdigits",
    "punctuation",
    "printable",
):
    constant(f"string.{_name}", getattr(string, _name))
constant("string.whitespace", string.whitespace)
giving("str", "string", "capwords")
harmless("string", "Template Formatter")


def _texts(*arguments: Any, **keywords: Any) -> Any:
    return ListValue(None, element=unknown_of("str"))


def _unknown(*arguments: Any, **keywords: Any) -> Any:
    return UNKNOWN


@modelled("re.Pattern")
class Pattern(Modelled):
    """A compiled expression."""

    def split(self, string: Any, maxsplit: Any = 0) -> Any:
        """Unknown pieces."""
        return _texts()

    def findall(self, string: Any, *rest: Any) -> Any:
        """Unknown matches."""
        return ListValue(None)

    def finditer(self, string: Any, *rest: Any) -> Any:
        """Unknown matches."""
        return Iteration(make=lambda: UNKNOWN)

    def sub(self, repl: Any, string: Any, count: Any = 0) -> Any:
        """An unknown string."""
        return unknown_of("str")

    def match(self, string: Any, *rest: Any) -> Any:
        """A match or None."""
        return UNKNOWN

    search = fullmatch = match


for _module in ("re", "regex"):
    function(f"{_module}.compile", raw=True, tensor=False)(lambda *arguments, **keywords: Pattern())
    function(f"{_module}.split", raw=True, tensor=False)(_texts)
    giving("str", _module, "sub escape")
    for _name in ("match", "search", "fullmatch", "findall", "subn"):
        function(f"{_module}.{_name}", raw=True, tensor=False)(_unknown)
    function(f"{_module}.finditer", raw=True, tensor=False)(
        lambda *arguments, **keywords: Iteration(make=lambda: UNKNOWN)
    )
    harmless(f"{_module}.*")
