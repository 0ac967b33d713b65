"""Convolution and pooling layers."""

from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import flags, layer, of_rank, options, small

sizes = st.integers(1, 6)
paddings = st.sampled_from(("valid", "same"))


def windows(count):
    """A window: one number or one for each axis."""
    return small | st.tuples(*[small] * count)


@st.composite
def convolutions(draw, count, transposed=False, depthwise=False, separable=False):
    keywords = {"padding": draw(paddings)}
    if draw(flags):
        keywords["strides"] = draw(st.integers(1, 3))
    elif draw(flags) and not separable:
        keywords["dilation_rate"] = draw(st.integers(1, 2))
    if count == 1 and not transposed and not depthwise and draw(st.integers(0, 3)) == 0:
        keywords["padding"] = "causal"
    if not transposed and not depthwise and not separable and draw(flags):
        keywords["groups"] = draw(st.sampled_from((1, 2)))
    if (depthwise or separable) and draw(flags):
        keywords["depth_multiplier"] = draw(st.integers(1, 2))
    if transposed and draw(st.integers(0, 3)) == 0:
        keywords["output_padding"] = draw(st.integers(0, 1))
    arguments = (draw(windows(count)),) if depthwise else (draw(small), draw(windows(count)))
    ranks = (count + 2, count + 2, count + 1)  # Keras 2 allows more batch axes, Keras 3 does not
    return arguments, keywords, (draw(of_rank(*ranks, dtypes=("float32",), size=sizes)),), {}


@st.composite
def poolings(draw, count):
    keywords = {"padding": draw(paddings)}
    if draw(flags):
        keywords["strides"] = draw(st.integers(1, 3))
    arguments = (draw(windows(count)),)
    return arguments, keywords, (draw(of_rank(count + 2, count + 1, count + 3, size=sizes)),), {}


ROWS = [
    *[Row(f"keras.layers.Conv{k}D", convolutions(k)) for k in (1, 2, 3)],
    *[
        Row(f"keras.layers.Conv{k}DTranspose", convolutions(k, transposed=True), lenient=True)
        for k in (1, 2, 3)
    ],
    *[Row(f"keras.layers.DepthwiseConv{k}D", convolutions(k, depthwise=True), lenient=True) for k in (1, 2)],
    *[Row(f"keras.layers.SeparableConv{k}D", convolutions(k, separable=True), lenient=True) for k in (1, 2)],
    *[
        Row(f"keras.layers.{kind}Pooling{k}D", poolings(k), symbolic=True)
        for k in (1, 2, 3)
        for kind in ("Max", "Average")
    ],
    *[
        Row(
            f"keras.layers.Global{kind}Pooling{k}D",
            layer(st.just(()), options(keepdims=(flags,)), of_rank(k + 2, k + 1, k + 3)),
        )
        for k in (1, 2, 3)
        for kind in ("Max", "Average")
    ],
    *[
        Row(
            f"keras.layers.Adaptive{kind}Pooling{k}D",
            layer(st.tuples(small), options(), of_rank(k + 2, size=st.integers(4, 6))),
            lenient=True,
            symbolic=True,
        )
        for k in (1, 2)
        for kind in ("Max", "Average")
    ],
    Row(
        "keras.layers.ConvLSTM2D",
        layer(
            st.tuples(small, small), options(padding=(paddings,), return_sequences=(flags,)), of_rank(5, 4)
        ),
    ),
    Row(
        "keras.layers.ConvLSTM1D",
        layer(
            st.tuples(small, small),
            options(padding=(paddings,), return_sequences=(flags,), return_state=(flags,)),
            of_rank(4, 3),
        ),
    ),
]
