"""``optax``: optimizers whose states are unknown, losses of each sample."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    TakesAnything,
    Tensor,
    function,
    is_unknown,
    modelled,
    unknown_of,
)
from gnomon.models.api import axis as as_axis
from gnomon.models.jax.support import as_array, as_jax, made, unknown_tensor, words
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless


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
    from gnomon.models.api import Shape

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

# -- losses --------------------------------------------------------------------------------------------


def _loss(name: str) -> tuple[str, str]:
    return f"optax.{name}", f"optax.losses.{name}"


@function(*_loss("softmax_cross_entropy"), *_loss("safe_softmax_cross_entropy"))
def softmax_cross_entropy(logits: Any, labels: Any, axis: Any = -1, where: Any = None) -> Any:
    """One loss for each row of logits and probabilities."""
    if is_unknown(axis):
        return unknown_tensor()
    x, y = as_array(logits), as_array(labels)
    if x.shape.rank is not None and y.shape.rank is not None and min(x.shape.rank, y.shape.rank) > 0:
        product = ops.multiply(x, y)
        return as_jax(ops.sum(product, axis=as_axis(axis)))
    return as_jax(ops.sum(x, axis=as_axis(axis))) if x.shape.min_rank else unknown_tensor()


@function(*_loss("softmax_cross_entropy_with_integer_labels"))
def sparse_softmax_cross_entropy(logits: Any, labels: Any, axis: Any = -1, where: Any = None) -> Any:
    """One loss for each row of logits and class."""
    if axis != -1:
        return unknown_tensor()
    return as_jax(ops.cross_entropy_with_integer_labels(as_array(logits), as_array(labels)))


@function(*_loss("sigmoid_binary_cross_entropy"), *_loss("sigmoid_focal_loss"), *_loss("hinge_loss"))
def elementwise_loss(first: Any, second: Any, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry."""
    return as_jax(ops.mse_loss(as_array(first), as_array(second), reduction="none"))


@function(*_loss("huber_loss"), *_loss("log_cosh"))
def broadcast_loss(predictions: Any, targets: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry of predictions and targets, which broadcast."""
    x = as_array(predictions)
    return (
        ops.positive(x) if targets is None else as_jax(ops.mse_loss(x, as_array(targets), reduction="none"))
    )


@function(*_loss("l2_loss"), *_loss("squared_error"))
def regression_loss(predictions: Any, targets: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """A loss for each entry of predictions and targets of one shape."""
    x = as_array(predictions)
    if targets is None:
        return ops.positive(x)
    y = as_array(targets)
    return as_jax(
        ops.cast(ops.same_shape(x, y), dtype=x.dtype) if type(targets) is Tensor else ops.subtract(x, y)
    )


@function(*_loss("cosine_similarity"), *_loss("cosine_distance"))
def cosine_similarity(predictions: Any, targets: Any, *arguments: Any, **keywords: Any) -> Any:
    """One number for each pair of vectors."""
    product = ops.multiply(as_array(predictions), as_array(targets))
    return as_jax(ops.sum(product, axis=-1)) if product.shape.min_rank and not keywords else unknown_tensor()


@function(*_loss("kl_divergence"), *_loss("convex_kl_divergence"), *_loss("kl_divergence_with_log_targets"))
def kl_divergence(log_predictions: Any, targets: Any, *arguments: Any, **keywords: Any) -> Any:
    """One number for each pair of distributions."""
    return cosine_similarity(log_predictions, targets)


@function("optax.smooth_labels", "optax.losses.smooth_labels")
def smooth_labels(labels: Any, alpha: Any) -> Any:
    """Softer labels of the same shape."""
    return as_jax(ops.positive(as_array(labels)))


@function("optax.ctc_loss", "optax.losses.ctc_loss")
def ctc_loss(logits: Any, *arguments: Any, **keywords: Any) -> Any:
    """One loss for each sequence."""
    from gnomon.models.api import Shape, symbol

    x = as_array(logits)
    batch = x.shape.axis(0) if x.shape.min_rank else None
    return made(Shape((symbol() if batch is None else batch,)))


harmless(
    "optax",
    "tree tree_utils projections second_order transforms contrib experimental assignment perturbations",
)
harmless(
    "optax",
    "EmptyState OptState Params Updates Schedule ScaleByAdamState MaskedState TraceState"
    " safe_int32_increment",
)
