"""Networks of the program that take layers before PyTorch's own part of them is made."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.trees import walk
from gnomon.ops.rule import Refutation
from gnomon.values import ClassValue, FunctionValue, Instance, Modelled, Tensor

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter


def refuse_early(run: Interpreter, owner: Instance, name: str, value: Any) -> None:
    """Report ``self.layer = nn.Linear(...)`` in an ``__init__`` that never calls that of ``nn.Module``."""
    if owner.native is not None or not _is_part(value) or owner.cls.has_unknown_base:
        return
    base = owner.cls.modelled_base
    if base is None or base.library_name != "torch.nn.Module" or _calls_base(owner.cls):
        return
    if run.frame is None or run.frame.receiver is not owner or run.reporter.site is None:
        return
    message = "{cls}.__init__ assigns {name} before super().__init__() has run, which PyTorch refuses"
    fields = {"cls": owner.cls.name, "name": name}
    help = "begin __init__ with super().__init__()"
    run.reporter.refute("", Refutation("super-init", message, fields, None, help))


def _is_part(value: Any) -> bool:
    """Whether PyTorch registers a value as part of a network: a layer or a parameter."""
    if type(value) is Tensor:
        return value.attributes is not None and "is_parameter" in value.attributes
    native = value.native if type(value) is Instance else value
    return isinstance(native, Modelled) and getattr(native, "entry", None) == "forward"


def _calls_base(cls: ClassValue) -> bool:
    """Whether some ``__init__`` of a class and its bases may run that of ``nn.Module``."""
    for base in cls.lineage:
        if type(base) is not ClassValue:
            continue
        if base.node is None or base.node.decorator_list or base.node.keywords or "__setattr__" in base.cell:
            return True
        made = base.cell.get("__init__")
        if made is None:
            continue
        if type(made) is not FunctionValue:
            return True
        for node in walk(made.node):
            if isinstance(node, ast.Name) and node.id == "super":
                return True
            if isinstance(node, ast.Attribute) and node.attr in ("__init__", "__dict__", "__setattr__"):
                return True
    return False
