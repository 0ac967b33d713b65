"""Loops: sequences, states, taps, ends, and gradients through them."""

import numpy as np
import pytest

import gnomon.theano as theano
from gnomon.theano import tensor as T
from gnomon.theano.scan_module.scan_utils import map_variables


def test_a_running_sum():
    x = T.dvector("x")
    sums, updates = theano.scan(lambda row, total: total + row, sequences=x, outputs_info=np.float64(0))
    assert not updates
    np.testing.assert_array_equal(sums.eval({x: [1.0, 2.0, 3.0]}), [1.0, 3.0, 6.0])


def test_states_from_several_steps_back():
    n = T.iscalar("n")
    start = T.constant(np.array([1.0, 1.0]))
    numbers, _ = theano.scan(
        lambda older, last: older + last, outputs_info={"initial": start, "taps": [-2, -1]}, n_steps=n
    )
    np.testing.assert_array_equal(theano.function([n], numbers)(5), [2, 3, 5, 8, 13])


def test_a_loop_that_ends_by_a_condition():
    limit = T.dscalar("limit")
    powers, _ = theano.scan(
        lambda last, limit: (last * 2, theano.scan_module.until(last * 2 > limit)),
        outputs_info=T.constant(1.0),
        non_sequences=limit,
        n_steps=50,
    )
    np.testing.assert_array_equal(theano.function([limit], powers)(20.0), [2, 4, 8, 16, 32])


def test_outputs_that_no_step_sees_and_sequences_backwards():
    x = T.dvector("x")
    doubled, _ = theano.scan(lambda row: row * 2, sequences=x, go_backwards=True)
    np.testing.assert_array_equal(doubled.eval({x: [1.0, 2.0, 3.0]}), [6.0, 4.0, 2.0])


def test_gradients_flow_through_time():
    x, w = T.dvector("x"), T.dscalar("w")
    states, _ = theano.scan(lambda row, h, w: T.tanh(w * h + row), [x], np.float64(0.5), w)
    slope = theano.function([x, w], T.grad(states[-1], w))
    value = theano.function([x, w], states[-1])
    data, step = np.array([0.1, -0.2, 0.3]), 1e-6
    expected = (value(data, 0.7 + step) - value(data, 0.7 - step)) / (2 * step)
    assert slope(data, 0.7) == pytest.approx(expected, rel=1e-6)


def test_reduce_map_and_folds():
    x = T.dvector("x")
    at = {x: [1.0, 2.0, 3.0]}
    assert theano.reduce(lambda row, total: total + row, x, np.float64(0))[0].eval(at) == 6.0
    np.testing.assert_array_equal(theano.map(lambda row: row**2, x)[0].eval(at), [1.0, 4.0, 9.0])
    assert theano.foldr(lambda row, total: row - total, x, np.float64(0))[0].eval(at) == 2.0


def test_a_state_of_another_dtype_is_told():
    with pytest.raises(ValueError, match="outputs_info"):
        theano.scan(lambda last: last + 0.5, outputs_info=T.constant(np.int64(0)), n_steps=3)


def test_a_loop_says_which_outputs_depend_on_which_inputs():
    x, y = T.dvectors("xy")
    (sums, squares), _ = theano.scan(
        lambda a, b, total: [total + a, b**2], sequences=[x, y], outputs_info=[np.float64(0), None]
    )
    assert T.grad(sums.sum(), x).eval({x: [1.0, 2.0, 3.0], y: np.zeros(3)}).tolist() == [3, 2, 1]
    with pytest.raises(theano.gradient.DisconnectedInputError):
        T.grad(sums.sum(), y)
    with pytest.raises(theano.gradient.DisconnectedInputError):
        T.grad(squares.sum(), x)
    z = T.dvector("z")
    (_, last), _ = theano.scan(lambda a, b: [a * 2, a + 1], outputs_info=[x, z], n_steps=3)
    with pytest.raises(theano.gradient.DisconnectedInputError):
        T.grad(last.sum(), z)


def test_steps_see_test_values():
    with theano.config.change_flags(compute_test_value="raise"):
        rows, start = T.dmatrix("rows"), T.dvector("start")
        rows.tag.test_value, start.tag.test_value = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([10.0, 20.0])
        seen = []

        def step(row, total):
            seen.append((row.tag.test_value, total.tag.test_value))
            return total + row

        sums, _ = theano.scan(step, sequences=rows, outputs_info=start)
    np.testing.assert_array_equal(seen[0], [[1.0, 2.0], [10.0, 20.0]])
    np.testing.assert_array_equal(sums.tag.test_value, [[11.0, 22.0], [14.0, 26.0]])


def test_a_tap_is_given_once():
    with pytest.raises(ValueError, match="given twice"):
        theano.scan(lambda x, y: x, T.dvector("x"), {"initial": T.dvector("y"), "taps": [-1, -1]})


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_loops_with_checkpoints_give_what_loops_give(size):
    x, start, w = T.dmatrix("x"), T.dvector("start"), T.dscalar("w")

    def step(row, before, w):
        return [T.tanh(before * w + row), T.sum(before * row)]

    (states, sums), _ = theano.scan(step, x, [start, None], w)
    (kept, some), _ = theano.scan_checkpoints(step, x, [start, None], w, save_every_N=size)
    slopes = [T.grad(out[-1].sum(), v) for v in (x, start, w) for out in (states, kept)]
    f = theano.function([x, start, w], [states, kept, sums, some, *slopes])
    every, saved, all_sums, saved_sums, *slopes = f(np.arange(21.0).reshape(7, 3) / 20, np.ones(3), 0.3)
    places = sorted({*range(size - 1, 7, size), 6})
    np.testing.assert_allclose(saved, every[places])
    np.testing.assert_allclose(saved_sums, all_sums[places])
    for one, other in zip(slopes[::2], slopes[1::2]):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_loops_with_checkpoints_take_no_taps():
    with pytest.raises(RuntimeError, match="taps"):
        theano.scan_checkpoints(lambda a: a, [], {"initial": T.dvector(), "taps": [-2]}, n_steps=3)


def test_variables_are_replaced_inside_of_loops_and_operations():
    x, scale, other = T.dvector("x"), T.dscalar("scale"), T.dscalar("other")
    shift = theano.shared(2.0, "shift")
    replacements = {}

    def step(row, total):
        out = total + row * scale
        replacements[out] = out - other * (shift + 1)
        return out

    totals, _ = theano.scan(step, x, np.float64(0))
    a, b = T.dscalars("ab")
    product = a * b
    replacements[product] = a * b + other
    both = theano.OpFromGraph([a, b], [product])(totals[-1], scale)
    replacements[scale] = 2 * other
    (new,) = map_variables(lambda variable: replacements.get(variable, variable), [both])
    f = theano.function([x, scale, other], [both, new], on_unused_input="ignore")
    before, after = f([1.0, 2.0], 5.0, 10.0)
    assert before == 15 * 5
    assert after == (3 * 20 - 2 * 30) * 20 + 10


def test_what_is_updated_where_it_is_used_is_not_put_into_loops():
    counter = theano.shared(0, "counter")
    counter.default_update = counter + 1
    seen = []

    def step(row):
        seen.append(row * 2)
        return seen[-1]

    twice, _ = theano.scan(step, T.dvector("x"))
    with pytest.raises(NotImplementedError, match="counter"):
        map_variables(lambda variable: variable * counter if variable is seen[0] else variable, [twice])


def test_all_values_of_a_state_are_what_its_values_are_a_part_of():
    x, start = T.dvector("x"), T.dvector("start")
    sums, _ = theano.scan(lambda row, total: total + row, x, np.float64(10))
    pairs, _ = theano.scan(lambda row, a, b: a + b + row, x, [{"initial": start, "taps": [-2, -1]}])
    wholes = [out.owner.inputs[0] for out in (sums, pairs)]
    slope = T.grad(sum(whole.sum() for whole in wholes), x)
    f = theano.function([x, start], [*wholes, slope])
    first, second, of_x = f([1.0, 2.0, 3.0], [1.0, 2.0])
    np.testing.assert_array_equal(first, [10, 11, 13, 16])
    np.testing.assert_array_equal(second, [1, 2, 4, 8, 15])
    np.testing.assert_array_equal(of_x, [7, 4, 2])


def test_what_a_loop_is_given_is_computed_before_it():
    stream = T.shared_randomstreams.RandomStreams(7)
    drawn = stream.uniform((3,))
    rows, updates = theano.scan(lambda a: a, non_sequences=drawn, n_steps=2)
    f = theano.function([], [drawn, rows], updates=updates)
    one, twice = f()
    np.testing.assert_array_equal(twice, [one, one])
    assert not np.array_equal(f()[0], one)


def test_the_last_steps_of_a_loop_with_an_end_have_gradients():
    x, limit, w = T.dvector("x"), T.dscalar("limit"), T.dscalar("w")

    def step(row, before, limit, w):
        return before * w + row, theano.scan_module.until(row > limit)

    states, _ = theano.scan(step, x, np.float64(1), [limit, w], truncate_gradient=2)
    f = theano.function([x, limit, w], [states, *T.grad(states[-1], [x, w])])
    values, of_x, of_w = f(np.arange(6.0), 2.0, 0.5)
    assert len(values) == 4
    np.testing.assert_array_equal(of_x, [0, 0, 0.5, 1, 0, 0])
    assert of_w == values[2] + 0.5 * values[1]


def test_taps_count_along_the_sequence_also_where_steps_go_backwards():
    x, values = T.dvector("x"), np.arange(1.0, 6.0)
    for taps, rows in [
        ([-1, 0], ([4, 3, 2, 1], [5, 4, 3, 2])),
        ([-2, 1], ([2, 1], [5, 4])),
        ([1], ([5, 4, 3, 2],)),
    ]:
        seen, _ = theano.scan(
            lambda *rows: list(rows), {"input": x, "taps": taps}, go_backwards=True, return_list=True
        )
        assert tuple(found.tolist() for found in theano.function([x], seen)(values)) == rows


@pytest.mark.parametrize("backwards", [False, True])
def test_one_step_is_no_loop(backwards):
    x, start, seen = T.ivector("x"), T.dvector("start"), theano.shared(0.0)

    def step(row, later, a, b, total):
        return [a + b * row, total + later], {seen: seen + row}

    states = [{"initial": start, "taps": [-2, -1]}, 0]
    outs, updates = theano.scan(step, {"input": x, "taps": [0, 2]}, states, n_steps=1, go_backwards=backwards)
    f = theano.function([x, start], outs, updates=updates)
    first, second = f(np.array([1, 2, 3, 4], "int32"), [5.0, 6.0])
    row, later = (2, 4) if backwards else (1, 3)
    np.testing.assert_array_equal(first, [5 + 6 * row])
    np.testing.assert_array_equal(second, [later])
    assert second.dtype == "int32"
    assert seen.get_value() == row


def test_copies_share_no_inputs_where_that_is_asked_for():
    x, y, other = T.dvector("x"), T.dvector("y"), T.dvector("other")
    copied = theano.clone(x + y * 2, replace=[(y, other * 3)], share_inputs=False)
    roots = [v for v in theano.gof.graph.inputs([copied]) if not isinstance(v, theano.Constant)]
    assert len(roots) == 2
    assert not {x, y, other} & set(roots)
    assert copied.eval({roots[0]: [1.0], roots[1]: [2.0]}).tolist() in ([13.0], [8.0])


def test_the_last_steps_of_a_computed_number_have_gradients():
    x, n = T.dscalar("x"), T.iscalar("n")
    powers, _ = theano.scan(
        lambda before, x: before * x, None, T.ones_like(x), x, n_steps=n, truncate_gradient=2
    )
    f = theano.function([x, n], T.grad(powers[-1], x))
    assert [f(3.0, k) for k in (2, 3, 4)] == [2 * 3.0, 2 * 9.0, 2 * 27.0]
