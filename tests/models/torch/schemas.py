"""The real parameters of PyTorch's functions: from the schemas of its operators, or from Python signatures."""

import inspect
import re
from dataclasses import dataclass
from typing import Any

import torch

REQUIRED = object()
_SPACES = {"torch.linalg": "linalg_", "torch.fft": "fft_", "torch.special": "special_"}


@dataclass(frozen=True)
class Parameter:
    """A parameter: its name, kind of value (`Tensor`, `int[]`, `bool?` ...), default, and how it is given."""

    name: str
    kind: str
    default: Any = REQUIRED
    by_name: bool = False

    @property
    def optional(self):
        """Whether it may be left out."""
        return self.default is not REQUIRED


def overloads(name: str, method: bool = False) -> list[list[Parameter]]:
    """The parameter lists under which a function or tensor method may be called; empty if they are not known."""
    real = resolve(name, method)
    if inspect.isfunction(real) or hasattr(real, "__wrapped__"):
        found = _from_python(real)
        if found:
            return found
    space, _, last = name.rpartition(".")
    return _from_schemas(f"aten::{'' if method else _SPACES.get(space, '')}{last}", method)


def resolve(name: str, method: bool = False) -> Any:
    """The real function of a dotted name, or method of a tensor; None if there is none."""
    if method:
        return getattr(torch.Tensor, name, None)
    found: Any = torch
    for part in name.split(".")[1:]:
        try:
            found = getattr(found, part, None)
        except RuntimeError:  # of a namespace that makes what is asked for
            return None
    return found


def _from_schemas(operator: str, method: bool) -> list[list[Parameter]]:
    found = []
    for schema in torch._C._jit_get_schemas_for_operator(operator):
        arguments = schema.arguments
        if not arguments or "..." in str(schema) or any(a.is_out for a in arguments):
            continue
        kinds = [_kind(str(a.real_type), a.N) for a in arguments]
        if not any(kind.startswith("Tensor") for kind in kinds) or (method and arguments[0].name != "self"):
            continue
        if kinds[0].startswith("t[") or arguments[0].name in ("a", "l"):  # of lists in TorchScript
            continue
        parameters = []
        for argument, kind in zip(arguments, kinds):
            default = argument.default_value if argument.has_default_value() else REQUIRED
            name = "input" if argument.name == "self" and not method else argument.name
            parameters.append(Parameter(name, kind, default, argument.kwarg_only))
        found.append(parameters)
    return found


def _kind(text: str, count: int | None) -> str:
    """A kind as it is written here: `int?`, `Tensor[]`, `int[2]`."""
    text = re.sub(r"Optional\[(.*)\]$", r"\1?", text)
    text = re.sub(r"List\[(.*)\](\??)$", r"\1[]\2", text)
    text = text.replace("SymInt", "int").replace("number", "Scalar")
    return text.replace("[]", f"[{count}]") if count else text


def _from_python(function: Any) -> list[list[Parameter]]:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    parameters = []
    for parameter in signature.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            return []
        if parameter.name == "out":
            continue
        default = REQUIRED if parameter.default is parameter.empty else parameter.default
        kind = _python_kind(parameter.annotation, parameter.name, default)
        parameters.append(Parameter(parameter.name, kind, default, parameter.kind is parameter.KEYWORD_ONLY))
    return [parameters]


def _python_kind(annotation: Any, name: str, default: Any) -> str:
    text = str(annotation).replace("torch.", "")
    optional = "?" if "None" in text or default is None else ""
    for word, kind in (
        ("Tensor", "Tensor"),
        ("bool", "bool"),
        ("str", "str"),
        ("list[int]", "int[]"),
        ("BroadcastingList", "int[]"),
        ("int", "int"),
        ("float", "float"),
    ):
        if word in text:
            return kind + optional
    if isinstance(default, bool):
        return "bool"
    if isinstance(default, (int, float, str)):
        return type(default).__name__
    if name in ("input", "self", "other", "tensor", "A", "B", "x", "target", "weight"):
        return "Tensor" + optional
    return "int" + optional if name in ("dim", "dims", "axis") else "any" + optional
