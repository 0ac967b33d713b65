"""What neural networks are made of: normalization, neighbourhoods, sequences, larger images, kinds of convolution."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T
from gnomon.theano.tensor.nnet import abstract_conv, bn, neighbours
from gnomon.theano.tensor.nnet.ctc import ctc
from gnomon.theano.tensor.signal import pool

RNG = np.random.default_rng(3)


def finite_slopes(function, at, step=1e-6):
    found = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        moved = at.copy()
        moved[place] += step
        found[place] = (function(moved) - function(at)) / step
    return found


@pytest.mark.parametrize("axes, along", [("per-activation", (0,)), ("spatial", (0, 2))])
def test_a_batch_is_normalized_and_running_statistics_move(axes, along):
    x = T.dtensor3("x")
    data = RNG.normal(size=(4, 3, 2))
    rest = tuple(size for axis, size in enumerate(data.shape) if axis not in along)
    gamma, beta = RNG.normal(size=rest), RNG.normal(size=rest)
    out, mean, invstd, new_mean, new_var = bn.batch_normalization_train(
        x, T.constant(gamma), T.constant(beta), axes, 1e-4, 0.2, T.zeros(rest), T.ones(rest)
    )
    found = theano.function([x], [out, mean, invstd, new_mean, new_var])(data)
    average, variance = data.mean(along, keepdims=True), data.var(along, keepdims=True)
    spread = [np.expand_dims(p, along) for p in (gamma, beta)]
    np.testing.assert_allclose(found[0], (data - average) / np.sqrt(variance + 1e-4) * spread[0] + spread[1])
    np.testing.assert_allclose(found[1], average.squeeze(along))
    np.testing.assert_allclose(found[3], 0.2 * average.squeeze(along))
    count = data.size / average.size
    np.testing.assert_allclose(found[4], 0.8 + 0.2 * count / (count - 1) * variance.squeeze(along))
    known = bn.batch_normalization_test(x, *map(T.constant, (gamma, beta, rest[0] * gamma, beta**2)), axes)
    expected = (data - rest[0] * spread[0]) / np.sqrt(spread[1] ** 2 + 1e-4) * spread[0] + spread[1]
    np.testing.assert_allclose(known.eval({x: data}), expected)


def test_gradients_of_a_normalized_batch():
    x, gamma = T.dmatrix("x"), T.dvector("gamma")
    out = bn.batch_normalization_train(x, gamma, T.zeros_like(gamma))[0]
    cost = (out**3).sum()
    value, slope = theano.function([x, gamma], cost), theano.function([x, gamma], T.grad(cost, x))
    data, scale = RNG.normal(size=(5, 2)), np.array([0.5, 2.0])
    np.testing.assert_allclose(slope(data, scale), finite_slopes(lambda a: value(a, scale), data), atol=1e-3)


def test_statistics_of_another_rank_are_refused():
    with pytest.raises(ValueError, match="axes"):
        bn.batch_normalization_train(T.dtensor4(), T.dmatrix(), T.dvector())


@pytest.mark.parametrize("mode", ["valid", "ignore_borders", "half", "full", "wrap_centered"])
def test_neighbourhoods_are_rows(mode):
    images = RNG.normal(size=(2, 1, 4, 6))
    (rows, columns), (down, across) = (3, 3), (1, 1)
    pad = {"half": 1, "full": 2, "wrap_centered": 1}.get(mode, 0)
    around = np.pad(
        images,
        ((0, 0), (0, 0), (pad, pad), (pad, pad)),
        mode="wrap" if mode == "wrap_centered" else "constant",
    )
    views = np.lib.stride_tricks.sliding_window_view(around, (rows, columns), axis=(2, 3))
    x = T.dtensor4("x")
    found = neighbours.images2neibs(x, (rows, columns), (down, across), mode)
    np.testing.assert_array_equal(found.eval({x: images}), views.reshape(-1, rows * columns))
    slope = T.grad(found.sum(), x).eval({x: images})
    assert slope.sum() == pytest.approx(views.size if mode != "full" and mode != "half" else slope.sum())


def test_windows_side_by_side_become_images_again():
    x = T.dtensor4("x")
    images = RNG.normal(size=(2, 3, 4, 6))
    rows = neighbours.images2neibs(x, (2, 3))
    again = neighbours.neibs2images(rows, (2, 3), x.shape)
    np.testing.assert_array_equal(again.eval({x: images}), images)
    with pytest.raises(Exception, match=r"windows|size|shape"):
        neighbours.images2neibs(x, (4, 4)).eval({x: images})


def test_costs_of_sequences_of_labels():
    scores = T.dtensor3("scores")
    labels, lengths = T.imatrix("labels"), T.ivector("lengths")
    cost = ctc(scores, labels, lengths)
    data = RNG.normal(size=(2, 1, 3))
    logs = data - np.log(np.exp(data).sum(-1, keepdims=True))
    paths = [(1, 1), (0, 1), (1, 0)]  # what gives the one label 1 in two steps; the blank is 0
    expected = -np.log(sum(np.exp(logs[0, 0, a] + logs[1, 0, b]) for a, b in paths))
    f = theano.function([scores, labels, lengths], [cost, T.grad(cost.sum(), scores)])
    found, slope = f(data, np.array([[1, -1]], "int32"), np.array([2], "int32"))
    np.testing.assert_allclose(found, [expected])
    assert slope.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("ratio, step", [(2, 1), (3, 1), (5, 2)])
def test_larger_images_lie_on_lines_between_entries(ratio, step):
    x = T.dtensor4("x")
    if step == 1:
        found = abstract_conv.bilinear_upsampling(x, ratio)
    else:
        found = abstract_conv.bilinear_upsampling(x, frac_ratio=(ratio, step), use_1D_kernel=False)
    images = RNG.normal(size=(1, 2, 3, 4))
    ends = [(np.arange(0, n * ratio, step) - (ratio - 1) // 2) / ratio for n in (3, 4)]
    along = np.apply_along_axis(lambda a: np.interp(ends[0], range(3), a), 2, images)
    expected = np.apply_along_axis(lambda a: np.interp(ends[1], range(4), a), 3, along)
    np.testing.assert_allclose(found.eval({x: images}), expected, atol=1e-12)


def correlate(image, kernel):
    views = np.lib.stride_tricks.sliding_window_view(image, kernel.shape[2:], axis=(2, 3))
    return np.einsum("nchwij,ocij->nohw", views, kernel)


def test_separable_and_causal_convolution():
    x, deep, point = T.dtensor4("x"), T.dtensor4("deep"), T.dtensor4("point")
    images, each, mixed = (
        RNG.normal(size=(2, 2, 5, 5)),
        RNG.normal(size=(2, 1, 3, 3)),
        RNG.normal(size=(3, 2, 1, 1)),
    )
    found = abstract_conv.separable_conv2d(x, deep, point, 2, filter_flip=False)
    parts = np.concatenate([correlate(images[:, [c]], each[[c]]) for c in range(2)], axis=1)
    np.testing.assert_allclose(found.eval({x: images, deep: each, point: mixed}), correlate(parts, mixed))

    series, kernel = T.dtensor3("series"), T.dtensor3("kernel")
    seen = abstract_conv.causal_conv1d(series, kernel, (1, 1, 3))
    data, weights = RNG.normal(size=(1, 1, 6)), RNG.normal(size=(1, 1, 3))
    np.testing.assert_allclose(
        seen.eval({series: data, kernel: weights})[0, 0], np.convolve(data[0, 0], weights[0, 0])[:6]
    )


def test_pictures_of_signals():
    x, kernel = T.dmatrix("x"), T.dtensor3("kernel")
    picture, kernels = RNG.normal(size=(5, 6)), RNG.normal(size=(2, 3, 3))
    found = T.signal.conv.conv2d(x, kernel).eval({x: picture, kernel: kernels})
    expected = correlate(picture[None, None], kernels[:, None, ::-1, ::-1])[0]
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize("window, stride", [((2, 2), (1, 1)), ((2, 2), (3, 3)), ((3, 3), (2, 2))])
@pytest.mark.parametrize("mode", ["max", "sum", "average_exc_pad"])
def test_pooling_reaches_the_border(window, stride, mode):
    x = T.dmatrix("x")
    found = pool.pool_2d(x, window, ignore_border=False, stride=stride, mode=mode)
    reduce = {"max": np.max, "sum": np.sum, "average_exc_pad": np.mean}[mode]
    for shape in ((5, 7), (6, 4)):
        data = RNG.normal(size=shape)
        counts = pool.Pool.out_shape(shape, window, False, stride)
        expected = [
            [
                reduce(data[r * stride[0] :, c * stride[1] :][: window[0], : window[1]])
                for c in range(counts[1])
            ]
            for r in range(counts[0])
        ]
        np.testing.assert_allclose(found.eval({x: data}), expected)


@pytest.mark.parametrize("groups, stride, flip", [(1, 1, True), (2, 2, False)])
def test_kernels_that_differ_from_place_to_place(groups, stride, flip):
    x, kernel, g = T.dtensor4("x"), T.TensorType("float64", (False,) * 6)("kernel"), T.dtensor4("g")
    images = RNG.normal(size=(2, 2, 5, 6))
    rows, columns = (5 - 3) // stride + 1, (6 - 2) // stride + 1
    kernels = RNG.normal(size=(4, rows, columns, 2 // groups, 3, 2))
    found = abstract_conv.conv2d(
        x, kernel, subsample=(stride, stride), filter_flip=flip, num_groups=groups, unshared=True
    )
    expected = np.zeros((2, 4, rows, columns))
    turned = kernels[..., ::-1, ::-1] if flip else kernels
    for o, r, c in np.ndindex(4, rows, columns):
        first = o // (4 // groups) * (2 // groups)
        window = images[:, first : first + 2 // groups, r * stride :, c * stride :][:, :, :3, :2]
        expected[:, o, r, c] = (window * turned[o, r, c]).sum((1, 2, 3))
    cotangent = RNG.normal(size=expected.shape)
    by_x, by_kernel = T.grad(None, [x, kernel], known_grads={found: g})
    again = abstract_conv.AbstractConv2d_gradWeights(
        None, None, "valid", (stride, stride), flip, (1, 1), groups, True
    )(x, g, (3, 2))
    f = theano.function([x, kernel, g], [found, by_x, by_kernel, again])
    values, of_x, of_kernel, of_again = f(images, kernels, cotangent)
    np.testing.assert_allclose(values, expected)
    assert (of_x * images).sum() == pytest.approx((expected * cotangent).sum())
    assert (of_kernel * kernels).sum() == pytest.approx((expected * cotangent).sum())
    np.testing.assert_allclose(of_again, of_kernel)


@pytest.mark.parametrize("mode", ["max", "sum", "average_inc_pad", "average_exc_pad"])
@pytest.mark.parametrize(("border", "stride_given"), [(True, (2, 1)), (False, (2, 1)), (False, (3, 3))])
def test_windows_of_computed_sizes(mode, border, stride_given):
    x, ws, stride = T.dtensor3("x"), T.ivector("ws"), T.ivector("stride")
    pad = (1, 0) if border else (0, 0)
    found = pool.pool_2d(x, ws, ignore_border=border, stride=stride, pad=pad, mode=mode)
    known = pool.pool_2d(x, (3, 2), ignore_border=border, stride=stride_given, pad=pad, mode=mode)
    f = theano.function([x, ws, stride], [found, known, T.grad(found.sum(), x), T.grad(known.sum(), x)])
    value, expected, slope, expected_slope = f(RNG.normal(size=(2, 5, 4)), [3, 2], stride_given)
    np.testing.assert_allclose(value, expected)
    np.testing.assert_allclose(slope, expected_slope)


def test_cross_entropies_have_the_gradients_that_they_are_made_of():
    x, b, y = T.dmatrix("x"), T.dvector("b"), T.ivector("y")
    loss, chances, places = T.nnet.crossentropy_softmax_argmax_1hot_with_bias(x, b, y)
    by_x = T.grad(loss.sum(), x)
    same = T.nnet.crossentropy_softmax_1hot_with_bias_dx(T.ones_like(loss), chances, y)
    again = T.nnet.softmax_grad(
        T.nnet.crossentropy_categorical_1hot_grad(T.ones_like(loss), chances, y), chances
    )
    f = theano.function([x, b, y], [loss, places, by_x, same, again])
    scores, bias = RNG.normal(size=(3, 4)), RNG.normal(size=4)
    values, found, *slopes = f(scores, bias, [0, 3, 1])
    logs = scores + bias - np.log(np.exp(scores + bias).sum(1, keepdims=True))
    np.testing.assert_allclose(values, -logs[range(3), [0, 3, 1]])
    np.testing.assert_array_equal(found, (scores + bias).argmax(1))
    for slope in slopes:
        np.testing.assert_allclose(slope, np.exp(logs) - np.eye(4)[[0, 3, 1]], atol=1e-12)


def test_numbers_stand_before_rows():
    x = T.dmatrix("x")
    rows = RNG.normal(size=(2, 3))
    for found in (T.nnet.prepend_1_to_each_row(x), T.nnet.prepend_scalar_to_each_row(1.0, x)):
        np.testing.assert_array_equal(found.eval({x: rows}), np.c_[np.ones(2), rows])


@pytest.mark.parametrize("scale", [1.0, 1e6])
@pytest.mark.parametrize("form", ["classes", "indices"])
def test_losses_of_certain_scores_are_finite_with_their_gradients(scale, form):
    x, y = T.dmatrix("x"), T.ivector("y")
    chances = T.nnet.softmax(x)
    if form == "classes":
        loss = T.nnet.categorical_crossentropy(chances, y)
    else:
        loss = -T.log(chances)[T.arange(y.shape[0]), y]
    f = theano.function([x, y], [loss, T.grad(loss.sum(), x)])
    scores = RNG.normal(size=(3, 4)) * scale
    labels = scores.argmin(1)
    values, slope = f(scores, labels.astype("int32"))
    top = scores.max(1, keepdims=True)
    weights = np.exp(scores - top)
    total = weights.sum(1, keepdims=True)
    np.testing.assert_allclose(values, (top + np.log(total) - scores)[range(3), labels])
    np.testing.assert_allclose(slope, weights / total - np.eye(4)[labels], atol=1e-12)


def test_chances_that_are_0_leave_the_gradient_of_others_alone():
    x = T.dmatrix("x")
    loss = T.nnet.categorical_crossentropy(x, T.constant(np.array([0, 1])))
    slope = T.grad(loss.sum(), x).eval({x: [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]})
    np.testing.assert_array_equal(slope, [[-2, 0, 0], [0, -1, 0]])
