"""What annotations tell of a parameter: plain types, jaxtyping strings, `Annotated` shapes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.shapes import Run, Shape, dtypes, symbol
from gnomon.values import FunctionValue, Tensor, Unknown

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter

_JAXTYPING = frozenset(
    [
        "Float",
        "Float16",
        "Float32",
        "Float64",
        "BFloat16",
        "Int",
        "Int8",
        "Int16",
        "Int32",
        "Int64",
        "UInt",
        "UInt8",
        "Bool",
        "Num",
        "Real",
        "Inexact",
        "Integer",
        "Shaped",
        "Complex",
        "Complex64",
        "Complex128",
        "Key",
    ]
)
_TENSOR_NAMES = {
    "Tensor": "torch",
    "FloatTensor": "torch",
    "LongTensor": "torch",
    "ndarray": None,
    "Array": None,
}


def parameter_value(run: Interpreter, parameter: ast.arg, function: FunctionValue) -> Any:
    """Return an unknown argument as far as its annotation tells."""
    if run.project.assumptions:
        from gnomon.check.assumed import assumed_tensor

        tensor = assumed_tensor(run, parameter.arg, function.module)
        if tensor is not None:
            return tensor
    annotation = parameter.annotation
    if annotation is None:
        return Unknown(name=parameter.arg)
    if type(annotation) is ast.Constant and type(annotation.value) is str:
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return Unknown(name=parameter.arg)
    return _from_annotation(run, annotation, parameter.arg, function)


def _from_annotation(run: Interpreter, node: ast.expr, name: str, function: FunctionValue) -> Any:
    if type(node) is ast.Name:
        if node.id == "int":
            return symbol(name, lower=None)
        if node.id in ("str", "float", "bool"):
            return Unknown(node.id, name=name)
    if type(node) is ast.Subscript:
        head = node.value.attr if type(node.value) is ast.Attribute else getattr(node.value, "id", "")
        if head in _JAXTYPING:
            return _jaxtyping(node, head, name, function)
        if head == "Annotated" and type(node.slice) is ast.Tuple and len(node.slice.elts) >= 2:
            text = node.slice.elts[1]
            if type(text) is ast.Constant and type(text.value) is str:
                shape = parse_shape(text.value.strip().strip("()"), names_of(function))
                if shape is not None:
                    return Tensor(shape, None, _library(node.slice.elts[0]))
    unknown = Unknown(name=name)
    last = node.attr if type(node) is ast.Attribute else getattr(node, "id", "")
    if last in _TENSOR_NAMES:
        unknown.tensor = Tensor(Shape.unknown(), None, _library(node))
    return unknown


def _library(node: ast.expr) -> str | None:
    text = ast.unparse(node)
    last = text.rpartition(".")[2]
    if text.startswith(("np.", "numpy.")):
        return "numpy"
    if text.startswith(("jax.", "jnp.")):
        return "jax"
    if text.startswith("tf."):
        return "tf"
    return _TENSOR_NAMES.get(last)


def _jaxtyping(node: ast.Subscript, head: str, name: str, function: FunctionValue) -> Any:
    inner = node.slice
    if type(inner) is not ast.Tuple or len(inner.elts) != 2 or type(inner.elts[1]) is not ast.Constant:
        return Unknown(name=name)
    text = inner.elts[1].value
    shape = parse_shape(text, names_of(function)) if type(text) is str else None
    if shape is None:
        return Unknown(name=name)
    dtype = dtypes.parse(head.lower()) if any(c.isdigit() for c in head) or head == "Bool" else None
    return Tensor(shape, dtype, _library(inner.elts[0]))


def names_of(function: FunctionValue) -> dict[str, Any]:
    """Return the named sizes of one call's annotations: the same name is the same size."""
    names = function.attributes.get("#sizes")
    if names is None:
        names = {}
        function.attributes = {**function.attributes, "#sizes": names}
    return names


def parse_shape(text: str, names: dict[str, Any]) -> Shape | None:
    """Return the shape that a text such as ``batch 3 *rest`` or ``B, 3, 224`` describes; None if none."""
    prefix: list[Any] = []
    suffix: list[Any] = []
    run: Run | None = None
    for word in text.replace(",", " ").split():
        target = suffix if run is not None else prefix
        word = word.lstrip("#?")
        if word == "..." or word.startswith("*"):
            if run is not None:
                return None
            run = names.setdefault(word, Run(word.lstrip("*.") or None))
        elif word.lstrip("-").isdigit():
            target.append(int(word))
        elif "=" in word and word.rpartition("=")[2].isdigit():
            target.append(int(word.rpartition("=")[2]))
        elif word in ("_", "?", "None"):
            target.append(symbol())
        elif word.isidentifier():
            size = names.get(word)
            if size is None:
                size = names[word] = symbol(word)
            target.append(size)
        else:
            target.append(symbol())
    return Shape(tuple(prefix), run, tuple(suffix))
