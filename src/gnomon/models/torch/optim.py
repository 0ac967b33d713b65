"""Optimisers and learning-rate schedules: objects with methods that change no shapes."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Modelled,
    SequenceValue,
    host,
    modelled,
    unknown_of,
)
from gnomon.models.torch.common import words
from gnomon.models.torch.unregistered import check_parameters


@modelled("torch.optim.Optimizer", "torch.optim.optimizer.Optimizer")
class Optimizer(Modelled):
    """Changes parameters by their gradients."""

    def __init__(self, params: Any = None, *settings: Any, **named: Any) -> None:
        check_parameters(params)
        self.param_groups = ListValue(None, element=DictValue(rest=UNKNOWN))
        self.state = DictValue(rest=DictValue(rest=UNKNOWN))
        self.defaults = DictValue(rest=UNKNOWN)

    def step(self, closure: Any = None, **named: Any) -> Any:
        """Take one step, perhaps evaluating the loss again."""
        if closure is None:
            return None
        return host.call(closure)

    def zero_grad(self, set_to_none: Any = True) -> None:
        """Forget the gradients."""

    def add_param_group(self, param_group: Any) -> None:
        """Take more parameters."""

    def state_dict(self) -> Any:
        """Return all settings."""
        return DictValue(rest=UNKNOWN)

    def load_state_dict(self, state_dict: Any) -> None:
        """Take settings over."""

    def backward(self, *arguments: Any, **named: Any) -> None:
        """Compute gradients (mixed precision)."""


OPTIMISERS = words(
    "Adadelta Adafactor Adagrad Adam AdamW Adamax ASGD LBFGS Muon NAdam RAdam RMSprop Rprop SGD SparseAdam"
)
for _name in OPTIMISERS:
    _module = f"torch.optim.{_name.lower()}.{_name}"
    modelled(f"torch.optim.{_name}", _module)(type(_name, (Optimizer,), {"__doc__": Optimizer.__doc__}))


@modelled("torch.optim.lr_scheduler.LRScheduler", "torch.optim.lr_scheduler._LRScheduler")
class Scheduler(Modelled):
    """Changes the learning rate over time."""

    def __init__(self, optimizer: Any = None, *settings: Any, **named: Any) -> None:
        self.optimizer = optimizer
        self.last_epoch = unknown_of("int")
        self.base_lrs = ListValue(None, element=unknown_of("float"))

    def step(self, *arguments: Any, **named: Any) -> None:
        """Count a step."""

    def get_last_lr(self) -> Any:
        """Return the learning rates."""
        return ListValue(None, element=unknown_of("float"))

    def get_lr(self) -> Any:
        """Return the learning rates."""
        return ListValue(None, element=unknown_of("float"))

    def state_dict(self) -> Any:
        """Return all settings."""
        return DictValue(rest=UNKNOWN)

    def load_state_dict(self, state_dict: Any) -> None:
        """Take settings over."""


for _name in words(
    "ChainedScheduler ConstantLR CosineAnnealingLR CosineAnnealingWarmRestarts CyclicLR ExponentialLR "
    "LambdaLR LinearLR MultiStepLR MultiplicativeLR OneCycleLR PolynomialLR ReduceLROnPlateau "
    "SequentialLR StepLR"
):
    modelled(f"torch.optim.lr_scheduler.{_name}")(type(_name, (Scheduler,), {"__doc__": Scheduler.__doc__}))


@modelled("torch.optim.swa_utils.AveragedModel")
class AveragedModel(Modelled):
    """A running average of a model's parameters."""

    def __init__(self, model: Any, *settings: Any, **named: Any) -> None:
        self.module = model

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return host.call(self.module, *arguments, **named)

    def update_parameters(self, model: Any) -> None:
        """Take one more model into the average."""


_ = SequenceValue
