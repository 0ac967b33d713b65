"""Pictures in rows: `theano.sparse.sandbox.sp` gives what Theano 1.0.5 gave."""

from __future__ import annotations

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T

pytest.importorskip("scipy.sparse")

from gnomon.theano.sparse.sandbox import sp

PICTURES = (np.arange(48) % 7).reshape(2, 24).astype("float64")
KERNELS = (np.arange(16) % 5 - 2).reshape(2, 8).astype("float64")


def test_products_with_all_parts_of_pictures() -> None:
    kernels, pictures = T.dmatrices("kernels", "pictures")
    bias = T.constant(np.array([100.0, 200.0]))
    found, sizes = sp.convolve(kernels, (2, 2), 2, pictures, (2, 3, 4), step=(2, 1), bias=bias)
    assert sizes.tolist() == [2, 2, 2]
    assert theano.function([kernels, pictures], found)(KERNELS, PICTURES).tolist() == [
        [100, 87, 81, 89, 193, 195, 225, 199],
        [84, 85, 100, 87, 210, 212, 193, 195],
    ]
    found, sizes = sp.convolve(kernels, (2, 2), 1, pictures, (3, 4), mode="full", flatten=False)
    assert sizes.tolist() == [1, 4, 5]
    given = KERNELS[:1, :4], PICTURES[:1, :12]
    rows = [0, 1, 2, 3, 0, 4, 4, 2, -7, -6, -3, -11, -13, -8, 0, -1, -4, -7, -10, -8]
    assert theano.function([kernels, pictures], found)(*given).tolist() == [[rows]]
    with pytest.raises(ValueError, match="do not fit"):
        sp.convolve(kernels, (5, 2), 1, pictures, (3, 4))


def test_largest_numbers_of_parts_of_pictures() -> None:
    pictures = T.dmatrix("pictures")
    found, sizes = sp.max_pool(pictures, (2, 3, 4), (2, 2))
    assert sizes.tolist() == [1, 2]
    assert found.eval({pictures: PICTURES}).tolist() == [[5, 6, 6, 5], [4, 6, 6, 4]]
