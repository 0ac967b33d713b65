"""What PyTorch's functions do to memory: views, copies, devices, and whether gradients are kept."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Tensor, host, state
from gnomon.models.registry import AFTER
from gnomon.models.torch.autograd import forbidden, grad_is_on, refuse_whole
from gnomon.models.torch.common import words
from gnomon.models.torch.layers.module import Module
from gnomon.models.torch.layout import ALONE, ELEMENTWISE, strides_of
from gnomon.models.torch.places import (
    MEETING,
    check_devices,
    device_named,
    learning_parameters,
    names_device,
    target_device,
    unsure,
    usual_device,
)
from gnomon.values.storage import LEAF, MADE, Storage, in_order

CREATING = frozenset(
    words(
        "zeros ones empty full rand randn randint randperm arange linspace logspace eye tensor from_numpy "
        "FloatTensor LongTensor DoubleTensor IntTensor"
    )
)
DIFFERENTIABLE = (
    ELEMENTWISE
    | ALONE
    | frozenset(
        words(
            "conv1d conv2d conv3d Conv1d Conv2d Conv3d ConvTranspose2d BatchNorm1d BatchNorm2d Embedding mean sum view "
            "reshape flatten Flatten permute transpose t squeeze unsqueeze index Sequential MaxPool2d max_pool2d AvgPool2d "
            "log_softmax cross_entropy mse_loss CrossEntropyLoss MSELoss NLLLoss BCELoss BCEWithLogitsLoss L1Loss stack cat "
            "LeakyReLU AdaptiveAvgPool2d clamp cos sin norm"
        )
    )
)


def after(name: str, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], value: Any) -> Any:
    """Note on what a function returned how it lies in memory; report what memory, device or gradients forbid."""
    if type(value) is not Tensor:
        if isinstance(value, Module) and isinstance(function, type):
            settle(value, None if names_device(arguments, keywords) else usual_device())
        return value
    if value.library != "torch":
        return value
    short = name.rpartition(".")[2]
    given = [held for held in arguments if type(held) is Tensor]
    if keywords:
        given += [held for held in keywords.values() if type(held) is Tensor]
    if short in MEETING:
        check_devices(function, given, arguments)
    if short in MOVING:
        return _moved(short, value, arguments, keywords)
    for held in given:
        if held is value:
            return _kept(short, name, value, (*arguments[1:], *keywords.values()))
    if value.storage is None:
        found = _storage_of(short, name, function, given, arguments, keywords, value)
        if found is not None:
            state.write_slot(value, "storage", found)
    return value


AFTER["torch"] = after

MOVING = frozenset(["to", "cuda", "cpu"])
"""Methods that may put a tensor on another device."""


def _kept(short: str, name: str, x: Tensor, rest: tuple[Any, ...]) -> Tensor:
    """Note what a method does that returns the tensor itself."""
    if short == "requires_grad_":
        on = rest[0] if rest else True
        if on is True:
            refuse_whole(x)
        held = x.storage or Storage()
        kind = None if on is not True else LEAF if held.grad in (LEAF, False) else MADE
        state.write_slot(x, "storage", Storage(held.strides, held.device, kind))
        if x.attributes is not None and "requires_grad" in x.attributes:
            state.write_slot(x, "attributes", {**x.attributes, "requires_grad": on})
        return x
    if x.storage is None:
        return x
    if short == "detach_":
        state.write_slot(x, "storage", Storage(x.storage.strides, x.storage.device, False))
        return x
    if short in ("contiguous", "clone", "detach"):
        made = twin(x)
        ordered = short == "contiguous" or x.storage.strides == in_order(x.shape)
        strides = in_order(x.shape) if ordered else x.storage.strides if short == "detach" else None
        grad = False if short == "detach" else MADE if x.storage.grad else x.storage.grad
        made.storage = Storage(strides, x.storage.device, grad)
        return made
    if name == f"torch.{short}" and short.endswith("_") and short not in KEEPING:
        why = forbidden(x)
        if why is not None:
            message, help = why
            host.refuse("in-place", "{op}: " + message, blame=x, help=help, x=x)
    return x


KEEPING = frozenset(
    words("detach_ share_memory_ rename_ squeeze_ unsqueeze_ t_ transpose_ swapaxes_ swapdims_ set_")
)
"""Methods with an underscore that change no entries."""


def twin(x: Tensor) -> Tensor:
    """Return a tensor with the same entries that is no parameter."""
    made = Tensor(x.shape, x.dtype, x.library, contents=x.contents, bounds=x.bounds, site=x.site)
    hidden = ("is_parameter", "requires_grad")
    if x.attributes is not None:
        made.attributes = {key: held for key, held in x.attributes.items() if key not in hidden}
    made.role = x.role
    return made


def settle(module: Module, device: str | None) -> None:
    """Note that the parameters of a new layer are leaves, and where they are."""
    for _, part in module.members():
        if type(part) is Tensor and part.storage is None and part.attributes is not None:
            part.storage = Storage(in_order(part.shape), device, LEAF)


def _storage_of(
    short: str,
    name: str,
    function: Any,
    given: list[Tensor],
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    value: Tensor,
) -> Storage | None:
    if short in CREATING and name.startswith("torch."):
        wanted = keywords.get("requires_grad", False)
        if wanted is True:
            refuse_whole(value)
        device = device_named(keywords["device"]) if "device" in keywords else usual_device()
        if name.startswith("torch.cuda."):
            device = None if device is None else "cuda"
        return Storage(
            in_order(value.shape), device, LEAF if wanted is True else False if wanted is False else None
        )
    if not given:
        return None
    known = [held.storage for held in given]
    if short == "Parameter":
        wanted = keywords.get("requires_grad", True)
        if wanted is True:
            refuse_whole(value)
        data = known[0] or Storage()
        return Storage(data.strides, data.device, LEAF if wanted is True else None)
    first = known[0]
    devices = {None if held is None else held.device for held in known}
    grad: str | bool | None
    strides = strides_of(short, given, arguments, value)
    device = devices.pop() if len(devices) == 1 and short in DIFFERENTIABLE else None
    grad = MADE if short in DIFFERENTIABLE and _needs_grad(function, known, value) else None
    if short in ("detach", "data"):
        grad, device = False, None if first is None else first.device
    return None if strides is None and device is None and grad is None else Storage(strides, device, grad)


def _needs_grad(function: Any, known: list[Storage | None], value: Tensor) -> bool:
    if value.dtype is None or value.dtype.kind != "float":
        return False
    flows = any(held is not None and held.grad in (LEAF, MADE) for held in known)
    if not (flows or isinstance(function, Module)) or host.cold or unsure():
        return False
    if not flows:
        own = (part.storage for part in learning_parameters(function))
        flows = any(held is not None and held.grad == LEAF for held in own)
    return flows and grad_is_on()


def _moved(short: str, value: Tensor, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Tensor:
    x = arguments[0] if arguments else None
    old = x.storage if type(x) is Tensor else None
    device = target_device(short, arguments[1:], keywords)
    if device is False:
        device = None if old is None else old.device
    made = twin(value) if value is x else value
    grad = None
    if type(x) is Tensor and old is not None and value.dtype is x.dtype:
        grad = MADE if old.grad == LEAF else old.grad
    made.storage = Storage(None if old is None else old.strides, device, grad)
    return made
