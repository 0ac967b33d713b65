"""The parameters that are written down are those of the real libraries."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from gnomon.models.signatures import FOLDER, LIBRARIES

from models.signatures import real_parameters

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]


def lines(library: str) -> list[str]:
    return (Path(FOLDER) / f"{library}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("library", LIBRARIES)
def test_written_parameters(library: str) -> None:
    wrong = []
    for line in lines(library):
        name, _, written = line.partition(" ")
        if find_spec(name.partition(".")[0]) is None:
            continue
        found = real_parameters(name)
        if not found or not set(found) <= set(written.split(" | ")):
            wrong.append(f"{line}, but the library has {' | '.join(found) or 'no such name'}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("library", LIBRARIES)
def test_lines_are_sorted(library: str) -> None:
    names = [line.partition(" ")[0] for line in lines(library)]
    assert names == sorted(set(names))
