"""`OpFromGraph`: an operation made of expressions, with gradients that the user may replace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from gnomon.theano.compile.copies import replaced
from gnomon.theano.compile.sharedvalue import SharedVariable
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.walking import inputs as roots_of
from gnomon.theano.gof.walking import io_connection_pattern

_DEFAULT = ("default", None)


class OpFromGraph(Op):
    """An operation that gives ``outputs`` for ``inputs``; expressions of them, computed wherever it is applied.

    ``lop_overrides`` and ``rop_overrides`` replace gradients: a function of all (inputs, outputs, gradients), or a list with one
    entry for each input or output: a function, an `OpFromGraph`, "default", None for a zero or a variable.
    ``inline`` is kept; Gnomon always compiles the expressions with what surrounds them.
    """

    def __init__(
        self,
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        inline: bool = False,
        lop_overrides: Any = "default",
        grad_overrides: Any = "default",
        rop_overrides: Any = "default",
        connection_pattern: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        if not isinstance(outputs, list):
            raise TypeError(f"outputs must be list, got {type(outputs).__name__}")
        for entry in [*inputs, *outputs]:
            if not isinstance(entry, Variable):
                raise TypeError("inputs and outputs must be Variable instances", entry)
        if "updates" in kwargs or "givens" in kwargs:
            raise TypeError("updates and givens are not allowed here")
        self.is_inline = inline
        self.local_inputs, self.local_outputs = list(inputs), list(outputs)
        self.shared_inputs = [
            v for v in roots_of(outputs) if isinstance(v, SharedVariable) and v not in inputs
        ]
        self.input_types = [entry.type for entry in inputs]
        self.output_types = [entry.type for entry in outputs]
        if grad_overrides != "default":
            if lop_overrides != "default":
                raise ValueError("lop_overrides and grad_overrides are mutually exclusive")
            self.lop_overrides, self._takes_outputs = grad_overrides, False
        else:
            self.lop_overrides, self._takes_outputs = lop_overrides, True
        self.rop_overrides = rop_overrides
        self._connection_pattern = connection_pattern
        self.name = name

    def make_node(self, *inputs: Any) -> Apply:
        if len(inputs) not in (len(self.local_inputs), len(self.local_inputs) + len(self.shared_inputs)):
            raise ValueError(f"{self} takes {len(self.local_inputs)} inputs, got {len(inputs)}")
        given = [kind.filter_variable(entry) for kind, entry in zip(self.input_types, inputs)]
        return Apply(self, [*given, *self.shared_inputs], [kind() for kind in self.output_types])

    def expanded(self, inputs: Sequence[Any], variables: Sequence[Any]) -> list[Any]:
        """Return expressions of the operation's own inputs as expressions of others."""
        return replaced(list(variables), list(zip([*self.local_inputs, *self.shared_inputs], inputs)))

    def mapped_inside(self, replacer: Callable[[Any], Any]) -> tuple[OpFromGraph, list[Any]] | None:
        """Return the operation whose expressions have variables replaced, and what they need from outside besides."""
        from gnomon.theano.scan_module.mapping import inside_mapped

        formal = [*self.local_inputs, *self.shared_inputs]
        found = inside_mapped(replacer, formal, self.local_inputs, self.local_outputs)
        if found is None:
            return None
        if (self.lop_overrides, self.rop_overrides) != ("default", "default"):
            raise NotImplementedError(f"{self} has gradients of its own, which would be another's")
        outputs, more = found
        more = [entry for entry in more if not isinstance(entry, SharedVariable)]
        return OpFromGraph([*formal, *more], outputs, self.is_inline, name=self.name), more

    def lower(self, node: Apply, *values: Any) -> Any:
        from gnomon.theano.lowering import Lowering

        return Lowering(dict(zip([*self.local_inputs, *self.shared_inputs], values))).of(self.local_outputs)

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        for cell, value in zip(output_storage, self._function(*inputs[: len(self.local_inputs)])):
            cell[0] = value

    @property
    def _function(self) -> Callable[..., Any]:
        from gnomon.theano.compile.function import function

        if not hasattr(self, "_compiled"):
            self._compiled = function(self.local_inputs, self.local_outputs, on_unused_input="ignore")
        return self._compiled

    # ---- gradients

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        override = self.lop_overrides
        count = len(self.local_inputs)
        more = (list(outputs),) if self._takes_outputs else ()
        given = (list(inputs[:count]), *more, list(output_grads))
        if isinstance(override, OpFromGraph):
            found = override(
                *inputs[:count], *(outputs if self._takes_outputs else ()), *output_grads, return_list=True
            )
        elif callable(override):
            found = list(override(*given))
        else:
            listed = override if isinstance(override, list) else ["default"] * count
            if len(listed) != count:
                raise ValueError(f"{len(listed)} overrides of gradients for {count} inputs")
            found = [
                self._pulled(place, entry, inputs, output_grads, given) for place, entry in enumerate(listed)
            ]
        shared = [
            self._pulled(count + k, "default", inputs, output_grads, given)
            for k in range(len(self.shared_inputs))
        ]
        return [*found, *shared]

    def _pulled(self, place: int, override: Any, inputs: Any, output_grads: Any, given: Any) -> Any:
        from gnomon.theano.differentiating.reverse import DisconnectedType, Lop, disconnected_type

        if override is None:
            return inputs[place].zeros_like()
        if isinstance(override, Variable):
            if not isinstance(override.type, DisconnectedType) and not hasattr(override.type, "why_null"):
                raise ValueError("a variable may override a gradient only if it is disconnected or null")
            return override
        if override != "default":
            if not callable(override):
                raise TypeError(
                    f"Override should be None, a Variable, a callable or an OpFromGraph, got {override!r}"
                )
            return override(*given)
        ends = self.expanded(inputs, self.local_outputs)
        known = [(end, g) for end, g in zip(ends, output_grads) if not isinstance(g.type, DisconnectedType)]
        if not known:
            return disconnected_type()
        leaves = [_leaf(variable) for variable in inputs]
        fresh = self.expanded(leaves, self.local_outputs)
        kept = [(end, g) for end, g in zip(fresh, output_grads) if not isinstance(g.type, DisconnectedType)]
        slope = Lop(
            [end for end, _ in kept], leaves[place], [g for _, g in kept], disconnected_inputs="ignore"
        )
        (found,) = replaced([slope], list(zip(leaves, inputs)), strict=False)
        return found

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return self.L_op(inputs, self.make_node(*inputs).outputs, output_grads)

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        override = self.rop_overrides
        count = len(self.local_inputs)
        if isinstance(override, OpFromGraph):
            return override(*inputs[:count], *eval_points[:count], return_list=True)
        if callable(override):
            return list(override(list(inputs[:count]), list(eval_points[:count])))
        listed = override if isinstance(override, list) else ["default"] * len(self.local_outputs)
        return [self._pushed(place, entry, inputs, eval_points) for place, entry in enumerate(listed)]

    def _pushed(self, place: int, override: Any, inputs: Any, eval_points: Any) -> Any:
        from gnomon.theano.differentiating.forward import Rop

        if override is None:
            return self.output_types[place]().zeros_like()
        if override != "default":
            return override(list(inputs), list(eval_points))
        leaves = [_leaf(variable) for variable in inputs]
        out = self.expanded(leaves, [self.local_outputs[place]])[0]
        moved = [(leaf, point, _leaf(point)) for leaf, point in zip(leaves, eval_points) if point is not None]
        points = [point for _, _, point in moved]
        tangent = Rop(out, [leaf for leaf, _, _ in moved], points, disconnected_outputs="ignore")
        return OpFromGraph([*leaves, *points], [tangent])(*inputs, *[point for _, point, _ in moved])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say which outputs depend on which inputs as gradients see it."""
        if self._connection_pattern is not None:
            return list(self._connection_pattern)
        pattern = io_connection_pattern([*self.local_inputs, *self.shared_inputs], self.local_outputs)
        override = self.lop_overrides
        if isinstance(override, list):
            from gnomon.theano.differentiating.reverse import DisconnectedType

            for place, entry in enumerate(override):
                if isinstance(entry, Variable):
                    connected = not isinstance(entry.type, DisconnectedType)
                    pattern[place] = [connected] * len(self.local_outputs)
                elif entry != "default":
                    pattern[place] = [True] * len(self.local_outputs)
        elif override != "default":
            pattern = [[True] * len(self.local_outputs) for _ in pattern]
        self._connection_pattern = pattern
        return [list(row) for row in pattern]

    def infer_shape(self, node: Apply, shapes: Any) -> Any:
        """Return expressions of the shapes of outputs."""
        found = self.expanded(node.inputs, self.local_outputs)
        return [[out.shape[axis] for axis in range(out.ndim)] for out in found]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __str__(self) -> str:
        kind = type(self).__name__ if self.name is None else self.name
        return f"{kind}{{inline={self.is_inline}}}"


def _leaf(variable: Any) -> Any:
    """Return a variable of the same type without an owner, with the same test value."""
    from gnomon.theano.gof.testing_values import get_test_value

    leaf = variable.type()
    with suppress(AttributeError):
        leaf.tag.test_value = get_test_value(variable)
    return leaf


OpFromGraph.make_node.__doc__ = "Apply to variables of the types of the inputs."
