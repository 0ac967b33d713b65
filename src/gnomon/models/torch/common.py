"""What the PyTorch models share: dtypes, results in place or with names, ways to register."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dtype,
    Iteration,
    LibraryFunction,
    Modelled,
    Shape,
    Tensor,
    dtypes,
    forget_entries,
    function,
    host,
    method,
    state,
    text,
)
from gnomon.models.registry import OTHER_NAMES
from gnomon.ops.refusals import cannot_hold
from gnomon.values.changing import change_entries
from gnomon.values.storage import Storage

OTHER_NAMES["torch"] = {
    "axis": "dim",
    "keepdims": "keepdim",
    "a": "input",
    "x": "input",
    "x1": "input",
    "x2": "other",
}
"""NumPy's names, which PyTorch's functions take in place of their own."""

TOOLS = r"[Ll]ightning|accelerat|[Ff]abric|deepspeed"
"""Words of programs that leave precision, devices or gradients to a tool around PyTorch."""


def speaks(source: Any, pattern: re.Pattern[str]) -> bool:
    """Whether the text of a file has something of a pattern in it."""
    found: bool | None = source.memo.get(pattern)
    if found is None:
        found = source.memo[pattern] = pattern.search(source.text) is not None
    return found


_DEFAULTS: dict[str, Any] = {}


def default_float() -> Dtype | None:
    """Return the dtype of new float tensors: float32 unless the program has set another one."""
    if _DEFAULTS.get("path") is state.facts:
        found = _DEFAULTS.get("float")
        return found if type(found) is Dtype else None
    return None if _is_set_by_tests(host.folder()) else dtypes.float32


def default_complex() -> Dtype | None:
    """Return the dtype of new complex tensors: its parts are floats of the default dtype."""
    parts = default_float()
    return None if parts is None else _COMPLEX.get(parts)


_COMPLEX = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}


@functools.cache
def _is_set_by_tests(folder: str) -> bool:
    """Whether a conftest.py, which pytest runs before the tests of its folder and those below, sets another dtype."""
    for _ in range(8):
        try:
            with open(os.path.join(folder, "conftest.py"), encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError):
            text = ""
        if "set_default_dtype(" in text or "set_default_tensor_type(" in text:
            return True
        folder = os.path.dirname(folder)
    return False


def set_default_float(dtype: Dtype | None) -> None:
    """Note that the program sets the dtype of new float tensors, for the rest of its path."""
    if _DEFAULTS.get("path") is not state.facts:
        _DEFAULTS.update(float=default_float(), path=state.facts)  # as on another path, where none is set
    state.write(_DEFAULTS, "float", dtype)


_TENSOR_TYPES = {
    "FloatTensor": dtypes.float32,
    "DoubleTensor": dtypes.float64,
    "HalfTensor": dtypes.float16,
    "BFloat16Tensor": dtypes.bfloat16,
    "LongTensor": dtypes.int64,
    "IntTensor": dtypes.int32,
    "ShortTensor": dtypes.int16,
    "CharTensor": dtypes.int8,
    "ByteTensor": dtypes.uint8,
    "BoolTensor": dtypes.bool,
}
"""Old names of tensor types with the dtype they stand for."""


def dtype_of(value: Any) -> Dtype | None:
    """Return a dtype argument (``torch.float``, ``"torch.FloatTensor"`` ...); None if unknown."""
    if type(value) is Dtype:
        return value
    if type(value) is LibraryFunction:
        value = value.name
    name = text(value)
    if name is None:
        return None
    last = name.rpartition(".")[2]
    return _TENSOR_TYPES.get(last) or dtypes.parse(last)


def dtype_or(value: Any, default: Dtype | None) -> Dtype | None:
    """Return a dtype argument, or what holds where it is left out; None if unknown."""
    return default if value is None else dtype_of(value)


def is_dtype(value: Any) -> bool:
    """Whether an argument names a dtype."""
    return type(value) is Dtype or (type(value) is LibraryFunction and value.name.endswith("Tensor"))


def new_tensor(shape: Shape, dtype: Dtype | None = None, role: str | None = None) -> Tensor:
    """Return a tensor of a shape, made where the model was called."""
    return Tensor(shape, dtype, "torch", site=host.reporter.site, role=role)


def stored(target: Any, result: Any) -> Any:
    """Store a result in a tensor, which keeps its shape and dtype; return the tensor."""
    if type(target) is not Tensor:
        return result
    if type(result) is Tensor and result.shape != target.shape:
        ops.overwrite(target, result)
    change_entries(target, host.frame.lookup if host.frame is not None else None)
    if type(result) is Tensor and result.contents is not None:
        state.write_slot(target, "contents", result.contents)
    return target


def reshaped_in_place(target: Any, result: Any) -> Any:
    """Give a tensor the shape of a result (``unsqueeze_``); return the tensor."""
    if type(target) is not Tensor or type(result) is not Tensor:
        return result
    state.write_slot(target, "shape", result.shape)
    if target.storage is not None:
        state.write_slot(target, "storage", None)
    return target


def become(target: Tensor, source: Any) -> Tensor:
    """Let a tensor have the entries of another one, and with them its shape (``x.data = y``); return the tensor."""
    held = source if type(source) is Tensor else Tensor(Shape.unknown())
    state.write_slot(target, "shape", held.shape)
    state.write_slot(target, "dtype", held.dtype)
    forget_entries(target)  # whoever changes one changes the other
    if target.storage is not None:
        memory = held.storage or Storage()
        state.write_slot(target, "storage", Storage(memory.strides, memory.device, target.storage.grad))
    return target


def everywhere(*names: str, changes: bool = True, tensor: bool = True) -> Callable[[Any], Any]:
    """Register a model as ``torch.NAME``, as method ``NAME`` and, if it ``changes``, as method ``NAME_``."""

    def declare(model: Callable[..., Any]) -> Callable[..., Any]:
        function(*[f"torch.{name}" for name in names], tensor=tensor)(model)
        method("torch", *names, tensor=tensor)(model)
        if changes:
            in_place(*names)(model)
        return model

    return declare


FUNCTIONS_IN_PLACE = frozenset(
    "abs acos acosh addmv arccos arccosh arcsin arcsinh arctan arctanh as_strided asin asinh atan atanh ceil"
    " clamp clamp_max clamp_min clip conj_physical cos cosh deg2rad erf erfc exp2 exp expm1 fill fix floor frac"
    " gcd i0 index_put lcm ldexp log10 log1p log2 log logit nan_to_num neg negative rad2deg reciprocal relu"
    " round rsqrt sigmoid sin sinc sinh sqrt square tan tanh trunc xlogy".split()
)
"""What is also there as a function that changes its tensor, such as ``torch.relu_``."""

NEVER_IN_PLACE = frozenset(
    "angle fmax fmin isfinite isinf isnan isneginf isposinf isreal logaddexp logaddexp2 logcumsumexp maximum"
    " minimum positive selu signbit".split()
)
"""What has no variant that changes its tensor."""


def in_place(*names: str) -> Callable[[Any], Any]:
    """Register the variant of a method that changes its tensor: ``NAME_``, also as ``torch.NAME_`` if there is one."""

    def declare(model: Callable[..., Any]) -> Callable[..., Any]:
        def changing(input: Any, *arguments: Any, **keywords: Any) -> Any:
            result = model(input, *arguments, **keywords)
            refuse_cast(input, result)
            return stored(input, result)

        changing.__wrapped__ = model  # type: ignore[attr-defined]
        method("torch", *[f"{name}_" for name in names if name not in NEVER_IN_PLACE])(changing)
        both = [f"torch.{name}_" for name in names if name in FUNCTIONS_IN_PLACE]
        if both:
            function(*both)(changing)
        return model

    return declare


def refuse_cast(target: Any, result: Any) -> None:
    """Report a result that the tensor cannot hold in which it is to be stored."""
    if type(target) is Tensor and type(result) is Tensor:
        if cannot_hold("torch", target.dtype, result.dtype):
            host.refuse(
                "in-place",
                "{op}: {x} is {x.dtype} and stays so when it is changed in place, but the result is {made}",
                blame=target,
                help="make a new tensor with the method without underscore, or convert it with .float() first",
                x=target,
                made=result.dtype,
            )


class Results(Modelled):
    """Several results with names, as ``torch.max(x, dim=1)`` returns: parts of a tuple and attributes."""

    library_name = "torch.return_types"

    def __init__(self, **parts: Any) -> None:
        self.names = tuple(parts)
        for name, part in parts.items():
            setattr(self, name, part)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The results in order."""
        return tuple(self.__dict__[name] for name in self.names)

    def iterate(self) -> Iteration:
        """Looping or unpacking visits the results."""
        return Iteration(self.parts)

    def __getitem__(self, index: Any) -> Any:
        return self.parts[index]

    def __len__(self) -> int:
        return len(self.names)


def words(text: str) -> tuple[str, ...]:
    """Return the names in a text."""
    return tuple(text.split())


@contextmanager
def reporting_at(thing: Any) -> Iterator[None]:
    """Report at the place where an object was made."""
    place = thing.__dict__.get("site")
    reporter = host.reporter
    held = reporter.site, reporter.arguments
    if place is not None:
        reporter.site, reporter.arguments = place, []
    try:
        yield
    finally:
        reporter.site, reporter.arguments = held


def first_given(*values: Any) -> Any:
    """Return the first argument that was given (``dim`` or its alias ``axis``)."""
    return next((value for value in values if value is not None), None)
