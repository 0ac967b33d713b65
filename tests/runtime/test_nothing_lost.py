"""Nothing goes wrong with the cache, among processes, among threads, or when calls fail."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile import cache

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = """
import sys
import numpy as np
import gnomon as gn

def compiled(k):
    x = gn.symbol("x", ("n", "m"))
    f = gn.function([x], [gn.sum(gn.tanh(x) * (k + 0.125), axis=0), x @ x.T + k, gn.sort(x, axis=1)])
    assert f.is_native
    return f

def is_right(k):
    x = np.random.default_rng(k).normal(size=(5 + k, 9))
    total, product, ordered = compiled(k)(x)
    return (
        np.allclose(total, np.sum(np.tanh(x) * (k + 0.125), axis=0))
        and np.allclose(product, x @ x.T + k)
        and np.array_equal(ordered, np.sort(x, axis=1))
    )
"""
CHECK = "print(all(is_right(k) for k in range(3)))"


@pytest.fixture(name="folder")
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def started(end):
    """A process that runs the program and what comes at its end."""
    environment = {**os.environ, "PYTHONPATH": os.path.join(os.path.dirname(HERE), "src")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM + textwrap.dedent(end)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )


def output(process, given=None):
    text, _ = process.communicate(given, timeout=60)
    assert process.returncode == 0
    return text.split()


def entries(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*.o"))}


def test_two_processes_compile_the_same_at_once(folder):
    both = [started("print('ready', flush=True); input()\n" + CHECK) for _ in range(2)]
    for process in both:
        assert process.stdout.readline() == "ready\n"
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [output(process) for process in both] == [["True"], ["True"]]
    assert len(entries(folder)) > 3
    assert all(cache.load(path.parent.name + path.stem) is not None for path in entries(folder))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not killed like this here")
@pytest.mark.parametrize("after", [1, 2, 4])
def test_a_process_killed_while_it_compiles_leaves_nothing_wrong(folder, after):
    process = started("for k in range(100): print(is_right(k), flush=True)")
    assert [process.stdout.readline() for _ in range(after)] == ["True\n"] * after
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert output(started(f"print(all(is_right(k) for k in range({after + 2})))")) == ["True"]


def flipped(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


GARBLED = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "flipped": flipped,
    "other": lambda content: b"no object file" * 100,
    "longer": lambda content: content + b"more",
}


def test_spoiled_entries_are_made_anew(folder):
    assert output(started(CHECK)) == ["True"]
    whole = entries(folder)
    assert len(whole) > 3
    spoil = list(GARBLED.values())
    for number, (path, content) in enumerate(whole.items()):
        path.write_bytes(spoil[number % len(spoil)](content))
    assert output(started(CHECK)) == ["True"]
    assert entries(folder) == whole


@pytest.mark.parametrize("way", ["a file in its place", "a full disk", "a folder that cannot be written"])
def test_no_cache_is_no_harm(folder, monkeypatch, way):
    real = cache.tempfile.mkstemp

    def full(**details):
        number, name = real(**details)
        os.dup2(os.open("/dev/full", os.O_WRONLY), number)
        return number, name

    def refused(**_):
        raise PermissionError(13, "read-only")

    if way == "a file in its place":
        folder.write_text("a file")
    elif way == "a full disk":
        if not os.path.exists("/dev/full"):
            pytest.skip("no full disk to be had")
        monkeypatch.setattr(cache.tempfile, "mkstemp", full)
    else:
        monkeypatch.setattr(cache.tempfile, "mkstemp", refused)
    odd = 0.8125 + len(way)
    x = gn.symbol("x", ("n",))
    f = gn.function([x], [gn.exp(x) * odd, gn.sum(x + odd)])
    assert f.is_native
    product, total = f(np.ones(3))
    np.testing.assert_allclose(product, np.exp(np.ones(3)) * odd)
    np.testing.assert_allclose(total, 3 * (1 + odd))
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def in_threads(*bodies):
    """Run functions at once; what any of them raises is raised."""
    errors = []

    def run(body):
        try:
            body()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_calls_of_all_sizes_while_another_thread_compiles():
    x = gn.symbol("x", ("n", "m"))
    f = gn.function([x], [gn.sum(x, axis=0) + 1, gn.tanh(x @ x.T)])
    done = threading.Event()

    def call(number):
        rng = np.random.default_rng(number)
        for _ in range(40):
            given = rng.normal(size=(rng.integers(0, 60), rng.integers(1, 900)))
            total, product = f(given)
            np.testing.assert_allclose(total, given.sum(0) + 1, rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose(product, np.tanh(given @ given.T), rtol=1e-9, atol=1e-12)

    def compile_more():
        turn = 0
        while not done.is_set() or turn < 2:
            g = gn.function([x], gn.sum(x * (turn + 0.4375), axis=1))
            np.testing.assert_allclose(g(np.ones((2, 3))), 3 * (turn + 0.4375) * np.ones(2))
            turn += 1

    compiling = threading.Thread(target=compile_more)
    compiling.start()
    try:
        in_threads(*[lambda number=number: call(number) for number in range(8)])
    finally:
        done.set()
        compiling.join()


def test_threads_compile_the_same_at_once():
    results = {}

    def work(number):
        x = gn.symbol("x", ("n",))
        results[number] = gn.function([x], gn.sum(gn.exp(x) * 0.6875))(np.zeros(4))

    in_threads(*[lambda number=number: work(number) for number in range(8)])
    assert results == dict.fromkeys(range(8), 4 * 0.6875)


@pytest.fixture(name="often")
def threads_take_turns_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("size", [10, 50_000])
@pytest.mark.parametrize("plain", [False, True], ids=["native", "with a step of NumPy"])
def test_each_update_counts_once_and_all_of_a_call_at_the_same_time(size, plain):
    a, b = gn.shared(np.zeros(size), name="a"), gn.shared(np.zeros(size), name="b")
    x = gn.symbol("x", ("n",))
    amount = ops.mode(x) * 0 + gn.sum(x) if plain else gn.sum(x)
    give = gn.function([x], None, updates={a: a - amount, b: b + amount})
    back = gn.function([], None, updates={a: a + 1, b: b - 1})
    total = gn.function([], a + b)
    by_numpy = gn.function([], a + b, native=False)
    assert give.is_native is not plain
    turns = 25
    done = threading.Event()

    def update(number):
        for turn in range(turns):
            if (turn + number) % 3 == 0:
                back()
            else:
                give(np.array([2.0, 1.0]))

    def read():
        while not done.is_set():
            assert not total().any()
            assert not by_numpy().any()

    updates = [lambda number=number: update(number) for number in range(6)]
    counted = sum(1 if (turn + number) % 3 == 0 else -3 for number in range(6) for turn in range(turns))

    def run():
        try:
            in_threads(*updates)
        finally:
            done.set()

    in_threads(run, read, read)
    np.testing.assert_array_equal(a.get_value(), np.full(size, float(counted)))
    np.testing.assert_array_equal(b.get_value(), np.full(size, -float(counted)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_shared_arrays_of_its_own_and_compiles():
    w = gn.shared(np.zeros(1000))
    x = gn.symbol("x", ("n",))
    f = gn.function([x], gn.sum(w), updates={w: w + x})
    ones = np.ones(1000)
    for _ in range(3):
        f(ones)
    child = os.fork()
    if not child:
        code = 1
        try:
            counts = [f(ones) for _ in range(3)]
            g = gn.function([x], x * 0.3125)
            code = int(counts != [3000, 4000, 5000] or g(ones)[0] != 0.3125)
        finally:
            os._exit(code)
    f(ones)
    assert os.waitpid(child, 0)[1] == 0
    np.testing.assert_array_equal(w.get_value(), np.full(1000, 4.0))


def fails_by_index(x, w):
    i = gn.symbol("i", (), dtype="int64")
    f = gn.function([x, i], (w + x)[i], updates={w: w + x})
    return f, (np.ones(3), np.array(0)), (np.ones(3), np.array(3))


def fails_by_size(x, w):
    f = gn.function([x], None, updates={w: w + x})
    return f, (np.ones(3),), (np.ones(2),)


def fails_by_algebra(x, w):
    m = gn.symbol("m", (3, 3))
    f = gn.function([x, m], gn.linalg.cholesky(m), updates={w: w + x})
    return f, (np.ones(3), np.eye(3)), (np.ones(3), -np.eye(3))


def fails_by_dtype(x, w):
    f = gn.function([x], None, updates={w: w + x})
    return f, (np.ones(3),), (np.ones(3, complex),)


@pytest.mark.parametrize("make", [fails_by_index, fails_by_size, fails_by_algebra, fails_by_dtype])
@pytest.mark.parametrize("native", [True, False])
def test_a_call_that_raises_stores_nothing(make, native):
    x, w = gn.symbol("x", ("n",)), gn.shared(np.zeros(3), name="w")
    f, good, bad = make(x, w)
    if not native:
        f = gn.function(f.inputs, f.outputs, updates=f.updates, native=False)
    kept = [np.asarray(w)]
    for turn in range(1, 4):
        f(*good)
        with pytest.raises(gn.GnomonError):
            f(*bad)
        np.testing.assert_array_equal(w.get_value(), np.full(3, float(turn)))
        kept.append(np.asarray(w))
    np.testing.assert_array_equal(kept, np.arange(4.0)[:, None] * np.ones(3))


def test_a_guarded_call_that_makes_nan_stores_nothing(monkeypatch):
    x, w = gn.symbol("x", ("n",)), gn.shared(np.zeros(3), name="w")
    f = gn.function([x], None, updates={w: w + gn.log(x)})
    f(np.ones(3))
    monkeypatch.setattr(gn.config, "nan_guard", True)
    with pytest.raises(gn.GnomonError, match="NaN"):
        f(-np.ones(3))
    np.testing.assert_array_equal(w.get_value(), np.zeros(3))
