"""Attention layers: each query looks at all keys and takes a mixture of the values."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Tensor, Unknown, flag, host, items, modelled, size, symbol
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.merging import members
from gnomon.models.keras.tensors import array, converted
from gnomon.shapes import Equal


@modelled("keras.layers.Attention")
class Attention(Layer):
    """Dot-product attention over `[query, value]` or `[query, value, key]`."""

    numbers = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        parts = None if type(x) is Tensor else members(x)
        if parts is None or not 2 <= len(parts) <= 3:
            return Unknown()
        query, value = parts[0], parts[1]
        key = parts[2] if len(parts) == 3 else value
        scores = self.scores(query, key)
        result = ops.matmul(scores, value)
        wanted = flag(kwargs.get("return_attention_scores", args[0] if args else False))
        if wanted is None:
            return Unknown()
        return (result, scores) if wanted else result

    def scores(self, query: Any, key: Any) -> Any:
        """Return how much each query looks at each key."""
        return ops.matmul(query, key, transpose_b=True)


@modelled("keras.layers.AdditiveAttention")
class AdditiveAttention(Attention):
    """Attention whose scores come from sums of queries and keys."""

    def scores(self, query: Any, key: Any) -> Any:
        sums = ops.add(ops.expand_dims(query, axis=-2), ops.expand_dims(key, axis=-3))
        return ops.sum(sums, axis=-1)


@modelled("keras.layers.MultiHeadAttention")
class MultiHeadAttention(Layer):
    """Attention in several heads: query (batch, T, E), value and key (batch, S, ...) -> (batch, T, E)."""

    widths: Any = None

    def __init__(
        self,
        num_heads: Any,
        key_dim: Any,
        value_dim: Any = None,
        dropout: Any = 0.0,
        use_bias: Any = True,
        output_shape: Any = None,
        attention_axes: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        self.num_heads = size(num_heads)
        self.key_dim = size(key_dim)
        self.projected = None if output_shape is None else _sizes(output_shape)
        self.axes_given = attention_axes is not None

    def __call__(self, query: Any, value: Any, key: Any = None, *args: Any, **kwargs: Any) -> Any:
        query, value, key = (
            converted(array(part), self.compute_in, integers=True) for part in (query, value, key)
        )
        result = self.attend(query, value, value if key is None else key, *args, **kwargs)
        self.keep_node([query, value], result)
        return result

    def call(self, inputs: Any, *args: Any, training: Any = None, mask: Any = None, **kwargs: Any) -> Any:
        """Attend, as a subclass asks."""
        return self(inputs, *args, **kwargs)

    def attend(
        self,
        query: Any,
        value: Any,
        key: Any,
        query_mask: Any = None,
        value_mask: Any = None,
        key_mask: Any = None,
        attention_mask: Any = None,
        return_attention_scores: Any = False,
        training: Any = None,
        use_causal_mask: Any = False,
        **kwargs: Any,
    ) -> Any:
        """Return the mixtures, and the scores if asked."""
        self.check_widths(query, value, key)
        if type(query) is not Tensor:
            return Unknown()
        output = ops.positive(query)
        if self.projected is not None:
            if query.shape.rank is None:
                return Unknown()
            output = Tensor(Shape((*query.shape.dims[:-1], *self.projected)), query.dtype, query.library)
            output.site = host.reporter.site
        wanted = flag(return_attention_scores)
        if wanted is None:
            return Unknown()
        if not wanted:
            return output
        return output, self.scores(query, key)

    def check_widths(self, query: Any, value: Any, key: Any) -> None:
        """Require the widths that the projections were built for, and as many keys as values."""
        found = tuple(part.shape.axis(-1) if type(part) is Tensor else None for part in (query, value, key))
        if self.widths is None:
            self.built = True
            self.widths = tuple(symbol() if width is None else width for width in found)
        for part, width, want in zip((query, value, key), found, self.widths):
            if width is not None:
                host.require(
                    Equal(width, want),
                    "inner-size",
                    "{op}: {x} ends in {got}, but the layer was built for {want}",
                    blame=part,
                    x=part,
                    got=width,
                    want=want,
                )
        if (
            all(type(part) is Tensor and part.shape.rank == 3 for part in (query, value))
            and not self.axes_given
        ):
            host.require(
                Equal(query.shape.dims[0], value.shape.dims[0]),
                "inner-size",
                "{op}: the queries {query} are {query.shape} and the values {value} are {value.shape}: "
                "their batches of {m} and {n} should be equal",
                blame=value,
                query=query,
                value=value,
                m=query.shape.dims[0],
                n=value.shape.dims[0],
            )
        if type(value) is Tensor and type(key) is Tensor and value.shape.rank == key.shape.rank == 3:
            host.require(
                Equal(value.shape.dims[1], key.shape.dims[1]),
                "inner-size",
                "{op}: the keys {key} are {key.shape} and the values {value} are {value.shape}: "
                "their lengths {m} and {n} should be equal",
                blame=key,
                key=key,
                value=value,
                m=key.shape.dims[1],
                n=value.shape.dims[1],
            )

    def scores(self, query: Any, key: Any) -> Any:
        """Return how much each query looks at each key."""
        if type(key) is not Tensor or query.shape.rank != 3 or key.shape.rank != 3 or self.axes_given:
            return Unknown()
        sizes = (query.shape.dims[0], self.num_heads, query.shape.dims[1], key.shape.dims[1])
        return Tensor(Shape(sizes), query.dtype, query.library, site=host.reporter.site)


@modelled("keras.layers.GroupQueryAttention", "keras.layers.GroupedQueryAttention")
class GroupQueryAttention(MultiHeadAttention):
    """Attention in which several query heads share one key and value head."""

    def __init__(
        self, head_dim: Any, num_query_heads: Any, num_key_value_heads: Any, *args: Any, **kwargs: Any
    ):
        self.start(kwargs)
        self.num_heads = size(num_query_heads)
        self.key_dim = size(head_dim)
        self.projected = None
        self.axes_given = False


def _sizes(output_shape: Any) -> tuple[Any, ...]:
    entries = items(output_shape)
    return (size(output_shape),) if entries is None else tuple(size(entry) for entry in entries)
