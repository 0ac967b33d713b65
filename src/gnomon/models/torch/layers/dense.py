"""Dense layers, embeddings, dropout, and layers that only change shapes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Shape, Size, Tensor, count, flag, items, modelled, size, symbol
from gnomon.models.torch.layers.module import Module, parameter
from gnomon.models.torch.shaping import one_axis


def with_bias(bias: Any, *sizes: Any, dtype: Any = None) -> Any:
    """Return the bias of a layer, or None if it has none."""
    return None if flag(bias, default=True) is False else parameter(*sizes, dtype=dtype)


@modelled("torch.nn.Linear", "torch.nn.modules.linear.Linear", "torch.nn.modules.Linear")
class Linear(Module):
    """Dense layer on the last axis."""

    def __init__(
        self, in_features: Any, out_features: Any, bias: Any = True, device: Any = None, dtype: Any = None
    ) -> None:
        self.in_features, self.out_features = count(in_features), count(out_features)
        self.weight = parameter(
            self.out_features, self.in_features, dtype=dtype, role=f"in_features is {self.in_features}"
        )
        self.bias = with_bias(bias, self.out_features, dtype=dtype)

    def forward(self, input: Any) -> Any:
        """Apply the layer."""
        return ops.linear(input, self.weight, self.bias)

    def reset_parameters(self) -> None:
        """Draw new weights."""


@modelled("torch.nn.modules.linear.NonDynamicallyQuantizableLinear")
class PlainLinear(Linear):
    """The dense layer inside attention."""


@modelled("torch.nn.LazyLinear")
class LazyLinear(Module):
    """Dense layer that learns its input width from the first call."""

    def __init__(self, out_features: Any, bias: Any = True, device: Any = None, dtype: Any = None) -> None:
        self.out_features = count(out_features)
        self.weight: Any = None
        self.bias = with_bias(bias, self.out_features, dtype=dtype)

    def forward(self, input: Any) -> Any:
        """Apply the layer."""
        if self.weight is None:
            width = input.shape.axis(-1) if type(input) is Tensor else None
            width = symbol() if width is None else width
            self.weight = parameter(self.out_features, width, role=f"in_features became {width}")
        return ops.linear(input, self.weight, self.bias)


@modelled("torch.nn.Bilinear", "torch.nn.modules.linear.Bilinear")
class Bilinear(Module):
    """Bilinear layer of two inputs."""

    def __init__(
        self,
        in1_features: Any,
        in2_features: Any,
        out_features: Any,
        bias: Any = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.in1_features, self.in2_features = count(in1_features), count(in2_features)
        self.out_features = count(out_features)
        self.weight = parameter(self.out_features, self.in1_features, self.in2_features, dtype=dtype)
        self.bias = with_bias(bias, self.out_features, dtype=dtype)

    def forward(self, input1: Any, input2: Any) -> Any:
        """Apply the layer."""
        return ops.bilinear(input1, input2, self.weight, self.bias)


@modelled("torch.nn.Identity", "torch.nn.modules.linear.Identity")
class Identity(Module):
    """A layer that changes nothing."""

    def forward(self, input: Any) -> Any:
        """Return the input."""
        return input


class Elementwise(Module):
    """A layer that keeps the shape, whatever its settings."""

    operation = "positive"

    def forward(self, input: Any, *rest: Any) -> Any:
        """Apply the function to each element."""
        return ops.TABLE[self.operation](input)


@modelled("torch.nn.Dropout", "torch.nn.modules.dropout.Dropout")
class Dropout(Elementwise):
    """Replace random elements by 0 while training."""

    def __init__(self, p: Any = 0.5, inplace: Any = False) -> None:
        self.p, self.inplace = p, inplace


for _name in ("Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout"):
    modelled(f"torch.nn.{_name}", f"torch.nn.modules.dropout.{_name}")(type(_name, (Dropout,), {}))


@modelled("torch.nn.Embedding", "torch.nn.modules.sparse.Embedding")
class Embedding(Module):
    """A table of vectors, looked up by number."""

    def __init__(
        self,
        num_embeddings: Any,
        embedding_dim: Any,
        padding_idx: Any = None,
        max_norm: Any = None,
        norm_type: Any = 2.0,
        scale_grad_by_freq: Any = False,
        sparse: Any = False,
        _weight: Any = None,
        _freeze: Any = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.num_embeddings, self.embedding_dim = count(num_embeddings), count(embedding_dim)
        self.padding_idx = padding_idx
        role = f"num_embeddings is {self.num_embeddings}"
        self.weight = parameter(self.num_embeddings, self.embedding_dim, dtype=dtype, role=role)

    @classmethod
    def from_pretrained(cls, embeddings: Any, freeze: Any = True, *rest: Any, **named: Any) -> Any:
        """Make the layer from a given table."""
        made = cls.__new__(cls)
        weight = (
            embeddings if type(embeddings) is Tensor else Tensor(Shape((symbol(), symbol())), None, "torch")
        )
        made.weight = weight
        made.num_embeddings, made.embedding_dim = (
            weight.shape.dims if weight.shape.rank == 2 else (symbol(), symbol())
        )
        return made

    def forward(self, input: Any) -> Any:
        """Look vectors up."""
        return ops.embedding(input, self.weight)


@modelled("torch.nn.EmbeddingBag", "torch.nn.modules.sparse.EmbeddingBag")
class EmbeddingBag(Module):
    """Sums or means of looked-up vectors, one for each bag."""

    def __init__(
        self, num_embeddings: Any, embedding_dim: Any, *rest: Any, dtype: Any = None, **named: Any
    ) -> None:
        self.include_last_offset = named.get("include_last_offset", len(rest) > 6)
        self.num_embeddings, self.embedding_dim = count(num_embeddings), count(embedding_dim)
        self.weight = parameter(self.num_embeddings, self.embedding_dim, dtype=dtype)

    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        """Look vectors up and combine them: (bags, features)."""
        return bagged(input, self.weight, offsets, self.include_last_offset)


def bagged(input: Any, weight: Any, offsets: Any, last: Any = False) -> Any:
    """Return one row for each bag of positions: a row of a matrix, or a stretch that begins at an offset."""
    rows = ops.embedding(input, weight)
    if type(input) is Tensor and input.shape.rank == 2:
        return ops.mean(rows, axis=1)
    known = type(offsets) is Tensor and offsets.shape.rank == 1 and last is False
    bags: Size = offsets.shape.dims[0] if known else symbol()
    width = rows.shape.axis(-1)
    return Tensor(Shape((bags, symbol() if width is None else width)), rows.dtype, "torch", site=rows.site)


@modelled("torch.nn.Flatten", "torch.nn.modules.flatten.Flatten")
class Flatten(Module):
    """Merge all axes but the first."""

    def __init__(self, start_dim: Any = 1, end_dim: Any = -1) -> None:
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Any) -> Any:
        """Merge axes."""
        return ops.flatten(input, start=one_axis(self.start_dim), end=one_axis(self.end_dim))


@modelled("torch.nn.Unflatten", "torch.nn.modules.flatten.Unflatten")
class Unflatten(Module):
    """Split one axis into several."""

    def __init__(self, dim: Any, unflattened_size: Any) -> None:
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input: Any) -> Any:
        """Split the axis."""
        parts = items(self.unflattened_size)
        if parts is None or type(self.dim) is str:
            return UNKNOWN
        return ops.unflatten(input, axis=one_axis(self.dim), sizes=tuple(map(size, parts)))


@modelled("torch.nn.CosineSimilarity", "torch.nn.modules.distance.CosineSimilarity")
class CosineSimilarity(Module):
    """Cosine of the angle between vectors along an axis."""

    def __init__(self, dim: Any = 1, eps: Any = 1e-08) -> None:
        self.dim = dim

    def forward(self, x1: Any, x2: Any) -> Any:
        """Compare vectors."""
        from gnomon.models.torch.functional import cosine_similarity

        return cosine_similarity(x1, x2, self.dim)


@modelled("torch.nn.PairwiseDistance", "torch.nn.modules.distance.PairwiseDistance")
class PairwiseDistance(Module):
    """Distance between vectors along the last axis."""

    def __init__(self, p: Any = 2.0, eps: Any = 1e-06, keepdim: Any = False) -> None:
        self.keepdim = keepdim

    def forward(self, x1: Any, x2: Any) -> Any:
        """Compare vectors."""
        from gnomon.models.torch.functional import pairwise_distance

        return pairwise_distance(x1, x2, keepdim=self.keepdim)
