"""The models of NumPy have its real signatures."""

import numpy
import pytest

from gnomon.models.loading import load

from models.signatures import Comparison, known, methods, models, real

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
load("numpy")

FUNCTIONS = {
    "takes more by position than it tells, and a step of None": "numpy.arange",
    "has the model of a function that takes more or less": """
        numpy.column_stack numpy.dstack numpy.iscomplex numpy.isnat numpy.isreal numpy.union1d
    """,
    "is made by numpy.load": "numpy.lib.npyio.NpzFile",
    "functions of masked arrays have the models of the plain ones, whose parameters have other names": """
        numpy.ma.abs numpy.ma.absolute numpy.ma.add numpy.ma.all numpy.ma.allclose numpy.ma.alltrue
        numpy.ma.angle numpy.ma.any numpy.ma.append numpy.ma.arange numpy.ma.arccos numpy.ma.arccosh
        numpy.ma.arcsin numpy.ma.arcsinh numpy.ma.arctan numpy.ma.arctan2 numpy.ma.arctanh numpy.ma.argmax
        numpy.ma.argmin numpy.ma.argsort numpy.ma.around numpy.ma.bitwise_and numpy.ma.bitwise_or
        numpy.ma.bitwise_xor numpy.ma.ceil numpy.ma.choose numpy.ma.column_stack numpy.ma.concatenate
        numpy.ma.conjugate numpy.ma.convolve numpy.ma.copy numpy.ma.correlate numpy.ma.cos numpy.ma.cosh
        numpy.ma.count numpy.ma.count_masked numpy.ma.cov numpy.ma.diagonal numpy.ma.divide numpy.ma.dot
        numpy.ma.dstack numpy.ma.ediff1d numpy.ma.empty numpy.ma.equal numpy.ma.exp numpy.ma.fabs
        numpy.ma.floor numpy.ma.floor_divide numpy.ma.fmod numpy.ma.greater numpy.ma.greater_equal
        numpy.ma.hypot numpy.ma.identity numpy.ma.in1d numpy.ma.indices numpy.ma.intersect1d numpy.ma.isin
        numpy.ma.left_shift numpy.ma.less numpy.ma.less_equal numpy.ma.log numpy.ma.log10 numpy.ma.log2
        numpy.ma.logical_and numpy.ma.logical_not numpy.ma.logical_or numpy.ma.logical_xor
        numpy.ma.make_mask_none numpy.ma.max numpy.ma.maximum numpy.ma.mean numpy.ma.min numpy.ma.minimum
        numpy.ma.mod numpy.ma.multiply numpy.ma.ndim numpy.ma.negative numpy.ma.not_equal numpy.ma.ones
        numpy.ma.outer numpy.ma.power numpy.ma.prod numpy.ma.ptp numpy.ma.remainder numpy.ma.repeat
        numpy.ma.reshape numpy.ma.resize numpy.ma.right_shift numpy.ma.shape numpy.ma.sin numpy.ma.sinh
        numpy.ma.size numpy.ma.sometrue numpy.ma.sort numpy.ma.sqrt numpy.ma.squeeze numpy.ma.std
        numpy.ma.subtract numpy.ma.sum numpy.ma.swapaxes numpy.ma.tan numpy.ma.tanh numpy.ma.true_divide
        numpy.ma.union1d numpy.ma.unique numpy.ma.vander numpy.ma.var numpy.ma.zeros
    """,
    "takes the older name of a parameter too": """
        numpy.nanpercentile numpy.nanquantile numpy.percentile numpy.quantile numpy.reshape
    """,
    "has the model of the method of generators, which takes more": """
        numpy.random.multivariate_normal numpy.random.permutation numpy.random.random
        numpy.random.random_sample numpy.random.shuffle numpy.random.standard_exponential
        numpy.random.standard_gamma numpy.random.standard_normal
    """,
}
METHODS = {
    "takes its arguments by name too": "view",
}


def test_functions():
    Comparison((name, model, known(real(name))) for name, model in models("numpy.")).check(FUNCTIONS)


def test_methods():
    pairs = [(name, model, known(getattr(numpy.ndarray, name, None))) for name, model in methods("numpy")]
    Comparison(pairs, "numpy.ndarray").check(METHODS)
