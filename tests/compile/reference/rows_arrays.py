"""Rows of reductions, structure, products, indexing, order, linear algebra, Fourier transforms and creation."""

import numpy as np

from gnomon.shapes import Shape, dtypes

from compile.reference.rows import Rows, c128, f32, f64, i32, i64, spd, truths

row = ROWS = Rows()

# reductions
KINDS = (f64(2, 3, 4), f32(3, 4), i32(2, 3), truths(4, 2), f64(3))
for name in "sum prod mean max min any all std var count_nonzero ptp median argmax argmin".split():
    function = getattr(np, name)
    for x in KINDS:
        if x.dtype == bool and name in ("ptp", "std", "var", "median", "mean"):
            continue
        for axis in (None, 0, -1):
            row(name, x, axis=axis, expected=lambda x, f=function, a=axis: f(x, axis=a))
        row(name, x, axis=0, keepdims=True, expected=lambda x, f=function: f(x, axis=0, keepdims=True))
    if name not in ("argmax", "argmin", "median"):
        row(name, f64(2, 3, 4), axis=(0, 2), expected=lambda x, f=function: f(x, axis=(0, 2)))
for name in "sum prod any all count_nonzero mean".split():
    function = getattr(np, name)
    row(name, np.zeros((0, 3)), axis=0, expected=lambda x, f=function: f(x, axis=0))
    row(name, f64(), expected=function)
for name in "nanmax nanmin nanmean nanmedian nansum nanstd nanvar".split():
    x = f64(3, 4)
    x[0, 1] = np.nan
    function = getattr(np, name)
    row(name, x, axis=1, expected=lambda x, f=function: f(x, axis=1))
    row(name, x, expected=function)
row("std", f64(3, 4), axis=0, correction=1.0, expected=lambda x: np.std(x, axis=0, ddof=1))
row("nanvar", f64(3, 4), axis=0, correction=1.0, expected=lambda x: np.nanvar(x, axis=0, ddof=1))
for axis in (None, 0, (0, 1)):
    row("logsumexp", f64(3, 4), axis=axis, expected=lambda x, a=axis: np.log(np.sum(np.exp(x), axis=a)))
row("logsumexp", np.array([1000.0, 1000.0]), expected=1000 + np.log(2))
row("logsumexp", np.array([-np.inf, -np.inf]), expected=-np.inf)
row("logsumexp", i32(3), keepdims=True, expected=lambda x: np.log(np.sum(np.exp(x), keepdims=True)))
row("mode", np.array([[1, 2, 2], [3, 3, 1]]), axis=1, expected=np.array([2, 3]))
row("mode", np.array([5, 4, 4]), keepdims=True, expected=np.array([4]))
row("average", f64(3, 4), axis=1, expected=lambda x: np.average(x, 1))
row("average", f64(3, 4), abs(f64(4)), axis=1, expected=lambda x, w: np.average(x, 1, w))
row("average", f64(3, 4), abs(f64(3, 4)), expected=lambda x, w: np.average(x, None, w))
row("quantile", f64(3, 4), np.array([0.25, 0.9]), axis=0, expected=lambda x, q: np.quantile(x, q, axis=0))
row("quantile", i32(5), np.array(0.5), method="lower",
    expected=lambda x, q: np.quantile(x.astype(float), q, method="lower"))  # fmt: skip
for name, function in {
    "cumsum": np.cumsum,
    "cumprod": np.cumprod,
    "cummax": np.maximum.accumulate,
    "cummin": np.minimum.accumulate,
    "cumulative": np.cumsum,
    "logcumsumexp": lambda x, axis: np.log(np.cumsum(np.exp(x), axis=axis)),
}.items():
    row(name, f64(2, 3), axis=1, expected=lambda x, f=function: f(x, axis=1))
    row(name, f64(4), expected=lambda x, f=function: f(x, axis=0))
    row(name, f32(2, 3), axis=0, expected=lambda x, f=function: f(x, axis=0))

# structure
row("reshape", f64(2, 6), shape=(3, -1), expected=lambda x: x.reshape(3, 4))
row("reshape", f64(0, 6), shape=(6, 0), expected=lambda x: x.reshape(6, 0))
row("flatten", f64(2, 3, 4), start=1, expected=lambda x: x.reshape(2, 12))
row("flatten", f64(), expected=lambda x: x.reshape(1))
row("unflatten", f64(2, 12), axis=1, sizes=(3, -1), expected=lambda x: x.reshape(2, 3, 4))
row("transpose", f64(2, 3, 4), axes=(2, 0, 1), expected=lambda x: x.transpose(2, 0, 1))
row("transpose", f64(2, 3), expected=lambda x: x.T)
row("swapaxes", f64(2, 3, 4), first=0, second=-1, expected=lambda x: x.swapaxes(0, 2))
row("matrix_transpose", f64(2, 3, 4), expected=lambda x: x.swapaxes(1, 2))
row("matrix_flip", f64(2, 3), expected=lambda x: x.T)
row("matrix_flip", f64(3), expected=lambda x: x)
row("moveaxis", f64(2, 3, 4), source=0, destination=-1, expected=lambda x: np.moveaxis(x, 0, -1))
row("flip", f64(2, 3), axis=1, expected=lambda x: x[:, ::-1])
row("flip", f64(2, 3), expected=lambda x: x[::-1, ::-1])
row("roll", f64(2, 3), axis=1, shift=1, expected=lambda x: np.roll(x, 1, 1))
row("roll", f64(2, 3), shift=2, expected=lambda x: np.roll(x, 2))
row("roll", f64(2, 3), axis=(0, 1), shift=(1, -1), expected=lambda x: np.roll(x, (1, -1), (0, 1)))
row("rot90", f64(2, 3), turns=1, expected=np.rot90)
row("expand_dims", f64(2, 3), axis=(0, -1), expected=lambda x: x[None, :, :, None])
row("squeeze", f64(1, 3, 1), axis=0, expected=lambda x: x[0])
row("squeeze", f64(2, 3, 1), axis=(0, 2), strict=False, symbolic=False, expected=lambda x: x[:, :, 0])
row("broadcast_to", f64(3, 1), shape=(2, 3, 4), expected=lambda x: np.broadcast_to(x, (2, 3, 4)))
row("broadcast_to", f64(3, 1), shape=(-1, 4), keep=True, expected=lambda x: np.broadcast_to(x, (3, 4)))
for rank in (1, 2, 3):
    row("atleast", f64(2), rank=rank, expected=[np.atleast_1d, np.atleast_2d, np.atleast_3d][rank - 1])
row("concat", (f64(2, 3), f64(1, 3)), axis=0, expected=lambda a: np.concatenate(a))
row("concat", (f64(2, 3), i32(2)), axis=None, expected=lambda a: np.concatenate(a, axis=None))
row("stack", (f64(2, 3), f32(2, 3)), axis=-1, expected=lambda a: np.stack(a, -1))
for name in ("vstack", "hstack", "dstack", "column_stack"):
    row(name, (f64(3), f64(3)), expected=getattr(np, name))
row("add_n", (f64(3), f64(3), f64(3)), expected=lambda a: a[0] + a[1] + a[2])
row("meshgrid", (f64(3), f64(2)), expected=lambda a: tuple(np.meshgrid(*a)))
row("broadcast_arrays", (f64(3), f64(2, 1)), expected=lambda a: tuple(np.broadcast_arrays(*a)))
row(
    "block_diag",
    (np.ones((1, 2)), np.full((2, 1), 2.0)),
    expected=np.array([[1.0, 1, 0], [0, 0, 2], [0, 0, 2]]),
)
row("pad", f64(2, 3), widths=((0, 1), (2, 0)), expected=lambda x: np.pad(x, ((0, 1), (2, 0))))
row(
    "pad",
    f64(2, 3),
    widths=((-1, 1),),
    last=True,
    value=7,
    expected=lambda x: np.pad(x[:, 1:], ((0, 0), (0, 1)), constant_values=7),
)
row("pad", f64(4), widths=((1, 2),), reflect=True, expected=lambda x: np.pad(x, (1, 2), "reflect"))
row("pad", f64(4), widths=((1, 2),), mode="replicate", expected=lambda x: np.pad(x, (1, 2), "edge"))
row("repeat", f64(2, 3), repeats=2, axis=1, expected=lambda x: np.repeat(x, 2, 1))
row("repeat", f64(2), repeats=(1, 3), expected=lambda x: np.repeat(x, (1, 3)))
row("tile", f64(2, 3), reps=(2, 1, 2), expected=lambda x: np.tile(x, (2, 1, 2)))
row("diff", f64(2, 4), n=2, expected=lambda x: np.diff(x, 2))
row("gradient_of_samples", f64(5), axis=0, expected=np.gradient)
row("tril", f64(3, 4), offset=-1, expected=lambda x: np.tril(x, -1))
row("triu", f64(2, 3, 4), expected=np.triu)
row("trace", f64(3, 4), expected=np.trace)
row("trace", f64(2, 3, 3), first=1, second=2, expected=lambda x: np.trace(x, 0, 1, 2))
row("diagonal", f64(3, 4), offset=1, expected=lambda x: np.diagonal(x, 1))
row("diag", f64(3), offset=1, expected=lambda x: np.diag(x, 1))
row("diag_embed", f64(2, 3), offset=-1, expected=lambda x: np.stack([np.diag(r, -1) for r in x]))
row("split", f64(6, 2), sections=3, expected=lambda x: tuple(np.split(x, 3)))
row("split", f64(6, 2), sections=(2, -1), expected=lambda x: (x[:2], x[2:]))
row("array_split", f64(7), sections=3, expected=lambda x: tuple(np.array_split(x, 3)))
row("split_at", f64(7), indices=(2, 4), expected=lambda x: tuple(np.split(x, [2, 4])))
row("chunk", f64(7), chunks=3, symbolic=False, expected=lambda x: (x[:3], x[3:6], x[6:]))
row("split_by", f64(7), size=3, symbolic=False, expected=lambda x: (x[:3], x[3:6], x[6:]))
row("unstack", f64(2, 3), axis=1, symbolic=False, expected=lambda x: (x[:, 0], x[:, 1], x[:, 2]))
row("rearrange", f64(2, 6, 3), pattern="b (h k) c -> (b k) h c", sizes={"k": 2},
    expected=lambda x: x.reshape(2, 3, 2, 3).transpose(0, 2, 1, 3).reshape(4, 3, 3))  # fmt: skip
row(
    "reduce",
    f64(4, 6),
    pattern="(a 2) b -> a b",
    reduction="max",
    expected=lambda x: x.reshape(2, 2, 6).max(1),
)
row("repeat_axes", f64(2, 3), pattern="h w -> h (w k) 2", sizes={"k": 2},
    expected=lambda x: np.repeat(np.repeat(x, 2, 1)[..., None], 2, -1))  # fmt: skip
row("pack", (f64(2, 3, 5), f64(2, 5)), pattern="b * c", symbolic=False,
    expected=lambda a: (np.concatenate([a[0], a[1][:, None]], 1), np.array([3]), np.zeros(0, int)))  # fmt: skip
row("unpack", f64(2, 4, 5), pattern="b * c", packed=((3,), ()), expected=lambda x: (x[:, :3], x[:, 3]))
row("merge", (f64(4, 2, 3), f64(4, 3)), expected=lambda a: a[0] + a[1][:, None])
row("merge", (f64(4, 3), f64(4, 3)), mode="max", expected=lambda a: np.maximum(*a))
row("channels_first", f64(4, 5, 3), expected=lambda x: x.transpose(2, 0, 1))

row("stop_gradient", f64(3), expected=lambda x: x)
row("custom_gradient", (f64(3),), (f64(3),), pull=None, expected=lambda v, a: v)
row("call_back", (f64(2, 3), f64(3)), function=lambda x, y: (np.sort(x) + y, y[:1]),
    kinds=[("float64", (False, False)), ("float64", (True,))], expected=lambda x: (np.sort(x[0]) + x[1], x[1][:1]))  # fmt: skip
row("overlap_add", np.ones((3, 2)), axis=0, length=4, expected=np.array([1.0, 2, 2, 1]))
row(
    "overlap_add",
    np.ones((2, 3, 2)),
    axis=0,
    length=5,
    step=2,
    expected=np.ones((5, 3)) - (np.arange(5) == 4)[:, None],
)

# products
for name in ("matmul", "dot", "inner", "vdot", "outer", "kron"):
    row(name, f64(3), f64(3), expected=getattr(np, name))
row("matmul", f64(2, 3, 4), f32(4, 5), expected=np.matmul)
row("matmul", f64(4, 3), f64(5, 4), transpose_a=True, transpose_b=True, expected=lambda a, b: a.T @ b.T)
row("matmul", np.zeros((2, 0)), np.zeros((0, 3)), expected=np.matmul)
row("mm", f64(2, 3), f64(3, 4), expected=np.matmul)
row("mm", i32(2, 3), i32(3, 4), expected=np.matmul)
row("bmm", f64(5, 2, 3), f64(5, 3, 4), expected=np.matmul)
row("mv", f64(2, 3), f64(3), expected=np.matmul)
row("dot", f64(2, 3), f64(4, 3, 2), expected=np.dot)
row("vector_dot", f64(3), f64(3), expected=np.dot)
row("tensordot", f64(2, 3, 4), f64(3, 4, 5), axes=2, expected=np.tensordot)
row("addmm", f64(4), f64(2, 3), f64(3, 4), expected=lambda c, a, b: c + a @ b)
row("baddbmm", f64(5, 2, 4), f64(5, 2, 3), f64(5, 3, 4), expected=lambda c, a, b: c + a @ b)
row("cross", f64(2, 3), f64(3), expected=np.cross)
row("cross", f64(2), f64(2), symbolic=False, expected=lambda a, b: a[0] * b[1] - a[1] * b[0])
row("linear", f64(5, 3), f64(4, 3), f64(4), expected=lambda x, w, b: x @ w.T + b)
row("linear", f64(5, 3), f64(3, 4), weight_layout="in_out", expected=lambda x, w: x @ w)
row("bilinear", f64(5, 2), f64(5, 3), f64(4, 2, 3), f64(4),
    expected=lambda x, y, w, b: np.einsum("bm,omn,bn->bo", x, w, y) + b)  # fmt: skip
row(
    "contracted", f64(8, 2, 3), f64(8, 3, 5), contracting=((2,), (1,)), batch=((0,), (0,)), expected=np.matmul
)
row("einsum", (f64(2, 3), f64(3, 4)), equation="ij,jk->ki", expected=lambda a: (a[0] @ a[1]).T)
row(
    "einsum",
    (f64(2, 3), f64(3)),
    equation="row column, column -> row",
    words=True,
    expected=lambda a: a[0] @ a[1],
)
row("batch_dot", f64(4, 2), f64(4, 3, 2), axes=(1, 2), expected=lambda a, b: np.einsum("bi,bji->bj", a, b))
row("batch_dot", f64(4, 2), f64(4, 2), axes=(1, 1), expected=lambda a, b: np.sum(a * b, 1, keepdims=True))
row("cdist", f64(3, 2), f64(4, 2), expected=lambda x, y: np.linalg.norm(x[:, None] - y[None], axis=-1))
row("bias_add", f64(2, 3, 4), f64(3), axis=1, expected=lambda x, b: x + b[:, None])

# indexing
row("take", f64(4, 5), i64(2, 3), axis=1, expected=lambda x, i: np.take(x, i, 1))
row("take", f64(4, 5), i64(2), expected=np.take)
row(
    "take",
    f64(2, 4, 5),
    i64(2, 3),
    axis=1,
    batch_dims=1,
    expected=lambda x, i: np.stack([a[k] for a, k in zip(x, i)]),
)
row("take_along_axis", f64(3, 4), i64(3, 2), axis=1, expected=lambda x, i: np.take_along_axis(x, i, 1))
row("gather", f64(4, 5), i64(3, 2), axis=0, expected=lambda x, i: np.take_along_axis(x[:, :2], i, 0))
row("index_select", f64(4, 5), i64(3), axis=1, expected=lambda x, i: x[:, i])
row("gather_nd", f64(3, 3, 4), i64(5, 2), symbolic=False, expected=lambda x, i: x[i[:, 0], i[:, 1]])
row(
    "gather_nd",
    f64(2, 3, 4),
    i64(2, 5, 1),
    batch_dims=1,
    expected=lambda x, i: np.stack([a[k[:, 0]] for a, k in zip(x, i)]),
)
row("embedding", i64(2, 3), f32(4, 5), expected=lambda i, w: w[i])
row("one_hot", i64(4), classes=3, expected=lambda i: np.eye(3, dtype=int)[i])
row("one_hot", i64(4), classes=3, axis=0, expected=lambda i: np.eye(3, dtype=int)[i].T)
row("index", f64(4, 5, 6), items=(1, slice(0, 4, 2), None), expected=lambda x: x[1, 0:4:2, None])
row("index", f64(4, 5, 6), items=(..., np.array([0, 2])), expected=lambda x: x[..., [0, 2]])
row("index", f64(4), items=(np.array([True, False, True, True]),), expected=lambda x: x[[0, 2, 3]])
row("index_update", f64(4, 5), f64(5), items=(0,), expected=lambda x, v: np.concatenate([v[None], x[1:]]))
row(
    "index_update",
    np.zeros(3),
    np.float64(2),
    items=(np.array([0, 0, 2]),),
    mode="add",
    expected=np.array([4.0, 0, 2]),
)
row("pick", f64(5, 6, 7), (i64(2, 1), i64(3)), axis=1, expected=lambda x, p: x[:, p[0], p[1]])
row(
    "put",
    np.zeros(3),
    np.array([1.0, 2, 4]),
    (np.array([0, 0, 2]),),
    mode="add",
    expected=np.array([3.0, 0, 4]),
)
row("put", np.zeros(3), np.array([1.0, 2, 4]), (np.array([0, 0, 2]),), expected=np.array([2.0, 0, 4]))
row(
    "sparse_product",
    f64(3, 2),
    f64(4),
    np.array([0, 2, 2, 2]),
    np.array([3, 0, 1, 0]),
    f64(4, 2),
    expected=lambda x, v, r, c, d: x + np.stack([v[0] * d[3], 0 * d[0], (v[1] + v[3]) * d[0] + v[2] * d[1]]),
)
row("boolean_mask", f64(2, 3), np.array([True, False, True]), axis=1, expected=lambda x, m: x[:, m])
row("masked_select", f64(2, 3), truths(3), expected=lambda x, m: x[np.broadcast_to(m, (2, 3))])
row("compress", f64(2, 3), np.array([True, False, True]), axis=1, expected=lambda x, m: x[:, m])
row("nonzero", np.array([[1, 0], [0, 2]]), expected=np.array([[0, 0], [1, 1]]))
row("where_nonzero", np.array([[1, 0], [0, 2]]), expected=(np.array([0, 1]), np.array([0, 1])))
row("sized", np.array(3), expected=np.zeros(3, bool))
row("flat_index", np.array([0, 5]), shape=(2, 3), expected=(np.array([0, 1]), np.array([0, 2])))
row("where", truths(2, 1), f64(3), f32(2, 3), expected=np.where)
row("masked_fill", f64(2, 3), truths(3), np.float64(9), expected=lambda x, m, v: np.where(m, v, x))
row("update", f32(2, 3), f64(3), expected=lambda x, v: np.broadcast_to(v, (2, 3)).astype(np.float32))
row("overwrite", f64(2, 3), f64(3), expected=lambda x, v: np.broadcast_to(v, (2, 3)))
row("array_equal", f64(2), f64(3), expected=np.array(False))
row("allclose", np.ones(2), np.ones((2, 2)) + 1e-9, expected=np.array(True))
row("narrow", f64(2, 6), axis=1, start=2, length=3, expected=lambda x: x[:, 2:5])
row("select_at", f64(2, 6), axis=1, position=-1, expected=lambda x: x[:, -1])
row("crop", f64(5, 6), begin=(1, 2), size=(-1, 3), expected=lambda x: x[1:, 2:5])
row("sliding_windows", f64(10, 3), axis=0, size=4, step=2,
    expected=lambda x: np.stack([x[k : k + 4].T for k in (0, 2, 4, 6)]))  # fmt: skip
row("scatter", np.zeros((2, 3)), np.array([[0, 2], [1, 1]]), f64(2, 2), axis=1, mode="add",
    expected=lambda x, i, s: np.array([[s[0, 0], 0, s[0, 1]], [0, s[1, 0] + s[1, 1], 0]]))  # fmt: skip
row("scatter", np.zeros(3), np.array([2]), np.array([5.0]), axis=0, expected=np.array([0.0, 0, 5]))
row(
    "scatter_nd",
    np.array([1.0, 2, 3]),
    np.array([[0], [2], [0]]),
    shape=(4,),
    expected=np.array([4.0, 0, 2, 0]),
)
row(
    "update_along",
    np.zeros((3, 2)),
    np.array([0, 2, 0]),
    np.ones((3, 2)),
    expected=np.array([[2.0, 2], [0, 0], [1, 1]]),
)
row("segment_reduce", np.array([1.0, 2, 3]), np.array([0, 2, 0]), count=3, expected=np.array([4.0, 0, 2]))
row("segment_reduce", np.array([1, 2, 3]), np.array([0, 1, 0]), mode="max", expected=np.array([3, 2]))
row("bincount", np.array([0, 2, 2]), count=4, expected=np.array([1, 0, 2, 0]))

# order
row("sort", f64(3, 4), axis=0, expected=lambda x: np.sort(x, 0))
row("sort", f64(3, 4), descending=True, expected=lambda x: -np.sort(-x))
row("argsort", f64(3, 4), expected=lambda x: np.argsort(x, stable=True))
row("argsort", np.array([1, 2, 1, 2]), descending=True, expected=np.array([1, 3, 0, 2]))
row("partition", f64(7), kth=3, expected=None)
row("argpartition", f64(7), kth=3, expected=None)
row("topk", np.array([[3.0, 1, 2]]), k=2, expected=(np.array([[3.0, 2]]), np.array([[0, 2]])))
row("topk", np.array([3.0, 1, 2]), k=2, largest=False, expected=(np.array([1.0, 2]), np.array([1, 2])))
row("kth_value", np.array([3.0, 1, 2]), k=2, expected=(2.0, np.array(2)))
row("unique", np.array([3, 1, 3]), expected=np.array([1, 3]))
row("searchsorted", np.array([1.0, 2, 3]), np.array([2.0, 5]), expected=np.array([1, 3]))
row("searchsorted", np.array([1.0, 2, 3]), np.array([2.0]), side="right", expected=np.array([2]))
row("lexsort", np.array([[3, 1, 2], [0, 0, 0]]), expected=np.array([1, 2, 0]))
row("order_of_swaps", np.array([[0, 0, 1, 3], [0, 1, 2, 0]]), expected=np.array([[1, 2, 0, 3], [3, 1, 2, 0]]))
row("order_of_swaps", np.array([0, 1, 0, 1, 1], "uint64"), expected=np.array([2, 4, 0, 1, 3]))

# linear algebra
for name in ("inv", "det", "cholesky", "eigvalsh", "pinv", "matrix_rank"):
    for x in (spd(3, 3), spd(2, 3, 3), spd(2, 2).astype(np.float32)):
        row(name, x, expected=getattr(np.linalg, name), tolerance=1e-5)
row("cholesky", spd(3, 3), upper=True, expected=lambda x: np.linalg.cholesky(x).T)
row("slogdet", spd(2, 3, 3), expected=lambda x: tuple(np.linalg.slogdet(x)))
row("eigh", spd(3, 3), expected=lambda x: tuple(np.linalg.eigh(x)))
row("eigvals", np.array([[0.0, 1], [-1, 0]]), expected=np.array([1j, -1j]))
row("eig", np.array([[2.0, 0], [0, 3]]), expected=(np.array([2.0, 3]) + 0j, np.eye(2) + 0j))
row("matrix_power", f64(3, 3), n=3, expected=lambda x: x @ x @ x)
row("matrix_exp", np.array([[0.0, 1], [0, 0]]), expected=np.array([[1.0, 1], [0, 1]]))
row("matrix_exp", np.diag([1.0, 20, -3]), expected=np.diag(np.exp([1.0, 20, -3])))
row("sqrtm", np.array([[4.0, 1], [0, 9]]), expected=np.array([[2.0, 0.2], [0, 3]]))
row("solve", spd(3, 3), f64(3), expected=np.linalg.solve)
row("solve", spd(2, 3, 3), f64(3, 2), expected=np.linalg.solve)
row("lstsq", f64(5, 3), f64(5), expected=lambda a, b: tuple(np.linalg.lstsq(a, b)), same_dtype=False)
row("svd", f64(4, 3), full=False, expected=lambda x: tuple(np.linalg.svd(x, False)))
row("svd", f64(4, 3), vectors=False, expected=lambda x: np.linalg.svd(x, compute_uv=False))
row("qr", f64(4, 3), expected=lambda x: tuple(np.linalg.qr(x)))
row("lu", np.array([[1.0, 2], [3, 4]]),
    expected=(np.eye(2)[::-1], np.array([[1, 0], [1 / 3, 1]]), np.array([[3, 4], [0, 2 / 3]])))  # fmt: skip
row("triangular_solve", np.tril(spd(3, 3)), f64(3, 2), expected=np.linalg.solve)
row("triangular_solve", np.triu(spd(3, 3)), f64(3, 2), lower=False, expected=np.linalg.solve)
row(
    "triangular_solve",
    np.tril(spd(3, 3)),
    f64(3, 2),
    transpose=True,
    expected=lambda a, b: np.linalg.solve(a.T, b),
)
row("norm", f64(3, 4), axis=1, expected=lambda x: np.linalg.norm(x, axis=1))
row("norm", f64(3, 4), expected=np.linalg.norm)
row("norm", f64(3, 4), axis=1, ord=1, keepdims=True, expected=lambda x: np.linalg.norm(x, 1, 1, True))

# Fourier transforms
for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    function = getattr(np.fft, name)
    for x in (f64(3, 4), f32(4)):
        row(name, x, expected=function)
    row(
        name,
        f64(5, 3),
        n=4,
        axis=0,
        norm="ortho",
        expected=lambda x, f=function: f(x, 4, 0, "ortho"),
    )
row("fft", c128(4), expected=np.fft.fft)
for name in ("fftn", "ifftn", "rfftn", "irfftn"):
    function = getattr(np.fft, name)
    row(name, f64(3, 4), expected=function)
    row(
        name,
        f64(3, 4, 5),
        sizes=(2, 4),
        axes=(0, 1),
        expected=lambda x, f=function: f(x, (2, 4), (0, 1)),
    )
row(
    "stft",
    f64(8),
    window=4,
    hop=2,
    center=False,
    expected=lambda x: np.stack([np.fft.rfft(x[k : k + 4]) for k in (0, 2, 4)], 1),
)
row("stft", f64(2, 8), window=4, hop=2, onesided=False, expected=None)

# creation
row("full", shape=(2, 3), dtype=dtypes.float32, value=7, expected=np.full((2, 3), 7, np.float32))
row("full", shape=Shape((2,)), value=1, expected=np.ones(2))
row("full_like", f32(2, 3), value=2.5, expected=lambda x: np.full_like(x, 2.5))
row("full_like", f32(2, 3), shape=(4,), dtype=dtypes.int32, value=2, expected=np.full(4, 2, np.int32))
row("arange", start=2, stop=10, step=3, dtype=dtypes.int64, expected=np.arange(2, 10, 3))
row("linspace", count=5, start=1.0, stop=3.0, dtype=dtypes.float64, expected=np.linspace(1, 3, 5))
row("eye", rows=3, columns=4, offset=1, dtype=dtypes.float64, expected=np.eye(3, 4, 1))
row("constant", entries=((1, 2), (3, 4)), dtype=dtypes.int64, expected=np.array([[1, 2], [3, 4]]))
row("shape_of", f64(2, 3), expected=np.array([2, 3]))
row("size_of", f64(2, 3), expected=np.array(6))
row("rank_of", f64(2, 3), expected=np.array(2))
row("size_along", f64(2, 3), axis=1, expected=np.array(3))
row("set_shape", f64(2, 3), shape=Shape((2, 3)), expected=lambda x: x)
row("triangle_indices", rows=3, expected=tuple(np.tril_indices(3)))
row("head_size", embed=12, heads=3, expected=np.array(4))

# samples
row("covariance", f64(3, 8), expected=np.cov)
row("covariance", f64(8), f64(8), correlation=True, expected=np.corrcoef)
row("histogram", f64(20), bins=5, expected=lambda x: tuple(np.histogram(x, 5)))
row("histogram", f64(20), np.array([-1.0, 0, 2]), expected=lambda x, e: tuple(np.histogram(x, e)))
row(
    "polynomial_fit",
    np.arange(5.0),
    np.arange(5.0) ** 2 + 1,
    degree=2,
    tolerance=1e-4,
    expected=np.array([1.0, 0, 1]),
)
row(
    "polynomial_features",
    np.array([[2, 3]]),
    degree=2,
    symbolic=False,
    expected=np.array([[1, 2, 3, 4, 6, 9]]),
)
row(
    "square_form",
    np.array([1.0, 2, 3]),
    symbolic=False,
    expected=np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0]]),
)
row("square_form", np.array([[0.0, 5], [5, 0]]), expected=np.array([5.0]))
row("interpolate", f64(4), np.arange(3.0), f64(3), expected=np.interp)

# random numbers: known answers of Philox 4x32-10 (Random123), its words in other sizes, and what bits become
ZERO = np.array(0, np.uint64)
PI = np.array(0x299F31D0A4093822, np.uint64)
FIRST = np.array([0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8], np.uint32)
row("random_bits", ZERO, shape=Shape((4,)), expected=FIRST)
row("random_bits", ZERO, shape=Shape((2,)), dtype=dtypes.uint64, expected=FIRST.view(np.uint64))
row("random_bits", np.array([[0], [0]], np.uint64), shape=Shape((2, 4)), expected=np.array([FIRST, FIRST]))
row("random_bits", PI, shape=Shape((0, 3)), expected=np.zeros((0, 3), np.uint32))
row("fold_in", ZERO, np.array([0, 1], np.uint64), stream=0, expected=FIRST.view(np.uint64))
row("multiply_high", np.array([2**63, 2**64 - 1, 5], np.uint64), np.array([6, 2**64 - 1, 7], np.uint64),
    expected=np.array([3, 2**64 - 2, 0], np.uint64))  # fmt: skip
row("uniform_of_bits", np.array([0, 2**31, 2**32 - 1], np.uint32),
    expected=np.array([0, 0.5, 1 - 2**-24], np.float32))  # fmt: skip
row("uniform_of_bits", np.array([0, 2**63, 2**64 - 1], np.uint64), expected=np.array([0, 0.5, 1 - 2**-53]))
row("normal_of_bits", np.array([2**32 - 1, 2**30, 2**30 + 1], np.uint32),
    expected=np.array([-2.91839e-10, 1.1503494, -1.1503494], np.float32))  # fmt: skip
row(
    "normal_of_bits",
    np.array([0, 1, 2**62], np.uint64),
    expected=np.array([9.155293773, -9.155293773, 1.15034938]),
)
row("random_variates", ZERO, (np.array(0.0),), shape=Shape((3,)), expected=np.ones(3, np.int64))
row("random_variates", ZERO, (np.array([0.0, 0.5]),), shape=Shape((2,)), distribution="poisson",
    expected=np.array([0, 0]))  # fmt: skip
row("random_vonmises", ZERO, np.array(1e300), shape=Shape((2,)), expected=np.zeros(2), tolerance=1e-12)
row("random_zipf", ZERO, np.array(200.0), shape=Shape((3,)), expected=np.ones(3, np.int64))
row(
    "random_hypergeometric",
    ZERO,
    np.array([5, 0, 4]),
    np.array([0, 7, 6]),
    np.array([3, 3, 10]),
    shape=Shape((3,)),
    expected=np.array([3, 0, 4]),
)
row("random_gamma", ZERO, np.array(1e18), shape=Shape((2,)), expected=np.full(2, 1e18), tolerance=1e-8)
row("random_poisson", ZERO, np.array(0.0), shape=Shape((3,)), expected=np.zeros(3, np.int64))
row(
    "random_binomial",
    ZERO,
    np.array([5, 7, 0]),
    np.array([0.0, 1.0, 0.5]),
    shape=Shape((3,)),
    expected=np.array([0, 7, 0]),
)
