"""Native steps for single applications: the table of who makes them, views, and sizes as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Buffer, Index, Kernel, Store
from gnomon.compile.steps import NativeStep, ViewStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Size, dtypes, symbol

if TYPE_CHECKING:
    from gnomon.compile.steps import Step
    from gnomon.graph.array import Application

VIEWS = "reshape flatten unflatten squeeze expand_dims atleast set_shape"
"""Operations that leave elements in their order."""

MAKERS: dict[str, str] = {
    "direct.view_step": VIEWS,
    "moves.move_step": "transpose matrix_transpose swapaxes moveaxis",
    "moves.roll_step": "roll",
    "products.product_step": "matmul",
    "joins.join_step": "concat",
    "joins.pad_step": "pad",
    "joins.slice_step": "index_update",
    "joins.diagonal_step": "diag_embed",
    "joins.overlap_step": "overlap_add",
    "scatters.put_step": "put",
    "scatters.scatter_step": "scatter",
    "running.running_step": "cumsum cumprod cummax cummin logcumsumexp",
    "linalg.linalg_step": "cholesky solve inv det slogdet eig eigvals eigh eigvalsh svd qr lu triangular_solve",
    "order.order_step": "sort argsort topk kth_value lexsort",
    "fourier.fourier_step": "fft ifft rfft irfft",
    "loops.scan_step": "scan",
    "loops.while_step": "while_loop",
    "choices.branch_step": "branch",
    "choices.call_step": "call",
}
"""Functions under `gnomon.compile.lower` that make the native step of an application, and for which operations.

Each is called with the application and what made each array; it returns None where it has no native step.
"""

HAVE_STEPS = {name: place for place, names in MAKERS.items() for name in names.split()}
"""The maker of each operation that has one."""


def direct_step(application: Application, makers: Mapping[Array, Application]) -> Step | None:
    """Return the native step of an application, None if it has none."""
    place = HAVE_STEPS.get(application.op.name)
    if place is not None:
        module, name = place.split(".")
        step: Step | None = getattr(import_module(f"gnomon.compile.lower.{module}"), name)(
            application, makers
        )
        return step
    size = _size_of(application)
    return None if size is None else _size_step(application, size)


def view_step(application: Application, makers: Mapping[Array, Application]) -> ViewStep | None:
    """Return the step of an application that gives the same elements in the same order."""
    if len(application.outputs) != 1 or len(list(application.arrays())) != 1:
        return None
    if any(isinstance(value, Array) for value in application.attributes.values()):
        return None
    (source,) = application.arrays()
    return ViewStep(application) if source.dtype is application.outputs[0].dtype else None


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
