"""The rules as their pages tell them: one Markdown file each, under `gnomon/rules/`.

A page is the rule's documentation, the text of `gnomon explain` and its test. Its first line is the
name, its second paragraph `*Error.*` or `*Warning.*` and one sentence that says what it means.
"""

import os
from typing import NamedTuple

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rules")


class Rule(NamedTuple):
    """What the page of a rule says."""

    name: str
    level: str
    summary: str
    text: str


def rule_names() -> list[str]:
    """The names of all rules in alphabetical order."""
    try:
        return sorted(name[:-3] for name in os.listdir(FOLDER) if name.endswith(".md"))
    except OSError:
        return []


def find_rule(name: str) -> Rule | None:
    """The rule of this name, or None."""
    if name not in rule_names():
        return None
    with open(os.path.join(FOLDER, name + ".md"), encoding="utf-8") as file:
        return parse_page(name, file.read())


def parse_page(name: str, text: str) -> Rule:
    """The rule that a page tells of; ValueError if the page has not the form.

    >>> parse_page("rank", "# rank\\n\\n*Error.* Too few\\naxes.\\n\\nMore.\\n")[:3]
    ('rank', 'error', 'Too few axes.')
    """
    paragraphs = text.split("\n\n", 2)
    if paragraphs[0].strip() != f"# {name}" or len(paragraphs) < 2:
        raise ValueError(f"the page of {name} does not begin with '# {name}' and a paragraph")
    head, _, summary = " ".join(paragraphs[1].split()).partition(".* ")
    level = head.removeprefix("*").lower()
    if level not in ("error", "warning", "info") or not summary:
        raise ValueError(
            f"the page of {name} does not say '*Error.*', '*Warning.*' or '*Info.*' and a sentence"
        )
    return Rule(name, level, summary, text)
