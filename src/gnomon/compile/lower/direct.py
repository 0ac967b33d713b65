"""Native steps for single applications: products of matrices, transposes, sizes as numbers, and views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Buffer, Index, Kernel, Store
from gnomon.compile.lower.moves import PERMUTING, move_step
from gnomon.compile.lower.products import product_step
from gnomon.compile.steps import NativeStep, ViewStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Size, dtypes, symbol

if TYPE_CHECKING:
    from gnomon.compile.steps import Step
    from gnomon.graph.array import Application

VIEWS = frozenset("reshape expand_dims squeeze flatten ravel unsqueeze".split())
"""Operations that leave elements in their order."""


def direct_step(application: Application, makers: Mapping[Array, Application]) -> Step | None:
    """Return the native step of an application, None if it has none."""
    name = application.op.name
    if name == "matmul":
        return product_step(application, makers)
    if name in VIEWS and len(application.outputs) == 1 and len(list(application.arrays())) == 1:
        if all(size is None or not isinstance(size, Array) for size in application.attributes.values()):
            (source,) = application.arrays()
            return ViewStep(application) if source.dtype is application.outputs[0].dtype else None
    if name in PERMUTING:
        return move_step(application)
    size = _size_of(application)
    return None if size is None else _size_step(application, size)


def _size_of(application: Application) -> Size | None:
    name, attributes = application.op.name, application.attributes
    if application.outputs[0].dtype is not dtypes.int64 or application.outputs[0].ndim:
        return None
    if name == "constant" and isinstance(attributes.get("entries"), Dim):
        entries: Size = attributes["entries"]
        return entries
    contents = application.outputs[0].contents
    return contents[0] if contents and name == "size_along" else None


def _size_step(application: Application, size: Size) -> NativeStep:
    from gnomon.compile.llvm import build

    parameter = symbol("size")
    (atom,) = parameter.symbols()
    body = (Index("number", parameter), Store("out", 0, "number"))
    kernel = Kernel("size", (Buffer("out", dtypes.int64, "out"),), (atom,), body)
    return NativeStep([application], [], list(application.outputs), [size], build(kernel))
