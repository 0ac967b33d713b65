"""Gradients, maps, donated memory, traced trees and loops of functions drawn at random, against their definitions."""

import random

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import gnomon as gn

from compile.drawn_functions import SMOOTH, WHOLE, Drawn, called, close, values

SIZES = [{"n": 3, "m": 4}, {"n": 1, "m": 1}, {"n": 0, "m": 2}, {"n": 5, "m": 3}]
KINDS = ["float64", "float64", "int64", "bool"]
seeds = given(st.integers(0, 2**32))
few = settings(max_examples=8, derandomize=True, deadline=None, database=None)
FREE = {"on_unused_input": "ignore"}


def drawn(seed, *settings_):
    function = Drawn(seed, *settings_)
    assume(function.picked)
    return function, random.Random(seed), np.random.default_rng(seed)


def shapes_of(inputs):
    return [array.shape.dims for array in inputs], [str(array.dtype) for array in inputs]


def slope(cost, points, directions):
    """Return the change of a cost along a direction; None where two steps disagree: at a kink, or for want of digits."""

    def at(step):
        return float(cost(*[x + step * d for x, d in zip(points, directions, strict=True)]))

    near, far = [(at(h) - at(-h)) / (2 * h) for h in (1e-5, 3e-6)]
    sides = (at(1e-5) - at(0.0)) / 1e-5, (at(0.0) - at(-1e-5)) / 1e-5
    bound = max(1.0, abs(near))
    return near if abs(near - far) < 1e-5 * bound and abs(sides[0] - sides[1]) < 1e-2 * bound else None


@few
@seeds
def test_derivatives_are_those_of_differences(seed):
    function, _, rng = drawn(seed)
    inputs = function.inputs
    cost = function.cost(*inputs)
    along = [gn.symbol(f"d{k}", x.shape, "float64") for k, x in enumerate(inputs)]
    first = gn.grad(cost, inputs, disconnected="zero")
    change = sum(gn.sum(g * d) for g, d in zip(first, along, strict=True))
    second = gn.grad(change, inputs, disconnected="zero")
    twice = sum(gn.sum(g * d) for g, d in zip(second, along, strict=True))
    results = [change, gn.jvp(cost, inputs, along), twice, gn.jvp(change, inputs, along), *first, *second]
    ways = ({"native": False, "laws": "none"}, {}, {"laws": "exact"}, {"native": False, "laws": "all"})
    made = [gn.function(inputs + along, results, **way, **FREE) for way in ways]
    plain = gn.function(inputs, cost, native=False, **FREE)
    for sizes in SIZES:
        points, directions = (values(rng, *shapes_of(inputs), sizes) for _ in range(2))
        if called(plain, points) is None:
            continue
        found = [f(*points, *directions) for f in made]
        for other in found[1:]:
            close(other, found[0], 1e-6)
        changing = lambda *xs, ds=tuple(directions): made[0](*xs, *ds)[0]
        for place, low in ((0, plain), (2, changing)):
            wanted = slope(low, points, directions)
            if wanted is not None:
                np.testing.assert_allclose(found[0][place : place + 2], [wanted] * 2, rtol=1e-3, atol=1e-3)


def mapped(function, rows, names, r):
    """Return a map, or a map of maps, of a function with these results, its arrays and what it does in a loop."""
    inputs = function.inputs
    shapes, dtypes = ([list(x.shape.dims) for x in inputs], [str(x.dtype) for x in inputs])
    ranks = [out.ndim for out in rows]
    levels = []
    for name in names:
        axes = [r.choice([None, 0, -1, r.randint(-len(s) - 1, len(s))]) for s in shapes]
        axes = axes if any(axis is not None for axis in axes) else [0] * len(axes)
        outs = [r.choice([0, -1, r.randint(-rank - 1, rank)]) for rank in ranks]
        for shape, axis in zip(shapes, axes, strict=True):
            if axis is not None:
                shape.insert(axis % (len(shape) + 1), name)
        ranks = [rank + 1 for rank in ranks]
        levels.append((name, axes, outs))
    return levels, shapes, dtypes


def looped(one, levels, arrays, sizes):
    """Return what a map is defined to give: the function's results row by row."""
    if not levels:
        return one(*arrays)
    name, axes, outs = levels[-1]
    rows = []
    for k in range(sizes[name]):
        row = [x if axis is None else np.take(x, k, axis) for x, axis in zip(arrays, axes, strict=True)]
        rows.append(looped(one, levels[:-1], row, sizes))
    return [np.stack(column, axis) for column, axis in zip(zip(*rows, strict=True), outs, strict=True)]


def hold_map(function, body, r, rng):
    rows = body(*function.inputs)
    levels, shapes, dtypes = mapped(function, rows, r.choice([["B"], ["B", "C"]]), r)
    many = body
    for _, axes, outs in levels:
        many = gn.vmap(many, in_axes=tuple(axes), out_axes=list(outs))
    inputs = [
        gn.symbol(f"x{k}", shape, dtype) for k, (shape, dtype) in enumerate(zip(shapes, dtypes, strict=True))
    ]
    results = many(*inputs)
    made = [gn.function(inputs, results, **way, **FREE) for way in ({}, {"native": False, "laws": "none"})]
    one = gn.function(function.inputs, rows, native=False, **FREE)
    for sizes in SIZES:
        sizes = {**sizes, "B": r.choice([1, 2, 3]), "C": 2}
        arrays = values(rng, shapes, dtypes, sizes)
        wanted = called(lambda *xs, sizes=sizes: looped(one, levels, xs, sizes), arrays)
        if wanted is not None:
            for f in made:
                close(f(*arrays), wanted)


@few
@seeds
def test_maps_are_loops(seed):
    function, r, rng = drawn(seed, KINDS, SMOOTH + WHOLE * 2)
    hold_map(function, function, r, rng)


@few
@seeds
def test_maps_of_gradients_are_loops(seed):
    function, r, rng = drawn(seed)
    hold_map(function, lambda *xs: list(gn.grad(function.cost, argnums=(0, 1))(*xs)), r, rng)


@few
@seeds
def test_donated_memory_changes_no_result(seed):
    """Also where one array is given twice, or is a part of another one."""
    function, r, rng = drawn(seed, KINDS, SMOOTH + WHOLE)
    inputs = function.inputs
    results = [*function(*inputs), *([inputs[0]] if r.random() < 0.3 else [])]
    donated = r.choice([inputs, inputs[:1], inputs[1:]])
    state = gn.shared(np.ones(2), "state")
    updates = {state: state + gn.sum(gn.astype(inputs[0], "float64"))}
    f = gn.function(inputs, results, donate=donated, updates=updates, **FREE)
    plain = gn.function(inputs, results, native=False, **FREE)
    for sizes in SIZES:
        arrays = values(rng, *shapes_of(inputs), sizes)
        if arrays[0].dtype == arrays[1].dtype and arrays[0].size <= arrays[1].size and r.random() < 0.6:
            arrays[0] = arrays[1].reshape(-1)[: arrays[0].size].reshape(arrays[0].shape)
        if arrays[0].shape == arrays[1].shape and arrays[0].dtype == arrays[1].dtype and r.random() < 0.5:
            arrays[0] = arrays[1]
        copies, before = [x.copy() for x in arrays], state.get_value().copy()
        wanted = called(plain, copies)
        if wanted is None:
            continue
        got = f(*arrays)
        close(got, wanted)
        close([state.get_value()], [before + copies[0].astype(float).sum()])
        for array, x, copy in zip(inputs, arrays, copies, strict=True):
            if not any(array is other for other in donated):
                np.testing.assert_array_equal(x, copy)
                assert not any(np.shares_memory(x, out) for out in got)
        assert not any(np.shares_memory(a, b) for k, a in enumerate(got) for b in got[:k])


@few
@seeds
def test_traced_trees(seed):
    function, r, rng = drawn(seed, KINDS, SMOOTH + WHOLE)
    forms = [lambda a, b: {"first": a, "rest": [b]}, lambda a, b: (a, (b, {})), lambda a, b: [[a], {"b": b}]]
    form, back = r.choice(forms), r.choice(forms)

    @gn.jit
    def step(tree, *, scale=1.0):
        outs = function(*flat(tree))
        return back(outs[0], [*outs[1:], gn.asarray(scale) * 2])

    plain = gn.function(function.inputs, function(*function.inputs), native=False, **FREE)
    for sizes in SIZES:
        arrays = values(rng, *shapes_of(function.inputs), sizes)
        wanted = called(plain, arrays)
        if wanted is None:
            continue
        for scale in (0.5, 2.0):
            close(flat(step(form(*arrays), scale=scale)), [*wanted, np.asarray(scale * 2)])


def flat(tree):
    """Return the leaves of nested lists, tuples and dicts."""
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in flat(part)]
    return [leaf for part in tree for leaf in flat(part)] if isinstance(tree, (list, tuple)) else [tree]


@few
@seeds
def test_loops_are_what_their_steps_are(seed):
    """A scan, and a scan with a choice in it, against the steps one by one; gradients too."""
    function, _, rng = drawn(seed)
    inputs = [gn.symbol(x.name, ("T", *x.shape.dims), "float64") for x in function.inputs]

    def step(carry, rows):
        return gn.tanh(carry * 0.5 + function.cost(*rows)), function(*rows)[0]

    def chosen(carry, rows):
        return gn.cond(carry > 0, lambda: step(carry, rows)[0], lambda: carry + 0.3), 0.0

    last, stacked = gn.scan(step, gn.asarray(0.1), inputs)
    other, _ = gn.scan(chosen, gn.asarray(-0.5), inputs)
    carry, picked, parts = gn.asarray(0.1), gn.asarray(-0.5), []
    for t in range(2):
        rows = [x[t] for x in inputs]
        picked = gn.where(picked > 0, step(picked, rows)[0], picked + 0.3)
        carry, part = step(carry, rows)
        parts.append(part)
    looping = [last, other, stacked, *gn.grad(last + other, inputs, disconnected="zero")]
    single = [carry, picked, gn.stack(parts, axis=0), *gn.grad(carry + picked, inputs, disconnected="zero")]
    made = [gn.function(inputs, looping, **way, **FREE) for way in ({}, {"native": False, "laws": "none"})]
    plain = gn.function(inputs, single, native=False, **FREE)
    for sizes in SIZES:
        arrays = values(rng, *shapes_of(inputs), {**sizes, "T": 2})
        wanted = called(plain, arrays)
        if wanted is not None:
            for f in made:
                close(f(*arrays), wanted)
