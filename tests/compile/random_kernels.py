"""Random kernels that the verifier accepts, with arguments for them."""

import numpy as np

from gnomon.compile.kernel import (
    Buffer,
    Call,
    Cast,
    Check,
    Const,
    If,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    State,
    Store,
)
from gnomon.compile.scalars import ANY, COMBINES, SCALARS, result_dtype
from gnomon.shapes import dtypes, minimum, symbol

USED = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool)
SMALL = (
    dtypes.int8,
    dtypes.uint8,
    dtypes.int16,
    dtypes.uint16,
    dtypes.uint32,
    dtypes.uint64,
    dtypes.bool,
    dtypes.float32,
)
EXACT = [scalar for scalar in SCALARS.values() if scalar.exact and scalar.name not in ("fmod", "fma")]
FORMULAS = ("exp", "expm1", "log", "log1p", "tanh", "sigmoid", "sinh", "exp2", "cosh")
LENGTHS = (0, 1, 7, 16, 33, 100)


class Maker:
    """Makes statements; ``random`` decides."""

    def __init__(self, random, kinds=USED):
        self.random = random
        self.kinds = kinds
        self.count = 0
        self.buffers = []
        self.n, self.m, self.s = symbol("n"), symbol("m"), symbol("s", lower=1)

    def name(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    def buffer(self, dtype, role):
        name = self.name("b")
        self.buffers.append(Buffer(name, dtype, role))
        return name

    def const(self, values, body, dtype):
        name = self.name()
        number = self.random.choice([0, 1, 2, 3]) if dtype is not dtypes.bool else self.random.random() < 0.5
        if dtype.kind == "float":
            number = self.random.choice([0.0, -0.0, 1.0, 0.5, -2.25, float("inf")])
        body.append(Const(name, number, dtype))
        values[name] = dtype
        return name

    def pick(self, values, body, dtype):
        found = [name for name, kind in values.items() if kind is dtype]
        if found and self.random.random() < 0.9:
            return self.random.choice(found)
        return self.const(values, body, dtype)

    def step(self, values, body, offsets):
        """Add a statement or two that define a value."""
        choice = self.random.random()
        name = self.name()
        dtype = self.random.choice(self.kinds)
        if choice < 0.25:
            body.append(Load(name, self.buffer(dtype, "in"), self.random.choice(offsets)))
            values[name] = dtype
        elif choice < 0.32:
            body.append(Index(name, self.random.choice(offsets)))
            values[name] = dtypes.int64
        elif choice < 0.45:
            old = self.pick(values, body, self.random.choice(self.kinds))
            body.append(Cast(name, old, dtype))
            values[name] = dtype
        elif choice < 0.5 and any(kind is dtypes.int64 for kind in values.values()):
            self.gather(values, body, name, dtype)
        else:
            self.call(values, body, name, dtype)

    def gather(self, values, body, name, dtype):
        place, five, index = self.pick(values, body, dtypes.int64), self.name(), self.name()
        body.append(Const(five, 5, dtypes.int64))
        body.append(Call(index, "remainder", (place, five), dtypes.int64))
        body.append(Load(name, self.buffer(dtype, "in"), 1, ((index, self.random.choice([1, 2, self.s])),)))
        values[name] = dtype

    def call(self, values, body, name, dtype):
        scalars = [scalar for scalar in EXACT if dtype in scalar.dtypes]
        if dtype.kind == "float" and self.random.random() < 0.3:
            scalars = [SCALARS[function] for function in FORMULAS]
        scalar = self.random.choice(scalars)
        arguments = [
            self.pick(values, body, dtypes.bool if scalar.name == "select" and position == 0 else dtype)
            for position in range(scalar.arity)
        ]
        body.append(Call(name, scalar.name, tuple(arguments), dtype))
        values[name] = result_dtype(scalar.name, dtype)

    def steps(self, values, body, offsets, most=8):
        for _ in range(self.random.randint(1, most)):
            self.step(values, body, offsets)

    def store(self, values, body, offset):
        name = self.random.choice(list(values) or [self.const(values, body, self.random.choice(self.kinds))])
        dtype = values[name]
        combine = self.random.choice([None, None, *[c for c, kinds in COMBINES.items() if dtype in kinds]])
        body.append(Store(self.buffer(dtype, "inout"), offset, name, combine))

    def guarded(self, values, body, offsets, place):
        inner, inside = dict(values), []
        condition = self.pick(values, body, dtypes.bool)
        self.steps(inner, inside, offsets, 4)
        self.store(inner, inside, place)
        body.append(If(condition, tuple(inside)))

    def reduction(self, values, body, kind, offsets, extent, index):
        inner, inside = dict(values), []
        offsets = [*offsets, *[offset + index for offset in offsets], index, 2 * index + 1]
        self.steps(inner, inside, offsets)
        rows = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            value = self.random.choice([name for name in inner if name not in values] or list(inner))
            combine = self.random.choice([c for c, kinds in COMBINES.items() if inner[value] in kinds])
            rows.append((self.name("r"), value, combine, inner[value]))
        targets, names, combines, kinds = zip(*rows)
        body.append(Reduce(targets, Loop(kind, index.atom, extent, tuple(inside)), names, combines, kinds))
        values.update(zip(targets, kinds))

    def state(self, values, body, offsets, extent, index):
        kinds = [self.random.choice(self.kinds) for _ in range(self.random.choice([1, 2, 3, 5]))]
        firsts = [self.pick(values, body, kind) for kind in kinds]
        targets = [self.name("s") for _ in kinds]
        inner, inside = {**values, **dict(zip(targets, kinds))}, []
        self.steps(inner, inside, [*offsets, *[offset + index for offset in offsets], index])
        news = [self.pick(inner, inside, kind) for kind in kinds]
        loop = Loop("serial", index.atom, extent, tuple(inside))
        body.append(State(tuple(targets), loop, tuple(firsts), tuple(news), tuple(kinds)))
        values.update(zip(targets, kinds))

    def lanes(self, values, row, extent):
        """A lane loop under a grid loop whose turns begin at ``row``."""
        index, inner, body = symbol("i"), dict(values), []
        i, s, n = index, self.s, self.n
        offsets = [i, i + 3, row + i, s * i, 2 * i, n - 1 - i, 0, row, i // 3, minimum(i, 5), i % 4]
        self.steps(inner, body, offsets)
        if self.random.random() < 0.4:
            kind = self.random.choice(["serial", "jam"])
            self.reduction(inner, body, kind, [i, 0], 3 if kind == "jam" else self.m, symbol("k"))
            self.steps(inner, body, offsets, 4)
        if self.random.random() < 0.4:
            self.state(inner, body, [i, 0, row], self.m, symbol("t"))
            self.steps(inner, body, offsets, 4)
        if self.random.random() < 0.4:
            self.guarded(inner, body, offsets, row + i)
        if self.random.random() < 0.2:
            body.append(Check(self.pick(inner, body, dtypes.bool), 5))
        for _ in range(self.random.randint(1, 2)):
            self.store(inner, body, row + i)
        return Loop("lane", index.atom, extent, tuple(body))

    def kernel(self):
        r = symbol("r")
        values, body = {}, []
        rows = self.n * r
        self.steps(values, body, [r, rows], 3)
        if self.random.random() < 0.5:
            self.reduction(values, body, "lane", [rows, 0], self.n, symbol("k"))
            self.store(values, body, r)
        if self.random.random() < 0.3:
            self.state(values, body, [r, 0], self.m, symbol("t"))
        if self.random.random() < 0.3:
            self.guarded(values, body, [r, 0], r)
        if self.random.random() < 0.3:
            u, inner, inside = symbol("u"), dict(values), []
            self.steps(inner, inside, [u, r + u, 0], 4)
            if self.random.random() < 0.5:
                self.reduction(inner, inside, "lane", [u, 0, rows], self.n, symbol("k"))
            if self.random.random() < 0.5:
                self.reduction(inner, inside, "serial", [u, 0, r + u], self.m, symbol("k"))
            self.store(inner, inside, 3 * r + u)
            body.append(Loop("jam", u.atom, 3, tuple(inside)))
        body.append(self.lanes(values, rows, self.n))
        kind = self.random.choice(["grid", "serial"])
        sizes = (self.n.atom, self.m.atom, self.s.atom)
        return Kernel("random", tuple(self.buffers), sizes, (Loop(kind, r.atom, self.m, tuple(body)),))


def arguments(kernel, n, m, s, seed):
    """Arrays that are long enough for any offset made here, with special values in them."""
    rng = np.random.default_rng(seed)
    length = (n + 4) * (m + 3) + 10 * (s + 2) + s * n + 2 * n
    found = []
    for buffer in kernel.buffers:
        if buffer.dtype is dtypes.bool:
            found.append(rng.random(length) < 0.5)
        elif buffer.dtype.kind in ("int", "uint"):
            limit = np.iinfo(str(buffer.dtype))
            data = rng.integers(max(-9, limit.min), 9, length).astype(str(buffer.dtype))
            data[rng.random(length) < 0.1] = limit.min
            data[rng.random(length) < 0.1] = limit.max
            found.append(data)
        else:
            data = rng.standard_normal(length) * 3
            special = [np.inf, -np.inf, np.nan, 0.0, -0.0, 1e30, 1e-42]
            data = np.where(rng.random(length) < 0.15, rng.choice(special, length), data)
            found.append(data.astype(str(buffer.dtype)))
    return found


assert {*USED, *SMALL} == set(ANY)
