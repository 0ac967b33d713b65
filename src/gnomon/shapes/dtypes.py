"""Element types of arrays, one object for each.

>>> from gnomon.shapes import dtypes
>>> dtypes.float32, dtypes.float32.kind, dtypes.float32.bits
(float32, 'float', 32)
>>> dtypes.parse("torch.double"), dtypes.parse("<i4"), dtypes.parse("letters")
(float64, int32, None)
"""

from __future__ import annotations

import builtins


class Dtype:
    """The type of an array's elements. There is one object per type, so `is` compares them."""

    __slots__ = ("bits", "kind", "name")

    name: str
    kind: str
    bits: int

    def __init__(self, name: str, kind: str, bits: int) -> None:
        self.name = name
        self.kind = kind
        self.bits = bits

    def __copy__(self) -> Dtype:
        return self

    def __deepcopy__(self, memo: builtins.object) -> Dtype:
        return self

    def __eq__(self, other: builtins.object) -> builtins.bool:
        """Compare with another dtype, or with one that is given by name or by NumPy's type: ``x.dtype == "float32"``."""
        if self is other or type(other) is Dtype or other is None:
            return self is other
        name = (
            other
            if isinstance(other, str)
            else getattr(other, "name", None) or getattr(other, "__name__", None)
        )
        return isinstance(name, str) and parse(name) is self

    __hash__ = builtins.object.__hash__

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> tuple[builtins.object, ...]:
        return (named, (self.name,))


def named(name: str) -> Dtype:
    """The dtype with exactly this name; a KeyError if there is none."""
    return _BY_NAME[name]


bool = Dtype("bool", "bool", 8)
int8 = Dtype("int8", "int", 8)
int16 = Dtype("int16", "int", 16)
int32 = Dtype("int32", "int", 32)
int64 = Dtype("int64", "int", 64)
uint8 = Dtype("uint8", "uint", 8)
uint16 = Dtype("uint16", "uint", 16)
uint32 = Dtype("uint32", "uint", 32)
uint64 = Dtype("uint64", "uint", 64)
float16 = Dtype("float16", "float", 16)
bfloat16 = Dtype("bfloat16", "float", 16)
float32 = Dtype("float32", "float", 32)
float64 = Dtype("float64", "float", 64)
complex64 = Dtype("complex64", "complex", 64)
complex128 = Dtype("complex128", "complex", 128)
string = Dtype("string", "other", 0)
object = Dtype("object", "other", 0)

ALL: tuple[Dtype, ...] = (
    bool,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128,
    string,
    object,
)
_BY_NAME = {dtype.name: dtype for dtype in ALL}

_ALIASES = {
    "bool_": bool,
    "bool8": bool,
    "byte": int8,
    "ubyte": uint8,
    "short": int16,
    "ushort": uint16,
    "intc": int32,
    "uintc": uint32,
    "int": int64,
    "int_": int64,
    "intp": int64,
    "uint": uint64,
    "uintp": uint64,
    "long": int64,
    "longlong": int64,
    "ulong": uint64,
    "ulonglong": uint64,
    "half": float16,
    "single": float32,
    "float": float64,
    "float_": float64,
    "double": float64,
    "complex": complex128,
    "complex_": complex128,
    "cfloat": complex64,
    "csingle": complex64,
    "cdouble": complex128,
    "str": string,
    "str_": string,
    "bytes": string,
    "bytes_": string,
    "unicode_": string,
    "object_": object,
    "?": bool,
    "b1": bool,
    "b": int8,
    "i1": int8,
    "h": int16,
    "i2": int16,
    "i": int32,
    "i4": int32,
    "l": int64,
    "q": int64,
    "i8": int64,
    "B": uint8,
    "u1": uint8,
    "H": uint16,
    "u2": uint16,
    "I": uint32,
    "u4": uint32,
    "L": uint64,
    "Q": uint64,
    "u8": uint64,
    "e": float16,
    "f2": float16,
    "f": float32,
    "f4": float32,
    "d": float64,
    "f8": float64,
    "F": complex64,
    "c8": complex64,
    "D": complex128,
    "c16": complex128,
    "O": object,
    "S": string,
    "U": string,
}
_TORCH = {"float": float32, "int": int32}
_TORCH_TENSORS = {
    "Tensor": float32,
    "FloatTensor": float32,
    "DoubleTensor": float64,
    "HalfTensor": float16,
    "BFloat16Tensor": bfloat16,
    "ByteTensor": uint8,
    "CharTensor": int8,
    "ShortTensor": int16,
    "IntTensor": int32,
    "LongTensor": int64,
    "BoolTensor": bool,
}


def parse(text: str) -> Dtype | None:
    """The dtype that a name or a NumPy code means in Python source, or None if it names none known here.

    A library may stand before the name; `torch.float` and `torch.int` have 32 bits, as there.

    >>> parse("np.float_"), parse("torch.float"), parse("torch.LongTensor"), parse("f4")
    (float64, float32, int64, float32)
    """
    library, _, name = text.rpartition(".")
    if library == "torch" or library.startswith("torch."):
        found = _TORCH.get(name) or _TORCH_TENSORS.get(name)
        if found is not None:
            return found
    dtype = _BY_NAME.get(name) or _ALIASES.get(name)
    if dtype is None and not library:
        code = name.lstrip("<>=|")
        dtype = _ALIASES.get(code)
        if dtype is None and code[:1] in ("S", "U") and code[1:].isdigit():
            return string
        if dtype is None and name.endswith("_ref"):
            return _BY_NAME.get(name[:-4])
    return dtype
