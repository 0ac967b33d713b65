"""Operations that are not carried out for many rows at once, each with the reason; one table."""

from __future__ import annotations

REASONS: dict[str, str] = {}
"""Operations without a batching rule; any other has a rule, or a body over operations that have."""
