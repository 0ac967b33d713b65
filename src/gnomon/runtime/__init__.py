"""Compiled functions: calls, state, caches."""
