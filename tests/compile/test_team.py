"""Several threads share large kernels: same bits, nothing lost, whatever else happens."""

import ctypes
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.llvm import team

pytestmark = pytest.mark.skipif(not team.available(), reason="no team on this system")

PART = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
SPREAD = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)


@pytest.fixture(autouse=True)
def four():
    before = team.size()
    team.resize(4)
    yield
    team.resize(before)


def chain():
    x = gn.symbol("x", shape=("n", "m"), dtype="float32")
    return gn.function([x], [gn.tanh(x) * gn.exp(-x * x), gn.nn.softmax(x, axis=-1)])


def big(seed=0, rows=1500):
    return np.random.default_rng(seed).standard_normal((rows, 257)).astype("float32")


def test_results_do_not_depend_on_the_number_of_threads():
    function, x = chain(), big()
    found = []
    for count in (1, 2, 3, 4):
        team.resize(count)
        found.append([result.tobytes() for result in function(x)])
    assert found.count(found[0]) == 4


@pytest.mark.parametrize("turns", [1, 2, 63, 64, 65, 1000, 4096])
@pytest.mark.parametrize("grain", [1, 64])
def test_each_turn_runs_once(turns, grain):
    seen = np.zeros(turns, "int64")
    starts = []

    @PART
    def part(buffers, sizes, start, stop):
        seen[start:stop] += 1
        starts.append(start)
        return 0

    assert SPREAD(team.spread().address)(ctypes.cast(part, ctypes.c_void_p), None, None, turns, grain) == 0
    assert np.all(seen == 1)
    assert all(start % grain == 0 for start in starts)


def test_the_last_chunks_are_small():
    """A member that comes late or is slow has little left to do while the others wait."""
    lengths = {}

    @PART
    def part(buffers, sizes, start, stop):
        lengths[start] = stop - start
        return 0

    assert SPREAD(team.spread().address)(ctypes.cast(part, ctypes.c_void_p), None, None, 1280, 1) == 0
    found = [lengths[start] for start in sorted(lengths)]
    assert sum(found) == 1280
    assert found == sorted(found, reverse=True)
    assert found[0] == 1280 / 4 / team.CHUNKS
    assert found[-1] <= 1280 / 4 / team.SMALLEST


@pytest.mark.parametrize("turns, wanted", [(4096, [1024] * 4), (1000, [256] * 3 + [232]), (100, [64, 36])])
def test_each_member_has_one_chunk_where_long_ones_are_better(turns, wanted):
    lengths = {}

    @PART
    def part(buffers, sizes, start, stop):
        lengths[start] = stop - start
        return 0

    assert SPREAD(team.spread().address)(ctypes.cast(part, ctypes.c_void_p), None, None, turns, -64) == 0
    assert [lengths[start] for start in sorted(lengths)] == wanted


def test_a_failed_check_of_any_chunk_is_told():
    @PART
    def part(buffers, sizes, start, stop):
        return 7 if start <= 700 < stop else 0

    run = SPREAD(team.spread().address)
    assert run(ctypes.cast(part, ctypes.c_void_p), None, None, 1000, 1) == 7
    assert run(ctypes.cast(part, ctypes.c_void_p), None, None, 700, 1) == 0


def test_callers_at_once():
    function = chain()
    inputs = [big(seed) for seed in range(6)]
    wanted = [[result.tobytes() for result in function(x)] for x in inputs]

    def call(number):
        return [result.tobytes() for result in function(inputs[number % 6])] == wanted[number % 6]

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(call, range(60)))


@pytest.mark.parametrize("pinned", [False, True])
def test_members_may_run_where_they_could_before(pinned):
    """A member that wakes on its caller's processor leaves it, and may come back; where there is no other it stays."""
    allowed = os.sched_getaffinity(0)
    own = {min(allowed)} if pinned else allowed
    function, x = chain(), big()
    wanted = [result.tobytes() for result in function(x)]
    time.sleep(0.05)  # all members sleep
    threads = [int(name) for name in os.listdir("/proc/self/task")]
    assert len(threads) > 3
    try:
        for thread in threads:
            os.sched_setaffinity(thread, own)
        for _ in range(20):
            time.sleep(0.01)  # longer than a member's patience
            assert [result.tobytes() for result in function(x)] == wanted
        time.sleep(0.05)
        assert [os.sched_getaffinity(thread) for thread in threads] == [own] * len(threads)
    finally:
        for thread in threads:
            os.sched_setaffinity(thread, allowed)


PROGRAM = """
import os, sys
import numpy as np, gnomon as gn
gn.config.threads = 4
x = gn.symbol("x", shape=("n",), dtype="float32")
function = gn.function([x], gn.tanh(x) * x)
values = np.linspace(-3, 3, 1_000_000, dtype="float32")
wanted = function(values).tobytes()
child = os.fork()
same = function(values).tobytes() == wanted
if not child:
    os._exit(0 if same else 3)
print("parent", same, "child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_works_alone():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.returncode) == ("parent True child 0\n", 0), done.stderr


def test_the_environment_says_how_many(monkeypatch):
    monkeypatch.setenv("GNOMON_NUM_THREADS", "3")
    assert team.processors() == 3
    monkeypatch.setenv("GNOMON_NUM_THREADS", "many")
    assert team.processors() >= 1


def test_the_configuration():
    gn.config.threads = 2
    assert team.size() == gn.config.threads == 2
    with pytest.raises(gn.ArgumentError, match="threads is a positive number, not 0"):
        gn.config.threads = 0
