"""Layers with odd settings and inputs: a few things changed in a table of ordinary ones, the same at each run."""

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Array:
    """An input: its shape and dtype; ``None`` in place of a state or mask is left as it is."""

    shape: tuple[int, ...]
    dtype: str = "float32"


def array(*shape, dtype="float32"):
    """An input of a shape."""
    return Array(shape, dtype)


@dataclass(frozen=True)
class Layer:
    """A layer's name, what it is made of, the values its options may have, and alternatives of what it is called with."""

    name: str
    made: tuple = ()
    inputs: tuple = ()
    options: dict = field(default_factory=dict)
    calls: dict = field(default_factory=dict)

    def __str__(self):
        return self.name


class Oddities:
    """Calls of a layer in which up to two things are odd, always the same for one seed."""

    dtypes = ("float64", "int32", "int64", "uint8", "bool", "float16", "complex64", "float32")

    def __init__(self, seed):
        self.random = random.Random(seed)

    def draw(self, layer):
        """Arguments and options of the layer, inputs and options of its call."""
        choose, chance = self.random.choice, self.random.random
        parts = [
            layer.made,
            {name: choose(values) for name, values in layer.options.items() if chance() < 0.3},
            choose(layer.inputs),
            {name: choose(values) for name, values in layer.calls.items() if chance() < 0.3},
        ]
        for _ in range(choose((0, 1, 1, 1, 2, 2))):
            places = [(part, place) for part in range(4) for place in keys(parts[part])]
            part, place = choose(places)
            parts[part] = changed(parts[part], place, self.change(parts[part][place]))
        return parts

    def change(self, value):
        """A value of the same kind as another, or nearly."""
        choose = self.random.choice
        if isinstance(value, Array):
            if choose((True, True, False)):
                return Array(self.shape(value.shape), value.dtype)
            return Array(value.shape, choose(self.dtypes))
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return choose((0, 1, -1, 2, -2, 3, 5, value + 1, -value))
        if isinstance(value, (tuple, list)) and value:
            turn, items = self.random.randrange(6), list(value)
            if turn == 0:
                items.pop()
            elif turn == 1:
                items.append(items[-1])
            else:
                place = self.random.randrange(len(items))
                items[place] = self.change(items[place])
            return type(value)(items)
        return value

    def shape(self, shape):
        """A shape near another one."""
        choose, sizes = self.random.choice, list(shape)
        turn = choose(("zero", "one", "more", "less", "drop", "front", "back", "turned", "none"))
        if turn == "front":
            return (choose((0, 1, 2)), *sizes)
        if turn == "back":
            return (*sizes, choose((0, 1, 2)))
        if not sizes or turn == "none":
            return ()
        if turn == "turned":
            return tuple(reversed(sizes))
        place = self.random.randrange(len(sizes))
        if turn == "drop":
            del sizes[place]
        else:
            old = sizes[place]
            sizes[place] = {"zero": 0, "one": 1, "more": old + 1, "less": max(old - 1, 0)}[turn]
        return tuple(sizes)


def keys(part):
    """The places in arguments."""
    return list(part) if isinstance(part, dict) else range(len(part))


def changed(part, place, value):
    """Arguments in which one is another."""
    if isinstance(part, dict):
        return {**part, place: value}
    return (*part[:place], value, *part[place + 1 :])


def mapped(value, convert):
    """Arguments in which each description of an array is an array."""
    if isinstance(value, Array):
        return convert(value)
    if isinstance(value, dict):
        return {name: mapped(item, convert) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(mapped(item, convert) for item in value)
    return value
