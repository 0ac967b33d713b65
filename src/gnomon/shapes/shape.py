"""Shapes: rows of sizes, of which at most one stretch has an unknown length."""

from __future__ import annotations

from gnomon.shapes.sizes import product, substitute, symbols_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import overload

    from gnomon.shapes.atoms import Symbol
    from gnomon.shapes.dims import Size


class Run:
    """A stretch of axes of unknown number and sizes. Two runs are never the same one, even if named alike."""

    __slots__ = ("name",)

    def __init__(self, name: str | None = None) -> None:
        self.name = name

    def __copy__(self) -> Run:
        return self

    def __deepcopy__(self, memo: object) -> Run:
        return self

    def __str__(self) -> str:
        return "..." if self.name is None else f"*{self.name}"

    __repr__ = __str__


class Shape:
    """The sizes of an array's axes: a prefix, perhaps a run of unknown length, and a suffix.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> Shape.of(2, n, 3), Shape.of(3), Shape.of(), Shape.unknown()
    ((2, n, 3), (3,), (), (...))
    >>> batched = Shape((), Run("batch"), (n, 3))
    >>> batched, batched.rank, batched.min_rank, batched.axis(-1), batched.axis(0)
    ((*batch, n, 3), None, 2, 3, None)
    """

    __slots__ = ("_hash", "prefix", "run", "suffix")

    prefix: tuple[Size, ...]
    run: Run | None
    suffix: tuple[Size, ...]
    _hash: int | None

    def __init__(
        self, prefix: tuple[Size, ...] = (), run: Run | None = None, suffix: tuple[Size, ...] = ()
    ) -> None:
        self._hash = None
        self.run = run
        if run is None:
            self.prefix = (*prefix, *suffix) if suffix else tuple(prefix)
            self.suffix = ()
        else:
            self.prefix = tuple(prefix)
            self.suffix = tuple(suffix)

    @property  # type: ignore[misc]
    def __class__(self):  # type: ignore[no-untyped-def]
        """A shape of known rank passes for a tuple: other libraries ask ``isinstance(x.shape, tuple)``."""
        return Shape if self.run is not None else tuple

    @staticmethod
    def of(*sizes: Size) -> Shape:
        """The shape with exactly these sizes."""
        return Shape(sizes)

    @staticmethod
    def unknown() -> Shape:
        """A shape of which not even the rank is known."""
        return Shape((), Run())

    @property
    def rank(self) -> int | None:
        """The number of axes, or None if it is unknown."""
        return len(self.prefix) if self.run is None else None

    @property
    def min_rank(self) -> int:
        """The number of axes that are known to be there."""
        return len(self.prefix) + len(self.suffix)

    @property
    def dims(self) -> tuple[Size, ...]:
        """All sizes; a ValueError if the rank is unknown."""
        if self.run is not None:
            raise ValueError(f"the rank of {self} is unknown")
        return self.prefix

    def axis(self, index: int) -> Size | None:
        """The size of one axis, counted from the end if negative; None if it is not known to exist."""
        if index >= 0:
            return self.prefix[index] if index < len(self.prefix) else None
        known = self.prefix if self.run is None else self.suffix
        return known[index] if -index <= len(known) else None

    def numel(self) -> Size | None:
        """The number of elements, or None if the rank is unknown."""
        return product(self.prefix) if self.run is None else None

    def with_axis(self, index: int, size: Size) -> Shape:
        """The same shape with another size on one axis; an IndexError if that axis is not known to be there.

        >>> Shape.of(2, 3).with_axis(-1, 5)
        (2, 5)
        """
        prefix, suffix = list(self.prefix), list(self.suffix)
        known = prefix if index >= 0 or self.run is None else suffix
        if not -len(known) <= index < len(known):
            raise IndexError(f"{self} has no known axis {index}")
        known[index] = size
        return Shape(tuple(prefix), self.run, tuple(suffix))

    def last(self, count: int) -> tuple[Size, ...] | None:
        """The sizes of the last axes, or None if not so many are known.

        >>> Shape((), Run("batch"), (4, 5)).last(2), Shape.of(4).last(2)
        ((4, 5), None)
        """
        known = self.prefix if self.run is None else self.suffix
        return known[len(known) - count :] if 0 <= count <= len(known) else None

    def drop_last(self, count: int) -> Shape | None:
        """The shape without its last axes, or None if not so many are known.

        >>> Shape((), Run("batch"), (4, 5)).drop_last(1)
        (*batch, 4)
        """
        known = self.prefix if self.run is None else self.suffix
        if not 0 <= count <= len(known):
            return None
        kept = known[: len(known) - count]
        return Shape(kept) if self.run is None else Shape(self.prefix, self.run, kept)

    def symbols(self) -> frozenset[Symbol]:
        """All symbols of the known sizes."""
        return frozenset().union(*map(symbols_of, self.prefix + self.suffix))

    def substitute(
        self,
        sizes: Mapping[Symbol, Size],
        runs: Mapping[Run, tuple[Size, ...] | Shape] | None = None,
    ) -> Shape:
        """The shape with symbols and runs replaced.

        >>> batch = Run("batch")
        >>> Shape((), batch, (3,)).substitute({}, {batch: (2, 4)})
        (2, 4, 3)
        """
        prefix = tuple([substitute(size, sizes) for size in self.prefix])
        if self.run is None:
            return Shape(prefix)
        suffix = tuple([substitute(size, sizes) for size in self.suffix])
        new = runs.get(self.run) if runs else None
        if new is None:
            return Shape(prefix, self.run, suffix)
        if isinstance(new, Shape):
            return Shape(prefix + new.prefix, new.run, new.suffix + suffix)
        return Shape(prefix + tuple(new) + suffix)

    def __len__(self) -> int:
        return len(self.dims)

    def __iter__(self) -> Iterator[Size]:
        return iter(self.dims)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Size: ...
        @overload
        def __getitem__(self, index: slice) -> tuple[Size, ...]: ...

    def __getitem__(self, index: int | slice) -> Size | tuple[Size, ...]:
        return self.dims[index]

    def __add__(self, other: Shape | tuple[Size, ...]) -> tuple[Size, ...]:
        return self.dims + (other.dims if type(other) is Shape else other)

    def __radd__(self, other: tuple[Size, ...]) -> tuple[Size, ...]:
        return other + self.dims

    def __bool__(self) -> bool:
        if self.run is not None:
            raise TypeError("a shape of unknown rank is neither true nor false: ask for its rank")
        return bool(self.prefix)

    def __eq__(self, other: object) -> bool:
        """Compare with a shape, or a shape of known rank with a tuple of sizes."""
        if self is other:
            return True
        if type(other) is tuple:
            return self.run is None and self.prefix == other
        return (
            type(other) is Shape
            and self.run is other.run
            and self.prefix == other.prefix
            and self.suffix == other.suffix
        )

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = self._hash = hash(
                self.prefix if self.run is None else (self.prefix, self.run, self.suffix)
            )
        return value

    def __str__(self) -> str:
        if self.run is None:
            return (
                f"({self.prefix[0]},)" if len(self.prefix) == 1 else f"({', '.join(map(str, self.prefix))})"
            )
        return f"({', '.join(map(str, (*self.prefix, self.run, *self.suffix)))})"

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, ...]:
        return (Shape, (self.prefix, self.run, self.suffix))

    def index(self, size: Size) -> int:
        """The first axis of a size; a ValueError if there is none."""
        return self.dims.index(size)

    def count(self, size: Size) -> int:
        """How many axes have a size."""
        return self.dims.count(size)
