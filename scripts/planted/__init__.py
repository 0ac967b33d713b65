"""Mistakes planted in programs that run: making them, running them, telling what the checker found."""
