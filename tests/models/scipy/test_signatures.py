"""The models of SciPy have its real signatures."""

import pytest

from gnomon.models.loading import load

from models.signatures import Comparison, known, models, real

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
load("scipy")

FUNCTIONS = {
    "has the model of a function that takes more or less": """
        scipy.cluster.vq.whiten scipy.linalg.circulant scipy.linalg.fiedler
    """,
    "lacks options of printing and of blocks": """
        scipy.sparse.bsr_matrix scipy.sparse.coo_array scipy.sparse.coo_matrix scipy.sparse.csc_array
        scipy.sparse.csc_matrix scipy.sparse.csr_array scipy.sparse.csr_matrix scipy.sparse.dok_matrix
        scipy.sparse.lil_matrix
    """,
}


def test_functions():
    Comparison((name, model, known(real(name))) for name, model in models("scipy.")).check(FUNCTIONS)
