"""Ctrl-C and other signals while native code runs."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")

PROGRAM = """
import signal, sys, threading, time
sys.path[:0] = {paths!r}
import numpy as np
import gnomon as gn
from compile.loops import scan, while_loop

signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored where the tests run in the background
total = gn.shared(np.zeros(3), name="total")
x = gn.symbol("x", (3,))
{make}
print("ready", flush=True)
start = time.perf_counter()
try:
    f(np.ones(3))
except {error} as error:
    print("stopped", total.get_value().tolist(), flush=True)
    total.set_value(np.ones(3))
    print(f(np.full(3, -1.0))[0].tolist())
else:
    print("went on", flush=True)
"""
ENDLESS = """
(last,) = while_loop(lambda c: gn.max(c[0]) > 0, lambda c: [c[0] * 0.5 + 1], [x])
f = gn.function([x], [last], updates={total: last})
"""

WITHOUT_NATIVE_STEPS = """
from gnomon.compile.lower import direct
del direct.HAVE_STEPS["sort"]
""" + ENDLESS.replace("c[0] * 0.5 + 1", "gn.sort(c[0]) * 0.5 + 1")
INSIDE = """
def body(c, _):
    (last,) = while_loop(lambda d: gn.max(d[0]) > 0, lambda d: [d[0] * 0.5 + 1], [c[0]])
    return [last], []

(last,), _ = scan(body, [x], length=2)
f = gn.function([x], [last], updates={total: last})
"""


@pytest.mark.parametrize("make", [ENDLESS, INSIDE, WITHOUT_NATIVE_STEPS])
def test_ctrl_c_ends_a_loop(make):
    output, waited = interrupted(make, "KeyboardInterrupt")
    assert output == ["stopped [0.0, 0.0, 0.0]", "[-1.0, -1.0, -1.0]"]
    assert waited < 2


def test_a_handler_that_raises_ends_a_loop():
    make = ENDLESS + textwrap.dedent(
        """
        class Late(Exception):
            pass

        def late(*_):
            raise Late

        signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        """
    )
    output, _ = interrupted(make, "Late", send=False)
    assert output == ["stopped [0.0, 0.0, 0.0]", "[-1.0, -1.0, -1.0]"]


def test_a_handler_that_does_not_raise_lets_it_go_on():
    make = ENDLESS.replace("gn.max(c[0]) > 0", "c[1] < 300_000_000").replace(
        "lambda c: [c[0] * 0.5 + 1], [x]", "lambda c: [c[0] * 0.5 + 1, c[1] + 1], [x, gn.asarray(0)]"
    )
    make = make.replace("(last,)", "(last, _)") + "signal.signal(signal.SIGINT, lambda *_: print('heard'))\n"
    output, _ = interrupted(make, "KeyboardInterrupt")
    assert output == ["heard", "went on"]


def interrupted(make, error, send=True):
    """Run a program, interrupt it; return what it printed, and how long it took to end after the signal."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    text = PROGRAM.format(paths=[os.path.join(os.path.dirname(here), "src"), here], make=make, error=error)
    process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.perf_counter()
        if send:
            process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    return output.splitlines(), time.perf_counter() - start
