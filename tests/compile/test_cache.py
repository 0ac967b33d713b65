"""The cache never gives a wrong or torn entry, and never fails a program."""

import errno
import os
import subprocess
import sys

import numpy as np
import pytest

from gnomon.compile import cache, llvm
from gnomon.compile.llvm import bundles
from gnomon.shapes import dtypes

from compile.kernels import chain, same

KEY = cache.key_of("a text", "a processor", "1.0")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_an_entry_is_found_again():
    assert cache.load(KEY) is None
    cache.save(KEY, b"content")
    assert cache.load(KEY) == b"content"
    assert cache.load(cache.key_of("another text")) is None


def test_what_is_kept_is_made_once():
    made = []
    for _ in range(3):
        assert cache.kept(KEY, lambda: made.append(1) or b"content") == b"content"
    assert made == [1]


@pytest.mark.parametrize("length", [0, 5, 20, 47, 48, 50, 54])
def test_a_torn_entry_is_ignored_and_written_anew(folder, length):
    cache.save(KEY, b"content")
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    entry.write_bytes(whole[:length])
    assert cache.load(KEY) is None
    assert cache.kept(KEY, lambda: b"content") == b"content"
    assert entry.read_bytes() == whole


def test_every_changed_byte_is_noticed(folder):
    cache.save(KEY, b"content")
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    for position in range(len(whole)):
        entry.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        assert cache.load(KEY) is None


def test_an_entry_under_a_foreign_name_is_ignored(folder):
    other = cache.key_of("another text")
    cache.save(other, b"other content")
    (entry,) = entries(folder)
    place = folder / KEY[:2] / f"{KEY[2:]}.o"
    place.parent.mkdir(exist_ok=True)
    entry.rename(place)
    assert cache.load(KEY) is None


def test_a_folder_in_place_of_an_entry_is_ignored(folder):
    (folder / KEY[:2] / f"{KEY[2:]}.o").mkdir(parents=True)
    assert cache.kept(KEY, lambda: b"content") == b"content"
    assert cache.load(KEY) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files")
def test_an_entry_of_another_user_is_ignored(monkeypatch):
    cache.save(KEY, b"content")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert cache.load(KEY) is None


def test_a_folder_that_cannot_be_made(folder):
    folder.write_text("a file")
    assert cache.kept(KEY, lambda: b"content") == b"content"


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be read-only")
def test_a_folder_that_cannot_be_written(folder, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "read-only")

    monkeypatch.setattr(cache.tempfile, "mkstemp", refuse)
    assert cache.kept(KEY, lambda: b"content") == b"content"
    assert entries(folder) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk to be had")
def test_a_full_disk(folder, monkeypatch):
    real = cache.tempfile.mkstemp

    def full(**details):
        number, name = real(**details)
        os.dup2(os.open("/dev/full", os.O_WRONLY), number)
        return number, name

    monkeypatch.setattr(cache.tempfile, "mkstemp", full)
    assert cache.kept(KEY, lambda: b"content") == b"content"
    assert entries(folder) == []


def test_unused_entries_go_and_so_does_what_killed_processes_left(folder):
    place = folder / KEY[:2]
    place.mkdir(parents=True)
    for number in range(cache.MOST + 1):
        entry = place / f"{number}.o"
        entry.write_bytes(b"old")
        os.utime(entry, (number, number))
    left, new = place / ".new-left", place / ".new-now"
    left.write_bytes(b"half")
    new.write_bytes(b"half")
    os.utime(left, (1, 1))
    cache.save(KEY, b"content")
    assert cache.load(KEY) == b"content"
    remaining = {path.name for path in entries(folder)}
    assert len(remaining) == cache.MOST // 2 + 2
    assert "0.o" not in remaining
    assert f"{cache.MOST}.o" in remaining
    assert left.name not in remaining
    assert new.name in remaining


def test_no_home(monkeypatch):
    def homeless():
        raise RuntimeError("no home")

    monkeypatch.delenv("GNOMON_CACHE_DIR")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(cache.Path, "home", homeless)
    assert cache.kept(KEY, lambda: b"content") == b"content"


PROGRAM = """
import sys
from gnomon.compile import cache
content = bytes(range(256)) * 400
for turn in range(200):
    key = cache.key_of(str(turn % 5))
    found = cache.load(key)
    assert found is None or found == content
    cache.save(key, content)
print("whole")
"""


def test_processes_at_once(folder):
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, env=environment()
        )
        for _ in range(3)
    ]
    running[0].kill()
    assert [process.communicate()[0] for process in running[1:]] == ["whole\n"] * 2
    running[0].communicate()
    assert cache.load(cache.key_of("0")) == bytes(range(256)) * 400


def environment():
    source = os.path.dirname(os.path.dirname(os.path.dirname(cache.__file__)))
    return {**os.environ, "PYTHONPATH": source}


def test_kernels_come_from_the_cache(folder, monkeypatch):
    kernel = chain(dtypes.float32)
    first = llvm.build(kernel)
    assert first.address
    made = len(entries(folder))
    monkeypatch.setattr(bundles, "object_file", lambda *_: pytest.fail("made again"))
    monkeypatch.setattr(llvm, "_alike", {})
    monkeypatch.setattr(llvm, "_linked", {})
    second = llvm.build(kernel)
    assert second is not first
    x, y = np.random.default_rng(0).standard_normal((2, 100)).astype("float32")
    one, two = np.zeros((2, 100), "float32")
    first.run([x, y, one], [100])
    second.run([x, y, two], [100])
    assert same(one, two)
    assert np.any(one != 0)
    assert len(entries(folder)) == made >= 1


def test_a_whole_entry_that_is_no_object_is_made_anew(folder):
    kernel = chain(dtypes.float32)
    keys = []
    real = cache.save

    def remember(key, content):
        keys.append(key)
        real(key, content)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "save", remember)
        assert llvm.build(kernel).address
        cache.save(keys[0], b"no object file")
        native = llvm.build(kernel)
    x = np.ones(3, "float32")
    assert native.run([x, x, np.zeros(3, "float32")], [3]) == 0
