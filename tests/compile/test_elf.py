"""Object files are put into memory without LLVM; what that does not do is left to LLVM."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.llvm import elf, linked, object_file, this_machine
from gnomon.compile.llvm.elf import Linked, Unfit
from gnomon.compile.llvm.native import Native

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() != "x86_64",
    reason="another system or processor",
)

TEXT = """
@count = global i64 40
@numbers = private constant [3 x i64] [i64 1, i64 2, i64 3]
@pointer = global ptr @count
declare i64 @labs(i64)
declare i64 @given(i64)

define i64 @more() {
  %place = load ptr, ptr @pointer
  %old = load i64, ptr %place
  %new = add i64 %old, 1
  store i64 %new, ptr %place
  ret i64 %new
}

define i32 @kernel(ptr %buffers, ptr %sizes) {
  %place = load i64, ptr %sizes
  %from = getelementptr i64, ptr @numbers, i64 %place
  %number = load i64, ptr %from
  %count = call i64 @more()
  %minus = sub i64 %number, %count
  %size = call i64 @labs(i64 %minus)
  %all = call i64 @given(i64 %size)
  %short = trunc i64 %all to i32
  ret i32 %short
}
"""
TEN = "define i64 @kernel(i64 %x) {\n  %y = mul i64 %x, 10\n  ret i64 %y\n}\n"


def image(text: str) -> bytes:
    return object_file(text, this_machine())


@pytest.fixture
def ten() -> Native:
    return Native(TEN, this_machine())


def test_data_constants_tables_and_calls_are_connected(ten: Native) -> None:
    code = Native(TEXT, this_machine(), {"given": ten})
    assert [code.run([], [place]) for place in (0, 1, 2)] == [400, 400, 400]
    assert isinstance(code.keeper, Linked)


def test_llvm_connects_what_is_not_fit(ten: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elf, "X86_64", -1)
    code = Native(TEXT, this_machine(), {"given": ten})
    assert [code.run([], [place]) for place in (0, 1, 2)] == [400, 400, 400]
    assert not isinstance(code.keeper, Linked)


@pytest.mark.parametrize(
    ("kept", "message"),
    [(b"\x7fELF\x02\x01", "not an object file"), (b"MZ", "not an object file"), (b"", "not an object file")],
)
def test_other_files_are_not_fit(kept: bytes, message: str) -> None:
    whole = image(TEN) if len(kept) > 2 else b"\0" * 64
    with pytest.raises(Unfit, match=message if len(kept) < 6 else "not code of this processor"):
        Linked(kept + whole[len(kept) : 18] + b"\xb7\0" + whole[20:], {})


def test_a_name_that_nobody_has_is_not_fit() -> None:
    with pytest.raises(Unfit, match="nobody has given"):
        Linked(image(TEXT), {})


def test_a_relocation_of_another_kind_is_not_fit(monkeypatch: pytest.MonkeyPatch, ten: Native) -> None:
    monkeypatch.setattr(elf, "TABLE_ENTRIES", ())
    with pytest.raises(Unfit, match="a relocation of kind"):
        Linked(image(TEXT), {"given": ten.address})


def test_code_cannot_be_written() -> None:
    code = Linked(image(TEN), {})
    maps = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    rights = [
        words[1]
        for words in maps
        if int(words[0].split("-")[0], 16) <= code["kernel"] < int(words[0].split("-")[1], 16)
    ]
    assert rights == ["r-xp"]


def test_memory_is_given_back_with_the_code() -> None:
    def mapped() -> int:
        return len(Path("/proc/self/maps").read_text().splitlines())

    made = image(TEN)
    before = mapped()
    for _ in range(200):
        Linked(made, {})
    assert mapped() < before + 50


PROGRAM = """
import sys
import numpy as np
import gnomon as gn

x = gn.symbol("x", ("n", "m"), "float32")
f = gn.function([x], gn.nn.softmax(x, axis=1) @ gn.transpose(x) + gn.grad(gn.sum(gn.exp(gn.sin(x))), x) @ gn.transpose(x))
print(f(np.ones((3, 2), "float32")).sum(), "llvmlite.binding" in sys.modules)
"""


def test_a_second_process_needs_no_llvm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path / "cache"))
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert [loaded for _, loaded in said] == ["True", "False"]
    assert said[0][0] == said[1][0]


def test_results_are_those_of_code_that_llvm_links(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(0).normal(size=(37, 23))
    x = gn.symbol("x", ("n", "m"))
    formula = gn.sum(gn.log(gn.exp(x) + 1), axis=0) @ gn.transpose(gn.sort(x, axis=0))
    here = gn.function([x], formula)(rows)
    linked.__globals__["_linked"].clear()
    linked.__globals__["_alike"].clear()
    monkeypatch.setattr(elf, "X86_64", -1)
    assert np.array_equal(gn.function([x], formula)(rows), here)
