"""The models of TensorFlow have its real signatures: those of version 2 and of the names kept of version 1.

A program's ``tf`` may be either version, so that a model has the order of one and takes what the other takes by name.
"""

import pytest
import tensorflow

from gnomon.models.loading import load

from models.signatures import Comparison, known, methods, models, real

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
load("tensorflow")

FUNCTIONS = {
    "takes the parameters of both versions and of older ones, each of which may be left out": """
        tensorflow.Print tensorflow.check_numerics tensorflow.clip_by_value tensorflow.concat
        tensorflow.cond tensorflow.constant tensorflow.convert_to_tensor
        tensorflow.convert_to_tensor_or_indexed_slices tensorflow.convert_to_tensor_or_sparse_tensor
        tensorflow.get_local_variable tensorflow.get_variable tensorflow.image.extract_patches
        tensorflow.lin_space tensorflow.linalg.matrix_transpose tensorflow.linalg.transpose
        tensorflow.linspace tensorflow.losses.sigmoid_cross_entropy
        tensorflow.losses.softmax_cross_entropy tensorflow.losses.sparse_softmax_cross_entropy
        tensorflow.manip.scatter_nd tensorflow.math.in_top_k tensorflow.matrix_transpose
        tensorflow.nn.avg_pool tensorflow.nn.avg_pool2d tensorflow.nn.batch_normalization
        tensorflow.nn.dropout tensorflow.nn.in_top_k tensorflow.nn.max_pool
        tensorflow.nn.moments tensorflow.nn.sigmoid_cross_entropy_with_logits
        tensorflow.nn.softmax_cross_entropy_with_logits tensorflow.nn.softmax_cross_entropy_with_logits_v2
        tensorflow.nn.sparse_softmax_cross_entropy_with_logits tensorflow.scatter_nd tensorflow.split
        tensorflow.switch_case tensorflow.tensor_scatter_add tensorflow.tensor_scatter_nd_add
        tensorflow.tensor_scatter_nd_max tensorflow.tensor_scatter_nd_min tensorflow.tensor_scatter_nd_sub
        tensorflow.tensor_scatter_sub tensorflow.variable_op_scope tensorflow.variable_scope
    """,
    "is made by models, which know more or less than programs give": """
        tensorflow.TensorArraySpec tensorflow.TensorShape tensorflow.TensorSpec tensorflow.VariableScope
        tensorflow.data.Dataset tensorflow.data.Iterator
    """,
    "has the model of a function under another name, which takes more or less": """
        tensorflow.arg_max tensorflow.arg_min tensorflow.clip_by_average_norm tensorflow.depth_to_space
        tensorflow.extract_image_patches tensorflow.image.extract_image_patches
        tensorflow.image.stateless_random_crop tensorflow.linalg.adjoint
        tensorflow.linalg.eigh_tridiagonal tensorflow.multinomial tensorflow.nn.conv1d_transpose
        tensorflow.nn.depthwise_conv2d_native tensorflow.ragged.placeholder tensorflow.random.categorical
        tensorflow.random.experimental.stateless_shuffle tensorflow.random.multinomial
        tensorflow.random.stateless_multinomial tensorflow.space_to_depth tensorflow.sparse_matmul
    """,
    "has the parameters that all reductions have in version 1": """
        tensorflow.math.reduce_euclidean_norm tensorflow.math.reduce_std tensorflow.math.reduce_variance
    """,
    "internal name: has the model of the public one, which takes what both versions take": """
        tensorflow.python.framework.ops.convert_to_tensor tensorflow.python.ops.array_ops.concat
        tensorflow.python.ops.array_ops.split tensorflow.python.ops.gen_math_ops.mat_mul
        tensorflow.python.ops.math_ops.reduce_all tensorflow.python.ops.math_ops.reduce_any
        tensorflow.python.ops.math_ops.reduce_euclidean_norm
        tensorflow.python.ops.math_ops.reduce_logsumexp tensorflow.python.ops.math_ops.reduce_max
        tensorflow.python.ops.math_ops.reduce_mean tensorflow.python.ops.math_ops.reduce_min
        tensorflow.python.ops.math_ops.reduce_prod tensorflow.python.ops.math_ops.reduce_std
        tensorflow.python.ops.math_ops.reduce_sum tensorflow.python.ops.math_ops.reduce_variance
        tensorflow.python.ops.nn_ops.dropout tensorflow.python.ops.nn_ops.gelu
        tensorflow.python.ops.nn_ops.leaky_relu tensorflow.python.ops.variables.Variable
    """,
}


def versions(name):
    """The signatures of a name in version 2 and in version 1; decorators are followed to what they decorate."""
    return [found for home in ("tensorflow.", "tensorflow.compat.v1.") for found in known(real(home + name))]


def test_functions():
    pairs = [
        (name, model, versions(name.removeprefix("tensorflow."))) for name, model in models("tensorflow.")
    ]
    Comparison(pairs).check(FUNCTIONS)


def test_methods():
    pairs = [(name, model, known(getattr(tensorflow.Tensor, name, None))) for name, model in methods("tf")]
    Comparison(pairs).check({"the tensor comes first, then the index": "__getitem__"})
