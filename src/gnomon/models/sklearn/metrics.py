"""Scores of predictions, and distances between samples."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, dtypes, flag, function, items, symbol, unknown_of
from gnomon.models.numpy.support import made, words
from gnomon.models.sklearn.support import array_of, labels_of, same_length, table_of

SCORES = words(
    "accuracy_score balanced_accuracy_score roc_auc_score average_precision_score log_loss hinge_loss "
    "zero_one_loss matthews_corrcoef cohen_kappa_score hamming_loss brier_score_loss "
    "mean_squared_error mean_absolute_error root_mean_squared_error mean_squared_log_error "
    "median_absolute_error r2_score explained_variance_score max_error mean_absolute_percentage_error "
    "adjusted_rand_score adjusted_mutual_info_score normalized_mutual_info_score mutual_info_score "
    "homogeneity_score completeness_score v_measure_score fowlkes_mallows_score rand_score "
    "label_ranking_loss ndcg_score dcg_score top_k_accuracy_score d2_absolute_error_score"
)
AVERAGED = words("f1_score fbeta_score precision_score recall_score jaccard_score")


def _declare(name: str) -> None:
    @function(f"sklearn.metrics.{name}")
    def model(y_true: Any, y_pred: Any, *arguments: Any, **options: Any) -> Any:
        _paired(y_true, y_pred)
        if options.get("multioutput") == "raw_values" or (
            name in AVERAGED and options.get("average", "") is None
        ):
            return made(Shape((symbol(),)), dtypes.float64)
        return made(Shape(()), dtypes.float64)

    model.__name__ = name


def _paired(first: Any, second: Any) -> None:
    """Require that true and predicted labels are as many."""
    y_true, y_pred = labels_of(first), labels_of(second)
    if y_true is not None and y_pred is not None:
        same_length(y_true, y_pred)


for _name in (*SCORES, *AVERAGED):
    _declare(_name)


@function("sklearn.metrics.confusion_matrix")
def confusion_matrix(
    y_true: Any, y_pred: Any, *, labels: Any = None, normalize: Any = None, **options: Any
) -> Any:
    _paired(y_true, y_pred)
    listed = items(labels)
    size = symbol() if listed is None else len(listed)
    return made(Shape((size, size)), dtypes.int64 if normalize is None else dtypes.float64)


@function("sklearn.metrics.classification_report", tensor=False)
def classification_report(y_true: Any, y_pred: Any, **options: Any) -> Any:
    _paired(y_true, y_pred)
    return None if flag(options.get("output_dict", False)) is not False else unknown_of("str")


@function("sklearn.metrics.roc_curve", "sklearn.metrics.det_curve")
def roc_curve(y_true: Any, y_score: Any, **options: Any) -> Any:
    _paired(y_true, y_score)
    points = made(Shape((symbol(),)), dtypes.float64)
    return points, points, points


@function("sklearn.metrics.precision_recall_curve")
def precision_recall_curve(y_true: Any, y_score: Any, **options: Any) -> Any:
    _paired(y_true, y_score)
    count = symbol(lower=1)
    points = made(Shape((count + 1,)), dtypes.float64)
    return points, points, made(Shape((count,)), dtypes.float64)


@function("sklearn.metrics.precision_recall_fscore_support")
def precision_recall_fscore_support(y_true: Any, y_pred: Any, *, average: Any = None, **options: Any) -> Any:
    _paired(y_true, y_pred)
    if average is not None:
        return None
    values = made(Shape((symbol(),)), dtypes.float64)
    return values, values, values, values


@function("sklearn.metrics.auc")
def auc(x: Any, y: Any) -> Any:
    _paired(x, y)
    return made(Shape(()), dtypes.float64)


@function(
    "sklearn.metrics.silhouette_score",
    "sklearn.metrics.calinski_harabasz_score",
    "sklearn.metrics.davies_bouldin_score",
)
def silhouette_score(X: Any, labels: Any, *arguments: Any, **options: Any) -> Any:
    same_length(array_of(X), labels_of(labels))
    return made(Shape(()), dtypes.float64)


@function("sklearn.metrics.silhouette_samples")
def silhouette_samples(X: Any, labels: Any, **options: Any) -> Any:
    return ops.cast(ops.per_sample(array_of(X)), dtype=dtypes.float64)


# -- distances ----------------------------------------------------------------------------------------------


def _declare_distance(name: str) -> None:
    @function(f"sklearn.metrics.pairwise.{name}", f"sklearn.metrics.{name}")
    def model(X: Any, Y: Any = None, *arguments: Any, **options: Any) -> Any:
        if options.get("metric") == "precomputed":
            return array_of(X)
        first = table_of(X)
        second = first if Y is None else table_of(Y)
        return ops.cast(ops.cdist(first, second), dtype=None)

    model.__name__ = name


for _name in words(
    "pairwise_distances euclidean_distances manhattan_distances cosine_distances cosine_similarity "
    "rbf_kernel linear_kernel polynomial_kernel sigmoid_kernel laplacian_kernel pairwise_kernels "
    "chi2_kernel haversine_distances nan_euclidean_distances"
):
    _declare_distance(_name)


@function("sklearn.metrics.pairwise_distances_argmin")
def pairwise_distances_argmin(X: Any, Y: Any, **options: Any) -> Any:
    return ops.argmin(ops.cdist(table_of(X), table_of(Y)), axis=1)


@function("sklearn.metrics.make_scorer", "sklearn.metrics.get_scorer", tensor=False)
def make_scorer(*arguments: Any, **options: Any) -> Any:
    return unknown_of("callable")
