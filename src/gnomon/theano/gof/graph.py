"""The graph of a program: variables, and the applications of operations that give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import count
from typing import Any, ClassVar

from gnomon.theano.gof.utils import MethodNotDefined, object2, scratchpad

NoParams = object()
"""What `Apply.run_params` gives for an operation without parameters."""


class Node(object2):
    """A variable or an application."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def get_parents(self) -> list[Any]:
        """Return the nodes that it depends on directly."""
        raise NotImplementedError


class Apply(Node):
    """An operation applied to variables: ``op``, ``inputs`` and ``outputs``."""

    def __init__(self, op: Any, inputs: Any, outputs: Any) -> None:
        for what, entries in (("inputs", inputs), ("outputs", outputs)):
            if not isinstance(entries, (list, tuple)):
                raise TypeError(f"the {what} of an Apply must be a list or tuple, got {entries!r}")
            for entry in entries:
                if not isinstance(entry, Variable):
                    raise TypeError(f"the {what} of an Apply must be variables, got {entry!r}")
        self.op = op
        self.inputs = list(inputs)
        self.outputs = list(outputs)
        self.tag = scratchpad()
        for index, output in enumerate(outputs):
            if output.owner is None:
                output.owner, output.index = self, index
            elif output.owner is not self or output.index != index:
                raise ValueError("an output of an Apply belongs to another one")

    def default_output(self) -> Any:
        """Return the only output, or the one that ``op.default_output`` names."""
        place = getattr(self.op, "default_output", None)
        if place is None:
            if len(self.outputs) != 1:
                raise AttributeError(f"{self.op}.default_output should be the index of an output")
            place = 0
        elif not isinstance(place, int):
            raise AttributeError(f"{self.op}.default_output should be an int, got {place!r}")
        elif not 0 <= place < len(self.outputs):
            raise AttributeError(f"{self.op}.default_output is out of range")
        return self.outputs[place]

    out = property(default_output)

    def run_params(self) -> Any:
        """Return the parameters that ``op.get_params`` gives, or NoParams."""
        try:
            return self.op.get_params(self)
        except MethodNotDefined:
            return NoParams

    @property
    def params_type(self) -> Any:
        """The type of the operation's parameters."""
        return self.op.params_type

    @property
    def nin(self) -> int:
        """The number of inputs."""
        return len(self.inputs)

    @property
    def nout(self) -> int:
        """The number of outputs."""
        return len(self.outputs)

    def clone(self) -> Apply:
        """Return a copy with the same inputs and new outputs."""
        copied = type(self)(self.op, self.inputs, [output.clone() for output in self.outputs])
        copied.tag = copy(self.tag)
        return copied

    def clone_with_new_inputs(self, inputs: list[Any], strict: bool = True) -> Apply:
        """Return a copy with other inputs, of the same types if ``strict``."""
        entries, again = list(inputs), False
        for place, (old, new) in enumerate(zip(self.inputs, entries)):
            if old.type != new.type:
                if strict:
                    entries[place] = old.type.filter_variable(new)
                else:
                    again = True
        if again:
            node: Apply = self.op.make_node(*entries)
            node.tag = copy(self.tag).__update__(node.tag)
            return node
        node = self.clone()
        node.inputs = entries
        return node

    def get_parents(self) -> list[Any]:
        return list(self.inputs)

    def __str__(self) -> str:
        from gnomon.theano.gof.texts import op_as_string

        return op_as_string(self.inputs, self)

    __repr__ = __str__


class Variable(Node):
    """A value that a program computes or is given: its ``type``, ``owner``, ``index`` among the owner's outputs, ``name``."""

    __count__: ClassVar[Any] = count(0)
    __observers: ClassVar[list[Any]] = []

    def __init__(
        self, type: Any, owner: Apply | None = None, index: int | None = None, name: str | None = None
    ) -> None:
        if owner is not None and not isinstance(owner, Apply):
            raise TypeError(f"owner must be an Apply, got {owner!r}")
        if index is not None and not isinstance(index, int):
            raise TypeError(f"index must be an int, got {index!r}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name must be a string, got {name!r}")
        self.tag = scratchpad()
        self.type = type
        self.owner = owner
        self.index = index
        self.name = name
        self.auto_name = f"auto_{next(Variable.__count__)}"
        for observer in Variable.__observers:
            observer(self)

    def clone(self) -> Any:
        """Return a variable of the same type and name without an owner."""
        copied = type(self)(self.type, None, None, self.name)
        copied.tag = copy(self.tag)
        return copied

    def get_parents(self) -> list[Any]:
        return [] if self.owner is None else [self.owner]

    def eval(self, inputs_to_values: dict[Any, Any] | None = None) -> Any:
        """Return the value, given those of the variables that it depends on."""
        from gnomon.theano.compile.function import function

        given = inputs_to_values or {}
        for variable in given:
            if not isinstance(variable, (Variable, str)):
                raise TypeError(f"the keys of eval's dictionary must be variables, got {variable!r}")
        if not hasattr(self, "_fn_cache"):
            self._fn_cache: dict[tuple[Any, ...], Any] = {}
        key = tuple(sorted(given, key=id))
        if key not in self._fn_cache:
            self._fn_cache[key] = function(list(key), self)
        return self._fn_cache[key](*[given[variable] for variable in key])

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        if self.owner is None:
            return f"<{self.type}>"
        if self.index == getattr(self.owner.op, "default_output", 0):
            return f"{self.owner.op}.out"
        return f"{self.owner.op}.{self.index}"

    def __repr__(self) -> str:
        from gnomon.theano.configuration import config
        from gnomon.theano.gof.testing_values import get_test_value

        if config.print_test_value:
            try:
                return f"{self}\n{get_test_value(self)!r}"
            except AttributeError:  # it has none
                pass
        return str(self)

    def __lt__(self, other: Any) -> Any:
        raise NotImplementedError(f"variables of type {self.type} are not ordered")

    __le__ = __gt__ = __ge__ = __lt__

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_fn_cache"}

    @classmethod
    def append_construction_observer(cls, observer: Callable[[Any], None]) -> None:
        """Have a function called with each new variable."""
        Variable.__observers.append(observer)

    @classmethod
    def remove_construction_observer(cls, observer: Callable[[Any], None]) -> None:
        """Stop calling a function with each new variable."""
        Variable.__observers.remove(observer)


class Constant(Variable):
    """A variable whose value is known."""

    def __init__(self, type: Any, data: Any, name: str | None = None) -> None:
        super().__init__(type, None, None, name)
        self.data = type.filter(data)

    @property
    def value(self) -> Any:
        """The value."""
        return self.data

    def signature(self) -> Any:
        """Return what equal constants have in common."""
        return (self.type, self.data)

    merge_signature = signature

    def equals(self, other: Any) -> bool:
        """Whether another variable is a constant of the same value."""
        return isinstance(other, Constant) and self.signature() == other.signature()

    def clone(self) -> Any:
        copied = type(self)(self.type, self.data, self.name)
        copied.tag = copy(self.tag)
        return copied

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        text = str(self.data)
        return f"{type(self).__name__}{{{text if len(text) <= 20 else text[:10] + '...' + text[-10:]}}}"


def nodes_constructed() -> Any:
    """Return a context manager that gives a list of the variables made inside."""
    import contextlib

    @contextlib.contextmanager
    def observing() -> Iterator[list[Any]]:
        made: list[Any] = []
        Variable.append_construction_observer(made.append)
        try:
            yield made
        finally:
            Variable.remove_construction_observer(made.append)

    return observing()


# The functions of graphs stand in files of their own, and under Theano's name `gof.graph` too.
from gnomon.theano.gof.comparing import equal_computations, is_same_graph  # noqa: E402
from gnomon.theano.gof.copying import clone, clone_get_equiv  # noqa: E402
from gnomon.theano.gof.texts import as_string, op_as_string  # noqa: E402
from gnomon.theano.gof.walking import (  # noqa: E402
    ancestors,
    general_toposort,
    inputs,
    io_connection_pattern,
    io_toposort,
    is_in_ancestors,
    list_of_nodes,
    ops,
    orphans,
    stack_search,
    variables,
    variables_and_orphans,
    view_roots,
)

__all__ = [
    "Apply",
    "Constant",
    "NoParams",
    "Node",
    "Variable",
    "ancestors",
    "as_string",
    "clone",
    "clone_get_equiv",
    "equal_computations",
    "general_toposort",
    "inputs",
    "io_connection_pattern",
    "io_toposort",
    "is_in_ancestors",
    "is_same_graph",
    "list_of_nodes",
    "nodes_constructed",
    "op_as_string",
    "ops",
    "orphans",
    "stack_search",
    "variables",
    "variables_and_orphans",
    "view_roots",
]
