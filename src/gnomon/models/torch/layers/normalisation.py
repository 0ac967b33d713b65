"""Normalisation layers: the shape stays, the channels must be those the layer was made for."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, count, flag, modelled
from gnomon.models.api import shape as shape_of
from gnomon.models.torch.common import new_tensor
from gnomon.models.torch.elementwise import floating
from gnomon.models.torch.images import as_images
from gnomon.models.torch.layers.module import Module, parameter


class BatchNorm(Module):
    """Normalise each channel over the batch."""

    ranks: tuple[int, ...] | None = (4,)

    def __init__(
        self,
        num_features: Any,
        eps: Any = 1e-05,
        momentum: Any = 0.1,
        affine: Any = True,
        track_running_stats: Any = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: Any = True,
    ) -> None:
        self.num_features = count(num_features)
        self.eps, self.momentum, self.affine = eps, momentum, affine
        self.track_running_stats = track_running_stats
        learned = flag(affine, default=True)
        role = f"num_features is {self.num_features}"
        self.weight = parameter(self.num_features, dtype=dtype, role=role) if learned else None
        self.bias = (
            parameter(self.num_features, dtype=dtype) if learned and flag(bias, default=True) else None
        )
        tracked = flag(track_running_stats, default=True)
        self.running_mean = new_tensor(Shape((self.num_features,)), role=role) if tracked else None
        self.running_var = new_tensor(Shape((self.num_features,))) if tracked else None

    def forward(self, input: Any) -> Any:
        """Normalise."""
        if self.ranks in ((4,), (5,)):
            input = as_images(input, self.num_features, self.ranks[0] - 2)
        free = self.weight is None and self.running_mean is None
        return ops.batch_norm(
            input, self.weight, channels=None if free else self.num_features, ranks=self.ranks
        )

    def reset_parameters(self) -> None:
        """Begin anew."""

    reset_running_stats = reset_parameters


for _name, _ranks in {
    "BatchNorm1d": (2, 3),
    "BatchNorm2d": (4,),
    "BatchNorm3d": (5,),
}.items():
    modelled(f"torch.nn.{_name}", f"torch.nn.modules.batchnorm.{_name}", f"torch.nn.modules.{_name}")(
        type(_name, (BatchNorm,), {"ranks": _ranks, "__doc__": BatchNorm.__doc__})
    )
modelled("torch.nn.modules.batchnorm._BatchNorm")(type("_BatchNorm", (BatchNorm,), {"ranks": None}))


@modelled(
    "torch.nn.SyncBatchNorm", "torch.nn.modules.batchnorm.SyncBatchNorm", "torch.nn.modules.SyncBatchNorm"
)
class SyncBatchNorm(BatchNorm):
    """Normalise each channel over the batches of all processes."""

    ranks = None

    def __init__(
        self,
        num_features: Any,
        eps: Any = 1e-05,
        momentum: Any = 0.1,
        affine: Any = True,
        track_running_stats: Any = True,
        process_group: Any = None,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: Any = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)


class LazyBatchNorm(Module):
    """Normalise each channel over the batch, whatever their number."""

    def forward(self, input: Any) -> Any:
        """Normalise."""
        return ops.batch_norm(input)


for _count in (1, 2, 3):
    modelled(f"torch.nn.LazyBatchNorm{_count}d")(type(f"LazyBatchNorm{_count}d", (LazyBatchNorm,), {}))


class InstanceNorm(Module):
    """Normalise each channel of each sample."""

    ranks: tuple[int, ...] | None = (3, 4)
    axis = -3

    def __init__(
        self,
        num_features: Any,
        eps: Any = 1e-05,
        momentum: Any = 0.1,
        affine: Any = False,
        track_running_stats: Any = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: Any = True,
    ) -> None:
        self.num_features, self.affine = count(num_features), affine
        learned = flag(affine, default=False)
        self.learned = learned is True or flag(track_running_stats) is True
        role = f"num_features is {self.num_features}"
        self.weight = parameter(self.num_features, dtype=dtype, role=role) if learned else None
        self.bias = (
            parameter(self.num_features, dtype=dtype) if learned and flag(bias, default=True) else None
        )

    def forward(self, input: Any) -> Any:
        """Normalise; without learned scales the number of channels does not matter."""
        return ops.instance_norm(
            input,
            self.weight,
            channels=self.num_features if self.learned else None,
            axis=self.axis,
            ranks=self.ranks,
        )


for _count in (1, 2, 3):
    _form = {"ranks": (_count + 1, _count + 2), "axis": -1 - _count, "__doc__": InstanceNorm.__doc__}
    modelled(f"torch.nn.InstanceNorm{_count}d", f"torch.nn.modules.instancenorm.InstanceNorm{_count}d")(
        type(f"InstanceNorm{_count}d", (InstanceNorm,), _form)
    )
modelled("torch.nn.modules.instancenorm._InstanceNorm")(
    type("_InstanceNorm", (InstanceNorm,), {"ranks": None})
)


@modelled("torch.nn.LayerNorm", "torch.nn.modules.normalization.LayerNorm")
class LayerNorm(Module):
    """Normalise over the last axes."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: Any = 1e-05,
        elementwise_affine: Any = True,
        bias: Any = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        wanted = shape_of(normalized_shape)
        self.normalized_shape = wanted.dims if wanted.rank is not None else None
        self.eps, self.elementwise_affine = eps, elementwise_affine
        learned = flag(elementwise_affine, default=True) and self.normalized_shape is not None
        role = f"normalized_shape is {wanted}"
        self.weight = parameter(*wanted.dims, dtype=dtype, role=role) if learned else None
        self.bias = parameter(*wanted.dims, dtype=dtype) if learned and flag(bias, default=True) else None

    def forward(self, input: Any) -> Any:
        """Normalise."""
        return ops.layer_norm(input, self.weight, self.bias, shape=self.normalized_shape)

    def reset_parameters(self) -> None:
        """Begin anew."""


@modelled("torch.nn.RMSNorm", "torch.nn.modules.normalization.RMSNorm")
class RMSNorm(LayerNorm):
    """Scale over the last axes."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: Any = None,
        elementwise_affine: Any = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(normalized_shape, eps, elementwise_affine, False, device, dtype)

    def forward(self, input: Any) -> Any:
        """Scale."""
        from gnomon.models.torch.functional import scaled

        return scaled(input, self.weight, self.normalized_shape)


@modelled("torch.nn.GroupNorm", "torch.nn.modules.normalization.GroupNorm")
class GroupNorm(Module):
    """Normalise over groups of channels."""

    def __init__(
        self,
        num_groups: Any,
        num_channels: Any,
        eps: Any = 1e-05,
        affine: Any = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: Any = True,
    ) -> None:
        self.num_groups, self.num_channels, self.affine = count(num_groups), count(num_channels), affine
        self.eps = eps
        from gnomon.models.api import host
        from gnomon.shapes import Divides

        host.require(
            Divides(self.num_groups, self.num_channels),
            "groups",
            "{op}: {channels} channels do not split into {groups} groups",
            channels=self.num_channels,
            groups=self.num_groups,
        )
        learned = flag(affine, default=True)
        role = f"num_channels is {self.num_channels}"
        self.weight = parameter(self.num_channels, dtype=dtype, role=role) if learned else None
        self.bias = (
            parameter(self.num_channels, dtype=dtype) if learned and flag(bias, default=True) else None
        )

    def forward(self, input: Any) -> Any:
        """Normalise."""
        return ops.group_norm(
            input,
            self.weight,
            self.bias,
            groups=self.num_groups,
            channels=None if self.weight is None else self.num_channels,
        )


@modelled("torch.nn.LocalResponseNorm", "torch.nn.modules.normalization.LocalResponseNorm")
class LocalResponseNorm(Module):
    """Normalise each entry by its neighbouring channels."""

    def __init__(self, size: Any, alpha: Any = 0.0001, beta: Any = 0.75, k: Any = 1.0) -> None:
        self.size = size

    def forward(self, input: Any) -> Any:
        """Normalise."""
        return ops.local_response_norm(floating(input))
