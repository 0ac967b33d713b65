"""What `theano.function` returns: a function, its shared variables, and what it was made of."""

from __future__ import annotations

import copy as copying
from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.theano.compile.engine import Compiled, Performed, is_compilable
from gnomon.theano.compile.io import SymbolicInput, SymbolicOutput
from gnomon.theano.compile.overwriting import overwrite
from gnomon.theano.compile.profiling import ProfileStats
from gnomon.theano.compile.sharedvalue import Container, SharedVariable
from gnomon.theano.gof.fg import FunctionGraph
from gnomon.theano.gof.walking import inputs as roots_of
from gnomon.theano.tensor.type import TensorType

NOTHING: tuple[Any, int] = (None, -1)
DOUBLE: tuple[Any, int] = (np.dtype("float64"), 0)
"""The kind of inputs that take numbers of Python unchanged."""


class Maker:
    """What a function was made of: ``fgraph``, ``mode``, ``inputs``, ``outputs``."""

    def __init__(self, owner: Function) -> None:
        self._owner = owner
        self.mode = owner.mode
        self.inputs = owner.inputs
        self.outputs = owner.variables
        self.expanded_inputs = owner.inputs
        self.name = owner.name
        self.linker = owner.mode.linker
        self.profile = owner.profile
        self._fgraph: Any = None

    @property
    def fgraph(self) -> Any:
        """A copy of the function's graph."""
        if self._fgraph is None:
            owner = self._owner
            self._fgraph = FunctionGraph(
                [entry.variable for entry in owner.inputs] + owner.shared,
                owner.variables + [new for _, new in owner.updates],
            )
        return self._fgraph


class Function:
    """A compiled function of a program. Call it with values by position or by name."""

    def __init__(
        self,
        inputs: Sequence[SymbolicInput],
        variables: Sequence[Any],
        updates: Sequence[tuple[Any, Any]],
        keys: list[str] | None,
        outputs: Any,
        mode: Any,
        name: str | None,
        profile: Any,
        borrow: Sequence[bool] = (),
    ) -> None:
        self.inputs = list(inputs)
        self.variables = list(variables)
        self.updates = list(updates)
        self.keys = keys
        self.unpack = not isinstance(outputs, (list, tuple)) and keys is None
        self.returns_nothing = outputs is None
        self._given = outputs
        self.mode = mode
        self.name = name
        self.profile = ProfileStats() if profile is True else profile or None
        self.borrow = list(borrow)
        self.trust_input = False
        self.overwritten: list[tuple[int, int]] = []
        self.nodes_with_inner_function: list[Any] = []
        wanted = [*self.variables, *[new for _, new in self.updates]]
        self.shared = _shared(wanted, self.updates)
        self.cells = [_cell(entry) for entry in self.inputs]
        arguments = [entry.variable for entry in self.inputs]
        cells = {variable: cell.storage for variable, cell in zip(arguments, self.cells)}
        self._held = [shared.container.storage for shared in self.shared]
        self._targets = [
            old.container.storage if isinstance(old, SharedVariable) else cells[old]
            for old, _ in self.updates
        ]
        whole = not mode.watch and is_compilable(arguments, self.shared, wanted)
        self._kinds = [_kind(entry) if whole else NOTHING for entry in self.inputs]
        make = Compiled if whole else Performed
        self.engine = make(arguments, self.shared, wanted, mode, name)
        self.maker = Maker(self)
        self.outputs = [SymbolicOutput(variable) for variable in self.variables]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the outputs for some values, and store the updates."""
        subset = named.pop("output_subset", None) if named else None
        values = arguments if not named and self._fits(arguments) else self._values(arguments, named)
        results = self.engine(values, [storage[0] for storage in self._held])
        if self.overwritten:
            overwrite(self.overwritten, values, results)
        for target, new in zip(self._targets, results[len(self.variables) :]):
            target[0] = new
        if self.unpack and subset is None and not self.returns_nothing:
            return results[0]
        return self._returned(results[: len(self.variables)], subset)

    def _fits(self, arguments: Sequence[Any]) -> bool:
        """Whether values are of the inputs' types as they are, and all are given."""
        if len(arguments) != len(self._kinds):
            return False
        for kind, value in zip(self._kinds, arguments):
            if type(value) is np.ndarray:
                if value.dtype is not kind[0] or value.ndim != kind[1]:
                    return False
            elif type(value) is not float or kind is not DOUBLE:
                return False
        return True

    @property
    def input_storage(self) -> list[Container]:
        """A container for each input, with its type, and those of the shared variables."""
        return [*self.cells, *[shared.container for shared in self.shared]]

    def _values(self, arguments: Sequence[Any], named: dict[str, Any]) -> list[Any]:
        explicit = [k for k, entry in enumerate(self.inputs) if not entry.implicit]
        if len(arguments) > len(explicit):
            raise TypeError(
                f"Too many parameter passed to theano function: {len(arguments)} for {len(explicit)} inputs"
            )
        given: dict[int, Any] = dict(zip(explicit, arguments))
        for key, value in named.items():
            place = self._place(key)
            if place in given:
                raise TypeError(f"Multiple values for input: {key}")
            given[place] = value
        found = []
        for place, entry in enumerate(self.inputs):
            if place in given:
                found.append(self._filtered(place, entry, given[place]))
            elif self.cells[place].storage[0] is not None:
                found.append(self.cells[place].storage[0])
            else:
                self._missing(place, explicit, arguments)
        return found

    def _missing(self, place: int, explicit: list[int], arguments: Sequence[Any]) -> None:
        entry = self.inputs[place]
        label = f"{place} ({entry.name})" if entry.name else str(place)
        raise TypeError(
            f"Missing required input: {label}; {self.name or 'the function'} takes {len(explicit)} inputs, got {len(arguments)}"
        )

    def _place(self, key: Any) -> int:
        places = [k for k, entry in enumerate(self.inputs) if entry.name == key or entry.variable is key]
        if not places:
            raise TypeError(
                f"Unknown input or state: {key}. The function has {len(self.inputs)} named inputs."
            )
        if len(places) > 1:
            raise TypeError(f"Ambiguous name: {key}, it could be any of the inputs {places}")
        return places[0]

    def _filtered(self, place: int, entry: Any, value: Any) -> Any:
        if self.trust_input:
            return value
        if value is None and getattr(entry, "value", None) is None:
            raise TypeError(f"None is given for the input {entry.name or place}, which has no default")
        try:
            return entry.variable.type.filter(value, strict=entry.strict, allow_downcast=entry.allow_downcast)
        except (TypeError, ValueError) as error:
            where = f' to theano function with name "{self.name}"' if self.name else " to theano function"
            label = (
                f"index {place} (0-based)" if not entry.name else f"'{entry.name}' at index {place} (0-based)"
            )
            raise type(error)(f"Bad input argument{where} at {label}. {error}") from None

    def _returned(self, values: list[Any], subset: Any) -> Any:
        if self.keys is not None:
            chosen = [
                (key, value)
                for place, (key, value) in enumerate(zip(self.keys, values))
                if subset is None or key in subset or place in subset
            ]
            return dict(chosen)
        if subset is not None:
            return [values[place] for place in subset]
        if self.returns_nothing:
            return []
        return values[0] if self.unpack else values

    # ---- values of inputs and of shared variables by name

    @property
    def value(self) -> _ByName:
        """The values of inputs with defaults, and of shared variables, by name or variable."""
        return _ByName(self, False)

    @property
    def container(self) -> _ByName:
        """The containers of inputs with defaults, and of shared variables, by name or variable."""
        return _ByName(self, True)

    finder = container

    def __getitem__(self, key: Any) -> Any:
        return self.value[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.value[key] = value

    def __contains__(self, key: Any) -> bool:
        return key in self.container

    def get_shared(self) -> list[Any]:
        """Return the shared variables that the function reads or updates."""
        return list(self.shared)

    def sync_shared(self) -> None:
        """Wait for a device; there is none to wait for."""

    def free(self) -> None:
        """Forget intermediate values; none are kept."""

    def copy(
        self,
        share_memory: bool = False,
        swap: dict[Any, Any] | None = None,
        delete_updates: bool = False,
        name: str | None = None,
        profile: Any = None,
    ) -> Function:
        """Return a function that does the same, with shared variables swapped or without updates."""
        from gnomon.theano.compile.copies import replaced

        pairs = [(self._shared_named(old), new) for old, new in (swap or {}).items()]
        for old, new in pairs:
            if old.type != new.type and not hasattr(old.type, "broadcastable"):
                raise TypeError(f"{new} of type {new.type} cannot take the place of {old} of type {old.type}")
        wanted = [*self.variables, *[new for _, new in self.updates]]
        found = replaced(wanted, pairs)
        targets = dict(pairs)
        updates = [
            (targets.get(old, old), new) for (old, _), new in zip(self.updates, found[len(self.variables) :])
        ]
        outs = self._given if isinstance(self._given, dict) else list(found[: len(self.variables)])
        return self._again(
            self._copied_inputs(),
            found[: len(self.variables)],
            [] if delete_updates else updates,
            outs,
            name or (f"{self.name} copy" if self.name else None),
            profile,
        )

    def __copy__(self) -> Function:
        return self._again(
            self._copied_inputs(), self.variables, self.updates, self._given, self.name, self.profile
        )

    def _copied_inputs(self) -> list[Any]:
        """Return the inputs with their present values; those that are overwritten have copies."""
        found = []
        for entry, cell in zip(self.inputs, self.cells):
            other: Any = copying.copy(entry)
            value = cell.storage[0]
            other.value = copying.deepcopy(value) if entry.mutable else value
            found.append(other)
        return found

    def _again(
        self, inputs: Any, variables: Any, updates: Any, outputs: Any, name: str | None, profile: Any
    ) -> Function:
        from gnomon.theano.compile.profiled import Profiled

        kind = Profiled if profile else Function
        made = kind(inputs, variables, updates, self.keys, outputs, self.mode, name, profile, self.borrow)
        made.trust_input, made.overwritten = self.trust_input, self.overwritten
        return made

    def _shared_named(self, key: Any) -> Any:
        if isinstance(key, SharedVariable):
            if key not in self.shared:
                raise ValueError(f"{key} is not a shared variable of the function")
            return key
        found = [shared for shared in self.shared if shared.name == key]
        if not found:
            raise ValueError(f"SharedVariable: {key} not found")
        return found[0]

    def __reduce__(self) -> Any:
        inputs = []
        for entry, cell in zip(self.inputs, self.cells):
            other: Any = copying.copy(entry)
            other.value = cell
            inputs.append(other)
        return (
            Function,
            (
                inputs,
                self.variables,
                self.updates,
                self.keys,
                self._given if self._given is None or not isinstance(self._given, dict) else None,
                self.mode,
                self.name,
                None,
                self.borrow,
            ),
            {"trust_input": self.trust_input, "overwritten": self.overwritten},
        )

    def _check_for_aliased_inputs(self, *values: Any) -> None:
        """Inputs may share memory: none is overwritten before all are read."""

    @property
    def defaults(self) -> list[tuple[bool, bool, Any]]:
        """For each input, whether it must be given, whether it is put back after a call, and its value."""
        return [
            (cell.storage[0] is None, entry.update is None and cell.storage[0] is not None, cell.storage[0])
            for entry, cell in zip(self.inputs, self.cells)
        ]


def _cell(entry: Any) -> Container:
    """Return where the value of an input lies that is not given: the container that it brings, or a new one."""
    value = getattr(entry, "value", None)
    if isinstance(value, Container):
        return value
    if value is not None:
        value = entry.variable.type.filter(value, strict=entry.strict, allow_downcast=entry.allow_downcast)
    return Container(entry.variable.type, value, entry.name, entry.strict, entry.allow_downcast)


class _ByName:
    """Values of a function's inputs and shared variables."""

    def __init__(self, owner: Function, containers: bool) -> None:
        self._owner, self._containers = owner, containers

    def _found(self, key: Any) -> Any:
        owner = self._owner
        if isinstance(key, int):
            return [*owner.cells, *[shared.container for shared in owner.shared]][key]
        for entry, cell in zip(owner.inputs, owner.cells):
            if entry.variable is key or (isinstance(key, str) and entry.name == key):
                return cell
        for shared in owner.shared:
            if shared is key or (isinstance(key, str) and shared.name == key):
                return shared.container
        raise KeyError(key)

    def __getitem__(self, key: Any) -> Any:
        found = self._found(key)
        return found if self._containers else found.value

    def __setitem__(self, key: Any, value: Any) -> None:
        self._found(key).value = value

    def __contains__(self, key: Any) -> bool:
        try:
            self._found(key)
        except KeyError:
            return False
        return True


def _kind(entry: Any) -> tuple[Any, int]:
    """Return the dtype and the number of axes of the arrays that an input takes unchanged and unchecked."""
    kind = entry.variable.type
    if (
        type(kind) is not TensorType
        or any(kind.broadcastable)
        or kind.filter_checks_isfinite
        or entry.implicit
    ):
        return NOTHING
    if kind.dtype == "float64" and not kind.broadcastable:
        return DOUBLE
    return kind.numpy_dtype, kind.ndim


def _shared(wanted: Sequence[Any], updates: Sequence[tuple[Any, Any]]) -> list[Any]:
    found = [v for v in roots_of(wanted) if isinstance(v, SharedVariable)]
    for old, _ in updates:
        if isinstance(old, SharedVariable) and old not in found:
            found.append(old)
    return found
