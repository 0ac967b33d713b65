"""Kernels are built and run by several threads at once."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

from gnomon.compile import llvm

from compile.random_kernels import Maker
from compile.test_random_kernels import agree


def build_and_run(number):
    kernel = Maker(Random(number)).kernel()
    agree(kernel, llvm.build(kernel).run, (33, 3, 2), number)
    return number


def test_threads_build_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(build_and_run, range(24))) == list(range(24))
