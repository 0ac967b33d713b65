"""Streams of random numbers: shared keys, and draws that take them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.compile.sharedvalue import TensorSharedVariable
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.creation import is_one, size_variables, sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable

KEY = TensorType("uint64", ())
"""The type of keys: two words of 32 bits."""


class State(np.ndarray):
    """A key with the methods of NumPy's RandomState that programs call on what a stream holds."""

    def seed(self, seed: int) -> None:
        """Begin again with a seed."""
        self[...] = new_key(seed)

    def get_state(self) -> np.ndarray:
        """Return what `set_state` takes."""
        return np.array(self)

    def set_state(self, state: Any) -> None:
        """Go back to where `get_state` was called."""
        self[...] = state


class RandomStateSharedVariable(TensorSharedVariable):
    """The key that a draw takes, and its successor replaces at each call."""

    def get_value(self, borrow: bool = False, return_internal_type: bool = False) -> Any:
        return super().get_value(borrow, return_internal_type).view(State)

    def set_value(self, new_value: Any, borrow: bool = False) -> None:
        super().set_value(np.asarray(new_value), borrow)


def new_key(seed: int) -> np.ndarray:
    """Return the key of a seed."""
    return np.asarray(gn.random.key(int(seed) % 2**63))


class Draw(GnomonOp):
    """Numbers of a distribution: key, sizes, parameters -> next key, numbers."""

    def __init__(self, distribution: str, ndim: int, dtype: str, options: Any = None) -> None:
        self.distribution, self.ndim, self.dtype = distribution, ndim, dtype
        self.options = tuple(sorted((options or {}).items()))

    def make_node(self, key: Any, *entries: Any) -> Apply:
        sizes = entries[: self.ndim]
        extra = dict(self.options).get("vector", False)
        pattern = [is_one(size) for size in sizes] + ([False] if extra else [])
        return Apply(self, [key, *entries], [KEY(), TensorType(self.dtype, pattern)()])

    def lower(self, node: Apply, key: Any, *values: Any) -> Any:
        shape, parameters = sizes_of(values[: self.ndim]), values[self.ndim :]
        drawn, following = gn.random.split(key)
        found = DISTRIBUTIONS[self.distribution](drawn, shape, parameters, self.dtype, **dict(self.options))
        return [following, gn.astype(found, getattr(gn, self.dtype))]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that parameters of continuous distributions are differentiated by."""
        smooth = self.distribution in ("uniform", "normal")
        rows = [[False, False]] * (1 + self.ndim)
        return [*rows, *[[False, smooth] for _ in node.inputs[1 + self.ndim :]]]

    def _key(self) -> Any:
        return (type(self), self.distribution, self.ndim, self.dtype, self.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draw) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return f"RandomFunction{{{self.distribution}}}"


def _floats(dtype: str) -> Any:
    return gn.float32 if dtype == "float32" else gn.float64


def _uniform(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    low, high = given
    kind = _floats(dtype)
    return gn.random.uniform(key, shape, dtype=kind) * gn.astype(high - low, kind) + gn.astype(low, kind)


def _normal(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    mean, deviation = given
    kind = _floats(dtype)
    return gn.random.normal(key, shape, dtype=kind) * gn.astype(deviation, kind) + gn.astype(mean, kind)


def _truncated(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    mean, deviation = given
    kind = _floats(dtype)
    found = gn.random.truncated_normal(key, -2.0, 2.0, shape, dtype=kind)
    return found * gn.astype(deviation, kind) + gn.astype(mean, kind)


def _binomial(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    n, p = given
    if n.contents is not None and n.contents[0] == 1:
        return gn.random.uniform(key, shape) < p
    return gn.random.binomial(key, n, p, shape)


def _integers(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    low, high = given
    span = gn.astype(high - low + 1, gn.float64)
    return gn.astype(low, gn.int64) + gn.astype(gn.floor(gn.random.uniform(key, shape) * span), gn.int64)


def _permutation(key: Any, shape: Any, given: Any, dtype: str, vector: bool = True) -> Any:
    (count,) = sizes_of(given)
    rows = gn.broadcast_to(gn.arange(count), (*shape, count))
    return (
        gn.random.permutation(key, rows, axis=-1, independent=True)
        if shape
        else gn.random.permutation(key, rows)
    )


def _multinomial(key: Any, shape: Any, given: Any, dtype: str, vector: bool = True) -> Any:
    n, chances = given
    return gn.random.multinomial(key, n, chances, shape)


def _choice(key: Any, shape: Any, given: Any, dtype: str, replace: bool = True) -> Any:
    (a, *p) = given
    if not a.ndim:
        a = gn.arange(sizes_of([a])[0])
    return gn.random.choice(key, a, shape, replace=replace, p=p[0] if p else None)


def _poisson(key: Any, shape: Any, given: Any, dtype: str) -> Any:
    return gn.random.poisson(key, given[0], shape)


DISTRIBUTIONS: dict[str, Callable[..., Any]] = {
    "uniform": _uniform,
    "normal": _normal,
    "truncated_normal": _truncated,
    "binomial": _binomial,
    "random_integers": _integers,
    "permutation": _permutation,
    "multinomial": _multinomial,
    "choice": _choice,
    "poisson": _poisson,
}


def shape_of_draw(size: Any, ndim: int | None, parameters: Sequence[Any]) -> list[Any]:
    """Return the sizes of a draw: those asked for, or those of its parameters."""
    if size is None or (isinstance(size, (tuple, list)) and not size and any(p.ndim for p in parameters)):
        widest = max(parameters, key=lambda p: p.ndim, default=None)
        if widest is None or not widest.ndim:
            return []
        total = parameters[0]
        for other in parameters[1:]:
            total = total + other
        return [total.shape[k] for k in range(total.ndim)]
    if isinstance(size, Variable) and size.type.ndim == 1:
        from gnomon.theano.tensor.constants import get_vector_length

        count = get_vector_length(size) if ndim is None else ndim
        vector: Any = size
        return size_variables([vector[k] for k in range(count)])
    listed = list(size) if isinstance(size, (tuple, list, np.ndarray)) else [size]
    return size_variables(listed)


class Streams:
    """Random numbers from a seed: each draw has a key of its own that its successor replaces at each call."""

    def __init__(self, seed: Any = None) -> None:
        self.default_instance_seed = seed
        self.state_updates: list[tuple[Any, Any]] = []
        self._start(seed)

    def _start(self, seed: Any) -> None:
        start = np.random.SeedSequence().entropy if seed is None else seed
        self._numbers = np.random.default_rng(start if not isinstance(start, int) or start >= 0 else -start)

    def updates(self) -> list[tuple[Any, Any]]:
        """Return pairs of keys and their successors."""
        return list(self.state_updates)

    def seed(self, seed: Any = None) -> None:
        """Begin all draws anew from a seed."""
        self._start(self.default_instance_seed if seed is None else seed)
        for key, _ in self.state_updates:
            number = int(self._numbers.integers(2**62))
            ours = isinstance(key, RandomStateSharedVariable)
            key.container.value = new_key(number) if ours else np.random.RandomState(number % 2**30)

    def drawn(
        self,
        distribution: str,
        size: Any,
        ndim: int | None,
        dtype: Any,
        parameters: Sequence[Any],
        **options: Any,
    ) -> Any:
        """Return a draw."""
        given = [as_tensor_variable(p) for p in parameters]
        broadcast = (
            given
            if distribution
            in ("uniform", "normal", "truncated_normal", "binomial", "poisson", "random_integers")
            else []
        )
        sizes = shape_of_draw(size, ndim, broadcast)
        key = RandomStateSharedVariable(None, KEY, new_key(int(self._numbers.integers(2**62))))
        key.tag.is_rng = True
        op = Draw(
            distribution, len(sizes), str(config.floatX if dtype in (None, "floatX") else dtype), options
        )
        following, found = op(key, *sizes, *given)
        key.default_update = following
        found.rng, found.update = key, (key, following)
        self.state_updates.append((key, following))
        return found

    def gen(self, op: Any, *arguments: Any, **named: Any) -> Any:
        """Return what ``op(state, ...)`` draws, a function of `theano.tensor.raw_random`, from a state that the stream keeps."""
        from gnomon.theano.tensor.raw_random import randomstate_constructor

        state = randomstate_constructor(np.random.RandomState(int(self._numbers.integers(2**30))))
        state.tag.is_rng = True
        following, found = op(state, *arguments, **named)
        state.default_update = following
        found.rng, found.update = state, (state, following)
        self.state_updates.append((state, following))
        return found

    def uniform(
        self,
        size: Any = None,
        low: Any = 0.0,
        high: Any = 1.0,
        ndim: Any = None,
        dtype: Any = None,
        **named: Any,
    ) -> Any:
        """Return numbers between two bounds, all equally likely."""
        return self.drawn("uniform", size, ndim, _joined(dtype, low, high), (low, high))

    def normal(
        self,
        size: Any = None,
        avg: Any = 0.0,
        std: Any = 1.0,
        ndim: Any = None,
        dtype: Any = None,
        nstreams: Any = None,
        truncate: bool = False,
        **named: Any,
    ) -> Any:
        """Return numbers of the normal distribution; ``truncate`` keeps those within two deviations."""
        if truncate:
            return self.truncated_normal(size, avg, std, ndim, dtype)
        return self.drawn("normal", size, ndim, _joined(dtype, avg, std), (avg, std))

    def truncated_normal(
        self, size: Any, avg: Any = 0.0, std: Any = 1.0, ndim: Any = None, dtype: Any = None, **named: Any
    ) -> Any:
        """Return numbers of the normal distribution that lie within two deviations."""
        return self.drawn("truncated_normal", size, ndim, _joined(dtype, avg, std), (avg, std))

    def binomial(
        self,
        size: Any = None,
        n: Any = 1,
        p: Any = 0.5,
        ndim: Any = None,
        dtype: Any = "int64",
        prob: Any = None,
        **named: Any,
    ) -> Any:
        """Return how many of n trials succeed."""
        return self.drawn("binomial", size, ndim, dtype, (n, p if prob is None else prob))

    def poisson(
        self, size: Any = None, lam: Any = 1.0, ndim: Any = None, dtype: Any = "int64", **named: Any
    ) -> Any:
        """Return counts of rare events."""
        return self.drawn("poisson", size, ndim, dtype, (lam,))

    def random_integers(
        self,
        size: Any = None,
        low: Any = 0,
        high: Any = 1,
        ndim: Any = None,
        dtype: Any = "int64",
        **named: Any,
    ) -> Any:
        """Return integers from low to high, both included."""
        return self.drawn("random_integers", size, ndim, dtype, (low, high))

    def choice(
        self,
        size: Any = (),
        a: Any = 2,
        replace: bool = True,
        p: Any = None,
        ndim: Any = None,
        dtype: Any = "int64",
        **named: Any,
    ) -> Any:
        """Return entries of an array, or numbers below one."""
        return self.drawn(
            "choice",
            () if size is None else size,
            ndim,
            dtype,
            (a,) if p is None else (a, p),
            replace=bool(replace),
        )

    def permutation(
        self, size: Any = None, n: Any = 1, ndim: Any = None, dtype: Any = "int64", **named: Any
    ) -> Any:
        """Return the numbers below n in random orders."""
        return self.drawn("permutation", () if size is None else size, ndim, dtype, (n,), vector=True)

    def multinomial(
        self,
        size: Any = None,
        n: Any = 1,
        pvals: Any = (0.5, 0.5),
        ndim: Any = None,
        dtype: Any = "int64",
        **named: Any,
    ) -> Any:
        """Return how often each class comes in n trials."""
        chances = as_tensor_variable(pvals)
        if size is None and chances.ndim > 1:
            size = [chances.shape[k] for k in range(chances.ndim - 1)]
        return self.drawn("multinomial", () if size is None else size, ndim, dtype, (n, chances), vector=True)

    def shuffle_row_elements(self, input: Any) -> Any:
        """Return the entries of each row in random order."""
        from gnomon.theano.tensor.searching import permute_row_elements

        x = as_tensor_variable(input)
        order = self.permutation(size=[x.shape[k] for k in range(x.ndim - 1)], n=x.shape[-1])
        return permute_row_elements(x, order)


def _joined(dtype: Any, *parameters: Any) -> str:
    """Return the dtype of a draw of real numbers."""
    from gnomon.theano.scalar.types import upcast

    if dtype not in (None, "floatX"):
        return str(dtype)
    if dtype == "floatX":
        return str(config.floatX)
    kinds = [as_tensor_variable(p).dtype for p in parameters]
    return upcast(str(config.floatX), *[kind for kind in kinds if kind.startswith("float")])
