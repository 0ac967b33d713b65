"""`scipy.spatial.distance` and `scipy.cluster`: distances, and hierarchies of clusters."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Shape, dtypes, function, symbol
from gnomon.models.numpy.support import as_array, made, words


@function("scipy.spatial.distance.cdist", "scipy.spatial.distance_matrix")
def cdist(XA: Any, XB: Any, metric: Any = "euclidean", **options: Any) -> Any:
    return ops.cast(ops.cdist(ops.table(as_array(XA)), ops.table(as_array(XB))), dtype=dtypes.float64)


@function("scipy.spatial.distance.pdist")
def pdist(X: Any, metric: Any = "euclidean", **options: Any) -> Any:
    return ops.cast(ops.pairs_of_rows(ops.table(as_array(X))), dtype=dtypes.float64)


@function("scipy.spatial.distance.squareform")
def squareform(X: Any, force: Any = "no", checks: Any = True) -> Any:
    return ops.square_form(as_array(X))


def _declare(name: str) -> None:
    @function(f"scipy.spatial.distance.{name}")
    def model(u: Any, v: Any, *arguments: Any, **options: Any) -> Any:
        ops.vdot(as_array(u), as_array(v))
        return made(Shape(()), dtypes.float64)

    model.__name__ = name


for _name in words(
    "euclidean sqeuclidean cosine cityblock chebyshev correlation braycurtis canberra jaccard hamming "
    "minkowski"
):
    _declare(_name)


@function("scipy.cluster.hierarchy.linkage", "scipy.cluster.hierarchy.ward")
def linkage(y: Any, *arguments: Any, **options: Any) -> Any:
    return ops.cast(ops.merges(as_array(y)), dtype=dtypes.float64)


@function("scipy.cluster.hierarchy.fcluster", "scipy.cluster.hierarchy.fclusterdata")
def fcluster(Z: Any, *arguments: Any, **options: Any) -> Any:
    rows = as_array(Z).shape.axis(0)
    return made(Shape((symbol() if rows is None else rows + 1,)), dtypes.int32)


@function("scipy.cluster.hierarchy.dendrogram", tensor=False)
def dendrogram(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN


@function("scipy.cluster.vq.whiten")
def whiten(obs: Any, check_finite: Any = True) -> Any:
    return ops.sqrt(as_array(obs))


@function("scipy.cluster.vq.vq")
def vq(obs: Any, code_book: Any, check_finite: Any = True) -> Any:
    labels = ops.per_sample(as_array(obs))
    return ops.cast(labels, dtype=dtypes.int32), ops.cast(labels, dtype=dtypes.float64)
