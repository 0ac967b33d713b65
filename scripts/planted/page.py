"""The page that says how many of the planted mistakes are found."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

HEAD = """# Planted mistakes

<!-- Written by `scripts/planted_mistakes.py`; run the command below instead of editing. -->

One literal of a program that runs is changed: a width, an axis, the target of a reshape, a window, an index, a flag,
a pattern. The changed program is run under the real library. Of the changes after which it crashes for a shape, the
checker should find as many as possible; of those after which it still runs, it must report none as an error.
The programs are the healthy ones of `examples/`, `tests/spec/` and the pages of the rules, and the mended twins of
programs with bugs. What is missed depends on chance or on a branch that is not known, on lists of rows of different
lengths, or on the signature of a `tf.function`.

```
python scripts/planted_mistakes.py PATH... --result RESULT     # once in each library's environment
python scripts/planted_mistakes.py --page docs/planted_mistakes.md RESULT...
```
"""
FRAMEWORKS = (
    ("PyTorch", r"^\s*(import|from) torch"),
    ("TensorFlow 1", r"compat\.v1|compat import v1|disable_v2_behavior|disable_eager_execution"),
    ("JAX and flax", r"^\s*(import|from) (jax|flax|optax)"),
    ("Keras", r"^\s*(import|from) (keras|tensorflow\.keras)|^\s*from tensorflow import keras"),
    ("TensorFlow 2", r"^\s*(import|from) tensorflow"),
    ("scikit-learn and SciPy", r"^\s*(import|from) (sklearn|scipy)"),
    ("NumPy", r"^\s*(import|from) (numpy|einops|pandas)"),
)
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


def framework(text: str) -> str:
    """Returns what a program is written with: the first framework that it imports."""
    return next((name for name, sign in FRAMEWORKS if re.search(sign, text, re.MULTILINE)), "Python alone")


def page(results: list[dict[str, Any]]) -> str:
    """Returns the page of some counts; a program that runs in several environments counts once."""
    records = list({_identity(record): record for result in results for record in result["records"]}.values())
    programs = len({record["program"] for record in records})
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
        "(values that broadcast against others, data of another size than a model declares, reshapes that mix rows).",
        "",
        *_table("library", [name for name, _ in FRAMEWORKS], records, lambda record: record["framework"]),
        "",
        *_table("what is changed", list(KINDS.values()), records, lambda record: KINDS[record["kind"]]),
    ]
    return "\n".join(lines) + "\n"


def _identity(record: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(record[key] for key in ("program", "line", "kind", "before", "after", "outcome"))


def _table(
    title: str, rows: list[str], records: list[dict[str, Any]], row_of: Callable[[dict[str, Any]], str]
) -> list[str]:
    """Returns the lines of a table: crashes, how many are found, and what runs and is reported all the same."""
    lines = [f"| {title} | crashes | found | | run | errors |", "|---|---:|---:|---:|---:|---:|"]
    for row in rows:
        here = [record for record in records if row_of(record) == row]
        crashed = [record for record in here if record["outcome"] == "shape"]
        running = [record for record in here if record["outcome"] == "runs"]
        hits = sum(bool(record["found"]) for record in crashed)
        false = sum("error" in record["found"] for record in running)
        if here:
            lines.append(
                f"| {row} | {len(crashed)} | {hits} | {_percent(hits, len(crashed))} | {len(running)} | {false} |"
            )
    return lines


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"
