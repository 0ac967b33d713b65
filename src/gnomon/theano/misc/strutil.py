"""`theano.misc.strutil`: texts with places for values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def render_string(string: str, sub: Mapping[str, Any]) -> str:
    """Return ``string % sub``; an error shows the beginning of the text, up to the first place that cannot be filled."""
    try:
        return string % sub
    except (KeyError, TypeError, ValueError) as error:
        for end in range(len(string) + 1):
            try:
                string[:end] % sub
            except type(error) as found:
                if str(found) == str(error):
                    raise type(error)(f"{string[:end]} <<< {error}") from None
            except (KeyError, TypeError, ValueError):
                continue
        raise
