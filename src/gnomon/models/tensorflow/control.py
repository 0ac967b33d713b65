"""Control flow inside a graph: conditions, loops, functions of the program that the graph calls."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    LibraryFunction,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    function,
    host,
    items,
    modelled,
    symbol,
)
from gnomon.models.tensorflow.common import (
    array,
    as_dtype,
    declared,
    graph_only,
    is_tensor,
    made,
    older_than,
    tf_function,
    whole,
)
from gnomon.models.tensorflow.data import _row, mapped
from gnomon.models.tensorflow.running import computed, inputs_of, operation
from gnomon.shapes import Both, Claim, Equal


def agreed(first: Any, second: Any) -> Any:
    """Return what two results of alternatives have in common."""
    if first is second:
        return first
    if isinstance(first, Tensor | int | float) and isinstance(second, Tensor | int | float):
        return _common(array(first), array(second))
    if type(first) in (tuple, list) and type(second) in (tuple, list) and len(first) == len(second):
        joined = [agreed(a, b) for a, b in zip(first, second, strict=True)]
        return joined if type(first) is list else tuple(joined)
    if type(first) is dict and type(second) is dict and first.keys() == second.keys():
        return {key: agreed(first[key], second[key]) for key in first}
    if isinstance(first, Modelled) and type(first) is type(second) and hasattr(type(first), "parts"):
        pairs = zip(first.parts(), second.parts(), strict=True)  # type: ignore[attr-defined]
        halves = [agreed(a, b) for a, b in pairs]
        return type(first).rebuilt(halves)  # type: ignore[attr-defined]
    return Unknown()


def _common(first: Tensor, second: Tensor) -> Tensor:
    kind = first.dtype if first.dtype is second.dtype else None
    a, b = first.shape, second.shape
    if a == b:
        result = made(a, kind)
        if first.contents == second.contents:
            result.contents = first.contents
        return result
    if a.rank is None or a.rank != b.rank:
        return made(Shape.unknown(), kind)
    return made(Shape(tuple(m if m == n else symbol() for m, n in zip(a.dims, b.dims, strict=True))), kind)


@tf_function("cond", tensor=False)
def _cond(
    pred: Any = None,
    true_fn: Any = None,
    false_fn: Any = None,
    strict: Any = False,
    name: Any = None,
    fn1: Any = None,
    fn2: Any = None,
) -> Any:
    yes = fn1 if true_fn is None else true_fn
    no = fn2 if false_fn is None else false_fn
    if yes is None or no is None:
        return Unknown()
    if type(pred) is bool:
        return _single(host.call(yes if pred else no))
    return _either(pred, [yes, no])


def _either(condition: Any, branches: list[Any]) -> Any:
    """Return what all branches give. What is wrong in one that is perhaps never taken is not reported."""
    open_condition = type(condition) is Tensor and condition.maker is not None
    values = [
        _single(
            host.call(branch) if open_condition else host.quietly(lambda branch=branch: host.call(branch))
        )
        for branch in branches
    ]
    return host.call(SHARED, Branches(*values), *inputs_of(tuple(values)))


class Branches(Modelled):
    """What the branches of a condition give; a run computes them again without reports."""

    library_name = "tensorflow.cond"

    def __init__(self, *values: Any) -> None:
        self.values = values


def _shared(branches: Branches, *inputs: Any) -> Any:
    leaves: list[Any] = []
    mapped(leaves.append, branches.values)
    found = iter(host.quietly(lambda: computed(tuple(leaves))))
    first, *others = mapped(lambda leaf: next(found), branches.values)
    for other in others:
        first = agreed(first, other)
    return first


SHARED = LibraryFunction("tensorflow.cond", _shared, returns_tensor=False)
"""What the branches share, as a call of its own: it depends on the placeholders that the branches use."""


def _single(value: Any) -> Any:
    return value[0] if type(value) is list and len(value) == 1 else value


@tf_function("case", tensor=False)
def _case(pred_fn_pairs: Any = None, default: Any = None, *args: Any, **kwargs: Any) -> Any:
    pairs = list(pred_fn_pairs.items()) if type(pred_fn_pairs) is dict else items(pred_fn_pairs)
    if not pairs or not all(type(pair) in (tuple, list) and len(pair) == 2 for pair in pairs):
        return Unknown()
    branches = [pair[1] for pair in pairs] + ([default] if default is not None else [])
    return _either(pairs[0][0], branches)


@tf_function("switch_case", tensor=False)
def _switch_case(branch_index: Any, branch_fns: Any = None, default: Any = None, name: Any = None) -> Any:
    found = list(branch_fns.values()) if type(branch_fns) is dict else items(branch_fns)
    if not found or any(type(entry) in (tuple, list) for entry in found):
        return Unknown()
    return _either(branch_index, found + ([default] if default is not None else []))


@tf_function("while_loop", tensor=False)
def _while_loop(
    cond: Any = None,
    body: Any = None,
    loop_vars: Any = None,
    shape_invariants: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    start = items(loop_vars) if type(loop_vars) is not tuple else list(loop_vars)
    if start is None:
        return Unknown()
    stated = items(shape_invariants) if shape_invariants is not None else None
    carried = [
        _carried(value, None if stated is None else stated[place]) for place, value in enumerate(start)
    ]
    goes_on = host.call(cond, *carried)
    after = host.call(body, *carried)
    rows = list(after) if type(after) in (tuple, list) else [after]
    if len(rows) != len(carried):
        return Unknown()
    if stated is None and (graph_only() or any(map(_is_deferred, (goes_on, *start)))):
        for value, before, later in zip(start, carried, rows, strict=True):
            _require_same(value, before, later)
    result = [agreed(a, b) for a, b in zip(carried, rows, strict=True)]
    if len(result) == 1 and kwargs.get("return_same_structure") is not True:
        return result[0] if older_than(2, 0) else Unknown()
    return result if type(loop_vars) is list else tuple(result)


def _is_deferred(value: Any) -> bool:
    return type(value) is Tensor and value.maker is not None


def _require_same(value: Any, before: Any, later: Any) -> None:
    """A loop of a graph carries tensors whose shapes do not change from trip to trip."""
    if not (is_tensor(before) and is_tensor(later)) or before.shape.rank is None or later.shape.rank is None:
        return
    first, second = before.shape.dims, later.shape.dims
    claim: Claim = Equal(len(first), len(second))
    if len(first) == len(second):
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if type(a) is int and type(b) is int]
        claim = Both(*(Equal(a, b) for a, b in pairs)) if pairs else claim
    host.require(
        claim,
        "carry",
        "{op}: {x} enters the loop as {before} and leaves its body as {later}",
        blame=value,
        help="shape_invariants=[...] allows sizes that change, with None",
        x=value,
        before=before.shape,
        later=later.shape,
    )


def _carried(value: Any, invariant: Any) -> Any:
    """Return a loop variable as the body sees it: of the stated shape, its value unknown."""
    if type(value) in (int, float, Dim, bool):
        value = array(value)
    if is_tensor(value):
        shape = value.shape if invariant is None else declared(invariant)
        return made(shape, value.dtype)
    if type(value) in (tuple, list):
        return type(value)(_carried(part, None) for part in value)
    return value if isinstance(value, Modelled) else Unknown()


@tf_function("map_fn", "vectorized_map", "contrib.eager.map_fn")
def _map_fn(fn: Any, elems: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    lead = _length(elems)
    row = mapped(_row, elems if type(elems) is not list else tuple(elems))
    result = host.call(fn, row)
    return mapped(lambda value: _stacked(value, lead), result if type(result) is not list else tuple(result))


def _length(elems: Any) -> Any:
    found: list[Any] = []
    mapped(lambda value: found.append(array(value).shape.axis(0)), elems)
    return next((size for size in found if size is not None), symbol())


def _stacked(value: Any, lead: Any) -> Any:
    if type(value) is not Tensor and type(value) not in (int, float):
        return Unknown()
    x = array(value)
    return made(Shape((lead, *x.shape.prefix), x.shape.run, x.shape.suffix), x.dtype)


@tf_function("foldl", "foldr", tensor=False)
def _fold(fn: Any, elems: Any, initializer: Any = None, *args: Any, **kwargs: Any) -> Any:
    start = mapped(_row, elems) if initializer is None else mapped(array, initializer)
    return agreed(start, host.call(fn, start, mapped(_row, elems)))


@tf_function("scan", tensor=False)
def _scan(fn: Any, elems: Any, initializer: Any = None, *args: Any, **kwargs: Any) -> Any:
    row = mapped(_row, tuple(elems) if type(elems) is list else elems)
    start = row if initializer is None else _carried_state(initializer)
    after = host.call(fn, start, row)
    lead = _length(elems)
    state = agreed(start, after)
    if isinstance(state, Modelled) and hasattr(type(state), "parts"):
        return type(state).rebuilt([_stacked(part, lead) for part in state.parts()])  # type: ignore[attr-defined]
    return mapped(lambda value: _stacked(value, lead), state)


def _carried_state(value: Any) -> Any:
    if type(value) in (tuple, list):
        return type(value)(_carried_state(part) for part in value)
    if isinstance(value, Modelled):
        return value
    return made(array(value).shape, array(value).dtype)


@tf_function(
    "py_func", "py_function", "numpy_function", "contrib.eager.py_func", "compat.v1.py_func", tensor=False
)
def _py_func(func: Any, inp: Any, Tout: Any = None, *args: Any, **kwargs: Any) -> Any:
    kinds = items(Tout)
    if kinds is None:
        return made(Shape.unknown(), as_dtype(Tout))
    return [made(Shape.unknown(), as_dtype(kind)) for kind in kinds]


def _decorator(func: Any = None, *args: Any, **kwargs: Any) -> Any:
    if func is None or (type(func) in (list, tuple, Unknown) and (args or kwargs)):
        return _Identity()
    return func


class _Identity(Modelled):
    """A decorator that returns what it decorates."""

    library_name = "tensorflow.decorator"

    def __call__(self, func: Any) -> Any:
        return func

    __call__.raw = True  # type: ignore[attr-defined]


for _name in (
    "function",
    "contrib.eager.defun",
    "python.framework.function.Defun",
    "autograph.to_graph",
    "autograph.experimental.do_not_convert",
    "recompute_grad",
    "keras.utils.register_keras_serializable_v1",
    "python.keras.utils.generic_utils.register",
    "contrib.autograph.convert",
    "contrib.eager.implicit_gradients_free",
    "RegisterGradient",
    "no_gradient_decorator",
    "tpu.rewrite_free",
    "nondifferentiable_batch_function",
    "custom_gradient_free",
    "contrib.framework.with_same_graph",
):
    function(f"tensorflow.{_name}", raw=True, tensor=False)(_decorator)


@function("tensorflow.custom_gradient", raw=True, tensor=False)
def _custom_gradient(f: Any = None) -> Any:
    return _Forward(f)


class _Forward(Modelled):
    """A function that returns its value and its gradient: only the value is used."""

    library_name = "tensorflow.custom_gradient"

    def __init__(self, function_: Any) -> None:
        self.function = function_

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        result = host.call(self.function, *args, **kwargs)
        return result[0] if type(result) is tuple and len(result) == 2 else Unknown()


@modelled("tensorflow.TensorArray")
class TensorArray(Modelled):
    """A list of tensors of the graph."""

    def __init__(self, dtype: Any = None, size: Any = None, *args: Any, **kwargs: Any) -> None:
        self.dtype = as_dtype(dtype)
        self.count = None if size is None or kwargs.get("dynamic_size") is True else whole(size)
        shape = kwargs.get("element_shape")
        self.element = None if shape is None else made(declared(shape), self.dtype)

    def write(self, index: Any, value: Any, name: Any = None) -> TensorArray:
        """Store one tensor."""
        self.element = array(value) if self.element is None else _common(self.element, array(value))
        return self

    def read(self, index: Any, name: Any = None) -> Any:
        """Return one tensor."""
        return made(Shape.unknown(), self.dtype) if self.element is None else ops.positive(self.element)

    def stack(self, name: Any = None) -> Any:
        """Return all tensors as one."""
        if self.element is None:
            return made(Shape.unknown(), self.dtype)
        return _stacked(self.element, symbol() if self.count is None else self.count)

    def concat(self, name: Any = None) -> Any:
        """Return all tensors joined along their first axis."""
        if self.element is None or not self.element.shape.prefix:
            return made(Shape.unknown(), self.dtype)
        shape = self.element.shape
        return made(Shape((symbol(), *shape.prefix[1:]), shape.run, shape.suffix), self.dtype)

    def unstack(self, value: Any, name: Any = None) -> TensorArray:
        """Store the rows of a tensor."""
        x = array(value)
        self.element, self.count = _row(x), x.shape.axis(0)
        return self

    def split(self, value: Any, lengths: Any, name: Any = None) -> TensorArray:
        """Store parts of a tensor."""
        return self

    def size(self, name: Any = None) -> Any:
        """Return the number of tensors."""
        return made(Shape(()), dtypes.int32)

    def gather(self, indices: Any, name: Any = None) -> Any:
        """Return some tensors as one."""
        size = array(indices).shape.axis(0)
        if self.element is None:
            return made(Shape.unknown(), self.dtype)
        return _stacked(self.element, symbol() if size is None else size)

    def _same(self, *args: Any, **kwargs: Any) -> TensorArray:
        return self

    identity = close = mark_used = grad = scatter = _same


@tf_function("with_dependencies", "python.ops.control_flow_ops.with_dependencies", tensor=False)
def _with_dependencies(dependencies: Any, output_tensor: Any, name: Any = None) -> Any:
    return output_tensor


def _assertion(*args: Any, **kwargs: Any) -> Any:
    return operation()


for _name in (
    "Assert",
    "assert_equal",
    "assert_less",
    "assert_less_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_positive",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_integer",
    "assert_type",
    "assert_scalar",
    "assert_variables_initialized",
    "assert_none_equal",
    "assert_proper_iterable",
):
    tf_function(
        _name,
        f"debugging.{_name}",
        f"python.ops.check_ops.{_name}",
        tensor=False,
    )(_assertion)
tf_function("print", tensor=False)(_assertion)
