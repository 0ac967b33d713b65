"""``torch.nn.Module``: what every layer and every network of the program is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from gnomon.models.api import (
    UNKNOWN,
    Choice,
    DictValue,
    Dtype,
    Instance,
    Iteration,
    Shape,
    Size,
    TakesAnything,
    Tensor,
    Unknown,
    choice,
    dtypes,
    function,
    host,
    modelled,
    state,
    unknown_of,
)
from gnomon.models.torch.common import default_float, dtype_of, dtype_or
from gnomon.models.torch.layers.hooks import HOOKS, add_hook, copied, run_hooked
from gnomon.values import alternatives
from gnomon.values.storage import Storage

LISTED = 24
"""So many parameters or modules are visited one by one; of more, one stands for all."""


_TRAINING = unknown_of("bool")
"""Whether networks train that nobody makes or calls: all parts of one do, or none."""


@modelled("torch.nn.Module", "torch.nn.modules.Module", "torch.nn.modules.module.Module")
class Module(TakesAnything):
    """A network or a layer. Calling it runs ``forward``."""

    entry: ClassVar[str] = "forward"
    training: Any = True
    signs: ClassVar[tuple[str, ...]] = ()
    _hooks: Any = ()

    def prepare(self) -> None:
        """Begin the modelled part of a user's network."""
        if host.cold:
            self.__dict__["training"] = _TRAINING

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        forward = getattr(self, "forward", None)
        if forward is None:
            return UNKNOWN
        if self._hooks == ():
            return forward(*arguments, **keywords)
        return run_hooked(self, forward, arguments, keywords)

    @property
    def hooked(self) -> Any:
        """What runs the module where functions of the program see its calls; None where none do."""
        return None if self._hooks == () else partial(run_hooked, self)

    def on_copy(self, inner: Any) -> None:
        """Let a copy have copies of the hooks: methods are copied with their objects."""
        if self._hooks != ():
            self.__dict__["_hooks"] = choice([copied(held, inner) for held in alternatives(self._hooks)])

    def register_forward_hook(
        self, hook: Any, *, prepend: Any = False, with_kwargs: Any = False, always_call: Any = False
    ) -> Any:
        """Let a function see each output, and replace it where it returns something."""
        return add_hook(self, hook, before=False, first=prepend, takes_keywords=with_kwargs)

    def register_forward_pre_hook(self, hook: Any, *, prepend: Any = False, with_kwargs: Any = False) -> Any:
        """Let a function see the arguments of each call, and replace them where it returns something."""
        return add_hook(self, hook, before=True, first=prepend, takes_keywords=with_kwargs)

    # -- parts -----------------------------------------------------------------------------------------

    def members(self) -> list[tuple[str, Any]]:
        """Return the attributes that hold modules and tensors, in the order they were set."""
        outer = self.__dict__.get("outer")
        found = list(outer.cell.items()) if type(outer) is Instance else []
        return found + [(name, value) for name, value in self.__dict__.items() if name != "outer"]

    def register_buffer(self, name: Any, tensor: Any, persistent: Any = True) -> None:
        """Keep a tensor that is not a parameter."""
        if type(name) is str:
            host.set_attribute(self.me, name, tensor)

    def register_parameter(self, name: Any, param: Any) -> None:
        """Keep a parameter under a name."""
        if type(name) is str:
            host.set_attribute(self.me, name, param)

    def add_module(self, name: Any, module: Any) -> None:
        """Keep a module under a name."""
        if type(name) is str:
            host.set_attribute(self.me, name, module)

    register_module = add_module

    def get_submodule(self, target: Any) -> Any:
        """Return the module under a dotted name."""
        return self._find(target)

    get_parameter = get_buffer = get_submodule

    def _find(self, target: Any) -> Any:
        if type(target) is not str:
            return UNKNOWN
        found: Any = self.me
        for name in target.split(".") if target else ():
            found = host.get_attribute(found, name)
        return found

    def children(self) -> Any:
        """Return the modules directly inside."""
        found = direct_children(self)
        if found is None:
            return Iteration(make=lambda: UNKNOWN)
        return Iteration(tuple(child for _, child in found))

    def named_children(self) -> Any:
        """Return the modules directly inside with their names."""
        found = direct_children(self)
        if found is None:
            return Iteration(make=lambda: (unknown_of("str"), UNKNOWN))
        return Iteration(tuple(found))

    def modules(self) -> Any:
        """Return this module and all inside, at any depth."""
        found = descendants(self)
        if found is None:
            return Iteration(make=lambda: UNKNOWN)
        return Iteration(tuple(module for _, module in found))

    def named_modules(self, memo: Any = None, prefix: Any = "", remove_duplicate: Any = True) -> Any:
        """Return this module and all inside with their dotted names."""
        found = descendants(self)
        if found is None:
            return Iteration(make=lambda: (unknown_of("str"), UNKNOWN))
        return Iteration(tuple(found))

    def parameters(self, recurse: Any = True) -> Any:
        """Return all parameters."""
        found = parameters_of(self)
        if not found or len(found) > LISTED:
            return Iteration(make=unknown_parameter, source=self)
        return Iteration(tuple(tensor for _, tensor in found), source=self)

    def named_parameters(self, prefix: Any = "", recurse: Any = True, remove_duplicate: Any = True) -> Any:
        """Return all parameters with their dotted names."""
        found = parameters_of(self)
        if found is None or len(found) > LISTED:
            return Iteration(make=lambda: (unknown_of("str"), unknown_parameter()))
        return Iteration(tuple(found))

    def buffers(self, recurse: Any = True) -> Any:
        """Return all tensors that are not parameters."""
        return Iteration(make=unknown_parameter)

    def named_buffers(self, *arguments: Any, **keywords: Any) -> Any:
        """Return all tensors that are not parameters, with their names."""
        return Iteration(make=lambda: (unknown_of("str"), unknown_parameter()))

    def state_dict(self, *arguments: Any, **keywords: Any) -> Any:
        """Return all parameters and buffers by name."""
        return DictValue(rest=UNKNOWN)

    def load_state_dict(self, state_dict: Any, strict: Any = True, assign: Any = False) -> Any:
        """Take parameters over: their shapes stay."""
        return UNKNOWN

    exposed: ClassVar[tuple[str, ...]] = (
        *("_modules", "_parameters", "_buffers", "_get_name", "_conv_forward"),
        *HOOKS,
    )

    @property
    def _modules(self) -> Any:
        found = direct_children(self)
        return DictValue(rest=UNKNOWN) if found is None else DictValue(dict(found))

    def _of_hooks(self) -> Any:
        """Return hooks by number: whoever asks for them may take some away."""
        if self._hooks != ():
            self._hooks = UNKNOWN
        return DictValue(rest=UNKNOWN)

    _forward_hooks = _forward_pre_hooks = property(_of_hooks, lambda self, hooks: self._of_hooks())

    @property
    def _parameters(self) -> Any:
        return DictValue({name: value for name, value in self.members() if is_parameter(value)})

    @property
    def _buffers(self) -> Any:
        return DictValue(rest=UNKNOWN)

    # -- what returns the module itself ----------------------------------------------------------------

    def train(self, mode: Any = True) -> Any:
        """Switch to training."""
        set_training(self, mode if type(mode) is bool else unknown_of("bool"))
        return self.me

    def eval(self) -> Any:
        """Switch to evaluation."""
        set_training(self, False)
        return self.me

    def apply(self, fn: Any) -> Any:
        """Call a function with each module inside, and with this one."""
        for module in representatives(self):
            host.call(fn, module)
        return self.me

    def to(self, *arguments: Any, **keywords: Any) -> Any:
        """Move to a device or convert to a dtype."""
        from gnomon.models.torch.places import target_device

        relocate(self, target_device("to", arguments, keywords))
        for value in (*arguments, *keywords.values()):
            if type(value) is Dtype:
                convert(self, value)
            elif type(value) is Unknown:
                convert(self, None)
        return self.me

    def type(self, dst_type: Any) -> Any:
        """Convert to a dtype."""
        convert(self, dtype_of(dst_type))
        return self.me

    def half(self) -> Any:
        """Convert to float16."""
        convert(self, dtypes.float16)
        return self.me

    def bfloat16(self) -> Any:
        """Convert to bfloat16."""
        convert(self, dtypes.bfloat16)
        return self.me

    def double(self) -> Any:
        """Convert to float64."""
        convert(self, dtypes.float64)
        return self.me

    def float(self) -> Any:
        """Convert to float32."""
        convert(self, dtypes.float32)
        return self.me

    def _itself(self, *arguments: Any, **keywords: Any) -> Any:
        return self.me

    def cuda(self, *arguments: Any, **keywords: Any) -> Any:
        """Move to a GPU."""
        relocate(self, "cuda")
        return self.me

    def cpu(self) -> Any:
        """Move to the CPU."""
        relocate(self, "cpu")
        return self.me

    def _elsewhere(self, *arguments: Any, **keywords: Any) -> Any:
        relocate(self, None)
        return self.me

    xpu = ipu = to_empty = requires_grad_ = _elsewhere
    share_memory = compile_ = _itself

    # -- what concerns no shapes -----------------------------------------------------------------------

    def _nothing(self, *arguments: Any, **keywords: Any) -> None:
        return None

    zero_grad = compile = set_extra_state = reset_parameters = _nothing

    def _handle(self, *arguments: Any, **keywords: Any) -> Any:
        return UNKNOWN

    register_full_backward_hook = register_backward_hook = _handle
    register_state_dict_pre_hook = register_load_state_dict_post_hook = _handle
    register_full_backward_pre_hook = get_extra_state = _handle

    def knows_parameters(self) -> bool:
        """Whether its own parameters are all among its parts."""
        return True

    def extra_repr(self) -> Any:
        """Return what the printed form adds."""
        return unknown_of("str")

    def _get_name(self) -> Any:
        return unknown_of("str")


def native_of(value: Any) -> Any:
    """Return the modelled part of a module (itself, or what a user's class inherits); None of others."""
    if isinstance(value, Module):
        return value
    if type(value) is Instance and isinstance(value.native, Module):
        return value.native
    return None


def direct_children(module: Module) -> list[tuple[str, Any]] | None:
    """Return the modules directly inside with their names; None where some are not known."""
    own = getattr(module, "own_children", None)
    found: list[tuple[str, Any]] = []
    if own is not None:
        listed = own()
        if listed is None:
            return None
        found.extend(listed)
    seen = {id(native_of(value)) for _, value in found}
    for name, value in module.members():
        native = native_of(value)
        if native is not None:
            if id(native) not in seen:
                seen.add(id(native))
                found.append((name, value))
        elif type(value) is Choice:
            if any(native_of(single) is not None for single in value.values):
                return None
        elif type(value) is Unknown and type(value.reason) is tuple and value.reason[0] in _LOST:
            return None
    return found


_LOST = ("unmodelled", "unknown arguments", "not understood", "too many alternatives")


def descendants(module: Module, limit: int = 400) -> list[tuple[str, Any]] | None:
    """Return a module and all inside with their dotted names, each once; None where some are not known."""
    found: list[tuple[str, Any]] = []
    seen: set[int] = set()

    def visit(name: str, value: Any) -> bool:
        native = native_of(value)
        if id(native) in seen:
            return True
        seen.add(id(native))
        found.append((name, value))
        inner = direct_children(native)
        if inner is None or len(found) > limit:
            return False
        return all(visit(f"{name}.{part}" if name else part, child) for part, child in inner)

    return found if visit("", module.me) else None


def known_modules(module: Module) -> Iterator[Module]:
    """Yield a module and all inside that are known, as modelled parts."""
    stack = [module]
    seen: set[int] = set()
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        values = [value for _, value in current.members()]
        held = getattr(current, "held", None)
        if held is not None:
            values.extend(held())
        for value in values:
            for single in value.values if type(value) is Choice else (value,):
                native = native_of(single)
                if native is not None:
                    stack.append(native)


def representatives(module: Module) -> list[Any]:
    """Return one module of each kind inside, and the module itself."""
    chosen: dict[Any, Any] = {}
    for native in known_modules(module):
        outer = native.__dict__.get("outer")
        key = outer.cls if type(outer) is Instance else type(native)
        chosen.setdefault(key, native.me)
    return list(chosen.values())


def set_training(module: Module, mode: Any) -> None:
    """Set the mode of a module and of all inside."""
    for native in known_modules(module):
        if native.__dict__.get("training", True) is not mode:
            state.write(native.__dict__, "training", mode)


def is_parameter(value: Any) -> bool:
    """Whether a value is a parameter."""
    return type(value) is Tensor and value.attributes is not None and "is_parameter" in value.attributes


def parameters_of(module: Module) -> list[tuple[str, Tensor]] | None:
    """Return all parameters with their dotted names; None where some are not known."""
    inside = descendants(module)
    if inside is None:
        return None
    found: list[tuple[str, Tensor]] = []
    for name, value in inside:
        native = native_of(value)
        if not native.knows_parameters():
            return None
        for part, tensor in native.members():
            if is_parameter(tensor):
                found.append((f"{name}.{part}" if name else part, tensor))
            elif type(tensor) is Choice and any(map(is_parameter, tensor.values)):
                return None
    return found


def relocate(module: Module, device: Any) -> None:
    """Note that a module moves to a device, None if it is not known which; False moves nothing."""
    for native in known_modules(module) if device is not False else ():
        for _, part in native.members():
            if type(part) is Tensor and part.storage is not None:
                grad = part.storage.grad if device is not None else None
                state.write_slot(part, "storage", Storage(part.storage.strides, device, grad))


def unknown_parameter() -> Tensor:
    """Return a parameter about which nothing is known."""
    return Tensor(Shape.unknown(), None, "torch")


def convert(module: Module, dtype: Dtype | None) -> None:
    """Set the dtype of all float parameters and buffers inside a module."""
    for native in known_modules(module):
        for _, value in native.members():
            if type(value) is Tensor and (value.dtype is None or value.dtype.kind == "float"):
                state.write_slot(value, "dtype", dtype)


def parameter(*sizes: Size, dtype: Any = None, role: str | None = None) -> Tensor:
    """Return a new parameter of a layer; ``role`` is what the layer's definition says about it."""
    wanted = dtype_or(dtype, None if host.cold else default_float())
    made = Tensor(Shape(sizes), wanted, "torch", site=host.reporter.site, role=role)
    made.attributes = {"is_parameter": True, "requires_grad": True}
    return made


@function("torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.UninitializedParameter")
def make_parameter(data: Any = None, requires_grad: Any = True) -> Any:
    """A tensor that a module counts among its parameters."""
    if type(data) is Tensor:
        made = Tensor(data.shape, data.dtype, "torch", bounds=data.bounds, site=host.reporter.site)
    elif data is None:
        made = Tensor(Shape((0,)), default_float(), "torch", site=host.reporter.site)
    else:
        from gnomon import ops

        made = ops.positive(data)
    made.attributes = {"is_parameter": True, "requires_grad": requires_grad}
    return made


@function("torch.nn.Buffer", "torch.nn.parameter.Buffer")
def make_buffer(data: Any, *, persistent: Any = True) -> Any:
    """A tensor that a module keeps but does not train."""
    return data
