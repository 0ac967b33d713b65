"""Writes programs at random by running each statement as it is written: what the library refuses is not kept."""

import random
import re
from typing import Any

NAMES = (
    "x y z a b u v h q k w feats scores hidden out data rows grid block part left right total mean_ part_a "
    "centred scaled stack_ mix probe signal frames tokens weights bias logits mask_ picked joined"
).split()
LARGEST, DEEPEST = 20_000, 5
OPEN = ("> 0.2]", "> 0.5", "np.unique", "torch.unique", "boolean_mask")
"""Templates whose sizes depend on the data: programs that rely on them run by chance alone."""
BINDS = re.compile(r"(\{(halves|names)\}|n|last) = ")
"""Templates that name what they make."""
TOKEN = re.compile(r"\{(\w+\+?)\}")


class Writer:
    """A piece of a program under way: its lines, and the values that its names have so far."""

    def __init__(self, draw: random.Random, space: dict[str, Any], indent: str = "") -> None:
        self.draw = draw
        self.space = space
        self.indent = indent
        self.lines: list[str] = []
        self.own: list[str] = []
        self.open: set[str] = set()

    # -- what there is ---------------------------------------------------------------------------------------

    def arrays(self, low: int = 0, high: int = DEEPEST, kinds: str = "f") -> list[str]:
        """Return the names of arrays with so many axes."""
        return [
            name
            for name, value in self.space.items()
            if name not in self.open
            and (shape := shape_of(value)) is not None
            and low <= len(shape) <= high
            and kind_of(value) in kinds
        ]

    def recent(self, names: list[str]) -> str | None:
        """Return one of the names, mostly of those that were bound last."""
        if not names:
            return None
        return self.draw.choice(names[-4:] if self.draw.random() < 0.7 else names)

    def size_text(self, size: int) -> str:
        """Return how a program might write a size: as a number, a name, or computed from others."""
        ways = [str(size)] * 3
        for name, value in self.space.items():
            if type(value) is int and not name.startswith("_"):
                if value == size:
                    ways += [name] * 3
                elif value and value == size * 2:
                    ways.append(f"{name} // 2")
                elif value and size == value * 2:
                    ways.append(f"{name} * 2")
            shape = shape_of(value)
            if shape and size in shape and name not in self.open and not name.startswith("_"):
                axis = shape.index(size)
                ways.append(f"{name}.shape[{axis if self.draw.random() < 0.7 else axis - len(shape)}]")
        return self.draw.choice(ways)

    # -- writing ---------------------------------------------------------------------------------------------

    def fresh(self) -> str:
        """Return a name for something new."""
        name = self.draw.choice(NAMES)
        return name if name not in self.space else f"{name}{self.draw.randint(2, 99)}"

    def attempt(self, text: str) -> bool:
        """Run lines, and keep them if the library accepts them and what they make is of a handy size."""
        trial = dict(self.space)
        try:
            exec(compile(text, "written.py", "exec"), trial)
        except Exception:
            return False
        made = {name: value for name, value in trial.items() if value is not self.space.get(name, self)}
        for value in made.values():
            shape = shape_of(value)
            if shape is not None and not handy(shape):
                return False
        for name in made:
            self.space.pop(name, None)
        self.space.update(made)
        self.own += [name for name in made if not name.startswith("_")]
        self.lines += [self.indent + line for line in text.split("\n")]
        return True

    def grow(self, templates: list[str], count: int) -> None:
        """Write so many statements from templates, if that many are found."""
        written = 0
        for _ in range(count * 12):
            if written >= count:
                return
            template = self.draw.choice(templates)
            text = self.fill(template)
            if text is not None:
                before = len(self.own)
                written += self.attempt(text if BINDS.match(template) else f"{self.fresh()} = {text}")
                if any(part in template for part in OPEN):
                    self.open.update(self.own[before:])

    def fill(self, template: str) -> str | None:
        """Return a template with its tokens replaced, None if there is nothing to put in."""
        filling = Filling(self)
        try:
            return TOKEN.sub(lambda found: filling.token(found[1]), template)
        except LookupError:
            return None


class Filling:
    """The tokens of one template: the first array decides about axes and sizes."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.draw = writer.draw
        self.known: dict[str, str] = {}
        self.shape: tuple[int, ...] = ()
        self.axis_ = 0

    def token(self, name: str) -> str:
        """Return the text of a token, the same each time."""
        if name not in self.known:
            self.known[name] = self._made(name)
        return self.known[name]

    def _made(self, name: str) -> str:
        found = re.fullmatch(r"([xi])(\d?)(\+?)", name)
        if found:
            low = int(found[2] or 0)
            high = DEEPEST if found[3] or not found[2] else low
            kinds = "f" if found[1] == "x" else "i"
            chosen = self._one(self.writer.arrays(low, high, kinds))
            if found[1] == "x" or not self.shape:
                self.shape = shape_of(self.writer.space[chosen]) or ()
                self.axis_ = self.draw.randrange(max(len(self.shape), 1))
            return chosen
        return str(getattr(self, f"_{name}")())

    def _one(self, names: list[str]) -> str:
        chosen = self.writer.recent(names)
        if chosen is None:
            raise LookupError
        return chosen

    def _others(self, fits: Any) -> str:
        names = self.writer.arrays()
        fitting = [name for name in names if fits(shape_of(self.writer.space[name]) or ())]
        return self._one(fitting)

    def _y(self) -> str:
        return self._one(self.writer.arrays())

    def _b(self) -> str:
        return self._others(lambda other: broadcasts(self.shape, other))

    def _s(self) -> str:
        return self._others(lambda other: other == self.shape)

    def _m(self) -> str:
        last = self.shape[-1:]
        return self._others(lambda other: other[-2:-1] == last or (len(other) == 1 and other == last))

    def _mt(self) -> str:
        return self._others(lambda other: len(other) == 2 and other[-1:] == self.shape[-1:])

    def _c(self) -> str:
        """An array like the first but for the size of the axis at hand."""
        axis = self.axis_
        cut = self.shape[:axis] + self.shape[axis + 1 :]
        return self._others(lambda o: len(o) == len(self.shape) and o[:axis] + o[axis + 1 :] == cut)

    def _axis(self) -> int:
        if not self.shape:
            raise LookupError
        return self.axis_ if self.draw.random() < 0.6 else self.axis_ - len(self.shape)

    def _ax(self) -> int:
        """The axis at hand, counted from the front."""
        return self.axis_

    def _new(self) -> int:
        return self.draw.randint(-1, len(self.shape))

    def _two(self) -> str:
        if len(self.shape) < 2:
            raise LookupError
        return ", ".join(map(str, self.draw.sample(range(len(self.shape)), 2)))

    def _perm(self) -> str:
        if len(self.shape) < 2:
            raise LookupError
        axes = list(range(len(self.shape)))
        self.draw.shuffle(axes)
        return ", ".join(map(str, axes))

    def _dims(self) -> str:
        return ", ".join(self.writer.size_text(size) for size in self.shape)

    def _target(self) -> str:
        count = 1
        for size in self.shape:
            count *= size
        sizes = factors(count, self.draw)
        texts = [self.writer.size_text(size) for size in sizes]
        if self.draw.random() < 0.6:
            texts[self.draw.randrange(len(texts))] = "-1"
        return ", ".join(texts)

    def _keep(self) -> str:
        """A target that keeps the first axis."""
        if len(self.shape) < 2:
            raise LookupError
        rest = factors(product(self.shape[1:]), self.draw)
        first = self.writer.size_text(self.shape[0])
        return ", ".join([first, *(["-1"] if self.draw.random() < 0.5 else map(self.writer.size_text, rest))])

    def _n(self) -> int:
        return self.draw.randint(1, 3)

    def _size(self) -> str:
        return self.writer.size_text(self.draw.randint(2, 8))

    def _at(self) -> int:
        size = self.shape[self.axis_] if self.shape else 1
        return self.draw.randrange(-size, size)

    def _parts(self) -> int:
        if not self.shape:
            raise LookupError
        ways = [n for n in range(1, 5) if self.shape[self.axis_] % n == 0]
        return self.draw.choice(ways)

    def _halves(self) -> str:
        """Names for two new values."""
        return f"{self.writer.fresh()}, {self.writer.fresh()}"

    def _slices(self) -> str:
        if not self.shape:
            raise LookupError
        texts = [self.draw.choice(SLICES) for _ in self.shape[: self.draw.randint(1, len(self.shape))]]
        texts = [text.replace("K", str(self.draw.randint(0, 2))) for text in texts]
        return ", ".join(texts)

    def _letters(self) -> str:
        return "abcdefg"[: len(self.shape)]

    def _some(self) -> str:
        letters = list("abcdefg"[: len(self.shape)])
        self.draw.shuffle(letters)
        return "".join(letters[: self.draw.randint(0, len(letters))])

    def _names(self) -> str:
        """A name for each size of the array."""
        if not self.shape:
            raise LookupError
        names = self.draw.sample(
            ["n", "d", "t", "c", "hh", "ww", "batch", "steps", "width_", "dim"], len(self.shape)
        )
        return ", ".join(names) + ("," if len(names) == 1 else "")


SLICES = (":", ":", "1:", ":-1", "::2", "K", "K:", "None", ":3", "...", "-1", "-2:")


def factors(count: int, draw: random.Random) -> list[int]:
    """Return sizes with a product."""
    sizes = []
    while len(sizes) < 3 and count > 1:
        ways = [n for n in range(2, min(count, 16) + 1) if count % n == 0]
        if not ways or draw.random() < 0.25:
            break
        chosen = draw.choice(ways)
        sizes.append(chosen)
        count //= chosen
    sizes.append(count)
    draw.shuffle(sizes)
    return sizes


def product(sizes: tuple[int, ...]) -> int:
    """Return the product of sizes."""
    result = 1
    for size in sizes:
        result *= size
    return result


def broadcasts(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether two shapes broadcast against each other."""
    pairs = zip(reversed(first), reversed(second), strict=False)
    return all(a == b or 1 in (a, b) for a, b in pairs)


def handy(shape: tuple[int, ...]) -> bool:
    """Whether a shape is small, and not empty."""
    return len(shape) <= DEEPEST and 0 < product(shape) <= LARGEST


def shape_of(value: Any) -> tuple[int, ...] | None:
    """Return the shape of an array of any library, None for everything else."""
    if isinstance(value, type) or not hasattr(value, "shape") or not hasattr(value, "dtype"):
        return None
    try:
        return tuple(int(size) for size in value.shape)
    except (TypeError, ValueError):
        return None


def kind_of(value: Any) -> str:
    """Return the kind of an array's dtype: f, i, b, c or something else."""
    name = str(getattr(value.dtype, "name", value.dtype)).replace("torch.", "")
    return {"float": "f", "int": "i", "uint": "i", "bool": "b", "complex": "c"}.get(
        name.rstrip("0123456789"), "o"
    )
