"""Every answer against brute force: YES must hold at all small values that the facts allow, NO at none."""

from hypothesis import assume, given
from hypothesis import strategies as st

from gnomon.shapes import NO, YES, Facts, substitute

from shapes.programs import (
    NAMES,
    all_ranges,
    assignments,
    checked,
    claims,
    expressions,
    value,
)


def symbolic(thing, symbols):
    """The symbolic form; discards examples that divide by the number zero."""
    try:
        return thing.on_symbols(symbols)
    except ZeroDivisionError:
        assume(False)


def make(box):
    return {name: r.make(name) for name, r in zip(NAMES, box, strict=True)}


def allowed(box, facts):
    functions = [fact.on_integers() for fact in facts]
    return [p for p in assignments(box) if all(value(f, p) for f in functions)]


@checked
@given(expressions, all_ranges)
def test_normal_form_keeps_the_value(expression, box):
    symbols = make(box)
    size = symbolic(expression, symbols)
    function = expression.on_integers()
    for point in assignments(box):
        expected = value(function, point)
        if expected is not None:
            mapping = {symbols[name].atom: x for name, x in zip(NAMES, point, strict=True)}
            assert substitute(size, mapping) == expected, (point, size)


@checked
@given(expressions, expressions, all_ranges)
def test_equal_normal_forms_are_equal_everywhere(first, second, box):
    symbols = make(box)
    a, b = symbolic(first, symbols), symbolic(second, symbols)
    if a == b:
        assert hash(a) == hash(b)
        f, g = first.on_integers(), second.on_integers()
        for point in assignments(box):
            x, y = value(f, point), value(g, point)
            assert x is None or y is None or x == y
    difference = a - b
    assert (difference == 0) is (a == b)


@checked
@given(expressions, st.tuples(expressions, expressions), all_ranges)
def test_substitution_commutes_with_evaluation(expression, replacements, box):
    symbols = make(box)
    size = symbolic(expression, symbols)
    new = {symbols[name].atom: symbolic(r, symbols) for name, r in zip("ab", replacements, strict=True)}
    replaced = substitute(size, new)
    f, g, h = (x.on_integers() for x in (expression, *replacements))
    for point in assignments(box):
        inner = (value(g, point), value(h, point), point[2])
        if None in inner or not inside(box, inner):
            continue
        expected = value(f, inner)
        mapping = {symbols[name].atom: x for name, x in zip(NAMES, point, strict=True)}
        if expected is not None:
            assert substitute(replaced, mapping) == expected, point


def inside(box, point):
    return all(
        (r.lower is None or x >= r.lower)
        and (r.upper is None or x <= r.upper)
        and (r.domain is None or x in r.domain)
        for r, x in zip(box, point, strict=True)
    )


@checked
@given(st.lists(claims, max_size=3), claims, all_ranges)
def test_answers_hold_wherever_the_facts_do(given_facts, question, box):
    symbols = make(box)
    facts = Facts()
    for fact in given_facts:
        facts.assume(symbolic(fact, symbols))
    answer = symbolic(question, symbols).ask(facts)
    if answer.is_maybe:
        return
    function = question.on_integers()
    for point in allowed(box, given_facts):
        found = value(function, point)
        assert found is None or bool(found) == answer.is_yes, (point, answer)


@checked
@given(st.lists(claims, max_size=3), expressions, all_ranges)
def test_bounds_and_normal_forms_hold_wherever_the_facts_do(given_facts, expression, box):
    symbols = make(box)
    facts = Facts()
    for fact in given_facts:
        facts.assume(symbolic(fact, symbols))
    size = symbolic(expression, symbols)
    low, high = facts.bounds(size)
    normal = facts.normalize(size)
    function = expression.on_integers()
    for point in allowed(box, given_facts):
        found = value(function, point)
        if found is not None:
            assert low is None or low <= found, point
            assert high is None or high >= found, point
            mapping = {symbols[name].atom: x for name, x in zip(NAMES, point, strict=True)}
            assert substitute(normal, mapping) == found, (point, normal)


@checked
@given(claims, claims, st.lists(claims, min_size=1, max_size=3), all_ranges)
def test_rollback_forgets_everything(first, question, later, box):
    symbols = make(box)
    facts = Facts()
    facts.assume(symbolic(first, symbols))
    asked = symbolic(question, symbols)
    before = asked.ask(facts)
    table = dict(facts.known), dict(facts.solved), dict(facts.remembered)
    token = facts.mark()
    for claim in later:
        facts.assume(symbolic(claim, symbols))
        asked.ask(facts)
    facts.rollback(token)
    assert facts.mark() == token
    assert table == (facts.known, facts.solved, facts.remembered)
    assert asked.ask(facts) is before


@checked
@given(claims, st.lists(claims, min_size=1, max_size=3), st.lists(claims, max_size=2), claims, all_ranges)
def test_what_branches_have_in_common_holds_in_each(first, left, right, question, box):
    symbols = make(box)
    facts = Facts()
    facts.assume(symbolic(first, symbols))
    captures = []
    for branch in (left, right):
        token = facts.mark()
        for claim in branch:
            facts.assume(symbolic(claim, symbols))
        captures.append(facts.capture(token))
        facts.rollback(token)
    for claim in facts.intersect(captures):
        facts.assume(claim)
    answer = symbolic(question, symbols).ask(facts)
    if answer.is_maybe:
        return
    function = question.on_integers()
    points = allowed(box, [first, *left]) + allowed(box, [first, *right])
    for point in points:
        found = value(function, point)
        assert found is None or bool(found) == answer.is_yes, (point, answer)


@checked
@given(st.lists(claims, min_size=1, max_size=3), claims, all_ranges)
def test_captures_say_what_was_learnt(given_facts, question, box):
    symbols = make(box)
    facts, others = Facts(), Facts()
    token = facts.mark()
    for fact in given_facts:
        facts.assume(symbolic(fact, symbols))
    for claim in facts.capture(token):
        others.assume(claim)
    answer = symbolic(question, symbols).ask(others)
    if answer is YES or answer is NO:
        function = question.on_integers()
        for point in allowed(box, given_facts):
            found = value(function, point)
            assert found is None or bool(found) == answer.is_yes, (point, answer)


@checked
@given(claims, all_ranges)
def test_what_is_assumed_is_known(claim, box):
    """A claim that was possible is not denied after it was assumed."""
    symbols = make(box)
    facts = Facts()
    asked = symbolic(claim, symbols)
    facts.assume(asked)
    if allowed(box, [claim]):
        assert not asked.ask(facts).is_no
