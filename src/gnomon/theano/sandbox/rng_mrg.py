"""`theano.sandbox.rng_mrg`: streams of random numbers of the generator MRG31k3p."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.compile.sharedvalue import shared
from gnomon.theano.configuration import change_flags, config
from gnomon.theano.differentiating.borders import undefined_grad
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.sandbox import multinomial
from gnomon.theano.sandbox.mrg31k3p import M1, M2, STREAM, SUBSTREAM, drawn, jumped, product, substreams
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.creation import is_one, sizes_of
from gnomon.theano.tensor.random_streams import shape_of_draw
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

MOST_STREAMS = 60 * 256


def matVecModM(A: Any, s: Any, m: Any) -> Any:
    """Return a product of a matrix and a vector modulo m."""
    return product(np.asarray(A, np.int64), np.asarray(s, np.int64)[:, None], int(m))[:, 0].astype(np.int32)


def ff_2p134(rstate: Any) -> Any:
    """Return the beginning of the next stream."""
    (found,) = jumped(np.asarray(rstate)[None], STREAM)
    return found


def ff_2p72(rstate: Any) -> Any:
    """Return the beginning of the next part of a stream."""
    (found,) = jumped(np.asarray(rstate)[None], SUBSTREAM)
    return found


class DotModulo(GnomonOp):
    """Two products of matrices and vectors, each modulo a number, one behind the other."""

    __props__ = ()

    def make_node(self, A: Any, s: Any, m: Any, A2: Any, s2: Any, m2: Any) -> Apply:
        given = [as_tensor_variable(entry) for entry in (A, s, m, A2, s2, m2)]
        return Apply(self, given, [given[1].type()])

    def lower(self, node: Apply, *values: Any) -> Any:
        a, s, m, b, t, n = [gn.astype(value, gn.int64) for value in values]
        return gn.concatenate([gn.sum((a * s) % m, axis=1) % m, gn.sum((b * t) % n, axis=1) % n])


class mrg_uniform(GnomonOp):
    """Numbers between 0 and 1, neither included: states, sizes -> next states, numbers."""

    __props__ = ("output_type",)

    def __init__(self, output_type: Any, inplace: bool = False) -> None:
        self.output_type, self.inplace = output_type, inplace

    @classmethod
    def new(cls, rstate: Any, ndim: int | None, dtype: str, size: Any) -> Any:
        """Return next states and numbers of a shape."""
        sizes = shape_of_draw(size, ndim, [])
        return cls(TensorType(dtype, (False,) * len(sizes)))(rstate, *sizes)

    def make_node(self, rstate: Any, *sizes: Any) -> Apply:
        states = as_tensor_variable(rstate)
        kind = TensorType(self.output_type.dtype, [is_one(size) for size in sizes])
        return Apply(self, [states, *sizes], [states.type(), kind()])

    def lower(self, node: Apply, states: Any, *values: Any) -> Any:
        shape, count = sizes_of(values), gn.asarray(1)
        known = [value.contents[0] for value in values if value.contents is not None]
        if math.prod([size for size in known if isinstance(size, int)]) > M1:
            raise ValueError(f"a draw of sizes {', '.join(map(str, known))} has more than {M1} numbers")
        for value in values:
            count = count * gn.astype(value, gn.int64)
        following, integers = drawn(states, sizes_of([count])[0])
        return [following, gn.reshape(_between(integers, self.output_type.dtype), shape)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that nothing is differentiated by."""
        return [[False, False] for _ in node.inputs]

    def __str__(self) -> str:
        return f"mrg_uniform{{{self.output_type}}}"


mrg_uniform_base = mrg_uniform


def _between(integers: Any, dtype: str) -> Any:
    """Return integers from 1 to `M1` as numbers between 0 and 1; few bits of them for small floats."""
    if dtype == "float16":
        return gn.astype(gn.astype((integers & 0x7FFF) + 1, gn.float32) * 3.0458e-05, gn.float16)
    if dtype == "float32":
        return gn.astype(integers, gn.float32) * np.float32(4.6566126e-10)
    return gn.astype(integers, gn.float64) * 2.0**-31


def guess_n_streams(size: Any, warn: bool = False) -> int:
    """Return how many streams a draw of a shape is made of."""
    if isinstance(size, (tuple, list)) and all(isinstance(entry, (int, np.integer)) for entry in size):
        count = math.prod([int(entry) for entry in size])
        return min(count // 6 if count > 6 else count, MOST_STREAMS)
    if warn:
        warnings.warn(f"{size} says no number of streams, {MOST_STREAMS} are taken", stacklevel=3)
    return MOST_STREAMS


def _checked(size: Any) -> Any:
    """Return a size as a tuple or a vector; a ValueError for what is none."""
    if isinstance(size, Variable):
        if size.type.ndim > 1:
            raise ValueError(f"a size is a vector of integers, and {size} has {size.type.ndim} axes")
        return size if size.type.ndim else (size,)
    if isinstance(size, (int, np.integer)):
        size = (size,)
    if isinstance(size, np.ndarray):
        size = tuple(size.tolist())
    if not isinstance(size, (tuple, list)):
        raise ValueError(f"a size is a number, a tuple, a list or a variable, got {size!r}")
    for entry in size:
        if isinstance(entry, Variable):
            if entry.type.ndim:
                raise ValueError(f"a size is made of single integers, and {entry} has {entry.type.ndim} axes")
        elif not isinstance(entry, (int, np.integer)):
            raise ValueError(f"a size is made of integers, got {entry!r}")
        elif entry <= 0:
            raise ValueError(f"sizes are above zero, got {tuple(size)}")
    return tuple(size)


class MRG_RandomStreams:
    """Random numbers of MRG31k3p: each draw has streams of its own, far from those of other draws."""

    def __init__(self, seed: Any = 12345) -> None:
        self.state_updates: list[tuple[Any, Any, Any, Any]] = []
        self.default_instance_seed = seed
        self.set_rstate(seed)

    def updates(self) -> list[tuple[Any, ...]]:
        """Return states and their successors, with sizes and numbers of streams."""
        return list(self.state_updates)

    def set_rstate(self, seed: Any) -> None:
        """Begin the next draw at one number, or six."""
        if isinstance(seed, (int, np.integer)):
            if not 0 < seed < M2:
                raise ValueError(f"a seed is above 0 and below {M2}, got {seed}")
            seed = [int(seed)] * 6
        if len(seed) != 6:
            raise TypeError(f"a seed is one integer or six, got {len(seed)}")
        for part, modulus in ((seed[:3], M1), (seed[3:], M2)):
            if not any(part) or max(part) >= modulus:
                raise ValueError(f"{part} of a seed are not all 0, and below {modulus}")
        self.rstate = np.asarray(seed, dtype=np.int32)

    def seed(self, seed: Any = None) -> None:
        """Begin all draws anew."""
        self.set_rstate(self.default_instance_seed if seed is None else seed)
        for old, new, size, count in self.state_updates:
            streams = self.n_streams(size) if count is None else count
            old.set_value(self.get_substream_rstates(streams, new.owner.outputs[1].dtype), borrow=True)

    def inc_rstate(self) -> None:
        """Go to the next stream."""
        self.rstate = ff_2p134(self.rstate)

    def get_substream_rstates(self, n_streams: int, dtype: str, inc_rstate: bool = True) -> np.ndarray:
        """Return the beginnings of streams, a row for each."""
        found = substreams(self.rstate, n_streams)
        if inc_rstate:
            self.inc_rstate()
        return found

    def n_streams(self, size: Any) -> int:
        """Return how many streams a draw of a shape is made of."""
        return guess_n_streams(size)

    def uniform(
        self, size: Any, low: Any = 0.0, high: Any = 1.0, ndim: Any = None, dtype: Any = None,
        nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return numbers between two bounds, neither included."""
        size, bounds, dtype = (
            _checked(size),
            [as_tensor_variable(low), as_tensor_variable(high)],
            _named(dtype),
        )
        kind = dtype or upcast(config.floatX, *[bound.dtype for bound in bounds])
        lowest, highest = [undefined_grad(bound.astype(kind)) for bound in bounds]
        return self._unit(size, ndim, kind, nstreams, (lowest, highest))

    def _unit(self, size: Any, ndim: Any, dtype: str, nstreams: Any, bounds: Sequence[Any]) -> Any:
        streams = self.n_streams(size) if nstreams is None else nstreams
        with change_flags(compute_test_value="off"):
            states = shared(self.get_substream_rstates(streams, dtype))
        states.tag.is_rng = True
        new, sample = mrg_uniform.new(states, ndim, dtype, size)
        sample.rstate, sample.update, states.default_update = states, (states, new), new
        self.state_updates.append((states, new, size, nstreams))
        low, high = bounds
        found = sample * (high - low) + low
        if found.type.broadcastable != sample.type.broadcastable:
            raise NotImplementedError(
                f"a draw of pattern {sample.type.broadcastable} cannot follow bounds that make it "
                f"{found.type.broadcastable}: give the whole size"
            )
        return found

    def binomial(
        self, size: Any = None, n: Any = 1, p: Any = 0.5, ndim: Any = None, dtype: Any = "int64",
        nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return 1 with a chance of p, else 0."""
        if n != 1:
            raise NotImplementedError(f"draws of {n} trials: add up {n} draws of one")
        chance = undefined_grad(as_tensor_variable(p))
        return (self.uniform(size, ndim=ndim, nstreams=nstreams) < chance).astype(_named(dtype))

    def normal(
        self, size: Any, avg: Any = 0.0, std: Any = 1.0, ndim: Any = None, dtype: Any = None,
        nstreams: Any = None, truncate: bool = False, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return numbers of the normal distribution; ``truncate`` keeps them within two deviations."""
        import gnomon.theano.tensor as T

        size, parameters, dtype = (
            _checked(size),
            [as_tensor_variable(avg), as_tensor_variable(std)],
            _named(dtype),
        )
        kind = dtype or upcast(config.floatX, *[entry.dtype for entry in parameters])
        mean, deviation = [undefined_grad(entry).astype(kind) for entry in parameters]
        shape = shape_of_draw(size, ndim, [])
        if isinstance(size, tuple) and all(isinstance(entry, (int, np.integer)) for entry in size):
            half: Any = (math.prod([int(entry) for entry in size]) + 1) // 2
        else:
            half = (_product(shape) + 1) // 2
        unit = self.uniform((2 * half,), ndim=1, dtype=kind, nstreams=nstreams)
        length, turn = unit[:half], unit[half:] * np.array(2 * np.pi, kind)
        radius = T.sqrt(-2 * T.log(length))
        found = T.concatenate([radius * T.cos(turn), radius * T.sin(turn)])
        if truncate:
            low = np.array(np.exp(-2.0), kind)
            again = self.uniform((2 * half,), low=low, ndim=1, dtype=kind, nstreams=nstreams)
            turns = T.concatenate([T.cos(turn), T.sin(turn)])
            found = T.switch(abs(found) > 2, T.sqrt(-2 * T.log(again)) * turns, found)
        found = T.reshape(found[: _product(shape)], shape, ndim=len(shape))
        return T.patternbroadcast(found, [is_one(entry) for entry in shape]) * deviation + mean

    def truncated_normal(
        self, size: Any, avg: Any = 0.0, std: Any = 1.0, ndim: Any = None, dtype: Any = None,
        nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return numbers of the normal distribution, cut off so that the deviation is as given."""
        wider = as_tensor_variable(std) / multinomial.CUT
        return self.normal(size, avg, wider, ndim, dtype, nstreams, truncate=True)

    def multinomial(
        self, size: Any = None, n: Any = 1, pvals: Any = None, ndim: Any = None, dtype: Any = "int64",
        nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return how often each class comes in n trials, for each row of chances."""
        chances = _chances(pvals, "pvals")
        if size is not None and any(isinstance(entry, int) and entry <= 0 for entry in size):
            raise ValueError(f"sizes are above zero, got {size}")
        if size is not None or ndim is not None:
            raise ValueError("the shape of a multinomial draw is that of pvals: leave size and ndim away")
        _two_axes(chances)
        unit = self.uniform((chances.shape[0] * n,), ndim=1, nstreams=nstreams)
        return multinomial.counted(chances, unit, n).astype(_named(dtype))

    def choice(
        self, size: Any = 1, a: Any = None, replace: bool = True, p: Any = None, ndim: Any = None,
        dtype: Any = "int64", nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return different classes for each row of chances."""
        if replace:
            raise NotImplementedError("choice draws without replacement: give replace=False")
        if a is not None or ndim is not None:
            raise (TypeError if a is not None else ValueError)("choice takes neither a nor ndim, but p")
        chances = _chances(p, "p")
        _two_axes(chances)
        unit = self.uniform((chances.shape[0] * size,), ndim=1, nstreams=nstreams)
        return multinomial.chosen(chances, unit, size).astype(_named(dtype))

    def multinomial_wo_replacement(
        self, size: Any = None, n: Any = 1, pvals: Any = None, ndim: Any = None, dtype: Any = "int64",
        nstreams: Any = None, target: Any = None,
    ) -> Any:  # fmt: skip
        """Return n different classes for each row of chances: the older name of `choice`."""
        warnings.warn("multinomial_wo_replacement is now choice(replace=False)", stacklevel=2)
        if size is not None:
            raise ValueError("the shape is that of pvals and n: leave size away")
        return self.choice(n, None, False, pvals, ndim, dtype, nstreams)


def _named(dtype: Any) -> Any:
    return str(config.floatX) if dtype == "floatX" else None if dtype is None else str(np.dtype(dtype))


def _product(shape: Sequence[Any]) -> Any:
    """Return the number of elements of a shape whose sizes may be computed; a number has one."""
    count: Any = 1
    for entry in shape:
        count = count * entry
    return count


def _chances(given: Any, name: str) -> Any:
    if given is None:
        raise TypeError(f"You have to specify {name}")
    return undefined_grad(as_tensor_variable(given))


def _two_axes(chances: Any) -> None:
    if chances.ndim != 2:
        raise NotImplementedError(f"chances are a matrix, a row for each draw; got {chances.ndim} axes")


RandomStreams = MRG_RandomStreams
