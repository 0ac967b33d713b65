"""Programs as text: `debugprint`, `pp`, and printing while a function runs."""

from __future__ import annotations

import hashlib
import sys
from io import StringIO
from typing import Any

import numpy as np

from gnomon.theano.formulas import (  # noqa: F401 (names that users import from here)
    VALID_ASSOC,
    DefaultPrinter,
    FunctionPrinter,
    IgnorePrinter,
    LeafPrinter,
    OperatorPrinter,
    PatternPrinter,
    PPrinter,
    PrinterState,
    default_printer,
    greek,
    leaf_printer,
    pprint,
    special,
    use_ascii,
)
from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op
from gnomon.theano.pictures import pydotprint as pydotprint


def _roots(obj: Any) -> tuple[list[Any], list[Any]]:
    """Return the variables to print, and the order of applications where a function has one."""
    from gnomon.theano.compile.running import Function

    found: list[Any] = []
    order: list[Any] = []
    for entry in obj if isinstance(obj, (list, tuple, set)) else [obj]:
        if isinstance(entry, Variable):
            found.append(entry)
        elif isinstance(entry, Apply):
            found.extend(entry.outputs)
        elif isinstance(entry, Function):
            found.extend(entry.maker.fgraph.outputs)
            order = entry.maker.fgraph.toposort()
        elif hasattr(entry, "outputs"):
            found.extend(entry.outputs)
            order = entry.toposort() if hasattr(entry, "toposort") else order
        elif isinstance(entry, (int, float)) or entry is None:
            print(entry)
        else:
            raise TypeError(f"debugprint cannot print an object of type {type(entry)}", entry)
    return found, order


def debugprint(
    obj: Any,
    depth: int = -1,
    print_type: bool = False,
    file: Any = None,
    ids: str = "CHAR",
    stop_on_name: bool = False,
    done: dict[Any, Any] | None = None,
    print_storage: bool = False,
    print_clients: bool = False,
    used_ids: dict[Any, Any] | None = None,
) -> Any:
    """Print programs as trees, one application a line; ``file="str"`` returns the text.

    ``ids``: "CHAR", "int", "id" or "" says how applications are named.
    """
    target = StringIO() if file == "str" else sys.stdout if file is None else file
    found, order = _roots(obj)
    writer = _Writer(target, depth, print_type, ids, stop_on_name, order, used_ids)
    for variable in found:
        writer.write(variable, "", "", depth)
    writer.write_inner()
    if isinstance(target, StringIO) and file == "str":
        return target.getvalue()
    if file is None and hasattr(target, "flush"):
        target.flush()
    return file


class _Writer:
    def __init__(
        self, target: Any, depth: int, types: bool, ids: str, stop: bool, order: list[Any], used: Any
    ) -> None:
        self.target, self.types, self.ids, self.stop = target, types, ids, stop
        self.numbers = {node: place for place, node in enumerate(order)}
        self.names: dict[Any, str] = {} if used is None else used
        self.done: set[Any] = set()
        self.inner: list[Apply] = []

    def name(self, thing: Any) -> str:
        """Return the mark of an application or of a leaf."""
        if self.ids == "":
            return ""
        if thing not in self.names:
            place = len(self.names)
            marks = {"CHAR": _letters(place), "int": str(place), "id": str(id(thing))}
            self.names[thing] = f"[id {marks.get(self.ids, _letters(place))}]"
        return self.names[thing]

    def write(self, variable: Any, prefix: str, below: str, depth: int) -> None:
        """Write a variable and, indented, what it needs."""
        if depth == 0:
            return
        kind = f" <{variable.type}>" if self.types else ""
        node = variable.owner
        if node is None:
            self.target.write(f"{prefix}{variable} {self.name(variable)}{kind}\n")
            return
        mark = self.name(node)
        place = f".{variable.index}" if len(node.outputs) > 1 else ""
        label = f" '{variable.name}'" if variable.name is not None else " ''"
        number = f"   {self.numbers.get(node, '')}"
        self.target.write(f"{prefix}{node.op}{place} {mark}{kind}{label}{number}\n")
        if node in self.done or (self.stop and variable.name is not None):
            if node.inputs and node in self.done:
                return
            return
        self.done.add(node)
        if hasattr(node.op, "inner_outputs"):
            self.inner.append(node)
        for index, entry in enumerate(node.inputs):
            last = index == len(node.inputs) - 1
            self.write(entry, below + " |", below + ("  " if last else " |"), depth - 1)

    def write_inner(self) -> None:
        """Write the programs inside of loops."""
        if self.inner:
            self.target.write("\nInner graphs of the scan ops:\n\n")
        done: set[Any] = set()
        for node in self.inner:
            if node.op in done:
                continue
            done.add(node.op)
            self.target.write(f"{node.op} {self.name(node)} ''\n")
            for variable in node.op.inner_outputs:
                self.write(variable, " >", " >", -1)


def _letters(number: int) -> str:
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


pp = pprint


def hex_digest(x: Any) -> str:
    """Return a text that arrays of the same numbers, strides and sizes share."""
    if not isinstance(x, np.ndarray):
        raise AssertionError(f"hex_digest takes an array, got {type(x).__name__}")
    found = hashlib.sha256(x.tobytes()).hexdigest()
    strides, sizes = [",".join([str(entry) for entry in part]) for part in (x.strides, x.shape)]
    return f"{found}|strides=[{strides}]|shape=[{sizes}]"


def position_independent_str(obj: Any) -> str:
    """Return a text of a variable in which no address stands."""
    if not isinstance(obj, Variable):
        raise NotImplementedError(f"a text without addresses is of variables, got {type(obj).__name__}")
    return f"theano_var{{type={obj.type}}}"


def _print(op: Any, value: Any) -> None:
    """Print what a `Print` operation sees."""
    for attribute in op.attrs:
        found = getattr(value, attribute)
        print(op.message, attribute, "=", found() if callable(found) else found)


class Print(Op):
    """A value, given on; when the function runs, a message and attributes of the value are printed."""

    __props__ = ("message", "attrs", "global_fn")
    view_map = {0: [0]}

    def __init__(self, message: str = "", attrs: Any = ("__str__",), global_fn: Any = _print) -> None:
        self.message, self.attrs, self.global_fn = message, tuple(attrs), global_fn

    def make_node(self, xin: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_variable

        xin = as_variable(xin)
        return Apply(self, [xin], [xin.type()])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        output_storage[0][0] = inputs[0]
        self.global_fn(self, inputs[0])

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        return list(output_grads)

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        return list(eval_points)


pydot_imported = False
pydot_imported_msg = "pydot is not used: pydotprint writes the text of a graph itself"


class _TagGenerator:
    """Gives letters, one after the other: A, B ... Z, AA."""

    def __init__(self) -> None:
        self.cur_tag_number = 0

    def get_tag(self) -> str:
        """Return the next letters."""
        self.cur_tag_number += 1
        return _letters(self.cur_tag_number - 1)


def min_informative_str(
    obj: Any, indent_level: int = 0, _prev_obs: Any = None, _tag_generator: Any = None
) -> str:
    """Return a short text of a program, with letters for what is in it."""
    letters = iter([_letters(number) for number in range(10000)])
    seen: dict[Any, str] = {}

    def text(variable: Any, indent: int) -> str:
        lead = " " * indent
        if variable in seen:
            return f"{lead}<{seen[variable]}>"
        seen[variable] = next(letters)
        if hasattr(variable, "get_value"):
            what = str(variable)
        elif variable.name is not None:
            what = variable.name
        elif variable.owner is None:
            what = str(variable)
        else:
            what = str(variable.owner.op)
        lines = [f"{lead}{seen[variable]}. {what}"]
        if variable.owner is not None and variable.name is None:
            lines += [text(entry, indent + 1) for entry in variable.owner.inputs]
        return "\n".join(lines)

    return text(obj, indent_level)


def var_descriptor(obj: Any, _prev_obs: Any = None, _tag_generator: Any = None) -> str:
    """Return a text that equal programs share."""
    if hasattr(obj, "__var_descriptor__"):
        return str(obj.__var_descriptor__())
    return min_informative_str(obj) if isinstance(obj, Variable) else str(obj)
