"""The parameters that are written down are those of the real libraries."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from gnomon.models.signatures import FOLDER, LIBRARIES

from models.signatures import VERSIONS, real, real_parameters

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]


def lines(library: str) -> list[str]:
    return (Path(FOLDER) / f"{library}.txt").read_text(encoding="utf-8").splitlines()


def is_there(name: str) -> bool:
    """Whether a version at hand has a name, though it may not tell what that takes, or another one may have it."""
    library, _, rest = name.removesuffix("()").partition(".")
    places = VERSIONS.get(library, (library,))
    if any(find_spec(place.partition(".")[0]) is None for place in places):
        return True
    return any(real(f"{place}.{rest}") is not None for place in places)


@pytest.mark.parametrize("library", LIBRARIES)
def test_written_parameters(library: str) -> None:
    wrong = []
    for line in lines(library):
        name, _, written = line.partition(" ")
        if find_spec(name.partition(".")[0]) is None:
            continue
        found = real_parameters(name)
        if not set(found) <= set(written.split(" | ")):
            wrong.append(f"{line}, but the library has {' | '.join(found)}")
        elif not found and not is_there(name):
            wrong.append(f"{line}, but the library has no such name")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("library", LIBRARIES)
def test_lines_are_sorted(library: str) -> None:
    names = [line.partition(" ")[0] for line in lines(library)]
    assert names == sorted(set(names))
