"""Writes what the functions and layers of a library take: the pages of `src/gnomon/models/signatures/`.

    python scripts/write_signatures.py LIBRARY... [--all] [--calls] [--older] [--anew]

Run it in an environment that has the library. A line is written for each model that takes any arguments, and kept for
each that has one. A version of the library that takes other arguments than those written adds its own, after a ``|``,
so that runs in environments with several versions gather them all: of the newest last, of the others with ``--older``,
which writes no new lines. ``--anew`` drops what only other versions take.
Models whose own parameters are the library's need no line; ``--all`` writes them too, and ``--calls`` what calls of
layers take.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from gnomon.models.loading import load  # noqa: E402
from gnomon.models.signatures import FOLDER, METHODS, PASSED_ON  # noqa: E402
from gnomon.values.parameters import Parameters  # noqa: E402

from models.signatures import VARIOUS, home, methods, models, real_parameters, signature_of  # noqa: E402


def main() -> int:
    """Writes the pages of some libraries."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("libraries", nargs="+", metavar="LIBRARY")
    options.add_argument("--all", action="store_true", help="models that are not loose too")
    options.add_argument("--calls", action="store_true", help="what calls of layers take")
    options.add_argument("--older", action="store_true", help="add to the lines that there are")
    options.add_argument("--anew", action="store_true", help="drop what only other versions take")
    given = options.parse_args()
    warnings.simplefilter("ignore")
    for library in given.libraries:
        print(f"{library}: {write(library, given)} lines changed")
    return 0


def write(library: str, given: argparse.Namespace) -> int:
    """Adds what a library takes to the pages where its names are, and returns in how many lines."""
    load(library)
    changed = 0
    pages: dict[Path, dict[str, str]] = {}
    of_arrays = (
        [(f"{METHODS[library]}.{name}", model) for name, model in methods(library)]
        if library in METHODS
        else []
    )
    for name, model in [*models(f"{library}."), *of_arrays]:
        path = Path(FOLDER) / f"{home(name)}.txt"
        page = pages.setdefault(path, read(path))
        takes_any = any(p.kind in VARIOUS for p in signature_of(model).parameters.values())
        for line in (name, f"{name}()"):
            wanted = (given.all or takes_any) if line == name else (given.calls and isinstance(model, type))
            if line in page or (wanted and not given.older):
                before = page.get(line)
                found = real_parameters(line)
                others = [] if given.anew or before is None else before.split(" | ")
                if found:
                    others = [other for other in others if not any(takes_all(one, other) for one in found)]
                    page[line] = " | ".join([*found, *others])
                    changed += page[line] != before
    for path, page in pages.items():
        text = "".join(f"{name} {page[name]}".rstrip() + "\n" for name in sorted(page))
        if text:
            path.write_text(text, encoding="utf-8")
    return changed


def takes_all(wide: str, narrow: str) -> bool:
    """Whether each call that fits one version fits another, too."""
    one, other = Parameters.parse(wide, PASSED_ON), Parameters.parse(narrow, PASSED_ON)
    needed = {name for name in (*one.positional, *one.named) if name not in one.optional}
    given = {name for name in (*other.positional, *other.named) if name not in other.optional}
    places = zip(other.positional, one.positional)
    return (
        (one.any_name or (other.by_name <= one.by_name and not other.any_name))
        and (one.more or (len(other.positional) <= len(one.positional) and not other.more))
        and needed <= given
        and all(theirs == ours for theirs, ours in places)
    )


def read(path: Path) -> dict[str, str]:
    """The lines of a page by name."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}


if __name__ == "__main__":
    raise SystemExit(main())
