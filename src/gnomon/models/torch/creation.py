"""Making tensors: zeros, ones, rand, arange, tensor, from_numpy and their kind."""

from __future__ import annotations

import ast
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Dtype,
    Instance,
    ListValue,
    Modelled,
    SequenceValue,
    Shape,
    Tensor,
    Unknown,
    constant,
    dtypes,
    function,
    host,
    is_unknown,
    method,
    shape_of_arguments,
    symbol,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.api import (
    size as size_of,
)
from gnomon.models.rows import require_even_rows
from gnomon.models.torch.common import (
    default_complex,
    default_float,
    dtype_of,
    dtype_or,
    first_given,
    new_tensor,
    set_default_float,
    words,
)
from gnomon.ops.reach import Reached, limits


def _full(shape: Shape, dtype: Dtype | None, value: Any = None) -> Any:
    return ops.full(shape=shape, dtype=dtype, value=value)


def _wanted(size: tuple[Any, ...], named: Any) -> Shape:
    """Return the shape that is given one by one, as one sequence, or by name."""
    return shape_of(named) if not size and named is not None else shape_of_arguments(size)


def _filled(value: Any) -> Any:
    def model(
        *sizes: Any,
        size: Any = None,
        out: Any = None,
        dtype: Any = None,
        layout: Any = None,
        device: Any = None,
        requires_grad: Any = False,
        pin_memory: Any = False,
        memory_format: Any = None,
        generator: Any = None,
        names: Any = None,
    ) -> Any:
        wanted = dtype_or(dtype, default_float())
        whole = wanted is not None and wanted.kind in ("int", "uint")
        return _full(_wanted(sizes, size), wanted, value if whole else None)

    return model


function("torch.zeros")(_filled(0))
function("torch.ones")(_filled(1))
function("torch.empty", "torch.rand", "torch.randn")(_filled(None))


def _like(value: Any, *, floats: bool = False) -> Any:
    def model(
        input: Any,
        *,
        dtype: Any = None,
        layout: Any = None,
        device: Any = None,
        requires_grad: Any = False,
        memory_format: Any = None,
        pin_memory: Any = False,
        generator: Any = None,
    ) -> Any:
        return _as_big_as(input, dtype)

    return model


def _as_big_as(input: Any, dtype: Any) -> Any:
    """Return a new tensor with the shape of another one."""
    fresh = ops.full_like(input)
    return fresh if dtype is None else ops.cast(fresh, dtype=dtype_of(dtype))


function("torch.zeros_like")(_like(0))
function("torch.ones_like")(_like(1))
function("torch.empty_like", "torch.rand_like", "torch.randn_like")(_like(None))


@function("torch.full")
def full(
    size: Any,
    fill_value: Any,
    *,
    out: Any = None,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: Any = False,
    names: Any = None,
    pin_memory: Any = False,
) -> Any:
    """A tensor filled with one number."""
    return _full(
        shape_of(size), dtype_of(dtype) if dtype is not None else number_dtype(fill_value), fill_value
    )


@function("torch.full_like")
def full_like(input: Any, fill_value: Any, *, dtype: Any = None, **ways: Any) -> Any:
    """A tensor of the same shape filled with one number."""
    return _as_big_as(input, dtype)


def number_dtype(value: Any) -> Dtype | None:
    """Return the dtype PyTorch gives to a tensor made from a Python number."""
    kind = type(value)
    if kind is bool:
        return dtypes.bool
    if kind is int or kind is Dim:
        return dtypes.int64
    if kind is float:
        return default_float()
    if kind is complex:
        return default_complex()
    if kind is Tensor:
        dtype: Dtype | None = value.dtype
        return dtype
    if kind is Unknown:
        return {"bool": dtypes.bool, "int": dtypes.int64, "float": default_float()}.get(value.kind)
    return None


@function("torch.randint")
def randint(
    low: Any = None,
    high: Any = None,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: Any = False,
    pin_memory: Any = False,
) -> Any:
    """Random integers from ``low`` (0 unless given) to ``high - 1``."""
    if size is None:
        if low is None or type(high) not in (list, tuple):
            return new_tensor(shape_of(first_given(high, UNKNOWN)), dtype_or(dtype, dtypes.int64))
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    elif low is None:
        low = 0
    result = _full(shape_of(size), dtype_or(dtype, dtypes.int64))
    bound(result, low, high)
    return result


def bound(tensor: Any, low: Any, high: Any, *, whole: bool = False) -> None:
    """Note that all entries are at least ``low`` and less than ``high``; ``whole``: none is left out."""
    if type(tensor) is Tensor and type(low) in (int, Dim) and type(high) in (int, Dim):
        tensor.bounds = limits(low, high - 1, tensor.shape.numel())
        if whole and type(tensor.bounds) is Reached:
            tensor.bounds = Reached(low, high - 1)


@function("torch.randint_like")
def randint_like(input: Any, low: Any = 0, high: Any = None, *, dtype: Any = None, **ways: Any) -> Any:
    """Random integers in the shape of another tensor."""
    return _as_big_as(input, dtype)


@function("torch.randperm")
def randperm(n: Any, *, generator: Any = None, out: Any = None, dtype: Any = None, **ways: Any) -> Any:
    """The numbers from 0 to n - 1 in random order."""
    count = size_of(n)
    result = _full(Shape((count,)), dtype_or(dtype, dtypes.int64))
    bound(result, 0, count, whole=True)
    return result


@function("torch.arange")
def arange(
    start: Any = 0,
    end: Any = None,
    step: Any = 1,
    *,
    out: Any = None,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: Any = False,
    pin_memory: Any = False,
) -> Any:
    """Numbers from ``start`` up to but without ``end``."""
    if end is None:
        start, end = 0, start
    parts = [start, end, step]
    wanted = dtype_of(dtype) if dtype is not None else _range_dtype(parts)
    if type(out) is Tensor:
        wanted = out.dtype
    values = [_scalar(part) for part in parts]
    if wanted is not None and wanted.kind in ("int", "uint"):
        values = [int(value) if type(value) is float else value for value in values]
    if None in values:
        return ops.arange(start=0, stop=None, dtype=wanted)
    result = ops.arange(start=values[0], stop=values[1], step=values[2], dtype=wanted)
    if type(step) is int and step == 1 and all(type(value) in (int, Dim) for value in values):
        bound(result, values[0], values[1], whole=True)
    return result


def _scalar(value: Any) -> Any:
    """Return a number as the operation takes it: a size, a float, or an unknown size."""
    kind = type(value)
    if kind in (int, float, Dim):
        return value
    if kind is bool:
        return int(value)
    if (
        kind is Tensor
        and value.contents is not None
        and len(value.contents) == 1
        and value.contents[0] is not None
    ):
        return value.contents[0]
    return None if kind is not Unknown or value.kind == "float" else size_of(value)


def _range_dtype(parts: list[Any]) -> Dtype | None:
    found = [number_dtype(part) for part in parts]
    if any(dtype is not None and dtype.kind == "float" for dtype in found):
        return default_float()
    if None in found:
        return None
    return dtypes.int64


@function("torch.range")
def range_(start: Any = 0, end: Any = None, step: Any = 1, *, dtype: Any = None, **ways: Any) -> Any:
    """Numbers from ``start`` up to and with ``end`` (old form)."""
    values = [_scalar(part) for part in (start, end, step)]
    stop = values[1] + values[2] if type(values[1]) in (int, Dim) and type(values[2]) is int else None
    return ops.arange(start=values[0], stop=stop, step=values[2], dtype=dtype_or(dtype, default_float()))


@function("torch.linspace")
def linspace(
    start: Any, end: Any, steps: Any = 100, *, out: Any = None, dtype: Any = None, **ways: Any
) -> Any:
    """Equally spaced numbers."""
    return ops.linspace(count=size_of(steps), dtype=dtype_or(dtype, default_float()))


@function("torch.logspace")
def logspace(
    start: Any,
    end: Any,
    steps: Any = 100,
    base: Any = 10.0,
    *,
    out: Any = None,
    dtype: Any = None,
    **ways: Any,
) -> Any:
    """Numbers whose logarithms are equally spaced."""
    return ops.linspace(count=size_of(steps), dtype=dtype_or(dtype, default_float()))


@function("torch.eye")
def eye(n: Any, m: Any = None, *, out: Any = None, dtype: Any = None, **ways: Any) -> Any:
    """The identity matrix."""
    columns = None if m is None else size_of(m)
    return ops.eye(rows=size_of(n), columns=columns, dtype=dtype_or(dtype, default_float()))


@function("torch.normal")
def normal(
    mean: Any = 0.0,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Any = None,
    out: Any = None,
    dtype: Any = None,
    device: Any = None,
    **ways: Any,
) -> Any:
    """Normally distributed numbers in the shape of mean and deviation, or in a given shape."""
    if size is not None:
        return _full(shape_of(size), dtype_or(dtype, default_float()))
    lead = next((value for value in (mean, std) if type(value) is Tensor), None)
    return ops.cast(ops.add(mean, std), dtype=lead.dtype if lead is not None else None)


@function("torch.poisson")
def poisson(input: Any, generator: Any = None) -> Any:
    """Random counts, each with the mean given by an element."""
    return ops.full_like(input)


@function("torch.bernoulli")
def bernoulli(input: Any, p: Any = None, *, generator: Any = None, out: Any = None) -> Any:
    """Random numbers, each with the parameter given by an element."""
    return ops.full_like(input)


method("torch", "bernoulli")(bernoulli)


def from_data(data: Any, dtype: Any = None) -> Any:
    """Return the tensor that data (numbers, lists, arrays) make."""
    wanted = dtype_of(dtype) if dtype is not None else None
    if isinstance(data, (Instance, Modelled)):
        return new_tensor(Shape.unknown(), wanted)
    if type(data) is Unknown and data.kind not in ("int", "float", "bool") and data.tensor is None:
        return new_tensor(Shape.unknown(), wanted)
    if type(data) is range:
        return ops.arange(start=data.start, stop=data.stop, step=data.step, dtype=wanted or dtypes.int64)
    if type(data) is Tensor:
        result = Tensor(data.shape, data.dtype, "torch", contents=data.contents, bounds=data.bounds)
        return result if dtype is None else ops.cast(result, dtype=wanted)
    result = ops.positive(data)
    if type(result) is Tensor and result.shape.rank is None:
        require_even_rows(data)
    if dtype is not None:
        return ops.cast(result, dtype=wanted)
    if type(result) is Tensor and result.dtype is dtypes.float32:
        return ops.cast(result, dtype=default_float())
    if type(result) is Tensor and result.dtype is dtypes.complex64:
        return ops.cast(result, dtype=default_complex())
    return result


@function("torch.tensor")
def tensor(
    data: Any, *, dtype: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False
) -> Any:
    """A tensor with given elements."""
    return from_data(data, dtype)


@function("torch.as_tensor", "torch.asarray")
def as_tensor(
    data: Any, dtype: Any = None, device: Any = None, *, copy: Any = None, requires_grad: Any = False
) -> Any:
    """A tensor with given elements, perhaps shared."""
    return from_data(data, dtype)


@function("torch.from_numpy")
def from_numpy(ndarray: Any) -> Any:
    """The tensor that shares a NumPy array's elements."""
    return from_data(ndarray)


@function("torch.scalar_tensor")
def scalar_tensor(s: Any, *, dtype: Any = None, **ways: Any) -> Any:
    """A tensor of one number."""
    return new_tensor(Shape(()), dtype_or(dtype, default_float()))


@function("torch.frombuffer")
def frombuffer(
    buffer: Any, *, dtype: Any = None, count: Any = -1, offset: Any = 0, requires_grad: Any = False
) -> Any:
    """A vector of the elements of a buffer."""
    return new_tensor(Shape((symbol(),)), dtype_of(dtype))


@method("torch", "values")
def values_method(self: Any) -> Any:
    """The entries that a sparse tensor keeps."""
    return new_tensor(Shape.unknown(), self.dtype if type(self) is Tensor else None)


@method("torch", "indices", "crow_indices", "col_indices", "ccol_indices", "row_indices")
def places_method(self: Any) -> Any:
    """Where a sparse tensor keeps its entries."""
    return new_tensor(Shape.unknown())


@method("torch", "sparse_mask")
def sparse_mask(self: Any, mask: Any) -> Any:
    """The entries of the tensor where a sparse one has some."""
    return ops.full_like(self)


@function("torch.sparse_coo_tensor", "torch.sparse.FloatTensor")
def sparse_coo_tensor(
    indices: Any = None,
    values: Any = None,
    size: Any = None,
    *,
    dtype: Any = None,
    device: Any = None,
    pin_memory: Any = False,
    requires_grad: Any = False,
    check_invariants: Any = None,
    is_coalesced: Any = None,
    layout: Any = None,
) -> Any:
    """A sparse tensor."""
    shape = Shape.unknown() if size is None else shape_of(size)
    return new_tensor(shape, dtype_or(dtype, values.dtype if type(values) is Tensor else None))


@function("torch.nested.nested_tensor")
def nested_tensor(
    tensor_list: Any,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: Any = False,
    pin_memory: Any = False,
) -> Any:
    """Tensors of several lengths as one."""
    return new_tensor(Shape.unknown(), dtype_or(dtype, None))


def _compressed(pointers: Any, places: Any, values: Any, size: Any, dtype: Any) -> Any:
    shape = Shape.unknown() if size is None else shape_of(size)
    return new_tensor(shape, dtype_or(dtype, values.dtype if type(values) is Tensor else None))


@function("torch.sparse_csr_tensor", "torch.sparse_bsr_tensor")
def sparse_csr_tensor(
    crow_indices: Any,
    col_indices: Any,
    values: Any,
    size: Any = None,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: Any = False,
    requires_grad: Any = False,
    check_invariants: Any = None,
) -> Any:
    """A sparse tensor, its rows one after another."""
    return _compressed(crow_indices, col_indices, values, size, dtype)


@function("torch.sparse_csc_tensor", "torch.sparse_bsc_tensor")
def sparse_csc_tensor(
    ccol_indices: Any,
    row_indices: Any,
    values: Any,
    size: Any = None,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: Any = False,
    requires_grad: Any = False,
    check_invariants: Any = None,
) -> Any:
    """A sparse tensor, its columns one after another."""
    return _compressed(ccol_indices, row_indices, values, size, dtype)


def _old_type(dtype: Dtype | None) -> Any:
    def model(*arguments: Any, device: Any = None) -> Any:
        wanted = default_float() if dtype is None else dtype
        if not arguments:
            return new_tensor(Shape((0,)), wanted)
        first = arguments[0]
        if type(first) in (int, Dim) or (type(first) is Unknown and first.kind == "int"):
            return new_tensor(shape_of_arguments(arguments), wanted)
        if type(first) is SequenceValue and type(first.origin) is Shape:
            return new_tensor(first.origin, wanted)
        if type(first) is tuple and first and all(type(entry) in (int, Dim) for entry in first):
            told = _tells_a_size(_first_written())
            if told is not False:
                return new_tensor(Shape(first) if told else Shape.unknown(), wanted)
        if type(first) is Unknown and first.tensor is None:
            counts = len(arguments) > 1
            if first.parts is not None:
                counts = counts or "#formula" in first.parts or "#size" in first.parts
            return new_tensor(shape_of_arguments(arguments) if counts else Shape.unknown(), wanted)
        return from_data(first, wanted)

    return model


def _first_written() -> Any:
    """Return the expression that gives the first argument of the call at work."""
    site = host.reporter.site
    written = [] if site is None else getattr(site.node, "args", [])
    return written[0] if written else None


def _is_of_torch(node: ast.expr) -> bool:
    """Whether a name stands for a tensor of PyTorch: the shape of an array of NumPy is a plain tuple, and data."""
    held = host.frame.lookup(node.id) if isinstance(node, ast.Name) and host.frame is not None else None
    return isinstance(held, Tensor) and held.library == "torch"


def _tells_a_size(node: Any) -> bool | None:
    """Whether a tuple that is written so is a `torch.Size`, and no data; None where that cannot be told."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return False
    if isinstance(node, ast.Attribute):
        return True if node.attr == "shape" and _is_of_torch(node.value) else None
    if isinstance(node, ast.Call):
        return True if isinstance(node.func, ast.Attribute) and node.func.attr == "size" else None
    if isinstance(node, ast.Subscript):
        return _tells_a_size(node.value)
    if isinstance(node, ast.BinOp):
        return _tells_a_size(node.left)
    return None


function("torch.Tensor")(_old_type(None))
for _name, _dtype in {
    "Float": dtypes.float32,
    "Double": dtypes.float64,
    "Half": dtypes.float16,
    "BFloat16": dtypes.bfloat16,
    "Long": dtypes.int64,
    "Int": dtypes.int32,
    "Short": dtypes.int16,
    "Char": dtypes.int8,
    "Byte": dtypes.uint8,
    "Bool": dtypes.bool,
}.items():
    for _place in ("torch", "torch.cuda"):
        function(f"{_place}.{_name}Tensor")(_old_type(_dtype))


# -- in the manner of an existing tensor ---------------------------------------------------------------


def _own(self: Any, dtype: Any) -> Dtype | None:
    return dtype_of(dtype) if dtype is not None else self.dtype if type(self) is Tensor else None


@method("torch", "new_zeros", "new_ones", "new_empty")
def new_filled(self: Any, *sizes: Any, size: Any = None, dtype: Any = None, **ways: Any) -> Any:
    """A new tensor of a shape with the dtype of this one."""
    return _full(_wanted(sizes, size), _own(self, dtype))


@method("torch", "new_full")
def new_full(self: Any, size: Any, fill_value: Any, *, dtype: Any = None, **ways: Any) -> Any:
    """A new tensor of a shape filled with one number."""
    return _full(shape_of(size), _own(self, dtype))


@method("torch", "new_tensor")
def new_tensor_method(self: Any, data: Any, *, dtype: Any = None, **ways: Any) -> Any:
    """A new tensor with given elements and the dtype of this one."""
    return from_data(data, _own(self, dtype))


@method("torch", "new")
def new(self: Any, *arguments: Any, **ways: Any) -> Any:
    """A new tensor of the same type, of a shape or with given elements (old form)."""
    return _old_type(self.dtype if type(self) is Tensor else None)(*arguments)


# -- what windows and grids there are ------------------------------------------------------------------


@function(*[f"torch.{name}_window" for name in ("hann", "hamming", "blackman", "bartlett", "kaiser")])
def window(window_length: Any, *arguments: Any, dtype: Any = None, **ways: Any) -> Any:
    """A window function's samples."""
    return _full(Shape((size_of(window_length),)), dtype_or(dtype, default_float()))


@function("torch.tril_indices", "torch.triu_indices")
def triangle_indices(row: Any, col: Any, offset: Any = 0, *, dtype: Any = None, **ways: Any) -> Any:
    """Positions of a triangle: two rows."""
    return new_tensor(Shape((2, symbol())), dtype_or(dtype, dtypes.int64))


@function("torch.set_default_dtype", "torch.set_default_tensor_type", tensor=False)
def set_default_dtype(d: Any) -> None:
    """Set the dtype of new float tensors."""
    set_default_float(dtype_of(d))


@function("torch.get_default_dtype", tensor=False)
def get_default_dtype() -> Any:
    """The dtype of new float tensors."""
    return default_float() or UNKNOWN


for _name in words(
    "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 "
    "complex128"
):
    if hasattr(dtypes, _name):
        constant(f"torch.{_name}", getattr(dtypes, _name))
for _name, _dtype in {
    "half": dtypes.float16,
    "float": dtypes.float32,
    "double": dtypes.float64,
    "short": dtypes.int16,
    "int": dtypes.int32,
    "long": dtypes.int64,
    "cfloat": dtypes.complex64,
    "cdouble": dtypes.complex128,
}.items():
    constant(f"torch.{_name}", _dtype)

_ = (ListValue, is_unknown)
