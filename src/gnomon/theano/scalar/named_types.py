"""The types of single numbers by name."""

from typing import Any

from gnomon.theano.scalar.types import get_scalar_type

bool = get_scalar_type("bool")
int8 = get_scalar_type("int8")
int16 = get_scalar_type("int16")
int32 = get_scalar_type("int32")
int64 = get_scalar_type("int64")
uint8 = get_scalar_type("uint8")
uint16 = get_scalar_type("uint16")
uint32 = get_scalar_type("uint32")
uint64 = get_scalar_type("uint64")
float16 = get_scalar_type("float16")
float32 = get_scalar_type("float32")
float64 = get_scalar_type("float64")
complex64 = get_scalar_type("complex64")
complex128 = get_scalar_type("complex128")

int_types = int8, int16, int32, int64
uint_types = uint8, uint16, uint32, uint64
float_types = float16, float32, float64
complex_types = complex64, complex128
integer_types = int_types + uint_types
discrete_types = (bool, *integer_types)
continuous_types = float_types + complex_types
all_types = discrete_types + continuous_types


def _several(kind: Any) -> Any:
    def made(*names: Any) -> Any:
        listed = [kind(name) for name in (names[0] if len(names) == 1 else names)]
        return listed[0] if len(listed) == 1 else listed

    made.__doc__ = "Return variables with some names: a list of them, or one text whose letters are names."
    return made


ints, floats, complexs = _several(int64), _several(float64), _several(complex128)
complexs64, complexs128 = _several(complex64), _several(complex128)
