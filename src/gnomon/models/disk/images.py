"""Reads the headers of pictures: PNG, JPEG, GIF, BMP, PPM, PGM and PBM."""

from __future__ import annotations

import os
import struct
from typing import IO, NamedTuple

CHANNELS = {"1": 1, "L": 1, "P": 1, "I": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4}
"""How many numbers a pixel has, by the name of its form."""

MOST_PARTS = 200
LARGEST = 80_000_000
"""Of more pixels readers warn or refuse."""


class Header(NamedTuple):
    """What the header of a picture says.

    ``form`` names the pixels as PIL does. ``plain`` tells that every library reads these very pixels: neither
    a palette, transparency, several frames nor more than 8 bits. ``turned``: a camera's note may ask readers
    to turn the picture by a quarter.
    """

    kind: str
    height: int
    width: int
    form: str
    plain: bool = True
    turned: bool = False


def read_header(path: str) -> Header | None:
    """Return what the header of a picture says, None if it is of another kind or broken."""
    with open(path, "rb") as file:
        start = file.read(26)
        found = None
        if start.startswith(b"\x89PNG\r\n\x1a\n"):
            found = _png(file)
        elif start.startswith(b"\xff\xd8\xff"):
            found = _jpeg(file)
        elif start[:6] in (b"GIF87a", b"GIF89a"):
            found = _gif(start)
        elif start[:2] == b"BM":
            found = _bmp(file)
        elif start[:1] == b"P" and start[1:2] in b"123456" and start[2:3].isspace():
            found = _ppm(file)
        whole = found is not None and os.fstat(file.fileno()).st_size > file.tell()
    if found is None or not whole or not 0 < found.height * found.width <= LARGEST or found.width < 0:
        return None
    return found


def _png(file: IO[bytes]) -> Header | None:
    file.seek(8)
    length, name = struct.unpack(">I4s", file.read(8))
    if name != b"IHDR" or length != 13:
        return None
    width, height, depth, colour = struct.unpack(">IIBB", file.read(10))
    form = {0: "1" if depth == 1 else "I" if depth == 16 else "L", 2: "RGB", 3: "P", 4: "LA", 6: "RGBA"}
    plain, turned = depth in (2, 4, 8) and colour in (0, 2, 6), False
    file.seek(3 + 4, os.SEEK_CUR)
    for _ in range(MOST_PARTS):
        length, name = struct.unpack(">I4s", file.read(8))
        if name == b"IDAT":
            return Header("png", height, width, form[colour], plain, turned)
        if name in (b"tRNS", b"acTL"):
            plain = False
        turned = turned or name == b"eXIf"
        file.seek(length + 4, os.SEEK_CUR)
    return None


def _jpeg(file: IO[bytes]) -> Header | None:
    file.seek(2)
    turned = False
    for _ in range(MOST_PARTS):
        byte = file.read(1)
        while byte == b"\xff":
            byte = file.read(1)
        marker = byte[0]
        length = int.from_bytes(file.read(2), "big") - 2
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            depth, height, width, components = struct.unpack(">BHHB", file.read(6))
            form = {1: "L", 3: "RGB", 4: "CMYK"}[components]
            return Header("jpeg", height, width, form, form != "CMYK", turned) if depth == 8 else None
        body = file.read(min(length, 6))
        turned = turned or (marker == 0xE1 and body.startswith(b"Exif"))
        file.seek(length - len(body), os.SEEK_CUR)
        if file.read(1) != b"\xff":
            return None
    return None


def _gif(start: bytes) -> Header:
    width, height = struct.unpack("<HH", start[6:10])
    return Header("gif", height, width, "P", plain=False)


def _bmp(file: IO[bytes]) -> Header | None:
    file.seek(14)
    size = int.from_bytes(file.read(4), "little")
    if size == 12:
        width, height, _, bits = struct.unpack("<HHHH", file.read(8))
    elif 40 <= size <= 124:
        width, height, _, bits = struct.unpack("<iiHH", file.read(12))
    else:
        return None
    form = {1: "P", 4: "P", 8: "P", 24: "RGB"}.get(bits)
    return None if form is None else Header("bmp", abs(height), width, form, form == "RGB")


def _ppm(file: IO[bytes]) -> Header:
    file.seek(0)
    text = file.read(1024)
    words: list[bytes] = []
    for line in text.split(b"\n"):
        words += line.partition(b"#")[0].split()
        if len(words) >= 4:
            break
    form = ("1", "L", "RGB")[(int(words[0][1:]) - 1) % 3]
    plain = form != "1" and words[3] == b"255"
    if form == "L" and not plain:
        form = "I"
    file.seek(8)
    return Header("ppm", int(words[2]), int(words[1]), form, plain)
