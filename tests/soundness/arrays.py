"""Array programs at random: data, helper functions, loops over batches, a small class, as a user writes them."""

import random
from typing import Any, NamedTuple

from soundness import templates
from soundness.writing import Writer, shape_of


class Dialect(NamedTuple):
    """How a library is imported, how its data are made, and what is done with them."""

    imports: str
    data: str
    concatenate: str
    stack: str
    templates: list[str]


def dialect(library: str) -> Dialect:
    """Return the dialect of a library."""
    if library == "numpy":
        return Dialect(
            "import numpy as np\n\nrng = np.random.default_rng(0)",
            "rng.normal(size=({}))",
            "np.concatenate({}, axis=0)",
            "np.stack({})",
            templates.numpy(),
        )
    if library == "jax":
        return Dialect(
            "import jax\nimport jax.numpy as jnp\nimport numpy as np\n\nkey = jax.random.PRNGKey(0)",
            "jax.random.normal(key, ({}))",
            "jnp.concatenate({}, axis=0)",
            "jnp.stack({})",
            templates.jax(),
        )
    if library == "torch":
        return Dialect(
            "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\ntorch.manual_seed(0)",
            "torch.randn({})",
            "torch.cat({}, dim=0)",
            "torch.stack({})",
            templates.TORCH,
        )
    return Dialect(
        "import tensorflow as tf\n\ntf.random.set_seed(0)",
        "tf.random.normal([{}])",
        "tf.concat({}, axis=0)",
        "tf.stack({})",
        templates.TENSORFLOW,
    )


def array_program(library: str, seed: int) -> str:
    """Return a program that runs."""
    return Program(dialect(library), random.Random(f"{library}:{seed}")).text()


class Program:
    """One program under way."""

    def __init__(self, spoken: Dialect, draw: random.Random) -> None:
        self.spoken = spoken
        self.draw = draw
        self.main = Writer(draw, {})
        self.definitions: list[str] = []

    def text(self) -> str:
        """Write and return the program."""
        exec(self.spoken.imports, self.main.space)
        self._data()
        for _ in range(self.draw.randint(2, 4)):
            part = self.draw.choice([self._lines, self._function, self._function, self._loop, self._class])
            part()
        return "\n".join([self.spoken.imports, "", *self.definitions, "", *self.main.lines, ""])

    def _data(self) -> None:
        """The arrays that a program begins with: rows of features, weights, sometimes sequences or pictures."""
        draw = self.draw
        n, d, h = draw.randint(4, 9), draw.choice([3, 4, 6, 8, 12]), draw.choice([2, 3, 5, 10, 16])
        if draw.random() < 0.5:
            self.main.attempt(f"n, d = {n}, {d}")
        for name, sizes in (
            ("x", [n, d]),
            ("w", [d, h]),
            ("b", [h]),
            *draw.sample(
                [("seq", [n, draw.randint(3, 7), d]), ("img", [2, 3, 8, 8]), ("v", [d]), ("y", [n, h])], 2
            ),
        ):
            texts = ", ".join(self.main.size_text(size) for size in sizes)
            self.main.attempt(f"{name} = {self.spoken.data.format(texts + (',' if len(sizes) == 1 else ''))}")

    def _lines(self) -> None:
        self.main.grow(self.spoken.templates, self.draw.randint(3, 7))

    def _parameters(self) -> list[str]:
        names = [name for name in self.main.arrays(1) if name.isidentifier()]
        self.draw.shuffle(names)
        return sorted(names[: self.draw.randint(1, 3)], key=names.index)

    def _body(
        self, given: list[str], count: int, extra: dict[str, Any] | None = None
    ) -> tuple[Writer, list[str]]:
        """Write the body of a function over some arrays; return it and what it may return."""
        space = {name: value for name, value in self.main.space.items() if shape_of(value) is None}
        space = {name: value for name, value in space.items() if type(value) is not int}
        space.update({name: self.main.space[name] for name in given}, **(extra or {}))
        inner = Writer(self.draw, space, "    ")
        if self.draw.random() < 0.5:
            inner.grow(["{names} = {x}.shape"], 1)
        inner.grow(self.spoken.templates, count)
        return inner, self._made(inner)

    def _made(self, inner: Writer) -> list[str]:
        """The arrays that a body has made, apart from those of unforeseen size."""
        return [
            name for name in inner.own if name not in inner.open and shape_of(inner.space[name]) is not None
        ]

    def _returned(self, made: list[str]) -> str:
        last = made[-1]
        if len(made) > 1 and self.draw.random() < 0.3:
            return f"{made[-2]}, {last}"
        return last

    def _function(self) -> None:
        """A function of some arrays, called with them and, where that works, with fewer rows."""
        given = self._parameters()
        if not given:
            return
        inner, made = self._body(given, self.draw.randint(2, 6))
        if not made:
            return
        name = self._name(
            ["forward", "score", "step", "project", "features", "normalize_rows", "attend", "pool"]
        )
        returned = self._returned(made)
        text = "\n".join([f"def {name}({', '.join(given)}):", *inner.lines, f"    return {returned}"])
        exec(text, self.main.space)
        self.definitions += ["", *text.split("\n"), ""]
        targets = ", ".join(self.main.fresh() for _ in returned.split(","))
        self.main.attempt(f"{targets} = {name}({', '.join(given)})")
        if self.draw.random() < 0.5:
            fewer = ", ".join(f"{part}[:2]" if self.draw.random() < 0.8 else part for part in given)
            self.main.attempt(
                f"{', '.join(self.main.fresh() for _ in returned.split(','))} = {name}({fewer})"
            )

    def _name(self, ways: list[str]) -> str:
        name = self.draw.choice(ways)
        return name if name not in self.main.space else f"{name}_{len(self.main.lines)}"

    def _loop(self) -> None:
        """A loop over batches, rows or a counter that collects what each turn makes."""
        given = self.main.recent(self.main.arrays(2, 4))
        if given is None:
            return
        value = self.main.space[given]
        size = self.draw.randint(1, 3)
        first = {"batch": value[:size], "row": value[0]}
        kind = self.draw.choice(["batch", "row", "turn"])
        others = [name for name in self.main.arrays(1) if name != given][:2]
        if kind == "turn":
            return self._turns(given)
        inner, made = self._body(others, self.draw.randint(1, 4), {kind: first[kind]})
        if not made:
            return
        head = {
            "batch": [f"for i in range(0, len({given}), {size}):", f"    batch = {given}[i:i + {size}]"],
            "row": [f"for row in {given}:"],
        }[kind]
        rank = len(shape_of(inner.space[made[-1]]) or ())
        joins = self.spoken.concatenate if kind == "batch" and rank else self.spoken.stack
        parts = self._name(["parts", "outs", "collected", "chunks"])
        lines = [f"{parts} = []", *head, *inner.lines, f"    {parts}.append({made[-1]})"]
        lines.append(f"{self.main.fresh()} = {joins.format(parts)}")
        self.main.attempt("\n".join(lines))
        return None

    def _turns(self, given: str) -> None:
        """A loop that updates an array some times."""
        spoken = self.spoken
        kept = [text for text in spoken.templates if "=" not in text.split("(")[0] and "{x}" in text]
        inner = Writer(self.draw, dict(self.main.space), "    ")
        inner.grow([f"{given} {sign} {{b}}".replace("{b}", given) for sign in "+*"] + kept[:8], 1)
        made = [name for name in inner.own if shape_of(inner.space[name]) == shape_of(self.main.space[given])]
        if made:
            lines = [
                f"for step in range({self.draw.randint(2, 12)}):",
                *inner.lines,
                f"    {given} = {made[-1]}",
            ]
            self.main.attempt("\n".join(lines))

    def _class(self) -> None:
        """A class that holds arrays and has a method over another one."""
        given = self._parameters()
        if len(given) < 2:
            return
        argument, held = given[0], given[1:]
        inner, made = self._body([argument], 0, {f"self.{name}": self.main.space[name] for name in held})
        # attributes are written like names: the body runs in functions whose `self` holds the arrays
        space = inner.space
        holder = type("Holder", (), {})()
        for name in held:
            setattr(holder, name, space.pop(f"self.{name}"))
        space["self"] = holder
        inner = Attributes(self.draw, space, "        ")
        inner.held = {f"self.{name}": getattr(holder, name) for name in held}
        inner.grow(self.spoken.templates, self.draw.randint(2, 5))
        made = self._made(inner)
        if not made:
            return
        name = self._name(["Model", "Scaler", "Layer", "Encoder"])
        text = "\n".join(
            [
                f"class {name}:",
                f"    def __init__(self, {', '.join(held)}):",
                *[f"        self.{each} = {each}" for each in held],
                "",
                f"    def __call__(self, {argument}):",
                *inner.lines,
                f"        return {made[-1]}",
            ]
        )
        exec(text, self.main.space)
        self.definitions += ["", *text.split("\n"), ""]
        made_by = name.lower()
        self.main.attempt(f"{made_by} = {name}({', '.join(held)})")
        self.main.attempt(f"{self.main.fresh()} = {made_by}({argument})")


class Attributes(Writer):
    """A method's body: the arrays of its object are among those at hand."""

    held: dict[str, Any]

    def arrays(self, low: int = 0, high: int = 5, kinds: str = "f") -> list[str]:
        """Return names of arrays, attributes included."""
        kept, self.space = self.space, {**self.held, **self.space}
        try:
            return super().arrays(low, high, kinds)
        finally:
            self.space = kept
