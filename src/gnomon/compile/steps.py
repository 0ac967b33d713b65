"""The steps of a program: kernels and other native code, views, and what NumPy carries out."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.reference.engine import run as run_reference
from gnomon.compile.reference.inside import Body
from gnomon.compile.scalars import identity
from gnomon.graph.array import Constant
from gnomon.graph.capture import needed_by
from gnomon.graph.errors import EvaluationError

if TYPE_CHECKING:
    from gnomon.compile.assembling import Source
    from gnomon.compile.llvm import Native
    from gnomon.compile.lower.group import Group
    from gnomon.compile.lower.nests import Nest
    from gnomon.compile.plan import Plan
    from gnomon.compile.reference.sizes import Solution
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import Size


EXTREMES = {"max": "maximum", "min": "minimum"}
Memory = dict["Array", Any]
"""Where each value of a run is: a NumPy array for each array of the graph."""


class Step(Protocol):
    """One step of a program."""

    @property
    def workspace(self) -> Size:
        """How many bytes it needs while it runs."""

    @property
    def work(self) -> Size:
        """How many elements it goes through besides those of its arrays."""

    @property
    def plans(self) -> Sequence[Plan]:
        """The plans of inner graphs that it runs."""

    def run(self, memory: Memory, sizes: Solution) -> None:
        """Compute results from what is in memory."""

    def reads(self) -> Iterable[Array]:
        """The arrays that must be in memory before."""

    def writes(self) -> Iterable[Array]:
        """The arrays that are in memory afterwards."""


class ReferenceStep:
    """An application that NumPy carries out."""

    __slots__ = ("application",)
    workspace: Size = 0
    work: Size = 0
    plans: Sequence[Plan] = ()

    def __init__(self, application: Application) -> None:
        self.application = application

    def run(self, memory: Memory, sizes: Solution) -> None:
        """Carry out the application."""
        for out, data in zip(self.application.outputs, carried_out(self.application, memory, sizes)):
            memory[out] = data

    def reads(self) -> Iterable[Array]:
        """The arguments."""
        return needed_by(self.application)

    def writes(self) -> Iterable[Array]:
        """The results."""
        return self.application.outputs

    def __repr__(self) -> str:
        return f"<reference {self.application.op.name}>"


class NativeStep:
    """Native code ``i32 f(ptr buffers, ptr sizes)`` over the arrays it reads and those it writes, in this order.

    The code leaves the pointers and sizes that it is given as they are.

    The last buffer is a ``workspace`` of so many bytes, if the code asks for one. ``work`` says how many elements it
    goes through besides those of its arrays, ``plans`` which inner graphs it runs.
    """

    __slots__ = ("inputs", "members", "native", "plans", "results", "sizes", "work", "workspace")

    def __init__(
        self,
        members: Sequence[Application],
        inputs: Sequence[Array],
        results: Sequence[Array],
        sizes: Sequence[Size],
        native: Any,
        *,
        workspace: Size = 0,
        work: Size = 0,
        plans: Sequence[Plan] = (),
    ) -> None:
        self.members = members
        self.inputs = inputs
        self.results = results
        self.sizes = sizes
        self.native = native
        self.workspace = workspace
        self.work = work
        self.plans = plans

    def run(self, memory: Memory, sizes: Solution) -> None:
        """Allocate the results and run the code."""
        arrays = [np.require(memory[array], requirements=("C", "A")) for array in self.inputs]
        for array in self.results:
            shape = tuple([_number(sizes, size) for size in array.shape.dims])
            memory[array] = made = np.empty(shape, numpy_dtype(array.dtype))
            arrays.append(made)
        if self.workspace != 0:
            arrays.append(np.empty(_number(sizes, self.workspace), np.uint8))
        if self.native.run(arrays, [_number(sizes, size) for size in self.sizes]):
            self.explain(memory, sizes)

    def explain(self, memory: Memory, sizes: Solution) -> None:
        """Carry out what failed by NumPy, which raises what is wrong, or has an answer."""
        known = dict(memory)
        sizes.explains = True
        for application in self.members:
            for array in needed_by(application):
                _supply(array, known, sizes)
            for out, data in zip(application.outputs, carried_out(application, known, sizes)):
                known[out] = data
        for array in self.results:
            if array in known:
                memory[array] = known[array]

    @property
    def way(self) -> str:
        """How it is computed, in a few words, where there are several ways."""
        return ""

    def portable(self) -> Native | Source | None:
        """Return code that does the same without functions of this process, if there is such code."""
        return None

    def reads(self) -> Iterable[Array]:
        """The arrays behind the input buffers."""
        return self.inputs

    def writes(self) -> Iterable[Array]:
        """The arrays behind the output buffers."""
        return self.results

    def __repr__(self) -> str:
        return f"<native {' '.join(member.op.name for member in self.members)}>"


class KernelStep(NativeStep):
    """A kernel: the loop nest of a group of applications."""

    __slots__ = ("group", "nest")

    def __init__(self, group: Group, nest: Nest, native: Any) -> None:
        super().__init__(group.members, nest.inputs, nest.results, nest.sizes, native)
        self.group = group
        self.nest = nest

    def __repr__(self) -> str:
        names = " ".join(member.op.name for member in self.group.members)
        return f"<kernel {self.nest.kernel.name}: {names}>"


class ViewStep(ReferenceStep):
    """An application that gives the same elements in the same order, as another shape: the same memory."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<view {self.application.op.name}>"


class InnerStep(ReferenceStep):
    """An application with inner graphs whose steps run one after the other in Python, as often as it asks for."""

    __slots__ = ("plans",)

    def __init__(self, application: Application, plans: Sequence[Plan]) -> None:
        super().__init__(application)
        self.plans = plans

    def run(self, memory: Memory, sizes: Solution) -> None:
        """Carry out the application."""
        for plan in self.plans:
            assert plan.inner is not None
            sizes.bodies[plan.inner] = functools.partial(Turns, plan)
        super().run(memory, sizes)

    def __repr__(self) -> str:
        return f"<loop {self.application.op.name}>"


class Turns(Body):
    """The steps of an inner graph at work."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan, solution: Solution) -> None:
        assert plan.inner is not None
        super().__init__(plan.inner, solution)
        self.plan = plan
        self.known.update({leaf: leaf.data for leaf in plan.leaves if isinstance(leaf, Constant)})

    def __call__(self, values: Sequence[Any]) -> list[Any]:
        """Return the outputs for these inputs."""
        from gnomon.compile.program import Misfit

        memory, solution = self.begun(values)
        try:
            return self.plan.program.run(memory, solution)
        except Misfit:
            return super().__call__(values)


def carried_out(application: Application, known: Memory, sizes: Solution) -> list[Any]:
    """Carry out an application by NumPy; a maximum or minimum of no element is what kernels begin with.

    Where the user asks for one, a claim of the program refuses it: this one is inside of a softmax or the like.
    """
    combine = EXTREMES.get(application.op.name)
    if combine is not None and application.outputs[0].dtype.kind != "complex":
        (x,) = application.inputs
        if not known[x].size:
            out = application.outputs[0]
            shape = np.sum(known[x], **application.attributes).shape
            return [np.full(shape, identity(combine, out.dtype), numpy_dtype(out.dtype))]
    return run_reference(application, known, sizes)


def _supply(array: Array, known: Memory, sizes: Solution) -> None:
    """Enter an array that kernels compute themselves: a constant, and what follows from sizes and places."""
    if array in known:
        return
    if isinstance(array, Constant):
        known[array] = array.data
    elif array.application is not None:
        for needed in needed_by(array.application):
            _supply(needed, known, sizes)
        for out, data in zip(array.application.outputs, carried_out(array.application, known, sizes)):
            known[out] = data


def _number(sizes: Solution, size: Any) -> int:
    number = sizes.number(size)
    if type(number) is not int:
        raise EvaluationError(f"the size {number} is not known")
    return number
