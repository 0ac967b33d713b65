"""What a tensor knows of itself (shape, dtype, device) and becomes (item, numpy, to, float)."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dtype,
    ListValue,
    SequenceValue,
    Shape,
    Tensor,
    Unknown,
    attribute,
    dtypes,
    function,
    host,
    method,
    state,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.registry import setter
from gnomon.models.torch.autograd import check_numpy
from gnomon.models.torch.common import become, dtype_of, is_dtype, words
from gnomon.models.torch.storage import twin
from gnomon.values.storage import Storage


def shape_value(shape: Shape) -> Any:
    """Return a shape as the tuple of sizes that a program sees."""
    if shape.rank is not None:
        return shape.dims
    return SequenceValue(unknown_of("int"), None, "shape", origin=shape)


@attribute("torch", "shape")
def shape_attribute(self: Tensor) -> Any:
    """The sizes."""
    return shape_value(self.shape)


@method("torch", "size", tensor=False)
def size_method(self: Any, dim: Any = None) -> Any:
    """The sizes, or one of them."""
    if type(self) is not Tensor:
        return UNKNOWN
    if dim is None:
        return shape_value(self.shape)
    if type(dim) is not int:
        return symbol()
    size = self.shape.axis(dim)
    if size is not None:
        return size
    if self.shape.rank is not None:
        ops.size_along(self, axis=dim)
        return symbol()
    return learnt_size(self, dim)


def learnt_size(self: Tensor, dim: int) -> Any:
    """Return the size of an axis of a tensor of unknown rank: the axis is there, so note it."""
    prefix, run, suffix = self.shape.prefix, self.shape.run, self.shape.suffix
    if dim >= 0 and not suffix and dim < 8:
        prefix += tuple(symbol("N" if place == 0 else f"d{place}") for place in range(len(prefix), dim + 1))
        size = prefix[dim]
    elif dim < 0 and not prefix and dim >= -8:
        suffix = tuple(symbol("D" if place == -1 else None) for place in range(dim, -len(suffix))) + suffix
        size = suffix[dim]
    else:
        return symbol()
    state.write_slot(self, "shape", Shape(prefix, run, suffix))
    return size


@function("torch.numel", tensor=False)
def numel(input: Any) -> Any:
    """The number of elements."""
    count = input.shape.numel() if type(input) is Tensor else None
    return symbol() if count is None else count


method("torch", "numel", "nelement", tensor=False)(numel)


@attribute("torch", "ndim")
def ndim(self: Tensor) -> Any:
    """The number of axes."""
    return unknown_of("int") if self.shape.rank is None else self.shape.rank


@method("torch", "dim", "ndimension", tensor=False)
def dim_method(self: Any) -> Any:
    """The number of axes."""
    return ndim(self) if type(self) is Tensor else unknown_of("int")


@attribute("torch", "dtype")
def dtype_attribute(self: Tensor) -> Any:
    """The type of the elements."""
    return Unknown(reason=("dtype", "unknown")) if self.dtype is None else self.dtype


@attribute("torch", "device")
def device(self: Tensor) -> Any:
    """Where the elements are."""
    from gnomon.models.torch.runtime import Device

    return Device.of(self)


@attribute("torch", "data", "real_data")
def data(self: Tensor) -> Any:
    """The same elements without history."""
    if self.storage is None:
        return self
    made = twin(self)
    made.storage = Storage(self.storage.strides, self.storage.device, False)
    return made


@setter("torch", "data")
def set_data(self: Tensor, value: Any) -> None:
    """Let the tensor have other elements, whatever their shape."""
    become(self, value)


@attribute("torch", "grad")
def grad(self: Tensor) -> Any:
    """The gradient, which has the same shape."""
    return Tensor(self.shape, self.dtype, "torch", site=self.site)


@attribute("torch", "T")
def transposed(self: Tensor) -> Any:
    """The axes in reversed order."""
    return ops.transpose(self)


@attribute("torch", "mT", "mH")
def matrix_transposed(self: Tensor) -> Any:
    """The last two axes exchanged."""
    return ops.matrix_transpose(self)


@attribute("torch", "H")
def adjoint(self: Tensor) -> Any:
    """The conjugate transpose of a matrix."""
    return ops.matrix_flip(self)


@attribute("torch", "real")
def real(self: Tensor) -> Any:
    """The real part."""
    return ops.real(self)


@attribute("torch", "imag")
def imag(self: Tensor) -> Any:
    """The imaginary part."""
    return ops.imag(self)


FLAGS = words(
    "is_cuda is_sparse is_quantized is_leaf is_meta is_mps is_xpu is_cpu requires_grad retains_grad"
)


@attribute("torch", *FLAGS)
def yes_or_no(self: Tensor) -> Any:
    """A property that shapes do not depend on."""
    return unknown_of("bool")


@attribute("torch", "grad_fn", "layout", "names", "_version", "is_shared_", "output_nr", "name")
def opaque(self: Tensor) -> Any:
    """A property of which nothing is known."""
    return UNKNOWN


@attribute("torch", "itemsize", "nbytes")
def bytes_of(self: Tensor) -> Any:
    """A number of bytes."""
    return unknown_of("int")


@method(
    "torch",
    "element_size",
    "data_ptr",
    "storage_offset",
    "get_device",
    "untyped_storage",
    "storage",
    tensor=False,
)
def number(self: Any, *arguments: Any) -> Any:
    """A number that shapes do not depend on."""
    return unknown_of("int")


@method("torch", "stride", tensor=False)
def stride(self: Any, dim: Any = None) -> Any:
    """The steps between elements."""
    if dim is not None:
        return symbol()
    rank = self.shape.rank if type(self) is Tensor else None
    return UNKNOWN if rank is None else tuple(symbol() for _ in range(rank))


@method(
    "torch",
    "is_contiguous",
    "is_floating_point",
    "is_complex",
    "is_pinned",
    "is_shared",
    "is_inference",
    "has_names",
    "is_set_to",
    "is_same_size",
    "is_conj",
    "is_nonzero",
    "is_signed",
    "is_coalesced",
    tensor=False,
)
def question(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """A question that shapes do not depend on."""
    return unknown_of("bool")


@function("torch.is_tensor", tensor=False)
def is_tensor(obj: Any) -> Any:
    """Whether a value is a tensor."""
    if type(obj) is Tensor:
        return True
    return unknown_of("bool") if type(obj) is Unknown else False


@function("torch.is_floating_point", tensor=False)
def is_floating_point(input: Any) -> Any:
    """Whether the elements are floats."""
    if type(input) is Tensor and input.dtype is not None:
        return input.dtype.kind == "float"
    return unknown_of("bool")


method("torch", "is_floating_point", tensor=False)(is_floating_point)


@function("torch.is_complex", tensor=False)
def is_complex(input: Any) -> Any:
    """Whether the elements are complex."""
    if type(input) is Tensor and input.dtype is not None:
        return input.dtype.kind == "complex"
    return unknown_of("bool")


method("torch", "is_complex", tensor=False)(is_complex)


@function("torch.is_nonzero", "torch.is_inference", "torch.is_storage", "torch.is_same_size", tensor=False)
def unknown_answer(*arguments: Any, other: Any = None) -> Any:
    """A question that shapes do not depend on."""
    return unknown_of("bool")


# -- to Python and NumPy -------------------------------------------------------------------------------


@method("torch", "item", tensor=False)
def item(self: Any) -> Any:
    """The one element as a number."""
    if type(self) is not Tensor:
        return UNKNOWN
    ops.one_entry(self)
    kind = None if self.dtype is None else self.dtype.kind
    if self.contents is not None and len(self.contents) == 1 and self.contents[0] is not None:
        entry = self.contents[0]
        return bool(entry) if kind == "bool" and type(entry) is int else entry
    if kind in ("int", "uint"):
        low, high = self.bounds if self.bounds is not None else (None, None)
        return symbol(lower=low if type(low) is int else None, upper=high if type(high) is int else None)
    if kind == "float":
        return unknown_of("float")
    return unknown_of("bool") if kind == "bool" else UNKNOWN


@method("torch", "tolist", tensor=False)
def tolist(self: Any) -> Any:
    """The elements as nested lists."""
    if type(self) is not Tensor or self.shape.rank is None:
        return UNKNOWN
    if self.shape.rank == 0:
        return item(self)
    return ListValue(self.contents) if _all_known(self) else _nested(self, self.shape.dims)


def _all_known(self: Tensor) -> bool:
    return (
        self.shape.rank == 1
        and self.contents is not None
        and all(entry is not None for entry in self.contents)
    )


def _nested(self: Tensor, dims: tuple[Any, ...]) -> Any:
    if not dims:
        return item(Tensor(Shape(()), self.dtype, bounds=self.bounds))
    inner = _nested(self, dims[1:])
    if type(dims[0]) is int and dims[0] <= 16 and len(dims) == 1:
        return ListValue([_nested(self, ()) for _ in range(dims[0])])
    return ListValue(None, element=inner, length=dims[0])


@method("torch", "__array__")
def __array__(self: Any, dtype: Any = None) -> Any:
    """The elements as a NumPy array."""
    return numpy(self)


@method("torch", "numpy")
def numpy(self: Any, *, force: Any = False) -> Any:
    """The elements as a NumPy array."""
    if type(self) is not Tensor:
        return UNKNOWN
    check_numpy(self, force)
    dtype = None if self.dtype is dtypes.bfloat16 else self.dtype
    return Tensor(self.shape, dtype, "numpy", contents=self.contents, bounds=self.bounds, site=self.site)


# -- to another dtype or device ------------------------------------------------------------------------


def cast(self: Any, dtype: Dtype | None) -> Any:
    """Return a tensor under another dtype."""
    result = ops.cast(self, dtype=dtype)
    if (
        type(self) is Tensor
        and type(result) is Tensor
        and dtype is not None
        and dtype.kind in ("int", "uint")
    ):
        result.bounds = self.bounds
    return result


_CASTS = {
    "float": dtypes.float32,
    "double": dtypes.float64,
    "half": dtypes.float16,
    "bfloat16": dtypes.bfloat16,
    "long": dtypes.int64,
    "int": dtypes.int32,
    "short": dtypes.int16,
    "char": dtypes.int8,
    "byte": dtypes.uint8,
    "bool": dtypes.bool,
    "cfloat": dtypes.complex64,
    "cdouble": dtypes.complex128,
}


def _caster(dtype: Dtype) -> Any:
    def model(self: Any, memory_format: Any = None) -> Any:
        return cast(self, dtype)

    return model


for _name, _dtype in _CASTS.items():
    method("torch", _name)(_caster(_dtype))


@method("torch", "to")
def to(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """The tensor on another device or under another dtype."""
    if type(self) is not Tensor:
        return self
    unsure = False
    for value in (*arguments, keywords.get("dtype")):
        if is_dtype(value):
            return cast(self, dtype_of(value))
        if type(value) is Tensor:
            return cast(self, value.dtype)
        if type(value) is Unknown and value.kind is None:
            unsure = unsure or not _names_device(value)
    return cast(self, None) if unsure else self


def _names_device(value: Unknown) -> bool:
    """Whether an unknown value is surely meant as a device, by the name it was given."""
    name = (value.name or "").lower()
    return "device" in name or "gpu" in name or "rank" in name


@method("torch", "type", tensor=True)
def type_method(self: Any, dtype: Any = None, non_blocking: Any = False, **keywords: Any) -> Any:
    """The tensor under another dtype, or the name of its type."""
    if dtype is None:
        return unknown_of("str")
    name = text(dtype)
    wanted = dtype_of(dtype)
    if wanted is None and name is None and type(dtype) is Unknown and dtype.kind == "str":
        return cast(self, None)
    return cast(self, wanted)


@method("torch", "type_as")
def type_as(self: Any, other: Any) -> Any:
    """The tensor under the dtype of another one."""
    return cast(self, other.dtype if type(other) is Tensor else None)


@method("torch", "cuda", "cpu", "xpu", "npu", "ipu", "to_sparse_csr")
def moved(self: Any, *arguments: Any, **keywords: Any) -> Any:
    """The tensor on another device."""
    return self


# -- gradients -----------------------------------------------------------------------------------------


@method("torch", "backward", tensor=False)
def backward(self: Any, gradient: Any = None, *arguments: Any, **keywords: Any) -> None:
    """Compute gradients: without one to begin with, of one number."""
    if gradient is not None or type(self) is not Tensor:
        return
    count = self.shape.numel()
    if type(count) is int and count != 1:
        host.refuse(
            "gradient",
            "{op}: gradients are computed of one number, but {x} is {x.shape}",
            blame=self,
            help="reduce it first, for example with .mean() or .sum()",
            x=self,
        )


@method("torch", "retain_grad", "share_memory", "record_stream", tensor=False)
def nothing(self: Any, *arguments: Any, **keywords: Any) -> None:
    """What concerns no shapes."""
    return None


@method("torch", "register_hook", tensor=False)
def register_hook(self: Any, hook: Any) -> Any:
    """A handle to remove a hook."""
    return UNKNOWN


# -- complex numbers as pairs --------------------------------------------------------------------------


@function("torch.view_as_real")
def view_as_real(input: Any) -> Any:
    """Complex numbers as pairs of floats: a new last axis of 2."""
    parts = ops.real(input)
    return ops.stack([parts, parts], axis=-1)


@function("torch.view_as_complex")
def view_as_complex(input: Any) -> Any:
    """Pairs of floats as complex numbers: the last axis of 2 is dropped."""
    first = ops.select_at(input, axis=-1, position=0)
    return ops.complex(first, first)


@function("torch.result_type", tensor=False)
def result_type(tensor: Any, other: Any) -> Any:
    """The dtype of a result of two values."""
    result = ops.add(tensor, other)
    return result.dtype or UNKNOWN


@function("torch.can_cast", tensor=False)
def can_cast(from_: Any, to: Any) -> Any:
    """Whether a conversion is allowed."""
    return unknown_of("bool")
