"""Rules give the shapes and dtypes of NumPy and refuse what it refuses; on symbols they are sound."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ops import families, families_more
from ops.agreement import agrees_with_reference, is_sound

FAMILIES = {**families.FAMILIES, **families_more.FAMILIES}
FEW = settings(
    max_examples=int(os.environ.get("N", "60")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="N" not in os.environ,
)


@pytest.mark.parametrize("family", FAMILIES)
def test_agrees_with_numpy(family):
    @FEW
    @given(FAMILIES[family])
    def run(application):
        if application.reference is not None:
            agrees_with_reference(application)

    run()


@pytest.mark.parametrize("runs", [False, True], ids=["symbols", "unknown rank"])
@pytest.mark.parametrize("family", FAMILIES)
def test_is_sound_on(family, runs):
    @FEW
    @given(FAMILIES[family], st.randoms(use_true_random=False))
    def run(application, random):
        is_sound(application, lambda count: random.randrange(count), runs)

    run()
