"""Shared by all tests: leaves out the model tests whose library is not installed here, and draws the same in CI."""

import os
from importlib.util import find_spec

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

LIBRARIES = (
    "numpy",
    "scipy",
    "pandas",
    "sklearn",
    "einops",
    "torch",
    "torchvision",
    "tensorflow",
    "keras",
    "jax",
)

collect_ignore = [f"models/{library}" for library in LIBRARIES if find_spec(library) is None]


@pytest.fixture(autouse=True, scope="session")
def cache_folder(tmp_path_factory):
    """Keep what tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GNOMON_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield
