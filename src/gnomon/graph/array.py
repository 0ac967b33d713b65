"""The nodes of expressions: arrays, and the applications of operations that give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gnomon.graph.concrete import Valued
from gnomon.graph.methods import Methods
from gnomon.graph.operators import Operators
from gnomon.graph.protocols import Protocols

if TYPE_CHECKING:
    from gnomon.graph.indexing import At
    from gnomon.graph.sites import Site
    from gnomon.ops.record import Op
    from gnomon.shapes import Claim, Dtype, Shape, Size


class Application:
    """An operation applied to arrays. ``inputs`` are as the op takes them: arrays, None, or tuples of arrays."""

    __slots__ = (
        "__weakref__",
        "_needed",
        "_tellers",
        "attributes",
        "guards",
        "inputs",
        "op",
        "outputs",
        "site",
    )

    def __init__(
        self,
        op: Op,
        inputs: tuple[Any, ...],
        attributes: Mapping[str, Any],
        guards: tuple[Claim, ...],
        site: Site | None,
    ) -> None:
        self.op = op
        self.inputs = inputs
        self.attributes = attributes
        self.guards = guards
        self.site = site
        self.outputs: tuple[Array, ...] = ()
        self._needed: tuple[Array, ...] | None = None
        self._tellers: tuple[Array, ...] | None = None

    def needed(self) -> tuple[Array, ...]:
        """Each array that it needs: those that it takes, then the tellers."""
        if self._needed is None:
            taken = self.taken()
            self._needed = (*taken, *self.tellers) if self.tellers else taken
        return self._needed

    def taken(self) -> tuple[Array, ...]:
        """Each array among the inputs, then those among the attributes."""
        return (*self.arrays(), *arrays_in(self.attributes.values()))

    @property
    def tellers(self) -> tuple[Array, ...]:
        """The arrays whose shapes tell sizes without a name that attributes mention (`gnomon.graph.telling`)."""
        if self._tellers is None:
            from gnomon.graph.telling import told

            self._tellers = told(self)
        return self._tellers

    @tellers.setter
    def tellers(self, arrays: tuple[Array, ...]) -> None:
        self._tellers = arrays
        self._needed = None

    def arrays(self) -> Iterator[Array]:
        """Each array among the inputs, sequences opened."""
        for entry in self.inputs:
            if isinstance(entry, Array):
                yield entry
            elif entry is not None:
                yield from entry

    def __reduce__(self) -> tuple[Any, ...]:
        from gnomon.graph.pickling import reduced_application

        return reduced_application(self)

    def __repr__(self) -> str:
        return f"<application of {self.op.name}>"


def arrays_in(entries: Iterable[Any]) -> Iterator[Array]:
    """Each array among entries, sequences and slices opened."""
    for entry in entries:
        if isinstance(entry, Array):
            yield entry
        elif type(entry) in (tuple, list):
            yield from arrays_in(entry)
        elif type(entry) is slice:
            yield from arrays_in((entry.start, entry.stop, entry.step))


class Array(Operators, Methods, Valued, Protocols):
    """An array of known rank, named sizes and known dtype whose value an expression gives.

    Arrays are immutable and hash by identity; `==` compares their elements. ``application`` is None for leaves.
    """

    __slots__ = ("__weakref__", "application", "contents", "dtype", "index", "name", "shape", "site")
    world: ClassVar[Any] = None
    weak: bool = False

    def __init__(
        self,
        shape: Shape,
        dtype: Dtype,
        *,
        application: Application | None = None,
        index: int = 0,
        contents: tuple[Size | None, ...] | None = None,
        name: str | None = None,
        site: Site | None = None,
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.application = application
        self.index = index
        self.contents = contents
        self.name = name
        self.site = site

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape.prefix)

    @property
    def size(self) -> Size:
        """The number of elements."""
        count = self.shape.numel()
        assert count is not None
        return count

    @property
    def at(self) -> At:
        """Changed copies: ``x.at[0].set(1)``, ``x.at[rows].add(y)``; also multiply, min, max and get."""
        from gnomon.graph.indexing import At

        return At(self)

    def __getitem__(self, key: Any) -> Array:
        from gnomon.graph.indexing import entries

        return entries(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        from gnomon.graph.indexing import refuse_storing

        refuse_storing(self)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("an array without axes has no length")
        first = self.shape.dims[0]
        if type(first) is not int:
            raise TypeError(f"the length of this array is not known yet: {first}; use x.shape[0]")
        return first

    def __iter__(self) -> Iterator[Array]:
        if not self.ndim:
            raise TypeError("an array without axes cannot be looped over")
        for position in range(len(self)):
            yield self[position]

    def __reduce__(self) -> tuple[Any, ...]:
        from gnomon.graph.pickling import reduced_array

        return reduced_array(self)

    def __copy__(self) -> Array:
        return self

    def __deepcopy__(self, memo: Any) -> Array:
        from gnomon.graph.pickling import copied_deeply

        return copied_deeply(self, memo)

    def __repr__(self) -> str:
        from gnomon.graph.printing import written

        return written(self)


class Input(Array):
    """A leaf whose value is given at each call."""

    __slots__ = ()


class SizeArray(Array):
    """A size as a scalar: a weak integer, so that ``x.sum() / x.shape[0]`` keeps the dtype of x."""

    __slots__ = ()
    weak = True


class WeakArray(Array):
    """Arithmetic of sizes and Python numbers: like them it takes the dtype of what it meets."""

    __slots__ = ()
    weak = True


class Constant(Array):
    """A leaf whose value is known: ``data`` is a read-only NumPy array. ``weak`` marks Python scalars.

    A constant that no expression uses yet may be stored into (``x[i] = v``); ``captured`` ends that.
    """

    __slots__ = ("captured", "data", "weak")

    def __init__(self, shape: Shape, dtype: Dtype, data: Any, *, weak: bool = False, **details: Any) -> None:
        super().__init__(shape, dtype, **details)
        self.data = data
        self.weak = weak
        self.captured = False

    def __setitem__(self, key: Any, value: Any) -> None:
        from gnomon.graph.indexing import store

        store(self, key, value)

    def __copy__(self) -> Constant:
        if self.captured:
            return self
        known = {"contents": self.contents, "name": self.name, "site": self.site}
        return Constant(self.shape, self.dtype, self.data, weak=self.weak, **known)

    def __deepcopy__(self, memo: Any) -> Constant:
        return self.__copy__()

    def __repr__(self) -> str:
        from gnomon.graph.printing import shown_constant

        return shown_constant(self)

    def __str__(self) -> str:
        return str(self.name or self.data)


class Shared(Array):
    """A leaf whose value is kept between calls and changed by updates.

    ``cell`` holds the NumPy array and, once it was updated, the one before, whose memory the next update may use.
    """

    __slots__ = ("cell",)

    def __init__(self, shape: Shape, dtype: Dtype, data: Any, **details: Any) -> None:
        super().__init__(shape, dtype, **details)
        self.cell = [data, None]

    def get_value(self) -> Any:
        """Return a copy of the value."""
        return self.cell[0].copy()

    def set_value(self, value: Any) -> None:
        """Replace the value; shape and dtype stay."""
        from gnomon.graph.engines import engine
        from gnomon.graph.errors import ShapeError
        from gnomon.graph.sites import user_site

        given = engine().taken(self, value)
        if given.shape != self.cell[0].shape:
            raise ShapeError(
                f"{self!r} is {self.shape}, but a value of the shape {given.shape} was given", user_site()
            )
        self.cell[:] = [given.copy(), None]
