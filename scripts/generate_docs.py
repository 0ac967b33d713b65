"""Writes the generated pages and the README's diagnostic; with `--check`, only says which are stale."""

import os
import sys
from pathlib import Path

from table_page import lines as table_lines
from table_page import page as table_page
from usage.page import page as breadth_page

from gnomon.check.api import Options, check_file
from gnomon.cli import parser
from gnomon.graph.rewrites.examples import page as laws_page
from gnomon.report.full import render_full
from gnomon.report.rules import find_rule, rule_names
from gnomon.report.sources import Sources

ROOT = Path(__file__).resolve().parent.parent
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


def readme() -> str:
    """The README with the first diagnostic of the example, as a terminal shows it."""
    os.chdir(ROOT / "examples" / "mistakes")
    result = check_file("train_mnist.py", Options())
    shown = render_full(result.diagnostics[0], Sources())
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    head, mark, rest = text.partition("by `make docs` -->\n```\n")
    _, fence, tail = rest.partition("```\n")
    return f"{head}{mark}{shown}\n{fence}{tail}"


def main() -> int:
    """Writes or compares the pages."""
    pages = {
        ROOT / "docs" / "rules.md": rules_page(),
        ROOT / "docs" / "breadth.md": NOTICE + breadth_page(),
        ROOT / "docs" / "commands.md": commands_page(),
        ROOT / "docs" / "laws.md": NOTICE + laws_page(),
        ROOT / "docs" / "table.md": NOTICE + table_page(*table_lines()),
        ROOT / "README.md": readme(),
    }
    stale = []
    for page, text in pages.items():
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            stale.append(page.name)
            if "--check" not in sys.argv:
                page.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and stale:
        print(f"stale: {', '.join(stale)}; run `make docs`")
        return 1
    return 0


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    sys.exit(main())
