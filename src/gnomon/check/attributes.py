"""Attribute access: on objects of the program, modelled objects, tensors, modules and plain values."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from gnomon.check.interpreter import expression
from gnomon.models import registry
from gnomon.shapes import Shape
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Bound,
    Choice,
    ClassMethod,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    LibraryModule,
    ListValue,
    Modelled,
    ModuleValue,
    PropertyValue,
    SequenceValue,
    StaticMethod,
    Tensor,
    Unknown,
    choice,
    state,
    unknown_of,
)

if TYPE_CHECKING:
    from gnomon.check.frames import Frame
    from gnomon.check.interpreter import Interpreter


class Super:
    """What ``super()`` returns: the lineage of the receiver after one class."""

    __slots__ = ("owner", "receiver")

    def __init__(self, owner: ClassValue, receiver: Any) -> None:
        self.owner = owner
        self.receiver = receiver


@expression(ast.Attribute)
def _attribute(run: Interpreter, node: ast.Attribute, frame: Frame) -> Any:
    owner = run.evaluate(node.value, frame)
    if type(owner) is Tensor or type(owner) is Choice or isinstance(owner, (Instance, Modelled)):
        run.reporter.site = run.site(frame, node)
        run.reporter.arguments = [(owner, node.value)]
    return get_attribute(run, owner, node.attr)


def get_attribute(run: Interpreter, owner: Any, name: str) -> Any:
    """Return an attribute of a value; unknown where there is none or it is not known."""
    kind = type(owner)
    if kind is Instance:
        return _of_instance(run, owner, name)
    if kind is LibraryModule:
        return registry.lookup(f"{owner.name}.{name}")
    if kind is Tensor:
        return of_tensor(run, owner, name)
    if kind is ModuleValue:
        return _of_module(run, owner, name)
    if kind is ClassValue:
        return _of_class(run, owner, name)
    if kind is Choice:
        values = [get_attribute(run, single, name) for single in owner.values if not _lacks(single, name)]
        return choice(values) if values else UNKNOWN
    if kind is Super:
        return _of_super(run, owner, name)
    if kind is Unknown:
        return _of_unknown(run, owner, name)
    if isinstance(owner, Modelled):
        return of_modelled(run, owner, name)
    if isinstance(owner, type) and issubclass(owner, Modelled):
        return _of_modelled_class(owner, name)
    if kind is FunctionValue:
        if name == "__name__":
            return owner.name
        return owner.attributes.get(name, UNKNOWN)
    if kind is Bound:
        return get_attribute(run, owner.function, name) if name != "__self__" else owner.receiver
    if kind is LibraryFunction:
        if name == "__name__":
            return owner.name.rpartition(".")[2]
        return registry.NAMES.get(f"{owner.name}.{name}", UNKNOWN)
    if name == "value" and kind in (str, int, float) and not hasattr(owner, name):
        return owner  # members of enumerations are what is assigned to them
    from gnomon.check.methods import method_of

    method = method_of(owner, name)
    return UNKNOWN if method is None else method


_KINDS = {"list": list, "set": set, "dict": dict}


def _lacks(value: Any, name: str) -> bool:
    """Whether asking a value of Python's own for an attribute would end the path."""
    if value is None or type(value) in (str, bytes):
        return not hasattr(value, name)
    if type(value) in (int, float, bool):
        return name in ("shape", "ndim", "size", "dtype")
    if type(value) is ListValue or type(value) is DictValue:
        own = _KINDS.get(value.kind)
        return own is not None and not hasattr(own, name)
    return False


def _of_instance(run: Interpreter, owner: Instance, name: str) -> Any:
    if name == "__class__":
        return owner.cls
    if name == "__dict__":
        forget_settings(owner)
        return DictValue(rest=UNKNOWN)
    found = owner.cls.lookup(name)
    if found is not None and type(found[0]) is PropertyValue:
        return _property(run, owner, name, found[0])
    value = owner.cell.get(name, ABSENT)
    if value is not ABSENT:
        return value
    if found is not None:
        return bind(found[0], owner, owner.cls)
    if owner.native is not None:
        value = native_attribute(owner.native, name)
        if value is not ABSENT:
            return value
    fallback = owner.cls.lookup("__getattr__")
    if fallback is not None and not name.startswith("__"):
        return run.invoke(bind(fallback[0], owner, owner.cls), name)
    return UNKNOWN


def _property(run: Interpreter, owner: Instance, name: str, found: PropertyValue) -> Any:
    if found.cached and name in owner.cell:
        return owner.cell[name]
    value = run.invoke(found.getter, owner)
    if found.cached:
        state.write(owner.cell, name, value)
    return value


def bind(value: Any, receiver: Any, cls: Any) -> Any:
    """Return what a class attribute gives when it is read through an instance."""
    kind = type(value)
    if kind is FunctionValue:
        return Bound(value, receiver)
    if kind is StaticMethod:
        return value.function
    if kind is ClassMethod:
        return Bound(value.function, cls)
    if kind is Choice:
        return choice([bind(single, receiver, cls) for single in value.values])
    return value


def native_attribute(native: Modelled, name: str) -> Any:
    """Return an attribute of a modelled object as a value of the program, or ABSENT."""
    if name.startswith("_") and name not in native.__dict__ and not name.startswith("__"):
        if name not in getattr(type(native), "exposed", ()):
            return ABSENT
    try:
        value = getattr(native, name)
    except AttributeError:
        return ABSENT
    except (TypeError, ValueError, LookupError, ArithmeticError):
        return Unknown(reason=("not understood", f"{type(native).library_name}.{name}"))
    return exported_member(native, name, value)


def exported_member(native: Any, name: str, value: Any) -> Any:
    """Wrap a Python method of a model as a function of the program; import plain data."""
    if callable(value) and not isinstance(
        value, (Modelled, LibraryFunction, type, ClassValue, Instance, FunctionValue, Bound, Unknown)
    ):
        label = f"{type(native).library_name}.{name}"
        raw = getattr(value, "raw", False)
        return LibraryFunction(label, value, raw=raw, returns_tensor=name in ("__call__", "forward", "call"))
    from gnomon.check.library import imported

    return imported(value)


def of_modelled(run: Interpreter, owner: Modelled, name: str) -> Any:
    """Return an attribute of a modelled object."""
    value = native_attribute(owner, name)
    if value is not ABSENT:
        return value
    if name == "__class__":
        return type(owner)
    return Unknown(reason=("unmodelled", f"{type(owner).library_name}.{name}"))


def _of_modelled_class(owner: type, name: str) -> Any:
    if name == "__name__":
        return owner.__name__
    value = registry.NAMES.get(f"{owner.library_name}.{name}")  # type: ignore[attr-defined]
    if value is not None:
        return value
    value = getattr(owner, name, ABSENT)
    if value is ABSENT or (name.startswith("_") and not name.startswith("__")):
        return Unknown(reason=("unmodelled", f"{owner.library_name}.{name}"))  # type: ignore[attr-defined]
    if callable(value) and not isinstance(value, type):
        return LibraryFunction(f"{owner.library_name}.{name}", _unbound(owner, value))  # type: ignore[attr-defined]
    return value


def _unbound(owner: type, function: Any) -> Any:
    """Return a method for a call through the class: `Base.__init__(self)` reaches the modelled part."""

    def call(*arguments: Any, **keywords: Any) -> Any:
        if arguments and type(arguments[0]) is Instance:
            from gnomon.check.classes import attach_native

            attach_native(arguments[0], arguments[0].cls.modelled_base or owner)
            arguments = (arguments[0].native, *arguments[1:])
        return function(*arguments, **keywords)

    return call


def of_tensor(run: Interpreter, owner: Tensor, name: str) -> Any:
    """Return an attribute of a tensor: set by the program, modelled, or a method."""
    if owner.attributes is not None and name in owner.attributes:
        return owner.attributes[name]
    library = owner.library or "any"
    reader = registry.ATTRIBUTES.get((library, name))
    if reader is not None:
        from gnomon.check.library import guarded, imported

        return imported(guarded(run, lambda: reader(owner), name))
    method = registry.METHODS.get((library, name))
    if method is not None:
        return Bound(method, owner)
    if library in _GENERAL:
        return get_general(run, owner, library, name)
    return Unknown(reason=("unmodelled", f"{library} tensor.{name}"))


_GENERAL = {"tf1": "tf", "keras": "tf", "any": None}


def get_general(run: Interpreter, owner: Tensor, library: str, name: str) -> Any:
    """Look an attribute up in the library that a variant (tf1, keras) belongs to."""
    general = _GENERAL[library]
    if general is None:
        return _of_any_tensor(run, owner, name)
    reader = registry.ATTRIBUTES.get((general, name))
    if reader is not None:
        from gnomon.check.library import guarded, imported

        return imported(guarded(run, lambda: reader(owner), name))
    method = registry.METHODS.get((general, name))
    if method is not None:
        return Bound(method, owner)
    return Unknown(reason=("unmodelled", f"{library} tensor.{name}"))


TENSORFLOW_ONLY = frozenset(["get_shape", "set_shape"])
"""Method names that, called on an unknown value of a program that uses TensorFlow, tell a tensor."""

TORCH_ONLY = frozenset(
    [
        "view",
        "permute",
        "unsqueeze",
        "contiguous",
        "masked_fill",
        "masked_fill_",
        "index_select",
        "view_as",
        "expand",
        "expand_as",
        "narrow",
        "chunk",
        "unfold",
        "bmm",
        "addmm",
        "log_softmax",
        "requires_grad_",
        "detach",
        "unflatten",
        "flatten",
        "softmax",
        "size",
        "dim",
        "t",
    ]
)
"""Method names that, called on an unknown value of a program that uses PyTorch, tell a PyTorch tensor."""


def _of_any_tensor(run: Interpreter, owner: Tensor, name: str) -> Any:
    if name in ("shape",):
        return shape_value(owner.shape)
    if name == "ndim":
        rank = owner.shape.rank
        return unknown_of("int") if rank is None else rank
    if name in TORCH_ONLY and ("torch", name) in registry.METHODS:
        return Bound(registry.METHODS["torch", name], owner)
    if name in TENSORFLOW_ONLY and ("tf", name) in registry.METHODS:
        return Bound(registry.METHODS["tf", name], owner)
    if name == "T" and owner.shape.rank is not None:
        return Tensor(
            Shape(tuple(reversed(owner.shape.dims))), owner.dtype, owner.library, site=run.reporter.site
        )
    return UNKNOWN


def shape_value(shape: Shape) -> Any:
    """Return a shape as the tuple that a program sees."""
    if shape.rank is not None:
        return shape.dims
    return SequenceValue(unknown_of("int"), None, "shape", origin=shape)


def _of_unknown(run: Interpreter, owner: Unknown, name: str) -> Any:
    if owner.tensor is not None or (owner.name is not None and name in ("shape", "ndim")):
        from gnomon.check.conditions import as_tensor

        tensor = as_tensor(owner)
        if tensor is not None:
            found = of_tensor(run, tensor, name)
            if type(found) is not Unknown:
                return found
    elif (
        name in TORCH_ONLY
        and owner.name is not None
        and ("torch", name) in registry.METHODS
        and owner.kind is None
    ):
        from gnomon.check.conditions import as_tensor

        return (
            Bound(registry.METHODS["torch", name], as_tensor(owner))
            if name not in ("size", "dim", "t")
            else Bound(registry.METHODS["torch", name], owner)
        )
    if (
        name in TENSORFLOW_ONLY
        and owner.name is not None
        and owner.kind is None
        and ("tf", name) in registry.METHODS
    ):
        from gnomon.check.conditions import as_tensor

        return Bound(registry.METHODS["tf", name], as_tensor(owner))
    if owner.kind is not None:
        from gnomon.check.methods import method_of_kind

        return method_of_kind(owner.kind, name)
    return part_of(owner, name)


def part_of(owner: Unknown, name: str) -> Any:
    """Return the unknown that an attribute of an unknown value is, the same one each time."""
    if owner.name is None and owner.reason is None:
        return UNKNOWN
    if owner.parts is None:
        owner.parts = {}
    found = owner.parts.get(name)
    if found is None:
        found = owner.parts[name] = Unknown(
            reason=owner.reason, name=f"{owner.name}.{name}" if owner.name else None
        )
    return found


def _of_module(run: Interpreter, owner: ModuleValue, name: str) -> Any:
    value = owner.cell.get(name, ABSENT)
    if value is not ABSENT:
        return value
    if name == "__dict__":
        from gnomon.check.namespaces import Namespace

        return Namespace(owner)
    from gnomon.check.imports import submodule

    return submodule(run, owner, name)


def _of_class(run: Interpreter, owner: ClassValue, name: str) -> Any:
    if name == "__name__":
        return owner.name
    found = owner.lookup(name)
    if found is not None:
        value = found[0]
        if type(value) is StaticMethod:
            return value.function
        if type(value) is ClassMethod:
            return Bound(value.function, owner)
        return value
    base = owner.modelled_base
    if base is not None:
        return _of_modelled_class(base, name)
    return UNKNOWN


def _of_super(run: Interpreter, owner: Super, name: str) -> Any:
    receiver = owner.receiver
    cls = receiver if type(receiver) is ClassValue else receiver.cls
    lineage = cls.lineage
    start = next((index + 1 for index, entry in enumerate(lineage) if entry is owner.owner), 0)
    for entry in lineage[start:]:
        if type(entry) is ClassValue:
            if name in entry.cell:
                value = entry.cell[name]
                if type(value) is PropertyValue:
                    return run.invoke(value.getter, receiver)
                return bind(value, receiver, cls)
        elif isinstance(entry, type) and issubclass(entry, Modelled):
            if type(receiver) is not Instance:
                return _of_modelled_class(entry, name)
            if receiver.native is None:
                from gnomon.check.classes import attach_native

                attach_native(receiver, entry)
            value = native_attribute(receiver.native, name)
            if value is not ABSENT:
                return value
            return Unknown(reason=("unmodelled", f"{entry.library_name}.{name}"))
        else:
            return UNKNOWN
    if name == "__init__":
        return LibraryFunction("object.__init__", lambda *args, **kwargs: None, returns_tensor=False)
    return UNKNOWN


def find_method(run: Interpreter, owner: Any, name: str) -> Any:
    """Return a method of an object of the program or a modelled object, bound; None if it has none."""
    if type(owner) is Instance:
        found = find_user_method(owner, name)
        if found is not None:
            return found
        owner = owner.native
    if isinstance(owner, Modelled) and any(name in vars(cls) for cls in type(owner).__mro__[:-1]):
        return exported_member(owner, name, getattr(owner, name))
    return None


def find_user_method(owner: Any, name: str) -> Any:
    """Return the method that the user's class of an object defines, bound; None if there is none."""
    if isinstance(owner, Modelled):
        owner = owner.me
    if type(owner) is not Instance:
        return None
    found = owner.cls.lookup(name)
    return None if found is None else bind(found[0], owner, owner.cls)


FILLED = {("torch", "grad")}
"""Attributes of arrays that a library fills later: None there does not stay."""


def set_attribute(run: Interpreter, owner: Any, name: str, value: Any) -> None:
    """Set an attribute of a value."""
    kind = type(owner)
    if kind is Instance:
        found = owner.cls.lookup(name)
        if found is not None and type(found[0]) is PropertyValue:
            if found[0].setter is not None:
                run.invoke(found[0].setter, owner, value)
            return
        takes = getattr(owner.native, "takes_attribute", None)
        if takes is not None and takes(name, value):
            return
        state.write(owner.cell, name, value)
        if owner.native is not None:
            hook = getattr(owner.native, "on_set", None)
            if hook is not None:
                from gnomon.check.library import guarded

                guarded(run, lambda: hook(name, value), name)
    elif kind is ModuleValue or kind is ClassValue:
        state.write(owner.cell, name, value)
    elif kind is Tensor:
        if name == "shape" and type(value) is tuple:
            from gnomon.check.library import apply_tensor_reshape

            apply_tensor_reshape(run, owner, value)
            return
        setter = registry.SETTERS.get((owner.library, name))
        if setter is not None:
            from gnomon.check.library import guarded

            guarded(run, partial(setter, owner, value), name)
            return
        view = of_tensor(run, owner, name) if owner.library == "numpy" else None
        fill = getattr(type(view), "__setitem__", None) if isinstance(view, Modelled) else None
        if fill is not None:
            fill(view, ..., value)  # ``x.flat = 1`` fills the array
            return
        kept = {**(owner.attributes or {}), name: value}
        if value is None and (owner.library, name) in FILLED:
            del kept[name]
        state.write_slot(owner, "attributes", kept)
    elif kind is Choice:
        for single in owner.values:
            _weakly_set(run, single, name, value)
    elif isinstance(owner, Modelled):
        setter = getattr(type(owner), name, None)
        if not isinstance(setter, property):
            setattr(owner, name, value)
        elif setter.fset is not None:
            setter.fset(owner, value)
    elif kind is FunctionValue:
        state.write_slot(owner, "attributes", {**owner.attributes, name: value})
    elif kind is Unknown and owner.name is not None and owner.parts is not None:
        owner.parts.pop(name, None)


PLAIN = frozenset({type(None), bool, int, float, str})


def forget_settings(owner: Instance) -> None:
    """Doubt the plain values of an object one attribute of which may be set, nobody knows which.

    Layers, tensors and other objects are kept: code that does so copies settings.
    """
    for name, value in list(owner.cell.items()):
        if type(value) in PLAIN:
            state.write(owner.cell, name, choice([value, UNKNOWN]))


def _weakly_set(run: Interpreter, owner: Any, name: str, value: Any) -> None:
    if type(owner) is Instance:
        old = owner.cell.get(name, ABSENT)
        state.write(owner.cell, name, value if old is ABSENT else choice([old, value]))
