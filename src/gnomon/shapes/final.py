"""`typing.final`, without importing `typing`, which takes longer than this whole package."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import final as final
else:

    def final(kind):
        """The class itself: subclassing is forbidden to type checkers alone."""
        return kind
