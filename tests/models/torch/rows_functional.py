"""Rows for convolution, pooling, normalisation, padding and resizing as functions."""

from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import calls, filled, flags, images, per_axis, positive, shapes, tensors

F = "torch.nn.functional."


@st.composite
def convolved(draw, spatial=2, transposed=False):
    """Images, a kernel and settings."""
    groups = draw(st.sampled_from([1, 1, 1, 2]))
    inputs, outputs = draw(positive) * groups, draw(positive) * groups
    if draw(st.integers(0, 7)) == 0:
        outputs += 1
    x = draw(images(inputs, spatial))
    window = [draw(st.integers(1, 3)) for _ in range(spatial)]
    kernel = [inputs, outputs // groups] if transposed else [outputs, inputs // groups]
    named = {"groups": groups}
    if draw(st.booleans()):
        named["stride"] = draw(per_axis(st.integers(1, 3), spatial))
    if draw(st.booleans()):
        named["padding"] = draw(per_axis(st.integers(0, 2), spatial))
    if draw(st.booleans()):
        named["dilation"] = draw(per_axis(st.integers(1, 2), spatial))
    if draw(st.booleans()):
        count = kernel[1] * groups if transposed else outputs
        named["bias"] = filled((count if draw(st.integers(0, 5)) else count + 1,))
    if not transposed and draw(st.integers(0, 5)) == 0:
        named.pop("stride", None)
        named["padding"] = draw(st.sampled_from(["same", "valid"]))
    return (x, filled([*kernel, *window])), named


@st.composite
def pooled(draw, spatial=2, average=False):
    x = draw(images(draw(positive), spatial))
    named = {}
    if draw(st.booleans()):
        named["stride"] = draw(per_axis(st.integers(1, 3), spatial))
    if draw(st.booleans()):
        named["padding"] = draw(st.integers(0, 2))
    if draw(st.booleans()):
        named["ceil_mode"] = draw(flags())
    if not average and draw(st.booleans()):
        named["dilation"] = draw(st.integers(1, 2))
    if not average and draw(st.integers(0, 5)) == 0:
        named["return_indices"] = True
    return (x, draw(per_axis(st.integers(1, 4), spatial))), named


@st.composite
def adapted(draw, spatial=2):
    x = draw(images(draw(positive), spatial))
    size = draw(positive | st.lists(positive | st.none(), min_size=spatial, max_size=spatial).map(tuple))
    return (x, size if spatial > 1 or not isinstance(size, tuple) or size[0] is not None else 2), {}


@st.composite
def padded(draw):
    x = draw(tensors(low=1, dtypes=("float32",)))
    count = draw(st.integers(1, x.ndim)) if draw(st.integers(0, 5)) else x.ndim + 1
    widths = [draw(st.integers(-1, 2)) for _ in range(2 * count)]
    return (x, tuple(widths)), {}


@st.composite
def mirrored(draw):
    x = draw(images(2, 2))
    return (x, tuple(draw(st.integers(0, 4)) for _ in range(4))), {"mode": "reflect"}


@st.composite
def resized(draw):
    spatial = draw(st.integers(1, 3))
    x = draw(images(2, spatial, unbatched=False))
    way = draw(st.integers(0, 3))
    if way == 0:
        return (x,), {"size": draw(st.lists(positive, min_size=spatial, max_size=spatial).map(tuple))}
    if way == 1:
        return (x,), {"size": draw(positive)}
    return (x,), {"scale_factor": draw(st.sampled_from([2, 0.5, 1.5, 2.0, 3]))}


@st.composite
def normalized(draw):
    x = draw(tensors(low=1, dtypes=("float32",)))
    count = draw(st.integers(1, min(x.ndim + 1, 2)))
    shape = list(x.shape[-count:])
    if draw(st.integers(0, 4)) == 0:
        shape[0] += 1
    return (x, tuple(shape)), {}


@st.composite
def grouped(draw):
    groups = draw(st.sampled_from([1, 2, 3]))
    x = draw(images(groups * draw(positive), draw(st.integers(0, 2))))
    return (x, groups), {}


@st.composite
def batch_normed(draw):
    x = draw(images(3, draw(st.integers(1, 2)), unbatched=False))
    count = draw(st.sampled_from([3, 3, 3, 2]))
    return (x, filled((count,)), filled((count,))), {}


@st.composite
def shuffled(draw, block=2):
    x = draw(images(draw(st.sampled_from([4, 8, 3])), 2, size=st.sampled_from([2, 4, 5])))
    return (x, block), {}


@st.composite
def attended(draw):
    lead = draw(shapes(0, 2))
    rows, s, d, e = (draw(positive) for _ in range(4))
    t = draw(st.sampled_from([s, s, s, s + 1]))
    f = draw(st.sampled_from([d, d, d, d + 1]))
    q, k, v = filled((*lead, rows, d)), filled((*lead, s, f)), filled((*lead, t, e))
    named = {}
    if draw(st.booleans()):
        named["attn_mask"] = filled(draw(st.sampled_from([(rows, s), (1, s), (rows, s + 1)])))
    return (q, k, v), named


@st.composite
def halves(draw):
    x = draw(tensors(low=1, dtypes=("float32",)))
    return (x,), {"dim": draw(st.integers(-x.ndim, x.ndim - 1))}


@st.composite
def folded(draw):
    window = draw(st.sampled_from([(2, 2), (1, 2)]))
    counts = (6 - window[0] + 1) * (6 - window[1] + 1)
    columns = draw(st.sampled_from([counts, counts, counts + 1]))
    rows = draw(positive) * window[0] * window[1] + draw(st.sampled_from([0, 0, 1]))
    return (filled((2, rows, columns)), (6, 6), window), {}


@st.composite
def sampled(draw):
    b, h, w = (draw(positive) for _ in range(3))
    c = draw(st.sampled_from([b, b, b + 1]))
    return (filled((b, 3, 5, 5)), filled((c, h, w, draw(st.sampled_from([2, 2, 3]))))), {}


ROWS = [
    *[Row(f"{F}conv{n}d", convolved(n)) for n in (1, 2, 3)],
    *[Row(f"{F}conv_transpose{n}d", convolved(n, transposed=True), lenient=True) for n in (1, 2, 3)],
    *[Row(f"{F}max_pool{n}d", pooled(n), lenient=True) for n in (1, 2, 3)],
    *[Row(f"{F}avg_pool{n}d", pooled(n, average=True)) for n in (1, 2, 3)],
    *[Row(f"{F}adaptive_avg_pool{n}d", adapted(n)) for n in (1, 2, 3)],
    *[Row(f"{F}adaptive_max_pool{n}d", adapted(n)) for n in (1, 2, 3)],
    Row(f"{F}pad", padded(), lenient=True),
    Row(f"{F}pad", mirrored()),
    Row(f"{F}interpolate", resized()),
    Row(f"{F}layer_norm", normalized()),
    Row(f"{F}rms_norm", normalized()),
    Row(f"{F}group_norm", grouped(), lenient=True),
    Row(f"{F}batch_norm", batch_normed(), lenient=True),
    Row(f"{F}instance_norm", calls(images(3, 2, size=st.integers(2, 4)))),
    Row(f"{F}local_response_norm", calls(images(3, 2, unbatched=False), st.just(2))),
    Row(f"{F}pixel_shuffle", shuffled()),
    Row(f"{F}pixel_unshuffle", shuffled()),
    Row(f"{F}scaled_dot_product_attention", attended()),
    Row(f"{F}glu", halves()),
    Row(
        f"{F}unfold",
        calls(images(2, 2), st.just(2), stride=st.integers(1, 2), padding=st.integers(0, 1)),
        lenient=True,
    ),
    Row(f"{F}fold", folded()),
    Row(f"{F}grid_sample", sampled()),
    Row(
        f"{F}prelu",
        calls(images(3, 2, unbatched=False), st.sampled_from([filled((1,)), filled((3,)), filled((2,))])),
        lenient=True,
    ),
]
