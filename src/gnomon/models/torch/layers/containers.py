"""Containers of modules: Sequential, ModuleList, ModuleDict, and those of parameters."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Dim,
    Instance,
    Iteration,
    ListValue,
    SequenceValue,
    Shape,
    Tensor,
    Unknown,
    choice,
    host,
    items,
    modelled,
)
from gnomon.models.torch.layers.module import Module, native_of
from gnomon.models.torch.layers.remembered import remembered


def as_list(values: Any) -> ListValue:
    """Return a list (or what else can be looped over) as a list of the program."""
    if type(values) is ListValue:
        return ListValue(values.items, element=values.element, length=values.length)
    if type(values) is SequenceValue:
        return ListValue(None, element=values.element, length=values.length)
    known = items(values)
    if known is not None:
        return ListValue(known)
    seen = None if type(values) is Unknown else host.iterate(values)
    if seen is None:
        return ListValue(None)
    if seen.items is not None:
        return ListValue(seen.items)
    return ListValue(None, element=seen.typical(), length=seen.length)


def add_to(held: ListValue, value: Any) -> None:
    """Append to a list."""
    if held.items is not None:
        held.replace((*held.items, value))
    else:
        length = held.length + 1 if type(held.length) in (int, Dim) else None
        held.summarize(value if held.element is UNKNOWN else choice([held.element, value]), length)


class Row(Module):
    """A module that holds others in a row."""

    row: ListValue

    def prepare(self) -> None:
        """Begin with an empty row."""
        super().prepare()
        self.row = ListValue()

    def held(self) -> list[Any]:
        """Return the modules in the row, or one that stands for all."""
        if self.row.items is None:
            return [self.row.element]
        return list(self.row.items)

    def own_children(self) -> list[tuple[str, Any]] | None:
        """Return the modules in the row with their numbers; None if they are not known one by one."""
        if self.row.items is None:
            return None
        if any(native_of(entry) is None for entry in self.row.items):
            return None
        return [(str(number), entry) for number, entry in enumerate(self.row.items)]

    def append(self, module: Any) -> Any:
        """Add a module at the end."""
        marks = self.__dict__.get("marks")
        if type(marks) is ListValue:
            add_to(marks, "" if self.row.items is None else str(len(self.row.items)))
        add_to(self.row, module)
        return self.me

    def extend(self, modules: Any) -> Any:
        """Add several modules at the end."""
        more = as_list(modules)
        if more.items is None:
            self.row.summarize(choice([*self.held(), more.element]) if self.held() else more.element)
        else:
            for entry in more.items:
                self.append(entry)
        return self.me

    def insert(self, index: Any, module: Any) -> Any:
        """Put a module in at a place."""
        if self.row.items is not None and type(index) is int:
            entries = list(self.row.items)
            entries.insert(index, module)
            self.row.replace(tuple(entries))
        else:
            self.row.forget()
        return self.me

    def pop(self, key: Any) -> Any:
        """Remove and return the module at a place."""
        if (
            self.row.items is not None
            and type(key) is int
            and -len(self.row.items) <= key < len(self.row.items)
        ):
            entries = list(self.row.items)
            found = entries.pop(key)
            self.row.replace(tuple(entries))
            return found
        self.row.forget()
        return UNKNOWN

    def __delitem__(self, key: Any) -> None:
        if self.row.items is not None and type(key) in (int, slice):
            entries = list(self.row.items)
            try:
                del entries[key]
            except (IndexError, TypeError):
                self.row.forget()
                return
            self.row.replace(tuple(entries))
        else:
            self.row.forget()

    def __setitem__(self, key: Any, module: Any) -> None:
        entries = self.row.items
        if entries is not None and type(key) is int and -len(entries) <= key < len(entries):
            changed = list(entries)
            changed[key] = module
            self.row.replace(tuple(changed))
        elif entries is not None:
            self.row.replace(tuple(choice([entry, module]) for entry in entries))

    def __getitem__(self, index: Any) -> Any:
        entries = self.row.items
        if entries is None:
            return self._some() if type(index) is slice else self.row.element
        if type(index) is int:
            return entries[index] if -len(entries) <= index < len(entries) else UNKNOWN
        if type(index) is slice:
            parts = (index.start, index.stop, index.step)
            if all(part is None or type(part) is int for part in parts):
                return self._like(ListValue(entries[index]))
            return self._some()
        return choice(list(entries)) if entries else UNKNOWN

    def _some(self) -> Any:
        """Return a container of an unknown number of these modules."""
        held = self.held()
        return self._like(ListValue(None, element=choice(held) if held else UNKNOWN))

    def _like(self, row: ListValue) -> Any:
        kind = Sequential if isinstance(self, Sequential) else ModuleList
        made = kind.__new__(kind)
        made.row = row
        return made

    def iterate(self) -> Iteration:
        """Looping visits the modules in order."""
        if self.row.items is not None:
            return Iteration(self.row.items)
        return Iteration(make=lambda: self.row.element, length=self.row.length)

    def __len__(self) -> Any:
        if self.row.items is not None:
            return len(self.row.items)
        from gnomon.models.api import symbol

        return self.row.length if type(self.row.length) in (int, Dim) else symbol()

    def __iadd__(self, modules: Any) -> Any:
        return self.extend(modules)

    def __add__(self, modules: Any) -> Any:
        more = as_list(modules)
        if self.row.items is None or more.items is None:
            return self._like(
                ListValue(None, element=choice([*self.held(), *(more.items or (more.element,))]))
            )
        return self._like(ListValue(self.row.items + more.items))


@modelled("torch.nn.Sequential", "torch.nn.modules.Sequential", "torch.nn.modules.container.Sequential")
class Sequential(Row):
    """Modules that are applied one after another."""

    def __init__(self, *modules: Any) -> None:
        self.row = ListValue()
        if len(modules) == 1 and type(modules[0]) in (dict, DictValue):
            self._take(modules[0])
        elif any(type(module) is Unknown and module.kind == "star" for module in modules):
            self.row = ListValue(None)
        else:
            self.row = ListValue(modules)

    def _take(self, named: Any) -> None:
        entries = named if type(named) is dict else named.cell
        for name, module in entries.items():
            self.add_module(name, module)
        if type(named) is DictValue and named.rest is not None:
            self.row.summarize(UNKNOWN)

    def add_module(self, name: Any, module: Any) -> None:
        """Add a module at the end under a name, or replace the one of this name."""
        labels = self.labels()
        if type(name) is str and labels is not None and name in labels and self.row.items is not None:
            place = labels.index(name)
            self.row.replace((*self.row.items[:place], module, *self.row.items[place + 1 :]))
            return
        if "marks" not in self.__dict__:
            count = len(self.row.items) if self.row.items is not None else None
            self.marks = ListValue(None if count is None else [str(number) for number in range(count)])
        add_to(self.row, module)
        add_to(self.marks, name)

    register_module = add_module

    def labels(self) -> tuple[Any, ...] | None:
        """Return the names of the modules in the row; None if they are not known."""
        marks = self.__dict__.get("marks")
        if self.row.items is None:
            return None
        if marks is None:
            return tuple(map(str, range(len(self.row.items))))
        known: tuple[Any, ...] | None = marks.items if type(marks) is ListValue else None
        return known if known is not None and len(known) == len(self.row.items) else None

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "outer" and "row" in self.__dict__ and native_of(value) is not None:
            self.add_module(name, value)
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if "row" in self.__dict__ and not name.startswith("__"):
            labels = self.labels()
            if labels is not None and name in labels and self.row.items is not None:
                return self.row.items[labels.index(name)]
        raise AttributeError(name)

    def own_children(self) -> list[tuple[str, Any]] | None:
        """Return the modules in the row with their names."""
        found, labels = super().own_children(), self.labels()
        if found is not None and labels is not None:
            return [(str(name), entry) for name, (_, entry) in zip(labels, found, strict=True)]
        return found

    def on_set(self, name: str, value: Any) -> None:
        """A user's subclass that sets modules as attributes applies them in that order."""
        if native_of(value) is not None and type(self.me) is Instance:
            self.add_module(name, value)

    @remembered
    def forward(self, input: Any) -> Any:
        """Apply the modules one after another."""
        if self.row.items is None:
            return self._repeat(input)
        for module in self.row.items:
            input = host.call(module, input)
        return input

    def _repeat(self, input: Any) -> Any:
        """Apply an unknown number of modules: the result is known if one of them keeps the shape."""
        output = host.call(self.row.element, input)
        if type(input) is Tensor and type(output) is Tensor and input.shape == output.shape:
            return output
        return Tensor(Shape.unknown(), output.dtype, "torch") if type(output) is Tensor else UNKNOWN


@modelled("torch.nn.ModuleList", "torch.nn.modules.ModuleList", "torch.nn.modules.container.ModuleList")
class ModuleList(Row):
    """A list of modules."""

    def __init__(self, modules: Any = None) -> None:
        self.row = ListValue() if modules is None else as_list(modules)


@modelled("torch.nn.ModuleDict", "torch.nn.modules.ModuleDict", "torch.nn.modules.container.ModuleDict")
class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules: Any = None) -> None:
        self.table = DictValue()
        if modules is not None:
            self.update(modules)

    def prepare(self) -> None:
        """Begin without modules."""
        super().prepare()
        self.table = DictValue()

    def held(self) -> list[Any]:
        """Return the modules."""
        return list(self.table.cell.values())

    def __getattr__(self, name: str) -> Any:
        table = self.__dict__.get("table")
        if table is not None and name in table.cell:
            return self[name]
        raise AttributeError(name)

    def own_children(self) -> list[tuple[str, Any]] | None:
        """Return the modules with their names; None if they are not all known."""
        if self.table.rest is not None:
            return None
        return [(name, entry) for name, entry in self.table.cell.items() if native_of(entry) is not None]

    def update(self, modules: Any) -> None:
        """Add modules by name."""
        if type(modules) is dict:
            for name, module in modules.items():
                self.table.put(name, module)
        elif type(modules) is DictValue:
            for name, module in modules.cell.items():
                self.table.put(name, module)
            if modules.rest is not None:
                self.table.put_unknown(modules.rest)
        elif isinstance(modules, ModuleDict):
            self.update(modules.table)
        else:
            pairs = items(modules)
            if pairs is None:
                self.table.put_unknown(UNKNOWN)
            for pair in pairs or ():
                if type(pair) in (tuple, list) and len(pair) == 2 and type(pair[0]) is str:
                    self.table.put(pair[0], pair[1])

    def add_module(self, name: Any, module: Any) -> None:
        """Add a module under a name."""
        self[name] = module

    def __setitem__(self, key: Any, module: Any) -> None:
        if type(key) is str:
            self.table.put(key, module)
        else:
            self.table.put_unknown(module)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str:
            found = self.table.cell.get(key)
            if found is not None:
                return found if self.table.rest is None else choice([found, self.table.rest])
        held = self.held() + ([] if self.table.rest is None else [self.table.rest])
        return choice(held) if held else UNKNOWN

    def __contains__(self, key: Any) -> Any:
        from gnomon.models.api import unknown_of

        return key in self.table.cell if type(key) is str and self.table.rest is None else unknown_of("bool")

    def __len__(self) -> Any:
        from gnomon.models.api import symbol

        return len(self.table.cell) if self.table.rest is None else symbol()

    def keys(self) -> Any:
        """Return the names."""
        return self.iterate()

    def values(self) -> Any:
        """Return the modules."""
        if self.table.rest is not None:
            return Iteration(make=lambda: self[UNKNOWN])
        return Iteration(tuple(self.table.cell.values()))

    def items(self) -> Any:
        """Return names and modules."""
        if self.table.rest is not None:
            return Iteration(make=lambda: (UNKNOWN, self[UNKNOWN]))
        return Iteration(tuple(self.table.cell.items()))

    def iterate(self) -> Iteration:
        """Looping visits the names."""
        if self.table.rest is not None:
            return Iteration(make=lambda: UNKNOWN)
        return Iteration(tuple(self.table.cell))

    def pop(self, key: Any) -> Any:
        """Remove and return a module."""
        found = self[key]
        self.table.forget()
        return found

    def clear(self) -> None:
        """Remove all modules."""
        self.table = DictValue()


@modelled("torch.nn.ParameterList", "torch.nn.modules.container.ParameterList")
class ParameterList(ModuleList):
    """A list of parameters."""

    def __init__(self, values: Any = None) -> None:
        super().__init__(values)

    def own_children(self) -> list[tuple[str, Any]] | None:
        """Parameters are no modules."""
        return []

    def knows_parameters(self) -> bool:
        """Its parameters are not listed."""
        return False


@modelled("torch.nn.ParameterDict", "torch.nn.modules.container.ParameterDict")
class ParameterDict(ModuleDict):
    """Parameters by name."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)

    def own_children(self) -> list[tuple[str, Any]] | None:
        """Parameters are no modules."""
        return []

    def knows_parameters(self) -> bool:
        """Its parameters are not listed."""
        return False
