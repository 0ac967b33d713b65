"""Calls with odd arguments, made from nothing but a function's parameters: no sizes, wrong axes, mixed dtypes."""

import random

import torch

from models.torch.schemas import Parameter

BASES = [
    (2, 3),
    (3,),
    (),
    (2, 3, 4),
    (0,),
    (2, 0),
    (1, 3),
    (4, 4),
    (2, 3, 3),
    (1, 2, 4, 4),
    (3, 1),
    (1,),
    (2, 2, 5, 6),
]
DTYPES = (
    ["float32"] * 10
    + ["int64"] * 4
    + ["float64", "int32", "bool", "uint8", "float16", "complex64", "bfloat16"]
)
WORDS = {
    "reduction": ["none", "mean", "sum", "mean", "sums"],
    "mode": [
        "constant",
        "reflect",
        "replicate",
        "circular",
        "nearest",
        "bilinear",
        "mean",
        "reduced",
        "complete",
    ],
    "norm": ["ortho", "forward", "backward"],
    "p": ["fro", "nuc"],
    "ord": ["fro", "nuc"],
    "reduce": ["sum", "prod", "mean", "amax", "amin"],
    "rounding_mode": ["trunc", "floor"],
    "padding": ["same", "valid"],
    "indexing": ["ij", "xy"],
    "side": ["left", "right"],
    "equation": ["ij,jk->ik", "ij->ji", "bij,bjk->bik", "i,i->", "ii->i", "...i->..."],
    "padding_mode": ["zeros", "border", "reflection"],
    "interpolation": ["linear", "lower", "nearest"],
    "approximate": ["none", "tanh"],
}


class Draws:
    """Random arguments, always the same for one seed; ``plain`` ones have the dtypes that functions want."""

    def __init__(self, seed: str, plain: bool = False) -> None:
        self.plain = plain
        self.random = random.Random(seed)
        self.shape: tuple[int, ...] = ()
        self.dtype = "float32"

    def call(self, parameters: list[Parameter]) -> tuple[tuple, dict]:
        """A call: arguments in order, then some by name."""
        self.shape = self.random.choice(BASES)
        self.dtype = "float32" if self.plain else self.random.choice(DTYPES)
        positional: list = []
        named: dict = {}
        for place, parameter in enumerate(parameters):
            skipped = named or parameter.by_name
            if parameter.optional and self.random.random() < 0.6:
                named[parameter.name] = SKIPPED
                continue
            value = self.value(parameter)
            if skipped or (place and self.random.random() < 0.15):
                named[parameter.name] = value
            else:
                positional.append(value)
        return tuple(positional), {name: value for name, value in named.items() if value is not SKIPPED}

    def value(self, parameter: Parameter):
        """A value of a parameter's kind, a fitting one or not."""
        kind, choose = parameter.kind, self.random.choice
        if kind.endswith("?"):
            if choose([True, False, False]):
                return None
            kind = kind[:-1]
        if kind.startswith("Tensor["):
            return [self.tensor(parameter.name) for _ in range(choose([1, 2, 2, 3, 0]))]
        if kind.startswith("Tensor"):
            return self.tensor(parameter.name)
        if kind.startswith("int["):
            count = int(kind[4:-1]) if kind[4:-1].isdigit() else choose([1, 2, 2, 3, len(self.shape)])
            if choose([True, False, False, False]):
                return self.number(parameter.name)
            count = choose([count, count, count, count + 1, 0])
            return choose([list, tuple])(self.number(parameter.name) for _ in range(count))
        if kind == "int":
            return self.number(parameter.name)
        if kind == "bool":
            return choose([True, False])
        if kind == "str":
            return choose(WORDS.get(parameter.name, ["sum", "mean", "none"]))
        if kind == "ScalarType":
            return getattr(torch, choose(["float32", "int64", "float64", "bool", "complex64"]))
        if kind in ("Scalar", "float"):
            return choose([0.5, 2.0, 1, 0, -1.0, 2] if kind == "float" else [2, 1.5, True, 0, -1])
        if kind.startswith("float["):
            return [choose([0.5, 1.0, 2.0]) for _ in range(choose([1, 2, 3]))]
        if kind.startswith("bool["):
            return [True] * choose([1, 2, 3])
        return SKIPPED

    def number(self, name: str) -> int:
        """An axis, or a small number."""
        if name.startswith(("dim", "axis", "start_dim", "end_dim", "source", "destination")):
            rank = max(len(self.shape), 1)
            return self.random.choice([*range(-rank, rank), 0, -1, -rank - 1, rank, 1])
        if name in ("size", "sizes", "shape", "output_size", "n", "s"):
            return self.random.choice([1, 2, 3, 4, -1, 0, 6, 2, 3])
        return self.random.choice([1, 1, 2, 2, 3, 0, 0, -1, 4])

    def tensor(self, name: str) -> torch.Tensor:
        """A tensor whose shape has to do with those of the other arguments, more or less."""
        shape = list(self.shape)
        turn = self.random.randrange(12)
        if turn == 0:
            shape = list(self.random.choice(BASES))
        elif turn == 1 and shape:
            shape[self.random.randrange(len(shape))] = self.random.choice([0, 1, 2, 3])
        elif turn == 2 and shape:
            shape = shape[1:]
        elif turn == 3 and shape:
            shape = shape[:-1]
        elif turn == 4:
            shape.reverse()
        elif turn == 5:
            shape = shape[-1:]
        elif turn == 6:
            shape = shape[1:2]
        dtype = self.dtype if self.plain or self.random.random() < 0.75 else self.random.choice(DTYPES)
        if name in ("index", "indices", "idx", "target", "offsets") and (
            self.plain or self.random.random() < 0.7
        ):
            dtype = "int64"
        if name in ("mask", "condition") and (self.plain or self.random.random() < 0.7):
            dtype = "bool"
        count = 1
        for size in shape:
            count *= size
        return (torch.arange(count) % 2).reshape(shape).to(getattr(torch, dtype))


SKIPPED = object()
"""Stands for an argument that is left out."""
