"""Programs of their time run unchanged: old names of Python and NumPy, six, and modes with linkers of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T

OLD = """
import collections, inspect, time
import numpy as np
from theano.compat.python2x import OrderedDict
import theano
started = time.clock()
assert issubclass(OrderedDict, collections.Mapping)
x = theano.tensor.vector(dtype=theano.config.floatX)
twice = theano.function([x], 2 * x)(np.cast[theano.config.floatX]([1, 2]))
print(np.product(np.vstack(row for row in [twice, twice]).shape), inspect.getargspec(lambda a, b=1: a).args, np.float)
"""


def run(script: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run a program of Theano in a process of its own."""
    script.write_text(text)
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "gnomon.theano", str(script)], capture_output=True, text=True
    )


def test_names_that_python_and_numpy_dropped_are_back(tmp_path: Path) -> None:
    done = run(tmp_path / "old.py", OLD)
    assert done.stdout == "4 ['a', 'b'] <class 'float'>\n", done.stderr


def test_six_is_the_package_or_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "six.py").write_text("xrange = range")
    done = run(
        tmp_path / "old.py",
        "from theano.compat.six import xrange\nfrom theano.compat import six\nprint(six.xrange(2), xrange(2))",
    )
    assert done.stdout == "range(0, 2) range(0, 2)\n", done.stderr
    (tmp_path / "six.py").unlink()
    for place in ("import six", "from theano.compat.six import xrange"):
        done = run(tmp_path / "old.py", place)
        if done.returncode == 0:
            pytest.skip("six is installed")
    assert "theano.compat.six is the package six, which is not installed: pip install six" in done.stderr


def test_a_wrapped_linker_runs_each_application() -> None:
    seen = []

    def check(number: int, node: object, thunk: object) -> None:
        thunk()  # type: ignore[operator]
        seen.append((number, [float(place[0]) for place in thunk.outputs]))  # type: ignore[attr-defined]

    linker = theano.gof.WrapLinkerMany([theano.gof.OpWiseCLinker()], [check, lambda *rest: None])
    x = T.dscalar("x")
    function = theano.function([x], -(x * x), mode=theano.Mode(linker, optimizer="fast_run"))
    assert function(3.0) == -9.0
    assert seen == [(0, [9.0]), (1, [-9.0])]


def test_what_a_wrapper_does_not_run_has_no_value() -> None:
    linker = theano.gof.WrapLinker([theano.gof.PerformLinker()], lambda *rest: None)
    x = T.dscalar("x")
    assert theano.function([x], -x, mode=theano.Mode(linker))(3.0) is None


GPU = """
from theano.gof.op import debug_assert
from theano.sandbox.cuda import CudaNdarrayType, cuda_available, gpu_from_host
from theano.sandbox.cuda.type import CudaNdarrayType as Again
from theano.gpuarray.type import GpuArrayType
import theano.tensor as T
print(cuda_available, isinstance(T.vector().type, (CudaNdarrayType, GpuArrayType)), issubclass(type("Op", (Again,), {}), Again))
for use in (CudaNdarrayType, gpu_from_host):
    try:
        use(T.vector())
    except RuntimeError as error:
        print(error)
from theano.sandbox.cuda.dnn import no_such_name
"""


def test_names_of_gpus_can_be_imported_and_say_what_to_use(tmp_path: Path) -> None:
    done = run(tmp_path / "old.py", GPU)
    assert done.stdout.splitlines() == [
        "False False True",
        "theano.sandbox.cuda.CudaNdarrayType is for GPUs, and functions are compiled for the processor",
        "theano.sandbox.cuda.gpu_from_host is for GPUs, and functions are compiled for the processor; use the array itself",
    ]
    assert (
        "ImportError: cannot import name 'no_such_name' from 'gnomon.theano.sandbox.cuda.dnn'" in done.stderr
    )


def test_a_lock_keeps_other_processes_out(tmp_path: Path) -> None:
    from gnomon.theano.gof.compilelock import get_lock, lock_ctx, release_lock

    other = f"""
import fcntl
try:
    fcntl.flock(open({str(tmp_path / "held" / "lock")!r}), fcntl.LOCK_EX | fcntl.LOCK_NB)
    print("free")
except BlockingIOError:
    print("held")
"""

    def seen() -> str:
        return subprocess.run([sys.executable, "-c", other], capture_output=True, text=True).stdout.strip()

    with lock_ctx(tmp_path / "held"):
        get_lock(tmp_path / "held")
        with pytest.raises(RuntimeError, match="is held"):
            get_lock(tmp_path / "else")
        release_lock()
        assert seen() == "held"
    assert seen() == "free"


def test_a_record_of_a_run_is_compared_with_the_next() -> None:
    import io

    from gnomon.theano.tests.record import MismatchError, Record, RecordMode

    def ran(file: io.StringIO, replay: bool, number: float) -> object:
        x = T.dscalar("x")
        mode = RecordMode(Record(file_object=file, replay=replay))
        return theano.function([x], T.exp(2 * x), mode=mode)(number)

    written = io.StringIO()
    first = ran(written, False, 4.0)
    assert len(written.getvalue().splitlines()) == 4
    assert ran(io.StringIO(written.getvalue()), True, 4.0) == first
    with pytest.raises(MismatchError, match="application 0"):
        ran(io.StringIO(written.getvalue()), True, 5.0)


def test_a_text_tells_which_place_cannot_be_filled() -> None:
    from gnomon.theano.misc.strutil import render_string

    assert render_string("%(a)s + %(b)d", {"a": "x", "b": 2}) == "x + 2"
    with pytest.raises(TypeError, match=r"%\(a\)s \+ %\(b\)d <<<"):
        render_string("%(a)s + %(b)d;", {"a": "x", "b": "y"})


TWICE = """
import numpy as np
from gnomon.theano import old_names
first = np.vstack
old_names.restore()
print(np.vstack is first)
"""


def test_names_are_given_back_once(tmp_path: Path) -> None:
    assert run(tmp_path / "old.py", TWICE).stdout == "True\n"
