"""A kernel for one application: its buffers, its sizes, and bodies of loops that read from its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, SERIAL, Buffer, Kernel, Load, Loop, Statement, Store
from gnomon.compile.lower.crossing import in_tiles
from gnomon.compile.lower.held import HALVES, computing, held, is_paired
from gnomon.compile.lower.positions import Position, Positions
from gnomon.compile.lower.values import Body, Names
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Constant
from gnomon.shapes import Dim, Size, dtypes, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.shapes.atoms import Symbol

COMBINES = {"add": "add", "multiply": "multiply", "min": "minimum", "max": "maximum", "set": None}
"""How values are combined with what is stored, by mode."""
OF_BOOLS = {"add": "maximum", "multiply": "minimum"}


class Frame:
    """The kernel of an application with one result, while it grows."""

    def __init__(self, application: Application) -> None:
        self.application = application
        (self.out,) = application.outputs
        self.names = Names()
        self.inputs: dict[Array, str] = {}
        self.parameters: dict[Size, Dim] = {}
        self.scratch: list[Buffer] = []
        self.component = symbol("component") if is_paired(self.out.dtype) else None
        self.statements: list[Statement] = []
        self.count = 0

    def size(self, size: Size) -> Size:
        """Return the kernel's name for a size."""
        if type(size) is int:
            return size
        found = self.parameters.get(size)
        if found is None:
            found = self.parameters[size] = symbol(f"n{len(self.parameters)}")
        return found

    def product(self, sizes: Sequence[Size]) -> Size:
        """Return the kernel's name for a product of sizes."""
        return self.size(product(list(sizes)))

    def index(self) -> Dim:
        """Return a new index of a loop."""
        self.count += 1
        return symbol(f"i{self.count}")

    def body(self) -> Body:
        """Return the body of a loop."""
        return Body(self.names, {}, lambda array: (), self._buffer, self.size, component=self.component)

    def _buffer(self, array: Array) -> str:
        if array is self.out:
            return "out"
        return self.inputs.setdefault(array, f"in{len(self.inputs)}")

    def loop(self, kind: str, index: Dim, extent: Size, body: Sequence[Statement]) -> Loop:
        """Return a loop; it has no lanes where all of them would store to one place: it turns once, or never."""
        if kind == LANE and any(_stays(statement, index) for statement in body):
            kind = SERIAL
        return Loop(kind, atom(index), extent, tuple(body))

    def innermost(self, body: Body) -> list[Statement]:
        """Return the statements of a body, for each part of a number."""
        if self.component is None:
            return body.statements
        return [Loop(SERIAL, atom(self.component), 2, tuple(body.statements))]

    def lane(self) -> str:
        """Return the kind of loops over neighbouring elements."""
        return LANE if self.component is None else GRID

    def store(self, body: Body, positions: Positions, value: str, mode: str = "set") -> None:
        """Store a value of the result's dtype, or combine it with what is there."""
        dtype = self.out.dtype
        offset, at = body.place(self.out, positions)
        combine = COMBINES[mode]
        if dtype is dtypes.bool and combine is not None:
            combine = OF_BOOLS.get(mode, combine)
        if combine is not None and dtype in HALVES:
            old = body.cast(body.at(self.out, positions), dtype, computing(dtype))
            new = body.cast(value, dtype, computing(dtype))
            value, combine = (
                body.cast(body.call(combine, (old, new), computing(dtype)), computing(dtype), dtype),
                None,
            )
        body.statements.append(Store("out", offset, value, combine, at))

    def run(self, x: Array, source: Size, target: Size, count: Size) -> list[Statement]:
        """Return the loop that copies neighbouring elements of an array, from one number to another."""
        value = self.names.fresh()
        body = self.body()
        parts = 1 if self.component is None else 2
        alone = count == 1 and parts == 1
        index: Size = 0 if alone else self.index()
        if isinstance(x, Constant) and not x.ndim:
            assert self.component is None
            value = body.value(x)
        else:
            body.statements.append(Load(value, body.buffer(x), source * parts + index))
        value = body.cast(value, x.dtype, self.out.dtype)
        body.statements.append(Store("out", target * parts + index, value))
        if alone:
            return body.statements
        assert isinstance(index, Dim)
        return [self.loop(LANE, index, count * parts, body.statements)]

    def fill(self, value: Array | None, number: object = 0) -> None:
        """Copy an array of the result's shape into it, or fill it with a number."""
        from gnomon.compile.lower.casts import number_of

        index = self.index()
        body = self.body()
        flat = Body(
            self.names, {}, lambda a: (), self._buffer, self.size, flat=index, component=self.component
        )
        name = number_of(flat, number, self.out.dtype) if value is None else flat.value(value)
        offset, _ = flat.place(self.out)
        flat.statements.append(Store("out", offset, name))
        body.statements = flat.statements
        extent = self.product(self.out.shape.dims)
        kind = SERIAL if extent == 1 else self.lane()
        self.statements.append(self.loop(kind, index, extent, self.innermost(body)))

    def nest(
        self,
        dims: Sequence[Size],
        inner: Callable[[Body, Positions], None],
        serial: int = 0,
        outer: Callable[[Body, Positions], None] | None = None,
    ) -> None:
        """Add a nest of loops around a body.

        The first ``serial`` loops run one turn after the other; what ``outer`` computes stands inside of them alone.
        """
        indices = [self.index() for _ in dims]
        at = tuple([Position(0 if size == 1 else i) for i, size in zip(indices, dims)])
        first, body = self.body(), self.body()
        if outer is not None:
            outer(first, at)
        inner(body, at)
        statements = self.innermost(body)
        long = [axis for axis, size in enumerate(dims) if size != 1]
        last = max(long, default=-1)
        tiles = None
        if not serial and outer is None and self.component is None:
            extents = [self.size(dims[axis]) for axis in long]
            tiles = in_tiles(statements, [indices[axis] for axis in long], extents)
        if tiles is not None:
            self.statements += tiles
            return
        for axis in reversed(range(len(dims))):
            if axis == serial - 1:
                statements = first.statements + statements
            if dims[axis] != 1:
                kind = SERIAL if axis < serial else self.lane() if axis == last else GRID
                statements = [self.loop(kind, indices[axis], self.size(dims[axis]), statements)]
        self.statements += statements if serial else first.statements + statements

    def step(self) -> NativeStep:
        """Return the finished step."""
        from gnomon.compile.llvm import build

        inputs = list(self.inputs)
        return NativeStep([self.application], inputs, [self.out], list(self.parameters), build(self.kernel()))

    def kernel(self) -> Kernel:
        """Return the kernel."""
        buffers = [Buffer(name, held(array.dtype), "in") for array, name in self.inputs.items()]
        buffers.append(Buffer("out", held(self.out.dtype), "out"))
        parameters = tuple([atom(name) for name in self.parameters.values()])
        name = self.application.op.name
        return Kernel(name, (*buffers, *self.scratch), parameters, tuple(self.statements))


def atom(dim: Dim) -> Symbol:
    """Return the symbol that a size is."""
    (found,) = dim.symbols()
    return found


def _stays(statement: Statement, index: Dim) -> bool:
    """Whether a statement stores to the same place in all turns of a loop."""
    if not isinstance(statement, Store) or statement.at:
        return False
    return not isinstance(statement.offset, Dim) or atom(index) not in statement.offset.symbols()
