"""Products of matrices in tiles of our own, or through the loops of NumPy's matmul, which call its BLAS.

Gnomon's own threads share large ones, and BLAS has one thread meanwhile: its threads wait for each other by spinning.

A matrix that is the transpose of another one is read from there by its strides.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gnomon.compile.library.alone import ENTRY, linked_alone
from gnomon.compile.llvm.emitter import SPREAD
from gnomon.compile.lower.crossover import Limits, decision, limits_of, tiles_are_faster
from gnomon.compile.lower.tiles import Tile, steps_of, tile_of, tiled_product
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dtype, Size, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application

FUNCTIONS, LOOPS, COUNT = 32, 40, 48
"""Offsets of a ufunc's loops, of their data, and of their number (``PyUFuncObject`` in ``ufuncobject.h``)."""

WORTH_A_TEAM, VECTORS = 1 << 20, 1 << 18
"""Multiplications from which on threads share a product, and one of a matrix and a vector, which waits for memory."""
BLOCK = 128
"""So many rows of a large product are computed at once; half of them where there are few, more where there are many."""
BLOCKS = 8
"""So many blocks are enough: each arranges the right factor anew."""

PARTS, LINE = 2, 16
"""A vector times a matrix is computed in so many stretches of columns, each so many columns or a multiple of them."""


class Form(NamedTuple):
    """The kind of a product: its dtype, which factors are read transposed, and which have one matrix for each turn."""

    dtype: str
    left_flipped: bool
    right_flipped: bool
    left_many: bool
    right_many: bool

    @property
    def flipped(self) -> tuple[bool, bool]:
        """Which factors are read transposed."""
        return self.left_flipped, self.right_flipped

    @property
    def many(self) -> tuple[bool, bool]:
        """Which factors have one matrix for each turn."""
        return self.left_many, self.right_many


class ProductStep(NativeStep):
    """A product of matrices."""

    __slots__ = ("form", "tiled")

    def __init__(
        self,
        members: Sequence[Application],
        inputs: Sequence[Array],
        results: Sequence[Array],
        sizes: Sequence[Size],
        form: Form,
    ) -> None:
        dtype = results[0].dtype
        self.form = form
        limits = limits_of(dtype, form.flipped)
        self.tiled = tiles_are_faster(limits, *sizes[1:4])
        """Whether tiles of our own compute it, or the library; None if that is decided when sizes are known."""
        native = _chosen(form, dtype, limits, self.tiled)
        super().__init__(
            members, inputs, results, [*sizes, *steps_of(sizes, form.flipped, form.many)], native
        )

    @property
    def way(self) -> str:
        """How it is computed, in a few words."""
        if self.tiled is None:
            return "native tiles or call of BLAS"
        return "native tiles" if self.tiled else "native call of BLAS"

    def portable(self) -> Native | None:
        """Return a kernel that does the same without NumPy's BLAS."""
        from gnomon.compile.lower.plain_products import plain_product

        dtype = self.results[0].dtype
        if dtype.kind == "complex":
            return None
        return plain_product(dtype)


def product_step(application: Application, makers: Mapping[Array, Application]) -> NativeStep | None:
    """Return the native step of a product of matrices, None if NumPy has no loop for it."""
    left, right = application.arrays()
    (out,) = application.outputs
    if any(application.attributes.get(name) for name in ("transpose_a", "transpose_b")):
        return None
    if left.dtype is not out.dtype or right.dtype is not out.dtype:
        return None
    if loop_of(numpy_dtype(out.dtype).char) is None or numpy_dtype(out.dtype).name != out.dtype.name:
        return None
    left, left_flipped = _unflipped(left, makers)
    right, right_flipped = _unflipped(right, makers)
    a, b = list(left.shape.dims), list(right.shape.dims)
    if not a or not b:
        return None
    a = [1, *a] if len(a) == 1 else a
    b = [*b, 1] if len(b) == 1 else b
    rows, inner = (a[-1], a[-2]) if left_flipped else (a[-2], a[-1])
    columns = b[-2] if right_flipped else b[-1]
    turns: Size = 1
    left_many = right_many = False
    if len(b) == 2 and len(a) > 2 and not left_flipped:
        rows = product(a[:-1])
    elif len(a) == 2 and len(b) > 2:
        turns, right_many = product(b[:-2]), True
    elif len(a) > 2 or len(b) > 2:
        if a[:-2] != b[:-2]:
            return None
        turns, left_many, right_many = product(a[:-2]), True, True
    form = Form(out.dtype.name, left_flipped, right_flipped, left_many, right_many)
    return ProductStep([application], [left, right], [out], [turns, rows, inner, columns], form)


def _unflipped(array: Array, makers: Mapping[Array, Application]) -> tuple[Array, bool]:
    """Return the matrix that an array is the transpose of, if it is one."""
    maker = makers.get(array)
    if maker is not None and array.ndim == 2:
        name, attributes = maker.op.name, maker.attributes
        axes = attributes.get("axes")
        if name == "matrix_transpose" or (name == "transpose" and axes in (None, (1, 0), (-1, -2))):
            (source,) = maker.arrays()
            return source, True
    return array, False


def _chosen(form: Form, dtype: Dtype, limits: Limits | None, tiled: bool | None) -> Native:
    from gnomon.compile.llvm import linked

    if tiled is False or limits is None:
        return _native(form.dtype)
    tiles = _tiled(dtype, tile_of(dtype), any(form.many))
    if tiled:
        return tiles
    both = linked(decision(limits), symbols={"tiles": tiles, "library": _native(form.dtype)})
    both.fails = False
    return both


@functools.cache
def _tiled(dtype: Dtype, tile: Tile, stacked: bool) -> Native:
    from gnomon.compile.llvm import build

    return build(tiled_product(dtype, tile, stacked=stacked))


@functools.cache
def _native(dtype: str) -> Native:
    from gnomon.compile.llvm.team import spread

    found = loop_of(np.dtype(dtype).char)
    assert found is not None
    function, data = found
    assert data == 0
    native = linked_alone(_text(dtype), {"matmul_loop": function, SPREAD: spread()}, ())
    native.fails = False
    return native


def _text(dtype: str) -> str:
    """IR that calls NumPy's loop ``void(char **, npy_intp *, npy_intp *, void *)`` for some rows, or some turns.

    A team shares the rows of one large product, or the columns where there is one row, in blocks that depend on sizes
    alone, or the turns where there are several: the results do not depend on the number of threads.
    """
    item = np.dtype(dtype).itemsize
    lines = [
        "declare void @matmul_loop(ptr, ptr, ptr, ptr)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        f"declare i32 @{SPREAD}(ptr, ptr, ptr, i64, i64)",
        "define internal i32 @part(ptr %buffers, ptr %sizes, i64 %start, i64 %stop) {",
        "entry:",
        *_sizes(),
        "  %steps = alloca [9 x i64]",
        "  %counts = alloca [4 x i64]",
        "  %pointers = alloca [3 x ptr]",
    ]
    steps = "left.turn left.row left.term right.turn right.term right.column".split()
    for place, name in enumerate(steps, 4):
        lines.append(f"  %{name}.p = getelementptr i64, ptr %sizes, i64 {place}")
        lines.append(f"  %{name}.n = load i64, ptr %{name}.p")
        lines.append(f"  %{name} = mul i64 %{name}.n, {item}")
    lines.append(f"  %columns.b = mul i64 %columns, {item}")
    lines.append("  %out = mul i64 %rows, %columns.b")
    left, right = ("%left.row", "%left.term"), ("%right.term", "%right.column")
    turn = ("%left.turn", "%right.turn", "%out")
    for place, step in enumerate((*turn, *left, *right, "%columns.b", str(item))):
        lines.append(f"  %s{place} = getelementptr i64, ptr %steps, i64 {place}")
        lines.append(f"  store i64 {step}, ptr %s{place}")
    lines.append("  br label %look")
    lines.append("look:")
    lines.append("  %at = phi i64 [ %start, %entry ], [ %next, %some ]")
    lines.append("  %more = icmp slt i64 %at, %stop")
    lines.append("  br i1 %more, label %some, label %end")
    lines.append("some:")
    lines.append("  %left.over = sub i64 %stop, %at")
    lines.append("  %is.last = icmp slt i64 %left.over, %block")
    lines.append("  %count = select i1 %is.last, i64 %left.over, i64 %block")
    lines.append("  %next = add i64 %at, %block")
    lines.append("  %turns.own = select i1 %many, i64 %count, i64 %turns")
    lines.append("  %whole.rows = or i1 %many, %flat")
    lines.append("  %rows.own = select i1 %whole.rows, i64 %rows, i64 %count")
    lines.append("  %columns.own = select i1 %flat, i64 %count, i64 %columns")
    for place, name in enumerate(("turns.own", "rows.own", "inner", "columns.own")):
        lines.append(f"  %c{place} = getelementptr i64, ptr %counts, i64 {place}")
        lines.append(f"  store i64 %{name}, ptr %c{place}")
    row, column = (left[0], "0", "%columns.b"), ("0", right[1], str(item))
    for place, steps_on in enumerate(zip(turn, row, column)):
        lines.append(f"  %near{place} = select i1 %flat, i64 {steps_on[2]}, i64 {steps_on[1]}")
        lines.append(f"  %far{place} = select i1 %many, i64 {steps_on[0]}, i64 %near{place}")
        lines.append(f"  %first{place} = mul i64 %at, %far{place}")
        lines.append(f"  %b{place} = getelementptr ptr, ptr %buffers, i64 {place}")
        lines.append(f"  %whole{place} = load ptr, ptr %b{place}")
        lines.append(f"  %own{place} = getelementptr i8, ptr %whole{place}, i64 %first{place}")
        lines.append(
            f"  %p{place} = getelementptr ptr, ptr %pointers, i64 {place}"
        )  # NumPy's loop moves them on
        lines.append(f"  store ptr %own{place}, ptr %p{place}")
    lines.append("  call void @matmul_loop(ptr %pointers, ptr %counts, ptr %steps, ptr null)")
    lines += ["  br label %look", "end:", "  ret i32 0", "}"]
    lines += [ENTRY + "ptr %buffers, ptr %sizes) {", *_sizes()]
    lines.append("  %lines = select i1 %flat, i64 %columns, i64 %rows")
    lines.append("  %length = select i1 %many, i64 %turns, i64 %lines")
    lines.append("  br i1 %heavy, label %together, label %alone")
    lines.append("together:")
    task = "ptr @part, ptr %buffers, ptr %sizes, i64 %length, i64 %block"
    lines.append(f"  %shared = call i32 @{SPREAD}({task})")
    lines.append("  ret i32 %shared")
    lines.append("alone:")
    lines.append("  %only = call i32 @part(ptr %buffers, ptr %sizes, i64 0, i64 %length)")
    lines += ["  ret i32 %only", "}"]
    return "\n".join(lines) + "\n"


def _sizes() -> Iterator[str]:
    """Sizes, whether a product is worth a team, and how many rows, columns or turns are computed at once."""
    for place, name in enumerate(("turns", "rows", "inner", "columns")):
        yield f"  %{name}.p = getelementptr i64, ptr %sizes, i64 {place}"
        yield f"  %{name} = load i64, ptr %{name}.p"
    yield "  %many = icmp sgt i64 %turns, 1"
    yield "  %one.row = icmp eq i64 %rows, 1"
    yield "  %one.column = icmp eq i64 %columns, 1"
    yield "  %one.turn = xor i1 %many, true"
    yield "  %flat = and i1 %one.row, %one.turn"
    yield "  %vector = or i1 %one.row, %one.column"
    yield "  %work0 = mul i64 %turns, %rows"
    yield "  %work1 = mul i64 %work0, %inner"
    yield "  %work = mul i64 %work1, %columns"
    yield f"  %worth = select i1 %vector, i64 {VECTORS}, i64 {WORTH_A_TEAM}"
    yield "  %heavy = icmp sgt i64 %work, %worth"
    yield "  %extent = select i1 %flat, i64 %columns, i64 %rows"
    yield f"  %few = icmp slt i64 %extent, {4 * BLOCK}"
    yield f"  %most = udiv i64 %extent, {BLOCK * BLOCKS}"
    yield "  %times = call i64 @llvm.smax.i64(i64 %most, i64 1)"
    yield f"  %block.large = mul i64 %times, {BLOCK}"
    yield f"  %block.rows = select i1 %few, i64 {BLOCK // 2}, i64 %block.large"
    yield f"  %part.up = add i64 %columns, {PARTS * LINE - 1}"
    yield f"  %part.lines = udiv i64 %part.up, {PARTS * LINE}"
    yield f"  %block.columns = mul i64 %part.lines, {LINE}"
    yield "  %block.lines = select i1 %flat, i64 %block.columns, i64 %block.rows"
    yield "  %block.heavy = select i1 %many, i64 1, i64 %block.lines"
    yield "  %block.light = call i64 @llvm.smax.i64(i64 %extent, i64 %turns)"
    yield "  %block = select i1 %heavy, i64 %block.heavy, i64 %block.light"


@functools.cache
def loop_of(char: str) -> tuple[int, int] | None:
    """Return the addresses of matmul's loop for a dtype and of its data; None where that is not certain."""
    signature = f"{char}{char}->{char}"
    if char not in "fdFDilq" or signature not in np.matmul.types or not _layout_holds():
        return None
    place = np.matmul.types.index(signature)
    return _word(_word(id(np.matmul) + FUNCTIONS) + 8 * place), _word(
        _word(id(np.matmul) + LOOPS) + 8 * place
    )


def _word(place: int) -> int:
    return ctypes.c_int64.from_address(place).value


@functools.cache
def _layout_holds() -> bool:
    """Whether a ufunc lies in memory as expected, by the counts it tells and by one product."""
    ufunc = np.matmul
    counts = (ctypes.c_int32 * 3).from_address(id(ufunc) + 16)
    number = ctypes.c_int32.from_address(id(ufunc) + COUNT).value
    if tuple(counts) != (ufunc.nin, ufunc.nout, ufunc.nargs) or number != len(ufunc.types):
        return False
    places = [ufunc.types.index(f"{char}{char}->{char}") for char in "fd"]
    return all(_word(_word(id(ufunc) + LOOPS) + 8 * place) == 0 for place in places)
