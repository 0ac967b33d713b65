"""Each modelled PyTorch function, method and layer against PyTorch itself."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.torch.comparing import Row, compare
from models.torch.rows_creation import ROWS as CREATION
from models.torch.rows_elementwise import ROWS as ELEMENTWISE
from models.torch.rows_functional import ROWS as FUNCTIONAL
from models.torch.rows_indexing import ROWS as INDEXING
from models.torch.rows_layers import ROWS as LAYERS
from models.torch.rows_losses import ROWS as LOSSES
from models.torch.rows_products import ROWS as PRODUCTS
from models.torch.rows_recurrent import ROWS as RECURRENT
from models.torch.rows_reductions import ROWS as REDUCTIONS
from models.torch.rows_structure import ROWS as STRUCTURE

ROWS = [
    *CREATION,
    *ELEMENTWISE,
    *FUNCTIONAL,
    *INDEXING,
    *LAYERS,
    *LOSSES,
    *PRODUCTS,
    *RECURRENT,
    *REDUCTIONS,
    *STRUCTURE,
]
pytestmark = pytest.mark.models


@pytest.mark.parametrize("row", ROWS, ids=str)
@settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(data=st.data())
def test_agrees_with_pytorch(row: Row, data):
    arguments, keywords = data.draw(row.calls)
    compare(row, arguments, keywords)
