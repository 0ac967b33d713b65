"""What other libraries call what `gnomon` has under another name: for the message about a name that it lacks."""

from __future__ import annotations

from collections.abc import Iterable

NAMES: dict[str, str] = {
    "Assert": "gn.ensure(x, condition, message)",
    "DebugMode": "gn.config.compare = True",
    "NanGuardMode": "gn.config.nan_guard = True",
    "Op": "gn.op",
    "Print": 'gn.tap(x, "x")',
    "Apply": "gn.op",
    "as_op": "gn.op",
    "as_tensor_variable": "gn.asarray(x)",
    "checkpoint": "gn.remat(function)",
    "clone": "gn.replace(outputs, {old: new})",
    "custom_jvp": "gn.custom_gradient",
    "custom_vjp": "gn.custom_gradient",
    "device_get": "np.asarray(x)",
    "device_put": "gn.asarray(x)",
    "dmatrix": 'gn.symbol("x", shape=("n", "m"))',
    "dscalar": 'gn.symbol("x")',
    "dvector": 'gn.symbol("x", shape=("n",))',
    "eq": "x == y or gn.equal(x, y)",
    "fill_diagonal": "x.at[i, i].set(value), with i = gn.arange(n)",
    "fmatrix": 'gn.symbol("x", shape=("n", "m"), dtype="float32")',
    "ge": "x >= y or gn.greater_equal(x, y)",
    "gt": "x > y or gn.greater(x, y)",
    "hvp": "gn.jvp(gn.grad(f), (x,), (v,))[1]",
    "ifelse": "gn.cond(condition, lambda: a, lambda: b)",
    "inc_subtensor": "x.at[key].add(value)",
    "iscalar": 'gn.symbol("i", dtype="int32")',
    "ivector": 'gn.symbol("i", shape=("n",), dtype="int32")',
    "jacfwd": "gn.jacobian",
    "jacrev": "gn.jacobian",
    "lax": "gn.scan, gn.while_loop, gn.fori_loop, gn.cond",
    "le": "x <= y or gn.less_equal(x, y)",
    "log_softmax": "gn.nn.log_softmax",
    "logsumexp": "gn.nn.logsumexp",
    "lscalar": 'gn.symbol("i", dtype="int64")',
    "lt": "x < y or gn.less(x, y)",
    "lvector": 'gn.symbol("i", shape=("n",), dtype="int64")',
    "matrix": 'gn.symbol("x", shape=("n", "m"))',
    "neq": "x != y or gn.not_equal(x, y)",
    "no_grad": "gn.stop_gradient(x)",
    "numpy": "the functions of NumPy are here: gn.sum, gn.linalg ...",
    "ogrid": "gn.meshgrid",
    "mgrid": "gn.meshgrid",
    "pmap": "gn.vmap",
    "printing": "gn.debug_print",
    "pure_callback": "gn.op",
    "put_along_axis": "x.at[...].set(values)",
    "relu": "gn.nn.relu",
    "scalar": 'gn.symbol("x")',
    "set_subtensor": "x.at[key].set(value)",
    "sigmoid": "gn.nn.sigmoid",
    "softmax": "gn.nn.softmax",
    "sqr": "gn.square",
    "tensor": "gn.symbol(name, shape, dtype) for an input, gn.asarray(x) for values",
    "tensor3": 'gn.symbol("x", shape=("n", "m", "k"))',
    "tree_map": "gn.map_tree",
    "tree_util": "gn.map_tree",
    "variable": "gn.symbol(name, shape, dtype), or gn.shared(value)",
    "vector": 'gn.symbol("x", shape=("n",))',
}


def advice(name: str, offered: Iterable[str]) -> str:
    """Return what to write in place of a name: what it is called here, or names that look like it."""
    return f"; use {NAMES[name]}" if name in NAMES else near(name, offered)


def near(name: str, offered: Iterable[str]) -> str:
    """Return which names look like one that there is not."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(offered), n=3, cutoff=0.7)
    return f"; did you mean {' or '.join(found)}?" if found else ""
