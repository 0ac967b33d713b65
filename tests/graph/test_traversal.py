import pickle
import subprocess
import sys

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.traversal import ancestors, applications, leaves, users


def model():
    x = gn.symbol("x", ("batch", 3), "float32")
    w = gn.shared(np.ones((3, 2), "float32"), name="w")
    return x, w, gn.nn.softmax(x @ w + 1).mean()


def test_ancestors_come_in_order():
    x, w, loss = model()
    order = ancestors(loss)
    assert order[0] is x
    assert order[-1] is loss
    places = {array: k for k, array in enumerate(order)}
    for application in applications(loss):
        for array in application.arrays():
            assert places[array] < places[application.outputs[0]]
    assert set(leaves(loss)) >= {x, w}
    assert users(loss)[w] == [
        loss.application.inputs[0].application.inputs[0].application.inputs[0].application
    ]


def test_the_walk_ends_where_it_is_told():
    x, _, loss = model()
    y = x * 2
    z = y + 1
    assert x not in ancestors(z, until=[y])
    assert ancestors(loss)[0] is x


def test_replacing_keeps_the_rest():
    x, w, loss = model()
    changed = gn.replace(loss, {x: 2 * x})
    a = np.ones((4, 3), "float32")
    np.testing.assert_allclose(changed.eval({x: a}), loss.eval({x: 2 * a}))
    assert changed.site == loss.site
    assert gn.replace({"a": [loss, w]}, {})["a"][0] is loss
    assert gn.replace(loss, {w: np.zeros((3, 2), "float32")}).eval({x: a}) == pytest.approx(0.5)


def test_replacing_by_another_size_substitutes_it():
    x = gn.symbol("x", ("n", 3))
    y = x.reshape(x.shape[0] * 3) + gn.zeros(x.shape[0] * 3)
    z = gn.replace(y, {x: np.ones((5, 3))})
    assert z.shape == (15,)
    m = gn.symbol("m", ("m", 3))
    assert str(gn.replace(y, {x: m}).shape) == "(3*m,)"


def test_replacing_asks_the_rules_anew():
    _, w, loss = model()
    with pytest.raises(gn.ShapeError, match="matmul"):
        gn.replace(loss, {w: np.zeros((4, 2))})


def test_pickling_keeps_sharing_values_and_lines():
    x, w, loss = model()
    x2, w2, loss2, again = pickle.loads(pickle.dumps((x, w, loss, loss)))
    assert loss2 is again
    assert set(leaves(loss2)) >= {x2, w2}
    assert loss2.site == loss.site
    assert w2.name == "w"
    assert x2.shape == x.shape
    a = np.ones((4, 3), "float32")
    np.testing.assert_array_equal(loss2.eval({x2: a}), loss.eval({x: a}))


def test_a_deep_expression_pickles():
    x = gn.symbol("x", (3,))
    y = x
    for _ in range(3000):
        y = y + 1
    z = pickle.loads(pickle.dumps([y, y * 2]))
    assert len(ancestors(z[0])) == len(ancestors(y))
    assert z[1].application.inputs[0] is z[0]
    again = pickle.loads(pickle._dumps(y))
    assert len(ancestors(again)) == len(ancestors(y))


def test_another_process_reads_expressions():
    x, _, loss = model()
    data = pickle.dumps((x, loss))
    program = (
        "import sys, pickle, numpy as np; x, loss = pickle.loads(sys.stdin.buffer.read());"
        "print(float(loss.eval({x: np.ones((2, 3), 'float32')})))"
    )
    run = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    assert float(run.stdout) == pytest.approx(0.5)
