"""Core, activation, normalisation and reshaping layers."""

from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import NUMBERS, REALS, arrays, filled, flags, layer, of_rank, options, small


@st.composite
def flattened(draw):
    """A target shape and an input of as many elements, or nearly."""
    shape = draw(st.lists(small, min_size=1, max_size=3))
    count = 1
    for size in shape:
        count *= size
    target = draw(st.permutations(shape).map(list))
    if draw(flags):
        target[draw(st.integers(0, len(target) - 1))] = -1
    if draw(st.integers(0, 4)) == 0:
        target.append(2)
    return (
        (tuple(target),),
        {},
        (
            filled(
                (draw(small), count if draw(flags) else 1, *shape[:0])
                if draw(flags)
                else (draw(small), *shape)
            ),
        ),
        {},
    )


@st.composite
def permuted(draw):
    rank = draw(st.integers(1, 3))
    order = draw(st.permutations(range(1, rank + 1)))
    return (tuple(order),), {}, (draw(of_rank(rank + 1, rank + 1, rank + 2)),), {}


@st.composite
def equations(draw):
    equation, output, rank = draw(
        st.sampled_from(
            (
                ("ab,bc->ac", 5, 2),
                ("abc,cd->abd", (None, 6), 3),
                ("abc,bd->adc", (5, None), 3),
                ("...x,xy->...y", 4, 3),
                ("abc,cde->abde", (None, 2, 3), 3),
            )
        )
    )
    return (equation, output), {}, (draw(of_rank(rank, rank, rank + 1)),), {}


same = of_rank(2, 3, 4, dtypes=NUMBERS)
ROWS = [
    Row(
        "keras.layers.Dense",
        layer(
            st.tuples(small),
            options(activation=(st.sampled_from(("relu", "softmax", None)),), use_bias=(flags,)),
            of_rank(2, 1, 2, 3, 4, dtypes=NUMBERS),
        ),
    ),
    Row("keras.layers.EinsumDense", equations(), lenient=True, unknown=True, open=True),
    Row(
        "keras.layers.Embedding",
        layer(st.just((9, 5)), options(), arrays(0, 3, ("int32", "int64", "float32"))),
    ),
    Row(
        "keras.layers.Activation",
        layer(
            st.tuples(st.sampled_from(("relu", "tanh", "softmax", "linear"))),
            options(),
            of_rank(2, 3, dtypes=("float32",)),
        ),
    ),
    Row(
        "keras.layers.Softmax",
        layer(st.tuples(st.sampled_from((-1, 1, 5))), options(), of_rank(2, 3, dtypes=("float32",))),
    ),
    *[
        Row(f"keras.layers.{name}", layer(st.just(()), options(), same))
        for name in ("Identity", "ActivityRegularization")
    ],
    *[
        Row(f"keras.layers.{name}", layer(st.just(()), options(), of_rank(2, 3, 4)))
        for name in ("ReLU", "LeakyReLU", "ELU", "Masking")
    ],
    Row("keras.layers.PReLU", layer(st.just(()), options(), of_rank(2, 3, 4))),
    *[
        Row(f"keras.layers.{name}", layer(st.just((0.5,)), options(), same))
        for name in ("Dropout", "GaussianNoise", "GaussianDropout", "AlphaDropout")
    ],
    *[
        Row(f"keras.layers.SpatialDropout{k}D", layer(st.just((0.5,)), options(), of_rank(k + 2, 2, 3, 4, 5)))
        for k in (1, 2, 3)
    ],
    Row(
        "keras.layers.Flatten",
        layer(
            st.just(()),
            options(data_format=(st.sampled_from(("channels_first", "channels_last")),)),
            arrays(1, 4, NUMBERS),
        ),
    ),
    Row("keras.layers.Reshape", flattened()),
    Row("keras.layers.Permute", permuted()),
    Row("keras.layers.RepeatVector", layer(st.tuples(small), options(), of_rank(2, 1, 3))),
    *[
        Row(
            f"keras.layers.ZeroPadding{k}D",
            layer(
                st.tuples(st.integers(0, 2) | st.tuples(*[st.integers(0, 2)] * max(k, 2))),
                options(),
                of_rank(k + 2, k + 1),
            ),
        )
        for k in (1, 2, 3)
    ],
    Row(
        "keras.layers.Cropping1D",
        layer(
            st.tuples(st.integers(0, 2) | st.tuples(st.integers(0, 2), st.integers(0, 2))),
            options(),
            of_rank(3, 2, 4),
        ),
        lenient=True,
    ),
    Row(
        "keras.layers.Cropping2D",
        layer(
            st.tuples(
                st.integers(0, 1)
                | st.tuples(st.integers(0, 1), st.integers(0, 1))
                | st.just(((1, 0), (0, 1)))
            ),
            options(data_format=(st.sampled_from(("channels_first", "channels_last")),)),
            of_rank(4, 3, 5),
        ),
        lenient=True,
    ),
    *[
        Row(
            f"keras.layers.UpSampling{k}D",
            layer(st.tuples(small), options(), of_rank(k + 2, k + 1, k + 3)),
        )
        for k in (1, 2, 3)
    ],
    Row(
        "keras.layers.BatchNormalization",
        layer(st.just(()), options(axis=(st.sampled_from((-1, 1, 3)),)), of_rank(4, 2, 3)),
    ),
    Row(
        "keras.layers.LayerNormalization",
        layer(st.just(()), options(axis=(st.sampled_from((-1, 1, (1, 2))),)), of_rank(3, 2, 4)),
    ),
    Row(
        "keras.layers.RMSNormalization",
        layer(st.just(()), options(axis=(st.sampled_from((-1, 1)),)), of_rank(3, 2, 4)),
    ),
    Row(
        "keras.layers.GroupNormalization",
        layer(st.just(()), st.fixed_dictionaries({"groups": st.sampled_from((1, 2, 3, -1))}), of_rank(4, 3)),
    ),
    Row("keras.layers.UnitNormalization", layer(st.just(()), options(), of_rank(2, 3))),
    Row("keras.layers.Rescaling", layer(st.just((0.5,)), options(), of_rank(4, 3, 2, dtypes=REALS))),
    Row("keras.layers.Resizing", layer(st.tuples(small, small), options(), of_rank(4, 3))),
    Row("keras.layers.CenterCrop", layer(st.tuples(small, small), options(), of_rank(4, 3))),
    *[
        Row(
            f"keras.layers.{name}",
            layer(st.just((0.2,)), options(), of_rank(4, dtypes=("float32",), size=st.sampled_from((3,)))),
        )
        for name in ("RandomRotation", "RandomZoom", "RandomContrast", "RandomBrightness")
    ],
    Row("keras.layers.RandomFlip", layer(st.just(()), options(), of_rank(4, 3, dtypes=("float32",)))),
    Row(
        "keras.layers.CategoryEncoding",
        layer(
            st.just(()),
            st.fixed_dictionaries(
                {"num_tokens": st.just(5), "output_mode": st.sampled_from(("multi_hot", "one_hot", "count"))}
            ),
            of_rank(2, 1, dtypes=("int32", "int64")),
        ),
        unknown=True,
        lenient=True,
        dtype=False,
    ),
]
