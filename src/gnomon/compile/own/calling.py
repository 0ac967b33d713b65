"""Operations of the user's in C++: native steps that call them by pointer, and calls for NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.own.adapter import Call, call_of, spread_shapes
from gnomon.compile.own.compiling import OBJECT, Library, image_of, library_of, uses_cpp
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.steps import Memory, NativeStep
from gnomon.graph.errors import EvaluationError
from gnomon.graph.own.record import OwnOp

if TYPE_CHECKING:
    from gnomon.compile.assembling import Source
    from gnomon.compile.llvm import Native
    from gnomon.compile.reference.sizes import Solution
    from gnomon.graph.array import Application
    from gnomon.graph.own.sources import Cpp

TEXT = """\
declare i32 @{symbol}(ptr, ptr)
define i32 @kernel(ptr %buffers, ptr %sizes) {{
  %status = call i32 @{symbol}(ptr %buffers, ptr %sizes)
  ret i32 %status
}}
"""


class OwnStep(NativeStep):
    """A call of C++ of the user's."""

    __slots__ = ("call", "library")

    def __init__(self, application: Application, call: Call, library: Library, native: Native) -> None:
        super().__init__(
            [application], list(application.arrays()), list(application.outputs), call.sizes, native
        )
        self.call = call
        self.library = library

    @property
    def application(self) -> Application:
        """The application that it carries out."""
        return self.members[0]

    @property
    def cpp(self) -> Cpp:
        """The source."""
        op = self.application.op
        assert isinstance(op, OwnOp)
        assert op.cpp is not None
        return op.cpp

    def explain(self, memory: Memory, sizes: Solution) -> None:
        """Raise what the function said when it failed."""
        raise failure(self.application, [memory[array] for array in self.inputs], self.library)

    def portable(self) -> Source | None:
        """Return code that calls the function by its name: a linker finds it in `object_file`."""
        from gnomon.compile.assembling import Source

        return Source(self.native.text, {})

    def object_file(self, processor: Sequence[str]) -> bytes:
        """The object file of the function, with flags that say what it may run on."""
        return image_of(
            self.application.op.name, self.cpp, self.call, self.application.site, OBJECT, processor
        )


def own_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that calls C++; None where there is none, or no compiler and a Python function besides."""
    op = application.op
    assert isinstance(op, OwnOp)
    if not uses_cpp(op):
        return None
    assert op.cpp is not None
    call = call_of(application)
    library = library_of(op.name, op.cpp, call, application.site)
    return OwnStep(application, call, library, _native(library))


def _native(library: Library) -> Native:
    from gnomon.compile.llvm import linked

    return linked(TEXT.format(symbol=library.symbol), symbols={library.symbol: library.address})


def results_of(application: Application, inputs: Sequence[Any], solution: Solution) -> list[Any]:
    """Return what C++ gives for NumPy arrays."""
    op = application.op
    assert isinstance(op, OwnOp)
    assert op.cpp is not None

    def numbers(sizes: Sequence[Any]) -> tuple[int, ...]:
        found = [solution.number(size) for size in sizes]
        if not all(type(number) is int for number in found):
            raise EvaluationError(
                f"{op.name}: C++ writes to arrays whose sizes are known before, but {found} are not",
                application.site,
            )
        return tuple(found)  # type: ignore[arg-type]

    call = call_of(application)
    library = library_of(op.name, op.cpp, call, application.site)
    arrays = [
        np.require(np.broadcast_to(array, numbers(shape)), requirements=("C", "A"))
        for array, shape in zip(inputs, spread_shapes(application))
    ]
    results = [np.empty(numbers(out.shape.dims), numpy_dtype(out.dtype)) for out in application.outputs]
    if _native(library).run([*arrays, *results], numbers(call.sizes)):
        raise failure(application, inputs, library)
    return results


def failure(application: Application, inputs: Sequence[Any], library: Library) -> EvaluationError:
    """Return the error of a function that failed on this thread."""
    shapes = ", ".join([str(np.shape(array)) for array in inputs])
    return EvaluationError(
        f"{application.op.name} of {shapes}: {library.message() or 'it failed'}", application.site
    )
