"""Keras' layers with ordinary settings and inputs, of which odd ones are made."""

from models.odd_layers import Layer, array

FLAGS = (True, False)
FORMATS = {"data_format": ("channels_last", "channels_first")}
SPACES = {n: array(2, *(5, 6, 7)[:n], 4) for n in (1, 2, 3)}


def singles(*inputs):
    """Calls with one input each."""
    return tuple((entry,) for entry in inputs)


def keras(name, made=(), inputs=(), options=None, calls=None):
    """A layer of Keras."""
    return Layer(f"keras.layers.{name}", made, inputs, options or {}, calls or {})


def spatial(name, n, *made, **options):
    """A layer of n spatial axes."""
    return keras(f"{name}{n}D", made, singles(SPACES[n]), {**FORMATS, **options})


def per_axis(n, *numbers):
    """Numbers, and one for each of n axes."""
    return (*numbers, *((number,) * n for number in numbers))


def window(n, *paddings):
    """The options of a window."""
    return {"strides": per_axis(n, 1, 2), "padding": ("valid", "same", *paddings)}


def recurrent(name, made, x, state, count=1):
    """A recurrent layer."""
    return keras(
        name,
        made,
        ((x,),),
        {
            "return_sequences": FLAGS,
            "return_state": FLAGS,
            "go_backwards": FLAGS,
            "use_bias": FLAGS,
            "unroll": (True,),
        },
        {"initial_state": ([state] * count,)},
    )


CONVOLUTIONS = [
    *[
        spatial(
            "Conv",
            n,
            6,
            size,
            **window(n, *(("causal",) if n == 1 else ())),
            dilation_rate=per_axis(n, 1, 2),
            groups=(1, 2),
            use_bias=FLAGS,
        )
        for n in (1, 2, 3)
        for size in per_axis(n, 3)
    ],
    *[
        keras(
            f"Conv{n}DTranspose",
            (6, 3),
            singles(SPACES[n]),
            {**FORMATS, **window(n), "output_padding": (None, 0, 1), "dilation_rate": (1, 2)},
        )
        for n in (1, 2, 3)
    ],
    *[spatial("DepthwiseConv", n, 3, **window(n), depth_multiplier=(1, 2)) for n in (1, 2)],
    *[spatial("SeparableConv", n, 6, 3, **window(n), depth_multiplier=(1, 2)) for n in (1, 2)],
]

POOLS = [
    *[spatial(f"{kind}Pooling", n, 2, **window(n)) for kind in ("Max", "Average") for n in (1, 2, 3)],
    *[spatial(f"Global{kind}Pooling", n, keepdims=FLAGS) for kind in ("Max", "Average") for n in (1, 2, 3)],
    *[
        spatial(f"Adaptive{kind}Pooling", n, size)
        for kind in ("Max", "Average")
        for n in (1, 2, 3)
        for size in per_axis(n, 3)
    ],
]

PADDED = [
    *[spatial("ZeroPadding", n, size) for n in (2, 3) for size in (1, (1, 2, 1)[:n], ((1, 2),) * n)],
    *[spatial("Cropping", n, size) for n in (2, 3) for size in (1, (1, 2, 1)[:n], ((1, 2),) * n)],
    *[spatial("UpSampling", n, size) for n in (2, 3) for size in per_axis(n, 2)],
    keras("ZeroPadding1D", ((1, 2),), singles(SPACES[1]), FORMATS),
    keras("Cropping1D", ((1, 2),), singles(SPACES[1])),
    keras("UpSampling1D", (2,), singles(SPACES[1])),
    keras("Resizing", (3, 5), singles(SPACES[2]), {"crop_to_aspect_ratio": FLAGS}),
    keras("CenterCrop", (3, 5), singles(SPACES[2])),
]

ROWS = array(2, 3)
STEPS = array(2, 3, 4)
RECURRENT = [
    recurrent("SimpleRNN", (5,), STEPS, array(2, 5)),
    recurrent("GRU", (5,), STEPS, array(2, 5)),
    recurrent("LSTM", (5,), STEPS, array(2, 5), 2),
    keras("SimpleRNNCell", (5,), ((array(2, 4), [array(2, 5)]),)),
    keras("GRUCell", (5,), ((array(2, 4), [array(2, 5)]),)),
    keras("LSTMCell", (5,), ((array(2, 4), [array(2, 5), array(2, 5)]),)),
    *[
        keras(
            f"ConvLSTM{n}D",
            (3, 2),
            singles(array(2, 3, *(5, 6)[:n], 4)),
            {**FORMATS, **window(n), "return_sequences": FLAGS},
        )
        for n in (1, 2)
    ],
]

HEADS = {
    "key_dim": (3,),
    "value_dim": (2, None),
    "output_shape": (5, (5,), (2, 3)),
    "attention_axes": (1, (1,)),
    "use_bias": FLAGS,
}
ATTENTION = [
    keras("Attention", (), (([STEPS, array(2, 5, 4)],), ([STEPS, array(2, 5, 6), array(2, 5, 4)],))),
    keras("AdditiveAttention", (), (([STEPS, array(2, 5, 4)],), ([STEPS, array(2, 5, 6), array(2, 5, 4)],))),
    keras(
        "MultiHeadAttention",
        (2, 3),
        ((STEPS, array(2, 5, 4)), (STEPS, array(2, 5, 6), array(2, 5, 4))),
        {name: HEADS[name] for name in ("value_dim", "output_shape", "use_bias", "attention_axes")},
        {"return_attention_scores": FLAGS, "attention_mask": (array(2, 3, 5, dtype="bool"),)},
    ),
    keras("GroupQueryAttention", (3, 4, 2), ((STEPS, array(2, 5, 4)),), {"use_bias": FLAGS}),
]

MERGED = [
    *[
        keras(name, (), (([ROWS, ROWS],), ([ROWS, array(2, 1)],), ([STEPS, STEPS, array(1, 4)],)))
        for name in "Add Multiply Average Maximum Minimum Subtract".split()
    ],
    keras("Concatenate", (), (([ROWS, array(2, 5)],), ([STEPS, array(2, 5, 4)],)), {"axis": (-1, 1, 0, -2)}),
    keras("Dot", (1,), (([ROWS, ROWS],), ([STEPS, ROWS],)), {"normalize": FLAGS}),
    keras("Dot", ((2, 1),), (([STEPS, array(2, 4, 5)],),)),
]

NORMS = [
    keras(name, (), singles(ROWS, STEPS, SPACES[2]), {"axis": (-1, 1, *more)})
    for name, more in (
        ("BatchNormalization", ()),
        ("LayerNormalization", ((1, 2), [-1])),
        ("RMSNormalization", ()),
        ("UnitNormalization", ((1, 2),)),
        ("Softmax", ((1, 2),)),
        ("Normalization", (None, (1, 2))),
    )
] + [
    keras("GroupNormalization", (2,), singles(array(2, 4), SPACES[2]), {"axis": (-1, 1)}),
]

RESHAPED = [
    keras("Reshape", ((3, 2),), singles(array(2, 6), array(2, 2, 3))),
    keras("Reshape", ((-1, 2),), singles(array(2, 6), array(2, 2, 3))),
    keras("Permute", ((2, 1),), singles(STEPS)),
    keras("Permute", ((3, 1, 2),), singles(SPACES[2])),
    keras("RepeatVector", (3,), singles(ROWS)),
    keras("Flatten", (), singles(ROWS, STEPS, array(2)), FORMATS),
]

DENSE = [
    keras(
        "Dense", (5,), singles(ROWS, STEPS), {"use_bias": FLAGS, "activation": ("relu", "softmax", "relus")}
    ),
    keras("EinsumDense", ("ab,bc->ac", 5), singles(ROWS), {"bias_axes": ("c", "a", "z")}),
    keras("EinsumDense", ("abc,cd->abd", (None, 5)), singles(STEPS), {"bias_axes": ("d", "bd")}),
    keras(
        "Embedding",
        (9, 5),
        singles(array(2, 3, dtype="int32"), array(2, dtype="int64")),
        {"mask_zero": FLAGS},
    ),
    *[
        keras(name, (), singles(ROWS, STEPS, array(2)))
        for name in "ReLU LeakyReLU ELU PReLU Identity Masking ActivityRegularization".split()
    ],
    *[
        keras(name, (0.5,), singles(ROWS, STEPS))
        for name in "Dropout GaussianNoise GaussianDropout AlphaDropout Rescaling".split()
    ],
    keras("PReLU", (), singles(STEPS, SPACES[2]), {"shared_axes": ((1,), [1, 2], 1)}),
    *[keras(f"SpatialDropout{n}D", (0.5,), singles(SPACES[n])) for n in (1, 2, 3)],
    keras(
        "CategoryEncoding",
        (5,),
        singles(array(2, 3, dtype="int32"), array(2, dtype="int64")),
        {"output_mode": ("multi_hot", "one_hot", "count")},
    ),
]

TABLE = [*CONVOLUTIONS, *POOLS, *PADDED, *RECURRENT, *ATTENTION, *MERGED, *NORMS, *RESHAPED, *DENSE]
