"""`theano.tensor.nnet.corr3d`: correlations of volumes with kernels, and their gradients, under their old names."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.tensor.nnet.conv_operations import (
    AbstractConv3d,
    AbstractConv3d_gradInputs,
    AbstractConv3d_gradWeights,
)
from gnomon.theano.tensor.nnet.conv_sizes import kernel_space, picture_space
from gnomon.theano.tensor.variables import as_tensor_variable


class BaseCorr3dMM:
    """What correlations have in common: kernels are not turned."""

    def __init__(
        self,
        border_mode: Any = "valid",
        subsample: Any = (1, 1, 1),
        filter_dilation: Any = (1, 1, 1),
        num_groups: int = 1,
        openmp: Any = None,
    ) -> None:
        super().__init__(None, None, border_mode, subsample, False, filter_dilation, num_groups)  # type: ignore[call-arg]


class Corr3dMM(BaseCorr3dMM, AbstractConv3d):
    """The correlation of volumes with kernels."""


class Corr3dMM_gradWeights(BaseCorr3dMM, AbstractConv3d_gradWeights):
    """The gradient of a correlation by the kernels, of a shape that may be left out where steps are of one."""

    def make_node(self, img: Any, topgrad: Any, shape: Any = None, add_assert_shape: bool = True) -> Apply:
        img, topgrad = as_tensor_variable(img), as_tensor_variable(topgrad)
        return super().make_node(img, topgrad, kernel_space(self, img, topgrad) if shape is None else shape)


class Corr3dMM_gradInputs(BaseCorr3dMM, AbstractConv3d_gradInputs):
    """The gradient of a correlation by the volumes, of a shape that may be left out where steps are of one."""

    def make_node(self, kern: Any, topgrad: Any, shape: Any = None, add_assert_shape: bool = True) -> Apply:
        kern, topgrad = as_tensor_variable(kern), as_tensor_variable(topgrad)
        return super().make_node(
            kern, topgrad, picture_space(self, kern, topgrad) if shape is None else shape
        )
