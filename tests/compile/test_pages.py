"""Memory that LLVM's library took when it was loaded, and does not need."""

import os
import subprocess
import sys

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.llvm import pages
from gnomon.compile.llvm.machine import llvm

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/pagemap"), reason="no pages to be seen")

PROGRAM = """
import sys
import llvmlite.binding as binding
from gnomon.compile.llvm import pages

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])

before = resident()
given = pages.give_back(binding.ffi.lib._name)
print(given, before - resident())
"""


def library():
    return llvm().ffi.lib._name


def test_a_process_has_less_memory_afterwards():
    source = os.path.dirname(os.path.dirname(gn.__file__))
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": source},
    )  # fmt: skip
    given, fewer = map(int, told.stdout.split())
    assert given > 0
    assert fewer > 1000, "pages of 4096 bytes: at least some megabytes"


def test_code_is_still_made_and_run():
    assert pages.give_back(library()) > 0
    x = gn.symbol("x", shape=("n",), dtype="float64")
    found = gn.function([x], gn.tanh(x) * 3 + gn.exp(-x))(np.arange(5.0))
    assert np.allclose(found, np.tanh(np.arange(5.0)) * 3 + np.exp(-np.arange(5.0)))


def test_what_a_process_wrote_stays():
    changed = [
        name for name in mapped() if not all(pages._is_unchanged(*span) for span in pages._fixed(name))
    ]
    assert changed, "where a library's addresses are put in, it cannot be written afterwards"
    for name in changed:
        pages.give_back(name)
    assert np.sum(np.arange(10.0)) == 45.0


def mapped():
    with open("/proc/self/maps") as lines:
        return {line.split(None, 5)[5].strip() for line in lines if ".so" in line}


@pytest.mark.parametrize("name", ["", "/nowhere/libnothing.so", "[heap]", "[stack]"])
def test_what_is_no_library_is_left_alone(name):
    assert pages.give_back(name) == 0


def test_without_the_files_of_linux_nothing_happens(monkeypatch):
    def refuse(*_):
        raise PermissionError("not here")

    monkeypatch.setattr(pages, "_is_unchanged", refuse)
    assert pages.give_back(library()) == 0
