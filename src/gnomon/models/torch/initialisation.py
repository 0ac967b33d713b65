"""``torch.nn.init`` and ``torch.nn.utils``: what changes numbers and no shapes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Iteration,
    Shape,
    Tensor,
    function,
    items,
    symbol,
    unknown_of,
)
from gnomon.models.torch.common import words

INITIALISERS = words(
    "constant dirac eye kaiming_normal kaiming_uniform normal ones orthogonal sparse trunc_normal uniform "
    "xavier_normal xavier_uniform zeros"
)


@function(*[f"torch.nn.init.{name}{end}" for name in INITIALISERS for end in ("_", "")])
def initialise(tensor: Any, *settings: Any, **named: Any) -> Any:
    """Fill a tensor: its shape stays."""
    return tensor


@function("torch.nn.init.calculate_gain", tensor=False)
def calculate_gain(nonlinearity: Any, param: Any = None) -> Any:
    """A recommended scale."""
    return unknown_of("float")


@function("torch.nn.init._calculate_fan_in_and_fan_out", tensor=False)
def fans(tensor: Any) -> Any:
    """How many inputs and outputs a weight has."""
    return symbol(), symbol()


@function("torch.nn.init._calculate_correct_fan", tensor=False)
def fan(tensor: Any, mode: Any) -> Any:
    """How many inputs or outputs a weight has."""
    return symbol()


@function("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_norm")
@function("torch.nn.utils.clip_grad.clip_grad_norm_")
def clip_grad_norm(
    parameters: Any,
    max_norm: Any,
    norm_type: Any = 2.0,
    error_if_nonfinite: Any = False,
    foreach: Any = None,
) -> Any:
    """Limit gradients; return their norm."""
    return Tensor(Shape(()), None, "torch")


@function("torch.nn.utils.get_total_norm")
def get_total_norm(
    tensors: Any, norm_type: Any = 2.0, error_if_nonfinite: Any = False, foreach: Any = None
) -> Any:
    """The norm of several tensors together."""
    return Tensor(Shape(()), None, "torch")


@function("torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grads_with_norm_", tensor=False)
@function("torch.nn.utils.vector_to_parameters", "torch.nn.utils.clip_grad.clip_grad_value_", tensor=False)
def clip_grad_value(*arguments: Any, **named: Any) -> None:
    """Limit gradients, or store parameters."""


@function("torch.nn.utils.parameters_to_vector")
def parameters_to_vector(parameters: Any) -> Any:
    """All parameters in one vector."""
    listed = parameters.items if isinstance(parameters, Iteration) else items(parameters)
    if listed is not None and all(type(single) is Tensor for single in listed):
        return ops.concat([ops.flatten(single) for single in listed])
    return Tensor(Shape((symbol(),)), None, "torch")


@function(
    "torch.nn.utils.weight_norm",
    "torch.nn.utils.remove_weight_norm",
    "torch.nn.utils.spectral_norm",
    "torch.nn.utils.remove_spectral_norm",
    "torch.nn.utils.parametrizations.weight_norm",
    "torch.nn.utils.parametrizations.spectral_norm",
    "torch.nn.utils.parametrizations.orthogonal",
    "torch.nn.utils.parametrize.register_parametrization",
    "torch.nn.utils.parametrize.remove_parametrizations",
    "torch.nn.utils.fuse_conv_bn_eval",
    "torch.nn.utils.stateless.swap",
    "torch.nn.utils.prune.l1_unstructured",
    "torch.nn.utils.prune.random_unstructured",
    "torch.nn.utils.prune.remove",
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
    tensor=False,
    raw=True,
)
def same_module(module: Any, *settings: Any, **named: Any) -> Any:
    """Return the module, its weights computed in another way."""
    return module


@function("torch.nn.utils.skip_init", raw=True, tensor=False)
def skip_init(module_cls: Any, *arguments: Any, **keywords: Any) -> Any:
    """Make a module without filling its weights."""
    from gnomon.models.api import host

    return host.invoke(module_cls, *arguments, **keywords)


@function("torch.nn.modules.transformer._get_activation_fn", tensor=False)
@function("torch.nn.modules.utils._pair", "torch.nn.modules.utils._single", tensor=False)
@function("torch.nn.modules.utils._triple", "torch.nn.modules.utils._ntuple", tensor=False)
def helper(*arguments: Any) -> Any:
    """A private helper of the library."""
    return UNKNOWN
