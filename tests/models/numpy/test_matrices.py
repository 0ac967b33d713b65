"""`numpy.matrix` in operators and indexing, for real and in the checker."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.programs import agree

pytestmark = pytest.mark.models
drawn = settings(
    max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
shapes = st.tuples(st.integers(1, 4), st.integers(1, 4))
HEAD = "import numpy as np\n"


@pytest.mark.parametrize("data", ["'1 2; 3 4; 5 6'", "[1, 2, 3]", "[[1, 2], [3, 4]]", "7", "np.ones(3)"])
def test_making(data):
    agree(f"{HEAD}c = np.matrix({data}).A\nd = np.matrix({data}).A1\n", "c", "d")


@drawn
@given(shapes, shapes, st.sampled_from(["a * b", "a @ b", "a * b.T", "a + b", "b - a", "a / b", "a * b * 2"]))
def test_two_matrices(first, second, expression):
    agree(f"{HEAD}a = np.matrix(np.ones({first}))\nb = np.asmatrix(np.ones({second}))\n"
          f"c = ({expression}).A\n", "c")  # fmt: skip


@drawn
@given(shapes, st.one_of(shapes, st.integers(1, 4)), st.sampled_from(["a * b", "b * a", "a.dot(b)", "b + a"]))
def test_a_matrix_and_an_array(first, second, expression):
    agree(f"{HEAD}a = np.matrix(np.ones({first}))\nb = np.ones({second})\nc = ({expression}).A\n", "c")


@drawn
@given(
    shapes,
    st.sampled_from("a[0] a[:,0] a[0,:] a[:,:1] a[0:1] a.T a.I -a a.sum(axis=0) a.mean(1) 2*a".split()),
)
def test_parts(shape, expression):
    agree(f"{HEAD}a = np.matrix(np.random.RandomState(0).rand{shape})\nc = ({expression}).A\n", "c")
