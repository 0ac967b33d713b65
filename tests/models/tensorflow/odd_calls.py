"""TensorFlow's convolutions and pools with ordinary arguments, of which odd ones are made."""

from models.odd_layers import Layer, array

PADDINGS = ("SAME", "VALID")
WIDTHS = {n: ([[0, 0], *[[1, 2]] * n, [0, 0]],) for n in (1, 2, 3)}
FORMATS = {1: "NWC", 2: "NHWC", 3: "NDHWC"}


def space(n):
    """The sizes of n spatial axes."""
    return (5, 6, 4)[:n]


def whole(n, number):
    """One number per axis, with batch and channels."""
    return [1, *[number] * n, 1]


def forms(n, *numbers):
    """Numbers, alone, per spatial axis and per axis."""
    return tuple(form for k in numbers for form in (k, [k] * n, whole(n, k)))


CONVOLUTIONS = [
    Layer(
        f"nn.conv{n}d",
        (),
        tuple(
            (array(2, *space(n), 4), array(*(2,) * n, inner, 6), step, padding)
            for inner in (4, 2)
            for step in (forms(n, 1, 2) if n < 3 else (whole(n, 1), whole(n, 2)))
            for padding in (*PADDINGS, *(WIDTHS[n] if n == 2 else ()))
        ),
        {},
        {"dilations": forms(n, 1, 2) if n < 3 else (whole(n, 2),), "data_format": (FORMATS[n],)},
    )
    for n in (1, 2, 3)
] + [
    Layer(
        "nn.convolution",
        (),
        tuple((array(2, *space(n), 4), array(*(2,) * n, 4, 6)) for n in (1, 2, 3)),
        {},
        {"strides": (1, [2]), "padding": PADDINGS, "dilations": (1, [2])},
    ),
    Layer(
        "compat.v1.nn.conv2d",
        (),
        tuple(
            (array(2, 5, 6, 4), array(2, 3, inner, 6), step, padding)
            for inner in (4, 2)
            for step in forms(2, 1, 2)
            for padding in PADDINGS
        ),
        {},
        {"dilations": ([1, 2, 2, 1], 2)},
    ),
    Layer(
        "nn.atrous_conv2d",
        (),
        tuple((array(2, 7, 8, 4), array(2, 2, 4, 3), rate, p) for rate in (1, 2) for p in PADDINGS),
    ),
    *[
        Layer(
            name,
            (),
            tuple(
                (array(2, 5, 6, 4), array(2, 3, 4, 2), whole(2, step), padding)
                for step in (1, 2)
                for padding in PADDINGS
            ),
            {},
            {"rate" if "v1" in name else "dilations": ([1, 1], [2, 2])},
        )
        for name in ("nn.depthwise_conv2d", "compat.v1.nn.depthwise_conv2d")
    ],
    Layer(
        "nn.separable_conv2d",
        (),
        tuple(
            (array(2, 5, 6, 4), array(2, 3, 4, 2), array(1, 1, 8, 3), whole(2, step), padding)
            for step in (1, 2)
            for padding in PADDINGS
        ),
        {},
        {"dilations": ([1, 1], [2, 2])},
    ),
]

TRANSPOSED = [
    Layer(
        f"nn.conv{n}d_transpose",
        (),
        tuple(
            (
                array(2, *space(n), 4),
                array(*(3,) * n, 5, 4),
                [2, *[k * step if padding == "SAME" else (k - 1) * step + 3 for k in space(n)], 5],
                form,
                padding,
            )
            for step in (1, 2)
            for form in (step, whole(n, step))
            for padding in PADDINGS
        ),
    )
    for n in (1, 2, 3)
] + [
    Layer(
        "nn.atrous_conv2d_transpose",
        (),
        tuple((array(2, 5, 6, 4), array(2, 2, 3, 4), [2, 5, 6, 3], rate, "SAME") for rate in (1, 2)),
    )
]

POOLS = [
    Layer(
        f"{home}.{kind}_pool{form}",
        (),
        tuple(
            (array(2, *space(n), 4), size, step, padding)
            for size in (forms(n, 2, 1) if n < 3 else (whole(n, 2), 2))
            for step in (forms(n, 1, 2) if n < 3 else (whole(n, 1), 2))
            for padding in PADDINGS
        ),
    )
    for home, form, n in (
        ("nn", "1d", 1),
        ("nn", "2d", 2),
        ("nn", "3d", 3),
        ("nn", "", 2),
        ("nn", "", 1),
        ("nn", "", 3),
        ("compat.v1.nn", "", 2),
    )
    for kind in ("max", "avg")
] + [
    Layer(
        "nn.pool",
        (),
        tuple((array(2, *space(n), 4), [2] * n, kind) for n in (1, 2, 3) for kind in ("MAX", "AVG")),
        {},
        {"strides": ([1], [2, 2]), "padding": PADDINGS, "dilations": ([1, 1], [2, 2])},
    ),
]

TABLE = [*CONVOLUTIONS, *TRANSPOSED, *POOLS]
