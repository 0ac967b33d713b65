"""Rows for losses, as functions and as layers."""

import torch
from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import filled, pairs, positive, shapes

F = "torch.nn.functional."
reductions = st.sampled_from([{}, {"reduction": "none"}, {"reduction": "sum"}])


@st.composite
def classes(draw):
    """Scores and class numbers, not always of fitting shapes."""
    n, c = draw(positive), draw(st.integers(2, 4))
    space = draw(shapes(0, 2))
    scores = draw(st.sampled_from([(n, c, *space), (n, c, *space), (c,)]))
    target = (n, *space) if len(scores) > 1 else ()
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return (filled(scores) / 4, torch.zeros((*target, 1), dtype=torch.int64)), draw(reductions)
    if kind == 1:
        return (filled(scores) / 4, torch.zeros((n + 1, *space), dtype=torch.int64)), draw(reductions)
    return (filled(scores) / 4, torch.zeros(target, dtype=torch.int64)), draw(reductions)


@st.composite
def probabilities(draw):
    n, c = draw(positive), draw(st.integers(2, 4))
    other = draw(st.sampled_from([(n, c), (n, c), (n, c + 1), (n + 1, c)]))
    return (filled((n, c)), filled(other) / 8), draw(reductions)


@st.composite
def equal(draw):
    shape = draw(shapes(1, 3))
    other = draw(st.sampled_from([shape, shape, shape, (*shape, 1), shape[:-1], (shape[0] + 1, *shape[1:])]))
    return (filled(shape) / 4, filled(other) / 4), draw(reductions)


@st.composite
def broadcasting(draw):
    return draw(pairs(dtypes=("float32",), scalars=False)), draw(reductions)


@st.composite
def three(draw, vectors=True):
    n, d = draw(positive), draw(positive)
    third = (n,) if vectors else (n, d)
    if draw(st.integers(0, 5)) == 0:
        third = (n, d) if vectors else (n,)
    return (filled((n, d)), filled((n, d)), filled(third)), draw(reductions)


def as_layer(calls):
    """The calls of a function as calls of a layer."""
    return calls.map(lambda call: (((), call[1]), call[0]))


BROADCAST = {
    "mse_loss": "MSELoss",
    "l1_loss": "L1Loss",
    "smooth_l1_loss": "SmoothL1Loss",
    "huber_loss": "HuberLoss",
}

ROWS = [
    Row(f"{F}cross_entropy", classes()),
    Row(f"{F}cross_entropy", probabilities()),
    Row(f"{F}nll_loss", classes(), lenient=True),
    Row("torch.nn.CrossEntropyLoss", as_layer(classes()), layer=True),
    Row("torch.nn.NLLLoss", as_layer(classes()), layer=True, lenient=True),
    *[Row(F + name, broadcasting()) for name in BROADCAST],
    *[Row(f"torch.nn.{name}", as_layer(broadcasting()), layer=True) for name in BROADCAST.values()],
    Row(f"{F}binary_cross_entropy", equal()),
    Row(f"{F}binary_cross_entropy_with_logits", equal()),
    Row("torch.nn.BCELoss", as_layer(equal()), layer=True),
    Row("torch.nn.BCEWithLogitsLoss", as_layer(equal()), layer=True),
    Row(f"{F}kl_div", broadcasting()),
    Row(f"{F}poisson_nll_loss", broadcasting()),
    Row(f"{F}soft_margin_loss", broadcasting(), lenient=True),
    Row(f"{F}multilabel_soft_margin_loss", equal(), lenient=True),
    Row(f"{F}cosine_embedding_loss", three(), lenient=True),
    Row(f"{F}margin_ranking_loss", three(vectors=False), lenient=True),
    Row(f"{F}triplet_margin_loss", three(vectors=False), lenient=True),
    Row("torch.nn.TripletMarginLoss", as_layer(three(vectors=False)), layer=True, lenient=True),
    Row("torch.nn.CosineEmbeddingLoss", as_layer(three()), layer=True, lenient=True),
]
