"""Programs in Theano's language, run under one of three libraries: `theano_programs.py LIBRARY PROGRAM`.

LIBRARY is theano (1.0.5), gnomon (gnomon.theano) or pytensor, in whose environment this is run. It prints a line of JSON: the
seconds of the import and of compiling with a first call, and the most memory used. Then each line on the standard input is a
number of calls to make, and the seconds that one took are printed.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np


def load(library: str) -> tuple[Any, Any]:
    """Return the library and its module of tensors."""
    if library == "pytensor":
        import pytensor
        import pytensor.tensor as pt

        return pytensor, pt
    if library == "gnomon":
        from gnomon.theano import install

        install()
    import theano.tensor as tt

    import theano

    return theano, tt


def shared(theano: Any, *shape: int) -> Any:
    """Return a shared array of small numbers."""
    rng = np.random.default_rng(sum(shape))
    return theano.shared((rng.normal(size=shape) * 0.05).astype("float32"))


def numbers(*shape: int) -> np.ndarray:
    """Return an array of numbers."""
    return np.random.default_rng(len(shape)).normal(size=shape).astype("float32")


def cross_entropy(t: Any, scores: Any, wanted: Any) -> Any:
    """Return the mean loss of scores (batch, classes), ``wanted`` one of them each as ones and zeros."""
    shifted = scores - t.max(scores, axis=1, keepdims=True)
    logs = shifted - t.log(t.sum(t.exp(shifted), axis=1, keepdims=True))
    return -t.mean(t.sum(wanted * logs, axis=1))


def call(theano: Any, t: Any) -> tuple[Any, list[Any]]:
    """A call of a function of two numbers."""
    x, y = t.dscalars("x", "y")
    return theano.function([x, y], x * 2 + y), [1.5, 2.5]


def chain(theano: Any, t: Any) -> tuple[Any, list[Any]]:
    """An elementwise formula of 100,000 numbers."""
    x, y = t.fvectors("x", "y")
    formula = 2 * t.tanh(x) * t.exp(-y * y) + t.log1p(x * x)
    return theano.function([x, y], formula), [numbers(100_000), numbers(100_000)]


def logistic(theano: Any, t: Any) -> tuple[Any, list[Any]]:
    """A step of logistic regression: 600 pictures of 784 points, 10 classes."""
    x, y = t.fmatrix("x"), t.fmatrix("y")
    weights, bias = shared(theano, 784, 10), shared(theano, 10)
    loss = cross_entropy(t, t.dot(x, weights) + bias, y)
    return learning(theano, [x, y], loss, [weights, bias]), [numbers(600, 784), one_hot(600)]


def network(theano: Any, t: Any) -> tuple[Any, list[Any]]:
    """A step of a network 784-500-500-10, batch 128."""
    x, y = t.fmatrix("x"), t.fmatrix("y")
    hidden, parameters = x, []
    for inputs, outputs in ((784, 500), (500, 500), (500, 10)):
        weights, bias = shared(theano, inputs, outputs), shared(theano, outputs)
        parameters += [weights, bias]
        hidden = t.dot(hidden, weights) + bias
        hidden = hidden if outputs == 10 else t.tanh(hidden)
    return learning(theano, [x, y], cross_entropy(t, hidden, y), parameters), [
        numbers(128, 784),
        one_hot(128),
    ]


def scan(theano: Any, t: Any) -> tuple[Any, list[Any]]:
    """A step of a recurrent network: a scan of 100 steps with its gradient, 16 rows, 64 units."""
    x = t.ftensor3("x")
    entry, again = shared(theano, 32, 64), shared(theano, 64, 64)
    first = t.zeros((16, 64), dtype="float32")

    def step(now: Any, before: Any, entry: Any, again: Any) -> Any:
        return t.tanh(t.dot(now, entry) + t.dot(before, again))

    states, _ = theano.scan(step, sequences=[x], outputs_info=[first], non_sequences=[entry, again])
    return learning(theano, [x], t.mean(states[-1] ** 2), [entry, again]), [numbers(100, 16, 32)]


def one_hot(count: int) -> np.ndarray:
    """Return classes as ones and zeros."""
    return np.eye(10, dtype="float32")[np.arange(count) % 10]


def learning(theano: Any, inputs: list[Any], loss: Any, parameters: list[Any]) -> Any:
    """Return a function that makes a step down the gradient."""
    slopes = theano.grad(loss, parameters)
    rate = np.float32(0.01)
    return theano.function(inputs, loss, updates=[(p, p - rate * g) for p, g in zip(parameters, slopes)])


PROGRAMS: dict[str, Callable[[Any, Any], tuple[Any, list[Any]]]] = {
    made.__name__: made for made in (call, chain, logistic, network, scan)
}


def main(library: str, program: str) -> None:
    """Compile a program, tell how long that took, then time calls as asked."""
    began = time.perf_counter()
    theano, t = load(library)
    imported = time.perf_counter()
    function, arguments = PROGRAMS[program](theano, t)
    value = function(*arguments)
    compiled = time.perf_counter()
    told = {"import": imported - began, "compile": compiled - imported, "value": float(np.mean(value))}
    print(json.dumps(told), flush=True)
    for line in sys.stdin:
        turns = range(int(line))
        start = time.perf_counter()
        for _ in turns:
            function(*arguments)
        spent = (time.perf_counter() - start) / len(turns)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"seconds": spent, "megabytes": most}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
