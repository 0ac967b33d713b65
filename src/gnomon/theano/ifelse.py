"""`ifelse`: one of two values by a condition; what only the other one needs is not computed.

Where sizes are known only once a value is there, such as those of the user's own operations, the value is computed always.
"""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op


class IfElse(Op):
    """One of two lists of values: condition, values if it holds, values if not."""

    def __init__(
        self, n_outs: int, as_view: bool = False, gpu: bool = False, name: str | None = None
    ) -> None:
        self.n_outs, self.as_view, self.gpu, self.name = n_outs, as_view, gpu, name
        if as_view:
            self.view_map = {place: [1 + place] for place in range(n_outs)}

    def make_node(self, c: Any, *args: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable, as_variable

        if len(args) != 2 * self.n_outs:
            raise AssertionError(
                f"IfElse with {self.n_outs} outputs takes {2 * self.n_outs} values, got {len(args)}"
            )
        c = as_tensor_variable(c)
        yes = [as_variable(entry) for entry in args[: self.n_outs]]
        no = [as_variable(entry) for entry in args[self.n_outs :]]
        kinds = [_common(first, second) for first, second in zip(yes, no)]
        return Apply(self, [c, *yes, *no], [kind() for kind in kinds])

    def lower(self, node: Apply, c: Any, *values: Any) -> Any:
        yes, no = values[: self.n_outs], values[self.n_outs :]
        holds = gn.astype(c, gn.bool)
        pairs = list(zip(yes, no))
        if all(first.shape.dims == second.shape.dims for first, second in pairs):
            return list(gn.cond(holds, lambda *_: tuple(yes), lambda *_: tuple(no)))
        pairs = list(zip(_computed_if(holds, yes, True), _computed_if(holds, no, False)))
        return [_of_either_shape(holds, first, second) for first, second in pairs]

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        start = 1 if inputs[0] else 1 + self.n_outs
        for place, cell in enumerate(output_storage):
            cell[0] = inputs[start + place]

    def grad(self, ins: Any, grads: Any) -> Any:
        from gnomon.theano.differentiating.pullbacks import gradient_type, is_array
        from gnomon.theano.differentiating.reverse import DisconnectedType, disconnected_type

        condition, yes, no = ins[0], ins[1 : 1 + self.n_outs], ins[1 + self.n_outs :]

        def part(values: Any, first: bool) -> list[Any]:
            found = []
            for value, g in zip(values, grads):
                if isinstance(g.type, DisconnectedType) or not is_array(value):
                    found.append(disconnected_type())
                    continue
                zero = _zeros(value, gradient_type(value.type).dtype)
                found.append(_single(condition, g, zero) if first else _single(condition, zero, g))
            return found

        return [_zeros(condition, config.floatX), *part(yes, True), *part(no, False)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that outputs are connected with the two values of each, and with the condition, whose slope is 0."""
        one = [[row == column for column in range(self.n_outs)] for row in range(self.n_outs)]
        return [[True] * self.n_outs, *one, *one]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        condition, yes, no = inputs[0], inputs[1 : 1 + self.n_outs], inputs[1 + self.n_outs :]
        moved_yes, moved_no = eval_points[1 : 1 + self.n_outs], eval_points[1 + self.n_outs :]
        found: list[Any] = []
        for first, second, a, b in zip(yes, no, moved_yes, moved_no):
            if a is None and b is None:
                found.append(None)
                continue
            a = _zeros(first, first.dtype) if a is None else a
            b = _zeros(second, second.dtype) if b is None else b
            found.append(_single(condition, a, b))
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IfElse) and (self.n_outs, self.as_view) == (other.n_outs, other.as_view)

    def __hash__(self) -> int:
        return hash((IfElse, self.n_outs, self.as_view))

    def __str__(self) -> str:
        entries = [*([self.name] if self.name else []), *(["inplace"] if self.as_view else [])]
        return f"if{{{','.join(entries)}}}"


def _zeros(value: Any, dtype: str) -> Any:
    from gnomon.theano.tensor.creation import zeros_like

    return zeros_like(value, dtype=dtype)


def _single(condition: Any, yes: Any, no: Any) -> Any:
    return IfElse(1)(condition, yes, no)


def _common(yes: Any, no: Any) -> Any:
    """Return the type of either of two values: axes of size 1 where both have it."""
    first, second = yes.type, no.type
    if first == second:
        return first
    dtypes = getattr(first, "dtype", None), getattr(second, "dtype", None)
    formats = getattr(first, "format", None), getattr(second, "format", None)
    alike = dtypes[0] == dtypes[1] and formats[0] == formats[1]
    if hasattr(first, "clone") and alike and first.ndim == second.ndim:
        pattern = [a and b for a, b in zip(first.broadcastable, second.broadcastable)]
        return first.clone(broadcastable=pattern)
    raise TypeError(
        f"The two branches should have identical types, but they are {first} and {second} respectively. This error could be "
        "raised if for example you provided a one element list on the `then` branch but a tensor on the `else` branch."
    )


def _computed_if(holds: Any, values: Any, when: bool) -> list[Any]:
    """Return values that are computed if the condition is as it should be; else they are zeros of their shapes."""
    zeros = [gn.zeros(value.shape, dtype=value.dtype) for value in values]
    first, second = (values, zeros) if when else (zeros, values)
    return list(gn.cond(holds, lambda *_: tuple(first), lambda *_: tuple(second)))


def _of_either_shape(holds: Any, yes: Any, no: Any) -> Any:
    """Return one of two arrays of different shapes: the elements of both in a row, cut to none for the other one."""
    one, other = gn.reshape(yes, (-1,)), gn.reshape(no, (-1,))
    taken = gn.astype(holds, gn.int64)
    chosen = gn.concat([one[: gn.size(yes) * taken], other[: gn.size(no) * (1 - taken)]])
    sizes = [gn.where(holds, gn.shape(yes)[axis], gn.shape(no)[axis]) for axis in range(yes.ndim)]
    return gn.reshape(chosen, tuple(sizes))


def ifelse(condition: Any, then_branch: Any, else_branch: Any, name: str | None = None) -> Any:
    """Return the value of one branch; branches may be lists of the same length."""
    many = isinstance(then_branch, (list, tuple)), isinstance(else_branch, (list, tuple))
    yes = list(then_branch) if many[0] else [then_branch]
    no = list(else_branch) if many[1] else [else_branch]
    if many[0] != many[1]:
        raise ValueError("if one of the branches of ifelse is a list, the other one must be too")
    if len(yes) != len(no):
        raise ValueError(
            "The number of values on the `then` branch must have the same number of variables as the `else` branch: "
            f"({len(yes)} on `then` vs {len(no)} on `else`)"
        )
    pairs = [_alike(first, second) for first, second in zip(yes, no)]
    found = IfElse(len(pairs), as_view=False, name=name)(
        condition, *[first for first, _ in pairs], *[second for _, second in pairs], return_list=True
    )
    if isinstance(then_branch, tuple):
        return tuple(found)
    return found if many[0] else found[0]


def _alike(yes: Any, no: Any) -> tuple[Any, Any]:
    """Return two values as variables of one type, where one can become the other's."""
    from gnomon.theano.tensor.variables import as_variable

    first, second = as_variable(yes), as_variable(no)
    if getattr(first.type, "format", None) != getattr(second.type, "format", None):
        _common(first, second)
    if first.type != second.type:
        for value, kind in ((first, second.type), (second, first.type)):
            try:
                fitting = kind.filter_variable(value, allow_convert=True)
            except (TypeError, ValueError, NotImplementedError):
                continue
            return (fitting, second) if value is first else (first, fitting)
        _common(first, second)
    return first, second


cond_make_inplace = None
"""Kept for programs that import it: values are never overwritten."""

__all__ = ["IfElse", "Variable", "ifelse"]
