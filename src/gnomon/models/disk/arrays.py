"""Reads the headers of ``.npy`` and ``.npz`` files: shapes and dtypes, never the data."""

from __future__ import annotations

import ast
import os
import zipfile
from typing import IO, NamedTuple

from gnomon.shapes import Dtype, Shape, dtypes

LONGEST_HEADER = 1 << 16
MOST_MEMBERS = 1000
_MAGIC = b"\x93NUMPY"


class Held(NamedTuple):
    """An array in a file; its dtype is None for dates."""

    shape: Shape
    dtype: Dtype | None


def read_arrays(path: str) -> Held | dict[str, Held | None] | None:
    """Return the array of a ``.npy`` file, or those of a ``.npz`` archive by their names."""
    with open(path, "rb") as file:
        start = file.read(4)
        file.seek(0)
        if start == b"PK\x03\x04":
            return _members(file)
        return _array(file, os.fstat(file.fileno()).st_size)


def _members(file: IO[bytes]) -> dict[str, Held | None] | None:
    held: dict[str, Held | None] = {}
    with zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_MEMBERS:
            return None
        for entry in entries:
            with archive.open(entry) as member:
                held[entry.filename.removesuffix(".npy")] = _array(member, entry.file_size)
    return held


def _array(file: IO[bytes], size: int) -> Held | None:
    """Return what the header says; None for records, objects, and data that are broken or cut short."""
    if file.read(6) != _MAGIC:
        return None
    major = file.read(2)[0]
    width = 2 if major == 1 else 4
    length = int.from_bytes(file.read(width), "little")
    if major not in (1, 2, 3) or length > LONGEST_HEADER:
        return None
    header = ast.literal_eval(file.read(length).decode("utf-8" if major == 3 else "latin-1").strip())
    sizes, described = header["shape"], header["descr"]
    if type(sizes) is not tuple or any(type(entry) is not int or entry < 0 for entry in sizes):
        return None
    if type(described) is not str or described[1:2] in ("O", "V"):
        return None
    count = 1
    for entry in sizes:
        count *= entry
    bytes_each = int(described[2:]) * (4 if described[1] == "U" else 1)
    if 8 + width + length + count * bytes_each > size:
        return None
    text = described[1] in "US"
    return Held(Shape(sizes), dtypes.string if text else dtypes.parse(described[1:]))
