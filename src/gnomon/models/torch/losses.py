"""Losses, as functions of ``torch.nn.functional`` and as layers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Tensor, flag, function, modelled, text
from gnomon.models.torch.layers.module import Module

F = "torch.nn.functional."


def reduction_of(reduction: Any, size_average: Any = None, reduce: Any = None) -> str | None:
    """Return "mean", "sum" or "none" from the reduction and its two old forms; None if unknown."""
    if size_average is None and reduce is None:
        return text(reduction)
    averages = flag(size_average, default=None) if size_average is not None else True
    reduces = flag(reduce, default=None) if reduce is not None else True
    if averages is None or reduces is None:
        return None
    return "none" if not reduces else "mean" if averages else "sum"


def compared(operation: str, *arrays: Any, how: str | None) -> Any:
    """Compute a loss; nothing is known of its shape where the reduction is unknown."""
    result = ops.TABLE[operation](*arrays, reduction=how or "mean")
    if how is None:
        return UNKNOWN
    return result if _plainly_floats(operation, arrays, result) else ops.cast(result, dtype=None)


def _plainly_floats(operation: str, arrays: tuple[Any, ...], result: Any) -> bool:
    """Whether a loss has the dtype of what is compared; that of mixtures and integers depends on its formula."""
    if type(result) is not Tensor or result.dtype is None:
        return True
    classes = operation in _OF_CLASSES and getattr(arrays[1].dtype, "kind", None) != "float"
    compared = arrays[:1] if classes else arrays
    return result.dtype.kind == "float" and all(
        array.dtype in (result.dtype, None) for array in compared if type(array) is Tensor
    )


_OF_CLASSES = ("cross_entropy", "nll_loss", "multi_margin_loss", "ctc_loss", "cosine_embedding_loss")


def _weight(value: Any) -> Any:
    return value if type(value) is Tensor else None


CLASSES = {"cross_entropy": "CrossEntropyLoss", "nll_loss": "NLLLoss"}
"""Losses against class numbers: function and layer."""


@function(f"{F}cross_entropy")
def cross_entropy(
    input: Any,
    target: Any,
    weight: Any = None,
    size_average: Any = None,
    ignore_index: Any = -100,
    reduce: Any = None,
    reduction: Any = "mean",
    label_smoothing: Any = 0.0,
) -> Any:
    """Cross-entropy of scores against class numbers or probabilities."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("cross_entropy", input, _checked(target, ignore_index), _weight(weight), how=how)


@function(f"{F}nll_loss")
def nll_loss(
    input: Any,
    target: Any,
    weight: Any = None,
    size_average: Any = None,
    ignore_index: Any = -100,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Negative log-likelihood of log-probabilities against class numbers."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("nll_loss", input, _checked(target, ignore_index), _weight(weight), how=how)


def _checked(target: Any, ignore_index: Any) -> Any:
    """Return class numbers of which those that are ignored are not looked at."""
    if type(target) is Tensor and (target.contents or target.bounds) and ignore_index != -100:
        return Tensor(target.shape, target.dtype, target.library, site=target.site)
    return target


@function(f"{F}multi_margin_loss")
def multi_margin_loss(
    input: Any,
    target: Any,
    p: Any = 1,
    margin: Any = 1.0,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Hinge loss over classes."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("multi_margin_loss", input, target, _weight(weight), how=how)


@function(f"{F}binary_cross_entropy")
def binary_cross_entropy(
    input: Any,
    target: Any,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Cross-entropy of probabilities against 0 or 1: shapes must be equal."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("binary_cross_entropy", input, target, _weight(weight), how=how)


@function(f"{F}binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    input: Any,
    target: Any,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
    pos_weight: Any = None,
) -> Any:
    """Cross-entropy of scores against 0 or 1: shapes must be equal."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("bce_with_logits", input, target, _weight(weight), how=how)


def _soft_margin_of_classes(input: Any, target: Any, weight: Any, how: str | None) -> Any:
    """Compare shapes that broadcast; the loss is averaged over the input's last axis."""
    each = ops.soft_margin_loss(input, target, reduction="none")
    if type(weight) is Tensor:
        each = ops.multiply(each, weight)
    if how is None or type(input) is not Tensor or input.shape.rank is None:
        return UNKNOWN
    means = ops.mean(each, axis=max(input.shape.rank - 1, 0))
    return means if how == "none" else ops.mean(means)


@function(f"{F}multilabel_soft_margin_loss")
def multilabel_soft_margin_loss(
    input: Any,
    target: Any,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Cross-entropy of scores against several labels."""
    how = reduction_of(reduction, size_average, reduce)
    return _soft_margin_of_classes(input, target, weight, how)


def _pair(operation: str) -> Any:
    def model(
        input: Any,
        target: Any,
        size_average: Any = None,
        reduce: Any = None,
        reduction: Any = "mean",
        weight: Any = None,
    ) -> Any:
        return compared(operation, input, target, how=reduction_of(reduction, size_average, reduce))

    return model


for _function in ("mse_loss", "l1_loss"):
    function(F + _function)(_pair(_function))


@function(f"{F}soft_margin_loss")
def soft_margin_loss(
    input: Any, target: Any, size_average: Any = None, reduce: Any = None, reduction: Any = "mean"
) -> Any:
    """Logistic loss against -1 or 1."""
    return compared("soft_margin_loss", input, target, how=reduction_of(reduction, size_average, reduce))


@function(f"{F}smooth_l1_loss")
def smooth_l1_loss(
    input: Any,
    target: Any,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
    beta: Any = 1.0,
) -> Any:
    """Squared for small, absolute for large differences."""
    return compared("huber_loss", input, target, how=reduction_of(reduction, size_average, reduce))


@function(f"{F}huber_loss")
def huber_loss(input: Any, target: Any, reduction: Any = "mean", delta: Any = 1.0, weight: Any = None) -> Any:
    """Squared for small, absolute for large differences."""
    return compared("huber_loss", input, target, how=reduction_of(reduction))


@function(f"{F}kl_div")
def kl_div(
    input: Any,
    target: Any,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
    log_target: Any = False,
) -> Any:
    """Divergence of probabilities from log-probabilities."""
    return compared("kl_div", input, target, how=reduction_of(reduction, size_average, reduce))


@function(f"{F}poisson_nll_loss")
def poisson_nll_loss(
    input: Any,
    target: Any,
    log_input: Any = True,
    full: Any = False,
    size_average: Any = None,
    eps: Any = 1e-08,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Negative log-likelihood of counts."""
    return compared("poisson_nll", input, target, how=reduction_of(reduction, size_average, reduce))


@function(f"{F}hinge_embedding_loss")
def hinge_embedding_loss(
    input: Any,
    target: Any,
    margin: Any = 1.0,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Hinge loss against -1 or 1."""
    return compared("hinge_loss", input, target, how=reduction_of(reduction, size_average, reduce))


@function(f"{F}multilabel_margin_loss")
def multilabel_margin_loss(
    input: Any, target: Any, size_average: Any = None, reduce: Any = None, reduction: Any = "mean"
) -> Any:
    """Hinge loss over several labels."""
    how = reduction_of(reduction, size_average, reduce)
    return compared("multilabel_soft_margin", input, target, how=how)


@function(f"{F}gaussian_nll_loss")
def gaussian_nll_loss(
    input: Any, target: Any, var: Any, full: Any = False, eps: Any = 1e-06, reduction: Any = "mean"
) -> Any:
    """Negative log-likelihood under normal distributions."""
    return compared("gaussian_nll", input, target, var, how=reduction_of(reduction))


@function(f"{F}cosine_embedding_loss")
def cosine_embedding_loss(
    input1: Any,
    input2: Any,
    target: Any,
    margin: Any = 0,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Push pairs of vectors together or apart."""
    return compared(
        "cosine_embedding_loss", input1, input2, target, how=reduction_of(reduction, size_average, reduce)
    )


@function(f"{F}margin_ranking_loss")
def margin_ranking_loss(
    input1: Any,
    input2: Any,
    target: Any,
    margin: Any = 0,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Make the first of each pair rank higher or lower."""
    return compared(
        "margin_ranking_loss", input1, input2, target, how=reduction_of(reduction, size_average, reduce)
    )


@function(f"{F}triplet_margin_loss")
def triplet_margin_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    margin: Any = 1.0,
    p: Any = 2,
    eps: Any = 1e-06,
    swap: Any = False,
    size_average: Any = None,
    reduce: Any = None,
    reduction: Any = "mean",
) -> Any:
    """Make an anchor closer to a positive than to a negative example."""
    return compared(
        "triplet_margin_loss", anchor, positive, negative, how=reduction_of(reduction, size_average, reduce)
    )


@function(f"{F}ctc_loss")
def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: Any = 0,
    reduction: Any = "mean",
    zero_infinity: Any = False,
) -> Any:
    """Connectionist temporal classification."""
    return compared(
        "ctc_loss", log_probs, targets, input_lengths, target_lengths, how=reduction_of(reduction)
    )


# -- the same as layers --------------------------------------------------------------------------------


class Loss(Module):
    """A loss that compares two tensors."""

    operation = "mse_loss"

    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: Any = "mean") -> None:
        self.reduction = reduction_of(reduction, size_average, reduce)

    def forward(self, input: Any, target: Any) -> Any:
        """Compare."""
        return compared(self.operation, input, target, how=self.reduction)


class DivergenceLoss(Loss):
    """Divergence of probabilities from log-probabilities."""

    operation = "kl_div"

    def __init__(
        self,
        size_average: Any = None,
        reduce: Any = None,
        reduction: Any = "mean",
        log_target: Any = False,
    ) -> None:
        super().__init__(size_average, reduce, reduction)


class SmoothLoss(Loss):
    """Squared for small, absolute for large differences."""

    operation = "huber_loss"

    def __init__(
        self, size_average: Any = None, reduce: Any = None, reduction: Any = "mean", beta: Any = 1.0
    ) -> None:
        super().__init__(size_average, reduce, reduction)


for _name, _base, _operation in (
    ("MSELoss", Loss, "mse_loss"),
    ("L1Loss", Loss, "l1_loss"),
    ("SmoothL1Loss", SmoothLoss, "huber_loss"),
    ("KLDivLoss", DivergenceLoss, "kl_div"),
    ("SoftMarginLoss", Loss, "soft_margin_loss"),
):
    modelled(f"torch.nn.{_name}", f"torch.nn.modules.loss.{_name}")(
        type(_name, (_base,), {"operation": _operation})
    )


@modelled("torch.nn.HuberLoss", "torch.nn.modules.loss.HuberLoss")
class HuberLoss(Loss):
    """Squared for small, absolute for large differences."""

    operation = "huber_loss"

    def __init__(self, reduction: Any = "mean", delta: Any = 1.0) -> None:
        self.reduction = reduction_of(reduction)


@modelled("torch.nn.PoissonNLLLoss", "torch.nn.modules.loss.PoissonNLLLoss")
class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts."""

    operation = "poisson_nll"

    def __init__(
        self,
        log_input: Any = True,
        full: Any = False,
        size_average: Any = None,
        eps: Any = 1e-08,
        reduce: Any = None,
        reduction: Any = "mean",
    ) -> None:
        self.reduction = reduction_of(reduction, size_average, reduce)


@modelled("torch.nn.HingeEmbeddingLoss", "torch.nn.modules.loss.HingeEmbeddingLoss")
class HingeEmbeddingLoss(Loss):
    """Hinge loss against -1 or 1."""

    operation = "hinge_loss"

    def __init__(
        self, margin: Any = 1.0, size_average: Any = None, reduce: Any = None, reduction: Any = "mean"
    ) -> None:
        self.reduction = reduction_of(reduction, size_average, reduce)


class WeightedLoss(Module):
    """A loss with a weight for each class or element."""

    operation = "binary_cross_entropy"

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        reduce: Any = None,
        reduction: Any = "mean",
        pos_weight: Any = None,
    ) -> None:
        self.weight = _weight(weight)
        self.reduction = reduction_of(reduction, size_average, reduce)

    def forward(self, input: Any, target: Any) -> Any:
        """Compare."""
        return compared(self.operation, input, target, self.weight, how=self.reduction)


for _operation, _name in {"binary_cross_entropy": "BCELoss", "bce_with_logits": "BCEWithLogitsLoss"}.items():
    modelled(f"torch.nn.{_name}", f"torch.nn.modules.loss.{_name}")(
        type(_name, (WeightedLoss,), {"operation": _operation})
    )


@modelled("torch.nn.CrossEntropyLoss", "torch.nn.modules.loss.CrossEntropyLoss")
class CrossEntropyLoss(Module):
    """Cross-entropy of scores against class numbers or probabilities."""

    operation = "cross_entropy"

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        ignore_index: Any = -100,
        reduce: Any = None,
        reduction: Any = "mean",
        label_smoothing: Any = 0.0,
    ) -> None:
        self.weight, self.ignore_index = _weight(weight), ignore_index
        self.reduction = reduction_of(reduction, size_average, reduce)

    def forward(self, input: Any, target: Any) -> Any:
        """Compare."""
        target = _checked(target, self.ignore_index)
        return compared(self.operation, input, target, self.weight, how=self.reduction)


@modelled("torch.nn.NLLLoss", "torch.nn.modules.loss.NLLLoss", "torch.nn.NLLLoss2d")
class NLLLoss(CrossEntropyLoss):
    """Negative log-likelihood of log-probabilities against class numbers."""

    operation = "nll_loss"


@modelled("torch.nn.MultiMarginLoss", "torch.nn.modules.loss.MultiMarginLoss")
class MultiMarginLoss(WeightedLoss):
    """Hinge loss over classes."""

    operation = "multi_margin_loss"

    def __init__(
        self,
        p: Any = 1,
        margin: Any = 1.0,
        weight: Any = None,
        size_average: Any = None,
        reduce: Any = None,
        reduction: Any = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)


@modelled("torch.nn.MultiLabelSoftMarginLoss", "torch.nn.modules.loss.MultiLabelSoftMarginLoss")
class MultiLabelSoftMarginLoss(WeightedLoss):
    """Cross-entropy of scores against several labels."""

    def __init__(
        self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: Any = "mean"
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)

    def forward(self, input: Any, target: Any) -> Any:
        """Compare."""
        return _soft_margin_of_classes(input, target, self.weight, self.reduction)


@modelled("torch.nn.MultiLabelMarginLoss", "torch.nn.modules.loss.MultiLabelMarginLoss")
class MultiLabelMarginLoss(Loss):
    """Hinge loss over several labels."""

    operation = "multilabel_soft_margin"

    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: Any = "mean") -> None:
        super().__init__(size_average, reduce, reduction)


@modelled("torch.nn.GaussianNLLLoss", "torch.nn.modules.loss.GaussianNLLLoss")
class GaussianNLLLoss(Module):
    """Negative log-likelihood under normal distributions."""

    def __init__(self, *, full: Any = False, eps: Any = 1e-06, reduction: Any = "mean") -> None:
        self.reduction = reduction_of(reduction)

    def forward(self, input: Any, target: Any, var: Any) -> Any:
        """Compare."""
        return compared("gaussian_nll", input, target, var, how=self.reduction)


class Margin(Module):
    """A loss of three tensors with a margin."""

    operation = "cosine_embedding_loss"

    def __init__(
        self, margin: Any = 0.0, size_average: Any = None, reduce: Any = None, reduction: Any = "mean"
    ) -> None:
        self.reduction = reduction_of(reduction, size_average, reduce)

    def forward(self, input1: Any, input2: Any, target: Any) -> Any:
        """Compare."""
        return compared(self.operation, input1, input2, target, how=self.reduction)


modelled("torch.nn.CosineEmbeddingLoss")(type("CosineEmbeddingLoss", (Margin,), {}))
modelled("torch.nn.MarginRankingLoss")(
    type("MarginRankingLoss", (Margin,), {"operation": "margin_ranking_loss"})
)


@modelled("torch.nn.TripletMarginLoss", "torch.nn.TripletMarginWithDistanceLoss")
class TripletMarginLoss(Module):
    """Make an anchor closer to a positive than to a negative example."""

    def __init__(
        self,
        margin: Any = 1.0,
        p: Any = 2.0,
        eps: Any = 1e-06,
        swap: Any = False,
        size_average: Any = None,
        reduce: Any = None,
        reduction: Any = "mean",
        distance_function: Any = None,
    ) -> None:
        self.reduction = reduction_of(reduction, size_average, reduce)

    def forward(self, anchor: Any, positive: Any, negative: Any) -> Any:
        """Compare."""
        return compared("triplet_margin_loss", anchor, positive, negative, how=self.reduction)


@modelled("torch.nn.CTCLoss", "torch.nn.modules.loss.CTCLoss")
class CTCLoss(Module):
    """Connectionist temporal classification."""

    def __init__(self, blank: Any = 0, reduction: Any = "mean", zero_infinity: Any = False) -> None:
        self.reduction = reduction_of(reduction)

    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any) -> Any:
        """Compare."""
        return compared(
            "ctc_loss",
            log_probs,
            targets,
            _lengths(input_lengths),
            _lengths(target_lengths),
            how=self.reduction,
        )


def _lengths(value: Any) -> Any:
    return value if type(value) is Tensor else None
