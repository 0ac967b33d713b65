"""Graphs as pictures: what is drawn, as text for `dot` and as a page of HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.gof.graph import Apply, Constant, Variable

COLORS = {
    "input": "#b7e1cd",
    "shared": "#cfe2f3",
    "constant": "#eeeeee",
    "output": "#f9cb9c",
    "apply": "#ffffff",
}
LEGEND = "green: inputs, blue: shared values, grey: constants, orange: results"
WIDE, HIGH = 170, 90


@dataclass
class Box:
    """A variable or an application in a picture."""

    kind: str
    label: str
    told: str
    layer: int = 0
    place: float = 0.0


@dataclass
class Picture:
    """Boxes, and lines between them with what they carry."""

    boxes: list[Box] = field(default_factory=list)
    lines: list[tuple[int, int, str]] = field(default_factory=list)


class _Drawer:
    def __init__(self, longest: int) -> None:
        self.longest, self.picture, self.seen = longest, Picture(), dict[Any, int]()

    def box(self, key: Any, kind: str, label: str, told: str, layer: int) -> int:
        short = label if len(label) <= self.longest else label[: max(self.longest - 3, 1)] + "..."
        self.picture.boxes.append(Box(kind, short, told, layer))
        self.seen[key] = len(self.picture.boxes) - 1
        return self.seen[key]

    def source(self, variable: Variable) -> int:
        """Return the box that a variable comes from; what it needs must be drawn."""
        if variable.owner is not None:
            return self.seen[variable.owner]
        if variable in self.seen:
            return self.seen[variable]
        kind = "input"
        if isinstance(variable, Constant):
            kind = "constant"
        elif isinstance(variable, SharedVariable):
            kind = "shared"
        return self.box(variable, kind, str(variable), str(variable.type), 0)

    def apply(self, node: Apply) -> None:
        sources = [self.source(variable) for variable in node.inputs]
        layer = 1 + max([self.picture.boxes[k].layer for k in sources], default=0)
        told = f"{node.op}: " + ", ".join([str(variable.type) for variable in node.outputs])
        found = self.box(node, "apply", str(node.op), told, layer)
        for number, (k, variable) in enumerate(zip(sources, node.inputs, strict=True)):
            place = f"{number} " if len(sources) > 1 else ""
            self.picture.lines.append((k, found, f"{place}{variable.type}"))

    def output(self, variable: Variable, number: int) -> None:
        source = self.source(variable)
        layer = self.picture.boxes[source].layer + 1
        found = self.box((variable, number), "output", str(variable), str(variable.type), layer)
        self.picture.lines.append((source, found, str(variable.type)))


def picture_of(obj: Any, longest: int = 70) -> Picture:
    """Return the picture of a function, of variables or of applications; labels are cut off at a length."""
    from gnomon.theano.gof.walking import io_toposort
    from gnomon.theano.printing import _roots

    outputs, order = _roots(obj)
    drawer = _Drawer(longest)
    for node in order or io_toposort([], outputs):
        drawer.apply(node)
    for number, variable in enumerate(outputs):
        drawer.output(variable, number)
    return drawer.picture


def dot_of(picture: Picture) -> str:
    """Return a picture in the language of `dot`."""
    lines = ["digraph theano {"]
    for number, box in enumerate(picture.boxes):
        shape = "ellipse" if box.kind == "apply" else "box"
        color = COLORS[box.kind]
        lines.append(
            f'  n{number} [label={_quoted(box.label)}, shape={shape}, style=filled, fillcolor="{color}"];'
        )
    lines += [f"  n{a} -> n{b} [label={_quoted(text)}];" for a, b, text in picture.lines]
    return "\n".join([*lines, "}", ""])


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def page_of(picture: Picture, title: str = "graph") -> str:
    """Return a picture as one page: layers from top to bottom, moved by dragging, made larger by the wheel."""
    width, height = _placed(picture)
    parts = [_line(picture, line) for line in picture.lines] + [_shape(box) for box in picture.boxes]
    return PAGE.format(
        title=_escaped(title), legend=LEGEND, width=width, height=height, parts="\n".join(parts)
    )


def _placed(picture: Picture) -> tuple[int, int]:
    """Give each box a place in its layer, near what it comes from; return the size of all."""
    layers: dict[int, list[int]] = {}
    sources: dict[int, list[int]] = {}
    for number, box in enumerate(picture.boxes):
        layers.setdefault(box.layer, []).append(number)
    for a, b, _ in picture.lines:
        sources.setdefault(b, []).append(a)
    widest = max([len(layer) for layer in layers.values()], default=1)
    for _, layer in sorted(layers.items()):
        wish = {
            k: sum(picture.boxes[a].place for a in sources.get(k, [])) / max(len(sources.get(k, [])), 1)
            for k in layer
        }
        for place, k in enumerate(sorted(layer, key=lambda k: wish[k])):
            picture.boxes[k].place = WIDE * (place + 0.5 + (widest - len(layer)) / 2)
    return WIDE * widest, HIGH * (max(layers, default=0) + 1)


def _middle(box: Box) -> tuple[float, float]:
    return box.place, HIGH * (box.layer + 0.5)


def _line(picture: Picture, line: tuple[int, int, str]) -> str:
    (x, y), (u, v) = _middle(picture.boxes[line[0]]), _middle(picture.boxes[line[1]])
    told = _escaped(line[2])
    return f'<path d="M{x},{y + 16} C{x},{y + 50} {u},{v - 50} {u},{v - 18}"><title>{told}</title></path>'


def _shape(box: Box) -> str:
    x, y = _middle(box)
    color = COLORS[box.kind]
    if box.kind == "apply":
        shape = f'<ellipse cx="{x}" cy="{y}" rx="76" ry="17" fill="{color}"/>'
    else:
        shape = f'<rect x="{x - 76}" y="{y - 16}" width="152" height="32" fill="{color}"/>'
    short = box.label if len(box.label) <= 22 else box.label[:20] + "…"
    told = _escaped(f"{box.label}\n{box.told}")
    return f'<g>{shape}<text x="{x}" y="{y + 4}">{_escaped(short)}</text><title>{told}</title></g>'


PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ margin: 0; font: 12px sans-serif; }} p {{ margin: 6px; }}
svg {{ width: 100vw; height: calc(100vh - 30px); cursor: grab; }}
path {{ fill: none; stroke: #888; marker-end: url(#tip); }} path:hover {{ stroke: #c00; stroke-width: 3; }}
rect, ellipse {{ stroke: #444; }} text {{ text-anchor: middle; }}
</style></head><body><p>{legend}; rest on a box or a line to read more</p>
<svg viewBox="0 0 {width} {height}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8" style="fill: #888; stroke: none"/></marker></defs>
{parts}
</svg>
<script>
const svg = document.querySelector("svg"), view = svg.viewBox.baseVal;
svg.onwheel = event => {{
  event.preventDefault();
  const scale = event.deltaY > 0 ? 1.15 : 1 / 1.15, at = svg.getScreenCTM().inverse();
  const x = at.a * event.clientX + at.e, y = at.d * event.clientY + at.f;
  view.x = x + (view.x - x) * scale; view.y = y + (view.y - y) * scale;
  view.width *= scale; view.height *= scale;
}};
svg.onpointermove = event => {{
  if (!event.buttons) return;
  const scale = svg.getScreenCTM().inverse().a;
  view.x -= event.movementX * scale; view.y -= event.movementY * scale;
}};
</script></body></html>
"""
