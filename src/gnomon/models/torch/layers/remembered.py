"""What a network of the library's own layers has made of an input, kept for the next turn of a training loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from gnomon.models.api import Dim, Dtype, ListValue, Shape, Tensor, host, state
from gnomon.models.torch.autograd import grad_is_on
from gnomon.models.torch.common import default_float
from gnomon.models.torch.layers.module import Module
from gnomon.values.promotion import chooses_dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Symbol

KEPT = 4
"""Of how many inputs a network keeps what it made of them."""

PLAIN = frozenset([bool, int, float, str, type(None), Dim, Dtype, Shape])
"""What attributes of layers are that never change themselves, and that are known."""

TAKEN_WHOLE = ("site", "training")
"""Attributes of layers that have nothing in them to change: where one was made, and in what mode it is."""


class Memory(NamedTuple):
    """A call of a network that reported nothing and changed nothing."""

    parts: list[Any]
    given: tuple[Any, ...]
    basis: object
    """What all that is known about the sizes of the input and of the network rests on."""
    result: Tensor
    """One of its own, which the program cannot change."""
    learnt: list[Any]
    applied: int
    """How many operations it took."""

    def is_of(self, parts: list[Any], given: tuple[Any, ...], basis: object) -> bool:
        """Whether another call can give nothing else: the same network, and an input like that one."""
        alike = self.basis == basis and self.given == given and len(self.parts) == len(parts)
        return alike and all(map(is_, self.parts, parts))

    def repeat(self) -> Tensor:
        """Do again what the call has done, but for the work."""
        for claim in self.learnt:
            state.facts.assume(claim)
        host.world.applied += self.applied
        return _again(self.result)


class _Memories:
    """The calls of each network, as long as they are of the path at work."""

    def __init__(self) -> None:
        self.facts: Any = None
        self.calls: WeakKeyDictionary[Module, list[Memory]] = WeakKeyDictionary()

    def of(self, network: Module) -> list[Memory]:
        """Return the calls of a network, the last one first."""
        if state.facts is not self.facts:
            self.facts = state.facts
            self.calls.clear()
        return self.calls.setdefault(network, [])


_MEMORIES = _Memories()


def remembered(forward: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Let a network do only once what it does with one input, as long as nothing of it changes."""

    @wraps(forward)
    def recalled(network: Any, input: Any) -> Any:
        world, reporter = host.world, host.reporter
        if type(input) is not Tensor or input.library != "torch" or reporter.site is None:
            return forward(network, input)
        parts = _parts_of(network)
        if parts is None:
            return forward(network, input)
        symbols = _symbols_in(input, parts)
        if symbols and world.set_apart:
            return forward(network, input)
        given, basis, memories = _given(input), state.facts.basis(symbols), _MEMORIES.of(network)
        for memory in memories:
            if memory.is_of(parts, given, basis):
                return memory.repeat()
        mark, applied = state.mark(), world.applied
        before = len(reporter.found), reporter.refuted, reporter.warned
        result = forward(network, input)
        writes, learnt, _ = state.capture(mark)
        if (
            not writes
            and (len(reporter.found), reporter.refuted, reporter.warned) == before
            and type(result) is Tensor
            and result is not input
            and getattr(result.site, "node", None) is reporter.site.node
            and result.contents is None
            and result.shape.symbols() <= symbols
        ):
            memories.insert(0, Memory(parts, given, basis, _again(result), learnt, world.applied - applied))
            del memories[KEPT:]
        return result

    return recalled


def _parts_of(network: Module) -> list[Any] | None:
    """Return all that the result of a network depends on; None where some of it is the program's own."""
    found: list[Any] = []
    left, seen = [network], set[int]()
    for module in left:
        if id(module) in seen:
            continue
        seen.add(id(module))
        held = module.__dict__
        if "outer" in held:
            return None
        found.extend(held)
        for name, value in held.items():
            found.append(value)
            kind = type(value)
            if kind in PLAIN or name in TAKEN_WHOLE:
                continue
            if kind is Tensor:
                found += value.shape, value.dtype, value.storage, value.attributes, value.contents
                continue
            if isinstance(value, Module):
                left.append(value)
                continue
            items = value if kind is tuple else value.items if kind is ListValue else None
            if items is None:
                return None
            found.append(items)
            found += items
            for item in items:
                if isinstance(item, Module):
                    left.append(item)
                elif type(item) not in PLAIN:
                    return None
    return found


def _symbols_in(x: Tensor, parts: list[Any]) -> frozenset[Symbol]:
    """Return the sizes without a number of an input and of the parts of a network."""
    return x.shape.symbols().union(*(part.symbols() for part in parts if type(part) in _SIZES))


_SIZES = frozenset([Shape, Dim])


def _given(x: Tensor) -> tuple[Any, ...]:
    """Return what a network can see of its input, and of the place at which it is called."""
    reporter, memory = host.reporter, x.storage
    placed = None if memory is None else (memory.strides, memory.device, memory.grad)
    tensor = x.shape, x.dtype, x.contents, x.bounds, x.static, x.attributes, placed
    place = reporter.site.source, reporter.cold, grad_is_on(), chooses_dtypes(), default_float()
    return (*tensor, *place)


def _again(made: Tensor) -> Tensor:
    """Return a tensor like one that was made before, made here."""
    result = Tensor(
        made.shape, made.dtype, made.library, bounds=made.bounds, site=host.reporter.site, role=made.role
    )
    result.attributes, result.storage = made.attributes, made.storage
    return result
