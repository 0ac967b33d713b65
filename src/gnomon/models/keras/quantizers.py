"""`keras.quantizers`: whole numbers in place of floats, of the same shape, with a scale beside them."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, Unknown, dtypes, function, host, is_unknown, modelled, unknown_of
from gnomon.models.api import axis as as_axis
from gnomon.models.keras.harmless import Harmless
from gnomon.models.keras.promoting import tensor
from gnomon.models.keras.tensors import parse_dtype
from gnomon.models.keras.wording import words


@modelled("keras.quantizers.Quantizer", "keras.Quantizer")
class Quantizer(Harmless):
    """Base of quantizers."""


@modelled("keras.quantizers.AbsMaxQuantizer")
class AbsMaxQuantizer(Quantizer):
    """Scales by the largest absolute value along axes."""

    def __init__(self, axis: Any = None, *args: Any, **kwargs: Any) -> None:
        self.axis = axis

    def __call__(self, x: Any) -> Any:
        return abs_max_quantize(x, self.axis)


for _name in words(
    "AWQConfig Float8QuantizationConfig GPTQConfig Int4QuantizationConfig Int8QuantizationConfig"
    " QuantizationConfig quantization_config quantizers gptq_core"
):
    modelled(f"keras.quantizers.{_name}")(
        type(_name, (Harmless,), {"__doc__": f"How to quantize: {_name}.", "__module__": __name__})
    )


@function("keras.quantizers.abs_max_quantize")
def abs_max_quantize(
    inputs: Any,
    axis: Any = None,
    value_range: Any = (-127, 127),
    dtype: Any = "int8",
    epsilon: Any = 1e-07,
    to_numpy: Any = False,
) -> Any:
    """Whole numbers, and a scale for each place off the axes."""
    x = tensor(inputs)
    numbers = ops.full_like(x, dtype=parse_dtype(dtype))
    if axis is None or is_unknown(axis) or type(x) is not Tensor:
        return numbers, _made(Shape.unknown(), None)
    return numbers, ops.max(x, axis=as_axis(axis), keepdims=True)


@function("keras.quantizers.quantize_and_dequantize")
def quantize_and_dequantize(inputs: Any, scale: Any, quantized_dtype: Any, compute_dtype: Any) -> Any:
    """The numbers that remain of them."""
    return ops.positive(tensor(inputs))


@function("keras.quantizers.fake_quant_with_min_max_vars")
def fake_quant(
    inputs: Any, min_vals: Any, max_vals: Any, num_bits: Any = 8, narrow_range: Any = False, axis: Any = None
) -> Any:
    """Numbers rounded to a few levels."""
    return ops.positive(tensor(inputs))


@function("keras.quantizers.compute_float8_scale")
def compute_float8_scale(amax: Any, scale: Any, dtype_max: Any, margin: Any = 0) -> Any:
    """The next scale."""
    return ops.positive(tensor(scale))


@function("keras.quantizers.compute_float8_amax_history")
def compute_float8_amax_history(x: Any, amax_history: Any) -> Any:
    """The largest values of the last steps."""
    return ops.positive(tensor(amax_history))


@function("keras.quantizers.pack_int4", tensor=False)
def pack_int4(arr: Any, axis: Any = 0, dtype: Any = "int8") -> Any:
    """Two numbers in one byte along an axis; the packed length; its axis."""
    x = tensor(arr)
    return ops.unknown_like(x), Unknown(), unknown_of("int")


@function("keras.quantizers.unpack_int4")
def unpack_int4(packed: Any, orig_len: Any, axis: Any = 0, dtype: Any = "int8") -> Any:
    """The numbers of packed bytes."""
    return ops.unknown_like(tensor(packed))


@function("keras.quantizers.get", "keras.quantizers.deserialize", "keras.quantizers.serialize", tensor=False)
def get(identifier: Any = None, *args: Any, **kwargs: Any) -> Any:
    """A quantizer by its name."""
    return identifier if isinstance(identifier, Quantizer) else Quantizer()


def _made(shape: Shape, dtype: Any = dtypes.float32) -> Tensor:
    return Tensor(shape, dtype, "tf", site=host.reporter.site)
