"""Constructors of symbolic arrays: `matrix`, `fvector`, `tensor4` and the others."""

from __future__ import annotations

from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.tensor.type import TensorType

LETTERS = {
    "b": "int8",
    "w": "int16",
    "i": "int32",
    "l": "int64",
    "f": "float32",
    "d": "float64",
    "c": "complex64",
    "z": "complex128",
}
PATTERNS = {
    "scalar": (),
    "vector": (False,),
    "row": (True, False),
    "col": (False, True),
    "matrix": (False, False),
    "tensor3": (False,) * 3,
    "tensor4": (False,) * 4,
    "tensor5": (False,) * 5,
    "tensor6": (False,) * 6,
    "tensor7": (False,) * 7,
}
PLURALS = {"scalar": "scalars", "vector": "vectors", "matrix": "matrices", "row": "rows", "col": "cols"}


def _constructor(kind: str) -> Any:
    def made(name: str | None = None, dtype: str | None = None) -> Any:
        return TensorType(config.floatX if dtype is None else dtype, PATTERNS[kind])(name)

    made.__name__, made.__doc__ = kind, f"Return a symbolic {kind}; the dtype is floatX unless one is given."
    return made


def _many(make: Any) -> Any:
    def made(*names: Any, **named: Any) -> Any:
        if len(names) == 1 and isinstance(names[0], int):
            listed: list[Any] = [None] * names[0]
        elif len(names) == 1 and isinstance(names[0], str):
            text = names[0]
            listed = text.replace(",", " ").split() if "," in text or " " in text else list(text)
        else:
            listed = list(names)
        found = [make(name, **named) for name in listed]
        return found[0] if len(found) == 1 else found

    made.__doc__ = "Return several symbolic arrays: names, a text of names (or of letters), or how many."
    return made


def names() -> dict[str, Any]:
    """Return every constructor by name."""
    found: dict[str, Any] = {}
    for kind, pattern in PATTERNS.items():
        general = found[kind] = _constructor(kind)
        plural = PLURALS.get(kind, kind + "s")
        found[plural] = _many(general)
        for letter, dtype in LETTERS.items():
            typed = TensorType(dtype, pattern)
            found[letter + kind] = typed
            found[letter + plural] = _many(typed)
    return found


def tensor(*arguments: Any, **named: Any) -> Any:
    """Return a symbolic array: tensor(dtype, broadcastable, name=None)."""
    name = named.pop("name", None)
    return TensorType(*arguments, **named)(name=name)
