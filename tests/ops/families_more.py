"""More families: indexing, gathering, products, linear algebra, order, Fourier, einops, convolution."""

import einops
import numpy as np
from hypothesis import strategies as st

from ops.applications import Application, axes, broadcastable, perturbed, positive, shapes, sizes, zeros


@st.composite
def index(draw):
    shape = draw(shapes(0, 4))
    items = []
    axis = 0
    pools = ["int", "slice", "slice", "none", "rest", "array", "mask", "stop"]
    while len(items) < 5:
        kind = draw(st.sampled_from(pools))
        size = shape[axis] if axis < len(shape) else 2
        if kind == "stop" or (kind == "rest" and Ellipsis in [i for i in items if i is Ellipsis]):
            break
        if kind == "int":
            items.append(draw(st.integers(-size, max(size - 1, 0))) if draw(st.integers(0, 9)) else 5)
            axis += 1
        elif kind == "slice":
            part = st.one_of(st.none(), st.integers(-5, 5))
            step = draw(st.sampled_from([None, None, 1, 2, 3, -1, -2]))
            items.append(slice(draw(part), draw(part), step))
            axis += 1
        elif kind == "none":
            items.append(None)
        elif kind == "rest":
            items.append(Ellipsis)
        elif kind == "array":
            inner = draw(st.sampled_from([(), (1,), (2,), (3,), (2, 1), (2, 2)]))
            if size == 0:
                inner = (0,)
            positions = np.full(inner, draw(st.integers(-size, max(size - 1, 0))))
            items.append(positions)
            axis += 1
        else:
            rank = draw(st.integers(1, 2))
            over = shape[axis : axis + rank]
            if len(over) == rank:
                mask = np.zeros(draw(perturbed(over, 9)), bool)
                items.append(mask)
                axis += rank
    masked = any(isinstance(item, np.ndarray) and item.dtype == bool for item in items)
    return Application(
        "index", (zeros(shape),), {"items": tuple(items)}, lambda x, items: x[items], may_fail=masked
    )


@st.composite
def simple_index(draw):
    shape = draw(shapes(1, 3))
    part = st.one_of(st.none(), st.integers(-5, 5))
    item = st.one_of(
        st.integers(-4, 4),
        st.builds(slice, part, part, st.sampled_from([None, 1, 2, -1])),
        st.none(),
        st.just(Ellipsis),
    )
    items = tuple(draw(st.lists(item, max_size=3)))
    if items.count(Ellipsis) > 1:
        items = (Ellipsis,)
    return Application("index", (zeros(shape),), {"items": items}, lambda x, items: x[items])


@st.composite
def index_update(draw):
    shape = draw(shapes(1, 3))
    items = tuple(draw(st.lists(st.sampled_from([0, slice(None), slice(1, None), None]), max_size=3)))
    try:
        inner = zeros(shape)[items].shape
    except IndexError:
        inner = ()
    value = zeros(draw(perturbed(inner[draw(st.integers(0, len(inner))) :])))

    def reference(x, value, items):
        x[items] = value
        return x

    return Application("index_update", (zeros(shape), value), {"items": items}, reference)


@st.composite
def gathering(draw):
    kind = draw(st.sampled_from(["take", "take_along_axis"]))
    shape = draw(shapes(1, 3, positive))
    if kind == "take":
        axis = draw(st.one_of(st.none(), axes(len(shape))))
        inner = draw(shapes(0, 2))
        count = (
            int(np.prod(shape)) if axis is None else shape[axis] if -len(shape) <= axis < len(shape) else 1
        )
        value = draw(st.integers(-count, count - 1)) if draw(st.integers(0, 5)) else count
        arguments = (zeros(shape), np.full(inner, value))
        return Application(kind, arguments, {"axis": axis}, np.take)
    axis = draw(axes(len(shape)))
    inner = list(shape)
    if -len(shape) <= axis < len(shape):
        inner[axis] = draw(sizes)
    for k in range(len(inner)):
        if not draw(st.integers(0, 5)):
            inner[k] = 1
    arguments = (zeros(shape), np.zeros(draw(perturbed(inner)), int))
    return Application(kind, arguments, {"axis": axis}, np.take_along_axis)


@st.composite
def matmul(draw):
    kind = draw(st.sampled_from(["matmul", "matmul", "dot", "inner", "vdot", "outer", "kron"]))
    m, k, n = draw(sizes), draw(sizes), draw(sizes)
    if kind == "matmul":
        lead, other = draw(broadcastable(2, 2))
        a, b = (*lead, m, k), (*other, k, n)
    elif kind == "inner":
        a, b = (m, k), (n, k)
    else:
        a, b = (m, k), draw(st.sampled_from([(k, n), (k,), (2, k, n)]))
    a = draw(st.sampled_from([a, a, (k,)]))
    b = draw(st.sampled_from([b, b, (k,)]))
    arguments = (
        zeros(draw(perturbed(a))),
        zeros(draw(perturbed(b)), draw(st.sampled_from(["float32", "float64"]))),
    )
    return Application(kind, arguments, {}, getattr(np, kind))


@st.composite
def tensordot(draw):
    shared = draw(st.lists(sizes, max_size=2))
    a = [*draw(shapes(0, 2)), *shared]
    b = [*shared, *draw(shapes(0, 2))]
    if draw(st.booleans()):
        count = len(shared) if draw(st.integers(0, 4)) else draw(st.integers(0, 3))
        return Application("tensordot", (zeros(a), zeros(b)), {"axes": count}, np.tensordot)
    pairs = (tuple(range(len(a) - len(shared), len(a))), tuple(range(len(shared))))
    arguments = (zeros(draw(perturbed(a))), zeros(draw(perturbed(b))))
    return Application("tensordot", arguments, {"axes": pairs}, np.tensordot)


@st.composite
def cross(draw):
    a, b = draw(broadcastable(2, 2))
    inner = st.sampled_from([3, 3, 3, 4])
    arguments = (zeros((*a, draw(inner))), zeros((*b, draw(inner))))
    return Application("cross", arguments, {"axis": -1}, np.cross)


EQUATIONS = [
    "ij,jk->ik",
    "bij,bjk->bik",
    "ii->i",
    "ij,ij->",
    "i,j->ij",
    "...i,...i->...",
    "ij->ji",
    "ij,j",
    "aij,ajk",
    "ii,i->i",
    "...ij->ij",
    "...i,...i->i",
]


@st.composite
def einsum(draw):
    equation = draw(st.sampled_from(EQUATIONS))
    values = {letter: draw(positive) for letter in "abijk"}
    parts = []
    for labels in equation.split("->")[0].split(","):
        lead = draw(st.sampled_from([(), (1,), (2,)])) if "..." in labels else ()
        shape = (*lead, *(values[c] for c in labels.replace("...", "")))
        parts.append(zeros([size or 1 for size in draw(perturbed(shape))]))
    reference = lambda arrays, equation: np.einsum(equation, *arrays)
    return Application("einsum", (parts,), {"equation": equation}, reference)


@st.composite
def linear(draw):
    width, out = draw(sizes), draw(sizes)
    x = draw(perturbed((*draw(shapes(0, 3)), width)))
    weight = draw(perturbed((out, width), 9))

    def reference(x, weight):
        if np.ndim(x) == 0 or np.ndim(weight) not in (1, 2):
            raise ValueError
        return x @ np.swapaxes(weight, 0, 1) if np.ndim(weight) == 2 else x @ weight

    return Application("linear", (zeros(x), zeros(weight)), {}, reference)


LINALG = """inv det eigvalsh eigh slogdet svd qr pinv matrix_rank cholesky solve eig""".split()


@st.composite
def linalg(draw):
    lead = draw(shapes(0, 2, positive))
    name = draw(st.sampled_from(LINALG))
    n, m = draw(positive), draw(positive)
    square = name not in ("svd", "qr", "pinv", "matrix_rank")
    shape = draw(perturbed((*lead, n, n if square else m)))
    rows, columns = shape[-2:] if len(shape) >= 2 else (1, 1)
    matrix = np.zeros(shape, draw(st.sampled_from(["float32", "float64", "int64"]))) + np.eye(
        rows, columns
    ).astype(int)
    if len(shape) < 2:
        matrix = np.ones(shape)
    if matrix.shape != shape or 0 in matrix.shape:
        matrix = np.eye(2)
    function = getattr(np.linalg, name)
    if name == "solve":
        other = draw(st.sampled_from([(n,), (n, m), (*lead, n, m)]))
        return Application(name, (matrix, zeros(draw(perturbed(other)))), {}, function)
    if name == "svd":
        attributes = {"full": draw(st.booleans()), "vectors": draw(st.booleans())}
        reference = lambda x, full, vectors: function(x, full, vectors)
        return Application(name, (matrix,), attributes, reference)
    if name == "qr":
        attributes = {"mode": draw(st.sampled_from(["reduced", "complete", "r"]))}
        return Application(name, (matrix,), attributes, function)
    if name == "eig":
        return Application(name, (matrix,), {}, function, exact_dtype=False)
    return Application(name, (matrix,), {}, function)


@st.composite
def diagonal(draw):
    name = draw(st.sampled_from(["diag", "diagonal", "trace", "tril", "triu"]))
    shape = draw(shapes(0, 3))
    array = zeros(shape)
    if name in ("tril", "triu"):
        return Application(name, (array,), {}, getattr(np, name))
    offset = draw(st.integers(-2, 2))
    if name == "diag":
        return Application(name, (array,), {"offset": offset}, lambda x, offset: np.diag(x, offset))
    a, b = draw(axes(len(shape))), draw(axes(len(shape)))
    if name == "trace":
        return Application(
            name, (array,), {"first": a, "second": b}, lambda x, first, second: np.trace(x, 0, first, second)
        )
    reference = lambda x, offset, first, second: np.diagonal(x, offset, first, second)
    return Application(name, (array,), {"offset": offset, "first": a, "second": b}, reference)


@st.composite
def order(draw):
    name = draw(st.sampled_from(["sort", "argsort", "searchsorted", "unique", "nonzero", "norm", "average"]))
    shape = draw(shapes(1, 3, positive))
    array = zeros(shape)
    axis = draw(st.one_of(st.none(), axes(len(shape))))
    if name == "searchsorted":
        return Application(name, (array, zeros(draw(shapes(1, 2)))), {}, np.searchsorted)
    if name == "unique":
        return Application(name, (array,), {"axis": axis}, lambda x, axis: np.unique(x, axis=axis))
    if name == "nonzero":
        return Application(name, (array,), {}, np.argwhere)
    if name == "norm":
        attributes = {"axis": axis, "keepdims": draw(st.booleans())}
        reference = lambda x, axis, keepdims: np.linalg.norm(x, axis=axis, keepdims=keepdims)
        return Application(name, (array,), attributes, reference)
    if name == "average":
        weights = np.ones(draw(perturbed(shape if draw(st.booleans()) else (shape[-1],))))
        reference = lambda x, weights, axis: np.average(x, axis, weights)
        return Application(name, (array, weights), {"axis": -1}, reference)
    return Application(name, (array,), {"axis": axis}, getattr(np, name))


@st.composite
def quantile(draw):
    shape, q = draw(shapes(1, 3, positive)), draw(shapes(0, 1, positive))
    attributes = {"axis": draw(st.one_of(st.none(), axes(len(shape)))), "keepdims": draw(st.booleans())}
    return Application("quantile", (zeros(shape), zeros(q)), attributes, np.quantile)


@st.composite
def fft(draw):
    name = draw(st.sampled_from(["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "rfftn", "irfftn"]))
    shape = draw(shapes(1, 3, st.sampled_from([2, 3, 4])))
    array = zeros(shape, draw(st.sampled_from(["float32", "float64"])))
    function = getattr(np.fft, name)
    if name.endswith("n"):
        return Application(name, (array,), {"axes": None}, function)
    attributes = {"n": draw(st.sampled_from([None, None, 5])), "axis": draw(axes(len(shape)))}
    return Application(name, (array,), attributes, function)


@st.composite
def mesh(draw):
    parts = [zeros(draw(shapes(0, 1))) for _ in range(draw(st.integers(1, 3)))]
    attributes = {"indexing": draw(st.sampled_from(["xy", "ij"]))}
    reference = lambda arrays, indexing: np.meshgrid(*arrays, indexing=indexing)
    return Application("meshgrid", (parts,), attributes, reference)


PATTERNS = [
    ("b h w c -> b c h w", {}),
    ("b (h p) w -> b h (p w)", {"p": 2}),
    ("... h w -> ... (h w)", {}),
    ("b c -> b c 1", {}),
    ("b 1 c -> (b c)", {}),
    ("(a b) c -> a (b c)", {"a": 2}),
    ("a ... -> ... a", {}),
    ("a b -> a c", {}),
]


@st.composite
def rearrange(draw):
    pattern, given = draw(st.sampled_from(PATTERNS))
    shape = draw(shapes(1, 4, st.sampled_from([1, 2, 3, 4])))

    def reference(x, pattern, sizes):
        try:
            return einops.rearrange(x, pattern, **sizes)
        except einops.EinopsError as error:
            raise ValueError(str(error)) from None

    return Application("rearrange", (zeros(shape),), {"pattern": pattern, "sizes": given}, reference)


REDUCTIONS = [
    ("b h w c -> b c", {}),
    ("b (h 2) (w 2) -> b h w", {}),
    ("... h w -> ...", {}),
    ("(a b) c -> a", {"b": 2}),
]
REPEATS = [("h w -> h w c", {"c": 3}), ("h w -> (h k) w", {"k": 2}), ("... -> ... 2", {}), ("h -> h w", {})]


@st.composite
def reduce_or_repeat(draw):
    reducing = draw(st.booleans())
    pattern, given = draw(st.sampled_from(REDUCTIONS if reducing else REPEATS))
    shape = draw(shapes(1, 4, st.sampled_from([1, 2, 3, 4])))

    def reference(x, pattern, sizes, reduction=None):
        try:
            if reducing:
                return einops.reduce(x, pattern, reduction, **sizes)
            return einops.repeat(x, pattern, **sizes)
        except einops.EinopsError as error:
            raise ValueError(str(error)) from None

    attributes = {"pattern": pattern, "sizes": given, **({"reduction": "max"} if reducing else {})}
    return Application("reduce" if reducing else "repeat_axes", (zeros(shape),), attributes, reference)


@st.composite
def pack(draw):
    pattern = draw(st.sampled_from(["* c", "b * c", "b *"]))
    base = [draw(positive) for _ in range(pattern.count(" "))]
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        at = pattern.split().index("*")
        shape = [*base[:at], *draw(shapes(0, 2, positive)), *base[at:]]
        parts.append(zeros([size or 1 for size in draw(perturbed(shape))]))

    def reference(arrays, pattern):
        try:
            packed, sizes = einops.pack(arrays, pattern)
        except einops.EinopsError as error:
            raise ValueError(str(error)) from None
        return (packed, *(np.array(s, dtype=int) for s in sizes))

    return Application("pack", (parts,), {"pattern": pattern}, reference)


def windows(x, window, stride, pads, dilation):
    """The windows of an image batch (batch, channels, *space) as NumPy makes them."""
    x = np.pad(x, [(0, 0), (0, 0), *pads])
    axes = tuple(range(2, x.ndim))
    spread = [d * (k - 1) + 1 for k, d in zip(window, dilation)]
    seen = np.lib.stride_tricks.sliding_window_view(x, spread, axes)
    return seen[(slice(None), slice(None), *(slice(None, None, s) for s in stride))]


@st.composite
def conv(draw):
    space = draw(st.integers(1, 3))
    groups = draw(st.sampled_from([1, 1, 1, 2]))
    channels, outputs = draw(st.sampled_from([1, 2, 4])), draw(st.sampled_from([1, 2, 4]))
    x = draw(
        perturbed((draw(positive), channels * groups, *(draw(st.integers(1, 7)) for _ in range(space))), 9)
    )
    window = tuple(draw(st.integers(1, 3)) for _ in range(space))
    weight = (outputs * groups, draw(st.sampled_from([channels] * 5 + [3])), *window)
    numbers = lambda low, high: tuple(draw(st.integers(low, high)) for _ in range(space))
    attributes = {
        "stride": numbers(1, 3),
        "padding": numbers(0, 2),
        "dilation": numbers(1, 2),
        "groups": groups,
    }

    def reference(x, weight, stride, padding, dilation, groups):
        if x.ndim != weight.ndim or x.shape[1] != weight.shape[1] * groups or weight.shape[0] % groups:
            raise ValueError
        seen = windows(x, weight.shape[2:], stride, [(p, p) for p in padding], dilation)
        return np.zeros((x.shape[0], weight.shape[0], *seen.shape[2 : x.ndim]))

    return Application("conv", (zeros(x), zeros(weight)), attributes, reference)


@st.composite
def pool(draw):
    name = draw(st.sampled_from(["max_pool", "avg_pool"]))
    space = draw(st.integers(1, 2))
    x = draw(perturbed((draw(positive), 2, *(draw(st.integers(1, 7)) for _ in range(space))), 9))
    window = tuple(draw(st.integers(1, 3)) for _ in range(space))
    stride = tuple(draw(st.integers(1, 3)) for _ in range(space))
    attributes = {"window": window, "stride": draw(st.sampled_from([stride, None]))}

    def reference(x, window, stride):
        if x.ndim != len(window) + 2:
            raise ValueError
        seen = windows(x, window, stride or window, [(0, 0)] * len(window), (1,) * len(window))
        return np.zeros(seen.shape[: x.ndim])

    return Application(name, (zeros(x),), attributes, reference)


@st.composite
def same_padding(draw):
    x = (1, draw(st.integers(1, 9)), 2)
    stride = draw(st.integers(1, 3))
    reference = lambda x, w, **_: np.zeros((1, len(range(0, x.shape[1], stride)), 4))
    attributes = {"padding": "same", "stride": stride, "layout": "last"}
    return Application("conv", (zeros(x), zeros((3, 2, 4))), attributes, reference)


FAMILIES = {
    f.__name__: f()
    for f in (
        index,
        simple_index,
        index_update,
        gathering,
        matmul,
        tensordot,
        cross,
        einsum,
        linear,
        linalg,
        diagonal,
        order,
        quantile,
        fft,
        mesh,
        rearrange,
        reduce_or_repeat,
        pack,
        conv,
        pool,
        same_padding,
    )
}
