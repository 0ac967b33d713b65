"""Rows for modules of Haiku, made inside of a transformed function."""

from hypothesis import strategies as st

from models.jax.drawing import images
from models.jax.layers import LayerRow, options, pictures, small, vectors
from models.numpy.drawing import filled, positive, shapes

window = st.sampled_from([1, 2, 3])
step = st.sampled_from([1, 2])
paddings = st.sampled_from(["SAME", "VALID"])
photos = st.just((filled((2, 32, 32, 3), "float32"), True))
single = images().map(lambda x: (x,))


@st.composite
def cores(draw, states):
    lead = draw(st.sampled_from([(), (2,)]))
    x, h = (
        filled((*lead, draw(small)), "float32"),
        filled((*lead, draw(st.sampled_from([3, 3, 4]))), "float32"),
    )
    return x, (h if states == 1 else (h, h))


@st.composite
def attended(draw):
    lead = draw(shapes(0, 1, positive))
    length, other = draw(small), draw(small)
    values = other if draw(st.integers(0, 4)) else other + 1
    return tuple(filled((*lead, n, draw(small)), "float32") for n in (length, other, values))


LAYERS = [
    LayerRow("haiku.Linear", options(small, with_bias=st.booleans()), vectors()),
    LayerRow("haiku.nets.MLP", options(st.sampled_from([(3,), (4, 2)])), vectors(low=1)),
    *(
        LayerRow(
            f"haiku.Conv{n}D",
            options(small, window, stride=step, padding=paddings, rate=st.just(1)),
            images(n).map(lambda x: (x,)),
        )
        for n in (1, 2)
    ),
    *(
        LayerRow(
            f"haiku.Conv{n}DTranspose",
            options(small, window, stride=step, padding=paddings),
            images(n).map(lambda x: (x,)),
        )
        for n in (1, 2)
    ),
    LayerRow("haiku.DepthwiseConv2D", options(small, window, stride=step, padding=paddings), single),
    LayerRow("haiku.SeparableDepthwiseConv2D", options(small, window, stride=step, padding=paddings), single),
    *(
        LayerRow(
            f"haiku.{kind}Pool",
            options(
                st.sampled_from([2, 3, (2, 2, 1), (1, 2, 2, 1)]), st.sampled_from([1, 2, (2, 1, 1)]), paddings
            ),
            pictures(),
        )
        for kind in ("Max", "Avg")
    ),
    LayerRow("haiku.BatchNorm", options(True, True, 0.9), vectors(low=1).map(lambda v: (*v, True))),
    LayerRow("haiku.LayerNorm", options(-1, True, True), vectors(low=1)),
    LayerRow("haiku.RMSNorm", options(-1), vectors(low=1)),
    LayerRow("haiku.GroupNorm", options(st.sampled_from([1, 2])), single, lenient=True),
    LayerRow("haiku.InstanceNorm", options(True, True), single),
    LayerRow("haiku.Embed", options(5, small), shapes(size=positive).map(lambda s: (filled(s, "int32"),))),
    LayerRow("haiku.Flatten", options(), vectors(low=1)),
    LayerRow("haiku.Bias", options(), vectors(low=1)),
    LayerRow("haiku.ExponentialMovingAverage", options(0.9), vectors()),
    LayerRow("haiku.SpectralNorm", options(), vectors(low=1)),
    LayerRow("haiku.LSTM", options(3), cores(2), dtype=False),
    LayerRow("haiku.GRU", options(3), cores(1)),
    LayerRow("haiku.VanillaRNN", options(3), cores(1), lenient=True),
    LayerRow("haiku.MultiHeadAttention", options(2, 3, 1.0, model_size=small, value_size=small), attended()),
    LayerRow("haiku.nets.ResNet18", options(small), photos),
    LayerRow("haiku.nets.MobileNetV1", options(num_classes=st.just(7)), photos, lenient=True),
]
