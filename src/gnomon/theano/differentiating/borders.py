"""Operations that leave values as they are and change gradients."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.null_type import grad_undefined
from gnomon.theano.gof.op import Op


class ViewOp(Op):
    """The value itself."""

    view_map = {0: [0]}
    __props__: tuple[str, ...] = ()

    def make_node(self, x: Any) -> Apply:
        return Apply(self, [x], [x.type()])

    def lower(self, node: Apply, x: Any) -> Any:
        return x

    def grad(self, args: Any, g_outs: Any) -> Any:
        return list(g_outs)

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return list(eval_points)


class ConsiderConstant(ViewOp):
    """A value that gradients see as a constant."""

    def grad(self, args: Any, g_outs: Any) -> Any:
        return [_zeros(g) for g in g_outs]


class ZeroGrad(ViewOp):
    """A value whose gradient is zero."""

    def grad(self, args: Any, g_outs: Any) -> Any:
        return [_zeros(g) for g in g_outs]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return [None if eval_points[0] is None else _zeros(eval_points[0])]


class UndefinedGrad(ViewOp):
    """A value by which there is no gradient, since it is undefined."""

    def grad(self, args: Any, g_outs: Any) -> Any:
        return [grad_undefined(self, place, x) for place, x in enumerate(args)]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return [None]


class DisconnectedGrad(ViewOp):
    """A value that gradients do not pass."""

    def grad(self, args: Any, g_outs: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [disconnected_type() for _ in args]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return [None]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the result is not connected."""
        return [[False]]


class GradClip(ViewOp):
    """A value whose gradient is kept between two bounds."""

    __props__ = ("clip_lower_bound", "clip_upper_bound")

    def __init__(self, clip_lower_bound: float, clip_upper_bound: float) -> None:
        if not clip_upper_bound >= clip_lower_bound:
            raise AssertionError(
                f"the upper bound {clip_upper_bound} is below the lower bound {clip_lower_bound}"
            )
        self.clip_lower_bound, self.clip_upper_bound = clip_lower_bound, clip_upper_bound

    def grad(self, args: Any, g_outs: Any) -> Any:
        from gnomon.theano.tensor.elementwise import clip

        return [clip(g, self.clip_lower_bound, self.clip_upper_bound) for g in g_outs]


class GradScale(ViewOp):
    """A value whose gradient is multiplied by a number."""

    __props__ = ("multiplier",)

    def __init__(self, multiplier: Any) -> None:
        self.multiplier = multiplier

    def grad(self, args: Any, g_outs: Any) -> Any:
        return [self.multiplier * g for g in g_outs]


def _zeros(g: Any) -> Any:
    from gnomon.theano.tensor.creation import zeros_like

    return zeros_like(g)


consider_constant_ = ConsiderConstant()
zero_grad_ = ZeroGrad()
undefined_grad_ = UndefinedGrad()
disconnected_grad_ = DisconnectedGrad()


def consider_constant(x: Any) -> Any:
    """Return a value that gradients see as a constant (its old name; `zero_grad` and `disconnected_grad` are the new ones)."""
    warnings.warn(
        "consider_constant() is deprecated, use zero_grad() or disconnected_grad() instead.", stacklevel=2
    )
    return consider_constant_(x)


def zero_grad(x: Any) -> Any:
    """Return a value whose gradient is zero."""
    return zero_grad_(x)


def undefined_grad(x: Any) -> Any:
    """Return a value by which the gradient is undefined."""
    return undefined_grad_(x)


def disconnected_grad(x: Any) -> Any:
    """Return a value that gradients do not pass."""
    return disconnected_grad_(x)


def grad_clip(x: Any, lower_bound: float, upper_bound: float) -> Any:
    """Return a value whose gradient is kept between two bounds."""
    return GradClip(lower_bound, upper_bound)(x)


def grad_scale(x: Any, multiplier: Any) -> Any:
    """Return a value whose gradient is multiplied by a number."""
    return GradScale(multiplier)(x)
