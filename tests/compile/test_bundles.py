"""Native code that is made together, and taken from the cache piece by piece."""

import ctypes

import numpy as np
import pytest

from gnomon.compile import cache, llvm
from gnomon.compile.llvm import bundles
from gnomon.compile.llvm.code import PLAIN
from gnomon.compile.llvm.joining import joined
from gnomon.compile.llvm.machine import narrower
from gnomon.shapes import dtypes

from compile.kernels import chain, same

NUMBER = "define i32 @kernel(ptr %buffers, ptr %sizes){how} {{\n  ret i32 {number}\n}}\n"
SUM = """
declare i32 @first(ptr, ptr)
declare i32 @second(ptr, ptr)
define internal i32 @part(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
define i32 @kernel(ptr %buffers, ptr %sizes) {
  %a = call i32 @first(ptr %buffers, ptr %sizes)
  %b = call i32 @second(ptr %buffers, ptr %sizes)
  %sum = call i32 @part(i32 %a, i32 %b)
  ret i32 %sum
}
"""
CELL = """
@cell = external global i32
define i32 @kernel(ptr %buffers, ptr %sizes) {
  %number = load i32, ptr @cell
  ret i32 %number
}
"""


@pytest.fixture(autouse=True)
def made(tmp_path, monkeypatch):
    """The texts of the modules that are made, each with the number of its functions seen from outside."""
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path / "cache"))
    assert number(77).run([], []) == 77  # what waits from other tests is made now
    texts = []
    real = bundles.object_file

    def noted(text, machine):
        texts.append(text)
        return real(text, machine)

    monkeypatch.setattr(bundles, "object_file", noted)
    return texts


def number(value, how=""):
    return llvm.linked(NUMBER.format(number=value, how=how))


def sum_of(first, second):
    return llvm.linked(SUM, symbols={"first": first, "second": second})


def test_what_waits_is_made_at_once(made):
    three, four = number(3), number(4)
    both = sum_of(three, four)
    assert made == []
    assert both.run([], []) == 7
    assert three.run([], []) == 3
    assert four.run([], []) == 4
    (text,) = made
    assert text.count("define i32") == 3


def test_nothing_is_made_that_nobody_keeps(made):
    number(5)
    kept = number(6)
    assert kept.run([], []) == 6
    assert "ret i32 5" not in made[0]


def test_code_that_is_not_improved_is_made_apart_and_called_all_the_same(made):
    plain = number(2, PLAIN)
    both = sum_of(plain, number(3))
    again = llvm.linked(
        SUM.replace("{\n  %a = call", f"{PLAIN[1:]} {{\n  %a = call"),
        symbols={"first": both, "second": plain},
    )
    assert again.run([], []) == 7
    assert ["optnone" in text for text in made] == [True, False, True]


def test_each_piece_is_found_again_without_the_others(made):
    first = [number(10 + k) for k in range(3)]
    assert sum_of(first[0], first[1]).run([], []) == 21
    del first
    made.clear()
    assert number(12).run([], []) == 12
    assert made == []


def test_a_program_takes_what_there_is_and_makes_the_rest(made):
    kept = [number(20), number(21)]
    assert sum_of(*kept).run([], []) == 41
    del kept
    made.clear()
    other = sum_of(number(20), number(22))
    assert other.run([], []) == 42
    (text,) = made
    assert "ret i32 22" in text
    assert "ret i32 20" not in text
    del other
    made.clear()
    assert sum_of(number(20), number(22)).run([], []) == 42
    assert sum_of(number(20), number(21)).run([], []) == 41
    assert made == []


def test_the_same_text_with_other_addresses(made):
    cells = [ctypes.c_int32(value) for value in (1, 20, 300)]
    codes = [llvm.linked(CELL, symbols={"cell": ctypes.addressof(cell)}) for cell in cells]
    both = [sum_of(codes[0], codes[1]), sum_of(codes[1], codes[2]), sum_of(codes[2], codes[2])]
    assert [code.run([], []) for code in both] == [21, 320, 600]
    assert [code.run([], []) for code in codes] == [1, 20, 300]
    del codes, both
    made.clear()
    codes = [llvm.linked(CELL, symbols={"cell": ctypes.addressof(cell)}) for cell in cells[::-1]]
    both = [sum_of(codes[0], codes[1]), sum_of(codes[1], codes[2])]
    assert [code.run([], []) for code in both] == [320, 21]
    assert not [text for text in made if "load" in text]


@pytest.mark.parametrize(
    "wrong", [b"", b"in nowhere", b"bundle 2\n{}", b"bundle x\n", b"bundle 7\n[{},{}]no object file"]
)
def test_what_the_cache_has_and_is_no_code_is_made_anew(made, wrong):
    code = number(30)
    key = code.key
    cache.save(key, wrong)
    assert code.run([], []) == 30
    assert len(made) == 1
    del code
    assert number(30).run([], []) == 30
    assert len(made) == 1


def test_an_object_file_that_does_not_load_is_made_anew(made):
    key = number(31).key
    cache.save(key, bundles.Bundle({key: "code"}, {}, b"no object file").packed())
    assert number(31).run([], []) == 31
    assert len(made) == 1


def test_code_that_cannot_be_made_leaves_others_alone(made):
    wrong = llvm.linked("define i32 @kernel(ptr %buffers, ptr %sizes) {\n  nonsense\n}\n")
    right = number(40)
    assert right.run([], []) == 40
    with pytest.raises(RuntimeError):
        wrong.run([], [])
    assert number(41).run([], []) == 41


def test_text_from_elsewhere_keeps_its_names():
    text = NUMBER.format(number=50, how="").replace("@kernel", "@called") + "attributes #0 = { nounwind }\n"
    foreign = llvm.linked(text, entry="called")
    others = [number(51), number(52)]
    assert foreign.run([], []) == 50
    assert [code.run([], []) for code in others] == [51, 52]
    assert joined([foreign]).text == text


def test_kernels_of_older_processors_have_bundles_of_their_own(made):
    kernel = chain(dtypes.float64)
    codes = [llvm.build(kernel), llvm.build(kernel, narrower(16))]
    x, y = np.random.default_rng(0).standard_normal((2, 50))
    results = np.zeros((2, 2, 50))
    for code, out in zip(codes, results):
        code.run([x, y, out], [50])
    assert same(results[0], results[1])
