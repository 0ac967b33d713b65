"""Attention: each query takes a weighted average of values, weighted by how well keys fit it."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import fresh_shape, passes_unseen
from gnomon.ops.broadcasting import broadcast_into, broadcast_leading
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Divides, Shape, Size, product

PAIR = "{op}: {x} is {x.shape} and {y} is {y.shape}: {first} and {second} should be equal ({what})"


def _agree(r: Rule, x: Array, y: Array, first: Size | None, second: Size | None, what: str) -> None:
    if first is None or second is None or first is second or first == second:
        return
    r.equal(first, second, "inner-size", PAIR, blame=y, x=x, y=y, first=first, second=second, what=what)


@op(dtype="inexact")
def scaled_dot_product_attention(
    query: Array, key: Array, value: Array, mask: Array | None = None, *, grouped: bool = False
) -> Any:
    """Attention of queries (*b, l, d) over keys (*b, s, d) and values (*b, s, e) -> (*b, l, e).

    ``mask`` broadcasts to (*b, l, s). ``grouped`` lets several query heads share one key head.

    >>> from gnomon.ops.sketch import array
    >>> scaled_dot_product_attention(array(8, 12, 100, 64), array(8, 12, 50, 64), array(8, 12, 50, 32))
    array(8, 12, 100, 32)
    """


@scaled_dot_product_attention.shape
def _(r: Rule, query: Array, key: Array, value: Array, mask: Array | None, *, grouped: bool) -> Shape:
    for x in (query, key, value):
        if x.shape.rank is not None and x.shape.rank < 2:
            r.refute("rank", "{op}: {x} is {x.shape}, but at least two axes are needed", blame=x, x=x)
    _agree(r, query, key, query.shape.axis(-1), key.shape.axis(-1), "width of queries and keys")
    if not passes_unseen(r, value):
        _agree(r, key, value, key.shape.axis(-2), value.shape.axis(-2), "numbers of keys and values")
    length, width = query.shape.axis(-2), value.shape.axis(-1)
    tail = (r.fresh() if length is None else length, r.fresh() if width is None else width)
    leads = [x.shape.drop_last(2) for x in (query, key, value)]
    lead = leads[0]
    if lead is None:
        return Shape((), Shape.unknown().run, tail)
    if not grouped:
        for part, x in ((leads[1], key), (leads[2], value)):
            if part is not None:
                lead = broadcast_leading(r, lead, part, query, x)
    count = key.shape.axis(-2)
    if mask is not None and lead.rank is not None and count is not None:
        broadcast_into(r, mask, Shape((*lead.dims, tail[0], count)), query)
    return Shape(lead.prefix, lead.run, (*lead.suffix, *tail))


@op(dtype="none")
def head_size(*, embed: Size, heads: Size) -> Any:
    """The width of one attention head: ``embed`` must split into ``heads``. The scalar has known contents."""


@head_size.shape
def _(r: Rule, *, embed: Size, heads: Size) -> Out:
    r.require(
        Divides(heads, embed),
        "head-size",
        "{op}: a width of {embed} does not split into {heads} heads",
        embed=embed,
        heads=heads,
    )
    return Out(Shape(), None, (embed // heads,))


@op(dtype="first", outputs=2)
def multi_head_attention(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None = None,
    padding: Array | None = None,
    *,
    embed: Size,
    heads: Size,
    key_size: Size | None = None,
    value_size: Size | None = None,
    batch_first: bool = False,
    average: bool = True,
    strict: bool = True,
) -> Any:
    """Attention with projections, split over heads (PyTorch): the output and the weights.

    query (length, batch, embed), or (batch, length, embed) with ``batch_first``, or without batch.
    ``mask`` (length, keys), or one for each head of the batch; ``padding`` (batch, keys). If not ``strict``,
    masks need only have as many elements (PyTorch's fast path in evaluation mode).

    >>> from gnomon.ops.sketch import array
    >>> x = array(32, 10, 512)
    >>> multi_head_attention(x, x, x, embed=512, heads=8, batch_first=True)
    (array(32, 10, 512), array(32, 10, 10))
    """


@multi_head_attention.shape
def _(
    r: Rule,
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None,
    padding: Array | None,
    *,
    embed: Size,
    heads: Size,
    key_size: Size | None,
    value_size: Size | None,
    batch_first: bool,
    average: bool,
    strict: bool,
) -> tuple[Shape, ...]:
    ranks = [x.shape.rank for x in (query, key, value)]
    for x, rank in zip((query, key, value), ranks):
        if rank is not None and (rank not in (2, 3) or (ranks[0] is not None and rank != ranks[0])):
            r.refute(
                "rank",
                "{op}: {x} is {x.shape}, but 3 axes are needed (2 without a batch), for {query} as well",
                blame=x,
                x=x,
                query=query,
            )
    wants = (embed, embed if key_size is None else key_size, embed if value_size is None else value_size)
    for x, want in zip((query, key, value), wants):
        got = x.shape.axis(-1)
        if got is not None:
            r.equal(
                got,
                want,
                "inner-size",
                "{op}: {x} ends in {got}, but the layer takes {want}",
                blame=x,
                x=x,
                got=got,
                want=want,
            )
    dims, others = (
        x.shape.dims if x.shape.rank is not None else fresh_shape(r, 3).dims for x in (query, key)
    )
    if len(dims) == 2:
        if len(others) != 2:
            others = others[1:]
        if ranks[0] is not None and ranks[1] is not None:
            _check_masks(r, mask, padding, (), dims[0], others[0], heads, strict)
        weights = (dims[0], others[0]) if average else (heads, dims[0], others[0])
        return (Shape((dims[0], embed)), Shape(weights))
    b, t = (0, 1) if batch_first else (1, 0)
    if ranks[0] is not None and ranks[1] is not None:
        _agree(r, query, key, dims[b], others[b], "batch of queries and keys")
    if ranks[1] is not None and ranks[2] is not None:
        rows = value.shape.dims
        _agree(r, key, value, others[t], rows[t], "numbers of keys and values")
        _agree(r, key, value, others[b], rows[b], "batch of keys and values")
    if ranks[0] is not None and ranks[1] is not None:
        _check_masks(r, mask, padding, (dims[b],), dims[t], others[t], heads, strict)
    map_ = (dims[t], others[t])
    scores = (dims[b], *map_) if average else (dims[b], heads, *map_)
    return (Shape((dims[0], dims[1], embed)), Shape(scores))


MASK = "{op}: the {kind} {mask} is {mask.shape}, but it should be {want}: {meaning}"


def _check_masks(
    r: Rule,
    mask: Array | None,
    padding: Array | None,
    batch: tuple[Size, ...],
    length: Size,
    count: Size,
    heads: Size,
    strict: bool,
) -> None:
    """Require that masks have the shapes that attention of so many queries over so many keys needs."""
    if mask is not None:
        if mask.shape.rank == 3:
            want = Shape((product(batch) * heads, length, count))
            _check_mask(r, mask, want, "attention mask", "(batch * heads, queries, keys)", strict)
        else:
            want = Shape((length, count))
            _check_mask(r, mask, want, "attention mask", "(queries, keys)", strict)
    if padding is not None:
        meaning = "(batch, keys)" if batch else "(keys,)"
        _check_mask(r, padding, Shape((*batch, count)), "padding mask", meaning, strict)


def _check_mask(r: Rule, mask: Array, want: Shape, kind: str, meaning: str, strict: bool) -> None:
    fields: dict[str, Any] = {"blame": mask, "mask": mask, "want": want, "kind": kind, "meaning": meaning}
    if mask.shape.rank is None:
        return
    if not strict:
        have, needed = mask.shape.numel(), want.numel()
        if have is not None and needed is not None and len(want.dims) == 2:
            r.equal(have, needed, "broadcast", MASK, **fields)
        return
    if mask.shape.rank != want.rank:
        r.refute("rank", MASK, **fields)
    for have, needed in zip(mask.shape.dims, want.dims):
        r.equal(have, needed, "broadcast", MASK, **fields)


@op(dtype="first", outputs=2)
def keras_attention(
    query: Array, value: Array, key: Array | None = None, *, heads: Size = 1, output: Size | None = None
) -> Any:
    """Attention with projections (Keras): query (*b, t, d), value (*b, s, e) -> output and weights."""


@keras_attention.shape
def _(
    r: Rule, query: Array, value: Array, key: Array | None, *, heads: Size, output: Size | None
) -> tuple[Shape, ...]:
    shape = query.shape
    if key is not None:
        _agree(r, key, value, key.shape.axis(-2), value.shape.axis(-2), "numbers of keys and values")
    result = shape
    if output is not None:
        rest = shape.drop_last(1)
        result = Shape.unknown() if rest is None else Shape(rest.prefix, rest.run, (*rest.suffix, output))
    count, length, lead = value.shape.axis(-2), shape.axis(-2), shape.drop_last(2)
    if count is None or length is None or lead is None:
        return (result, Shape.unknown())
    return (result, Shape(lead.prefix, lead.run, (*lead.suffix, heads, length, count)))
