"""Rows for layers: how they are made and what a call gives."""

import torch
from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import filled, flags, images, per_axis, positive, shapes, tensors


@st.composite
def dense(draw):
    k = draw(positive)
    x = filled(
        (*draw(shapes(0, 3)), draw(st.sampled_from([k, k, k, k + 1]))),
        draw(st.sampled_from(["float32"] * 4 + ["float64"])),
    )
    return ((k, draw(positive)), {"bias": draw(flags())} if draw(st.booleans()) else {}), (x,)


@st.composite
def convolutions(draw, spatial=2, transposed=False):
    groups = draw(st.sampled_from([1, 1, 1, 2, 3]))
    inputs, outputs = draw(positive) * groups, draw(positive) * groups
    if draw(st.integers(0, 9)) == 0:
        inputs += 1
    named = {"groups": groups} if groups > 1 else {}
    if draw(st.booleans()):
        named["stride"] = draw(per_axis(st.integers(1, 3), spatial))
    if draw(st.booleans()):
        named["padding"] = draw(per_axis(st.integers(0, 2), spatial))
    if draw(st.booleans()):
        named["dilation"] = draw(per_axis(st.integers(1, 2), spatial))
    window = draw(per_axis(st.integers(1, 4), spatial))
    if not transposed and draw(st.integers(0, 7)) == 0:
        named.pop("stride", None)
        named["padding"] = draw(st.sampled_from(["same", "valid"]))
    return ((inputs, outputs, window), named), (draw(images(inputs, spatial)),)


@st.composite
def pools(draw, spatial=2):
    named = {}
    if draw(st.booleans()):
        named["stride"] = draw(per_axis(st.integers(1, 3), spatial))
    if draw(st.booleans()):
        named["padding"] = draw(st.integers(0, 2))
    if draw(st.booleans()):
        named["ceil_mode"] = draw(flags())
    return ((draw(per_axis(st.integers(1, 4), spatial)),), named), (draw(images(2, spatial)),)


@st.composite
def adaptive(draw, spatial=2):
    size = draw(positive | st.lists(positive, min_size=spatial, max_size=spatial).map(tuple))
    return ((size,), {}), (draw(images(2, spatial)),)


@st.composite
def batch_norms(draw, spatial=2):
    channels = draw(positive)
    named = {"affine": draw(flags())} if draw(st.booleans()) else {}
    return ((channels,), named), (draw(images(channels, spatial, size=st.integers(2, 4))),)


@st.composite
def layer_norms(draw):
    x = draw(tensors(low=1, dtypes=("float32",)))
    count = draw(st.integers(1, min(x.ndim, 2)))
    shape = list(x.shape[-count:])
    if draw(st.integers(0, 4)) == 0:
        shape[-1] += 1
    return ((shape[0] if count == 1 and draw(st.booleans()) else tuple(shape),), {}), (x,)


@st.composite
def group_norms(draw):
    groups = draw(st.sampled_from([1, 2, 3]))
    channels = groups * draw(positive) + draw(st.sampled_from([0, 0, 0, 1]))
    return ((groups, channels), {}), (draw(images(channels, draw(st.integers(0, 2)))),)


@st.composite
def embeddings(draw):
    dtype = draw(st.sampled_from([torch.int64, torch.int64, torch.int32, torch.float32]))
    return ((draw(positive), draw(positive)), {}), (torch.zeros(draw(shapes(0, 3)), dtype=dtype),)


@st.composite
def any_shape(draw, dtypes=("float32",)):
    return ((), {}), (draw(tensors(dtypes=dtypes)),)


@st.composite
def along_axis(draw):
    x = draw(tensors(low=1, dtypes=("float32",)))
    return ((), {"dim": draw(st.integers(-x.ndim - 1, x.ndim))}), (x,)


@st.composite
def paddings(draw, spatial=2):
    widths = draw(
        st.integers(0, 3) | st.lists(st.integers(0, 3), min_size=2 * spatial, max_size=2 * spatial).map(tuple)
    )
    return ((widths,), {}), (draw(images(2, spatial)),)


@st.composite
def upsamples(draw):
    named = draw(st.sampled_from([{"scale_factor": 2}, {"size": 5}, {"size": (4, 6)}, {"scale_factor": 1.5}]))
    return ((), named), (draw(images(2, 2, unbatched=False)),)


@st.composite
def shuffles(draw):
    return ((2,), {}), (draw(images(draw(st.sampled_from([4, 8, 3])), 2, size=st.sampled_from([2, 4, 5]))),)


@st.composite
def flattens(draw):
    x = draw(tensors(dtypes=("float32",)))
    return ((), draw(st.sampled_from([{}, {"start_dim": 0}, {"end_dim": 2}]))), (x,)


@st.composite
def bilinears(draw):
    m, n = draw(positive), draw(positive)
    lead = draw(shapes(0, 2))
    other = draw(st.sampled_from([n, n, n + 1]))
    return ((m, n, draw(positive)), {}), (filled((*lead, m)), filled((*lead, other)))


ACTIVATIONS = (
    "CELU ELU GELU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid Mish ReLU ReLU6 RReLU SELU Sigmoid"
    " SiLU Softplus Softshrink Softsign Tanh Tanhshrink Identity Dropout"
).split()

ROWS = [
    Row("torch.nn.Linear", dense(), layer=True),
    Row("torch.nn.Bilinear", bilinears(), layer=True),
    *[Row(f"torch.nn.Conv{n}d", convolutions(n), layer=True) for n in (1, 2, 3)],
    *[
        Row(f"torch.nn.ConvTranspose{n}d", convolutions(n, transposed=True), layer=True, lenient=True)
        for n in (1, 2, 3)
    ],
    *[Row(f"torch.nn.MaxPool{n}d", pools(n), layer=True, lenient=True) for n in (1, 2, 3)],
    # PyTorch has a check of its own for three axes, beyond the sizes that come out
    *[Row(f"torch.nn.AvgPool{n}d", pools(n), layer=True) for n in (1, 2, 3)],
    *[Row(f"torch.nn.AdaptiveAvgPool{n}d", adaptive(n), layer=True) for n in (1, 2, 3)],
    *[Row(f"torch.nn.AdaptiveMaxPool{n}d", adaptive(n), layer=True) for n in (1, 2, 3)],
    *[Row(f"torch.nn.BatchNorm{n}d", batch_norms(n), layer=True, lenient=True) for n in (1, 2, 3)],
    *[Row(f"torch.nn.InstanceNorm{n}d", batch_norms(n), layer=True, lenient=True) for n in (1, 2, 3)],
    Row("torch.nn.LayerNorm", layer_norms(), layer=True),
    Row("torch.nn.RMSNorm", layer_norms(), layer=True),
    Row("torch.nn.GroupNorm", group_norms(), layer=True, lenient=True),
    Row("torch.nn.Embedding", embeddings(), layer=True),
    *[Row(f"torch.nn.{name}", any_shape(), layer=True) for name in ACTIVATIONS],
    *[Row(f"torch.nn.{name}", along_axis(), layer=True) for name in ("Softmax", "LogSoftmax", "GLU")],
    *[Row(f"torch.nn.ZeroPad{n}d", paddings(n), layer=True, lenient=True) for n in (1, 2)],
    *[Row(f"torch.nn.ReflectionPad{n}d", paddings(n), layer=True, lenient=True) for n in (1, 2)],
    *[Row(f"torch.nn.ReplicationPad{n}d", paddings(n), layer=True, lenient=True) for n in (1, 2)],
    Row("torch.nn.Upsample", upsamples(), layer=True),
    Row("torch.nn.PixelShuffle", shuffles(), layer=True),
    Row("torch.nn.PixelUnshuffle", shuffles(), layer=True),
    Row("torch.nn.Flatten", flattens(), layer=True),
]
