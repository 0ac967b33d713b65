"""Rows for losses of Optax, and functions of Flax."""

import numpy as np
from hypothesis import strategies as st

from models.jax.comparing import Row
from models.jax.drawing import same_shapes
from models.numpy.drawing import arrays, call, filled, pairs, positive, shapes

FLOAT = ("float32",)
KEY = np.zeros((2,), "uint32")
small = st.integers(1, 4)
two = same_shapes(2, low=1).map(lambda a: (a, {}))


@st.composite
def classes(draw):
    lead = draw(shapes(0, 2, positive))
    labels = lead if draw(st.integers(0, 4)) else (*lead, 2)
    return (filled((*lead, draw(small)), "float32"), filled(labels, "int32")), {}


@st.composite
def attended(draw):
    lead = draw(shapes(1, 1, positive))
    heads, width = draw(small), draw(small)
    other = width if draw(st.integers(0, 4)) else width + 1
    return (filled((*lead, 5, heads, width), "float32"), filled((*lead, 3, heads, other), "float32")), {}


ROWS = [
    *(
        Row(f"optax.{name}", two)
        for name in (
            "softmax_cross_entropy",
            "cosine_similarity",
            "cosine_distance",
            "kl_divergence",
            "log_cosh",
        )
    ),
    *(Row(f"optax.{name}", two) for name in ("l2_loss", "squared_error", "huber_loss")),
    *(
        Row(f"optax.{name}", pairs(dtypes=FLOAT).map(lambda a: (a, {})), lenient=True)
        for name in ("sigmoid_binary_cross_entropy", "hinge_loss", "sigmoid_focal_loss")
    ),
    Row("optax.softmax_cross_entropy_with_integer_labels", classes()),
    Row("optax.smooth_labels", call(arrays(low=1, dtypes=FLOAT, size=positive), 0.1)),
    Row("optax.global_norm", call([filled((2, 3), "float32"), filled((4,), "float32")])),
    Row("optax.safe_norm", call(arrays(low=1, dtypes=FLOAT, size=positive), 1.0)),
    Row("optax.safe_increment", call(np.int32(1))),
    *(Row(f"optax.losses.{name}", two) for name in ("poly_loss_cross_entropy", "generalized_kl_divergence")),
    *(
        Row(f"optax.losses.{name}", pairs(dtypes=FLOAT, high=2).map(lambda a: (a, {})), lenient=True)
        for name in ("sparsemax_loss", "perceptron_loss")
    ),
    *(
        Row(f"optax.losses.{name}", classes(), lenient=True)
        for name in ("multiclass_hinge_loss", "multiclass_perceptron_loss")
    ),
    Row("optax.losses.triplet_margin_loss", same_shapes(3, low=1).map(lambda a: (a, {})), lenient=True),
    Row("optax.losses.ranking_softmax_loss", two, lenient=True),
    Row("optax.losses.multiclass_sparsemax_loss", classes(), unknown=True, lenient=True),
    Row("optax.losses.dice_loss", two, unknown=True, lenient=True),
    Row("flax.linen.dot_product_attention_weights", attended()),
    Row("flax.linen.normalize", call(arrays(low=1, dtypes=FLOAT, size=positive))),
    Row("flax.linen.dtypes.promote_dtype", call(filled((2,), "float32"), filled((3,), "int32"))),
    Row("haiku.multinomial", call(KEY, arrays(low=1, dtypes=FLOAT, size=positive), small)),
    Row("haiku.max_pool", call(filled((2, 5, 6, 3), "float32"), (2, 2, 1), (1, 2, 1), "VALID")),
    Row("haiku.one_hot", call(arrays(dtypes=("int32",)), small)),
]
