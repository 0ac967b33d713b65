"""Cases of products, linear algebra, Fourier transforms, networks and losses."""

import numpy as np

from gnomon.shapes import Shape

from graph.gradients.drawing import (
    adder,
    complexes,
    definite,
    distinct,
    inside,
    matrix,
    normal,
    positive,
    share,
    triangular,
    whole,
)

CASES = []
case = adder(CASES)

# products
case("matmul", normal(2, 3), normal(3, 4))
case("matmul", normal(5, 2, 3), normal(3, 4))
case("matmul", normal(2, 1, 2, 3), normal(4, 3, 2))
case("matmul", normal(3), normal(2, 3, 4))
case("matmul", normal(2, 2, 3), normal(3))
case("matmul", normal(3), normal(3))
case("matmul", normal(3, 2), normal(4, 3), transpose_a=True, transpose_b=True)
case("matmul", complexes(2, 3), complexes(3, 2))
case("mm", normal(2, 3), normal(3, 4))
case("bmm", normal(2, 2, 3), normal(2, 3, 4))
case("mv", normal(2, 3), normal(3))
case("vector_dot", normal(3), normal(3))
case("dot", normal(2, 3), normal(5, 3, 4))
case("dot", normal(3), normal(3))
case("dot", normal(), normal(3))
case("vdot", complexes(2, 3), complexes(2, 3))
case("inner", normal(2, 3), normal(4, 3))
case("outer", normal(2), normal(3))
case("tensordot", normal(2, 3, 4), normal(4, 3, 5), axes=((1, 2), (1, 0)))
case("tensordot", normal(2, 3, 4), normal(3, 4, 5))
case("contracted", normal(2, 4, 3, 5), normal(5, 2, 3, 6), contracting=((3, 2), (0, 2)), batch=((0,), (1,)))
case("batch_dot", normal(2, 3, 4), normal(2, 4, 5))
case("batch_dot", normal(2, 3), normal(2, 3), axes=(1, 1))
case("addmm", normal(4), normal(2, 3), normal(3, 4))
case("baddbmm", normal(4), normal(2, 2, 3), normal(2, 3, 4))
case("linear", normal(5, 3), normal(2, 3), normal(2))
case("linear", normal(5, 3), normal(3, 2), weight_layout="in_out")
case("bilinear", normal(5, 2), normal(5, 3), normal(4, 2, 3), normal(4))
case("kron", normal(2, 3), normal(3, 2))
case("kron", normal(2), normal(3, 2))
case("cross", normal(2, 3), normal(2, 3))
case("cross", normal(2, 2), normal(2, 2))
for _mode in ("full", "same", "valid"):
    case("convolve", normal(5), normal(3), mode=_mode)
    case("convolve", normal(2), normal(4), mode=_mode)
    case("convolve_many", normal(4, 5), normal(2, 3), mode=_mode)
for _equation, _arrays in {
    "ij,jk->ik": (normal(2, 3), normal(3, 4)),
    "ii->i": (normal(3, 3),),
    "ij->": (normal(2, 3),),
    "ij,kj,j": (normal(2, 3), normal(4, 3), normal(3)),
    "...i,...i->...": (normal(2, 3), normal(1, 3)),
    "i,j->ji": (normal(2), normal(3)),
    "iij->j": (normal(2, 2, 3),),
    "ij,kl->ik": (normal(2, 3), normal(4, 2)),
}.items():
    case("einsum", _arrays, equation=_equation)
case("einsum", (normal(2, 3), normal(3, 4)), equation="batch in, in out -> batch out", words=True)
case("cdist", normal(3, 2), normal(4, 2))
case("covariance", normal(3, 5))
case("covariance", normal(5), normal(5))
case("covariance", normal(5, 3), rows=False)
case("polynomial_fit", distinct(6), normal(6), degree=2)
case("merge", (normal(3, 2, 4), normal(3, 4)))

# linear algebra
case("cholesky", definite(2, 3, 3), symmetric=True)
case("cholesky", definite(3, 3), symmetric=True, upper=True)
case("inv", matrix(2, 3, 3))
case("inv", matrix(3, 3) + 1j * normal(3, 3))
case("det", matrix(2, 3, 3))
case("slogdet", matrix(2, 3, 3))
case("slogdet", matrix(3, 3) + 1j * normal(3, 3))
case("solve", matrix(3, 3), normal(3))
case("solve", matrix(2, 3, 3), normal(2, 3, 2))
case("solve", matrix(3, 3) + 1j * normal(3, 3), complexes(3, 2))
for _lower in (True, False):
    for _transpose in (True, False):
        _a = triangular(3, 3) if _lower else triangular(3, 3).T
        case("triangular_solve", _a, normal(3, 2), lower=_lower, transpose=_transpose)
case("triangular_solve", triangular(3, 3), normal(3, 2), unit_diagonal=True)
case("eigh", definite(3, 3), symmetric=True, what="projectors")
case("eigvalsh", definite(2, 3, 3), symmetric=True)
case("eig", definite(3, 3), what="eigenvalues")
case("eigvals", definite(3, 3) + np.triu(normal(3, 3)) * 0.1)
case("svd", normal(4, 3), full=False, what="projectors")
case("svd", normal(3, 4), full=False, what="projectors")
case("svd", normal(3, 3), what="projectors")
case("svd", normal(2, 4, 3), vectors=False)
case("qr", normal(4, 3))
case("qr", matrix(3, 3), mode="complete")
case("qr", normal(2, 3, 4))
case("qr", normal(4, 3), mode="r")
case("lu", matrix(3, 3))
case("lu", normal(4, 2))
case("lu", normal(2, 4))
case("pinv", normal(4, 3))
case("pinv", normal(2, 3, 4))
case("lstsq", normal(5, 3), normal(5), what="solution")
case("lstsq", normal(5, 3), normal(5, 2), what="solution")
for _n in (0, 1, 3, -2):
    case("matrix_power", matrix(3, 3), n=_n)
case("matrix_exp", normal(3, 3) * 0.5)
case("sqrtm", definite(3, 3), tolerance=1e-5)
case("norm", normal(2, 3))
case("norm", normal(2, 3), axis=1)
case("norm", complexes(2, 3), axis=1)
for _ord in (1, 2, 3, np.inf, -np.inf):
    case("norm", distinct(2, 3), axis=1, ord=_ord)
for _ord in (1, 2, "fro", "nuc", np.inf, -2):
    case("norm", distinct(3, 4), axis=(0, 1), ord=_ord)

# complex matrices
_hermitian = definite(3, 3) + 0.2j * (np.triu(np.ones((3, 3)), 1) - np.tril(np.ones((3, 3)), -1))
case("cholesky", _hermitian, symmetric=True)
case("eigh", _hermitian, symmetric=True, what="projectors")
case("eigvalsh", _hermitian, symmetric=True)
case("det", matrix(3, 3) + 1j * normal(3, 3))
case("triangular_solve", triangular(3, 3) * (1 + 0.5j), complexes(3, 2), transpose=True)
case("svd", complexes(4, 3), full=False, what="projectors")
case("svd", complexes(3, 4), full=False, vectors=False)
case("qr", complexes(4, 3))
case("qr", complexes(2, 3))
case("lu", matrix(3, 3) + 1j * normal(3, 3))
case("pinv", complexes(4, 3))
case("matrix_exp", complexes(3, 3) * 0.3)
case("matrix_power", matrix(3, 3) + 1j * normal(3, 3), n=3)
case("sqrtm", definite(3, 3) + 0.3j * normal(3, 3), tolerance=1e-5)
case("eigvals", definite(3, 3) + 0.3j * normal(3, 3))
case("eig", definite(3, 3) + 0.3j * normal(3, 3), what="eigenvalues")
case("kron", complexes(2, 2), complexes(2))
case("einsum", (complexes(2, 3), complexes(3, 2)), equation="ij,jk->ik")
case("contracted", complexes(2, 3), complexes(3, 2), contracting=((1,), (0,)))

# Fourier transforms
for _norm in ("backward", "ortho", "forward"):
    for _name in ("fft", "ifft", "irfft", "hfft"):
        case(_name, complexes(2, 5), norm=_norm)
    case("rfft", normal(2, 5), norm=_norm)
    case("ihfft", normal(2, 6), norm=_norm)
for _name in ("fft", "ifft", "irfft"):
    case(_name, complexes(5, 2), n=4, axis=0)
    case(_name, complexes(4, 2), n=7, axis=0)
case("rfft", normal(5, 2), n=4, axis=0)
case("rfft", normal(5, 2), n=8, axis=0)
case("fftn", complexes(3, 4))
case("ifftn", complexes(3, 4), axes=(1,))
case("rfftn", normal(3, 4))
case("irfftn", complexes(3, 4), sizes=(3, 5), axes=(0, 1))
case("stft", normal(2, 16), window=6, hop=2)

# convolution and pooling
case("conv", normal(2, 3, 7), normal(4, 3, 3), normal(4))
case("conv", normal(2, 4, 7), normal(6, 2, 3), stride=2, padding=1, dilation=2, groups=2)
case("conv", normal(2, 3, 6, 7), normal(4, 3, 2, 3), stride=(2, 1), padding=(1, 0))
case("conv", normal(2, 6, 5, 3), normal(3, 2, 3, 4), normal(4), padding="same", stride=2, layout="last")
case("conv", normal(1, 2, 4, 4, 5), normal(2, 2, 2, 2, 2), padding=1, stride=2)
case("conv", normal(3, 8), normal(4, 3, 3), padding=((2, 1),), unbatched=True)
case("conv", normal(1, 2, 9), normal(2, 2, 2), stride=3)
case("depthwise_conv", normal(2, 5, 5, 3), normal(2, 2, 3, 2), normal(6), stride=2)
case("conv_transpose", normal(2, 3, 4), normal(3, 2, 3), normal(2), stride=2, padding=1)
case("conv_transpose", normal(2, 4, 4), normal(4, 3, 3), stride=2, output_padding=1, groups=2)
case("conv_transpose", normal(2, 3, 3, 4), normal(3, 2, 2, 3), stride=(2, 1), dilation=2)
case("conv_transpose", normal(2, 4, 3), normal(3, 2, 3), stride=2, padding="same", layout="last")
case("conv_transpose", normal(2, 4, 3), normal(3, 2, 3), stride=2, padding="valid", layout="last")
case("conv_transpose", normal(2, 3, 4), normal(3, 2, 3), stride=2, padding=1, output=(8,))
for _name in ("max_pool", "avg_pool", "lp_pool"):
    _x = (lambda *s: distinct(*s)) if _name == "max_pool" else (lambda *s: positive(*s))
    case(_name, _x(2, 2, 6), window=(2,))
    case(_name, _x(1, 2, 5, 6), window=(3, 2), stride=(2, 1), padding=(1, 0))
    case(_name, _x(1, 5, 6, 2), window=(3, 2), padding="same", stride=2, layout="last")
    case(_name, _x(1, 1, 7), window=(2,), dilation=2, stride=2, ceil_mode=True)
    case(_name, _x(1, 1, 4, 4, 4), window=(2, 2, 2))
case("avg_pool", normal(1, 1, 5), window=(3,), stride=2, padding=1, count_padding=False)
_pooled = {"window": (3, 2), "stride": (2, 1), "padding": (1, 0)}
case("max_pool_back", normal(1, 2, 3, 5), distinct(1, 2, 5, 6), normal(1, 2, 3, 5), **_pooled)
case("avg_pool_back", normal(1, 2, 3, 5), size=(5, 6), **_pooled)
case("avg_pool_back", normal(1, 3, 3, 2), size=(5, 6), window=(3, 2), padding="same", stride=2, layout="last")
case("adaptive_avg_pool", normal(2, 2, 7), size=(3,))
case("adaptive_max_pool", distinct(2, 2, 7), size=(3,))
case("global_avg_pool", normal(2, 3, 4, 2), spatial=2)
case("global_max_pool", distinct(2, 3, 4, 2), spatial=2)
case("max_unpool", normal(1, 2, 2), np.array([[[1, 2], [0, 3]]]), window=(2,))
case("unfold", normal(2, 3, 5, 4), window=(2, 3), stride=(2, 1), padding=1)
case("fold", normal(2, 6, 8), size=(3, 4), window=(2, 1))
case("extract_patches", normal(2, 5, 5, 2), window=(2, 2), stride=2)
case("resample", normal(1, 2, 3, 4), size=(5, 2))
case("resample", normal(1, 2, 4), factor=1.5)
case("resize", normal(3, 4, 2), size=(5, 3))
case("resized_to", normal(3, 4), shape=Shape((5, 2)))
case("upsample", normal(1, 2, 3, 2), factors=(2, 3))
case("pad_space", normal(1, 3, 2), widths=((1, 2),))
for _name, _c in (("pixel_shuffle", 8), ("depth_to_space", 8), ("pixel_unshuffle", 2), ("space_to_depth", 2)):
    case(_name, normal(1, _c, 4, 2), block=2)
case("channels_first", normal(3, 4, 2))
case("grid_sample", normal(1, 2, 4, 5), inside(1, 3, 2, 2))
case("affine_grid", normal(2, 2, 3), size=(2, 1, 3, 4))

# normalisation, attention
for _name in ("softmax", "log_softmax", "normalize"):
    case(_name, normal(2, 4))
    case(_name, normal(2, 4, 3), axis=1)
case("cosine_similarity", normal(2, 4), normal(2, 4))
case("batch_norm", normal(4, 3, 2), positive(3), normal(3))
case("batch_norm", normal(4, 3), positive(3), normal(3), normal(3), positive(3))
case("layer_norm", normal(4, 3), positive(3), normal(3), shape=(3,))
case("layer_norm", normal(4, 3, 2), positive(3, 2), normal(3, 2), shape=(3, 2))
case("group_norm", normal(2, 4, 3), positive(4), normal(4), groups=2)
case("instance_norm", normal(2, 3, 4), positive(3), normal(3))
case("local_response_norm", normal(2, 6, 3))
case("moments_norm", normal(2, 3), normal(3), positive(3))
case("scaled_dot_product_attention", normal(2, 4, 3), normal(2, 5, 3), normal(2, 5, 2))
case("scaled_dot_product_attention", normal(2, 4, 3), normal(2, 4, 3), normal(2, 4, 2), causal=True)
case("scaled_dot_product_attention", normal(2, 4, 3), normal(4, 3), normal(4, 2), normal(4, 4), scale=0.3)
case("scaled_dot_product_attention", normal(4, 3, 2), normal(2, 3, 2), normal(2, 3, 2), grouped=True)

# losses
for _reduction in ("mean", "sum", "none"):
    case("cross_entropy", normal(4, 3), whole(3, 4), reduction=_reduction)
    case("nll_loss", normal(4, 3, 2), whole(3, 4, 2), positive(3), reduction=_reduction)
    case("cross_entropy", normal(4, 3), whole(3, 4), positive(3), reduction=_reduction, label_smoothing=0.1)
    case("cross_entropy", normal(4, 3), share(4, 3), reduction=_reduction)
    case("categorical_crossentropy", share(4, 3), share(4, 3), reduction=_reduction)
    case("sparse_categorical_crossentropy", whole(3, 4), share(4, 3), reduction=_reduction)
    case("binary_crossentropy", share(4, 3), share(4, 3), reduction=_reduction)
    case("keras_regression", normal(4, 3), normal(4, 3), reduction=_reduction)
    case("ctc_loss", normal(6, 2, 4), np.array([[1, 2], [3, 3]]), reduction=_reduction)
case("ctc_loss", normal(6, 2, 4), np.array([[1, 2], [3, 3]]), np.array([6, 5]), np.array([1, 2]))
case("cross_entropy", normal(3), np.array(1))
case("cross_entropy", normal(4, 3), np.array([0, -100, 2, 1]))
case("binary_cross_entropy", share(4, 3), share(4, 3), positive(3))
for (
    _name
) in """bce_with_logits multilabel_soft_margin mse_loss l1_loss huber_loss poisson_nll soft_margin_loss
    hinge_loss""".split():
    case(_name, normal(4, 3), normal(4, 3))
case("multilabel_soft_margin", normal(4, 3), share(4, 3), positive(3), reduction="none")
case("huber_loss", normal(5) * 3, normal(5), delta=0.7)
case("kl_div", normal(4, 3), share(4, 3))
case("multi_margin_loss", normal(4, 3), whole(3, 4))
case("softmax_cross_entropy", share(4, 3), normal(4, 3))
case("sparse_softmax_cross_entropy", whole(3, 4), normal(4, 3))
case("cross_entropy_with_integer_labels", normal(4, 3), whole(3, 4))
case("sigmoid_cross_entropy", share(4, 3), normal(4, 3))
case("cosine_embedding_loss", normal(4, 3), normal(4, 3), np.array([1, -1, 1, -1]))
case("triplet_margin_loss", normal(4, 3), normal(4, 3), normal(4, 3))
case("margin_ranking_loss", normal(4), normal(4), np.array([1.0, -1.0, 1.0, 1.0]))
case("gaussian_nll", normal(4), normal(4), positive(4))
