"""Functions of functions: mapped over models, over batches with several axes, in both directions of time."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Modelled, Tensor, function, host, modelled
from gnomon.models.jax.derivatives import vjp
from gnomon.models.jax.mapping import Mapped
from gnomon.models.jax.support import as_array
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import KEEP

function("flax.nnx.vjp", raw=True, tensor=False)(vjp)


class ModelMapped(Mapped):
    """What ``nnx.vmap`` returns: arrays are mapped, models are passed on."""

    library_name = "flax.nnx.vmap"

    def _axes(self, count: int) -> list[Any] | None:
        axes = super()._axes(count)
        return None if axes is None else [axis if type(axis) in (int, tuple) else None for axis in axes]

    def _mapped(self, value: Any) -> bool:
        return type(value) is Tensor


class ModelMappedDecorator(Modelled):
    """``nnx.vmap(in_axes=...)`` without a function: a decorator."""

    library_name = "flax.nnx.vmap"
    raw = True

    def __init__(self, in_axes: Any, out_axes: Any) -> None:
        self.in_axes = in_axes
        self.out_axes = out_axes

    def __call__(self, f: Any) -> Any:
        return ModelMapped(f, self.in_axes, self.out_axes)


@function("flax.nnx.vmap", "flax.nnx.pmap", raw=True, tensor=False)
def vmap(
    f: Any = None,
    *,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: Any = None,
    **options: Any,
) -> Any:
    """A function of models and arrays, mapped over an axis of the arrays."""
    if f is None:
        return ModelMappedDecorator(in_axes, out_axes)
    return ModelMapped(f, in_axes, out_axes, axis_size if type(axis_size) is int else None)


@function("flax.nnx.jit_partial", raw=True, tensor=False)
def jit_partial(fun: Any, *partial_args: Any, **options: Any) -> Any:
    """A function with some arguments given beforehand."""
    from gnomon.models.python.functions import Partial

    return Partial(fun, *partial_args)


@function("flax.nnx.transform_metadata", raw=True, tensor=False)
def transform_metadata(f: Any = None, **options: Any) -> Any:
    """The function itself."""
    return KEEP if f is None else f


@modelled("flax.nnx.WeightNorm", "flax.nnx.SpectralNorm")
class Wrapping(Modelled):
    """A layer around another one, which it calls."""

    def __init__(self, layer_instance: Any, *arguments: Any, **keywords: Any) -> None:
        self.layer = layer_instance

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        keywords.pop("update_stats", None)
        return host.call(self.layer, *arguments, **keywords)


@modelled("flax.linen.Bidirectional", "flax.nnx.Bidirectional")
class Bidirectional(Modelled):
    """Two layers over the time axis, one from each end: their features side by side."""

    def __init__(
        self, forward_rnn: Any, backward_rnn: Any, merge_fn: Any = None, *arguments: Any, **keywords: Any
    ) -> None:
        self.layers = (forward_rnn, backward_rnn)
        self.plain = merge_fn is None and not keywords.get("return_carry", False)

    def __call__(self, inputs: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        results = [host.call(layer, x) for layer in self.layers]
        if (
            not self.plain
            or keywords.get("return_carry")
            or any(type(part) is not Tensor for part in results)
        ):
            return UNKNOWN
        return ops.concat(results, axis=-1)


@modelled("haiku.BatchApply", "flax.linen.BatchApply")
class BatchApply(Modelled):
    """A function of arrays whose leading axes count as one."""

    raw = True

    def __init__(self, f: Any, num_dims: Any = 2) -> None:
        self.f = f
        self.count = num_dims

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if type(self.count) is not int or self.count < 1:
            return UNKNOWN
        leads: list[Any] = []

        def merge(leaf: Any) -> Any:
            if type(leaf) is not Tensor:
                return leaf
            if leaf.shape.rank is None or leaf.shape.rank < self.count:
                raise Mismatch
            leads.append(leaf.shape.dims[: self.count])
            return ops.flatten(leaf, start=0, end=self.count - 1)

        def split(leaf: Any) -> Any:
            return ops.unflatten(leaf, axis=0, sizes=leads[0]) if type(leaf) is Tensor else leaf

        try:
            given = [map_tree(merge, argument) for argument in args]
            named = {name: map_tree(merge, value) for name, value in kwargs.items()}
            return map_tree(split, host.invoke(self.f, *given, **named)) if leads else UNKNOWN
        except Mismatch:
            return UNKNOWN
