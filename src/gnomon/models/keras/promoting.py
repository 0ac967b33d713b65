"""Arguments of `keras.ops` functions: any array goes in, dtypes are promoted as in JAX."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Dim, Dtype, ListValue, Tensor, host, items
from gnomon.models.keras.tensors import array, rename
from gnomon.shapes import dtypes, promote

NUMBERS = (bool, int, float, complex, Dim)


def tensor(value: Any) -> Any:
    """Return an argument as a tensor of the back end; plain numbers stay, since they adapt to any dtype."""
    if type(value) in NUMBERS:
        return value
    value = array(value)
    if type(value) is Tensor and value.library not in ("tf", "tf1", "keras"):
        made = Tensor(
            value.shape, value.dtype, "tf", contents=value.contents, bounds=value.bounds, site=value.site
        )
        made.attributes = value.attributes
        return rename(made, value)
    return value


def tensors(values: Any) -> Any:
    """Return a sequence of arguments as tensors of one dtype; a sequence that is not known stays as it is."""
    found = values if type(values) in (list, tuple) else items(values)
    if found is None or type(values) is Tensor:
        return tensor(values)
    return unified(*found)


def unified(*values: Any) -> list[Any]:
    """Return arguments with their dtypes promoted to a common one, None where one is unknown."""
    made = [tensor(value) for value in values]
    found = [value for value in made if type(value) is Tensor]
    common = common_dtype(found) if found else None
    if common is not None and common.kind != "float" and any(type(value) is float for value in made):
        common = dtypes.float32
    if all(value.dtype is common for value in found):
        return made
    return [recast(value, common) if type(value) is Tensor else value for value in made]


def common_dtype(found: list[Tensor]) -> Dtype | None:
    """Return the dtype that several tensors are promoted to."""
    result = found[0].dtype
    for value in found[1:]:
        if result is None or value.dtype is None:
            return None
        if value.dtype is not result:
            result = promote(result, value.dtype, "jax")
    return result


def recast(value: Tensor, dtype: Dtype | None) -> Tensor:
    """Return a tensor under another dtype, with the name it has in messages."""
    if value.dtype is dtype:
        return value
    made = Tensor(
        value.shape, dtype, value.library, contents=value.contents, bounds=value.bounds, site=value.site
    )
    made.maker = value.maker
    made.attributes = value.attributes
    return rename(made, value)


def floating(value: Any) -> Any:
    """Return an argument as a float tensor, as functions such as `exp` and `mean` compute."""
    value = tensor(value)
    if type(value) is Tensor and value.dtype is not None and value.dtype.kind in ("int", "uint", "bool"):
        return recast(value, dtypes.float32)
    return value


def returned(value: Any, dtype: Dtype | None) -> Any:
    """Return a result under the dtype that Keras gives it."""
    if type(value) is Tensor and value.dtype is not dtype:
        made = Tensor(value.shape, dtype, value.library, contents=value.contents, site=host.reporter.site)
        return made
    return value


def listed(value: Any) -> bool:
    """Whether an argument is a sequence rather than a tensor."""
    return type(value) in (list, tuple, ListValue)
