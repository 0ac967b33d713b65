"""The page on breadth: for each library, how much of what public programs call has a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from usage.counts import LeftOut, Use, read_left_out, read_uses
from usage.coverage import BARE, METHODS_OF, NO_TENSOR, SHAPES, covered, load_all

GOALS = {"tensorflow": 90, "tensorflow tensors": 90, "keras": 90, "flax, haiku, equinox": 90}
GOAL = 95
NO_GOAL = ("jax", "others")


def page() -> str:
    """The text of docs/breadth.md."""
    load_all()
    left_out = read_left_out()
    rows, sections = [], []
    for group, uses in read_uses().items():
        kept, dropped = _parted(group, uses, left_out)
        kinds = {use.name: covered(group, use.name) for use in kept}
        rows.append(_row(group, kept, dropped, kinds))
        sections.append(_section(group, kept, dropped, kinds))
    return "\n".join([*_HEAD, *rows, "", *sections, *_reasons(left_out)]).rstrip() + "\n"


_HEAD = [
    "# Breadth",
    "",
    "Which of the names that 53 public projects use the checker's models cover. A name counts as often as there are",
    "projects that use it; a method, of which only the receiver would tell whose it is, as often as there are files.",
    'Covered is a name whose model gives shapes, or states what the name is and that it gives no tensor ("no tensor":',
    "a number, a text, an object, nothing). A name of which the models know only that it exists is not covered.",
    "",
    "| group | names | shapes | no tensor | not covered | left out | covered by projects | covered by calls | goal |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
]


def _parted(
    group: str, uses: list[Use], left_out: list[LeftOut]
) -> tuple[list[Use], list[tuple[Use, LeftOut]]]:
    """The names that count, and those left out with the entry that says why."""
    kept, dropped = [], []
    for use in uses:
        entry = next((entry for entry in left_out if entry.takes(group, use)), None)
        if entry is None:
            kept.append(use)
        else:
            dropped.append((use, entry))
    return kept, dropped


def share(group: str) -> float:
    """How much of a group is covered, by projects: a number from 0 to 1."""
    kept, _ = _parted(group, read_uses()[group], read_left_out())
    return _share([(use.weight, covered(group, use.name)) for use in kept])


def goal(group: str) -> int | None:
    """How many per cent of a group are to be covered."""
    return None if group in NO_GOAL else GOALS.get(group, GOAL)


def _share(weights: list[tuple[int, str]]) -> float:
    whole = sum(weight for weight, _ in weights)
    return sum(weight for weight, kind in weights if kind in (SHAPES, NO_TENSOR)) / max(whole, 1)


def _row(group: str, kept: list[Use], dropped: list[tuple[Use, LeftOut]], kinds: dict[str, str]) -> str:
    counts = Counter(kinds.values())
    by_projects = _share([(use.weight, kinds[use.name]) for use in kept])
    by_calls = _share([(use.calls + use.references, kinds[use.name]) for use in kept])
    wanted = goal(group)
    cells = [
        f"[{group}](#{_anchor(group)})",
        str(len(kept)),
        str(counts[SHAPES]),
        str(counts[NO_TENSOR]),
        str(len(kept) - counts[SHAPES] - counts[NO_TENSOR]),
        str(len(dropped)),
        percent(by_projects),
        percent(by_calls),
        "" if wanted is None else f"{wanted} %",
    ]
    return f"| {' | '.join(cells)} |"


def percent(part: float) -> str:
    """A share, rounded down: 100 % means all."""
    return f"{int(part * 1000) / 10:.1f} %"


def _anchor(group: str) -> str:
    return "".join(letter for letter in group.replace(" ", "-") if letter.isalnum() or letter == "-")


def _section(group: str, kept: list[Use], dropped: list[tuple[Use, LeftOut]], kinds: dict[str, str]) -> str:
    unit = "files" if group in METHODS_OF else "projects"
    lines = [f"## {group}", ""]
    missing = [use for use in kept if kinds[use.name] not in (SHAPES, NO_TENSOR)]
    if missing:
        lines += [f"| not covered | calls | references | files | {unit} |", "|---|--:|--:|--:|--:|"]
        for use in sorted(missing, key=lambda use: (-use.weight, -use.calls - use.references, use.name)):
            note = " (nothing known of it)" if kinds[use.name] == BARE else ""
            cells = [f"`{use.name}`{note}", use.calls, use.references, use.files, use.weight]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    else:
        lines.append("All are covered.")
    lines += ["", f"The number after a name is that of its {unit}.", ""]
    for kind in (SHAPES, NO_TENSOR):
        lines += [f"**{kind}**: {_listed(use for use in kept if kinds[use.name] == kind)}", ""]
    if dropped:
        lines += [f"**left out**: {_listed(use for use, _ in dropped)}", ""]
    return "\n".join(lines)


def _listed(uses: Iterable[Use]) -> str:
    names = [f"`{use.name}` {use.weight}" for use in sorted(uses, key=lambda use: (-use.weight, use.name))]
    return ", ".join(names) or "none"


def _reasons(left_out: list[LeftOut]) -> list[str]:
    lines = [
        "## What is left out",
        "",
        "`scripts/usage/left_out.tsv` says so. Some of the projects are the libraries themselves: what one project alone",
        "uses may be a library's own.",
        "",
        "| group | names | projects | why |",
        "|---|---|---|---|",
    ]
    for entry in left_out:
        pattern = entry.pattern.pattern.replace("|", "\\|")
        lines.append(
            f"| {'all' if entry.group == '*' else entry.group} | `{pattern}` | {'one' if entry.alone else 'any'} "
            f"| {entry.reason} |"
        )
    return lines
