"""Answers of three values: YES, NO and MAYBE."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Truth:
    """The answer to a question about sizes: it holds always (YES), never (NO), or that is not known (MAYBE).

    There are exactly three answers, so `is` compares them. They have no boolean value, since an unknown must
    never count as false.

    >>> YES & MAYBE
    MAYBE
    >>> NO | YES
    YES
    >>> ~MAYBE
    MAYBE
    >>> bool(MAYBE)
    Traceback (most recent call last):
        ...
    TypeError: an answer may be MAYBE: ask .is_yes, .is_no or .is_maybe
    """

    __slots__ = ("is_maybe", "is_no", "is_yes", "name")

    name: str
    is_yes: bool
    is_no: bool
    is_maybe: bool

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_yes = name == "YES"
        self.is_no = name == "NO"
        self.is_maybe = name == "MAYBE"

    @staticmethod
    def of(fact: bool) -> Truth:
        """YES for a true Python condition and NO for a false one."""
        return YES if fact else NO

    def __and__(self, other: Truth) -> Truth:
        if self is NO or other is NO:
            return NO
        return YES if self is other is YES else MAYBE

    def __or__(self, other: Truth) -> Truth:
        if self is YES or other is YES:
            return YES
        return NO if self is other is NO else MAYBE

    def __invert__(self) -> Truth:
        if self is YES:
            return NO
        return YES if self is NO else MAYBE

    def __bool__(self) -> bool:
        raise TypeError("an answer may be MAYBE: ask .is_yes, .is_no or .is_maybe")

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name


YES = Truth("YES")
NO = Truth("NO")
MAYBE = Truth("MAYBE")


def all_of(answers: Iterable[Truth]) -> Truth:
    """YES if every answer is YES, NO as soon as one is NO.

    >>> all_of([YES, MAYBE]), all_of([MAYBE, NO]), all_of([])
    (MAYBE, NO, YES)
    """
    result = YES
    for answer in answers:
        if answer is NO:
            return NO
        if answer is MAYBE:
            result = MAYBE
    return result


def any_of(answers: Iterable[Truth]) -> Truth:
    """YES as soon as one answer is YES, NO if every answer is NO.

    >>> any_of([NO, MAYBE]), any_of([MAYBE, YES]), any_of([])
    (MAYBE, YES, NO)
    """
    result = NO
    for answer in answers:
        if answer is YES:
            return YES
        if answer is MAYBE:
            result = MAYBE
    return result
