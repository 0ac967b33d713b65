"""The C++ that stands between generated code and the function of an operation of the user's.

Generated code knows one form: ``int32_t f(void **buffers, const int64_t *sizes)``. The user's function has parameters of
its own: a pointer for each array, then sizes, then attributes; or, for elementwise operations, numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.graph.bodies import completed
from gnomon.graph.errors import ArgumentError, DtypeError
from gnomon.graph.own.record import OwnOp
from gnomon.shapes import Axis, Dim, Group, Many, Size, product

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import AxesPattern

C_TYPES = {
    "bool": "bool",
    **{f"{sign}int{bits}": f"std::{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float16": "std::uint16_t",
    "bfloat16": "std::uint16_t",
    "float32": "float",
    "float64": "double",
    "complex64": "std::complex<float>",
    "complex128": "std::complex<double>",
}
"""What the elements of arrays are in C++; floats of 16 bits come as their bits."""

HEAD = """\
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <type_traits>
"""

TAIL = """\
namespace {
thread_local char gnomon_text[1024];
template <class T> T gnomon_value(std::int64_t bits) { T value; std::memcpy(&value, &bits, sizeof value); return value; }
template <class F> std::int32_t gnomon_run(F run) {
  gnomon_text[0] = 0;
  try {
    if constexpr (std::is_void_v<decltype(run())>) { run(); return 0; }
    else {
      const auto status = run();
      if (status == 0) return 0;
      std::snprintf(gnomon_text, sizeof gnomon_text, "it returned the status %lld", static_cast<long long>(status));
      return 1;
    }
  } catch (const std::exception &error) {
    std::snprintf(gnomon_text, sizeof gnomon_text, "%s", error.what());
  } catch (...) {
    std::snprintf(gnomon_text, sizeof gnomon_text, "it threw what is no std::exception");
  }
  return 1;
}
}
extern "C" const char *SYMBOL_text() { return gnomon_text; }
extern "C" std::int32_t SYMBOL(void **buffers, const std::int64_t *sizes) {
  (void)buffers; (void)sizes;
  return gnomon_run([&] { BODY });
}
"""


class Call(NamedTuple):
    """How the function of an operation is called for arrays of some dtypes.

    ``sizes`` are what generated code hands over: sizes, then attributes as bits. ``body`` are C++ statements over these,
    ``declaration`` is what the user's function has to look like.
    """

    sizes: list[Size]
    body: str
    declaration: str


def call_of(application: Application) -> Call:
    """Return how C++ is called for an application."""
    op = application.op
    assert isinstance(op, OwnOp)
    assert op.cpp is not None
    arrays = list(application.arrays())
    sizes: list[Size] = []
    arguments: list[str] = []
    parameters: list[str] = []
    elementwise = "elementwise" in op.facts
    if elementwise and len(application.outputs) > 1:
        raise ArgumentError(
            f"{op.name}: an elementwise function of C++ returns one number, not {len(application.outputs)}",
            application.site,
            "without elementwise=True it writes to several results: signature='*b, *b -> *b, *b'",
        )
    for place, (name, array) in enumerate(zip(op.names, arrays)):
        kind = _type(op, array)
        index = "[place]" if elementwise else ""
        arguments.append(f"static_cast<const {kind} *>(buffers[{place}]){index}")
        parameters.append(f"{kind} {name}" if elementwise else f"const {kind} *{name}")
    outs = application.outputs
    for number, out in enumerate(outs):
        name = "out" if len(outs) == 1 else f"out{number}"
        if not elementwise:
            arguments.append(f"static_cast<{_type(op, out)} *>(buffers[{len(arrays) + number}])")
            parameters.append(f"{_type(op, out)} *{name}")
    if elementwise:
        sizes.append(product(outs[0].shape.dims))
    else:
        for name, size in _sizes(op, arrays, outs):
            whole = isinstance(size, tuple)
            arguments.append(f"sizes + {len(sizes)}" if whole else f"sizes[{len(sizes)}]")
            parameters.append(f"const std::int64_t *{name}" if whole else f"std::int64_t {name}")
            sizes.extend(size if isinstance(size, tuple) else [size])
    for name, value in completed(application).items():
        kind, bits = _attribute(op, name, value)
        arguments.append(f"gnomon_value<{kind}>(sizes[{len(sizes)}])")
        parameters.append(f"{kind} {name}")
        sizes.append(bits)
    result = "int"
    call = f"{op.cpp.entry}({', '.join(arguments)})"
    body = f"return {call};"
    if elementwise:
        result = _type(op, outs[0])
        target = f"static_cast<{result} *>(buffers[{len(arrays)}])[place]"
        body = f"for (std::int64_t place = 0; place < sizes[0]; ++place) {target} = {call};"
    return Call(sizes, body, f"{result} {op.cpp.entry}({', '.join(parameters)})".replace("std::", ""))


def text_of(include: str, symbol: str, call: Call) -> str:
    """Return the text that is compiled: the user's source, and what calls it under a name of its own."""
    tail = TAIL.replace("SYMBOL", symbol).replace("BODY", call.body)
    head = ("#include <complex>\n" if "std::complex" in call.body else "") + HEAD
    return f'{head}#include "{include}"\n{tail}'


def _type(op: OwnOp, array: Array) -> str:
    found = C_TYPES.get(array.dtype.name)
    if found is None:
        raise DtypeError(f"{op.name}: C++ has no type for {array.dtype}")
    return found


def _attribute(op: OwnOp, name: str, value: Any) -> tuple[str, Size]:
    """Return the type of an attribute, and its bits as an integer."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        return "bool", int(value)
    if isinstance(value, (int, Dim)):
        return "std::int64_t", value
    if isinstance(value, float):
        return "double", int(struct.unpack("<q", struct.pack("<d", value))[0])
    raise ArgumentError(f"{op.name}: C++ takes numbers as attributes, but {name} is {value!r}")


def _sizes(
    op: OwnOp, arrays: Sequence[Array], outs: Sequence[Array]
) -> Iterable[tuple[str, Size | tuple[Size, ...]]]:
    """Return the sizes that C++ takes: those that the signature names, or without names the shape of each array."""
    notation = op.signature
    if notation is None or not notation.outputs:
        names = [*op.names, *(["out"] if len(outs) == 1 else [f"out{k}" for k in range(len(outs))])]
        return [(f"{name}_shape", x.shape.dims) for name, x in zip(names, (*arrays, *outs))]
    runs = runs_of(op, arrays, outs)
    found: dict[str, Size] = {}
    for pattern, x in zip((*notation.inputs, *notation.outputs), (*arrays, *outs)):
        for item, size in _matched(pattern, x):
            if isinstance(item, Many):
                found.setdefault(item.name or "count", product(runs[item.name]))
            elif isinstance(item, Group):
                found.update(
                    {one.name: size for one in item.items if isinstance(one, Axis) and len(item.items) == 1}
                )
            elif isinstance(item, Axis):
                found.setdefault(item.name, size)
    return [pair for pair in found.items() if pair[0] not in op.given and pair[0] not in op.needs]


def _matched(pattern: AxesPattern, x: Array) -> Iterable[tuple[Any, Any]]:
    """Return each item of a pattern with its size, or with the sizes of a run."""
    dims, at = x.shape.dims, pattern.run_index
    if at is None:
        return list(zip(pattern.items, dims))
    behind = len(pattern.items) - at - 1
    end = len(dims) - behind
    return [
        *zip(pattern.items[:at], dims[:at]),
        (pattern.items[at], dims[at:end]),
        *zip(pattern.items[at + 1 :], dims[end:]),
    ]


def runs_of(op: OwnOp, arrays: Sequence[Array], outs: Sequence[Array]) -> dict[str | None, tuple[Size, ...]]:
    """Return the sizes of each run of axes: those of results, else of the array that has most."""
    assert op.signature is not None
    found: dict[str | None, tuple[Size, ...]] = {}
    for patterns, group in ((op.signature.outputs, outs), (op.signature.inputs, arrays)):
        longest: dict[str | None, tuple[Size, ...]] = {}
        for pattern, x in zip(patterns, group):
            for item, sizes in _matched(pattern, x):
                if isinstance(item, Many) and len(sizes) > len(longest.get(item.name, ())):
                    longest[item.name] = sizes
        found = {**longest, **found}
    for pattern in (*op.signature.inputs, *op.signature.outputs):
        for item in pattern.items:
            if isinstance(item, Many):
                found.setdefault(item.name, ())
    return found


def spread_shapes(application: Application) -> list[tuple[Size, ...]]:
    """Return the shapes that inputs have once they are as large as the results ask for."""
    op, outs = application.op, application.outputs
    assert isinstance(op, OwnOp)
    arrays = list(application.arrays())
    if "elementwise" in op.facts:
        return [outs[0].shape.dims for _ in arrays]
    if op.signature is None or not op.signature.outputs:
        return [x.shape.dims for x in arrays]
    runs = runs_of(op, arrays, outs)
    shapes: list[tuple[Size, ...]] = []
    for pattern, x in zip(op.signature.inputs, arrays):
        sizes: list[Size] = []
        for item, size in _matched(pattern, x):
            sizes.extend(runs[item.name] if isinstance(item, Many) else [size])
        shapes.append(tuple(sizes))
    return shapes
