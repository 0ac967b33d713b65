"""Rows of convolution, pooling, images, normalisation, attention and losses, against loops and formulas."""

import itertools

import numpy as np

from gnomon.shapes import Shape

from compile.reference.rows import Rows, f32, f64, i64, truths

row = ROWS = Rows()


def slow_conv(x, weight, stride=1, padding=0, dilation=1, groups=1):
    """Convolve (batch, channels, h, w) by loops."""
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    outputs, inputs, kh, kw = weight.shape
    heights = (x.shape[2] - dilation * (kh - 1) - 1) // stride + 1
    widths = (x.shape[3] - dilation * (kw - 1) - 1) // stride + 1
    result = np.zeros((x.shape[0], outputs, heights, widths))
    for o, i, a, b, r, c in itertools.product(*map(range, (outputs, inputs, kh, kw, heights, widths))):
        channel = o // (outputs // groups) * inputs + i
        result[:, o, r, c] += (
            x[:, channel, r * stride + a * dilation, c * stride + b * dilation] * weight[o, i, a, b]
        )
    return result


def slow_transpose(x, weight, stride=1, padding=0):
    """Spread (batch, channels, n) over windows by loops."""
    inputs, outputs, k = weight.shape
    result = np.zeros((x.shape[0], outputs, (x.shape[2] - 1) * stride + k))
    for i, o, a, n in itertools.product(range(inputs), range(outputs), range(k), range(x.shape[2])):
        result[:, o, n * stride + a] += x[:, i, n] * weight[i, o, a]
    return result[:, :, padding : result.shape[2] - padding]


row("conv", f64(2, 3, 5, 6), f64(4, 3, 2, 3), expected=slow_conv)
row("conv", f64(2, 4, 6, 6), f64(6, 2, 2, 2), f64(6), stride=2, padding=1, groups=2,
    expected=lambda x, w, b: slow_conv(x, w, 2, 1, 1, 2) + b[:, None, None])  # fmt: skip
row("conv", f64(1, 2, 7, 7), f64(3, 2, 3, 3), dilation=2, expected=lambda x, w: slow_conv(x, w, dilation=2))
row("conv", f64(1, 7, 2), f64(3, 2, 4), layout="last", padding="same",
    expected=lambda x, w: slow_conv(np.pad(x, ((0, 0), (1, 1), (0, 0))).transpose(0, 2, 1)[:, :, None],
                                    w.transpose(2, 1, 0)[:, :, None])[:, :, 0].transpose(0, 2, 1))  # fmt: skip
row("conv", f64(1, 7, 2), f64(3, 2, 4), layout="last", padding="causal",
    expected=lambda x, w: slow_conv(np.pad(x, ((0, 0), (2, 0), (0, 0))).transpose(0, 2, 1)[:, :, None],
                                    w.transpose(2, 1, 0)[:, :, None])[:, :, 0].transpose(0, 2, 1))  # fmt: skip
row("conv", f64(3, 7), f64(4, 3, 2), unbatched=True,
    expected=lambda x, w: slow_conv(x[None, :, None], w[:, :, None])[0, :, 0])  # fmt: skip
row("conv", f32(0, 3, 5, 5), f32(4, 3, 2, 2), expected=np.zeros((0, 4, 4, 4), np.float32))
row("conv", f64(2, 2, 3, 4, 5), f64(3, 2, 2, 2, 2), expected=None)
row("depthwise_conv", f64(2, 5, 6, 3), f64(2, 2, 3, 2),
    expected=lambda x, w: slow_conv(x.transpose(0, 3, 1, 2), w.transpose(2, 3, 0, 1).reshape(6, 1, 2, 2),
                                    groups=3).transpose(0, 2, 3, 1))  # fmt: skip
row("conv_transpose", f64(2, 3, 5), f64(3, 4, 3), expected=slow_transpose)
row("conv_transpose", f64(2, 3, 5), f64(3, 4, 3), f64(4), stride=2, padding=1,
    expected=lambda x, w, b: slow_transpose(x, w, 2, 1) + b[:, None])  # fmt: skip
row("conv_transpose", f64(2, 3, 5), f64(3, 4, 3), stride=2, padding=1, output_padding=1,
    expected=lambda x, w: slow_transpose(x, w, 2)[:, :, 1:])  # fmt: skip
row("conv_transpose", f64(2, 5, 3), f64(3, 4, 3), stride=2, padding="same", layout="last",
    expected=lambda x, w: slow_transpose(x.transpose(0, 2, 1), w.transpose(2, 1, 0), 2)[:, :, :-1].transpose(
        0, 2, 1))  # fmt: skip
row("conv_transpose", f64(2, 5, 3), f64(1, 4, 3), stride=2, padding="valid", layout="last",
    expected=lambda x, w: np.pad(slow_transpose(x.transpose(0, 2, 1), w.transpose(2, 1, 0), 2),
                                 ((0, 0), (0, 0), (0, 1))).transpose(0, 2, 1))  # fmt: skip
row("conv_transpose", f64(2, 4, 5), f64(4, 3, 3), groups=2,
    expected=lambda x, w: np.concatenate([slow_transpose(x[:, :2], w[:2]), slow_transpose(x[:, 2:], w[2:])], 1))  # fmt: skip
row("convolve", f64(5), f64(3), expected=np.convolve)
row("convolve", f64(5), f64(3), mode="same", expected=lambda a, v: np.convolve(a, v, "same"))
row("convolve_many", f64(4, 5), f64(2, 3), mode="valid",
    expected=lambda a, v: slow_conv(a[None, None], v[None, None, ::-1, ::-1])[0, 0])  # fmt: skip
row("convolve_many", f64(5), f64(2), mode="same", expected=lambda a, v: np.convolve(a, v)[:5])

# pooling
blocks = lambda x: x.reshape(2, 3, 2, 2, 3, 2).transpose(0, 1, 2, 4, 3, 5).reshape(2, 3, 2, 3, 4)
row("max_pool", f64(2, 3, 4, 6), window=(2, 2), expected=lambda x: blocks(x).max(-1))
row("avg_pool", f64(2, 3, 4, 6), window=(2, 2), expected=lambda x: blocks(x).mean(-1))
row("max_pool_back", f64(1, 1, 2), np.array([[[1.0, 5, 2, 2]]]), np.array([[[5.0, 2]]]), window=(2,),
    expected=lambda g, x, out: g[..., [0, 0, 1, 1]] * [0, 1, 0.5, 0.5])  # fmt: skip
row("max_pool_back", np.ones((1, 1, 3)), np.array([[[1.0, 5, 2]]]), np.array([[[5.0, 5, 5]]]), window=(3,),
    stride=1, padding=1, expected=np.array([[[0.0, 3, 0]]]))  # fmt: skip
row("avg_pool_back", f64(2, 3, 2, 3), size=(4, 6), window=(2, 2),
    expected=lambda g: g.repeat(2, -1).repeat(2, -2) / 4)  # fmt: skip
row("lp_pool", f64(2, 3, 4, 6), window=(2, 2), expected=lambda x: np.linalg.norm(blocks(x), axis=-1))
row(
    "max_pool",
    f64(2, 4, 6, 3),
    window=(2, 2),
    layout="last",
    expected=lambda x: blocks(x.transpose(0, 3, 1, 2)).max(-1).transpose(0, 2, 3, 1),
)
row(
    "max_pool",
    np.array([[[1.0, 5, 2, 3, 4]]]),
    window=(2,),
    ceil_mode=True,
    expected=np.array([[[5.0, 3, 4]]]),
)
row("max_pool", -np.ones((1, 1, 3)), window=(3,), stride=1, padding=1, expected=-np.ones((1, 1, 3)))
row(
    "max_pool",
    -np.ones((1, 1, 3), np.int32),
    window=(3,),
    stride=1,
    padding=1,
    expected=-np.ones((1, 1, 3), np.int32),
)
row(
    "avg_pool", np.ones((1, 1, 3)), window=(3,), stride=1, padding=1, expected=np.array([[[2 / 3, 1, 2 / 3]]])
)
row(
    "avg_pool",
    np.ones((1, 1, 3)),
    window=(3,),
    stride=1,
    padding=1,
    count_padding=False,
    expected=np.ones((1, 1, 3)),
)
row(
    "avg_pool",
    np.ones((1, 3, 1)),
    window=(3,),
    stride=1,
    padding="same",
    layout="last",
    expected=np.ones((1, 3, 1)),
)
row(
    "avg_pool",
    np.array([[[1.0, 5, 2, 3, 4]]]),
    window=(2,),
    ceil_mode=True,
    expected=np.array([[[3.0, 2.5, 4]]]),
)
row("adaptive_avg_pool", np.array([[[1.0, 2, 3, 4, 5]]]), size=(2,), expected=np.array([[[2.0, 4]]]))
row(
    "adaptive_max_pool",
    np.array([[[1.0, 2, 3, 4, 5]]]),
    size=(None,),
    expected=np.array([[[1.0, 2, 3, 4, 5]]]),
)
row("adaptive_max_pool", f64(2, 3, 4, 6), size=(2, 3), expected=lambda x: blocks(x).max(-1))
row("global_avg_pool", f64(2, 4, 5, 3), spatial=2, expected=lambda x: x.mean((1, 2)))
row(
    "global_max_pool",
    f64(2, 3, 4),
    spatial=1,
    layout="first",
    keepdims=True,
    expected=lambda x: x.max(2, keepdims=True),
)
row(
    "max_unpool",
    np.array([[[5.0, 7]]]),
    np.array([[[1, 2]]]),
    window=(2,),
    expected=np.array([[[0.0, 5, 7, 0]]]),
)
row(
    "unfold",
    f64(2, 3, 4),
    window=(2,),
    expected=lambda x: np.stack([x[:, :, :-1], x[:, :, 1:]], 2).reshape(2, 6, 3),
)
row("fold", np.ones((1, 2, 3)), size=(4,), window=(2,), expected=np.array([[[1.0, 2, 2, 1]]]))
row("extract_patches", f64(1, 4, 2), window=(2,), stride=2, expected=lambda x: x.reshape(1, 2, 4))

# images
row("resample", f64(1, 1, 3), size=(6,), expected=lambda x: np.repeat(x, 2, -1))
row("resample", np.array([[[0.0, 4]]]), size=(4,), method="linear", expected=np.array([[[0.0, 1, 3, 4]]]))
row("resample", f64(1, 1, 3), factor=1.5, expected=lambda x: x[..., [0, 0, 1, 2]] * 1.0)
row("resize", f64(4, 4, 1), size=(2, 2), expected=lambda x: x.reshape(2, 2, 2, 2, 1).mean((1, 3)))
row("resized_to", f64(4, 2), shape=Shape((2, 2)), expected=lambda x: x.reshape(2, 2, 2).mean(1))
row("upsample", f64(1, 3, 2), factors=(2,), expected=lambda x: np.repeat(x, 2, 1))
row(
    "pad_space",
    f64(1, 3, 2),
    widths=((1, -1),),
    expected=lambda x: np.pad(x[:, :2], ((0, 0), (1, 0), (0, 0))),
)
shuffled = lambda x: x.reshape(1, 2, 2, 2, 3, 3).transpose(0, 1, 4, 2, 5, 3).reshape(1, 2, 6, 6)
row("pixel_shuffle", f64(1, 8, 3, 3), block=2, expected=shuffled)
row(
    "pixel_unshuffle",
    shuffled(np.arange(72.0).reshape(1, 8, 3, 3)),
    block=2,
    expected=np.arange(72.0).reshape(1, 8, 3, 3),
)
spaced = lambda x: x.reshape(1, 3, 3, 2, 2, 2).transpose(0, 1, 3, 2, 4, 5).reshape(1, 6, 6, 2)
row("depth_to_space", f64(1, 3, 3, 8), block=2, layout="last", expected=spaced)
row(
    "space_to_depth",
    spaced(np.arange(72.0).reshape(1, 3, 3, 8)),
    block=2,
    layout="last",
    expected=np.arange(72.0).reshape(1, 3, 3, 8),
)
row("affine_grid", np.array([[[1.0, 0, 0], [0, 1, 0]]]), size=(1, 1, 2, 2),
    expected=np.array([[[[-0.5, -0.5], [0.5, -0.5]], [[-0.5, 0.5], [0.5, 0.5]]]]))  # fmt: skip
row(
    "grid_sample",
    f64(1, 2, 2, 2),
    np.array([[[[-0.5, -0.5], [0.5, -0.5]], [[-0.5, 0.5], [0.5, 0.5]]]]),
    expected=lambda x, g: x,
)
row(
    "grid_sample",
    np.ones((1, 1, 2, 2)),
    np.array([[[[0.0, 0.0], [1.0, 0.0]]]]),
    expected=np.array([[[[1.0, 0.5]]]]),
)

# normalisation and probabilities
scaled = lambda x, axes: (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + 1e-5)
row(
    "batch_norm",
    f64(4, 3, 5),
    f64(3),
    f64(3),
    expected=lambda x, w, b: scaled(x, (0, 2)) * w[:, None] + b[:, None],
)
row(
    "batch_norm",
    f64(4, 3),
    None,
    None,
    f64(3),
    abs(f64(3)),
    epsilon=0.1,
    expected=lambda x, w, b, m, v: (x - m) / np.sqrt(v + 0.1),
)
row("layer_norm", f64(4, 3, 5), f64(5), f64(5), expected=lambda x, w, b: scaled(x, 2) * w + b)
row("layer_norm", f32(4, 3, 5), shape=(3, 5), expected=lambda x: scaled(x, (1, 2)))
row("group_norm", f64(2, 4, 5), groups=2, expected=lambda x: scaled(x.reshape(2, 2, 10), 2).reshape(2, 4, 5))
row("instance_norm", f64(2, 4, 5), f64(4), expected=lambda x, w: scaled(x, 2) * w[:, None])
row("local_response_norm", f64(2, 3, 4), size=1, alpha=1.0, beta=1.0, expected=lambda x: x / (1 + x * x))
row(
    "moments_norm", f64(2, 3), f64(3), abs(f64(3)), epsilon=0.0, expected=lambda x, m, v: (x - m) / np.sqrt(v)
)
soft = lambda x, axis=-1: np.exp(x) / np.exp(x).sum(axis, keepdims=True)
for x in (f64(2, 3), f32(4), f64(0, 3)):
    row("softmax", x, expected=soft)
    row("log_softmax", x, expected=lambda x: np.log(soft(x)))
row("softmax", f64(2, 3, 4), axis=(0, 1), expected=lambda x: soft(x, (0, 1)))
row("softmax", np.array([1e4, 0.0]), expected=np.array([1.0, 0.0]))
row("normalize", f64(2, 3), expected=lambda x: x / np.linalg.norm(x, axis=-1, keepdims=True))
row("cosine_similarity", f64(2, 3), f64(2, 3), axis=1,
    expected=lambda x, y: (x * y).sum(1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1))  # fmt: skip
attend = lambda q, k, v: soft(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])) @ v
row("scaled_dot_product_attention", f64(2, 5, 4), f64(2, 3, 4), f64(2, 3, 6), expected=attend)
row("scaled_dot_product_attention", f64(5, 4), f64(3, 4), f64(3, 6), np.zeros((5, 3), bool) | (np.arange(3) < 2),
    expected=lambda q, k, v, m: attend(q, k[:2], v[:2]))  # fmt: skip
row("scaled_dot_product_attention", f64(2, 4), f64(2, 4), f64(2, 6), causal=True,
    expected=lambda q, k, v: np.stack([v[0], attend(q, k, v)[1]]))  # fmt: skip
row("scaled_dot_product_attention", f64(4, 2, 3), f64(2, 2, 3), f64(2, 2, 3), grouped=True,
    expected=lambda q, k, v: attend(q, np.repeat(k, 2, 0), np.repeat(v, 2, 0)))  # fmt: skip

# losses over classes
logs = lambda x, axis=1: np.log(soft(x, axis))
row("cross_entropy", f64(4, 3), i64(4), expected=lambda x, t: -logs(x)[range(4), t].mean())
row("cross_entropy", f32(4, 3), i64(4), reduction="none", expected=lambda x, t: -logs(x)[range(4), t])
row("cross_entropy", f64(4, 3), i64(4), abs(f64(3)),
    expected=lambda x, t, w: -(logs(x)[range(4), t] * w[t]).sum() / w[t].sum())  # fmt: skip
row(
    "cross_entropy",
    f64(4, 3),
    np.array([0, -100, 2, -100]),
    expected=lambda x, t: -logs(x)[[0, 2], [0, 2]].mean(),
)
row("cross_entropy", f64(4, 3), soft(f64(4, 3)), expected=lambda x, p: -(p * logs(x)).sum(1).mean())
row("cross_entropy", f64(3), np.array(1), expected=lambda x, t: -logs(x, 0)[1])
row("cross_entropy", f64(2, 3, 4), i64(2, 4), reduction="sum",
    expected=lambda x, t: -np.take_along_axis(logs(x), t[:, None], 1).sum())  # fmt: skip
row("cross_entropy", f64(4, 3), i64(4), label_smoothing=0.3,
    expected=lambda x, t: -((0.7 * np.eye(3)[t] + 0.1) * logs(x)).sum(1).mean())  # fmt: skip
row("nll_loss", f64(4, 3), i64(4), expected=lambda x, t: -x[range(4), t].mean())
row(
    "multi_margin_loss",
    np.array([[1.0, 2, 0.5]]),
    np.array([0]),
    expected=(1 + 1 - 1 + 0.5) * 0 + (2.0 + 0.5) / 3,
)
row("softmax_cross_entropy", soft(f64(4, 3)), f64(4, 3), expected=lambda p, x: -(p * logs(x)).sum(1))
row("sparse_softmax_cross_entropy", i64(4), f64(4, 3), expected=lambda t, x: -logs(x)[range(4), t])
row("cross_entropy_with_integer_labels", f64(4, 3), i64(4), expected=lambda x, t: -logs(x)[range(4), t])

# losses over pairs
PAIRS = {
    "mse_loss": lambda x, y: (x - y) ** 2,
    "l1_loss": lambda x, y: abs(x - y),
    "huber_loss": lambda x, y: np.where(abs(x - y) < 1, (x - y) ** 2 / 2, abs(x - y) - 0.5),
    "kl_div": lambda x, y: y * (np.log(y) - x),
    "poisson_nll": lambda x, y: np.exp(x) - y * x,
    "bce_with_logits": lambda x, y: -y * np.log(1 / (1 + np.exp(-x))) - (1 - y) * np.log(1 / (1 + np.exp(x))),
    "soft_margin_loss": lambda x, y: np.log(1 + np.exp(-x * y)),
    "hinge_loss": lambda x, y: np.maximum(0, 1 - x * y),
}
for name, each in PAIRS.items():
    x, y = f64(4, 3), abs(f64(4, 3))
    row(name, x, y, reduction="none", expected=each)
    row(name, x, y, expected=lambda x, y, f=each: f(x, y).mean())
    row(name, x, y, reduction="sum", expected=lambda x, y, f=each: f(x, y).sum())
row(
    "binary_cross_entropy",
    soft(f64(4, 2)),
    truths(4, 2).astype(float),
    expected=lambda p, y: -np.log(np.where(y > 0, p, 1 - p)).mean(),
)
row("binary_cross_entropy", np.array([0.0]), np.array([1.0]), expected=100.0)
row("huber_loss", np.array([3.0]), np.array([0.0]), delta=2.0, expected=4.0)
row(
    "sigmoid_cross_entropy",
    truths(4, 3).astype(float),
    f64(4, 3),
    expected=lambda y, x: PAIRS["bce_with_logits"](x, y),
)
row("cosine_embedding_loss", np.eye(2), np.eye(2)[::-1] + 0.0, np.array([1, -1]), expected=0.5)
row(
    "triplet_margin_loss",
    np.zeros((1, 2)),
    np.array([[3.0, 4]]),
    np.array([[0.0, 1]]),
    expected=5.0,
    tolerance=1e-5,
)
row("margin_ranking_loss", np.array([1.0, 2]), np.array([2.0, 1]), np.array([1.0, 1]), expected=0.5)
row(
    "gaussian_nll",
    f64(3),
    f64(3),
    abs(f64(3)) + 0.1,
    expected=lambda x, t, v: (0.5 * (np.log(v) + (x - t) ** 2 / v)).mean(),
)


def slow_ctc(scores, labels):
    """Sum the probability of every path that collapses to the labels."""
    total = 0.0
    for path in itertools.product(range(scores.shape[1]), repeat=len(scores)):
        merged = [k for k, _ in itertools.groupby(path)]
        if [k for k in merged if k] == list(labels):
            total += np.exp(sum(scores[t, k] for t, k in enumerate(path)))
    return -np.log(total)


row(
    "ctc_loss",
    logs(f64(4, 1, 3), 2),
    np.array([[1, 1]]),
    reduction="none",
    expected=lambda x, t: np.array([slow_ctc(x[:, 0], t[0])]),
)
row("ctc_loss", logs(f64(4, 2, 3), 2), np.array([[1, 2], [2, 0]]), np.array([4, 3]), np.array([2, 1]),
    expected=lambda x, t, i, n: (slow_ctc(x[:, 0], [1, 2]) / 2 + slow_ctc(x[:3, 1], [2])) / 2)  # fmt: skip

logistic = lambda x, y: PAIRS["bce_with_logits"](x, y).mean(-1)
for reduction, total in (("none", lambda v: v), ("sum", np.sum), ("mean", np.mean)):
    row("multilabel_soft_margin", f64(4, 3), truths(4, 3).astype(float), reduction=reduction,
        expected=lambda x, y, t=total: t(logistic(x, y)))  # fmt: skip

# losses of Keras
row(
    "categorical_crossentropy",
    np.eye(3)[[0, 2]],
    soft(f64(2, 3)),
    expected=lambda y, p: -np.log(p[[0, 1], [0, 2]]).mean(),
)
row(
    "sparse_categorical_crossentropy",
    np.array([[0], [2]]),
    soft(f64(2, 3)),
    expected=lambda y, p: -np.log(p[[0, 1], [0, 2]]).mean(),
)
row(
    "binary_crossentropy",
    np.array([0.0, 1]),
    np.array([[0.25], [0.75]]),
    reduction="none",
    expected=-np.log([0.75, 0.75]),
)
row("keras_regression", f64(4, 3), f64(4, 3), reduction="none", expected=lambda y, x: ((x - y) ** 2).mean(1))
row("keras_regression", f64(4), f64(4, 1), loss="absolute", expected=lambda y, x: abs(x[:, 0] - y).mean())
