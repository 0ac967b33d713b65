"""The notation of shapes: `"*b m k, *b k n -> *b m n"`.

A pattern is a row of axes: a name, a number, `_` for an axis of any size, `*name` or `...` for a run of any
length, and `(h w)` for one axis that is the product of others. Patterns are separated by commas, and `->`
stands before those of the results. `()` is the pattern of a scalar, and so is an empty one, but nothing at
all before `->` means no inputs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class _Part:
    """A piece of a pattern; pieces with the same content are equal."""

    __slots__: tuple[str, ...] = ()

    def _content(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Part) and type(other) is type(self) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self._content()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._content()))})"


class Axis(_Part):
    """An axis with a name: the same name is the same size everywhere in one notation."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


class Fixed(_Part):
    """An axis of exactly this size."""

    __slots__ = __match_args__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size

    def __str__(self) -> str:
        return str(self.size)


class Many(_Part):
    """A run of any number of axes: `*name`, or `...` if the name is None."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str | None = None) -> None:
        self.name = name

    def __str__(self) -> str:
        return "..." if self.name is None else f"*{self.name}"


class Blank(_Part):
    """An axis of any size, written `_`."""

    __slots__ = ()

    def __str__(self) -> str:
        return "_"


class Group(_Part):
    """One axis whose size is the product of several, written `(h w)`."""

    __slots__ = __match_args__ = ("items",)

    def __init__(self, items: tuple[Axis | Fixed, ...]) -> None:
        self.items = items

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


Item = Axis | Fixed | Many | Blank | Group


class AxesPattern(_Part):
    """The pattern of one shape. At most one of its items is a run."""

    __slots__ = __match_args__ = ("items",)

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items

    @property
    def run_index(self) -> int | None:
        """Where the run stands, or None if there is none."""
        for index, item in enumerate(self.items):
            if type(item) is Many:
                return index
        return None

    @property
    def rank(self) -> int | None:
        """The number of axes, or None if there is a run."""
        return len(self.items) if self.run_index is None else None

    @property
    def min_rank(self) -> int:
        """The number of axes beside the run."""
        return len(self.items) - (self.run_index is not None)

    def names(self) -> Iterator[str]:
        """The names of axes, also inside groups, in order."""
        for item in self.items:
            if type(item) is Axis:
                yield item.name
            elif type(item) is Group:
                yield from (inner.name for inner in item.items if type(inner) is Axis)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __str__(self) -> str:
        return " ".join(map(str, self.items)) or "()"


class Notation(_Part):
    """The patterns of all inputs and all outputs."""

    __slots__ = __match_args__ = ("inputs", "outputs")

    def __init__(self, inputs: tuple[AxesPattern, ...], outputs: tuple[AxesPattern, ...]) -> None:
        self.inputs = inputs
        self.outputs = outputs

    def __str__(self) -> str:
        inputs, outputs = (", ".join(map(str, side)) for side in (self.inputs, self.outputs))
        return f"{inputs} -> {outputs}" if self.outputs else inputs


_parsed: dict[str, Notation] = {}


def parse_notation(text: str) -> Notation:
    """The patterns that a text describes; a ValueError that says what is wrong if it describes none.

    >>> matmul = parse_notation("*b m k, *b k n -> *b m n")
    >>> matmul.inputs[0].items
    (Many('b'), Axis('m'), Axis('k'))
    >>> str(matmul), len(matmul.outputs)
    ('*b m k, *b k n -> *b m n', 1)
    >>> parse_notation("b (h 2) 3 ... ->").inputs[0].items
    (Axis('b'), Group((Axis('h'), Fixed(2))), Fixed(3), Many(None))
    >>> parse_notation("*a *b")
    Traceback (most recent call last):
        ...
    ValueError: in '*a *b': one pattern has two runs, *a and *b
    """
    found = _parsed.get(text)
    if found is None:
        try:
            found = _parse(text)
        except ValueError as error:
            raise ValueError(f"in {text!r}: {error}") from None
        _parsed[text] = found
    return found


def _parse(text: str) -> Notation:
    left, arrow, right = text.partition("->")
    if "->" in right:
        raise ValueError("'->' occurs twice")
    inputs = () if arrow and not left.strip() else _patterns(left)
    return Notation(inputs, _patterns(right) if arrow else ())


def _patterns(text: str) -> tuple[AxesPattern, ...]:
    return tuple(_pattern(part) for part in text.split(","))


def _pattern(text: str) -> AxesPattern:
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    if words == ["(", ")"]:
        return AxesPattern(())
    items: list[Item] = []
    group: list[Axis | Fixed] | None = None
    for word in words:
        if word == "(":
            if group is not None:
                raise ValueError("a group stands inside a group")
            group = []
        elif word == ")":
            if group is None:
                raise ValueError("')' without '('")
            if not group:
                raise ValueError("a group is empty")
            items.append(Group(tuple(group)))
            group = None
        else:
            item = _item(word)
            if group is None:
                items.append(item)
            elif isinstance(item, (Axis, Fixed)):
                group.append(item)
            else:
                raise ValueError(f"{word!r} stands inside a group")
    if group is not None:
        raise ValueError("'(' without ')'")
    runs = [str(item) for item in items if type(item) is Many]
    if len(runs) > 1:
        raise ValueError(f"one pattern has two runs, {runs[0]} and {runs[1]}")
    return AxesPattern(tuple(items))


def _item(word: str) -> Item:
    if word == "...":
        return Many()
    if word == "_":
        return Blank()
    if word[0] == "*" and word[1:].isidentifier():
        return Many(word[1:])
    if word.isidentifier():
        return Axis(word)
    if word.isascii() and word.isdigit():
        return Fixed(int(word))
    raise ValueError(f"{word!r} is neither a name, a number, '_', '...' nor '*name'")
