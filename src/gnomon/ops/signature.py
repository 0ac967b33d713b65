"""Signatures: shape notation bound to the shapes of arguments, and results written from the bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.ops.axes import with_rank
from gnomon.ops.broadcasting import broadcast_leading
from gnomon.shapes import (
    AxesPattern,
    Axis,
    Divides,
    Equal,
    Fixed,
    Group,
    Many,
    Run,
    Shape,
    Size,
    product,
)

if TYPE_CHECKING:
    from gnomon.ops.record import Op
    from gnomon.ops.rule import Array, Rule


def infer_signature(r: Rule, op: Op, arguments: tuple[Any, ...]) -> Shape | tuple[Shape, ...]:
    """Return the shapes that the op's signature gives for these arguments; None among them was left out."""
    signature = op.signature
    if signature is None:
        return Shape.unknown()
    binding = Binding(r, op.refutes, equal_runs=bool(op.facts.get("equal_runs")))
    for pattern, x in zip(signature.inputs, arguments):
        if x is not None:
            binding.bind(pattern, x)
    if len(signature.outputs) == 1:
        return binding.write(signature.outputs[0])
    return tuple(binding.write(pattern) for pattern in signature.outputs)


class Binding:
    """What the names of a signature stand for in one application."""

    __slots__ = ("equal_runs", "owners", "r", "refutes", "run_owners", "runs", "sizes")

    def __init__(self, r: Rule, refutes: str, equal_runs: bool = False) -> None:
        self.r = r
        self.refutes = refutes
        self.equal_runs = equal_runs
        self.sizes: dict[str, Size] = {}
        self.owners: dict[str, Array] = {}
        self.runs: dict[str | None, Shape] = {}
        self.run_owners: dict[str | None, Array] = {}

    def bind(self, pattern: AxesPattern, x: Array) -> None:
        """Match one array against its pattern."""
        items = pattern.items
        shape = x.shape
        at = pattern.run_index
        if at is None:
            if shape.rank is None:
                if shape.min_rank > len(items):
                    self._refuse_rank(pattern, x)
                shape = with_rank(self.r, shape, len(items))
            elif shape.rank != len(items):
                self._refuse_rank(pattern, x)
            for item, size in zip(items, shape.dims):
                self._bind_item(item, size, x)
            return
        right = len(items) - at - 1
        many = items[at]
        assert type(many) is Many
        if shape.run is None:
            dims = shape.dims
            if len(dims) < at + right:
                self._refuse_rank(pattern, x)
            end = len(dims) - right
            left_sizes: tuple[Size | None, ...] = dims[:at]
            right_sizes: tuple[Size | None, ...] = dims[end:]
            between = Shape(dims[at:end])
        else:
            left_sizes = tuple(shape.axis(i) for i in range(at))
            right_sizes = tuple(shape.axis(i - right) for i in range(right))
            if len(shape.prefix) >= at and len(shape.suffix) >= right:
                between = Shape(shape.prefix[at:], shape.run, shape.suffix[: len(shape.suffix) - right])
            else:
                between = Shape((), Run())
        for item, known in zip(items[:at] + items[at + 1 :], left_sizes + right_sizes):
            if known is not None:
                self._bind_item(item, known, x)
        self._bind_run(many.name, between, x)

    def _bind_item(self, item: Any, size: Size, x: Array) -> None:
        kind = type(item)
        if kind is Axis:
            self._bind_name(item.name, size, x)
        elif kind is Fixed:
            self.r.equal(
                size,
                item.size,
                self.refutes,
                "{op}: {x} is {x.shape}, with {size} where {want} is needed",
                blame=x,
                x=x,
                size=size,
                want=item.size,
            )
        elif kind is Group:
            self._bind_group(item, size, x)

    def _bind_name(self, name: str, size: Size, x: Array) -> None:
        known = self.sizes.get(name)
        if known is None:
            self.sizes[name] = size
            self.owners[name] = x
            return
        if known is size or known == size:
            return
        y = self.owners[name]
        self.r.equal(
            known,
            size,
            self.refutes,
            "{op}: {y} is {y.shape} and {x} is {x.shape}: {known} and {size} should be the same size",
            blame=x,
            x=x,
            y=y,
            known=known,
            size=size,
            name=name,
        )
        if type(size) is int:
            self.sizes[name] = size

    def _bind_group(self, group: Group, size: Size, x: Array) -> None:
        known: Size = 1
        missing = []
        for item in group.items:
            if type(item) is Fixed:
                known = known * item.size
            elif type(item) is Axis:
                found = self.sizes.get(item.name)
                if found is None:
                    missing.append(item.name)
                else:
                    known = known * found
        message = "{op}: {x} is {x.shape}, where {size} does not split into {group}"
        fields: dict[str, Any] = {"x": x, "size": size, "group": group, "known": known}
        if not missing:
            self.r.require(Equal(size, known), self.refutes, message, blame=x, **fields)
        elif len(missing) == 1:
            self.r.require(Divides(known, size), self.refutes, message, blame=x, **fields)
            self.sizes[missing[0]] = size if known == 1 else size // known
            self.owners[missing[0]] = x

    def _bind_run(self, name: str | None, shape: Shape, x: Array) -> None:
        known = self.runs.get(name)
        if known is None:
            self.runs[name] = shape
            self.run_owners[name] = x
            return
        owner = self.run_owners[name]
        if not self.equal_runs:
            self.runs[name] = broadcast_leading(self.r, known, shape, owner, x)
            return
        message = "{op}: {y} is {y.shape} and {x} is {x.shape}: their axes should be the same"
        if known.rank is None or shape.rank is None:
            self.runs[name] = shape if known.rank is None else known
            return
        if len(known.dims) != len(shape.dims):
            self.r.refute(self.refutes, message, blame=x, x=x, y=owner)
        for a, b in zip(known.dims, shape.dims):
            self.r.equal(a, b, self.refutes, message, blame=x, x=x, y=owner)

    def _refuse_rank(self, pattern: AxesPattern, x: Array) -> None:
        want = f"at least {pattern.min_rank}" if pattern.rank is None else str(pattern.rank)
        self.r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but {want} are needed: {pattern}",
            blame=x,
            x=x,
            want=f"{want} axis" if want == "1" else f"{want} axes",
            pattern=pattern,
        )

    def size(self, name: str) -> Size:
        """Return what a name stands for, or a fresh size when nothing fixed it."""
        size = self.sizes.get(name)
        if size is None:
            size = self.sizes[name] = self.r.fresh()
        return size

    def _part(self, part: Axis | Fixed) -> Size:
        return part.size if isinstance(part, Fixed) else self.size(part.name)

    def write(self, pattern: AxesPattern) -> Shape:
        """Return the shape that a pattern describes."""
        prefix: list[Size] = []
        suffix: list[Size] = []
        run: Shape | None = None
        target = prefix
        for item in pattern.items:
            if isinstance(item, Axis):
                target.append(self.size(item.name))
            elif isinstance(item, Fixed):
                target.append(item.size)
            elif isinstance(item, Group):
                target.append(product(self._part(part) for part in item.items))
            elif isinstance(item, Many):
                run = self.runs.get(item.name, Shape((), Run()))
                target = suffix
            else:
                target.append(self.r.fresh())
        if run is None:
            return Shape(tuple(prefix))
        return Shape((*prefix, *run.prefix), run.run, (*run.suffix, *suffix))
