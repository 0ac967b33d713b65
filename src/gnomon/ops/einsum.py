"""Einstein summation: axes named by letters (or words, as in einops), summed where the result drops them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gnomon.ops.axes import with_rank
from gnomon.ops.broadcasting import broadcast_leading
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import YES, Dim, Either, Equal, Run, Shape, Size

Labels = tuple[str, ...]
REST = "..."
SPELT_OUT = ("numpy", "tf")
"""Libraries in which a result keeps the axes that an ellipsis stands for; elsewhere it may sum over them."""


class Equation:
    """A parsed equation: the labels of each input and of the result."""

    __slots__ = ("inputs", "output")

    def __init__(self, inputs: tuple[Labels, ...], output: Labels) -> None:
        self.inputs = inputs
        self.output = output


@lru_cache(maxsize=1024)
def parse_equation(text: str, digits: bool = False) -> Equation | str:
    """Return a parsed ``"bij,bjk->bik"``, or what is wrong with it; JAX lets digits name axes too."""
    left, arrow, right = text.replace(" ", "").partition("->")
    inputs = []
    for part in left.split(","):
        labels = _letters(part, digits)
        if labels is None:
            return f"{part!r} may have letters and one ellipsis only"
        inputs.append(labels)
    if arrow:
        output = _letters(right, digits)
        if output is None:
            return f"{right!r} may have letters and one ellipsis only"
    else:
        named = [label for labels in inputs for label in labels]
        single = sorted(label for label in set(named) - {REST} if named.count(label) == 1)
        output = ((REST,) if REST in named else ()) + tuple(single)
    return _checked(tuple(inputs), output)


def _letters(text: str, digits: bool) -> Labels | None:
    before, dots, after = text.partition(REST)
    letters = before + after
    if letters and not (letters.isalnum() if digits else letters.isalpha()):
        return None
    return (*before, REST, *after) if dots else tuple(before)


@lru_cache(maxsize=1024)
def parse_words(text: str) -> Equation | str:
    """Return a parsed einops equation ``"b i j, b j k -> b i k"``, or what is wrong with it."""
    left, arrow, right = text.partition("->")
    if not arrow:
        return "an arrow -> is missing"
    inputs = tuple(tuple(part.split()) for part in left.split(","))
    for label in (label for labels in inputs for label in labels):
        if label != REST and not label.isidentifier():
            return f"{label!r} is not a name"
    return _checked(inputs, tuple(right.split()))


def _checked(inputs: tuple[Labels, ...], output: Labels) -> Equation | str:
    known = {label for labels in inputs for label in labels}
    for label in output:
        if label not in known and label != REST:
            return f"{label!r} is in the result but in no input"
    for label in set(output):
        if output.count(label) > 1:
            return f"{label!r} is twice in the result"
    return Equation(inputs, output)


@op(dtype="promote")
def einsum(arrays: Sequence[Array], *, equation: str, words: bool = False) -> Any:
    """Sum of products over named axes; with ``words`` axes have names of any length (einops).

    >>> from gnomon.ops.sketch import array
    >>> einsum([array(10, 2, 3), array(10, 3, 5)], equation="bij,bjk->bik")
    array(10, 2, 5)
    """


@einsum.shape
def _(r: Rule, arrays: Sequence[Array], *, equation: str, words: bool) -> Shape:
    parsed = parse_words(equation) if words else parse_equation(equation, r.library == "jax")
    if isinstance(parsed, str):
        r.refute("einsum-pattern", "{op}: {why} ({equation})", why=parsed, equation=equation)
    if len(parsed.inputs) != len(arrays):
        r.refute(
            "einsum-pattern",
            "{op}: {equation} describes {want} arrays, but there are {count}",
            equation=equation,
            want=len(parsed.inputs),
            count=len(arrays),
        )
    sizes: dict[str, Size] = {}
    owners: dict[str, Array] = {}
    rest: Shape | None = None
    rest_owner: Array | None = None
    for labels, x in zip(parsed.inputs, arrays):
        row, part = _row(r, x, labels, equation)
        for label, size in _own(r, x, labels, row).items():
            _bind(r, sizes, owners, label, size, x)
        if part is not None:
            if rest is None or rest_owner is None:
                rest, rest_owner = part, x
            else:
                rest = broadcast_leading(r, rest, part, rest_owner, x)
    if rest is not None and rest.min_rank and REST not in parsed.output and r.library in SPELT_OUT:
        r.refute(
            "einsum-pattern",
            "{op}: the ellipsis of {equation} stands for axes of {x} {x.shape} that the result drops; "
            "name them by letters to sum over them",
            x=rest_owner,
            equation=equation,
        )
    return _write(r, parsed.output, sizes, rest)


def _row(r: Rule, x: Array, labels: Labels, equation: str) -> tuple[list[Size | None], Shape | None]:
    """Return the sizes of the named axes of x and the shape that the ellipsis stands for."""
    shape = x.shape
    at = labels.index(REST) if REST in labels else None
    count = len(labels) - (at is not None)
    if shape.rank is None and at is None and shape.min_rank <= count:
        shape = with_rank(r, shape, count)
    rank = shape.rank
    if (rank is not None and (rank != count if at is None else rank < count)) or (
        rank is None and at is None
    ):
        r.refute(
            "einsum-pattern",
            "{op}: {x} is {x.shape}, but {equation} gives it {want}",
            blame=x,
            x=x,
            equation=equation,
            want=f"{count} axes" if at is None else f"at least {count} axes",
        )
    if at is None:
        return list(shape.dims), None
    right = count - at
    if rank is not None:
        dims = shape.dims
        return [*dims[:at], *dims[rank - right :]], Shape(dims[at : rank - right])
    row = [shape.axis(i) for i in range(at)] + [shape.axis(i - right) for i in range(right)]
    if len(shape.prefix) >= at and len(shape.suffix) >= right:
        return row, Shape(shape.prefix[at:], shape.run, shape.suffix[: len(shape.suffix) - right])
    return row, Shape((), Run())


def _own(r: Rule, x: Array, labels: Labels, row: list[Size | None]) -> dict[str, Size]:
    """Return the size of each label of one array; axes of one label have the same size, 1 included."""
    found: dict[str, Size] = {}
    for label, size in zip([label for label in labels if label != REST], row):
        if size is None:
            continue
        known = found.setdefault(label, size)
        if known is not size and known != size:
            r.equal(
                known,
                size,
                "inner-size",
                "{op}: {label} stands for axes of {known} and of {size} in {x} {x.shape}",
                blame=x,
                x=x,
                label=label,
                known=known,
                size=size,
            )
            if type(known) is Dim:
                found[label] = size
    return found


def _bind(
    r: Rule, sizes: dict[str, Size], owners: dict[str, Array], label: str, size: Size, x: Array
) -> None:
    known = sizes.get(label)
    if known is None:
        sizes[label] = size
        owners[label] = x
        return
    if known is size or known == size:
        return
    if r.library == "jax" or (r.library in ("numpy", "torch") and owners.get(label) is not x):
        if size == 1:
            return
        if known == 1:
            sizes[label] = size
            owners[label] = x
            return
        if type(known) is Dim and type(size) is Dim and not r.facts.equal(known, size).is_no:
            unified = r.unify(known, size)
            if unified is not None:
                sizes[label] = unified
                return
        if r.facts.equal(known, 1) is not YES and r.facts.equal(size, 1).is_maybe:
            r.maybe(Either(Equal(known, size), Equal(size, 1)), "inner-size", x)
            return
        if r.facts.equal(known, 1).is_maybe:
            r.maybe(Either(Equal(known, size), Equal(known, 1)), "inner-size", owners[label])
            sizes[label] = size
            return
    y = owners[label]
    r.equal(
        known,
        size,
        "inner-size",
        "{op}: {label} is {known} in {y} {y.shape} but {size} in {x} {x.shape}",
        blame=x,
        x=x,
        y=y,
        label=label,
        known=known,
        size=size,
    )
    if type(known) is Dim:
        sizes[label] = size


def _write(r: Rule, output: Labels, sizes: dict[str, Size], rest: Shape | None) -> Shape:
    prefix: list[Size] = []
    suffix: list[Size] = []
    run: Run | None = None
    target = prefix
    for label in output:
        if label != REST:
            size = sizes.get(label)
            target.append(r.fresh() if size is None else size)
        elif rest is not None:
            prefix.extend(rest.prefix)
            run = rest.run
            if run is not None:
                target = suffix
                suffix.extend(rest.suffix)
    return Shape(tuple(prefix), run, tuple(suffix))
