"""A page that draws a compiled function: `gn.show(f)`. One file without links, opened by any browser."""

from __future__ import annotations

import html
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnomon.compile.arena import bytes_of
from gnomon.compile.lower.inside import BodyStep
from gnomon.compile.program import NativeStep
from gnomon.graph.array import Array, Constant, Input, Shared
from gnomon.runtime.explaining import check_compiled, explain, inside, title_of, user_lines

if TYPE_CHECKING:
    from gnomon.compile.plan import Planned
    from gnomon.runtime.function import Function

WIDTH, HEIGHT, GAP = 210, 54, 46

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1c2430; }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
svg { max-width: 100%; height: auto } pre { background: #f3f5f8; padding: 1rem; overflow: auto; border-radius: 6px }
.box { stroke: #3a4a60; fill: #fff } .kernel { fill: #dcecff } .numpy { fill: #ffe9d0 } .leaf { fill: #eef0f2 }
.result { fill: #daf3dc } text { font: 13px system-ui, sans-serif; fill: #1c2430 } .small { font-size: 11px; fill: #5a6675 }
path { fill: none; stroke: #8594a8 }
"""


def page_of(function: Function) -> str:
    """Return the page as HTML."""
    title = html.escape(function.name or "function")
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title><style>{STYLE}</style>"
        f"<h1>{html.escape(repr(function))}</h1><p>Blue: native kernels. Orange: NumPy. Green: results. "
        "Rest on a box to read the lines it computes.</p>"
        f"{_drawing(function)}<h2>Steps</h2><pre>{html.escape(str(explain(function)))}</pre></html>\n"
    )


def show(function: Any, path: str | Path | None = None, *, browser: bool = True) -> Path:
    """Write a page that draws a compiled function and open it; returns where it is."""
    from gnomon.runtime.jitting import Jitted

    if isinstance(function, Jitted):
        if not function.versions:
            raise ValueError("nothing is compiled yet: call the function once")
        function = list(function.versions.values())[-1]
    check_compiled("show", function)
    if path is None:
        with tempfile.NamedTemporaryFile(prefix="gnomon-", suffix=".html", delete=False) as file:
            path = file.name
    place = Path(path)
    place.write_text(page_of(function), encoding="utf-8")
    if browser:
        import webbrowser

        webbrowser.open(place.resolve().as_uri())
    return place


class _Box:
    def __init__(self, title: str, note: str, kind: str, hint: str) -> None:
        self.title, self.note, self.kind, self.hint = title, note, kind, hint
        self.level = 0
        self.column = 0
        self.sources: list[_Box] = []


def _drawing(function: Function) -> str:
    plan = function.plan
    makers: dict[int, _Box] = {}
    boxes: list[_Box] = []
    for slot, leaf in enumerate(plan.leaves):
        if isinstance(leaf, Constant) and not leaf.data.ndim:
            continue
        kind = "input" if isinstance(leaf, Input) else "shared" if isinstance(leaf, Shared) else "constant"
        box = _Box(repr(leaf)[:26], f"{kind} {leaf.dtype} {leaf.shape}", "leaf", f"{bytes_of(leaf)} bytes")
        makers[slot] = box
        boxes.append(box)
    for planned in plan.steps:
        box = _step(function, planned)
        box.sources = [makers[slot] for slot in planned.reads if slot in makers]
        box.level = 1 + max((source.level for source in box.sources), default=-1)
        for slot in planned.writes:
            makers[slot] = box
        boxes.append(box)
    deepest = 1 + max((box.level for box in boxes), default=0)
    count = len(function._outputs)
    for number, slot in enumerate(plan.results):
        array = plan.arrays[slot]
        name = f"output {number}" if number < count else f"new {function.updated[number - count]!r}"
        box = _Box(name[:26], f"{array.dtype} {array.shape}", "result", repr(array))
        box.sources, box.level = [makers[slot]] if slot in makers else [], deepest
        boxes.append(box)
    return _svg(boxes)


def _step(function: Function, planned: Planned) -> _Box:
    step = planned.step
    hint = "\n".join([title_of(step), *user_lines(function, step), *inside(step, "")])
    out: Array = function.plan.arrays[planned.writes[0]]
    if isinstance(step, BodyStep):
        return _Box(step.title[:28], f"native {out.dtype} {out.shape}", "kernel", hint)
    if isinstance(step, NativeStep):
        names = " ".join(member.op.name for member in step.members)
        title = names if len(names) < 28 else f"{names[:24]} ..."
        return _Box(title, f"native {out.dtype} {out.shape}", "kernel", hint)
    name = getattr(getattr(step, "application", None), "op", None)
    return _Box(name.name if name else repr(step), f"{out.dtype} {out.shape}", "numpy", hint)


def _svg(boxes: list[_Box]) -> str:
    columns: dict[int, int] = {}
    for box in boxes:
        box.column = columns.get(box.level, 0)
        columns[box.level] = box.column + 1
    width = max(columns.values(), default=1) * (WIDTH + 20)
    height = (max(columns, default=0) + 1) * (HEIGHT + GAP)
    parts = []
    for box in boxes:
        x, y = _corner(box)
        for source in box.sources:
            a, b = _corner(source)
            start, end = f"{a + WIDTH / 2} {b + HEIGHT}", f"{x + WIDTH / 2} {y}"
            parts.append(
                f"<path d='M {start} C {a + WIDTH / 2} {b + HEIGHT + GAP} {x + WIDTH / 2} {y - GAP} {end}'/>"
            )
    for box in boxes:
        x, y = _corner(box)
        parts.append(
            f"<g><title>{html.escape(box.hint)}</title><rect class='box {box.kind}' x='{x}' y='{y}' rx='6' "
            f"width='{WIDTH}' height='{HEIGHT}'/><text x='{x + 10}' y='{y + 23}'>{html.escape(box.title)}</text>"
            f"<text class='small' x='{x + 10}' y='{y + 42}'>{html.escape(box.note)}</text></g>"
        )
    return f"<svg viewBox='0 0 {width} {height}' width='{width}'>{''.join(parts)}</svg>"


def _corner(box: _Box) -> tuple[int, int]:
    return box.column * (WIDTH + 20) + 10, box.level * (HEIGHT + GAP) + 10
