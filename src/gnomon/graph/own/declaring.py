"""`gn.op`: an operation of the user's as one record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import Parameter, isfunction, ismethod
from inspect import signature as signature_of
from pathlib import Path
from typing import Any

from gnomon.graph.errors import ArgumentError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.own.shapes import table_notation
from gnomon.graph.own.sources import cpp_source, text_of
from gnomon.graph.sites import PACKAGE, user_site
from gnomon.shapes import parse_notation

Function = Callable[..., Any]
Source = str | os.PathLike[str]


def op(
    signature: str | None = None,
    *,
    shape: Function | None = None,
    dtype: Any = None,
    takes: Any = None,
    elementwise: bool = False,
    compute: Function | None = None,
    body: Function | bool | None = None,
    formula: Function | bool | None = None,
    cpp: Source | None = None,
    entry: str | None = None,
    include: Sequence[Source] = (),
    flags: Sequence[str] = (),
    libraries: Sequence[str] = (),
    cuda: Source | None = None,
    opencl: Source | None = None,
    gradient: Function | None = None,
    pushforward: Function | None = None,
    batching: Any = None,
    attributes: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Make an operation of your own, which works wherever Gnomon's do.

    Decorates a function: its positional parameters are arrays, those behind the star are attributes, and it computes
    with NumPy. With ``body=True`` it computes with Gnomon's own arrays instead, and its work is fused with what is
    around it; with ``formula=True`` it computes one element, as a scalar function of kernels. With ``cpp`` (C++ as
    text, or the path of a file) it only declares, and C++ computes. Where all is given by keyword (``compute``,
    ``body``, ``formula``, ``cpp``, and ``name``), no function need be decorated.

    ``signature`` has the axes of each array: "n m, m -> n". In place of its right side, ``shape`` may be a function of
    the shapes; ``elementwise`` operations broadcast and need neither. ``dtype`` is "promote", a dtype, one for each
    result, or a function of dtypes; ``takes`` is what arrays are converted to before. ``gradient`` and
    ``pushforward`` are functions over Gnomon's arrays. ``batching`` is "loop", "leading" or a rule.

    >>> import numpy as np
    >>> import gnomon as gn
    >>> @gn.op("n, n -> n")
    ... def mixed(x, y, *, share=0.5):
    ...     return share * x + (1 - share) * y
    >>> mixed(np.array([1.0, 2.0]), np.array([3.0, 6.0]), share=0.25)
    array([2.5, 5. ], dtype=float64)
    """
    parts = {key: value for key, value in locals().items() if value is not None}
    place = _caller()
    unfit: Any = signature
    if unfit is not None and not isinstance(unfit, str):
        raise ArgumentError(
            "gn.op is called with a signature first: @gn.op('n -> n')",
            user_site(),
            "or @gn.op(elementwise=True)",
        )

    def declare(function: Function) -> OwnOp:
        chosen = dict(parts)
        if body is True or formula is True:
            chosen["body" if body is True else "formula"] = function
        elif cpp is None and cuda is None and opencl is None and compute is None:
            chosen["compute"] = function
        return _made(chosen, function, place)

    given = next((way for way in (body, formula, compute) if callable(way)), None)
    if given is None and (
        name is None or True in (body, formula) or (cpp is None and cuda is None and opencl is None)
    ):
        return declare
    return _made(parts, given, place)


def _caller() -> str:
    """Return the module of the user's line."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", "__main__"))


def _made(parts: Mapping[str, Any], function: Function | None, module: str) -> OwnOp:
    """Return the operation of what `op` was called with, and of a function that tells arrays and attributes."""
    if "formula" in parts:
        parts = {"dtype": "float", **parts, "elementwise": True}
    short = parts.get("name") or getattr(function, "__name__", None)
    if not short or short == "<lambda>":
        raise ArgumentError("gn.op: name= is missing", user_site())
    text = parts.get("signature")
    notation = None
    if text is not None:
        try:
            notation = parse_notation(table_notation(text))
        except ValueError as error:
            raise ArgumentError(f"{short}: the signature {error}", user_site()) from None
    count = None if notation is None else len(notation.inputs)
    if count is None:
        count = getattr(function, "nin", None)  # one of NumPy's functions of elements
    telling = parts.get("shape") if function is None and count is None else function
    names, given, needs = _parameters(short, telling, count, parts.get("attributes"))
    if count is None and not names and not isfunction(telling):
        raise ArgumentError(
            f"{short}: which arrays does it take?",
            user_site(),
            'decorate a function, or give a signature such as "..., ... -> ..."',
        )
    has_shape = parts.get("shape") or parts.get("elementwise") or callable(parts.get("body"))
    if not has_shape and (notation is None or not notation.outputs):
        raise ArgumentError(
            f"{short}: what shape do its results have?",
            user_site(),
            'give a signature such as "n m, m -> n", shape=function, or elementwise=True',
        )
    cpp = None
    if "cpp" in parts:
        lists = (parts.get("include", ()), parts.get("flags", ()), parts.get("libraries", ()))
        cpp = cpp_source(parts["cpp"], parts.get("entry") or short.rpartition(".")[2], *lists)
        if cpp.path is not None:
            parts = {**parts, "cpp": Path(cpp.path), "include": cpp.include}
    gpu = {key: text_of(parts[key]) for key in ("cuda", "opencl") if key in parts}
    qualname = getattr(function, "__qualname__", short) if parts.get("name") is None else short
    composed = parts.get("body")
    made = OwnOp(
        _full_name(short, module),
        None if notation is None else str(notation) if notation.outputs else table_notation(text or ""),
        names=names,
        given=given,
        needs=needs,
        dtype=parts.get("dtype"),
        shape=parts.get("shape"),
        elementwise=bool(parts.get("elementwise")),
        compute=parts.get("compute"),
        composed=composed if callable(composed) else None,
        formula=parts.get("formula"),
        cpp=cpp,
        gpu=gpu,
        takes=parts.get("takes"),
        home=(module, qualname),
        doc=getattr(function, "__doc__", None) or "",
        parts={**parts, **gpu, "declared": (function, module)},
    )
    if parts.get("gradient") is not None:
        made.gradient(parts["gradient"])
    if parts.get("pushforward") is not None:
        made.pushforward(parts["pushforward"])
    made.way = parts.get("batching")
    return made


def again(parts: Mapping[str, Any]) -> OwnOp:
    """Return an operation that was pickled with all its parts."""
    chosen = dict(parts)
    function, module = chosen.pop("declared")
    return _made(chosen, function, module)


def _parameters(
    short: str, function: Function | None, count: int | None, attributes: Mapping[str, Any] | None
) -> tuple[list[str], dict[str, Any], frozenset[str]]:
    """Return the names of arrays, attributes with their defaults, and attributes without.

    A function that is not written in Python, such as ``np.sqrt``, has parameters that are not meant for this.
    """
    given = dict(attributes or {})
    names: list[str] = []
    needs: set[str] = set()
    own = isfunction(function) or ismethod(function) or isinstance(function, partial)
    parameters = list(signature_of(function).parameters.values()) if own and function is not None else []
    for parameter in parameters:
        if parameter.kind is Parameter.KEYWORD_ONLY:
            if parameter.default is Parameter.empty:
                needs.add(parameter.name)
            else:
                given.setdefault(parameter.name, parameter.default)
        elif parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD) and (
            len(names) < count if count is not None else parameter.default is Parameter.empty
        ):
            names.append(parameter.name)
    if count is not None:
        plain = [
            p
            for p in parameters
            if p.kind is Parameter.POSITIONAL_OR_KEYWORD and p.default is Parameter.empty
        ]
        if len(plain) > count:
            raise ArgumentError(
                f"{short}: its signature has {count} arrays, but the function takes {len(plain)}",
                user_site(),
                "what is no array stands behind a star: def f(x, *, limit=1.0)",
            )
        names += [f"x{k}" for k in range(len(names), count)]
    return names, given, frozenset(needs)


def _full_name(short: str, module: str) -> str:
    """Return a name with a dot, as no operation of Gnomon's has: the module's and the operation's."""
    if "." in short:
        return short
    last = module.rpartition(".")[2]
    if last == "__main__":
        path = getattr(sys.modules.get("__main__"), "__file__", None)
        last = os.path.splitext(os.path.basename(path))[0] if path else "own"
    return f"{last}.{short}"
