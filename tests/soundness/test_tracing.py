"""The tracer itself: what it sees, what it calls a contradiction, and that it finds a checker that is wrong."""

import pytest

from gnomon.shapes import Shape, symbol

from soundness.agreeing import allows, compare, solve, unify
from soundness.claiming import Claim, claimed
from soundness.instrumenting import instrumented
from soundness.mistakes import mistaken
from soundness.tracing import traced

numpy = pytest.importorskip("numpy")

PROGRAM = """
import numpy as np

def halves(x):
    \"\"\"Kept.\"\"\"
    n = x.shape[0] // 2
    return x[:n], x[n:]

class Box:
    sizes = [len(np.zeros(k)) for k in range(3)]

total = np.zeros(3)
for k in range(4):
    a, b = halves(np.ones((2 * k, 3)))
    total = total + a.sum(axis=0)
    while k > 10:
        k -= 1
mean = sum(map(lambda row: row.mean(), np.eye(2))) + total[0]
match mean:
    case float():
        text = f"{total.shape}"
"""


def test_a_rewritten_program_does_the_same():
    plain, told = {}, {"__seen__": lambda n, v, t: v, "__begin__": lambda t: t}
    exec(compile(PROGRAM, "p.py", "exec"), plain)
    exec(compile(instrumented(PROGRAM, []), "p.py", "exec"), told)
    assert set(plain) <= set(told)
    assert plain["text"] == told["text"] == "(3,)"
    assert told["halves"].__doc__ == "Kept."


def test_what_was_seen_is_what_the_checker_says():
    trace, error = traced(PROGRAM, "p.py", {})
    assert error is None
    verdict = compare(trace, claimed("p.py", PROGRAM)[0])
    assert not verdict.contradictions
    assert verdict.expressions == verdict.rank_known == verdict.shape_known > 10


def test_a_checker_that_is_wrong_is_found():
    wrong = PROGRAM.replace("np.ones((2 * k, 3))", "np.ones((2 * k, 4))")
    trace, _ = traced(PROGRAM, "p.py", {})
    verdict = compare(trace, claimed("p.py", wrong)[0])
    assert any(found.seen.startswith("(0, 3)") for found in verdict.contradictions)


def test_a_named_size_is_one_number():
    n, m = symbol("n"), symbol("m")
    pairs = unify(Shape.of(n, n + 1), (3, 4))
    assert solve(pairs, {}) == {n.atom: 3}
    assert solve(unify(Shape.of(n, n + 1), (3, 5)), {}) is None
    assert solve(unify(Shape.of(2 * n, m), (5, 1)), {}) is None
    assert solve(unify(Shape.of(n // 2, n), (2, 4)), {}) == {n.atom: 4}
    assert unify(Shape.of(2, n), (3, 4)) is None


def test_a_name_is_one_number_throughout_a_run():
    program = "import numpy as np\nn = int(input())\na = np.zeros(n)\nb = np.zeros(n)\npair = a, b\n"
    recorder, _ = claimed("p.py", program)

    class Odd:
        """A size that is another one each time."""

        asked = 3

        def __init__(self, text):
            pass

        def __index__(self):
            self.asked += 1
            return self.asked

    trace, _ = traced(program, "p.py", {"input": lambda: "7"})
    assert not compare(trace, recorder).contradictions
    trace, error = traced(program.replace("int", "Odd"), "p.py", {"input": lambda: "7", "Odd": Odd})
    assert error is None
    found = compare(trace, recorder).contradictions
    assert found
    assert "together" in found[0].claimed
    assert allows(Claim("array", Shape.of(symbol("n"))), ((7,), "float64"))
    assert not allows(Claim("array", Shape.of(3)), ((7,), "float64"))


def test_mistakes_are_slips_of_the_pen():
    text = "y = x.T @ w\nz = np.sum(y, axis=0, keepdims=True)[:, None]\n"
    changes = {(mutant.kind, mutant.after) for mutant in mistaken(text, 40)}
    assert ("a transpose lost", "x") in changes
    assert ("operands exchanged", "(w) @ (x.T)") in changes
    assert ("keepdims lost", "np.sum(y, axis=0)") in changes
    assert any(kind == "axis" for kind, _ in changes)
