"""Scalers, encoders, projections and selections of features."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Modelled, Shape, Size, Tensor, dtypes, flag, items, modelled, symbol
from gnomon.models.numpy.support import made, words
from gnomon.models.sklearn.estimator import Estimator, Transformer
from gnomon.models.sklearn.support import array_of, opaque

SAME = {
    "preprocessing": "StandardScaler MinMaxScaler MaxAbsScaler RobustScaler Normalizer QuantileTransformer"
    " PowerTransformer Binarizer OrdinalEncoder",
    "impute": "SimpleImputer KNNImputer IterativeImputer",
}
PROJECTIONS: dict[str, dict[str, Any]] = {
    "decomposition": {
        "PCA": None,
        "RandomizedPCA": None,
        "IncrementalPCA": None,
        "FastICA": None,
        "FactorAnalysis": None,
        "NMF": None,
        "SparsePCA": None,
        "KernelPCA": "unknown",
        "TruncatedSVD": 2,
        "LatentDirichletAllocation": 10,
    },
    "manifold": {
        "TSNE": 2,
        "MDS": 2,
        "Isomap": 2,
        "LocallyLinearEmbedding": 2,
        "SpectralEmbedding": 2,
    },
    "kernel_approximation": {"RBFSampler": 100, "Nystroem": 100, "SkewedChi2Sampler": 100},
    "random_projection": {"GaussianRandomProjection": "unknown", "SparseRandomProjection": "unknown"},
    "neural_network": {"BernoulliRBM": 256},
}
FIRST_PARAMETER = {
    "RBFSampler": "gamma",
    "Nystroem": "kernel",
    "LocallyLinearEmbedding": "n_neighbors",
    "Isomap": "n_neighbors",
}


LEARNT: dict[str, dict[str, str | None]] = {
    "StandardScaler": {"mean_": "with_mean with_std", "scale_": "with_std", "var_": "with_std"},
    "MinMaxScaler": dict.fromkeys(words("min_ scale_ data_min_ data_max_ data_range_")),
    "MaxAbsScaler": dict.fromkeys(words("scale_ max_abs_")),
    "RobustScaler": {"center_": "with_centering", "scale_": "with_scaling"},
}
"""What scalers have learnt of each feature, and the parameters without which they learn nothing of it."""


class Scaler(Transformer):
    """Gives each feature other numbers by what it has learnt; the way back takes as many features as were learnt."""

    def __getattr__(self, name: str) -> Any:
        learnt = LEARNT.get(type(self).__name__, {})
        if name not in learnt:
            raise AttributeError(name)
        if self.width is None or any(
            flag(self.parameter(needed, True)) is not True for needed in words(learnt[name] or "")
        ):
            return opaque(f"sklearn.{name}")
        return self.vector(self.width)

    def inverse_transform(self, X: Any, *arguments: Any, **options: Any) -> Any:
        learnt = self.width
        return ops.cast(self.table(X, learnt if type(learnt) is int and learnt > 1 else None), dtype=None)


for _module, _names in SAME.items():
    _base = Scaler if _module == "preprocessing" else Transformer
    for _name in words(_names):
        modelled(f"sklearn.{_module}.{_name}")(type(_name, (_base,), {"__doc__": _base.__doc__}))


class Projection(Transformer):
    """Gives samples ``n_components`` new features."""

    default: Any = None
    first_is_count = True

    def count(self) -> Any:
        """Return the number of new features: a size, None for as many as possible, or "unknown"."""
        found = self.parameter("n_components", self.default)
        if self.first_is_count:
            found = self.position(0, found)
        return found if found is None or type(found) in (int, Dim) else "unknown"

    def learn(self, X: Any, y: Any = None) -> Tensor:
        x = super().learn(X, y)
        count = self.count()
        size = symbol() if count == "unknown" else ops.components(x, count=count).shape.axis(1)
        self.size: Size = symbol() if size is None else size
        return x

    def output(self, x: Tensor) -> Any:
        return ops.cast(ops.components(x, count=self.made_size()), dtype=None)

    def made_size(self) -> Size:
        """Return the number of new features that was learnt."""
        size = self.learnt_size("size")
        return symbol() if size is None else size

    def _learnt(self, *sizes: Any) -> Any:
        return made(Shape(tuple(symbol() if size is None else size for size in sizes)), dtypes.float64)

    @property
    def components_(self) -> Any:
        return self._learnt(self.learnt_size("size"), self.width)

    @property
    def explained_variance_(self) -> Any:
        return self._learnt(self.learnt_size("size"))

    @property
    def explained_variance_ratio_(self) -> Any:
        return self._learnt(self.learnt_size("size"))

    @property
    def singular_values_(self) -> Any:
        return self._learnt(self.learnt_size("size"))

    @property
    def mean_(self) -> Any:
        return self._learnt(self.width)


for _module, _family in PROJECTIONS.items():
    for _name, _default in _family.items():
        modelled(f"sklearn.{_module}.{_name}")(
            type(
                _name,
                (Projection,),
                {
                    "__doc__": Projection.__doc__,
                    "default": _default,
                    "first_is_count": _name not in FIRST_PARAMETER,
                },
            )
        )


@modelled("sklearn.preprocessing.PolynomialFeatures")
class PolynomialFeatures(Transformer):
    """Adds the products of features."""

    def output(self, x: Tensor) -> Any:
        degree = self.parameter("degree", self.position(0, 2))
        bias = flag(self.parameter("include_bias", True))
        interactions = flag(self.parameter("interaction_only", False))
        if type(degree) is not int or bias is None or interactions is None:
            return ops.unknown_like(x)
        made_of = ops.polynomial_features(x, degree=degree, bias=bias, interactions=interactions)
        return ops.cast(made_of, dtype=dtypes.float64)


# -- tables of unknown width, dense or sparse ---------------------------------------------------------------


class SparseTable(Modelled):
    """A sparse matrix that a transformer returns; `toarray` makes it an ordinary array."""

    library_name = "scipy.sparse.csr_matrix"

    def __init__(self, table: Tensor) -> None:
        self.tensor = table

    def toarray(self, *arguments: Any, **options: Any) -> Any:
        return self.tensor

    todense = toarray

    @property
    def shape(self) -> Any:
        return self.tensor.shape.dims


class Widening(Transformer):
    """Makes tables of an unknown number of features, sparse unless told otherwise."""

    sparse = True

    def learn(self, X: Any, y: Any = None) -> Tensor:
        x = array_of(X)
        self.features = x.shape.axis(1) if x.shape.rank == 2 else None
        self.size: Size = symbol()
        return x

    def seen(self, X: Any) -> Tensor:
        return array_of(X)

    def output(self, x: Tensor) -> Any:
        known = self.learnt_size("size")
        size = symbol() if known is None else known
        table = ops.cast(ops.per_sample(x, sizes=(size,)), dtype=dtypes.float64)
        dense = flag(self.parameter("sparse_output", self.parameter("sparse", self.sparse)))
        return table if dense is False else SparseTable(table)


for _name, _sparse in {
    "preprocessing.OneHotEncoder": True,
    "preprocessing.KBinsDiscretizer": True,
    "preprocessing.SplineTransformer": False,
    "feature_extraction.text.CountVectorizer": True,
    "feature_extraction.text.TfidfVectorizer": True,
    "feature_extraction.text.HashingVectorizer": True,
    "feature_extraction.text.TfidfTransformer": True,
    "feature_extraction.DictVectorizer": True,
    "feature_selection.VarianceThreshold": False,
    "feature_selection.SelectFromModel": False,
    "feature_selection.RFE": False,
    "feature_selection.RFECV": False,
    "feature_selection.SelectPercentile": False,
    "preprocessing.MultiLabelBinarizer": False,
    "preprocessing.FunctionTransformer": False,
}.items():
    modelled(f"sklearn.{_name}")(
        type(_name.rpartition(".")[2], (Widening,), {"__doc__": Widening.__doc__, "sparse": _sparse})
    )


@modelled("sklearn.feature_selection.SelectKBest")
class SelectKBest(Transformer):
    """Keeps the k best features."""

    def output(self, x: Tensor) -> Any:
        k = self.parameter("k", self.position(1, 10))
        return ops.cast(ops.per_sample(x, sizes=(k if type(k) is int else symbol(),)), dtype=x.dtype)


# -- labels -------------------------------------------------------------------------------------------------


@modelled("sklearn.preprocessing.LabelEncoder")
class LabelEncoder(Estimator):
    """Numbers classes: one integer per label."""

    def fit(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self.class_count = symbol()
        return self.me

    def transform(self, y: Any) -> Any:
        return ops.cast(ops.flatten(array_of(y)), dtype=dtypes.int64)

    def fit_transform(self, y: Any) -> Any:
        self.fit(y)
        return self.transform(y)

    def inverse_transform(self, y: Any) -> Any:
        return ops.cast(array_of(y), dtype=None)


@modelled("sklearn.preprocessing.LabelBinarizer")
class LabelBinarizer(Estimator):
    """Makes a row of zeros with a 1 at the class of each label; of two classes, one column."""

    def fit(self, X: Any, y: Any = None, *arguments: Any, **options: Any) -> Any:
        self.size: Size = symbol(lower=1)
        self.class_count = symbol()
        return self.me

    def transform(self, y: Any) -> Any:
        known = self.learnt_size("size")
        size = symbol(lower=1) if known is None else known
        return ops.cast(ops.per_sample(array_of(y), sizes=(size,)), dtype=dtypes.int64)

    def fit_transform(self, y: Any) -> Any:
        self.fit(y)
        return self.transform(y)

    def inverse_transform(self, Y: Any, threshold: Any = None) -> Any:
        return ops.per_sample(array_of(Y))


def columns_of(classes: Any) -> Size:
    """Return how many columns the given classes make: one for two classes."""
    entries = items(classes)
    if entries is None:
        return symbol(lower=1)
    return 1 if len(entries) == 2 else len(entries)
