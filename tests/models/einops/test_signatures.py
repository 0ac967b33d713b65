"""The models of einops have its real signatures."""

import pytest

from gnomon.models.loading import load

from models.signatures import Comparison, known, models, real

pytestmark = pytest.mark.models
load("einops")


def test_functions():
    Comparison((name, model, known(real(name))) for name, model in models("einops.")).check({})
