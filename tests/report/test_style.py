"""When there are colours."""

import pytest

from gnomon.report.style import wants_colour


class Terminal:
    def __init__(self, seen: bool) -> None:
        self.seen = seen

    def isatty(self) -> bool:
        return self.seen


@pytest.mark.parametrize(
    "seen, environ, choice, expected",
    [
        (True, {}, "auto", True),
        (False, {}, "auto", False),
        (True, {"NO_COLOR": "1"}, "auto", False),
        (True, {"NO_COLOR": ""}, "auto", True),
        (False, {"FORCE_COLOR": "1"}, "auto", True),
        (True, {"TERM": "dumb"}, "auto", False),
        (False, {"NO_COLOR": "1"}, "always", True),
        (True, {}, "never", False),
    ],
)
def test_colour(seen, environ, choice, expected):
    assert wants_colour(Terminal(seen), environ, choice) is expected
