"""NumPy functions of nested lists of numbers: shapes and dtypes are those of the arrays the lists make."""

import numpy as np
import pytest

from gnomon.check.api import check_file

pytestmark = pytest.mark.models

START = "L = [0.5, 1.5, 2.5]\nM = [[0.5, 1.5], [2.0, 3.0]]\nN = [1, 2, 3]\nC = [1j, 2.0]\n"
CALLS = """
np.diag(L) | np.diag(N) | np.diag(C) | np.cumsum(L) | np.flip(L) | np.roll(L, 1) | np.tile(L, 2) | np.repeat(L, 2)
np.expand_dims(L, 0) | np.transpose(M) | np.outer(L, L) | np.outer(L, N) | np.kron(M, M) | np.dot(M, M)
np.matmul(M, M) | np.diff(L) | np.clip(L, 0, 1) | np.trace(M) | np.mean(L) | np.mean(N) | np.sum(L) | np.ravel(M)
np.reshape(L, (3, 1)) | np.broadcast_to(L, (2, 3)) | np.einsum("i,i->i", L, L) | np.tensordot(M, M, 1)
np.take(L, [0, 1]) | np.where([True, False, True], L, L) | np.where([True, False, True], L, 0) | np.convolve(L, L)
np.exp(L) | np.add(L, L) | np.add(L, N) | np.maximum(L, 0) | np.percentile(L, 50) | np.linalg.norm(M, axis=1)
np.rot90(M) | np.cross(L, L) | np.moveaxis(M, 0, 1) | np.median(L) | np.gradient(L) | np.inner(L, L) | np.ptp(L)
np.concatenate([L, L]) | np.stack([L, N]) | np.array(L) * 2 | np.float32(2) * np.array(L) | np.linalg.inv(M)
np.add(L, np.float32(1)) | np.add(np.ones(3, np.float32), L) | np.ones(3, np.float32) * 2.0 | np.sort(L)
"""


@pytest.mark.parametrize(
    "call", [call.strip() for call in CALLS.replace("\n", "|").split("|") if call.strip()]
)
def test_functions_of_lists(call):
    space = {"np": np}
    exec(START, space)
    want = np.asarray(eval(call, space))
    shown = check_file("program.py", source=f"import numpy as np\n{START}reveal_shape({call})\n")
    assert [d.message for d in shown.diagnostics] == [f"{want.shape} {want.dtype}"]
