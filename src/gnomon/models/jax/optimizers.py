"""``jax.example_libraries.optimizers``: their states keep the parameters."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    dtypes,
    function,
)
from gnomon.models.jax.support import made
from gnomon.models.jax.trees import Mismatch, map_tree

# -- optimizers ----------------------------------------------------------------------------------------


class OptimizerState(Modelled):
    """The state of an optimizer: it holds the parameters."""

    library_name = "jax.example_libraries.optimizers.OptimizerState"
    raw = True

    def __init__(self, params: Any) -> None:
        self.params = params


def _initial(x0: Any) -> Any:
    return OptimizerState(x0)


def _update(i: Any, grads: Any, opt_state: Any) -> Any:
    return opt_state


def _params(opt_state: Any) -> Any:
    return opt_state.params if isinstance(opt_state, OptimizerState) else UNKNOWN


def _optimizer(name: str) -> None:
    from gnomon.values import LibraryFunction

    home = "jax.example_libraries.optimizers"
    triple = tuple(
        LibraryFunction(f"{home}.{part}", model, raw=True, returns_tensor=False)
        for part, model in (("init_fun", _initial), ("update_fun", _update), ("get_params", _params))
    )
    function(f"{home}.{name}", raw=True, tensor=False)(lambda *arguments, **keywords: triple)


for _name in (
    "sgd",
    "momentum",
    "nesterov",
    "adagrad",
    "rmsprop",
    "rmsprop_momentum",
    "adam",
    "adamax",
    "sm3",
):
    _optimizer(_name)


@function("jax.example_libraries.optimizers.l2_norm")
def l2_norm(tree: Any) -> Any:
    """The norm of all parameters: one number."""
    return made(Shape(()), dtypes.float32)


@function("jax.example_libraries.optimizers.clip_grads", raw=True, tensor=False)
def clip_grads(grad_tree: Any, max_norm: Any) -> Any:
    """Gradients of a limited norm."""
    try:
        return map_tree(lambda leaf: leaf, grad_tree)
    except Mismatch:
        return UNKNOWN


for _name in (
    "constant",
    "exponential_decay",
    "inverse_time_decay",
    "polynomial_decay",
    "piecewise_constant",
):
    function(f"jax.example_libraries.optimizers.{_name}", raw=True, tensor=False)(lambda *a, **k: UNKNOWN)
