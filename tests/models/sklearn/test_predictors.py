"""Estimators of scikit-learn, fitted and asked for real and in the checker."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models

DATA = """\
import numpy as np
rng = np.random.RandomState(0)
X = rng.rand(40, 3)
Z = rng.rand(7, 3)
"""
LABELS = {
    "flat": "y = rng.rand(40)",
    "column": "y = rng.rand(40, 1)",
    "two": "y = rng.rand(40, 2)",
    "short": "y = rng.rand(39)",
}
REGRESSORS = {
    "linear_model": "LinearRegression Ridge RidgeCV Lasso LassoCV ElasticNet SGDRegressor "
    "HuberRegressor BayesianRidge",
    "neighbors": "KNeighborsRegressor",
    "kernel_ridge": "KernelRidge",
    "svm": "SVR LinearSVR",
    "tree": "DecisionTreeRegressor",
    "ensemble": "RandomForestRegressor ExtraTreesRegressor GradientBoostingRegressor AdaBoostRegressor"
    " HistGradientBoostingRegressor BaggingRegressor",
    "neural_network": "MLPRegressor",
    "dummy": "DummyRegressor",
    "gaussian_process": "GaussianProcessRegressor",
}
TAKES_TWO = [
    "LinearRegression",
    "Ridge",
    "RidgeCV",
    "Lasso",
    "ElasticNet",
    "KNeighborsRegressor",
    "KernelRidge",
    "DecisionTreeRegressor",
    "RandomForestRegressor",
    "ExtraTreesRegressor",
    "MLPRegressor",
    "DummyRegressor",
]
KEEPS_OPEN = ("GaussianProcessRegressor", "DummyRegressor", "Ridge", "RidgeCV")
CLASSIFIERS = {
    "linear_model": "LogisticRegression SGDClassifier Perceptron RidgeClassifier",
    "svm": "SVC LinearSVC",
    "neighbors": "KNeighborsClassifier NearestCentroid",
    "tree": "DecisionTreeClassifier",
    "ensemble": "RandomForestClassifier GradientBoostingClassifier AdaBoostClassifier",
    "neural_network": "MLPClassifier",
    "naive_bayes": "GaussianNB BernoulliNB",
    "discriminant_analysis": "LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis",
    "dummy": "DummyClassifier",
}


def each(families):
    return [(module, name) for module, names in families.items() for name in names.split()]


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize(("module", "name"), each(REGRESSORS))
def test_regressors(module, name, labels):
    if labels == "two" and name not in TAKES_TWO:
        pytest.skip("takes one target")
    if labels == "short" and name == "DummyRegressor":
        pytest.skip("compares nothing")
    source = (
        f"{DATA}{LABELS[labels]}\nfrom sklearn.{module} import {name}\nm = {name}().fit(X, y)\n"
        "r = m.predict(Z)\n"
    )
    loose = labels == "column" and name in KEEPS_OPEN
    agree(source + "s = m.score(X, y)\n", "r", "s", unknown=("r",) if loose else ())


@pytest.mark.parametrize(("module", "name"), each(REGRESSORS) + each(CLASSIFIERS))
def test_wrong_number_of_features(module, name):
    if name.startswith("Dummy"):
        pytest.skip("compares nothing")
    source = f"{DATA}y = rng.randint(0, 2, 40)\nfrom sklearn.{module} import {name}\nm = {name}().fit(X, y)\n"
    agree(source + "r = m.predict(Z[:, :2])\n")


@pytest.mark.parametrize(("module", "name"), each(REGRESSORS) + each(CLASSIFIERS))
def test_vector_instead_of_table(module, name):
    if name.startswith("Dummy"):
        pytest.skip("takes anything")
    agree(
        f"{DATA}y = rng.randint(0, 2, 40)\nfrom sklearn.{module} import {name}\n"
        f"m = {name}().fit(X[:, 0], y)\n"
    )


@pytest.mark.parametrize("column", [False, True])
@pytest.mark.parametrize(("module", "name"), each(CLASSIFIERS))
def test_classifiers(module, name, column):
    labels = "rng.randint(0, 3, (40, 1))" if column else "rng.randint(0, 3, 40)"
    source = (
        f"{DATA}y = {labels}\nfrom sklearn.{module} import {name}\nm = {name}().fit(X, y)\nr = m.predict(Z)\n"
    )
    names, loose = ["r"], ["p"]
    if column and name == "DummyClassifier":
        loose.append("r")
    if name in (
        "LogisticRegression",
        "KNeighborsClassifier",
        "RandomForestClassifier",
        "GaussianNB",
        "MLPClassifier",
    ):
        source += "p = m.predict_proba(Z)\n"
        names.append("p")
    if name == "LogisticRegression":
        source += "c = m.coef_\n"
        names.append("c")
        loose.append("c")
    agree(source, *names, open=loose, unknown=("r",) if column and name == "DummyClassifier" else ())


@pytest.mark.parametrize("labels", ["flat", "column", "two"])
def test_coefficients(labels):
    source = f"{DATA}{LABELS[labels]}\nfrom sklearn.linear_model import LinearRegression\n"
    agree(source + "m = LinearRegression().fit(X, y)\nc = m.coef_\n", "c")


@pytest.mark.parametrize("name", ["KMeans", "MiniBatchKMeans"])
def test_clusterings(name):
    agree(
        f"{DATA}from sklearn.cluster import {name}\nm = {name}(n_clusters=4, n_init=1).fit(X)\n"
        f"r = m.predict(Z)\n"
        "l = m.labels_\nc = m.cluster_centers_\nt = m.transform(Z)\nf = m.fit_predict(X)\n",
        *"rlctf",
    )


def test_mixtures():
    agree(
        f"{DATA}from sklearn.mixture import GaussianMixture\nm = GaussianMixture(3).fit(X)\n"
        f"r = m.predict(Z)\n"
        "p = m.predict_proba(Z)\nc = m.means_\n",
        *"rpc",
    )


def test_outliers():
    agree(
        f"{DATA}from sklearn.ensemble import IsolationForest\nr = IsolationForest().fit(X).predict(Z)\n", "r"
    )


def test_neighbours():
    agree(
        f"{DATA}from sklearn.neighbors import NearestNeighbors\nm = NearestNeighbors(n_neighbors=4).fit(X)\n"
        "d, i = m.kneighbors(Z)\n",
        *"di",
    )


def test_pipelines():
    agree(
        f"{DATA}y = rng.rand(40)\n"
        "from sklearn.pipeline import make_pipeline, Pipeline\n"
        "from sklearn.preprocessing import StandardScaler, PolynomialFeatures\n"
        "from sklearn.linear_model import LinearRegression\n"
        "m = make_pipeline(StandardScaler(), PolynomialFeatures(2), LinearRegression()).fit(X, y)\n"
        "r = m.predict(Z)\n"
        "t = Pipeline([('a', StandardScaler()), ('b', PolynomialFeatures(degree=3))]).fit_transform(X)\n",
        *"rt",
    )


def test_pipeline_with_other_features():
    agree(
        f"{DATA}y = rng.rand(40)\n"
        "from sklearn.pipeline import make_pipeline\n"
        "from sklearn.preprocessing import StandardScaler\n"
        "from sklearn.linear_model import LinearRegression\n"
        "m = make_pipeline(StandardScaler(), LinearRegression()).fit(X, y)\n"
        "r = m.predict(Z[:, 1:])\n"
    )


def test_searches():
    agree(
        f"{DATA}y = rng.randint(0, 2, 40)\n"
        "from sklearn.model_selection import GridSearchCV\nfrom sklearn.svm import SVC\n"
        "m = GridSearchCV(SVC(), {'C': [1, 2]}).fit(X, y)\nr = m.predict(Z)\n",
        "r",
    )
