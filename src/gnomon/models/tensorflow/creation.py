"""New tensors: zeros, ones, ranges, random numbers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Shape, TakesAnything, Tensor, Unknown, dtypes, modelled, symbol
from gnomon.models.tensorflow.common import (
    array,
    as_dtype,
    integers_between,
    made,
    number,
    sizes,
    tf_function,
    whole,
)
from gnomon.shapes import Dtype


@tf_function("zeros")
def _zeros(shape: Any, dtype: Any = dtypes.float32, name: Any = None, layout: Any = None) -> Any:
    return ops.full(shape=sizes(shape), dtype=as_dtype(dtype, dtypes.float32), value=0)


@tf_function("ones")
def _ones(shape: Any, dtype: Any = dtypes.float32, name: Any = None, layout: Any = None) -> Any:
    return ops.full(shape=sizes(shape), dtype=as_dtype(dtype, dtypes.float32), value=1)


@tf_function("fill")
def _fill(dims: Any, value: Any, name: Any = None, layout: Any = None) -> Any:
    entry = array(value)
    return ops.full(shape=sizes(dims), dtype=entry.dtype, value=entry.contents[0] if entry.contents else None)


@tf_function("zeros_like", "ones_like")
def _like(
    tensor: Any = None,
    dtype: Any = None,
    name: Any = None,
    optimize: Any = True,
    input: Any = None,
    layout: Any = None,
) -> Any:
    source = array(input if tensor is None else tensor)
    fresh = ops.full_like(source)
    return fresh if dtype is None else ops.cast(fresh, dtype=as_dtype(dtype, None))


@tf_function("range")
def _range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: Any = "range") -> Any:
    if limit is None:
        start, limit = 0, start
    parts = [_bound(part) for part in (start, limit, delta)]
    kinds = [type(part) for part in parts]
    default = dtypes.float32 if float in kinds else dtypes.int32
    wide = [part.dtype for part in (start, limit, delta) if type(part) is Tensor and part.dtype is not None]
    if dtype is None and not all(_has_dtype(part) for part in (start, limit, delta)):
        return made(Shape((symbol(lower=0),)), None)
    kind = as_dtype(dtype, max(wide, key=lambda d: d.bits) if wide else default)
    if None in parts[::2]:
        return ops.arange(start=0, stop=None, dtype=kind)
    return ops.arange(start=parts[0], stop=parts[1], step=parts[2], dtype=kind)


def _has_dtype(value: Any) -> bool:
    return value.dtype is not None if type(value) is Tensor else type(value) in (int, float, Dim)


def _bound(value: Any) -> Any:
    if type(value) in (int, float, Dim):
        return value
    found = whole(value) if type(value) is Tensor and value.contents else None
    return found if type(found) in (int, Dim) else None


@tf_function("linspace", "lin_space")
def _linspace(start: Any, stop: Any = None, num: Any = None, name: Any = None, axis: Any = 0) -> Any:
    first = array(start)
    if first.shape.rank not in (0, None):
        return ops.unknown_like(ops.expand_dims(first, axis=0))
    return ops.linspace(count=whole(num), dtype=first.dtype)


@tf_function("eye", "linalg.eye")
def _eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: Any = None,
) -> Any:
    matrix = ops.eye(
        rows=whole(num_rows),
        columns=None if num_columns is None else whole(num_columns),
        dtype=as_dtype(dtype, dtypes.float32),
    )
    if batch_shape is None:
        return matrix
    lead = sizes(batch_shape)
    return ops.full(
        shape=Shape(lead.prefix, lead.run, (*lead.suffix, *matrix.shape.dims)), dtype=matrix.dtype
    )


@tf_function("one_hot")
def _one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = None,
    dtype: Any = None,
    name: Any = None,
) -> Any:
    hot = ops.one_hot(array(indices), classes=whole(depth), axis=-1 if axis is None else _axis(axis))
    kind = as_dtype(dtype)
    if dtype is None:
        told = [array(value).dtype for value in (on_value, off_value) if value is not None]
        kind = told[0] if told else dtypes.float32
    return ops.cast(hot, dtype=kind)


def _axis(value: Any) -> Any:
    return value if type(value) is int else symbol(lower=None)


def _normal(shape: Any, *args: Any, dtype: Any = None, **kwargs: Any) -> Any:
    kinds = [value for value in args if type(value) is Dtype]
    return ops.full(shape=sizes(shape), dtype=as_dtype(dtype, kinds[0] if kinds else dtypes.float32))


@tf_function("random_normal", "random.normal", "truncated_normal", "random.truncated_normal")
def _random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: Any = None,
) -> Any:
    return _normal(shape, dtype=dtype)


for _name in (
    "random.stateless_normal",
    "random.stateless_truncated_normal",
    "contrib.stateless.stateless_random_normal",
    "keras.backend.random_normal_v1",
):
    tf_function(_name)(_normal)


@tf_function("random_uniform", "random.uniform")
def _uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: Any = None,
) -> Any:
    kind = as_dtype(dtype, dtypes.float32)
    if kind is not None and kind.kind in ("int", "uint"):
        return integers_between(sizes(shape), kind, number(minval), maxval)
    return ops.full(shape=sizes(shape), dtype=kind)


@tf_function("random.stateless_uniform")
def _stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    name: Any = None,
    alg: Any = None,
) -> Any:
    return _uniform(shape, minval, maxval, dtype)


@tf_function("random_gamma", "random.gamma", "random_poisson", "random.poisson")
def _with_parameters(
    shape: Any, alpha: Any = None, *args: Any, dtype: Any = dtypes.float32, **kwargs: Any
) -> Any:
    lead = sizes(shape if not kwargs.get("lam") else kwargs["lam"])
    parameter = array(alpha) if alpha is not None else None
    if parameter is None or parameter.shape.rank is None or lead.rank is None:
        return ops.full(shape=Shape.unknown(), dtype=as_dtype(dtype, dtypes.float32))
    return ops.full(shape=Shape(lead.dims + parameter.shape.dims), dtype=as_dtype(dtype, dtypes.float32))


@tf_function("random_shuffle", "random.shuffle", "random.experimental.stateless_shuffle")
def _shuffle(value: Any, seed: Any = None, name: Any = None) -> Any:
    return ops.positive(array(value))


@tf_function("multinomial", "random.multinomial", "random.categorical")
def _categorical(
    logits: Any,
    num_samples: Any,
    seed: Any = None,
    name: Any = None,
    output_dtype: Any = None,
    dtype: Any = None,
) -> Any:
    scores = array(logits)
    kind = as_dtype(dtype) or as_dtype(output_dtype) or dtypes.int64
    rows = ops.index(scores, items=(slice(None), slice(0, 1))) if scores.shape.rank in (2, None) else scores
    drawn = ops.cast(ops.repeat(rows, repeats=whole(num_samples), axis=1), dtype=kind)
    classes = scores.shape.axis(-1)
    if type(classes) is int:
        drawn.bounds = (0, classes - 1)
    return drawn


@tf_function("random_crop", "image.random_crop", "image.stateless_random_crop")
def _crop(value: Any, size: Any, seed: Any = None, name: Any = None) -> Any:
    wanted = sizes(size)
    source = array(value)
    if wanted.rank is None:
        return ops.full_like(source, shape=wanted)
    return ops.crop(source, begin=(0,) * wanted.rank, size=wanted.dims)


@modelled("tensorflow.random.Generator")
class Generator(TakesAnything):
    """A stateful generator of random numbers."""

    def normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: Any = None
    ) -> Any:
        """Normally distributed numbers."""
        return _normal(shape, dtype=dtype)

    truncated_normal = normal

    def uniform(
        self, shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: Any = None
    ) -> Any:
        """Uniformly distributed numbers."""
        return _uniform(shape, minval, maxval, dtype)

    @classmethod
    def from_seed(cls, *args: Any, **kwargs: Any) -> Any:
        """A generator of a seed."""
        return cls()

    from_non_deterministic_state = from_seed

    def split(self, count: Any = 1) -> Any:
        """Several generators."""
        return Unknown()


@tf_function("random.get_global_generator", "random.create_rng_state", tensor=False)
def _generator(*args: Any, **kwargs: Any) -> Generator:
    return Generator()
