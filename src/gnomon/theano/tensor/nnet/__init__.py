"""`theano.tensor.nnet`: what neural networks are made of."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.tensor.nnet import (
    abstract_conv,
    activations,
    bn,
    conv,
    ctc,
    losses,
    neighbours,
    nnet,
    sigm,
)
from gnomon.theano.tensor.nnet.abstract_conv import (
    conv2d,
    conv2d_grad_wrt_inputs,
    conv2d_transpose,
    conv3d,
    separable_conv2d,
    separable_conv3d,
)
from gnomon.theano.tensor.nnet.activations import (
    LogSoftmax,
    Softmax,
    SoftmaxWithBias,
    elu,
    hard_sigmoid,
    logsoftmax,
    logsoftmax_op,
    relu,
    scalar_sigmoid,
    selu,
    sigmoid,
    sigmoid_inplace,
    softmax,
    softmax_graph,
    softmax_op,
    softmax_with_bias,
    softplus,
    softsign,
    ultra_fast_sigmoid,
)
from gnomon.theano.tensor.nnet.bn import batch_normalization
from gnomon.theano.tensor.nnet.conv import ConvOp
from gnomon.theano.tensor.nnet.losses import (
    CrossentropyCategorical1Hot,
    binary_crossentropy,
    categorical_crossentropy,
    confusion_matrix,
    crossentropy_categorical_1hot,
    crossentropy_softmax_1hot,
    crossentropy_softmax_1hot_with_bias,
    crossentropy_softmax_max_and_argmax_1hot,
    crossentropy_softmax_max_and_argmax_1hot_with_bias,
    h_softmax,
    sigmoid_binary_crossentropy,
)
from gnomon.theano.tensor.nnet.rows import (
    CrossentropyCategorical1HotGrad,
    CrossentropySoftmax1HotWithBiasDx,
    CrossentropySoftmaxArgmax1HotWithBias,
    Prepend_scalar_constant_to_each_row,
    Prepend_scalar_to_each_row,
    SoftmaxGrad,
    crossentropy_categorical_1hot_grad,
    crossentropy_softmax_1hot_with_bias_dx,
    crossentropy_softmax_argmax_1hot_with_bias,
    prepend_0_to_each_row,
    prepend_1_to_each_row,
    prepend_scalar_to_each_row,
    softmax_grad,
)

abstract_conv2d = conv2d
