"""Whether what a run showed is what the checker allows: shapes, dtypes, and one number for each named size."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gnomon.check.library import known_sizes
from gnomon.shapes import Dim, Shape, Symbol, substitute
from gnomon.values import Tensor

from soundness.claiming import Claim, Recorder
from soundness.instrumenting import Place
from soundness.tracing import Seen, Trace, Trip

Equation = tuple[Dim, int]
SCALARS = frozenset("number int float bool complex".split())
ATTEMPTS = 400
"""Combinations of alternatives that are tried for the expressions of one trip."""


@dataclass
class Contradiction:
    """A shape that was seen and that the checker does not allow."""

    path: str
    line: int
    column: int
    seen: str
    claimed: str


@dataclass
class Verdict:
    """What came of one program."""

    contradictions: list[Contradiction] = field(default_factory=list)
    expressions: int = 0
    rank_known: int = 0
    shape_known: int = 0
    unreached: int = 0
    unknown: list[tuple[str, Place, str]] = field(default_factory=list)


def compare(trace: Trace, recorder: Recorder) -> Verdict:
    """Hold a trace against the claims."""
    verdict = Verdict()
    claims_at: dict[int, list[Claim]] = {}
    for number, shapes in trace.shapes.items():
        place, path = trace.places[number], trace.paths[number]
        claims = list(recorder.claims.get((path, place), ()))
        cold = not claims
        if cold:
            claims = list(recorder.cold_claims.get((path, place), ()))
        claims_at[number] = claims
        verdict.expressions += 1
        if not claims:
            verdict.unreached += 1
            verdict.unknown.append((path, place, "never evaluated"))
            continue
        rank = whole = True
        for seen in shapes:
            allowed = [claim for claim in claims if allows(claim, seen)]
            if not allowed and not recorder.ran_out and not cold:
                shown = " | ".join(map(repr, claims[:6]))
                verdict.contradictions.append(
                    Contradiction(path, place.line, place.column, show(seen), shown)
                )
            rank = rank and any(is_rank_known(claim) for claim in allowed)
            whole = whole and any(is_shape_known(claim) for claim in allowed)
        verdict.rank_known += rank
        verdict.shape_known += whole
        if not whole:
            verdict.unknown.append((path, place, " | ".join(map(repr, claims[:3]))))
    wrong = {(c.path, c.line, c.column) for c in verdict.contradictions}
    if not wrong and not recorder.ran_out:
        verdict.contradictions += list(_inconsistent(trace, claims_at))
    return verdict


def show(seen: Seen) -> str:
    """Return a shape that was seen as text."""
    shape, dtype = seen
    return f"{'?' if shape is None else shape} {dtype}"


def is_rank_known(claim: Claim) -> bool:
    """Whether a claim tells the number of axes."""
    return claim.kind in SCALARS or (claim.shape is not None and claim.shape.rank is not None)


def is_shape_known(claim: Claim) -> bool:
    """Whether a claim tells every size, as a number or by names."""
    return claim.kind in SCALARS or (is_rank_known(claim) and known_sizes(Tensor(claim.shape)))


def allows(claim: Claim, seen: Seen) -> bool:
    """Whether an array that was seen may be what is claimed."""
    shape, dtype = seen
    if claim.kind == "anything":
        return True
    if claim.kind in SCALARS:
        return shape in ((), None)
    if claim.kind != "array" or claim.shape is None:
        return False
    if claim.dtype is not None and not _same_dtype(claim.dtype.name, dtype):
        return False
    equations = unify(claim.shape, shape)
    return equations is not None and solve(equations, {}) is not None


def _same_dtype(claimed: str, seen: str) -> bool:
    return claimed == seen or (claimed in TEXTS and any(seen.startswith(text) for text in TEXTS))


TEXTS = ("string", "str", "object", "bytes")


def unify(claimed: Shape, seen: tuple[int | None, ...] | None) -> list[Equation] | None:
    """Return the equations that make a claimed shape the one seen, None if no sizes do."""
    if seen is None:
        return []
    if claimed.run is None:
        if len(claimed.prefix) != len(seen):
            return None
        pairs = list(zip(claimed.prefix, seen, strict=True))
    else:
        if claimed.min_rank > len(seen):
            return None
        pairs = list(zip(claimed.prefix, seen, strict=False))
        if claimed.suffix:
            pairs += list(zip(claimed.suffix, seen[-len(claimed.suffix) :], strict=True))
    equations = []
    for size, number in pairs:
        if number is None:
            continue
        if type(size) is int:
            if size != number:
                return None
        else:
            equations.append((size, number))
    return equations


def solve(equations: list[Equation], values: dict[Symbol, int]) -> dict[Symbol, int] | None:
    """Return the sizes that the equations give, None if they contradict each other."""
    values = dict(values)
    left = list(equations)
    while True:
        waiting: list[Equation] = []
        before = len(values)
        for size, number in left:
            rest = substitute(size, values) if values else size
            if type(rest) is int:
                if rest != number:
                    return None
                continue
            answer = _linear(rest, number)
            if answer is None:
                waiting.append((rest, number))
            elif answer is False:
                return None
            else:
                symbol, value = answer
                if not _possible(symbol, value):
                    return None
                values[symbol] = value
        if len(values) == before or not waiting:
            return values
        left = waiting


def _linear(size: Dim, number: int) -> "tuple[Symbol, int] | bool | None":
    """Return symbol and value where a size is ``a * symbol + b``; False if no whole number solves it."""
    terms = [(monomial, factor) for monomial, factor in size.terms if monomial]
    if len(terms) != 1 or len(terms[0][0]) != 1 or type(terms[0][0][0]) is not Symbol:
        return None
    (symbol,), factor = terms[0]
    value, odd = divmod(number - size.constant, factor)
    return False if odd else (symbol, value)


def _possible(symbol: Symbol, value: int) -> bool:
    if symbol.domain is not None and value not in symbol.domain:
        return False
    low, high = symbol.lower, symbol.upper
    return (low is None or value >= low) and (high is None or value <= high)


def _inconsistent(trace: Trace, claims_at: dict[int, list[Claim]]) -> Iterator[Contradiction]:
    """Yield the trips in which no choice of alternatives gives each named size one number."""
    done: set[object] = set()
    told: Counter[int] = Counter()
    for trip in trace.trips:
        seen = _seen_together(trip)
        key = frozenset(seen.items())
        if not seen or key in done:
            continue
        done.add(key)
        culprit = _first_conflict(seen, claims_at)
        if culprit is not None and not told[culprit]:
            told[culprit] += 1
            place = trace.places[culprit]
            shown = " | ".join(map(repr, claims_at[culprit][:6])) + " together with what is seen before it"
            yield Contradiction(trace.paths[culprit], place.line, place.column, show(seen[culprit]), shown)


def _seen_together(trip: Trip) -> dict[int, Seen]:
    seen: dict[int, Seen] = {}
    around: Trip | None = trip
    while around is not None:
        seen = {**around.seen, **seen}
        around = around.around
    return seen


def _first_conflict(seen: dict[int, Seen], claims_at: dict[int, list[Claim]]) -> int | None:
    """Return the expression at which every choice of alternatives fails, None if one choice fits all."""
    rows: list[tuple[int, list[list[Equation]]]] = []
    for number, shape in seen.items():
        choices: list[list[Equation]] = []
        for claim in claims_at.get(number, ()):
            if allows(claim, shape):
                found = (
                    unify(claim.shape, shape[0]) if claim.kind == "array" and claim.shape is not None else []
                )
                if not found:
                    choices = []
                    break
                choices.append(found)
        if choices:
            rows.append((number, choices))
    rows.sort(key=lambda row: len(row[1]))
    attempts, deepest = 0, 0

    def fits(depth: int, values: dict[Symbol, int]) -> bool:
        nonlocal attempts, deepest
        deepest = max(deepest, depth)
        if depth == len(rows):
            return True
        for equations in rows[depth][1]:
            attempts += 1
            if attempts > ATTEMPTS:
                return True
            solved = solve(equations, values)
            if solved is not None and fits(depth + 1, solved):
                return True
        return False

    return None if fits(0, {}) else rows[deepest][0]
