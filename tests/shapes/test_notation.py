"""The notation of shapes."""

import pytest

from gnomon.shapes import AxesPattern, Axis, Blank, Fixed, Group, Many, Notation, parse_notation

a, b, c = Axis("a"), Axis("b"), Axis("c")


@pytest.mark.parametrize(
    "text, inputs, outputs",
    [
        ("a b", [[a, b]], []),
        ("a b -> b a", [[a, b]], [[b, a]]),
        ("*b m k, *b k n -> *b m n", [[Many("b"), Axis("m"), Axis("k")], [Many("b"), Axis("k"), Axis("n")]],
         [[Many("b"), Axis("m"), Axis("n")]]),
        ("a 3 _ ... -> a", [[a, Fixed(3), Blank(), Many()]], [[a]]),
        ("(a b) c -> a (b c)", [[Group((a, b)), c]], [[a, Group((b, c))]]),
        ("(a 2)c->c", [[Group((a, Fixed(2))), c]], [[c]]),
        ("a ->", [[a]], [[]]),
        ("-> a", [], [[a]]),
        ("->", [], [[]]),
        ("", [[]], []),
        ("()", [[]], []),
        ("(), a -> ()", [[], [a]], [[]]),
        ("a, , b", [[a], [], [b]], []),
        ("a -> a, b", [[a]], [[a], [b]]),
        ("  a\n b  ->\tb", [[a, b]], [[b]]),
        ("batch_1 h2", [[Axis("batch_1"), Axis("h2")]], []),
    ],
)  # fmt: skip
def test_parse(text, inputs, outputs):
    def patterns(rows):
        return tuple(AxesPattern(tuple(row)) for row in rows)

    found = parse_notation(text)
    assert found == Notation(patterns(inputs), patterns(outputs))
    assert hash(found) == hash(Notation(patterns(inputs), patterns(outputs)))
    assert parse_notation(text) is found


@pytest.mark.parametrize(
    "text, message",
    [
        ("a -> b -> c", "'->' occurs twice"),
        ("a (b", "'(' without ')'"),
        ("a b)", "')' without '('"),
        ("(a (b))", "a group stands inside a group"),
        ("a ( ) b", "a group is empty"),
        ("(a *b)", "'*b' stands inside a group"),
        ("(a ...)", "'...' stands inside a group"),
        ("(_)", "'_' stands inside a group"),
        ("*a b *c", "one pattern has two runs, *a and *c"),
        ("... *c", "one pattern has two runs, ... and *c"),
        ("a + b", "'+' is neither a name, a number, '_', '...' nor '*name'"),
        ("*", "'*' is neither"),
        ("*3", "'*3' is neither"),
        ("-1", "'-1' is neither"),
        ("2a", "'2a' is neither"),
        ("\u00b2", "is neither"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(ValueError) as caught:
        parse_notation(text)
    assert message in str(caught.value)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["*b m k, *b k n -> *b m n", "(a b) c -> a (b c)", "a 3 _ ... -> ()", "a, () -> a, b", "a b", "()"],
)
def test_text(text):
    assert str(parse_notation(text)) == text


def test_patterns():
    pattern = parse_notation("a (b 2) *rest c 3").inputs[0]
    assert pattern.run_index == 2
    assert pattern.rank is None
    assert pattern.min_rank == len(pattern) - 1 == 4
    assert list(pattern.names()) == ["a", "b", "c"]
    assert list(pattern) == list(pattern.items)
    assert str(pattern) == "a (b 2) *rest c 3"
    plain = parse_notation("a b").inputs[0]
    assert (plain.run_index, plain.rank, plain.min_rank) == (None, 2, 2)


def test_items():
    assert repr(Axis("a")) == "Axis('a')"
    assert repr(Blank()) == "Blank()"
    assert Many("a") != Axis("a")
    assert Many("a") != Many("b")
    assert Fixed(3) == Fixed(3)
    match Group((a, Fixed(2))):
        case Group((Axis(name), Fixed(size))):
            assert (name, size) == ("a", 2)
