"""A composite's body is its rule: same shape and dtype; and its reference: same value."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.ops.definitions import DEFINED

TWO = [("rows", 5), ("rows", 5)]
CASES = {
    "linear": [([("rows", 5), (4, 5), (4,)], {"weight_layout": "out_in"}), ([("rows", 5), (5, 4)], {"weight_layout": "in_out"})],
    "lerp": [([("rows", 5), ("rows", 5), ()], {})],
    "logaddexp": [(TWO, {})],
    "softmax_cross_entropy": [(TWO, {"axis": -1})],
    "sigmoid_cross_entropy": [(TWO, {})],
    "mse_loss": [(TWO, {"reduction": r}) for r in ("none", "sum", "mean")],
    "l1_loss": [(TWO, {"reduction": r}) for r in ("none", "sum", "mean")],
    "softmax": [([("rows", 5)], {"axis": a}) for a in (-1, 0)],
    "log_softmax": [([("rows", 5)], {"axis": a}) for a in (-1, 0)],
    **{
        name: [([("rows", 5)], {"axis": a, "keepdims": k}) for a in (None, 1, (0,)) for k in (False, True)]
        for name in ("mean", "logsumexp", "ptp")
    },
}  # fmt: skip
ROWS = [
    (record, shapes, attributes)
    for record in sorted(DEFINED, key=lambda r: r.name)
    for shapes, attributes in CASES.get(record.name, [([("rows", 5)], {})])
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("record, shapes, attributes", ROWS, ids=lambda v: getattr(v, "name", None))
def test_body_is_rule_and_reference(record, shapes, attributes, dtype):
    arrays = [gn.symbol(f"x{k}", shape, dtype) for k, shape in enumerate(shapes)]
    whole = record(*arrays, **attributes)
    missing = [None] * (record.arrays - len(arrays))
    body = record.body(*arrays, *missing, **attributes)
    assert (body.shape, body.dtype) == (whole.shape, whole.dtype)
    rng = np.random.default_rng(1)
    values = {
        a: rng.uniform(0.1, 2, [3 if n == "rows" else n for n in s]).astype(dtype)
        for a, s in zip(arrays, shapes)
    }
    close = 1e-5 if dtype == "float32" else 1e-12
    np.testing.assert_allclose(body.eval(values), whole.eval(values), rtol=close, atol=close)


def test_infinities_in_logsumexp():
    x = gn.asarray([[-np.inf, -np.inf], [np.inf, 0.0]])
    body = ops.logsumexp.body(x, axis=1, keepdims=False)
    np.testing.assert_array_equal(np.asarray(body), [-np.inf, np.inf])
