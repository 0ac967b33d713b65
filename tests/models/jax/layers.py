"""Rows for layers of Flax, and how layers are compared: made with drawn arguments, then called on drawn inputs."""

import importlib
import inspect
import warnings
from dataclasses import dataclass

import flax.linen as nn
import jax
import numpy as np
from flax import nnx
from hypothesis import strategies as st

from models.harness import abstract, trial
from models.jax.comparing import Row, as_jax, judge, refused, traced
from models.jax.drawing import images
from models.numpy.drawing import filled, positive, shapes

KEY = np.zeros((2,), "uint32")
small = st.integers(1, 4)


@dataclass(frozen=True)
class LayerRow:
    """A layer, strategies for its arguments (a pair: positional and by name), and for its inputs."""

    name: str
    made: object
    inputs: object
    open: bool = False
    unknown: bool = False
    lenient: bool = False
    dtype: bool = True

    def __str__(self):
        return self.name


def options(*positional, **named):
    """Arguments of a layer."""
    return st.tuples(
        st.tuples(*[p if isinstance(p, st.SearchStrategy) else st.just(p) for p in positional]),
        st.fixed_dictionaries(
            {}, optional={k: v if isinstance(v, st.SearchStrategy) else st.just(v) for k, v in named.items()}
        ),
    )


def compare_layer(row, made, inputs):
    """Assert that a layer's model agrees with the layer."""
    positional, named = made
    inputs = as_jax(inputs)
    home, _, kind = row.name.rpartition(".")
    if (
        home == "equinox.nn"
        and "key" in inspect.signature(getattr(importlib.import_module(home), kind)).parameters
    ):
        named = {**named, "key": jax.random.PRNGKey(0)}

    def run(*arrays):
        if home == "flax.nnx":
            return getattr(nnx, kind)(*positional, **named, rngs=nnx.Rngs(0, dropout=1))(*arrays)
        if home == "equinox.nn":
            return getattr(importlib.import_module(home), kind)(*positional, **named)(*arrays)
        if home.startswith("haiku"):
            return run_haiku(getattr(importlib.import_module(home), kind), positional, named, arrays)
        layer = getattr(nn, kind)(*positional, **named)
        return layer.init_with_output({"params": jax.random.key(0), "dropout": jax.random.key(1)}, *arrays)[0]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result, error = traced(run, inputs, {}), None
        except Exception as raised:
            result, error = None, raised
    if error is not None and (row.lenient or refused(error)):
        return
    first = trial(
        row.name,
        tuple(abstract(a, "jax") for a in positional),
        {k: abstract(v, "jax") for k, v in named.items()},
    )
    assert first.error is None, f"the model failed: {first.error!r}"
    if first.raises:
        assert error is not None, f"the model reports {first.diagnostics[0].message!r}, Flax gives {result}"
        return
    seen = trial(first.value, tuple(abstract(a, "jax") for a in inputs))
    judge(Row(row.name, None, open=row.open, unknown=row.unknown, dtype=row.dtype), seen, result, error)


def run_haiku(kind, positional, named, arrays):
    """The outputs of a module of Haiku, which has to be made inside of a transformed function."""
    import haiku

    # what is no array decides what is computed, and stays out of the traced arguments
    held = [None if isinstance(x, (bool, str)) else x for x in arrays]

    def call(*given):
        filled = [x if g is None else g for x, g in zip(arrays, given)]
        return kind(*positional, **named)(*filled)

    pair = haiku.transform_with_state(call)
    key = jax.random.PRNGKey(0)
    return pair.apply(*pair.init(key, *held), key, *held)[0]


@st.composite
def vectors(draw, width=small, low=0):
    return (filled((*draw(shapes(low, 2, positive)), draw(width)), "float32"),)


@st.composite
def pictures(draw, spatial=2):
    x = draw(images(spatial))
    return (np.stack([x, x]) if draw(st.integers(0, 5)) == 0 else x,)


window = st.sampled_from([(1, 1), (3, 3), (2, 3)])
strides = st.sampled_from([1, 2, (1, 2)])
paddings = st.sampled_from(["SAME", "VALID", ((1, 1), (0, 1)), 1])
sequences = vectors(low=2)


@st.composite
def cells(draw, states):
    x = filled((2, draw(small)), "float32")
    state = filled((2, 3 if draw(st.integers(0, 5)) else 4), "float32")
    return (state if states == 1 else (state, state)), x


LAYERS = [
    LayerRow("flax.linen.Dense", options(small, use_bias=st.booleans()), vectors()),
    LayerRow(
        "flax.linen.DenseGeneral",
        options(st.sampled_from([3, (2, 3)]), axis=st.sampled_from([-1, (-2, -1), (0, 1)])),
        vectors(low=1),
    ),
    LayerRow(
        "flax.linen.Conv",
        options(small, window, strides=strides, padding=paddings, kernel_dilation=st.sampled_from([1, 2])),
        pictures(),
    ),
    LayerRow("flax.linen.Conv", options(4, (3,), feature_group_count=st.sampled_from([1, 2])), pictures(1)),
    LayerRow(
        "flax.linen.ConvTranspose",
        options(
            small,
            window,
            strides=st.sampled_from([(1, 1), (2, 2)]),
            padding=st.sampled_from(["SAME", "VALID"]),
        ),
        pictures(),
    ),
    LayerRow(
        "flax.linen.Embed",
        options(5, small),
        st.tuples(shapes(size=positive).map(lambda s: filled(s, "int32"))),
    ),
    LayerRow("flax.linen.LayerNorm", options(), vectors()),
    LayerRow("flax.linen.RMSNorm", options(), vectors()),
    LayerRow("flax.linen.BatchNorm", options(use_running_average=False), vectors(), lenient=True),
    LayerRow(
        "flax.linen.GroupNorm", options(num_groups=st.sampled_from([1, 2, 4])), pictures(), lenient=True
    ),
    LayerRow("flax.linen.Dropout", options(0.5, deterministic=True), vectors(), lenient=True),
    LayerRow(
        "flax.linen.MultiHeadDotProductAttention",
        options(st.sampled_from([1, 2, 4]), qkv_features=st.sampled_from([4, 6, 8]), out_features=small),
        vectors(low=2, width=st.sampled_from([2, 4, 6])),
        lenient=True,
    ),
    LayerRow("flax.linen.LSTMCell", options(3), cells(2)),
    LayerRow("flax.linen.GRUCell", options(3), cells(1)),
    LayerRow("flax.linen.SimpleCell", options(3), cells(1)),
    LayerRow(
        "flax.nnx.Linear",
        options(3, small, use_bias=st.booleans()),
        vectors(width=st.sampled_from([3, 3, 4])),
    ),
    LayerRow("flax.nnx.Conv", options(2, small, window, strides=strides, padding=paddings), pictures()),
    LayerRow(
        "flax.nnx.ConvTranspose",
        options(
            2,
            small,
            window,
            strides=st.sampled_from([(1, 1), (2, 2)]),
            padding=st.sampled_from(["SAME", "VALID"]),
        ),
        pictures(),
    ),
    LayerRow(
        "flax.nnx.Embed",
        options(5, small),
        st.tuples(shapes(size=positive).map(lambda s: filled(s, "int32"))),
    ),
    LayerRow("flax.nnx.LayerNorm", options(3), vectors(width=st.sampled_from([3, 3, 4]))),
    LayerRow("flax.nnx.RMSNorm", options(3), vectors(width=st.sampled_from([3, 3, 4]))),
    LayerRow(
        "flax.nnx.BatchNorm", options(3), vectors(low=1, width=st.sampled_from([3, 3, 4])), lenient=True
    ),
    LayerRow(
        "flax.nnx.GroupNorm",
        options(4, num_groups=st.sampled_from([2, 4])),
        vectors(low=1, width=st.sampled_from([4, 4, 2])),
        lenient=True,
    ),
    LayerRow("flax.nnx.LSTMCell", options(2, 3), cells(2)),
    LayerRow("flax.nnx.GRUCell", options(2, 3), cells(1)),
]
