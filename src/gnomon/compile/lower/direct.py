"""Native steps for single applications: the table of who makes them, views, and sizes as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Buffer, Index, Kernel, Store
from gnomon.compile.steps import NativeStep, ViewStep
from gnomon.graph.array import Array
from gnomon.graph.own.record import OwnOp
from gnomon.shapes import Dim, Size, dtypes, symbol, symbols_of

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
    "sparse.sparse_step": "sparse_product",
    "running.running_step": "cumsum cumprod cummax cummin logcumsumexp",
    "linalg.linalg_step": "cholesky solve inv det slogdet eig eigvals eigh eigvalsh svd qr lu triangular_solve",
    "linalg.squares_step": "squared_often",
    "order.order_step": "sort argsort topk kth_value lexsort",
    "swaps.swap_step": "order_of_swaps",
    "fourier.fourier_step": "fft ifft rfft irfft",
    "loops.scan_step": "scan",
    "loops.while_step": "while_loop",
    "choices.branch_step": "branch",
    "choices.call_step": "call",
    "pooling.pool_step": "max_pool avg_pool lp_pool",
    "unfolding.windows_step": "sliding_windows",
    "unfolding.unfold_step": "unfold",
    "unfolding.fold_step": "fold",
    "regions.global_step": "global_max_pool global_avg_pool",
    "regions.adaptive_step": "adaptive_max_pool adaptive_avg_pool",
    "convolution.signal_step": "convolve convolve_many",
    "unpooling.unpool_step": "max_pool_back avg_pool_back",
    "convolution.convolution_step": "conv depthwise_conv conv_transpose",
}
"""Functions under `gnomon.compile.lower` that make the native step of an application, and for which operations.

Each is called with the application and what made each array; it returns a step or several, None where it has none.
"""

HAVE_STEPS = {name: place for place, names in MAKERS.items() for name in names.split()}
"""The maker of each operation that has one."""


def direct_steps(application: Application, makers: Mapping[Array, Application]) -> Sequence[Step]:
    """Return the native steps of an application, none if it has none."""
    if isinstance(application.op, OwnOp):
        from gnomon.compile.own.calling import own_step

        own = own_step(application)
        return () if own is None or not _is_told(own) else (own,)
    place = HAVE_STEPS.get(application.op.name)
    if place is not None:
        module, name = place.split(".")
        made: Step | Sequence[Step] | None = getattr(import_module(f"gnomon.compile.lower.{module}"), name)(
            application, makers
        )
        steps = made if isinstance(made, Sequence) else () if made is None else (made,)
        return steps if all(_is_told(step) for step in steps) else ()
    size = _size_of(application)
    return () if size is None else (_size_step(application, size),)


def _is_told(step: Step) -> bool:
    """Whether the sizes of a step have names, so that arguments tell them: some results tell theirs only when they are there."""
    if not isinstance(step, NativeStep):
        return True
    sizes = [*step.sizes, *[size for array in step.results for size in array.shape.dims]]
    return all(atom.name is not None for size in sizes for atom in symbols_of(size))


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
