"""Headers of files beside the program: pictures, arrays and tables, whole, broken and of other kinds."""

import struct
import zipfile
import zlib
from contextlib import suppress

import pytest

from gnomon.models.disk.arrays import read_arrays
from gnomon.models.disk.images import Header, read_header
from gnomon.models.disk.tables import LARGEST, numbers, records
from gnomon.shapes import Shape, dtypes


def npy(shape, descr="<f4", data=True, version=1):
    width = {"<f4": 4, "|u1": 1, ">i8": 8, "<U5": 20, "|b1": 1, "|O": 8, "<M8[D]": 8}[descr]
    count = 1
    for size in shape:
        count *= size
    text = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)}).ljust(117).encode() + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + (b"\0" * width * count if data else b"")


def chunk(name, body=b""):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, depth=8, colour=2, before=b""):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + before + chunk(b"IDAT", b"x") + chunk(b"IEND")


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def jpeg(width, height, components=3, before=b"", depth=8):
    frame = struct.pack(">BHHB", depth, height, width, components) + b"\1\x22\0" * components
    return (
        b"\xff\xd8"
        + segment(0xE0, b"JFIF\0rest")
        + before
        + segment(0xC2, frame)
        + segment(0xDA, b"..")
        + b"\xff\xd9"
    )


def bmp(width, height, bits=24):
    return b"BM" + b"\0" * 12 + struct.pack("<IiiHH", 40, width, height, 1, bits) + b"\0" * 60


@pytest.fixture
def held(tmp_path):
    """Read bytes as the contents of a file."""

    def hold(contents, reader=read_header):
        file = tmp_path / "file"
        file.write_bytes(contents)
        return reader(str(file))

    return hold


@pytest.mark.parametrize(
    ("contents", "wanted"),
    [
        (png(30, 20), Header("png", 20, 30, "RGB")),
        (png(30, 20, colour=6), Header("png", 20, 30, "RGBA")),
        (png(30, 20, colour=0), Header("png", 20, 30, "L")),
        (png(30, 20, depth=1, colour=0), Header("png", 20, 30, "1", plain=False)),
        (png(30, 20, depth=16, colour=0), Header("png", 20, 30, "I", plain=False)),
        (png(30, 20, colour=3), Header("png", 20, 30, "P", plain=False)),
        (png(30, 20, before=chunk(b"tRNS", b"..")), Header("png", 20, 30, "RGB", plain=False)),
        (png(30, 20, before=chunk(b"eXIf", b"..")), Header("png", 20, 30, "RGB", turned=True)),
        (jpeg(30, 20), Header("jpeg", 20, 30, "RGB")),
        (jpeg(30, 20, 1), Header("jpeg", 20, 30, "L")),
        (jpeg(30, 20, 4), Header("jpeg", 20, 30, "CMYK", plain=False)),
        (jpeg(30, 20, before=segment(0xE1, b"Exif\0\0...")), Header("jpeg", 20, 30, "RGB", turned=True)),
        (b"GIF89a" + struct.pack("<HH", 30, 20) + b"\0" * 40, Header("gif", 20, 30, "P", plain=False)),
        (bmp(30, 20), Header("bmp", 20, 30, "RGB")),
        (bmp(30, -20), Header("bmp", 20, 30, "RGB")),
        (bmp(30, 20, 8), Header("bmp", 20, 30, "P", plain=False)),
        (b"P6\n# made by hand\n30 20\n255\n" + b"\0" * 1800, Header("ppm", 20, 30, "RGB")),
        (b"P5 30 20 255\n" + b"\0" * 600, Header("ppm", 20, 30, "L")),
        (b"P5 30 20 65535\n" + b"\0" * 1200, Header("ppm", 20, 30, "I", plain=False)),
        (b"P4\n30 20\n" + b"\0" * 80, Header("ppm", 20, 30, "1", plain=False)),
    ],
)
def test_the_header_of_a_picture(held, contents, wanted):
    assert held(contents) == wanted


@pytest.mark.parametrize(
    "contents",
    [
        b"", b"\x89PNG\r\n\x1a\n", b"<svg/>", b"RIFF....WEBPVP8 ", png(0, 20), png(30, 20)[:40], png(1 << 20, 1 << 20),
        jpeg(30, 20)[:20], jpeg(30, 20, depth=12), b"\xff\xd8\xff\xe0", bmp(30, 20, 32), b"GIF89a", b"P6\n30", b"BM",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
    ],
)  # fmt: skip
def test_other_or_broken_pictures_tell_nothing(held, contents):
    with suppress(
        struct.error, IndexError, ValueError, KeyError
    ):  # the caller takes these for an unknown file
        assert held(contents) is None


@pytest.mark.parametrize(
    ("contents", "shape", "dtype"),
    [
        (npy((60, 28, 28), "|u1"), (60, 28, 28), dtypes.uint8),
        (npy((), "<f4"), (), dtypes.float32),
        (npy((3,), ">i8", version=2), (3,), dtypes.int64),
        (npy((3, 0), "|b1"), (3, 0), dtypes.bool),
        (npy((2,), "<U5"), (2,), dtypes.string),
    ],
)
def test_the_header_of_an_array(held, contents, shape, dtype):
    assert held(contents, read_arrays) == (Shape(shape), dtype)


def test_an_array_that_is_cut_short_or_holds_objects_tells_nothing(held):
    assert held(npy((60, 28), data=False), read_arrays) is None
    assert held(npy((3,), "|O"), read_arrays) is None
    assert held(b"\x80\x04pickled", read_arrays) is None


def test_the_members_of_an_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "data.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", npy((60, 784)))
        archive.writestr("notes.txt", "hello")
    assert read_arrays(str(tmp_path / "data.npz")) == {
        "x": (Shape((60, 784)), dtypes.float32),
        "notes.txt": None,
    }


def test_tables_of_numbers(held):
    assert held(b"1 2 3\n\n# a comment\n4 5 6 # behind\n", lambda path: numbers(path, None, 0)) == (2, 3)
    assert held(b"a,b\n1,2\n3,4\n5,6\n", lambda path: numbers(path, ",", 1)) == (3, 2)
    assert held(b"1 2 3\n4 5\n", lambda path: numbers(path, None, 0)) is None
    assert held(b"", lambda path: numbers(path, None, 0)) is None
    assert held(b"1 2\n" * LARGEST, lambda path: numbers(path, None, 0)) is None


def test_tables_of_records(held):
    assert held(b'name,size\n"a, b",1\n\nc,2\n', lambda path: records(path, ",", 0)) == (3, 2)
    assert held(b"name,size\na,1,\n", lambda path: records(path, ",", 0)) is None
