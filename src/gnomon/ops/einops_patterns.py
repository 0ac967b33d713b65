"""The language of einops patterns: parsed, matched with a shape, and written as a shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gnomon.ops.axes import with_rank
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Divides, Equal, Run, Shape, Size

Group = tuple[str, ...]
"""The parts of one axis: names, numbers as text, or the ellipsis; () is an axis of size 1."""

REST = "..."


class Pattern:
    """Both sides of a pattern, and the names on each."""

    __slots__ = ("left", "right", "text")

    def __init__(self, left: tuple[Group, ...], right: tuple[Group, ...], text: str) -> None:
        self.left = left
        self.right = right
        self.text = text


@lru_cache(maxsize=1024)
def parse_pattern(text: str, kind: str) -> Pattern | str:
    """Return the parsed pattern of rearrange, reduce or repeat, or what is wrong with it."""
    sides = text.split("->")
    if len(sides) != 2:
        return "one arrow -> is needed"
    left, right = parse_side(sides[0]), parse_side(sides[1])
    for side in (left, right):
        if isinstance(side, str):
            return side
    assert not isinstance(left, str)
    assert not isinstance(right, str)
    if any(REST in group and len(group) > 1 for group in left):
        return "an ellipsis inside parentheses belongs on the right"
    before, after = names_in(left), names_in(right)
    if REST in after and REST not in before:
        return "the ellipsis is missing on the left"
    if kind == "rearrange":
        if before != after:
            return f"{listed(before ^ after)} stands on one side only"
        if any(part.isdigit() and part != "1" for group in left + right for part in group):
            return "numbers other than 1 cannot be axes here"
    elif kind == "reduce":
        if after - before:
            return f"{listed(after - before)} stands on the right only"
    elif before - after:
        return f"{listed(before - after)} is missing on the right"
    return Pattern(left, right, text)


def parse_side(text: str) -> tuple[Group, ...] | str:
    """Return the axes of one side, or what is wrong with it."""
    groups: list[Group] = []
    inside: list[str] | None = None
    seen: set[str] = set()
    spaced = text.replace("(", " ( ").replace(")", " ) ").replace(REST, " ... ")
    for token in spaced.split():
        if token == "(":
            if inside is not None:
                return "parentheses cannot be nested"
            inside = []
        elif token == ")":
            if inside is None:
                return "a parenthesis is closed that was not opened"
            groups.append((REST, "1") if inside == [REST] else tuple(inside))  # all rest axes as one
            inside = None
        else:
            if token == "1":
                if inside is None:
                    groups.append(())
                continue
            if token != REST and not token.isdigit():
                if (
                    not token.isidentifier()
                    or token.endswith("_")
                    or (token.startswith("_") and token != "_")
                ):
                    return f"{token!r} is not a name"
            if not token.isdigit():
                if token in seen:
                    return f"{token!r} stands twice on one side"
                seen.add(token)
            if inside is None:
                groups.append((token,))
            else:
                inside.append(token)
    return "a parenthesis is not closed" if inside is not None else tuple(groups)


def names_in(side: tuple[Group, ...]) -> set[str]:
    return {part for group in side for part in group if not part.isdigit()}


def listed(names: set[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names))


def match_side(r: Rule, x: Array, side: tuple[Group, ...], known: dict[str, Size], text: str) -> Shape | None:
    """Match x against one side; fill in the sizes of names and return what the ellipsis stands for."""
    shape = x.shape
    at = next((k for k, group in enumerate(side) if group == (REST,)), None)
    count = len(side) - (at is not None)
    if shape.rank is None and at is None and shape.min_rank <= count:
        shape = with_rank(r, shape, count)
    rank = shape.rank
    wrong = shape.min_rank > count if at is None else rank is not None and rank < count
    if wrong or (at is None and rank != count):
        r.refute(
            "einops-pattern",
            "{op}: {x} is {x.shape}, but {text!r} wants {want}",
            blame=x,
            x=x,
            text=text,
            want=f"{count} axes" if at is None else f"at least {count} axes",
        )
    if at is None:
        for group, size in zip(side, shape.dims):
            _match_group(r, x, group, size, known, text)
        return None
    right = count - at
    for k in range(at):
        _match_group(r, x, side[k], shape.axis(k), known, text)
    for k in range(right):
        _match_group(r, x, side[at + 1 + k], shape.axis(k - right), known, text)
    if rank is not None:
        return Shape(shape.dims[at : rank - right])
    if len(shape.prefix) >= at and len(shape.suffix) >= right:
        return Shape(shape.prefix[at:], shape.run, shape.suffix[: len(shape.suffix) - right])
    return Shape((), Run())


def _match_group(
    r: Rule, x: Array, group: Group, size: Size | None, known: dict[str, Size], text: str
) -> None:
    if len(group) == 1 and group[0] not in known and not group[0].isdigit():
        known[group[0]] = r.fresh() if size is None else size
        return
    total: Size = 1
    missing = []
    for part in group:
        if part.isdigit():
            total = total * int(part)
        elif part in known:
            total = total * known[part]
        else:
            missing.append(part)
    if size is None:
        for part in missing:
            known[part] = r.fresh()
        return
    fields: dict[str, Any] = {"x": x, "size": size, "total": total, "text": text}
    if not missing:
        if size is not total and size != total:
            what = "a size of 1 is needed" if not group else f"{' '.join(group)} makes {total}"
            r.require(
                Equal(size, total),
                "einops-pattern",
                "{op}: {x} is {x.shape}: an axis has {size} entries, but {what} in {text!r}",
                blame=x,
                what=what,
                **fields,
            )
        return
    if len(missing) > 1:
        r.refute(
            "einops-pattern",
            "{op}: the sizes of {names} are not known in {text!r}",
            blame=x,
            help=f"give one of them, for example {missing[0]}=2",
            names=listed(set(missing)),
            **fields,
        )
    if total != 1:
        r.require(
            Divides(total, size),
            "einops-pattern",
            "{op}: {x} is {x.shape}: {size} entries do not split into parts of {total} ({text!r})",
            blame=x,
            **fields,
        )
    known[missing[0]] = size if total == 1 else size // total


def write_side(
    r: Rule, side: tuple[Group, ...], known: Mapping[str, Size], rest: Shape | None, text: str
) -> Shape:
    """Return the shape that one side describes."""
    prefix: list[Size] = []
    suffix: list[Size] = []
    run: Run | None = None
    for group in side:
        target = prefix if run is None else suffix
        if group == (REST,) and rest is not None:
            prefix.extend(rest.prefix)
            if rest.run is not None:
                run = rest.run
                suffix.extend(rest.suffix)
            continue
        total: Size = 1
        for part in group:
            if part == REST:
                merged = None if rest is None else rest.numel()
                total = total * (r.fresh() if merged is None else merged)
            elif part.isdigit():
                total = total * int(part)
            elif part in known:
                total = total * known[part]
            else:
                r.refute(
                    "einops-pattern",
                    "{op}: the size of {part!r} is not known in {text!r}",
                    help=f"give it, for example {part}=2",
                    part=part,
                    text=text,
                )
        target.append(total)
    return Shape(tuple(prefix), run, tuple(suffix))
