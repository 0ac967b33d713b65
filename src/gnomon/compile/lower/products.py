"""Products of matrices through the loops of NumPy's matmul, which call its BLAS: without Python objects.

A matrix that is the transpose of another one is read from there by its strides.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Size, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application

FUNCTIONS, LOOPS, COUNT = 32, 40, 48
"""Offsets of a ufunc's loops, of their data, and of their number (``PyUFuncObject`` in ``ufuncobject.h``)."""


class Form(NamedTuple):
    """The kind of a product: its dtype, which factors are read transposed, and which have one matrix for each turn."""

    dtype: str
    left_flipped: bool
    right_flipped: bool
    left_many: bool
    right_many: bool


class ProductStep(NativeStep):
    """A product of matrices."""

    __slots__ = ("form",)

    def __init__(
        self,
        members: Sequence[Application],
        inputs: Sequence[Array],
        results: Sequence[Array],
        sizes: Sequence[Size],
        native: Native,
        form: Form,
    ) -> None:
        super().__init__(members, inputs, results, sizes, native)
        self.form = form

    def portable(self) -> Native | None:
        """Return a kernel that does the same without NumPy's BLAS."""
        from gnomon.compile.lower.plain_products import plain_product

        dtype = self.results[0].dtype
        if dtype.kind == "complex":
            return None
        form = self.form
        flipped, many = (form.left_flipped, form.right_flipped), (form.left_many, form.right_many)
        return plain_product(dtype, flipped, many)


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
    return ProductStep(
        [application], [left, right], [out], [turns, rows, inner, columns], _native(form), form
    )


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


@functools.cache
def _native(form: Form) -> Native:
    from gnomon.compile.library.alone import linked_alone

    found = loop_of(np.dtype(form.dtype).char)
    assert found is not None
    function, data = found
    assert data == 0
    return linked_alone(_text(form), {"matmul_loop": function}, (1, 2, 3))


def _text(form: Form) -> str:
    """IR that fills in the arguments of NumPy's loop ``void(char **, npy_intp *, npy_intp *, void *)``."""
    item = np.dtype(form.dtype).itemsize
    lines = [
        "declare void @matmul_loop(ptr, ptr, ptr, ptr)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
        "define i32 @kernel(ptr %buffers, ptr %sizes) {",
    ]
    lines.append("  %steps = alloca [9 x i64]")
    for place, name in enumerate(("turns", "rows", "inner", "columns")):
        lines.append(f"  %{name}.p = getelementptr i64, ptr %sizes, i64 {place}")
        lines.append(f"  %{name} = load i64, ptr %{name}.p")
    for name in ("rows", "inner", "columns"):
        lines.append(f"  %{name}.b = mul i64 %{name}, {item}")
    lines.append("  %left = mul i64 %rows.b, %inner")
    lines.append("  %right = mul i64 %inner.b, %columns")
    lines.append("  %out = mul i64 %rows.b, %columns")
    left = (str(item), "%rows.b") if form.left_flipped else ("%inner.b", str(item))
    right = (str(item), "%inner.b") if form.right_flipped else ("%columns.b", str(item))
    steps = [
        "%left" if form.left_many else "0",
        "%right" if form.right_many else "0",
        *("%out", *left, *right, "%columns.b", str(item)),
    ]
    for place, step in enumerate(steps):
        lines.append(f"  %s{place} = getelementptr i64, ptr %steps, i64 {place}")
        lines.append(f"  store i64 {step}, ptr %s{place}")
    lines.append("  %pointers = alloca [3 x ptr]")  # which NumPy's loop moves on
    lines.append("  call void @llvm.memcpy.p0.p0.i64(ptr %pointers, ptr %buffers, i64 24, i1 false)")
    lines.append("  call void @matmul_loop(ptr %pointers, ptr %sizes, ptr %steps, ptr null)")
    lines += ["  ret i32 0", "}"]
    return "\n".join(lines) + "\n"


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
