"""A rule's page for the terminal: Markdown as it is written, with its structure in colour."""

from collections.abc import Iterator

from gnomon.report.rules import Rule
from gnomon.report.style import PLAIN, Style


def render_page_text(rule: Rule, style: Style = PLAIN) -> str:
    """The page without fences: code stands indented, headings and markers stand out."""
    return "\n".join(_rows(rule, style)).rstrip()


def _rows(rule: Rule, style: Style) -> Iterator[str]:
    in_code = False
    for line in rule.text.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            yield "    " + _code(line, style) if line else ""
        elif line.startswith("#"):
            yield style.paint(line.lstrip("# "), "title")
        elif line.startswith(f"*{rule.level.capitalize()}.*"):
            mark, _, rest = line.partition(".* ")
            yield style.paint(mark.strip("*") + ".", rule.level) + " " + rest
        else:
            yield line.replace("`", "")


def _code(line: str, style: Style) -> str:
    code, sign, marker = line.partition("  # error: ")
    if not sign:
        code, sign, marker = line.partition("  # warning: ")
    if not sign:
        return line
    level = "error" if "error" in sign else "warning"
    return code + style.paint(sign + marker, level)
