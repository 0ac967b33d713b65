"""The patterns of einops: `"b (h p) w -> b h (p w)"` splits, merges, reorders and repeats axes by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.ops.einops_patterns import REST, match_side, names_in, parse_pattern, write_side
from gnomon.ops.promotion import first
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import AtLeast, Divides, Dtype, Equal, Shape, Size, dtypes, product


def _apply(r: Rule, x: Array, text: str, sizes: Mapping[str, Size] | None, kind: str) -> Shape:
    pattern = parse_pattern(text, kind)
    if isinstance(pattern, str):
        r.refute("einops-pattern", "{op}: {why} ({text!r})", why=pattern, text=text)
    known: dict[str, Size] = dict(sizes or {})
    given = names_in(pattern.left) | names_in(pattern.right)
    for name in known:
        if name not in given:
            r.refute(
                "einops-pattern",
                "{op}: a size is given for {name!r}, which is not in {text!r}",
                name=name,
                text=text,
            )
    rest = match_side(r, x, pattern.left, known, text)
    return write_side(r, pattern.right, known, rest, text)


@op(dtype="first")
def rearrange(x: Array, *, pattern: str, sizes: Mapping[str, Size] | None = None) -> Any:
    """Split, merge and reorder axes by name (einops); ``sizes`` gives those that the shape does not tell.

    >>> from gnomon.ops.sketch import array
    >>> rearrange(array(32, 28, 28, 3), pattern="b (h p) (w q) c -> b (h w) (p q c)", sizes={"p": 4, "q": 4})
    array(32, 49, 48)
    """


@rearrange.shape
def _(r: Rule, x: Array, *, pattern: str, sizes: Mapping[str, Size] | None) -> Shape:
    return _apply(r, x, pattern, sizes, "rearrange")


def _reduce_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> Dtype | None:
    return dtypes.bool if attributes.get("reduction") in ("any", "all") else first(r, arguments)


@op(dtype=_reduce_dtype)
def reduce(
    x: Array, *, pattern: str, reduction: str = "mean", sizes: Mapping[str, Size] | None = None
) -> Any:
    """Reduce the axes that the right side of a pattern leaves out (einops).

    >>> from gnomon.ops.sketch import array
    >>> reduce(array(32, 28, 28, 3), pattern="b (h 2) (w 2) c -> b h w c", reduction="max")
    array(32, 14, 14, 3)
    """


@reduce.shape
def _(r: Rule, x: Array, *, pattern: str, reduction: str, sizes: Mapping[str, Size] | None) -> Shape:
    return _apply(r, x, pattern, sizes, "reduce")


@op(dtype="first")
def repeat_axes(x: Array, *, pattern: str, sizes: Mapping[str, Size] | None = None) -> Any:
    """Repeat along axes that only the right side of a pattern has (einops.repeat).

    >>> from gnomon.ops.sketch import array
    >>> repeat_axes(array(28, 28), pattern="h w -> h w c", sizes={"c": 3})
    array(28, 28, 3)
    """


@repeat_axes.shape
def _(r: Rule, x: Array, *, pattern: str, sizes: Mapping[str, Size] | None) -> Shape:
    return _apply(r, x, pattern, sizes, "repeat")


def _packed_sides(r: Rule, pattern: str) -> tuple[list[str], list[str]]:
    names = pattern.split()
    if names.count("*") != 1 or not all(name == "*" or name.isidentifier() for name in names):
        r.refute("einops-pattern", "{op}: one * is needed beside names in {text!r}", text=pattern)
    at = names.index("*")
    return names[:at], names[at + 1 :]


@op(dtype="first")
def pack(arrays: Sequence[Array], *, pattern: str) -> Any:
    """Join arrays along the axes that * stands for, flattened (einops): the result, then the sizes packed.

    >>> from gnomon.ops.sketch import array
    >>> pack([array(2, 3, 5), array(2, 5)], pattern="b * c")
    (array(2, 4, 5), array(1, int64), array(0, int64))
    """


@pack.shape
def _(r: Rule, arrays: Sequence[Array], *, pattern: str) -> tuple[Out, ...]:
    left, right = _packed_sides(r, pattern)
    known: dict[str, Size] = {}
    total: Size = 0
    packed: list[Out] = []
    for x in arrays:
        side = (*((name,) for name in left), (REST,), *((name,) for name in right))
        own: dict[str, Size] = {}
        rest = match_side(r, x, side, own, pattern)
        for name, size in own.items():
            have = known.setdefault(name, size)
            if have is not size and have != size:
                r.require(
                    Equal(have, size),
                    "concat-size",
                    "{op}: {name} is {size} in {x} {x.shape}, but {have} in the arrays before",
                    blame=x,
                    x=x,
                    name=name,
                    size=size,
                    have=have,
                )
        count = None if rest is None else rest.numel()
        total = total + (r.fresh() if count is None else count)
        known_rest = rest is not None and rest.run is None
        sizes = rest.dims if known_rest and rest is not None else None
        rank: Size = r.fresh() if sizes is None else len(sizes)
        packed.append(Out(Shape((rank,)), dtypes.int64, sizes))
    shape = Shape((*(known[name] for name in left), total, *(known[name] for name in right)))
    return (Out(shape), *packed)


@op(dtype="first")
def unpack(x: Array, *, pattern: str, packed: Sequence[Sequence[Size]]) -> Any:
    """Take apart what `pack` joined: one result for each entry of ``packed``, of which one may be -1 in size.

    >>> from gnomon.ops.sketch import array
    >>> unpack(array(2, 4, 5), pattern="b * c", packed=[(3,), ()])
    (array(2, 3, 5), array(2, 5))
    """


@unpack.shape
def _(r: Rule, x: Array, *, pattern: str, packed: Sequence[Sequence[Size]]) -> tuple[Shape, ...]:
    left, right = _packed_sides(r, pattern)
    side = tuple((name,) for name in (*left, "_packed", *right))
    known: dict[str, Size] = {}
    match_side(r, x, side, known, pattern)
    total = known["_packed"]
    used: Size = 0
    open_: int | None = None
    for k, sizes in enumerate(packed):
        if any(type(size) is int and size == -1 for size in sizes):
            open_ = k
        else:
            used = used + product(sizes)
    if open_ is None:
        r.equal(
            total,
            used,
            "unpack-size",
            "{op}: the parts hold {used} entries, but the packed axis of {x} {x.shape} has {total}",
            blame=x,
            x=x,
            used=used,
            total=total,
        )
    results = []
    for k, sizes in enumerate(packed):
        row = tuple(sizes)
        if k == open_:
            fixed = product(size for size in row if not (type(size) is int and size == -1))
            rest = total - used
            message = (
                "{op}: the other parts hold {used} entries, but the packed axis of {x} {x.shape} has {total}"
            )
            for claim in (AtLeast(total, used), Divides(fixed, rest)):
                r.require(claim, "unpack-size", message, blame=x, x=x, used=used, total=total)
            rest = rest if fixed == 1 else rest // fixed
            row = tuple(rest if type(size) is int and size == -1 else size for size in row)
        results.append(Shape((*(known[n] for n in left), *row, *(known[n] for n in right))))
    return tuple(results)
