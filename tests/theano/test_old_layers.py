"""Layers under their old names give what the newer ones give."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T
from gnomon.theano.tensor.constants import NotScalarConstantError
from gnomon.theano.tensor.nnet import abstract_conv, blocksparse, bn, conv3d2d, corr, corr3d
from gnomon.theano.tensor.nnet import conv as old_conv
from gnomon.theano.tensor.signal import pool

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("border", ["valid", "full", "half", (1, 2)])
def test_correlations_do_not_turn_kernels(border):
    x, w = T.dtensor4("x"), T.dtensor4("w")
    ours = corr.CorrMM(border)(x, w)
    wanted = abstract_conv.conv2d(x, w, border_mode=border, filter_flip=False)
    found, own = theano.function([x, w], [ours, wanted])(
        RNG.normal(size=(2, 3, 6, 5)), RNG.normal(size=(4, 3, 3, 2))
    )
    np.testing.assert_allclose(found, own)


@pytest.mark.parametrize("border", ["valid", "full"])
@pytest.mark.parametrize("rank", [2, 3])
def test_gradients_of_correlations_find_their_shapes(border, rank):
    kinds = {
        2: (corr.CorrMM, corr.CorrMM_gradWeights, corr.CorrMM_gradInputs),
        3: (corr3d.Corr3dMM, corr3d.Corr3dMM_gradWeights, corr3d.Corr3dMM_gradInputs),
    }[rank]
    x, w = [T.TensorType("float64", (False,) * (2 + rank))(name) for name in "xw"]
    forward, by_weights, by_inputs = [kind(border) for kind in kinds]
    out = forward(x, w)
    cost = (out**2).sum()
    f = theano.function([x, w], [by_weights(x, 2 * out), by_inputs(w, 2 * out), *theano.grad(cost, [w, x])])
    values = f(RNG.normal(size=(2, 3, 5, 6, 4)[: 2 + rank]), RNG.normal(size=(4, 3, 2, 3, 2)[: 2 + rank]))
    for found, own in zip(values[:2], values[2:]):
        np.testing.assert_allclose(found, own)


def test_films_are_volumes_with_time_in_front():
    x, w = T.TensorType("float64", (False,) * 5)("x"), T.TensorType("float64", (False,) * 5)("w")
    film, kernel = RNG.normal(size=(2, 5, 3, 6, 6)), RNG.normal(size=(4, 2, 3, 3, 3))
    found = theano.function([x, w], conv3d2d.conv3d(x, w))(film, kernel)
    swapped = [array.transpose(0, 2, 1, 3, 4) for array in (film, kernel)]
    own = theano.function([x, w], abstract_conv.conv3d(x, w))(*swapped)
    np.testing.assert_allclose(found, own.transpose(0, 2, 1, 3, 4))


def test_diagonals_are_taken_and_added_to():
    x = RNG.normal(size=(5, 3, 2))
    view = conv3d2d.get_diagonal_subtensor_view(x, 0, 1)
    found = conv3d2d.diagonal_subtensor(x, 0, 1).eval()
    np.testing.assert_allclose(found, view)
    added = conv3d2d.inc_diagonal_subtensor(x, 0, 1, view).eval()
    np.testing.assert_allclose(conv3d2d.get_diagonal_subtensor_view(added, 0, 1), 2 * view)


def test_blocks_of_matrices_are_multiplied():
    weights, h, bias = RNG.normal(size=(4, 3, 2, 5)), RNG.normal(size=(1, 2, 2)), RNG.normal(size=(3, 5))
    into, out = np.array([[2, 0]]), np.array([[1, 2]])
    found = blocksparse.sparse_block_dot(weights, h, into, bias, out).eval()
    for place, block in enumerate(out[0]):
        own = bias[block] + sum(h[0, k] @ weights[into[0, k], block] for k in range(2))
        np.testing.assert_allclose(found[0, place], own)


@pytest.mark.parametrize("mode", ["max", "sum", "average_exc_pad"])
def test_gradients_of_pooling_by_name(mode):
    x, g = T.dtensor4("x"), T.dtensor4("g")
    out = pool.Pool(True, mode)(x, (2, 2))
    if mode == "max":
        named = pool.MaxPoolGrad(True)(x, out, g, (2, 2))
    else:
        named = pool.AveragePoolGrad(True, mode)(x, g, (2, 2))
    f = theano.function([x, g], [named, theano.grad(None, x, known_grads={out: g})])
    found, own = f(RNG.normal(size=(1, 2, 4, 6)), RNG.normal(size=(1, 2, 2, 3)))
    np.testing.assert_allclose(found, own)


def test_gradients_of_pooling_take_what_theanos_took():
    x, out, g = T.dtensor4("x"), T.dtensor4("out"), T.dtensor4("g")
    f = theano.function([x, out, g], pool.MaxPoolGrad(True)(x, out, g, (2, 2)))
    images = np.arange(8.0).reshape(1, 1, 2, 4)
    found = f(images, np.array([[[[5.0, 7.0]]]]), np.array([[[[2.0, 3.0]]]]))
    np.testing.assert_array_equal(found[0, 0], [[0, 0, 0, 0], [0, 2, 0, 3]])
    wide = theano.function([x, g], pool.AveragePoolGrad(True, "sum")(x, g, (1, 2), (1, 2), (0, 2)))
    np.testing.assert_array_equal(wide(images[:, :, :1, :2], [[[[5.0, 2.0, 7.0]]]]), [[[[2, 2]]]])


def test_shapes_that_are_promised_are_checked_if_asked_for():
    x, w = T.dtensor4("x"), T.dtensor4("w")
    with theano.change_flags([("conv.assert_shape", True)]):
        f = theano.function([x, w], abstract_conv.conv2d(x, w, input_shape=(2, 3, 6, 5)))
    kernel = np.ones((4, 3, 3, 2))
    assert f(np.ones((2, 3, 6, 5)), kernel).shape == (2, 4, 4, 4)
    with pytest.raises(AssertionError):
        f(np.ones((2, 3, 7, 5)), kernel)
    assert not abstract_conv.check_conv_gradinputs_shape(
        (2, 3, 6, 5), (4, 3, 3, 2), (2, 4, 5, 4), "valid", (1, 1)
    )


@pytest.mark.parametrize("border", ["valid", "full", (1, 0)])
def test_the_size_of_a_kernel_follows_from_what_it_gives(border):
    image, kernel = (2, 3, 9, 8), (4, 3, 3, 2)
    top = abstract_conv.get_conv_output_shape(image, kernel, border, (1, 1), (2, 2))
    assert abstract_conv.get_conv_gradweights_shape(image, top, border, (1, 1), (2, 2)) == kernel


def test_the_old_convolution_checks_the_shapes_that_it_is_given():
    x, w = T.dtensor4("x"), T.dtensor4("w")
    with pytest.warns(UserWarning, match="deprecated"):
        out = old_conv.conv2d(x, w, T.as_tensor_variable([1, 2, 4, 4]), (3, T.as_tensor_variable(2), 2, None))
    f = theano.function([x, w], out)
    kernels = np.ones((3, 2, 2, 3))
    assert f(np.ones((1, 2, 4, 4)), kernels).shape == (1, 3, 3, 2)
    with pytest.raises(ValueError, match="128"):
        f(np.ones((4, 2, 4, 4)), kernels)
    with pytest.raises(AssertionError, match="2 channels"), pytest.warns(UserWarning, match="deprecated"):
        old_conv.conv2d(x, w, (1, 2, 4, 4), (3, 5, 2, 2))
    with pytest.raises(NotScalarConstantError), pytest.warns(UserWarning, match="deprecated"):
        old_conv.conv2d(x, w, (1, 2, 4, T.iscalar()))
    with pytest.raises(ValueError, match="imshp"):
        abstract_conv.AbstractConv2d(imshp=x.shape)


def test_the_gradient_of_batch_normalization_by_name():
    x, dy = T.dtensor3("x"), T.dtensor3("dy")
    scale, bias = (
        T.TensorType("float64", (True, False, True))(),
        T.TensorType("float64", (True, False, True))(),
    )
    out, mean, inverse = bn.batch_normalization_train(x, scale, bias, "spatial", epsilon=1e-5)
    named = bn.AbstractBatchNormTrainGrad((0, 2))(x, dy, scale, mean, inverse)
    own = theano.grad(None, [x, scale, bias], known_grads={out: dy})
    f = theano.function([x, dy, scale, bias], [*named, *own])
    shapes = ((4, 3, 2), (4, 3, 2), (1, 3, 1), (1, 3, 1))
    found = f(*[RNG.normal(size=shape) for shape in shapes])
    for one, other in zip(found[:3], found[3:], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-10)


@pytest.mark.parametrize(
    ("dtype", "result"), [("int8", "float32"), ("float32", "float32"), ("int64", "float64")]
)
def test_hard_sigmoids_of_integers_are_floats(dtype, result):
    x = T.vector(dtype=dtype)
    found = theano.function([x], T.nnet.hard_sigmoid(x))(np.array([-3, 0, 1], dtype))
    assert found.dtype == result
    np.testing.assert_allclose(found, [0, 0.5, 0.7], rtol=1e-6)


@pytest.mark.parametrize(("border", "step", "size"), [("valid", 1, 3), ("full", 1, 5), ("valid", 2, 2)])
def test_the_gradient_by_pictures_of_known_sizes_needs_no_pictures(border: str, step: int, size: int) -> None:
    dummy, g = T.dtensor4("dummy"), T.dtensor4("g")
    kernels = theano.shared(np.arange(8.0).reshape(2, 1, 2, 2))
    known = {"input_shape": (3, 1, 4, 4), "border_mode": border, "subsample": (step, step)}
    node = T.nnet.conv2d(dummy, kernels, **known).owner
    slopes, _ = node.op.grad((dummy, kernels), (g,))
    given = np.random.RandomState(0).rand(3, 2, size, size)
    free = T.nnet.conv2d(dummy, kernels, border_mode=border, subsample=(step, step))
    wanted = theano.grad((free * given).sum(), dummy).eval({dummy: np.zeros((3, 1, 4, 4))})
    np.testing.assert_allclose(theano.function([g], slopes)(given), wanted)


def test_a_function_may_list_pictures_that_a_gradient_needs_only_the_sizes_of() -> None:
    pictures, g = T.dtensor4("pictures"), T.dtensor4("g")
    kernels = theano.shared(np.ones((2, 1, 2, 2)))
    out = T.nnet.conv2d(pictures, kernels, input_shape=(3, 1, 4, 4))
    slopes = theano.function([pictures, g], theano.grad(None, pictures, known_grads={out: g}))
    assert slopes(np.zeros((3, 1, 4, 4)), np.ones((3, 2, 3, 3)))[0, 0, 1, 1] == 8
