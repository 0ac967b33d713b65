"""`theano.tensor.raw_random`: draws from a `numpy.random.RandomState` that is given: state -> next state, numbers.

The numbers are those of NumPy's RandomState, as Theano's were. `RandomStreams` keeps the states itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np

import gnomon.theano as theano  # noqa: F401 (programs that say `import *` get it from here)
from gnomon.theano.compile.sharedvalue import SharedVariable, shared_constructor
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.null_type import grad_undefined
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.type import Type
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.raw_helpers import (
    choice_helper,
    multinomial_helper,
    permutation_helper,
    random_integers_helper,
)
from gnomon.theano.tensor.raw_sizes import sizes_of_draw
from gnomon.theano.tensor.raw_sizes import sizes_of_draw as _infer_ndim_bcast  # noqa: F401 (programs call it)
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable, constant


class RandomStateType(Type):
    """The type of NumPy's states of random numbers."""

    def filter(self, data: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if not self.is_valid_value(data):
            raise TypeError(f"a numpy.random.RandomState is needed, got {type(data).__name__} {data!r}")
        return data

    def is_valid_value(self, value: Any) -> bool:
        return type(value) is np.random.RandomState

    def values_eq(self, a: Any, b: Any) -> bool:
        one, other = a.get_state(), b.get_state()
        cached = 5 if one[3] else 4
        return all(np.array_equal(x, y) for x, y in zip(one[:cached], other[:cached]))

    @staticmethod
    def may_share_memory(a: Any, b: Any) -> bool:
        """Whether two states are one."""
        return a is b

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __str__(self) -> str:
        return "RandomStateType"

    __repr__ = __str__


random_state_type = RandomStateType()


@shared_constructor
def randomstate_constructor(
    value: Any, name: Any = None, strict: bool = False, allow_downcast: Any = None, borrow: bool = False
) -> Any:
    """Return a shared state."""
    if not isinstance(value, np.random.RandomState):
        raise TypeError(f"{type(value).__name__} is no numpy.random.RandomState")
    return SharedVariable(
        type=random_state_type,
        value=value if borrow else deepcopy(value),
        name=name,
        strict=strict,
        allow_downcast=allow_downcast,
    )


class RandomFunction(Op):
    """A draw by a method of RandomState, or by a function ``fn(state, *parameters, shape)``: state, shape, parameters -> next
    state, numbers.

    ``ndim_added`` says how many axes the numbers have besides those of the shape; no shape is that of the parameters. The
    state that is given stays as it is; ``inplace`` says that nothing else needs it.
    """

    __props__ = ("fn", "outtype", "inplace", "ndim_added")

    def __init__(self, fn: Any, outtype: Any, inplace: bool = False, ndim_added: int = 0) -> None:
        self.fn, self.outtype, self.inplace, self.ndim_added = fn, outtype, inplace, ndim_added
        if inplace:
            self.destroy_map = {0: [0]}

    @property
    def exec_fn(self) -> Any:
        """The function that draws."""
        return getattr(np.random.RandomState, self.fn) if isinstance(self.fn, str) else self.fn

    def make_node(self, r: Any, shape: Any, *args: Any) -> Apply:
        empty = isinstance(shape, (tuple, list)) and not shape
        shape = constant(np.zeros(0, "int64")) if empty else as_tensor_variable(shape, ndim=1)
        if shape.type.ndim != 1 or shape.type.dtype not in ("int32", "int64"):
            raise AssertionError(f"the shape of a draw is a vector of integers, got {shape} of {shape.type}")
        if not isinstance(r.type, RandomStateType):
            print("WARNING: RandomState instances should be in RandomStateType", file=sys.stderr)
        given = [as_tensor_variable(entry) for entry in args]
        return Apply(self, [r, shape, *given], [r.type(), self.outtype()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        state, sizes, *given = inputs
        shape = tuple([int(size) for size in sizes]) if len(sizes) else None
        ndim = self.outtype.ndim
        if shape is not None and len(shape) + self.ndim_added != ndim:
            raise ValueError(
                f"Shape mismatch: {self} gives {ndim} axes, but the shape {shape} and {self.ndim_added} more are "
                f"{len(shape) + self.ndim_added}"
            )
        state = deepcopy(state)
        found = np.asarray(self.exec_fn(state, *given, shape)).astype(self.outtype.dtype)
        if shape is None and not found.ndim:
            found = found.reshape([1] * ndim)
        leading = found.shape[: found.ndim - self.ndim_added]
        if found.ndim != ndim or (shape is not None and leading != shape):
            raise ValueError(
                f"Shape mismatch: {self} of {ndim} axes should have the shape {shape}, but was drawn with {found.shape}"
            )
        output_storage[0][0], output_storage[1][0] = state, found

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        why = "No gradient defined through raw random numbers op"
        return [grad_undefined(self, place, entry, why) for place, entry in enumerate(inputs)]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return [None for _ in eval_points]

    def do_constant_folding(self, node: Apply) -> bool:
        return False

    def __str__(self) -> str:
        return f"RandomFunction{{{self.exec_fn.__name__}}}"


def _drawn(
    fn: Any,
    state: Any,
    sizes: tuple[int, Any, Sequence[bool]],
    dtype: Any,
    parameters: Sequence[Any],
    pattern: Sequence[bool] = (),
) -> Any:
    """Return the next state and the numbers of a draw; ``pattern`` is that of the axes besides those of the shape."""
    _, shape, known = sizes
    kind = TensorType(dtype, (*known, *pattern))
    return RandomFunction(fn, kind, ndim_added=len(pattern))(state, shape, *parameters)


def _real(dtype: Any, *parameters: Any) -> Any:
    return upcast(config.floatX, *[p.dtype for p in parameters]) if dtype is None else dtype


def uniform(
    random_state: Any, size: Any = None, low: Any = 0.0, high: Any = 1.0, ndim: Any = None, dtype: Any = None
) -> Any:
    """Return the next state and numbers between two bounds, all equally likely."""
    given = [as_tensor_variable(low), as_tensor_variable(high)]
    return _drawn("uniform", random_state, sizes_of_draw(ndim, size, *given), _real(dtype, *given), given)


def normal(
    random_state: Any, size: Any = None, avg: Any = 0.0, std: Any = 1.0, ndim: Any = None, dtype: Any = None
) -> Any:
    """Return the next state and numbers of normal distributions."""
    given = [as_tensor_variable(avg), as_tensor_variable(std)]
    return _drawn("normal", random_state, sizes_of_draw(ndim, size, *given), _real(dtype, *given), given)


def binomial(
    random_state: Any,
    size: Any = None,
    n: Any = 1,
    p: Any = 0.5,
    ndim: Any = None,
    dtype: Any = "int64",
    prob: Any = None,
) -> Any:
    """Return the next state and how many of n trials succeed (``prob`` is an old name of ``p``)."""
    given = [as_tensor_variable(n), as_tensor_variable(p if prob is None else prob)]
    ndim, shape, _ = sizes_of_draw(ndim, size, *given)
    return _drawn("binomial", random_state, (ndim, shape, (False,) * ndim), dtype, given)


def random_integers(
    random_state: Any, size: Any = None, low: Any = 0, high: Any = 1, ndim: Any = None, dtype: Any = "int64"
) -> Any:
    """Return the next state and integers from low to high, both included."""
    given = [as_tensor_variable(low), as_tensor_variable(high)]
    return _drawn(random_integers_helper, random_state, sizes_of_draw(ndim, size, *given), dtype, given)


def choice(
    random_state: Any,
    size: Any = None,
    a: Any = 2,
    replace: Any = True,
    p: Any = None,
    ndim: Any = None,
    dtype: Any = "int64",
) -> Any:
    """Return the next state and entries of an array, or numbers below one."""
    again = constant(replace, dtype="int8") if isinstance(replace, bool) else as_tensor_variable(replace)
    chances = (
        constant(np.zeros(0, config.floatX)) if isinstance(p, (int, type(None))) else as_tensor_variable(p)
    )
    given = [as_tensor_variable(a), again, chances]
    return _drawn(choice_helper, random_state, sizes_of_draw(ndim, size), dtype, given)


def poisson(
    random_state: Any, size: Any = None, lam: Any = 1.0, ndim: Any = None, dtype: Any = "int64"
) -> Any:
    """Return the next state and counts of rare events."""
    return _drawn("poisson", random_state, sizes_of_draw(ndim, size), dtype, [as_tensor_variable(lam)])


def permutation(
    random_state: Any, size: Any = None, n: Any = 1, ndim: Any = None, dtype: Any = "int64"
) -> Any:
    """Return the next state and the numbers below n in random orders, as many as the size says."""
    if size is None or (isinstance(size, (tuple, list)) and not size):
        if ndim not in (None, 1):
            raise TypeError(f"one permutation has 1 axis, but ndim={ndim} is asked for; give a size")
        sizes: Any = (1, (), ())
    else:
        sizes = sizes_of_draw(ndim, size)
    return _drawn(permutation_helper, random_state, sizes, dtype, [as_tensor_variable(n)], (False,))


def multinomial(
    random_state: Any,
    size: Any = None,
    n: Any = 1,
    pvals: Any = (0.5, 0.5),
    ndim: Any = None,
    dtype: Any = "int64",
) -> Any:
    """Return the next state and how often each class comes in n trials; the last axis of ``pvals`` are the classes."""
    n, chances = as_tensor_variable(n), as_tensor_variable(pvals)
    sizes = sizes_of_draw(ndim, size, n, chances[..., 0])
    return _drawn(
        multinomial_helper, random_state, sizes, dtype, [n, chances], (chances.type.broadcastable[-1],)
    )


from gnomon.theano.tensor.raw_streams import RandomStreamsBase  # noqa: E402, F401 (it draws by these functions)
