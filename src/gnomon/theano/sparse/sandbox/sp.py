"""`theano.sparse.sandbox.sp`: convolution and pooling of pictures that lie in rows, and functions of sparse matrices."""

# ruff: noqa: F401 (names that users import from here)

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.sparse import (
    ColScaleCSC,
    Diag,
    EnsureSortedIndices,
    Remove0,
    RowScaleCSC,
    SpSum,
    SquareDiagonal,
    clean,
    col_scale,
    diag,
    ensure_sorted_indices,
    remove0,
    row_scale,
    sp_sum,
    square_diagonal,
)
from gnomon.theano.tensor.opt import register_specialize
from gnomon.theano.tensor.shapes import reshape


def _of_rows(images: Any, imgshp: Any) -> tuple[Any, tuple[int, int, int]]:
    """Return pictures that lie in rows, one of a channel after the other, as an array of four axes, and their sizes."""
    sizes = tuple([int(size) for size in imgshp])
    channels, height, width = sizes if len(sizes) == 3 else (1, *sizes)
    return reshape(images, (-1, channels, height, width), ndim=4), (channels, height, width)


def convolve(
    kerns: Any,
    kshp: Any,
    nkern: int,
    images: Any,
    imgshp: Any,
    step: Any = (1, 1),
    bias: Any = None,
    mode: str = "valid",
    flatten: bool = True,
) -> Any:
    """Return products of kernels with all parts of pictures, and their sizes: number of kernels, height, width.

    Kernels and pictures lie in rows. ``step`` is along the width, then along the height; kernels are not flipped.
    """
    from gnomon.theano.tensor.nnet.abstract_conv import conv2d

    if mode not in ("valid", "full"):
        raise ValueError(f"the mode is 'valid' or 'full', got {mode!r}")
    pictures, (channels, height, width) = _of_rows(images, imgshp)
    weights = reshape(kerns, (nkern, channels, *kshp), ndim=4)
    sign = -1 if mode == "valid" else 1
    sizes = [
        int(np.ceil((size + sign * (k - 1)) / stride))
        for size, k, stride in zip((height, width), kshp, (step[1], step[0]))
    ]
    if min(sizes) <= 0:
        raise ValueError(f"kernels of {tuple(kshp)} do not fit in pictures of {(height, width)}")
    found = conv2d(
        pictures, weights, border_mode=mode, subsample=(step[1], step[0]), filter_flip=False
    ).reshape((pictures.shape[0], nkern, sizes[0] * sizes[1]), ndim=3)
    if bias is not None:
        found = found + bias.dimshuffle("x", 0, "x")
    return found.flatten(2) if flatten else found, np.array([nkern, *sizes])


def max_pool(images: Any, imgshp: Any, maxpoolshp: Any) -> Any:
    """Return the largest number of each part of pictures that lie in rows, and the height and width of what results."""
    from gnomon.theano.tensor.signal.pool import pool_2d

    pictures, (_, height, width) = _of_rows(images, imgshp)
    found = pool_2d(pictures, tuple(maxpoolshp), ignore_border=True, mode="max")
    return found.flatten(2), np.array([height // maxpoolshp[0], width // maxpoolshp[1]])
