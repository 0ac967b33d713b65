"""Transformers, data sets, splits and metrics of scikit-learn, for real and in the checker."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.programs import agree

pytestmark = pytest.mark.models
quick = settings(max_examples=25, derandomize=True, deadline=None, database=None)
slow = settings(quick, suppress_health_check=list(HealthCheck))

HEAD = "import numpy as np\nX = np.random.RandomState(0).rand(20, 5)\nZ = X[:6]\n"
TRANSFORMERS = [
    "preprocessing.StandardScaler()",
    "preprocessing.MinMaxScaler()",
    "preprocessing.MaxAbsScaler()",
    "preprocessing.RobustScaler()",
    "preprocessing.Normalizer()",
    "preprocessing.Binarizer()",
    "preprocessing.PolynomialFeatures()",
    "preprocessing.PolynomialFeatures(3,include_bias=False)",
    "preprocessing.PolynomialFeatures(2,interaction_only=True)",
    "impute.SimpleImputer()",
    "decomposition.PCA()",
    "decomposition.PCA(2)",
    "decomposition.PCA(n_components=3)",
    "decomposition.TruncatedSVD()",
    "decomposition.TruncatedSVD(3)",
    "decomposition.NMF(2)",
    "decomposition.FastICA(2)",
    "decomposition.KernelPCA(n_components=2)",
    "decomposition.IncrementalPCA(3)",
    "kernel_approximation.RBFSampler()",
    "kernel_approximation.RBFSampler(n_components=30)",
    "kernel_approximation.Nystroem(n_components=10)",
    "random_projection.GaussianRandomProjection(3)",
    "preprocessing.OrdinalEncoder()",
]


@pytest.mark.parametrize("made", TRANSFORMERS)
def test_transformers(made):
    module, _, call = made.partition(".")
    name = call.partition("(")[0]
    source = (
        f"{HEAD}from sklearn.{module} import {name}\nt = {call}\na = t.fit_transform(X)\nb = t.transform(Z)\n"
    )
    agree(source, "a", "b")


@pytest.mark.parametrize(
    "made",
    [
        "StandardScaler().mean_",
        "StandardScaler().scale_",
        "StandardScaler(with_mean=False).var_",
        "MinMaxScaler().data_min_",
        "MinMaxScaler((0, 2)).scale_",
        "MaxAbsScaler().max_abs_",
        "RobustScaler().center_",
        "RobustScaler(with_centering=False).scale_",
    ],
)
def test_what_scalers_learn(made):
    call, _, attribute = made.rpartition(".")
    name = call.partition("(")[0]
    agree(
        f"{HEAD}from sklearn.preprocessing import {name}\nt = {call}.fit(X)\na = t.{attribute}\n"
        f"b = Z * a[0] + a\nc = X[:, :4] * a\n",
        "a",
        "b",
    )


@pytest.mark.parametrize("made", ["preprocessing.StandardScaler()", "decomposition.PCA(2)"])
@pytest.mark.parametrize("wrong", ["Z[:, 1:]", "Z[0]"])
def test_transformers_refuse(made, wrong):
    module, _, call = made.partition(".")
    name = call.partition("(")[0]
    agree(f"{HEAD}from sklearn.{module} import {name}\nt = {call}.fit(X)\nb = t.transform({wrong})\n")


@pytest.mark.parametrize("made", ["manifold.TSNE()", "manifold.MDS(n_init=1)", "manifold.Isomap()"])
def test_embeddings(made):
    module, _, call = made.partition(".")
    name = call.partition("(")[0]
    source = (
        f"import numpy as np\nX = np.random.RandomState(0).rand(50, 4)\nfrom sklearn.{module} import {name}\n"
    )
    agree(source + f"a = {call}.fit_transform(X)\n", "a")


def test_learnt_attributes():
    agree(
        f"{HEAD}from sklearn.decomposition import PCA\np = PCA(n_components=2).fit(X)\nc = p.components_\n"
        "v = p.explained_variance_ratio_\nm = p.mean_\nb = p.inverse_transform(p.transform(Z))\n",
        *"cvmb",
    )


def test_labels():
    agree(
        "import numpy as np\n"
        "from sklearn.preprocessing import LabelEncoder, LabelBinarizer, OneHotEncoder, label_binarize\n"
        "y = np.array([0, 1, 2, 1, 0])\n"
        "a = LabelEncoder().fit_transform(y)\n"
        "b = LabelBinarizer().fit_transform(y)\n"
        "c = OneHotEncoder().fit_transform(y.reshape(-1, 1)).toarray()\n"
        "d = OneHotEncoder(sparse_output=False).fit_transform(y.reshape(-1, 1))\n"
        "e = label_binarize(y, classes=[0, 1, 2])\n"
        "f = label_binarize(y % 2, classes=[0, 1])\n",
        *"abcdef",
        open="bcd",
    )


def test_functions():
    agree(
        f"{HEAD}from sklearn.preprocessing import scale, normalize, minmax_scale, add_dummy_feature\n"
        "from sklearn.utils import shuffle, resample\n"
        "y = np.zeros(20)\n"
        "a, b, c, d = scale(X), normalize(X), minmax_scale(X), add_dummy_feature(X)\n"
        "e, f = shuffle(X, y)\n"
        "g = shuffle(X)\n"
        "h, i = resample(X, y, n_samples=8)\n",
        *"abcdefghi",
    )


def test_shuffle_of_different_lengths():
    agree(f"{HEAD}from sklearn.utils import shuffle\na, b = shuffle(X, X[:, 0][1:])\n")


BUNDLED = ["load_iris", "load_digits", "load_wine", "load_breast_cancer", "load_diabetes", "load_linnerud"]


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled(name):
    agree(
        f"from sklearn.datasets import {name}\nd = {name}()\nx = d.data\ny = d.target\nz = d['data']\n"
        f"v, w = {name}(return_X_y=True)\nf = {name}(as_frame=True).data.to_numpy()\n",
        *"xyzvwf",
    )


@pytest.mark.parametrize(
    "made", ["load_iris()", "load_wine()", "load_breast_cancer()", "load_digits()", "load_digits(n_class=4)"]
)
def test_names_of_classes(made):
    agree(f"from sklearn.datasets import {made.partition('(')[0]}\nnames = {made}.target_names\n", "names")


MADE = [
    "make_blobs(50,centers=3)",
    "make_blobs(n_samples=30,n_features=4)",
    "make_blobs(20,centers=[[0,0,0],[1,1,1]])",
    "make_moons(40)",
    "make_moons((10,20))",
    "make_circles(30)",
    "make_classification(60)",
    "make_classification(60,8,n_informative=3)",
    "make_regression(25)",
    "make_regression(25,6)",
    "make_regression(n_samples=25,n_features=6,n_targets=2)",
    "make_friedman1(30)",
    "make_swiss_roll(30)",
    "make_s_curve(20)",
    "make_gaussian_quantiles(n_samples=30)",
    "make_multilabel_classification(30)",
    "make_hastie_10_2(24)",
    "make_sparse_uncorrelated(20)",
    "make_friedman2(20)",
]


@pytest.mark.parametrize("made", MADE)
def test_made(made):
    agree(f"from sklearn.datasets import {made.partition('(')[0]}\nx, y = {made}\n", "x", "y")


@slow
@given(
    n=st.integers(2, 60),
    other=st.integers(0, 8).map(lambda k: k == 0),
    share=st.sampled_from(
        ["", "test_size=0.3", "test_size=0.2", "train_size=0.6", "test_size=1", "train_size=1"]
    ),
)
def test_train_test_split(n, other, share):
    rows = n - 1 if other else n
    agree(
        "import numpy as np\nfrom sklearn.model_selection import train_test_split\n"
        f"X, y = np.zeros(({n}, 4)), np.zeros({rows})\n"
        f"a, b, c, d = train_test_split(X, y, {share})\n",
        *"abcd",
    )


def test_split_of_images():
    agree(
        "import numpy as np\nfrom sklearn.model_selection import train_test_split\n"
        "a, b = train_test_split(np.zeros((50, 28, 28, 1)), test_size=0.33)\n",
        *"ab",
    )


@slow
@given(n=st.integers(5, 23), k=st.integers(2, 5))
def test_folds(n, k):
    agree(
        "import numpy as np\nfrom sklearn.model_selection import KFold\n"
        f"parts = list(KFold(n_splits={k}).split(np.zeros(({n}, 2))))\n"
        "a, b = parts[0]\nc, d = parts[-1]\n",
        *"abcd",
    )


def test_cross_validation():
    agree(
        f"{HEAD}from sklearn.model_selection import cross_val_score, cross_val_predict, learning_curve\n"
        "from sklearn.linear_model import LinearRegression\n"
        "y = X[:, 0]\n"
        "a = cross_val_score(LinearRegression(), X, y)\n"
        "b = cross_val_score(LinearRegression(), X, y, cv=4)\n"
        "c = cross_val_predict(LinearRegression(), X, y)\n"
        "d, e, f = learning_curve(LinearRegression(), X, y)\n",
        *"abcdef",
    )


METRICS = [
    "accuracy_score",
    "confusion_matrix",
    "f1_score(average='macro')",
    "precision_score(average='macro')",
    "hamming_loss",
    "mean_squared_error",
    "mean_absolute_error",
    "r2_score",
    "cohen_kappa_score",
    "adjusted_rand_score",
]


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("metric", METRICS)
def test_metrics(metric, short):
    name, _, more = metric.partition("(")
    more = f", {more[:-1]}" if more else ""
    agree(
        f"import numpy as np\nfrom sklearn.metrics import {name}\n"
        f"t, p = np.array([0, 1, 2, 1]), np.array([0, 1, 1{'' if short else ', 2'}])\n"
        f"r = {name}(t, p{more})\n",
        "r",
        open=("r",) if name == "confusion_matrix" else (),
    )


def test_curves():
    agree(
        "import numpy as np\nfrom sklearn.metrics import roc_curve, auc, roc_auc_score, "
        "precision_recall_curve\n"
        "t, s = np.array([0, 1, 0, 1]), np.array([0.1, 0.4, 0.35, 0.8])\n"
        "a, b, c = roc_curve(t, s)\nd = auc(a, b)\ne = roc_auc_score(t, s)\n"
        "f, g, h = precision_recall_curve(t, s)\n",
        *"abcdefgh",
        open="abcfgh",
    )


@slow
@given(m=st.integers(1, 4), n=st.integers(1, 4), p=st.integers(1, 3), q=st.integers(1, 3))
def test_pairwise(m, n, p, q):
    agree(
        "import numpy as np\nfrom sklearn.metrics.pairwise import rbf_kernel, cosine_similarity, "
        "pairwise_distances\n"
        f"X, Y = np.ones(({m}, {p})), np.ones(({n}, {q}))\n"
        "a, b, c = rbf_kernel(X), cosine_similarity(X), pairwise_distances(X)\n"
        "d = rbf_kernel(X, Y)\n",
        *"abcd",
    )
