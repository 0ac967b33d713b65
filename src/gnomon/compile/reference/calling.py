"""Values that the user's Python functions compute."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.registry import reference


@reference("call_back")
def call_back(arrays: Any, *, function: Any, kinds: Any, pull: Any = None, each_time: bool = False) -> Any:
    return function(*arrays)
