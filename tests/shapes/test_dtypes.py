"""Names of dtypes."""

import copy
import pickle

import numpy as np
import pytest

from gnomon.shapes import Dtype, dtypes

NUMPY_CODES = ["?", "b1", "b", "i1", "h", "i2", "i", "i4", "l", "q", "i8", "B", "u1", "H", "u2", "I", "u4"]
NUMPY_CODES += [
    "L",
    "Q",
    "u8",
    "e",
    "f2",
    "f",
    "f4",
    "d",
    "f8",
    "F",
    "c8",
    "D",
    "c16",
    "O",
    ">f4",
    "<i8",
    "|u1",
]
NUMPY_NAMES = ["bool", "int", "float", "complex", "half", "single", "double", "intc", "uintc", "intp", "uint"]
NUMPY_NAMES += ["short", "ushort", "byte", "ubyte", "longlong", "ulonglong", "csingle", "cdouble", "long"]


@pytest.mark.parametrize("code", NUMPY_CODES + NUMPY_NAMES)
def test_as_numpy_reads_it(code):
    assert dtypes.parse(code).name == np.dtype(code).name


@pytest.mark.parametrize("name", [dtype.name for dtype in dtypes.ALL])
def test_own_names(name):
    dtype = getattr(dtypes, name)
    assert isinstance(dtype, Dtype)
    assert dtype.name == str(dtype) == repr(dtype) == name
    for prefix in ("", "np.", "torch.", "tf.", "jnp.", "numpy.", "tf.dtypes."):
        assert dtypes.parse(prefix + name) is dtype


@pytest.mark.parametrize("dtype", dtypes.ALL[:-2], ids=str)
def test_kind_and_bits(dtype):
    if dtype is dtypes.bfloat16:
        assert (dtype.kind, dtype.bits) == ("float", 16)
        return
    real = np.dtype(dtype.name)
    kinds = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}
    assert (dtype.kind, dtype.bits) == (kinds[real.kind], real.itemsize * 8)


@pytest.mark.parametrize(
    "text, name",
    [
        ("torch.float", "float32"),
        ("torch.int", "int32"),
        ("torch.long", "int64"),
        ("torch.half", "float16"),
        ("torch.short", "int16"),
        ("torch.double", "float64"),
        ("torch.cfloat", "complex64"),
        ("torch.cdouble", "complex128"),
        ("torch.FloatTensor", "float32"),
        ("torch.cuda.LongTensor", "int64"),
        ("torch.DoubleTensor", "float64"),
        ("torch.HalfTensor", "float16"),
        ("torch.BFloat16Tensor", "bfloat16"),
        ("torch.ByteTensor", "uint8"),
        ("torch.CharTensor", "int8"),
        ("torch.ShortTensor", "int16"),
        ("torch.IntTensor", "int32"),
        ("torch.BoolTensor", "bool"),
        ("np.float_", "float64"),
        ("np.bool_", "bool"),
        ("np.str_", "string"),
        ("tf.string", "string"),
        ("float32_ref", "float32"),
        ("S10", "string"),
        ("<U3", "string"),
        ("str", "string"),
        ("object_", "object"),
    ],
)
def test_names_of_libraries(text, name):
    assert dtypes.parse(text).name == name


@pytest.mark.parametrize(
    "text", ["", "letters", "float", "np.f4", "V3", "Sx", "U-1", "torch.float8_e4m3fn", "torch."]
)
def test_other_names(text):
    found = dtypes.parse(text)
    assert found is (dtypes.float64 if text == "float" else dtypes.float32 if text == "np.f4" else None)


def test_identity_survives_copies():
    for dtype in dtypes.ALL:
        assert copy.deepcopy(dtype) is copy.copy(dtype) is pickle.loads(pickle.dumps(dtype)) is dtype
        assert dtypes.named(dtype.name) is dtype


def test_unknown_name():
    with pytest.raises(KeyError):
        dtypes.named("letters")
