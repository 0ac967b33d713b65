"""Reads small text tables whole: how many rows and columns they have, where that is certain."""

from __future__ import annotations

import csv
import os

LARGEST = 1 << 20
"""Longer files are not read."""


def read_text(path: str) -> str | None:
    """Return the text of a small file, None if it is longer, empty or in another encoding."""
    if not 0 < os.stat(path).st_size <= LARGEST:
        return None
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    return None if "\0" in text else text


def numbers(path: str, delimiter: str | None, skipped: int) -> tuple[int, int] | None:
    """Return the rows and columns of a table of numbers as NumPy reads it: ``#`` begins a comment."""
    text = read_text(path)
    if text is None:
        return None
    rows = width = 0
    for line in text.splitlines()[skipped:]:
        line = line.partition("#")[0].strip()
        if not line:
            continue
        entries = line.split(delimiter)
        for entry in entries:
            float(entry)
        if rows and len(entries) != width:
            return None
        rows, width = rows + 1, len(entries)
    return (rows, width) if rows else None


def records(path: str, delimiter: str, skipped: int) -> tuple[int, int] | None:
    """Return the rows (with a heading, if there is one) and columns of comma-separated values."""
    text = read_text(path)
    if text is None:
        return None
    rows = width = 0
    lines = text.splitlines(keepends=True)[skipped:]
    for entries in csv.reader(lines, delimiter=delimiter, strict=True):
        if not entries or (len(entries) == 1 and not entries[0].strip()):
            continue
        if rows and len(entries) != width:
            return None
        rows, width = rows + 1, len(entries)
    return (rows, width) if rows else None
