"""The models have PyTorch's real signatures: each call that the library takes binds to the model.

The parameters are those of the operators' schemas and of Python signatures. Names and order of parameters and the
defaults of plain values are compared; a model may have more parameters only where `MORE` says why.
"""

import inspect

import pytest
import torch

from gnomon.models import registry
from gnomon.values import LibraryFunction, Modelled

from models.torch.comparing import checker  # noqa: F401  (loads the models)
from models.torch.schemas import overloads, resolve

pytestmark = pytest.mark.models

PLAIN = (bool, int, float, str, type(None))

MORE = {
    "out": "where a result is stored; schemas list it apart",
    "axis": "NumPy's name of dim, which PyTorch takes too",
    "keepdims": "NumPy's name of keepdim, which PyTorch takes too",
    "return_indices": "taken by a wrapper in front of the listed function",
    "as_tuple": "taken by a wrapper in front of the listed function",
    "requires_grad": "taken where tensors are made",
    "check_invariants": "taken where tensors are made",
    "generator": "taken where tensors are made",
    "out_dtype": "the method that changes its tensor takes what the function takes",
    "copy": "torch.as_tensor takes it",
    "size": "torch.normal takes it, with the two after it",
    "dtype": "torch.normal takes it",
    "device": "torch.normal takes it",
    "cudnn_enable": "of the function in torch, which shares the model",
    "cudnn_enabled": "of the function in torch, which shares the model",
    "self": "torch.searchsorted names a number so",
    "min": "torch.histc takes it",
}
"""Parameters of models that the listed parameters lack, and why they are right."""

OTHERWISE = {
    "torch.einsum": "operands one by one or in a list",
    "Tensor.to": "dtype, device or another tensor",
    "Tensor.sort": "the schemas list a method of lists too",
    "torch.sort": "the schemas list a method of lists too",
}
"""Names that are not compared, and why."""

UNLIKE_SCHEMAS = ("pin_memory", "reduction")
"""Parameters whose defaults are others in Python: False for None, and the number 0 for mean in ``torch.kl_div``."""


def functions():
    """Each modelled function and method whose real parameters are known."""
    found = [
        name
        for name, model in registry.NAMES.items()
        if name.startswith("torch.") and type(model) is LibraryFunction and model.returns_tensor
    ]
    found += [f"Tensor.{name}" for library, name in registry.METHODS if library == "torch"]
    return [name for name in sorted(set(found)) if name not in OTHERWISE and _real(name)]


def _real(name):
    method = name.startswith("Tensor.")
    bare = name.removeprefix("Tensor.")
    return overloads(bare, method) if resolve(bare, method) is not None else []


def _model(name):
    if name.startswith("Tensor."):
        return registry.METHODS["torch", name.removeprefix("Tensor.")].function
    return registry.NAMES[name].function


@pytest.mark.parametrize("name", functions())
def test_function(name):
    signature, real = inspect.signature(_model(name)), _real(name)
    for parameters in real:
        by_position = [parameter for parameter in parameters if not parameter.by_name]
        by_name = {parameter.name: 0 for parameter in parameters if parameter.by_name}
        signature.bind(*[0 for _ in by_position], **by_name)
        signature.bind(0, **{parameter.name: 0 for parameter in parameters[1:]})
    names = {parameter.name for parameters in real for parameter in parameters}
    for place, own in enumerate(signature.parameters.values()):
        if own.kind in (own.VAR_POSITIONAL, own.VAR_KEYWORD):
            continue
        assert not place or own.name in names or own.name in MORE, f"{own.name} is no parameter"
        theirs = [p.default for many in real for p in many if p.name == own.name and p.optional]
        plain = [default for default in theirs if isinstance(default, PLAIN)]
        if own.default is not own.empty and plain == theirs != [] and own.name not in UNLIKE_SCHEMAS:
            assert own.default in [*plain, ()], f"{own.name}={own.default!r}, but {plain}"


def layers():
    """Each modelled class of torch.nn that PyTorch has."""
    return sorted(
        name
        for name, model in registry.NAMES.items()
        if name.startswith("torch.nn.")
        and isinstance(model, type)
        and issubclass(model, Modelled)
        and isinstance(resolve(name), type)
    )


@pytest.mark.parametrize("name", layers())
def test_layer(name):
    real = list(inspect.signature(resolve(name).__init__).parameters.values())[1:]
    signature = inspect.signature(registry.NAMES[name].__init__)
    fixed = [p for p in real if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if real and not fixed:
        return  # takes all it is given
    by_position = [p for p in fixed if p.kind is not p.KEYWORD_ONLY]
    by_name = {p.name: 0 for p in fixed if p.kind is p.KEYWORD_ONLY}
    signature.bind(0, *[0 for _ in by_position], **by_name)
    signature.bind(0, **{p.name: 0 for p in fixed})
    for parameter in fixed:
        own = signature.parameters.get(parameter.name)
        if own is not None and isinstance(parameter.default, PLAIN):
            assert own.default == parameter.default, f"{own} is {parameter}"


@pytest.mark.parametrize("name", sorted(name for library, name in registry.METHODS if library == "torch"))
def test_method_exists(name):
    """A method under a name that PyTorch does not have would hide a crash; some are of older versions."""
    assert hasattr(torch.Tensor, name) or name in OLD


OLD = ("align_to", "has_names", "npu", "refine_names", "rename", "rename_", "selu", "share_memory")
"""Methods of older versions and of devices of others."""
