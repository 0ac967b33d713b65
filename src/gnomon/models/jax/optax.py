"""``optax``: optimizers whose states are unknown, losses of each sample."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    TakesAnything,
    Tensor,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.jax import optax_losses
from gnomon.models.jax.support import made, words
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless, returning


@modelled("optax.GradientTransformation", "optax.GradientTransformationExtraArgs", "optax.MultiSteps")
class Transformation(TakesAnything):
    """An optimizer: ``init`` gives a state, ``update`` changes gradients and keeps their shapes."""

    raw = True

    def init(self, params: Any) -> Any:
        """A state."""
        return UNKNOWN

    init.raw = True  # type: ignore[attr-defined]

    def update(self, updates: Any, state: Any = None, params: Any = None, **extra: Any) -> Any:
        """Changed gradients and the next state."""
        try:
            return map_tree(
                lambda leaf: ops.positive(leaf) if type(leaf) is Tensor else leaf, updates
            ), UNKNOWN
        except Mismatch:
            return UNKNOWN, UNKNOWN

    update.raw = True  # type: ignore[attr-defined]

    def iterate(self) -> Any:
        """Unpacked: the two functions."""
        from gnomon.models.api import Iteration, LibraryFunction

        return Iteration(
            (
                LibraryFunction("optax.init", self.init, raw=True, returns_tensor=False),
                LibraryFunction("optax.update", self.update, raw=True, returns_tensor=False),
            )
        )


def _optimizer(name: str) -> None:
    @function(f"optax.{name}", f"optax.contrib.{name}", raw=True, tensor=False)
    def model(*arguments: Any, **keywords: Any) -> Any:
        return Transformation()


for _name in words(
    "adabelief adadelta adafactor adagrad adam adamax adamaxw adamw adan amsgrad fromage lamb"
    " lars lbfgs lion nadam nadamw noisy_sgd novograd optimistic_adam optimistic_gradient_descent"
    " polyak_sgd radam rmsprop rprop sgd sign_sgd signum sm3 yogi adaptive_grad_clip"
    " add_decayed_weights add_noise apply_every apply_if_finite centralize chain clip"
    " clip_by_block_rms clip_by_global_norm conditionally_mask conditionally_transform ema"
    " identity keep_params_nonnegative lookahead masked multi_transform named_chain"
    " normalize_by_update_norm partition per_example_global_norm_clip scale scale_by_adadelta"
    " scale_by_adam scale_by_adamax scale_by_adan scale_by_amsgrad scale_by_belief"
    " scale_by_factored_rms scale_by_learning_rate scale_by_lion scale_by_novograd"
    " scale_by_param_block_norm scale_by_param_block_rms scale_by_polyak scale_by_radam"
    " scale_by_rms scale_by_rprop scale_by_rss scale_by_schedule scale_by_sign scale_by_sm3"
    " scale_by_stddev scale_by_trust_ratio scale_by_yogi selective_transform set_to_zero"
    " skip_not_finite stateless trace zero_nans muon schedule_free_adamw prodigy flatten freeze"
    " snapshot"
):
    _optimizer(_name)


@function("optax.apply_updates", "equinox.apply_updates", raw=True, tensor=False)
def apply_updates(params: Any, updates: Any) -> Any:
    """Parameters of the same shapes."""
    try:
        return map_tree(lambda leaf: ops.positive(leaf) if type(leaf) is Tensor else leaf, params)
    except Mismatch:
        return UNKNOWN


@function("optax.incremental_update", "optax.periodic_update", raw=True, tensor=False)
def incremental_update(new_tensors: Any, old_tensors: Any, *arguments: Any, **keywords: Any) -> Any:
    """Arrays like the new ones."""
    return apply_updates(new_tensors, None)


@function("optax.global_norm", "optax.tree_utils.tree_l2_norm", "optax.tree.norm")
def global_norm(*arguments: Any, **keywords: Any) -> Any:
    """The norm of all arrays: one number."""
    return made(Shape(()))


class Schedule(Modelled):
    """A learning rate as a function of the step."""

    library_name = "optax.Schedule"

    def __call__(self, count: Any = None) -> Any:
        return unknown_of("float")


for _name in words(
    "constant_schedule cosine_decay_schedule cosine_onecycle_schedule exponential_decay join_schedules"
    " linear_onecycle_schedule linear_schedule piecewise_constant_schedule piecewise_interpolate_schedule"
    " polynomial_schedule sgdr_schedule warmup_constant_schedule warmup_cosine_decay_schedule"
    " warmup_exponential_decay_schedule"
):
    function(f"optax.{_name}", f"optax.schedules.{_name}", raw=True, tensor=False)(
        lambda *arguments, **keywords: Schedule()
    )


class Injecting(Modelled):
    """``inject_hyperparams(optimizer)``: called, it makes the optimizer."""

    library_name = "optax.inject_hyperparams"
    raw = True

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return Transformation()


function("optax.inject_hyperparams", "optax.inject_stateful_hyperparams", raw=True, tensor=False)(
    lambda *arguments, **keywords: Injecting()
)


for _name in words(
    "differentially_private_aggregate dpsgd skip_large_updates monitor scale_by_backtracking_linesearch"
    " scale_by_lbfgs scale_by_zoom_linesearch"
):
    _optimizer(_name)
returning(
    UNKNOWN, "optax", "matrix_inverse_pth_root power_iteration multi_normal per_example_layer_norm_clip"
)
returning(UNKNOWN, "optax.losses", "make_fenchel_young_loss")
harmless(
    "optax",
    "init_empty_state measure_with_ema microbatch stateless_with_tree_map value_and_grad_from_state ScaleState"
    " ScalarOrSchedule TransformInitFn TransformUpdateFn TransformUpdateExtraArgsFn MultiStepsState EmaState",
)
harmless(
    "optax",
    "EmptyState OptState Params Updates Schedule ScaleByAdamState MaskedState TraceState"
    " safe_int32_increment",
)
harmless(
    "optax",
    "tree tree_utils projections second_order transforms contrib experimental assignment perturbations",
)

__all__ = ["optax_losses"]
