"""Runs programs under the real library and holds what their expressions were against what the checker says.

    python scripts/soundness_page.py --group NAME PATH... [--root FOLDER] [--seconds 60] --result FILE
    python scripts/soundness_page.py --generate numpy|torch|tf|jax|net-torch|net-keras|net-flax --count 100 --result FILE
    python scripts/soundness_page.py --page docs/soundness.md RESULT...

Paths are programs, notebooks, folders of them (their `*_fixed.py`, or else all), or Markdown pages of programs. Run
this in the environment that has the library; what is not installed is left out, what has to be downloaded is
replaced by noise of the same size. Generated programs run also with mistakes planted. A result file is continued.
"""

import argparse
import ast
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "scripts")]

from planted.page import framework  # noqa: E402
from planted.running import in_child, load_libraries  # noqa: E402
from planted_mistakes import versions  # noqa: E402

from soundness.arrays import array_program  # noqa: E402
from soundness.judging import judged, planted  # noqa: E402
from soundness.nets import net_program  # noqa: E402
from soundness.page import page  # noqa: E402
from soundness.standins import install  # noqa: E402
from spec.blocks import expectations, read_blocks  # noqa: E402

LOADED = {"numpy": ["numpy"], "torch": ["torch"], "tf": ["tensorflow"], "jax": ["jax"], "keras": ["keras"],
          "flax": ["flax"]}  # fmt: skip


def main() -> int:
    """Runs and compares, or writes the page from earlier results."""
    options = arguments()
    if options.page:
        results = [json.loads(Path(path).read_text(encoding="utf-8")) for path in options.paths]
        options.page.write_text(page(results), encoding="utf-8")
        return 0
    result: dict[str, Any] = {"versions": versions(), "records": []}
    if options.result and options.result.exists():
        result["records"] = json.loads(options.result.read_text(encoding="utf-8"))["records"]
    lost: Counter[str] = Counter()
    done = {(record["group"], record["program"]) for record in result["records"]}
    for name, text, folder in programs(options):
        if (options.group, name) in done:
            continue
        made = bool(options.generate)
        mistakes = options.mistakes if made else 0
        root = options.root.resolve() if options.root else None
        answer = in_child(
            lambda case=(name, text, folder, mistakes, root): record(*case),
            folder,
            options.seconds,
        )
        if answer is None:
            print(f"{name}: ended without an answer", file=sys.stderr)
            continue
        tell(name, answer, lost)
        if answer["expressions"]:
            result["records"].append({"group": options.group, "program": name, "generated": made, **answer})
        if options.result:
            options.result.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for line, count in lost.most_common(options.unknown):
        print(f"unknown {count:4} {line}")
    print(page([result]))
    return 0


def arguments() -> argparse.Namespace:
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--group", default="programs", help="what the page calls these programs")
    parser.add_argument("--root", type=Path, help="where the project of the programs begins")
    parser.add_argument(
        "--before", default="", metavar="LINE", help="a line that each program of a page lacks"
    )
    parser.add_argument("--generate", metavar="KIND", help="write programs instead of reading them")
    parser.add_argument("--count", type=int, default=100, help="so many generated programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--mistakes", type=int, default=8, help="planted in each generated program")
    parser.add_argument("--seconds", type=int, default=60, help="time for one program")
    parser.add_argument("--result", type=Path, help="where results are kept")
    parser.add_argument("--unknown", type=int, default=0, help="list so many expressions of unknown shape")
    parser.add_argument("--page", type=Path, help="write this page from kept results")
    return parser.parse_args()


def programs(options: argparse.Namespace) -> Iterator[tuple[str, str, Path]]:
    """Yields name, text and folder of each program that is asked for."""
    if options.generate:
        options.group = options.generate
        load_libraries([f"import {name}" for name in LOADED[options.generate.removeprefix("net-")]])
        empty = Path(tempfile.mkdtemp())
        for seed in range(options.first, options.first + options.count):
            yield f"{options.generate}:{seed}", "", empty
        return
    found = [
        (name, f"{options.before}\n{text}" if options.before else text, folder)
        for path in options.paths
        for name, text, folder in find_programs(Path(path))
        if is_python(text)
    ]
    load_libraries([text for _, text, _ in found])
    yield from found


def is_python(text: str) -> bool:
    """Whether a text is a program: some pages show commands of a notebook."""
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def find_programs(path: Path) -> Iterator[tuple[str, str, Path]]:
    """Yields name, text and folder of each program under a path."""
    if path.is_dir():
        files = sorted(path.rglob("*_fixed.py")) or sorted(path.rglob("*.py"))
        for file in [*files, *sorted(path.rglob("*.md")), *sorted(path.rglob("*.ipynb"))]:
            yield from find_programs(file)
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        for block in read_blocks(text):
            if not block.options:
                folder = Path(tempfile.mkdtemp())
                for name, helper in block.files.items():
                    (folder / name).parent.mkdir(parents=True, exist_ok=True)
                    (folder / name).write_text(helper, encoding="utf-8")
                yield f"{path.stem}:{block.line}", block.code, folder
    elif path.suffix == ".ipynb":
        yield f"{path.parent.name}/{path.stem}", notebook(json.loads(text)), Path(tempfile.mkdtemp())
    else:
        yield f"{path.parent.name}/{path.stem}", text, path.parent.resolve()


def written(name: str) -> str:
    """Returns the text of a generated program, which runs the library: this is done in the child alone."""
    kind, _, seed = name.partition(":")
    return (net_program if kind.startswith("net-") else array_program)(kind, int(seed))


def notebook(cells: dict[str, Any]) -> str:
    """Returns the code of a notebook without its commands to the shell."""
    code = ["".join(cell["source"]) for cell in cells["cells"] if cell["cell_type"] == "code"]
    lines = [line for cell in code for line in [*cell.split("\n"), ""]]
    return "\n".join("" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines)


def record(name: str, text: str, folder: Path, mistakes: int, root: Path | None) -> dict[str, Any]:
    """Runs a program here, checks it and compares; plants mistakes in it, if so many are asked for."""
    text = text or written(name)
    install(text)
    judgement = judged(text, str(folder / "program.py"), root)
    found = asdict(judgement.verdict)
    # what a page of tests/spec expects does not always raise where it is reported: some only once a graph is run
    expected = {f"line {each.line}" for each in expectations(text) if each.level == "error"}
    alarms = [alarm for alarm in judgement.alarms if alarm.partition(":")[0] not in expected]
    found["error"], found["alarms"] = judgement.error, alarms
    found["framework"], found["text"] = framework(text), text
    found["planted"] = [{**asdict(each), "missed": each.missed, "alarm": each.alarm}
                        for each in planted(text, mistakes)] if mistakes else []  # fmt: skip
    return found


def tell(name: str, answer: dict[str, Any], lost: Counter[str]) -> None:
    """Says what is wrong, and takes out of a record what only this run is to see."""
    lines = answer.pop("text").split("\n")
    if answer["error"]:
        print(f"{name}: ended with {answer['error'][:200]}", file=sys.stderr)
    for each in answer["contradictions"]:
        print(f"{name}:{each['line']}:{each['column']}: is {each['seen']}, claimed {each['claimed'][:300]}")
    for message in answer["alarms"]:
        print(f"{name}: false alarm, {message}")
    for path, place, why in answer.pop("unknown"):
        if place[4] == "Name":
            continue
        source = lines if Path(path).name == "program.py" else Path(path).read_text("utf-8").split("\n")
        part = source[place[0] - 1].encode()[place[1] :].decode()[:60]
        lost[f"{Path(path).stem}:{place[0]}: {part}   {why[:80]}"] += 1
    for each in answer["planted"]:
        change = f"{name}:{each['line']}: {each['before']} -> {each['after']}"
        if each["missed"]:
            print(f"{change}: missed, {each['error'][:160]}")
        if each["alarm"]:
            print(f"{change}: false alarm, {each['found'][0]}")
        del each["text"]


if __name__ == "__main__":
    sys.exit(main())
