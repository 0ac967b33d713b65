"""The C header of a compiled function."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.exports import NO_MEMORY, WRONG_SIZES, parameters
from gnomon.compile.sizes import size_text

if TYPE_CHECKING:
    from gnomon.graph.array import Array, Shared
    from gnomon.runtime.function import Function
    from gnomon.shapes import Dtype, Symbol

TYPES = {"bool": "uint8_t", "float32": "float", "float64": "double", "float16": "uint16_t"}
RESERVED = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while".split()
)


def c_type(dtype: Dtype) -> str:
    """Return the type of an element; complex numbers are two neighbouring floats.

    >>> from gnomon.shapes import dtypes
    >>> c_type(dtypes.float64), c_type(dtypes.int8), c_type(dtypes.complex64)
    ('double', 'int8_t', 'float')
    """
    if dtype.kind == "complex":
        return "float" if dtype.bits == 64 else "double"
    return TYPES.get(dtype.name) or f"{dtype.name}_t"


def identifiers(arrays: Sequence[Array], word: str, taken: Sequence[str] = ()) -> list[str]:
    """Return different C names for arrays: their own, or a word with a number."""
    found: list[str] = []
    for number, array in enumerate(arrays):
        name = re.sub(r"\W", "_", array.name or "", flags=re.ASCII)
        if not name or name[0].isdigit() or name in RESERVED or name in found or name in taken:
            name = f"{word}{number}"
        found.append(name)
    return found


def header_of(function: Function, name: str, globals_: Mapping[Shared, str]) -> str:
    """Return the text of the header."""
    plan = function.plan
    sizes = _sizes(parameters(plan))
    inputs = identifiers(plan.inputs, "input", list(sizes.values()))
    outputs = [plan.arrays[slot] for slot in plan.results[: len(function._outputs)]]
    results = ["result"] if len(outputs) == 1 else [f"result{k}" for k in range(len(outputs))]
    listed = [f"int64_t {text}" for text in sizes.values()]
    listed += [f"const {c_type(array.dtype)} *{text}" for array, text in zip(plan.inputs, inputs)]
    listed += [f"{c_type(array.dtype)} *{text}" for array, text in zip(outputs, results)]
    shapes = [
        f" *   {text}: {_shape(array, sizes)}"
        for array, text in zip([*plan.inputs, *outputs], [*inputs, *results])
    ]
    guard = f"{name.upper()}_H"
    return "\n".join(
        [
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stdint.h>",
            "",
            "#ifdef __cplusplus",
            'extern "C" {',
            "#endif",
            "",
            "/* Arrays lie in C order:",
            *shapes,
            f" * Returns 0; {WRONG_SIZES} where sizes do not fit, {NO_MEMORY} where there is no memory, another number where a",
            " * value is out of range. */",
            f"int {name}({', '.join(listed) or 'void'});",
            *_held(globals_),
            "",
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "",
            "#endif",
            "",
        ]
    )


def _held(globals_: Mapping[Shared, str]) -> list[str]:
    if not globals_:
        return []
    lines = ["", "/* Values that stay from call to call. */"]
    for shared, text in globals_.items():
        count = max(1, shared.cell[0].size)
        lines.append(f"extern {c_type(shared.dtype)} {text}[{count}];")
    return lines


def _sizes(atoms: Sequence[Symbol]) -> dict[Symbol, str]:
    found: dict[Symbol, str] = {}
    for number, atom in enumerate(atoms):
        text = re.sub(r"\W", "_", atom.name or "", flags=re.ASCII)
        if not text or text[0].isdigit() or text in RESERVED or text in found.values():
            text = f"size{number}"
        found[atom] = text
    return found


def _shape(array: Array, sizes: Mapping[Symbol, str]) -> str:
    """A shape in words of C."""
    names = {**sizes}
    dims = []
    for size in array.shape.dims:
        try:
            dims.append(size_text(size, names))
        except KeyError:
            dims.append(str(size))
    return f"{array.dtype}[{', '.join(dims)}]" if dims else f"{array.dtype}, one"
