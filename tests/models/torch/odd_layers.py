"""PyTorch's layers with ordinary settings and inputs, of which odd ones are made."""

from models.odd_layers import Layer, array

FLAGS = (True, False)
REDUCTIONS = {"reduction": ("none", "mean", "sum")}
SPACES = {n: (array(2, 4, *(5, 6, 7)[:n]), array(4, *(5, 6, 7)[:n])) for n in (1, 2, 3)}
LABELS = {"dtype": "int64"}


def per_axis(n, *numbers):
    """Numbers, and one for each of n axes."""
    return (*numbers, *((number,) * n for number in numbers))


def singles(*inputs):
    """Calls with one input each."""
    return tuple((entry,) for entry in inputs)


def same(name, *made, **options):
    """A layer that takes any shape."""
    return Layer(f"torch.nn.{name}", made, singles(array(2, 3), array(2, 4, 4), array(4), array()), options)


def spatial(name, n, *made, **options):
    """A layer of n spatial axes."""
    return Layer(f"torch.nn.{name}{n}d", made, singles(*SPACES[n]), options)


def loss(name, *pairs, **options):
    """A loss of inputs and targets."""
    return Layer(f"torch.nn.{name}", (), pairs, {**REDUCTIONS, **options})


def window(n):
    """The options of a window."""
    return {"stride": per_axis(n, 1, 2), "padding": per_axis(n, 0, 1), "dilation": per_axis(n, 1, 2)}


def turned_window(n):
    """The options of a transposed window."""
    return {**window(n), "output_padding": per_axis(n, 0, 1), "groups": (1, 2), "bias": FLAGS}


def plain_pool(n):
    """The options of an average."""
    return {
        "stride": per_axis(n, 1, 2),
        "padding": (0, 1),
        "ceil_mode": FLAGS,
        "count_include_pad": FLAGS,
        **({"divisor_override": (2,)} if n > 1 else {}),
    }


def recurrent(name, cells):
    """A recurrent layer."""
    state = (array(1, 2, 5),) * 2 if cells == 2 else array(1, 2, 5)
    alone = (array(1, 5),) * 2 if cells == 2 else array(1, 5)
    options = {
        "num_layers": (1, 2),
        "batch_first": FLAGS,
        "bidirectional": FLAGS,
        "bias": FLAGS,
        "dropout": (0.5,),
    }
    if name == "LSTM":
        options["proj_size"] = (0, 3)
    x = array(2, 2, 4)
    return Layer(
        f"torch.nn.{name}", (4, 5), ((x,), (array(3, 4),), (x, state), (array(3, 4), alone)), options
    )


def cell(name, cells):
    """One step of a recurrent layer."""
    state = (array(2, 5),) * 2 if cells == 2 else array(2, 5)
    alone = (array(5),) * 2 if cells == 2 else array(5)
    x, y = array(2, 4), array(4)
    return Layer(f"torch.nn.{name}", (4, 5), ((x,), (y,), (x, state), (y, alone)), {"bias": FLAGS})


def transformer(name, *calls):
    """A part of a Transformer."""
    return Layer(
        f"torch.nn.{name}",
        (4, 2),
        calls,
        {"dim_feedforward": (3,), "batch_first": FLAGS, "norm_first": FLAGS, "activation": ("relu", "gelu")},
    )


PADDED = [
    spatial(f"{name}Pad", n, 1 if name != "Constant" else (1, 2) * n, *((0.5,) if name == "Constant" else ()))
    for name in ("Zero", "Reflection", "Replication", "Circular", "Constant")
    for n in (1, 2, 3)
] + [spatial(f"{name}Pad", n, (1, 2) * n) for name in ("Zero", "Reflection", "Circular") for n in (1, 2, 3)]

CONVOLUTIONS = [
    *[
        spatial(
            "Conv",
            n,
            4,
            6,
            size,
            **{
                **window(n),
                "padding": (*per_axis(n, 0, 1), "same", "valid", "full"),
                "groups": (1, 2),
                "bias": FLAGS,
                "padding_mode": ("zeros", "reflect", "replicate", "circular", "zero"),
            },
        )
        for n in (1, 2, 3)
        for size in per_axis(n, 3)
    ],
    *[
        spatial("ConvTranspose", n, 4, 6, size, **turned_window(n))
        for n in (1, 2, 3)
        for size in per_axis(n, 3)
    ],
    *[spatial("LazyConv", n, 6, 3, **{**window(n), "groups": (1, 2)}) for n in (1, 2, 3)],
    Layer(
        "torch.nn.Fold",
        ((4, 5), (2, 3)),
        singles(array(2, 12, 9), array(12, 9)),
        {"stride": (1, 2), "padding": (0, 1)},
    ),
    Layer("torch.nn.Unfold", ((2, 3),), singles(array(2, 3, 5, 6), array(3, 5, 6)), window(2)),
]

POOLS = [
    *[
        spatial("MaxPool", n, size, **window(n), ceil_mode=FLAGS, return_indices=FLAGS)
        for n in (1, 2, 3)
        for size in per_axis(n, 2)
    ],
    *[spatial("AvgPool", n, size, **plain_pool(n)) for n in (1, 2, 3) for size in per_axis(n, 2)],
    *[spatial("LPPool", n, 2, 2, stride=(1, 2), ceil_mode=FLAGS) for n in (1, 2, 3)],
    *[
        spatial(f"Adaptive{kind}Pool", n, size)
        for kind in ("Avg", "Max")
        for n in (1, 2, 3)
        for size in (*per_axis(n, 3), *(((None,) * n,) if n > 1 else ()))
    ],
    *[
        Layer(
            f"torch.nn.MaxUnpool{n}d",
            (2,),
            (
                (array(2, 4, *(3,) * n), array(2, 4, *(3,) * n, **LABELS)),
                (array(4, *(3,) * n), array(4, *(3,) * n, **LABELS)),
            ),
            {"stride": per_axis(n, 1, 2), "padding": per_axis(n, 0, 1)},
            {"output_size": ((7,) * n,)},
        )
        for n in (1, 2, 3)
    ],
    *[
        spatial(
            "FractionalMaxPool",
            n,
            2,
            return_indices=FLAGS,
            output_size=per_axis(n, 3),
            output_ratio=(0.5, (0.5,) * n),
        )
        for n in (2, 3)
    ],
]

NORMS = [
    *[
        spatial(name, n, 4, affine=FLAGS, track_running_stats=FLAGS)
        for name in ("BatchNorm", "InstanceNorm")
        for n in (1, 2, 3)
    ],
    Layer("torch.nn.BatchNorm1d", (4,), singles(array(2, 4), array(1, 4))),
    *[
        Layer(
            f"torch.nn.{name}", (shape,), singles(array(2, 3, 4), array(3, 4)), {"elementwise_affine": FLAGS}
        )
        for name in ("LayerNorm", "RMSNorm")
        for shape in (4, (4,), (3, 4), [3, 4], ())
    ],
    Layer("torch.nn.GroupNorm", (2, 4), singles(array(2, 4), *SPACES[1], array(4)), {"affine": FLAGS}),
    Layer("torch.nn.LocalResponseNorm", (2,), singles(*SPACES[1], *SPACES[2])),
]

DENSE = [
    Layer("torch.nn.Linear", (4, 6), singles(array(2, 4), array(4), array(2, 3, 4)), {"bias": FLAGS}),
    Layer("torch.nn.LazyLinear", (6,), singles(array(2, 4), array(4), array(2, 3, 4)), {"bias": FLAGS}),
    Layer(
        "torch.nn.Bilinear",
        (3, 4, 5),
        ((array(2, 3), array(2, 4)), (array(3), array(4)), (array(2, 2, 3), array(2, 2, 4))),
        {"bias": FLAGS},
    ),
    Layer(
        "torch.nn.Embedding",
        (5, 4),
        singles(array(2, 3, **LABELS), array(**LABELS), array(2, dtype="int32")),
        {"padding_idx": (0, -1, 7), "max_norm": (1.0,)},
    ),
    Layer(
        "torch.nn.Flatten",
        (),
        singles(array(2, 3, 4), array(2, 3)),
        {"start_dim": (0, 1), "end_dim": (-1, 1)},
    ),
    Layer("torch.nn.Unflatten", (1, (2, 2)), singles(array(3, 4), array(3, 4, 2), array(4, 4)), {}),
    Layer("torch.nn.PixelShuffle", (2,), singles(array(2, 4, 3, 3), array(4, 3, 3), array(2, 2, 8, 3, 3))),
    Layer("torch.nn.PixelUnshuffle", (2,), singles(array(2, 4, 4, 6), array(4, 4, 6))),
    Layer("torch.nn.ChannelShuffle", (2,), singles(array(2, 4, 3, 3), array(2, 4, 3))),
    *[
        Layer(
            "torch.nn.Upsample",
            (),
            singles(array(2, 3, *(4,) * n)),
            {
                "size": (5, (5,) * n),
                "scale_factor": (2, 1.5, (2.0,) * n),
                "mode": ("nearest", "linear", "bilinear", "trilinear", "bicubic", "nearest-exact", "area"),
                "align_corners": (True,),
            },
        )
        for n in (1, 2, 3)
    ],
    Layer("torch.nn.UpsamplingNearest2d", (5,), singles(array(2, 3, 4, 4))),
    Layer("torch.nn.UpsamplingBilinear2d", ((5, 6),), singles(array(2, 3, 4, 4))),
    Layer(
        "torch.nn.CosineSimilarity",
        (),
        ((array(2, 3), array(2, 3)), (array(2, 1), array(3)), (array(3), array(3))),
        {"dim": (0, 1, -1)},
    ),
    Layer(
        "torch.nn.PairwiseDistance",
        (),
        ((array(2, 3), array(2, 3)), (array(3), array(3))),
        {"keepdim": FLAGS},
    ),
]

EMBEDDING_BAGS = Layer(
    "torch.nn.EmbeddingBag",
    (5, 4),
    ((array(2, 3, **LABELS),), (array(3, 2, **LABELS), None, array(3, 2))),
    {"mode": ("sum", "mean", "max", "min"), "padding_idx": (0, -1)},
)

SAME = [
    *[
        same(name)
        for name in (
            "CELU ELU GELU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid Mish ReLU ReLU6 RReLU SELU"
            " Sigmoid SiLU Softplus Softshrink Softsign Tanh Tanhshrink Identity Dropout Dropout1d Dropout2d"
            " Dropout3d AlphaDropout FeatureAlphaDropout Softmax2d"
        ).split()
    ],
    *[same(name, dim=(0, -1, 1)) for name in ("Softmax", "LogSoftmax", "Softmin", "GLU")],
    same("Threshold", 0.1, 2.0),
    same("PReLU", num_parameters=(1, 4, 3)),
]

RECURRENT = [
    recurrent("RNN", 1),
    recurrent("GRU", 1),
    recurrent("LSTM", 2),
    cell("RNNCell", 1),
    cell("GRUCell", 1),
    cell("LSTMCell", 2),
]

ATTENTION = [
    Layer(
        "torch.nn.MultiheadAttention",
        (4, 2),
        (
            (array(3, 2, 4), array(5, 2, 4), array(5, 2, 4)),
            (array(3, 4), array(5, 4), array(5, 4)),
            (array(3, 2, 4), array(3, 2, 4), array(3, 2, 4)),
        ),
        {"bias": FLAGS, "add_bias_kv": FLAGS, "add_zero_attn": FLAGS, "kdim": (4,), "batch_first": FLAGS},
        {
            "need_weights": FLAGS,
            "average_attn_weights": FLAGS,
            "attn_mask": (array(3, 5, dtype="bool"), array(4, 3, 5)),
            "key_padding_mask": (array(2, 5, dtype="bool"),),
        },
    ),
    transformer("TransformerEncoderLayer", *singles(array(3, 2, 4), array(3, 4))),
    transformer("TransformerDecoderLayer", (array(3, 2, 4), array(5, 2, 4)), (array(3, 4), array(5, 4))),
    Layer(
        "torch.nn.Transformer",
        (4, 2, 1, 1, 3),
        ((array(3, 2, 4), array(5, 2, 4)), (array(3, 4), array(5, 4))),
        {"batch_first": FLAGS, "norm_first": FLAGS},
    ),
]

SMALL, WIDE, ONES = array(2, 3), array(2, 3, 4), array(2)
LOSSES = [
    *[
        loss(name, (SMALL, SMALL), (SMALL, array(2, 1)), (array(), array()))
        for name in "MSELoss L1Loss SmoothL1Loss HuberLoss BCELoss BCEWithLogitsLoss SoftMarginLoss PoissonNLLLoss".split()
    ],
    loss("KLDivLoss", (SMALL, SMALL), log_target=FLAGS, reduction=("none", "mean", "sum", "batchmean")),
    *[
        loss(name, (SMALL, array(2, **LABELS)), (WIDE, array(2, 4, **LABELS)), (array(3), array(**LABELS)))
        for name in ("CrossEntropyLoss", "NLLLoss")
    ],
    loss("CrossEntropyLoss", (SMALL, SMALL), (WIDE, WIDE), label_smoothing=(0.1,), weight=(array(3),)),
    loss(
        "NLLLoss", (array(2, 3, 4, 4), array(2, 4, 4, **LABELS)), weight=(array(3),), ignore_index=(0, -100)
    ),
    loss("MultiMarginLoss", (SMALL, array(2, **LABELS)), p=(1, 2, 3), margin=(0.5,)),
    loss("MultiLabelMarginLoss", (SMALL, array(2, 3, **LABELS)), (array(3), array(3, **LABELS))),
    loss("MultiLabelSoftMarginLoss", (SMALL, SMALL)),
    loss("HingeEmbeddingLoss", (SMALL, SMALL), margin=(0.5,)),
    loss("MarginRankingLoss", (ONES, ONES, ONES), (SMALL, SMALL, SMALL), (ONES, ONES, array())),
    loss("CosineEmbeddingLoss", (SMALL, SMALL, ONES), (array(3), array(3), array())),
    loss("TripletMarginLoss", (SMALL, SMALL, SMALL), (array(3), array(3), array(3)), swap=FLAGS),
    loss("TripletMarginWithDistanceLoss", (SMALL, SMALL, SMALL), swap=FLAGS),
    loss("GaussianNLLLoss", (SMALL, SMALL, SMALL), (SMALL, SMALL, array(2, 1)), full=FLAGS),
    loss(
        "CTCLoss",
        (array(5, 2, 3), array(2, 2, **LABELS), array(2, **LABELS), array(2, **LABELS)),
        blank=(0, 1),
    ),
]

TABLE = [
    *CONVOLUTIONS,
    *POOLS,
    *PADDED,
    *NORMS,
    *DENSE,
    *SAME,
    *RECURRENT,
    *ATTENTION,
    *LOSSES,
    EMBEDDING_BAGS,
]
