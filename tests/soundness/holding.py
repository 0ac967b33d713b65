"""Asserts that the checker is right about programs written at random, and about the same with a mistake."""

from soundness.arrays import array_program
from soundness.judging import judged, planted
from soundness.nets import net_program


def program(kind: str, seed: int) -> str:
    """Return a program of a kind: of a library's arrays, or of its networks."""
    return net_program(kind, seed) if kind.startswith("net-") else array_program(kind, seed)


def hold(kind: str, seeds: range, mistakes: int, share: float = 0.95) -> None:
    """Assert: nothing contradicts a run, no false alarm, most shapes known, most planted mistakes found."""
    expressions = rank = shape = crashes = missed = 0
    for seed in seeds:
        text = program(kind, seed)
        judgement = judged(text)
        assert not judgement.error, f"{judgement.error}\n{text}"
        verdict = judgement.verdict
        assert not verdict.contradictions, f"{verdict.contradictions[0]}\n{text}"
        assert not judgement.alarms, f"{judgement.alarms[0]}\n{text}"
        expressions += verdict.expressions
        rank += verdict.rank_known
        shape += verdict.shape_known
        for mistake in planted(text, mistakes, seed):
            assert not mistake.alarm, f"{mistake.found[0]}\n{mistake.text}"
            crashes += mistake.outcome == "shape"
            missed += mistake.missed
    assert rank >= 0.95 * expressions
    assert shape >= 0.85 * expressions
    assert crashes - missed >= share * crashes, f"{missed} of {crashes} crashes are missed"
