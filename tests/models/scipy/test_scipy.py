"""SciPy's functions, for real and in the checker."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.programs import agree

pytestmark = pytest.mark.models
drawn = settings(
    max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
sizes = st.integers(1, 5)
HEAD = "import numpy as np\nx = np.random.RandomState(0).rand(6, 3)\nv = x[:, 0]\n"


@pytest.mark.parametrize(
    "call",
    [
        "special.expit(x)",
        "special.gammaln(x)",
        "special.digamma(v)",
        "special.erf(0.5)",
        "special.polygamma(1, x)",
        "special.binom(5, v)",
        "special.softmax(x, axis=1)",
        "special.logsumexp(x, axis=0)",
        "special.logsumexp(x, axis=1, keepdims=True)",
        "special.logsumexp(x)",
        "stats.norm.pdf(x)",
        "stats.norm.pdf(x, v[:3], 2.0)",
        "stats.norm(0, 1).cdf(v)",
        "stats.norm.ppf(0.5)",
        "stats.beta.pdf(x, 2, 3)",
        "stats.norm.rvs(size=(4, 2))",
        "stats.poisson.rvs(3, size=5)",
        "stats.uniform(0, 1).rvs(7)",
        "stats.multivariate_normal.pdf(x, mean=[0, 0, 0], cov=np.eye(3))",
        "stats.multivariate_normal(np.zeros(3)).pdf(x)",
        "stats.multivariate_normal(np.zeros(3), np.eye(3)).rvs(5)",
        "stats.entropy(v)",
        "stats.zscore(x)",
        "stats.rankdata(v)",
        "spatial.distance.cdist(x, x[:2])",
        "spatial.distance.pdist(x)",
        "spatial.distance.squareform(spatial.distance.pdist(x))",
        "spatial.distance.squareform(np.zeros((4, 4)))",
        "spatial.distance.euclidean(v, v)",
        "cluster.hierarchy.linkage(x)",
        "cluster.hierarchy.linkage(spatial.distance.pdist(x))",
        "signal.convolve2d(np.ones((8, 9)), np.ones((3, 3)))",
        "signal.convolve2d(np.ones((8, 9)), np.ones((3, 3)), mode='same')",
        "signal.fftconvolve(x, x, 'same')",
        "signal.lfilter([1.0, 0.5], [1.0], v)",
        "signal.windows.hann(9)",
        "signal.resample(v, 11)",
        "ndimage.gaussian_filter(x, 1)",
        "ndimage.sobel(x)",
        "ndimage.rotate(x, 30, reshape=False)",
        "ndimage.label(x > 0.5)[0]",
        "ndimage.map_coordinates(x, [[0, 1, 2], [0, 1, 2]])",
        "optimize.minimize(lambda w: (w**2).sum(), np.ones(4)).x",
        "optimize.fmin_l_bfgs_b(lambda w: (w**2).sum(), np.ones((2, 2)), approx_grad=True)[0]",
        "optimize.linear_sum_assignment(x)[0]",
        "integrate.odeint(lambda y, t: -y, [1.0, 2.0], np.linspace(0, 1, 9))",
        "interpolate.interp1d(np.arange(6), v)(np.array([0.5, 1.5]))",
        "linalg.inv(np.eye(3))",
        "linalg.svd(x)[0]",
        "linalg.qr(x)[1]",
        "linalg.lu(x)[2]",
        "linalg.sqrtm(np.eye(4))",
        "linalg.solve(np.eye(3), np.ones(3))",
        "fft.rfft(v)",
        "sparse.csr_matrix(x).dot(np.ones((3, 2)))",
        "sparse.csr_matrix((4, 5)).toarray()",
        "sparse.csr_matrix(x).T.toarray()",
        "sparse.eye(5).toarray()",
    ],
)
def test_values(call):
    module = call.partition(".")[0]
    more = (
        "import scipy.spatial.distance\nimport scipy.cluster.hierarchy\nfrom scipy import spatial, cluster\n"
    )
    agree(f"{HEAD}{more}from scipy import {module}\nr = {call}\n", "r")


@pytest.mark.parametrize(
    "call",
    [
        "spatial.distance.cdist(x, x[:, :2])",
        "spatial.distance.euclidean(v, v[1:])",
        "stats.norm.pdf(x, v)",
        "signal.convolve2d(v, v)",
        "signal.fftconvolve(x, v)",
        "stats.multivariate_normal.pdf(x, mean=np.zeros(2))",
        "sparse.csr_matrix(x).dot(np.ones((4, 2)))",
        "linalg.inv(x)",
    ],
)
def test_refusals(call):
    more = "import scipy.spatial.distance\nfrom scipy import spatial\n"
    agree(f"{HEAD}{more}from scipy import {call.partition('.')[0]}\nr = {call}\n")


@drawn
@given(
    st.lists(sizes, min_size=2, max_size=2),
    st.lists(sizes, min_size=2, max_size=2),
    st.sampled_from(["full", "same", "valid"]),
)
def test_convolutions(first, second, mode):
    if mode == "valid" and any(a < b for a, b in zip(first, second)):
        return  # SciPy exchanges both, or refuses
    agree(
        "import numpy as np\nfrom scipy.signal import convolve2d\n"
        f"r = convolve2d(np.ones({tuple(first)}), np.ones({tuple(second)}), mode={mode!r})\n",
        "r",
    )
