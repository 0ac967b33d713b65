"""What a function takes, and why the arguments of a call do not fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple


class Misfit(NamedTuple):
    """Why arguments do not fit: a message with its fields, and what may help."""

    message: str
    fields: dict[str, Any]
    help: str | None


class Parameters(NamedTuple):
    """The parameters of a function: those by position first, then those by name alone."""

    positional: tuple[str, ...]
    by_position_alone: int
    named: tuple[str, ...]
    optional: frozenset[str]
    more: bool
    any_name: bool
    passed_on: frozenset[str] = frozenset()

    @staticmethod
    def parse(text: str, passed_on: Mapping[str, frozenset[str]] | None = None) -> Parameters:
        """Read parameters: ``x y= / z * w=``; ``**base`` are names that it passes on, listed under ``base``.

        >>> Parameters.parse("x / y= * z").positional, Parameters.parse("x / y= * z").named
        (('x', 'y'), ('z',))
        """
        positional: list[str] = []
        named: list[str] = []
        optional = set()
        alone, more, any_name, late = 0, False, False, False
        passed = frozenset[str]()
        for word in text.split():
            if word == "/":
                alone = len(positional)
            elif word == "**":
                any_name = True
            elif word.startswith("**"):
                passed = (passed_on or {})[word[2:]]
            elif word.startswith("*"):
                more, late = more or word != "*", True
            else:
                name = word.removesuffix("=")
                (named if late else positional).append(name)
                if name != word:
                    optional.add(name)
        return Parameters(tuple(positional), alone, tuple(named), frozenset(optional), more, any_name, passed)

    @property
    def by_name(self) -> frozenset[str]:
        """What may be given by name."""
        return frozenset([*self.positional[self.by_position_alone :], *self.named, *self.passed_on])

    def without(self, count: int) -> Parameters:
        """Return the same without the first parameters, which come by themselves."""
        return self._replace(
            positional=self.positional[count:], by_position_alone=max(self.by_position_alone - count, 0)
        )

    def misfit(self, count: int, keywords: Collection[str], offered: Collection[str] = ()) -> Misfit | None:
        """Return why so many arguments by position and these by name do not fit, None if they do.

        >>> Parameters.parse("x mask=").misfit(3, []).fields
        {'how': '2 arguments (x, mask)', 'given': '3 are'}
        """
        takes = ", ".join((*self.positional, *self.named))
        if count > len(self.positional) and not self.more:
            kinds = len(self.positional)
            how = f"{kinds} argument{'s' if kinds > 1 else ''} ({takes})"
            if not kinds:
                how = f"no arguments by position{f' ({takes})' if takes else ''}"
            given = f"{count} {'is' if count == 1 else 'are'}"
            return Misfit("takes {how}, but {given} given", {"how": how, "given": given}, None)
        by_name = self.by_name
        for keyword in keywords:
            if keyword not in by_name and not self.any_name and keyword not in offered:
                help = nearest(keyword, by_name) or (f"it has {takes}" if takes else None)
                return Misfit("has no parameter {keyword}", {"keyword": keyword}, help)
            if keyword in self.positional[self.by_position_alone : count]:
                return Misfit("gets {keyword} twice, by position and by name", {"keyword": keyword}, None)
        missing = [
            name
            for name in (*self.positional[count:], *self.named)
            if name not in self.optional and name not in keywords
        ]
        if not missing:
            return None
        fields = {"takes": f"({takes})", "missing": " and ".join(missing)}
        return Misfit("takes {takes}, but {missing} is not given", fields, None)


CONFUSED = {"dim": "axis", "keepdim": "keepdims", "keep_dims": "keepdims", "axes": "axis", "axis": "dim"}
"""Names that another library gives a parameter."""


def nearest(keyword: str, names: Collection[str]) -> str | None:
    """Return a question that names the parameter that was probably meant.

    >>> nearest("biass", ["bias", "device"]), nearest("dim", ["a", "axis"]), nearest("zebra", ["a"])
    ('is bias meant?', 'is axis meant?', None)
    """
    found = _meant(keyword, names)
    return found and f"is {found} meant?"


def is_misspelt(keyword: str, names: Collection[str]) -> bool:
    """Whether a name is surely a wrong one, and none that a parameter had before: ``image`` for ``images``.

    >>> is_misspelt("activaton", ["activation"]), is_misspelt("image", ["images"]), is_misspelt("axes", ["axis"])
    (True, False, True)
    """
    found = _meant(keyword, names)
    if found is None or not is_slip(keyword, found):
        return False
    return keyword in CONFUSED or (found not in keyword and keyword not in found)


def _meant(keyword: str, names: Collection[str]) -> str | None:
    other = CONFUSED.get(keyword)
    if other in names:
        return other
    from difflib import get_close_matches

    found = get_close_matches(keyword, names, 1, 0.75)
    return found[0] if found else None


def is_slip(keyword: str, meant: str) -> bool:
    """Whether a keyword is another one misspelt, and not one that it has in another version of the library.

    >>> is_slip("axes", "axis"), is_slip("lenght", "length"), is_slip("a_min", "min"), is_slip("newshape", "shape")
    (True, True, False, False)
    """
    if CONFUSED.get(keyword) == meant:
        return True
    while keyword and meant and keyword[0] == meant[0]:
        keyword, meant = keyword[1:], meant[1:]
    while keyword and meant and keyword[-1] == meant[-1]:
        keyword, meant = keyword[:-1], meant[:-1]
    return (len(keyword) <= 1 and len(meant) <= 1) or (len(meant) == 2 and keyword == meant[::-1])
