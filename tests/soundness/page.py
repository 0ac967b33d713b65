"""The page that says how the checker's claims compare with programs that ran."""

from collections import Counter
from typing import Any

HEAD = """# Soundness by running

<!-- Written by `scripts/soundness_page.py`; run the commands below instead of editing. -->

Programs are run under the real libraries, rewritten so that each expression tells the shape and dtype of its value;
the checker reads the same programs. What it says of an expression must allow each shape that was seen, and within
one call or turn of a loop a named size must be one number. Counted are the expressions whose value was an array.

*Known rank*: the number of axes is told for each shape seen. *Known shape*: each size is told, as a number or by
named sizes. *Not reached*: the checker never evaluated the expression. Programs that end with an error of their
own (data that are not there, versions that changed) count up to there.

Public examples are run as they are (those of rougier/numpy-100 with an import before each), with noise of the same
size in place of downloaded data, and loops over data cut to the first two batches and the last. Where the whole shape
is not known, rows were mostly chosen by a mask.
"""
MADE = """## Programs written at random

Array programs are written from lists of statements, each of which is run as it is written: functions, classes,
loops over batches, unpacked shapes. Networks are put together with their data and training loop. Then one mistake
is planted: another number, pattern or flag, exchanged operands, a lost transpose, reshape or `keepdims`. Counted is
what crashes for a shape; an alarm is an error that is reported of a change after which the program still runs.
What is missed crashes by chance: numbers drawn at random that may be too large for an embedding or a loss.
"""
COMMANDS = """## How to repeat it

```
python scripts/soundness_page.py --group "Examples" examples --result RESULT       # in each library's environment
python scripts/soundness_page.py --group "Answers" --before "import numpy as np" FILE.md --result RESULT
python scripts/soundness_page.py --generate torch --count 100 --result RESULT
python scripts/soundness_page.py --page docs/soundness.md RESULT...
```
"""
NAMES = {
    "numpy": "NumPy arrays", "torch": "PyTorch tensors", "tf": "TensorFlow tensors", "jax": "JAX arrays",
    "net-torch": "PyTorch networks", "net-keras": "Keras networks", "net-flax": "Flax networks",
}  # fmt: skip


def page(results: list[dict[str, Any]]) -> str:
    """Return the page of some results; of several runs of a program the one counts that got furthest, or the last of these."""
    best: dict[Any, dict[str, Any]] = {}
    for record in (record for result in results for record in result["records"]):
        key = record["group"], record["program"]
        if key not in best or record["expressions"] >= best[key]["expressions"]:
            best[key] = record
    versions = {name: version for result in results for name, version in result["versions"].items()}
    read = [record for record in best.values() if not record["generated"]]
    made = [record for record in best.values() if record["generated"]]
    named = ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))
    parts = [HEAD, f"With {named}:\n", _summary(list(best.values()))]
    if read:
        parts += ["## Programs that were there\n", _knowledge(read, "programs")]
    if made:
        parts += [MADE, _knowledge(made, "written"), _mistakes(made)]
    return "\n".join([*parts, COMMANDS])


def _summary(records: list[dict[str, Any]]) -> str:
    sums = _sums(records)
    planted = [each for record in records for each in record["planted"]]
    crashes = [each for each in planted if each["outcome"] == "shape"]
    running = [each for each in planted if each["outcome"] == "runs"]
    found = sum(not each["missed"] for each in crashes)
    lines = [
        f"* **{sums['contradictions']} contradictions** in {sums['expressions']:,} expressions of"
        f" {sums['programs']:,} programs.",
        f"* The rank of {_share(sums['rank_known'], sums['expressions'])} is known, the whole shape of"
        f" {_share(sums['shape_known'], sums['expressions'])}.",
        f"* {sums['alarms']} false alarms on what ran.",
    ]
    if crashes:
        lines.append(
            f"* **{found:,} of {len(crashes):,} planted mistakes that crash are found ({_share(found, len(crashes))}),** and"
            f" {sum(each['alarm'] for each in running)} of {len(running):,} changes that still run are reported as errors."
        )
    return "\n".join([*lines, ""])


def _knowledge(records: list[dict[str, Any]], title: str) -> str:
    rows = [
        f"| {title} | number | expressions | known rank | known shape | not reached | contradictions | false alarms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for group in dict.fromkeys(record["group"] for record in records):
        sums = _sums([record for record in records if record["group"] == group])
        total = sums["expressions"]
        rows.append(
            f"| {NAMES.get(group, group)} | {sums['programs']:,} | {total:,} | {_share(sums['rank_known'], total)}"
            f" | {_share(sums['shape_known'], total)} | {_share(sums['unreached'], total)}"
            f" | {sums['contradictions']} | {sums['alarms']} |"
        )
    return "\n".join([*rows, ""])


def _mistakes(records: list[dict[str, Any]]) -> str:
    rows = ["| planted in | crash | found | | still run | alarms |", "|---|---:|---:|---:|---:|---:|"]
    for group in dict.fromkeys(record["group"] for record in records):
        planted = [each for record in records if record["group"] == group for each in record["planted"]]
        rows.append(_row(NAMES.get(group, group), planted))
    rows += [
        "",
        "| what is changed | crash | found | | still run | alarms |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    planted = [each for record in records for each in record["planted"]]
    for kind, _ in Counter(each["kind"] for each in planted).most_common():
        rows.append(_row(kind, [each for each in planted if each["kind"] == kind]))
    return "\n".join([*rows, ""])


def _row(name: str, planted: list[dict[str, Any]]) -> str:
    crashes = [each for each in planted if each["outcome"] == "shape"]
    running = [each for each in planted if each["outcome"] == "runs"]
    found = sum(not each["missed"] for each in crashes)
    alarms = sum(each["alarm"] for each in running)
    return (
        f"| {name} | {len(crashes)} | {found} | {_share(found, len(crashes))} | {len(running)} | {alarms} |"
    )


def _sums(records: list[dict[str, Any]]) -> Counter[str]:
    sums: Counter[str] = Counter(programs=len(records))
    for record in records:
        sums["contradictions"] += len(record["contradictions"])
        sums["alarms"] += len(record["alarms"])
        for key in ("expressions", "rank_known", "shape_known", "unreached"):
            sums[key] += record[key]
    return sums


def _share(part: int, whole: int) -> str:
    return "" if not whole else f"{100 * part / whole:.1f} %"
