"""`# gnomon: ignore[rule]`: comments that silence findings on their line, the line below, or the whole file.

* behind code: findings on that line, or in a statement that covers it;
* alone on a line: findings on the next line of code;
* alone before the first code, or written `ignore-file`: findings in the whole file.

Without `[...]` all rules are meant.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnomon.report.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.diagnostic import Diagnostic

COMMENT = re.compile(r"#\s*gnomon:\s*(ignore(?:-file)?)\b(?:\s*\[([^\]]*)\])?")
UNUSED = "unused-ignore"


class Ignore(NamedTuple):
    """One comment: where it stands, which lines it silences (None: all), which rules (none: all)."""

    line: int
    column: int
    end_column: int
    target: int | None
    rules: tuple[str, ...]

    def silences(self, diagnostic: "Diagnostic") -> bool:
        """Whether this comment is meant for the finding."""
        if self.rules and diagnostic.rule not in self.rules:
            return False
        span = diagnostic.span
        return self.target is None or span.line <= self.target <= span.end_line


Unused = tuple[Ignore, tuple[str, ...]]  # a comment and those of its rules that silence nothing


def find_ignores(source: str) -> list[Ignore]:
    """All ignore comments of a program.

    >>> [(i.line, i.target, i.rules) for i in find_ignores("x\\ny  # gnomon: ignore[rank, axis]\\n")]
    [(2, 2, ('rank', 'axis'))]
    """
    if "gnomon:" not in source:
        return []
    comments, code_lines = _comments(source)
    first_code = min(code_lines, default=None)
    found: list[Ignore] = []
    for line, column, text in comments:
        for match in COMMENT.finditer(text):
            rules = tuple(name.strip() for name in (match[2] or "").split(",") if name.strip())
            target: int | None = line
            if line not in code_lines:
                target = min((number for number in code_lines if number > line), default=line)
            if match[1] == "ignore-file" or (line not in code_lines and target == first_code):
                target = None
            start = column + match.start()
            found.append(Ignore(line, start, column + match.end(), target, rules))
    return found


def _comments(source: str) -> tuple[list[tuple[int, int, str]], set[int]]:
    """The comments with line and column, both from 1, and the lines that have code."""
    import io
    import tokenize

    blank = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    comments: list[tuple[int, int, str]] = []
    code: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                comments.append((token.start[0], token.start[1] + 1, token.string))
            elif token.type not in blank:
                code.update((token.start[0], token.end[0]))
    except (tokenize.TokenError, SyntaxError):
        pass  # what was read up to there stands
    return comments, code


def apply_ignores(
    diagnostics: Iterable["Diagnostic"], ignores: Sequence[Ignore]
) -> tuple[list["Diagnostic"], list[Unused]]:
    """The diagnostics that no comment silences, and the comments, or names in them, that silence nothing."""
    used: set[tuple[Ignore, str]] = set()
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        silencing = [ignore for ignore in ignores if ignore.silences(diagnostic)]
        used.update((ignore, diagnostic.rule) for ignore in silencing)
        if not silencing:
            kept.append(diagnostic)
    unused: list[Unused] = []
    for ignore in ignores:
        idle = tuple(rule for rule in ignore.rules if (ignore, rule) not in used)
        if idle or (not ignore.rules and not any(other == ignore for other, _ in used)):
            unused.append((ignore, idle))
    return kept, unused


def unused_message(ignore: Ignore, idle: Sequence[str], known: Sequence[str]) -> str:
    """What to say of a comment that silences nothing; `known` are the names of all rules."""
    for name in idle:
        if name not in known:
            return f"there is no rule {name}{did_you_mean(name, known)}"
    what = ", ".join(idle) if idle else "the comment"
    where = "in this file" if ignore.target is None else "here"
    return f"unused ignore: {what} silences nothing {where}"
