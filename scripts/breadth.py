"""Tells how much of what public programs call the checker's models cover: docs/breadth.md in short.

    python scripts/breadth.py [GROUP...] [--missing]

`make docs` writes the page. The counts are in scripts/usage/counts.tsv, the names that do not count in left_out.tsv.
"""

from __future__ import annotations

import argparse

from usage.counts import read_left_out, read_uses
from usage.coverage import NO_TENSOR, SHAPES, covered, load_all
from usage.page import goal, percent, share


def main() -> int:
    """Prints the share of each group; the exit code is 1 if a goal is missed."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("groups", nargs="*", metavar="GROUP")
    options.add_argument("--missing", action="store_true", help="list the names that are not covered")
    given = options.parse_args()
    load_all()
    left_out = read_left_out()
    missed = False
    for group, uses in read_uses().items():
        if given.groups and group not in given.groups:
            continue
        part, wanted = share(group), goal(group)
        missed |= wanted is not None and 100 * part < wanted
        print(f"{group}: {percent(part)}" + (f", goal {wanted} %" if wanted else ""))
        if given.missing:
            for use in uses:
                counts = not any(entry.takes(group, use) for entry in left_out)
                if counts and (kind := covered(group, use.name)) not in (SHAPES, NO_TENSOR):
                    print(f"  {use.name} {use.calls}+{use.references} calls, {use.weight} ({kind})")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
