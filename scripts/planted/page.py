"""The page that says how many of the planted mistakes are found."""

from collections import Counter
from typing import Any

HEAD = """# Planted mistakes

<!-- Written by `scripts/planted_mistakes.py`; run the command below instead of editing. -->

One literal of a program that runs is changed: a width, an axis, the target of a reshape, a window, an index, a flag,
a pattern. The changed program is run under the real library. Of the changes after which it crashes for a shape, the
checker should find as many as possible; of those after which it still runs, it must report none as an error.

```
python scripts/planted_mistakes.py PATH... --result RESULT     # once in each library's environment
python scripts/planted_mistakes.py --page docs/planted_mistakes.md RESULT...
```
"""
KINDS = {
    "width": "a width of a layer",
    "size": "another size",
    "target": "the target of a reshape",
    "axis": "an axis",
    "window": "a window, stride or padding",
    "index": "an index or a slice",
    "pattern": "an einsum or einops pattern",
    "flag": "a flag",
    "other": "another number",
}


def page(results: list[dict[str, Any]]) -> str:
    """Returns the page of some counts."""
    records = [record for result in results for record in result["records"]]
    programs = sum(result["programs"] for result in results)
    versions = {name: version for result in results for name, version in result["versions"].items()}
    outcomes = Counter(record["outcome"] for record in records)
    crashed = [record for record in records if record["outcome"] == "shape"]
    running = [record for record in records if record["outcome"] == "runs"]
    false = sum("error" in record["found"] for record in running)
    warned = sum(record["found"] == ["warning"] for record in running)
    found = sum(bool(record["found"]) for record in crashed)
    near = sum(bool(record["found"]) and record["on_the_line"] for record in crashed)
    lines = [
        HEAD,
        f"With {', '.join(f'{name} {version}' for name, version in sorted(versions.items()))}:",
        "",
        f"* {len(records)} changes of {programs} programs: {outcomes['shape']} crash for a shape, "
        f"{outcomes['runs']} run, {outcomes['other'] + outcomes['slow']} end otherwise and are left out.",
        f"* **{found} of {len(crashed)} crashes are found ({_percent(found, len(crashed))}),** {near} of them on a line "
        "that the traceback or the change names.",
        f"* {false} of the {len(running)} that run are reported as errors, {warned} as warnings only "
        "(values of one shape that broadcast against another, most of them).",
        "",
        "| what is changed | crashes | found | |",
        "|---|---:|---:|---:|",
    ]
    for kind, text in KINDS.items():
        of_kind = [record for record in crashed if record["kind"] == kind]
        hits = sum(bool(record["found"]) for record in of_kind)
        if of_kind:
            lines.append(f"| {text} | {len(of_kind)} | {hits} | {_percent(hits, len(of_kind))} |")
    return "\n".join(lines) + "\n"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"
