"""Paths matched by patterns in the syntax of `.gitignore`."""

import re
from collections.abc import Iterable


class Patterns:
    """A list of patterns; the last one that matches a path decides, and `!` turns one round.

    A pattern with a slash at its beginning or in its middle counts from the folder of the patterns,
    others match at any depth; a slash at the end means folders; `**` spans folders.

    >>> patterns = Patterns(["build/", "*.py", "!keep.py", "/docs/**/old"])
    >>> patterns.matches("a/build/x.txt"), patterns.matches("keep.py"), patterns.matches("docs/a/b/old")
    (True, False, True)
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules: list[tuple[re.Pattern[str], bool, bool]] = []
        for line in lines:
            rule = _parse(line)
            if rule:
                self._rules.append(rule)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def matches(self, path: str, folder: bool = False) -> bool:
        """Whether a path, relative and with forward slashes, or a folder that it lies in, matches."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            if self._decide("/".join(parts[:depth]), True):
                return True
        return self._decide(path, folder)

    def _decide(self, path: str, folder: bool) -> bool:
        for regex, negated, folders_only in reversed(self._rules):
            if (folder or not folders_only) and regex.fullmatch(path):
                return not negated
        return False


def _parse(line: str) -> tuple[re.Pattern[str], bool, bool] | None:
    """The regular expression of a pattern, whether it is negated, whether it means folders only."""
    text = line.rstrip("\r\n")
    while text.endswith(" ") and not text.endswith("\\ "):
        text = text[:-1]
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text[negated:]
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    anchored = "/" in text
    text = text.removeprefix("/")
    if not text:
        return None
    regex = _translate(text)
    if not anchored:
        regex = "(?:.*/)?" + regex
    try:
        return re.compile(regex, re.DOTALL), negated, folders_only
    except re.error:
        return None


def _translate(text: str) -> str:
    """The regular expression for the parts of a pattern between slashes."""
    parts = text.split("/")
    regex = ""
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part == "**":
            regex += ".+" if last else "(?:.*/)?"
        else:
            regex += _translate_part(part) + ("" if last else "/")
    return regex


def _translate_part(part: str) -> str:
    regex = ""
    index = 0
    while index < len(part):
        character = part[index]
        index += 1
        if character == "*":
            regex += "[^/]*"
        elif character == "?":
            regex += "[^/]"
        elif character == "\\" and index < len(part):
            regex += re.escape(part[index])
            index += 1
        elif character == "[" and (end := _class_end(part, index)) > 0:
            regex += _translate_class(part[index:end])
            index = end + 1
        else:
            regex += re.escape(character)
    return regex


def _class_end(part: str, start: int) -> int:
    """Where the `]` of a character class stands, or -1; the first character may itself be `]`."""
    index = start
    if index < len(part) and part[index] in "!^":
        index += 1
    return part.find("]", index + 1)


def _translate_class(content: str) -> str:
    negated = content[0] in "!^"
    body = (
        content[negated:].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("&&", "&\\&")
    )
    return f"(?!/)[{'^' if negated else ''}{body}]"
