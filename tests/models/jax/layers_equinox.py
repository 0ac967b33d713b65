"""Rows for layers of Equinox, which take single examples."""

import numpy as np
from hypothesis import strategies as st

from models.jax.layers import LayerRow, options, small
from models.numpy.drawing import filled, shapes

window = st.sampled_from([1, 2, 3])
step = st.sampled_from([1, 2])


@st.composite
def vector(draw, width=3, extra=1):
    """A vector of a width, sometimes of another, sometimes with more axes."""
    size = draw(st.sampled_from([width, width, width + 1]))
    return (filled((size, *draw(shapes(0, extra, st.just(1)))), "float32"),)


@st.composite
def picture(draw, channels=2, spatial=2):
    space = tuple(draw(st.integers(4, 7)) for _ in range(spatial))
    lead = draw(st.sampled_from([channels, channels, channels, channels + 1]))
    shape = (lead, *space)
    return (filled(shape[draw(st.sampled_from([0, 0, 0, 1])) :], "float32"),)


@st.composite
def recurrent(draw, states):
    x = filled((draw(st.sampled_from([2, 2, 3])),), "float32")
    h, c = (filled((draw(st.sampled_from([3, 3, 3, 4])),), "float32") for _ in range(2))
    return x, (h if states == 1 else (h, c))


@st.composite
def attended(draw):
    length, other = draw(small), draw(small)
    wide = draw(st.sampled_from([4, 4, 5]))
    values = other if draw(st.integers(0, 4)) else other + 1
    return tuple(filled(shape, "float32") for shape in ((length, wide), (other, 4), (values, 4)))


scalars = st.just((np.float32(1),))

LAYERS = [
    LayerRow("equinox.nn.Linear", options(3, small, use_bias=st.booleans()), vector(), unknown=True),
    LayerRow("equinox.nn.Linear", options(3, "scalar"), vector(extra=0)),
    LayerRow("equinox.nn.Linear", options("scalar", small), scalars),
    LayerRow("equinox.nn.MLP", options(3, small, 5, st.integers(0, 3)), vector(extra=0)),
    LayerRow("equinox.nn.Embedding", options(5, small), st.just((np.int32(1),))),
    LayerRow("equinox.nn.LayerNorm", options(st.sampled_from([3, (3,)])), vector(), lenient=True),
    LayerRow("equinox.nn.RMSNorm", options(3), vector(), lenient=True),
    LayerRow("equinox.nn.GroupNorm", options(2, 4), picture(4), lenient=True),
    LayerRow("equinox.nn.Dropout", options(0.5, inference=st.just(True)), vector(), lenient=True),
    LayerRow("equinox.nn.PReLU", options(), vector()),
    LayerRow("equinox.nn.Identity", options(), vector()),
    *(
        LayerRow(
            f"equinox.nn.Conv{n}d",
            options(
                2,
                st.sampled_from([2, 4]),
                window,
                stride=step,
                padding=st.sampled_from([0, 1]),
                dilation=step,
            ),
            picture(2, n),
        )
        for n in (1, 2, 3)
    ),
    LayerRow(
        "equinox.nn.Conv2d", options(2, 4, (2, 3), padding=st.sampled_from(["SAME", "VALID"])), picture()
    ),
    LayerRow("equinox.nn.Conv2d", options(4, 6, 2, groups=st.sampled_from([1, 2])), picture(4)),
    LayerRow("equinox.nn.Conv", options(2, 2, 4, 3), picture()),
    *(
        LayerRow(
            f"equinox.nn.ConvTranspose{n}d",
            options(2, small, window, stride=step, padding=st.sampled_from([0, 1]), dilation=step),
            picture(2, n),
        )
        for n in (1, 2)
    ),
    LayerRow("equinox.nn.ConvTranspose2d", options(2, 4, 3, 2, 1, st.sampled_from([0, 1])), picture()),
    *(
        LayerRow(f"equinox.nn.{kind}Pool{n}d", options(window, step), picture(2, n))
        for kind in ("Max", "Avg")
        for n in (1, 2)
    ),
    *(
        LayerRow(f"equinox.nn.Adaptive{kind}Pool2d", options(st.sampled_from([1, 2, (2, 3)])), picture())
        for kind in ("Max", "Avg")
    ),
    LayerRow("equinox.nn.LSTMCell", options(2, 3), recurrent(2)),
    LayerRow("equinox.nn.GRUCell", options(2, 3), recurrent(1)),
    LayerRow(
        "equinox.nn.MultiheadAttention",
        options(2, 4, output_size=small, qk_size=st.just(3), vo_size=st.just(2)),
        attended(),
    ),
    LayerRow(
        "equinox.nn.RotaryPositionalEmbedding",
        options(4),
        vector(5).map(lambda v: (np.stack([v[0].ravel()]),)),
    ),
]
