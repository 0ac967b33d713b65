"""Regressors, classifiers, clusterings and outlier detectors by name."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Size, Tensor, dtypes, modelled, symbol
from gnomon.models.numpy.support import made, words
from gnomon.models.sklearn.estimator import Classifier, Predictor, Transformer
from gnomon.models.sklearn.support import array_of

KEEPS = {
    "linear_model": "LinearRegression",
    "neighbors": "KNeighborsRegressor RadiusNeighborsRegressor",
    "kernel_ridge": "KernelRidge",
    "multioutput": "MultiOutputRegressor",
}
DROPS = {
    "linear_model": "Lasso LassoCV ElasticNet ElasticNetCV SGDRegressor HuberRegressor"
    " BayesianRidge ARDRegression TheilSenRegressor PassiveAggressiveRegressor"
    " PoissonRegressor GammaRegressor TweedieRegressor",
    "svm": "SVR LinearSVR NuSVR",
    "tree": "DecisionTreeRegressor ExtraTreeRegressor",
    "ensemble": "RandomForestRegressor ExtraTreesRegressor GradientBoostingRegressor"
    " AdaBoostRegressor HistGradientBoostingRegressor BaggingRegressor",
    "neural_network": "MLPRegressor",
}
UNKNOWN_COLUMNS = {  # which of both depends on the version, or on more
    "linear_model": "Ridge RidgeCV RANSACRegressor OrthogonalMatchingPursuit LassoLars Lars"
    " MultiTaskLasso QuantileRegressor",
    "gaussian_process": "GaussianProcessRegressor",
    "cross_decomposition": "PLSRegression",
    "ensemble": "VotingRegressor StackingRegressor",
    "compose": "TransformedTargetRegressor",
    "multioutput": "RegressorChain",
}
CLASSIFIERS = {
    "linear_model": "LogisticRegression LogisticRegressionCV SGDClassifier Perceptron"
    " RidgeClassifier RidgeClassifierCV PassiveAggressiveClassifier",
    "svm": "SVC LinearSVC NuSVC",
    "neighbors": "KNeighborsClassifier RadiusNeighborsClassifier NearestCentroid",
    "tree": "DecisionTreeClassifier ExtraTreeClassifier",
    "ensemble": "RandomForestClassifier ExtraTreesClassifier GradientBoostingClassifier"
    " AdaBoostClassifier HistGradientBoostingClassifier BaggingClassifier VotingClassifier"
    " StackingClassifier",
    "neural_network": "MLPClassifier",
    "naive_bayes": "GaussianNB MultinomialNB BernoulliNB ComplementNB CategoricalNB",
    "discriminant_analysis": "QuadraticDiscriminantAnalysis",
    "gaussian_process": "GaussianProcessClassifier",
    "calibration": "CalibratedClassifierCV",
    "multiclass": "OneVsRestClassifier OneVsOneClassifier OutputCodeClassifier",
    "multioutput": "MultiOutputClassifier ClassifierChain",
    "semi_supervised": "LabelPropagation LabelSpreading SelfTrainingClassifier",
}


PASSING = words(
    "AdaBoostRegressor BaggingRegressor VotingRegressor StackingRegressor TransformedTargetRegressor "
    "MultiOutputRegressor RegressorChain AdaBoostClassifier BaggingClassifier VotingClassifier "
    "StackingClassifier CalibratedClassifierCV OneVsRestClassifier OneVsOneClassifier "
    "OutputCodeClassifier MultiOutputClassifier ClassifierChain SelfTrainingClassifier"
)
"""Those that hand tables on to other estimators, which may take anything."""


def _declare(families: dict[str, str], base: type, **attributes: Any) -> None:
    for module, names in families.items():
        for name in words(names):
            own = {"__doc__": base.__doc__, "checks_tables": name not in PASSING, **attributes}
            modelled(f"sklearn.{module}.{name}")(type(name, (base,), own))


_declare(KEEPS, Predictor, column="keeps")
_declare(DROPS, Predictor, column="drops")
_declare(UNKNOWN_COLUMNS, Predictor, column="unknown")
_declare(CLASSIFIERS, Classifier)


class Anything:
    """Takes samples of any kind."""

    def table(self, X: Any, width: Any = None) -> Tensor:
        """Return the samples as an array."""
        return array_of(X)


modelled("sklearn.dummy.DummyRegressor")(type("DummyRegressor", (Anything, Predictor), {}))
modelled("sklearn.dummy.DummyClassifier")(type("DummyClassifier", (Anything, Classifier), {}))


@modelled("sklearn.isotonic.IsotonicRegression")
class IsotonicRegression(Anything, Predictor):
    """A rising function of one feature, which may be a vector."""

    def predict(self, T: Any) -> Any:
        return ops.cast(ops.per_sample(array_of(T)), dtype=dtypes.float64)

    transform = predict

    def fit_transform(self, X: Any, y: Any = None, **options: Any) -> Any:
        self.learn(X, y)
        return self.predict(X)


# -- clusterings --------------------------------------------------------------------------------------------


class Clustering(Predictor):
    """Gives each sample the number of a cluster."""

    default: Any = None

    def count(self) -> Size:
        """Return the number of clusters."""
        found = self.parameter("n_clusters", self.parameter("n_components", self.position(0)))
        if found is None:
            found = self.default
        return found if isinstance(found, int) else symbol()

    def outputs(self) -> tuple[Size, ...] | None:
        return ()

    def label_dtype(self) -> Any:
        return None

    def learn(self, X: Any, y: Any = None) -> Tensor:
        x = super().learn(X)
        self.labels = x.shape.axis(0)
        return x

    @property
    def labels_(self) -> Any:
        count = self.learnt_size("labels")
        return made(Shape((symbol() if count is None else count,)), None)

    def _centers(self) -> Any:
        return made(Shape((self.count(), symbol() if self.width is None else self.width)), dtypes.float64)

    @property
    def cluster_centers_(self) -> Any:
        return self._centers()

    @property
    def means_(self) -> Any:
        return self._centers()

    def transform(self, X: Any) -> Any:
        return ops.cast(ops.per_sample(self.seen(X), sizes=(self.count(),)), dtype=dtypes.float64)

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        self.learn(X)
        return self.transform(X)

    def predict_proba(self, X: Any) -> Any:
        return self.transform(X)

    def score_samples(self, X: Any) -> Any:
        return ops.cast(ops.per_sample(self.seen(X)), dtype=dtypes.float64)


def _cluster(name: str, default: Any) -> None:
    modelled(name)(
        type(name.rpartition(".")[2], (Clustering,), {"__doc__": Clustering.__doc__, "default": default})
    )


for _name in ("KMeans", "MiniBatchKMeans", "BisectingKMeans", "SpectralClustering"):
    _cluster(f"sklearn.cluster.{_name}", 8)
for _name in (
    "DBSCAN",
    "OPTICS",
    "HDBSCAN",
    "MeanShift",
    "AffinityPropagation",
    "Birch",
    "AgglomerativeClustering",
):
    _cluster(f"sklearn.cluster.{_name}", None)
for _name in ("GaussianMixture", "BayesianGaussianMixture"):
    _cluster(f"sklearn.mixture.{_name}", 1)


class OutlierDetector(Predictor):
    """Says of each sample whether it is an outlier: 1 or -1."""

    def outputs(self) -> tuple[Size, ...] | None:
        return ()

    def label_dtype(self) -> Any:
        return None

    def decision_function(self, X: Any) -> Any:
        return ops.cast(ops.per_sample(self.seen(X)), dtype=dtypes.float64)

    score_samples = decision_function


for _name in (
    "ensemble.IsolationForest",
    "svm.OneClassSVM",
    "neighbors.LocalOutlierFactor",
    "covariance.EllipticEnvelope",
):
    modelled(f"sklearn.{_name}")(type(_name.rpartition(".")[2], (OutlierDetector,), {}))


@modelled("sklearn.discriminant_analysis.LinearDiscriminantAnalysis", "sklearn.lda.LDA")
class LinearDiscriminantAnalysis(Classifier, Transformer):
    """Predicts classes, and projects samples to fewer features."""

    def output(self, x: Tensor) -> Any:
        count = self.parameter("n_components")
        size = count if type(count) is int else symbol()
        return ops.cast(ops.per_sample(x, sizes=(size,)), dtype=dtypes.float64)


@modelled("sklearn.neighbors.NearestNeighbors")
class NearestNeighbors(Predictor):
    """Finds the nearest samples."""

    def kneighbors(self, X: Any = None, n_neighbors: Any = None, return_distance: Any = True) -> Any:
        given = n_neighbors
        if given is None:
            given = self.parameter("n_neighbors", self.position(0, 5))
        if X is None or type(given) is not int or type(return_distance) is not bool:
            return None
        indices = ops.cast(ops.per_sample(self.seen(X), sizes=(given,)), dtype=dtypes.int64)
        return (ops.cast(indices, dtype=dtypes.float64), indices) if return_distance else indices


@modelled("sklearn.neighbors.KernelDensity")
class KernelDensity(OutlierDetector):
    """Estimates how densely samples lie."""

    def sample(self, n_samples: Any = 1, random_state: Any = None) -> Any:
        width = symbol() if self.width is None else self.width
        return made(Shape((n_samples if type(n_samples) is int else symbol(), width)), dtypes.float64)
