"""Writes `docs/rules.md` and `docs/commands.md`; with `--check`, only says which of them are stale."""

import os
import sys
from pathlib import Path

from gnomon.cli import parser
from gnomon.report.rules import find_rule, rule_names

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTICE = "<!-- Written by `make docs`; edit what it is made from instead. -->\n\n"


def rules_page() -> str:
    """The list of rules with links to their pages."""
    rows = ["| rule | level | meaning |", "|---|---|---|"]
    for name in rule_names():
        rule = find_rule(name)
        assert rule is not None
        rows.append(f"| [`{name}`](../src/gnomon/rules/{name}.md) | {rule.level} | {rule.summary} |")
    text = "# Rules\n\nEach has a page, which `gnomon explain RULE` prints and whose examples are tests.\n\n"
    return NOTICE + text + "\n".join(rows) + "\n"


def commands_page() -> str:
    """The help of each command."""
    text = "# Commands\n\n"
    for name in parser.COMMANDS:
        help_text = getattr(parser, f"{name}_parser")().format_help()
        text += f"## `gnomon {name}`\n\n```\n{help_text}```\n\n"
    return NOTICE + text.rstrip() + "\n"


def main() -> int:
    """Writes or compares the pages."""
    stale = []
    for name, text in {"rules.md": rules_page(), "commands.md": commands_page()}.items():
        page = DOCS / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                page.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and stale:
        print(f"stale: {', '.join(stale)}; run `make docs`")
        return 1
    return 0


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    sys.exit(main())
