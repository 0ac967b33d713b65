"""Comparing a model with the real PyTorch: the same shapes and dtypes, and the same calls that raise."""

import warnings
from dataclasses import dataclass

import torch

from gnomon.models import loading
from gnomon.shapes import Dim
from gnomon.values import ListValue, Modelled, Tensor, Unknown

from models.harness import abstract, checker, dtype_of, trial

checker()
loading.load("torch")


@dataclass(frozen=True)
class Row:
    """One modelled name and the calls that are tried.

    ``open``: sizes may be unknown (they depend on data). ``lenient``: the model need not see every error.
    ``unknown``: the result may be unknown altogether. ``dtype``: whether dtypes are compared.
    ``method``: a tensor method. ``layer``: a class; calls are (arguments of the class, arguments of its call).
    """

    name: str
    calls: object
    open: bool = False
    lenient: bool = False
    unknown: bool = False
    dtype: bool = True
    method: bool = False
    layer: bool = False

    def __str__(self):
        return f"Tensor.{self.name}" if self.method else self.name


def resolve(name):
    """The real function or class of a dotted name."""
    found = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def quietly(call):
    """The result of a call, or the exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call(), None
        except Exception as error:
            return None, error


def model_of(value):
    """A concrete argument as the checker sees it."""
    if isinstance(value, torch.nn.Module):
        raise TypeError("layers are not arguments")
    return abstract(value, "torch")


def copied(value):
    """An argument that the real call may change."""
    if isinstance(value, torch.Tensor):
        return value.clone()
    if isinstance(value, (list, tuple)):
        return type(value)(copied(item) for item in value)
    return value


def compare(row, arguments, keywords):
    """Assert that model and library agree on one call."""
    if row.layer:
        compare_layer(row, arguments, keywords)
        return
    given = tuple(model_of(value) for value in arguments)
    named = {name: model_of(value) for name, value in keywords.items()}
    arguments = tuple(copied(value) for value in arguments)
    if row.method:
        result, error = quietly(lambda: getattr(arguments[0], row.name)(*arguments[1:], **keywords))
    else:
        result, error = quietly(lambda: resolve(row.name)(*arguments, **keywords))
    seen = trial(row.name, given, named, method="torch" if row.method else None)
    judge(row, seen, result, error)


def compare_layer(row, made_from, called_with):
    """Assert that model and library agree on making a layer and calling it."""
    arguments, keywords = made_from
    layer, error = quietly(lambda: resolve(row.name)(*arguments, **keywords))
    named = {name: model_of(value) for name, value in keywords.items()}
    seen = trial(row.name, tuple(map(model_of, arguments)), named)
    if error is not None or seen.raises:
        assert seen.error is None, f"the model failed: {seen.error!r}"
        assert (error is not None) == seen.raises or (row.lenient and error is not None), (
            f"PyTorch {error!r}, the model {seen.diagnostics}"
        )
        return
    assert isinstance(seen.value, Modelled), f"no layer but {seen.value!r}"
    inputs = called_with
    result, error = quietly(lambda: layer(*map(copied, inputs)))
    called = trial(seen.value, tuple(map(model_of, inputs)))
    judge(row, called, result, error)


def judge(row, seen, result, error):
    """Assert that what the model gave describes what PyTorch gave."""
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        assert seen.raises or row.lenient, f"PyTorch raises {error!r}, the model gives {seen.value!r}"
        return
    assert not seen.raises, (
        f"the model reports {seen.diagnostics[0].message!r}, PyTorch gives {describe(result)}"
    )
    agree(row, seen.value, result)


def agree(row, value, result):
    """Assert that an abstract value describes a concrete one."""
    if row.unknown and isinstance(value, Unknown):
        return
    if isinstance(result, torch.nn.utils.rnn.PackedSequence):
        assert isinstance(value, Modelled)
        return
    if isinstance(result, (list, tuple)) and not isinstance(result, torch.Size):
        items = value.items if isinstance(value, ListValue) else getattr(value, "parts", value)
        assert isinstance(items, (list, tuple)), f"{value!r} for {describe(result)}"
        assert len(items) == len(result), f"{value!r} for {describe(result)}"
        for inner, part in zip(items, result):
            agree(row, inner, part)
        return
    if result is None:
        assert value is None or isinstance(value, Unknown), f"{value!r} for None"
        return
    if not isinstance(result, torch.Tensor):
        known = isinstance(value, (Unknown, Dim, Modelled)) or value == result
        assert known or (isinstance(result, torch.dtype) and value is dtype_of(result)), (
            f"{value!r} for {result!r}"
        )
        return
    if isinstance(value, Tensor) and value.shape.rank is None:
        assert row.unknown, f"unknown result for {describe(result)}"
        return
    assert isinstance(value, Tensor), f"{value!r} for {describe(result)}"
    dims = value.shape.dims
    assert len(dims) == result.ndim, f"{value!r} for {describe(result)}"
    for have, want in zip(dims, result.shape):
        assert have == want or (isinstance(have, Dim) and row.open), f"{value!r} for {describe(result)}"
    if row.dtype and value.dtype is not None:
        assert value.dtype is dtype_of(result.dtype), f"{value!r} for {describe(result)}"


def describe(result):
    """The shape and dtype of a real result."""
    if isinstance(result, (list, tuple)):
        return "(" + ", ".join(map(describe, result)) + ")"
    return f"{tuple(result.shape)} {result.dtype}" if isinstance(result, torch.Tensor) else repr(result)
