"""The None that a shape has where TensorFlow does not know a size, handed to a function that needs a number."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.models.api import host, items
from gnomon.ops.feeding import Written
from gnomon.shapes import Never

NO_SIZE = "{op}: the shape {shape} has a None: TensorFlow does not know that size while it builds the graph"
ASK_LATER = "tf.shape(x)[0] is the size that x has when the graph runs"
SHAPES = frozenset({"shape", "get_shape", "as_list", "int_shape"})


def refuse_none(value: Any, entries: list[Any] | None) -> None:
    """Report a shape with a None in it."""
    if entries and any(entry is None for entry in entries) and says_none(value):
        host.require(Never(), "unknown-size", NO_SIZE, blame=value, help=ASK_LATER, shape=Written(entries))


def says_none(shape: Any) -> bool:
    """Whether each None of a shape is written as such, or read from the shape of a tensor.

    Other values may be None for want of knowledge, such as settings that are read from a file.
    """
    from gnomon.models.tensorflow.shapes import TensorShape

    if isinstance(shape, TensorShape):
        return True
    entries = items(shape)
    call = host.reporter.site.node if host.reporter.site is not None else None
    if entries is None or not isinstance(call, ast.Call):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    lists = [
        node.elts
        for node in given
        if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) == len(entries)
    ]
    return bool(lists) and all(_is_of_shape(lists[0][k]) for k, entry in enumerate(entries) if entry is None)


def _is_of_shape(node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        values = _assigned(node.id)
        return bool(values) and all(
            not isinstance(value, ast.Name) and _is_of_shape(value) for value in values
        )
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _is_of_shape(node.value)
    if isinstance(node, ast.Constant):
        return node.value is None
    return any(isinstance(part, ast.Attribute) and part.attr in SHAPES for part in ast.walk(node))


def _assigned(name: str) -> list[ast.expr]:
    """Return all that the file assigns to a name; nothing where it is bound otherwise too."""
    bindings, values = 0, []
    for node in host.reporter.site.source.nodes():
        if isinstance(node, ast.arg) and node.arg == name:
            return []
        if _binds(node, name):
            bindings += 1
        if isinstance(node, ast.Assign):
            bound = [part for target in node.targets for part in ast.walk(target) if _binds(part, name)]
            values += [node.value] * len(bound)
    return values if len(values) == bindings else []


def _binds(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
