"""What public programs call has models: as much as docs/breadth.md sets for each library."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent.parent / "scripts"))

from usage.counts import read_left_out, read_uses
from usage.coverage import load_all
from usage.page import goal, share

GROUPS = [group for group in read_uses() if goal(group) is not None]


@pytest.mark.parametrize("group", GROUPS)
def test_the_goal_is_reached(group):
    load_all()
    assert 100 * share(group) >= goal(group)


@pytest.mark.parametrize("entry", read_left_out(), ids=lambda entry: entry.pattern.pattern)
def test_what_is_left_out_exists(entry):
    assert any(entry.takes(group, use) for group, uses in read_uses().items() for use in uses)
